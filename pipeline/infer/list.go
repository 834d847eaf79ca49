package infer

import (
	"fmt"
	"slices"
	"strings"
)

// cut divides a text at separators.
func cut(text string, separators []string) []string {
	parts := []string{text}
	for _, s := range separators {
		var next []string
		for _, p := range parts {
			next = append(next, strings.Split(p, s)...)
		}
		parts = next
	}
	var kept []string
	for _, p := range parts {
		if p = strings.TrimSpace(p); p != "" {
			kept = append(kept, p)
		}
	}
	return kept
}

// findList decides whether the cells of a column hold several values, and what stands between
// them: most parts stand in several cells, some of them alone.
func findList(p *profile) {
	if endsIn(p.words, "address|street|location") || hanEndsIn(p.column.Name, "地址|住所") || p.isNumeric() || slices.Contains(p.table.key, p) || p.length > 60 || p.days > 0 || p.lines > 0 || len(p.counts) < 5 {
		return
	}
	for _, s := range []string{"、", ";", "；", "|", ",", "，"} {
		with, parts, alone := 0, map[string]int{}, 0
		for text, n := range p.counts {
			if strings.Contains(text, s) {
				with += n
			}
			for _, part := range cut(text, []string{s}) {
				parts[part]++
			}
		}
		if with*10 < p.rows || with < 3 {
			continue
		}
		repeated := 0
		for part, n := range parts {
			if n > 1 {
				repeated++
			}
			if p.counts[part] > 0 {
				alone++
			}
		}
		sep := p.spec.Separators
		if repeated*3 >= len(parts) && alone*3 >= len(parts) {
			p.spec.Separators = append(sep, s)
			p.finding.Evidence = append(p.finding.Evidence, fmt.Sprintf("%d of %d cells hold several values divided by %q; %d of %d parts stand alone in other cells", with, p.rows, s, alone, len(parts)))
		} else if repeated*4 >= len(parts) || alone*4 >= len(parts) {
			p.finding.Doubts = append(p.finding.Doubts, fmt.Sprintf("may hold several values divided by %q: add separators: [%q] if it does", s, s))
			return
		}
	}
}
