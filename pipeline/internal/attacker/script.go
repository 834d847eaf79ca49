package attacker

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Bounds of the script for texts to write.
const (
	mostScripted = 10 // calls beside those of the search
	mostDumped   = 50 // values given
)

// demanded finds a list of what a text is to hold.
var demanded = regexp.MustCompile(`[（(]6[）)]|\b6[.)] |⑥|六、|(?i:statement of defence|written defence)|答辩状|起诉状`)

// scripts returns the attackers with a fixed script for texts to write, alone and beside
// what serves for other questions.
func scripts() []Attacker {
	script := func(ctx context.Context, s *Scene) (said, error) {
		l, err := s.follow(ctx)
		if err != nil {
			return said{}, err
		}
		cells := s.cueing(l.cells())
		turns, err := s.decoy(ctx, l.turns)
		return said{s.sentences(texts(cells[:min(mostDumped, len(cells))])), turns}, err
	}
	otherwise := func(prefix func(*Scene) string) func(context.Context, *Scene) (said, error) {
		cues := split("", prefix, cue)
		return func(ctx context.Context, s *Scene) (said, error) {
			if demanded.MatchString(s.question) {
				return script(ctx, s)
			}
			return cues.answer(ctx, s)
		}
	}
	return []Attacker{
		{Name: "script", Calls: mostSearched + mostScripted + 1, answer: script},
		{Name: "cue-script", Calls: mostSearched + mostScripted + 1, answer: otherwise(nil)},
		{Name: "combo", Calls: mostSearched + mostScripted + 1, Guesses: true, answer: otherwise(prior)},
	}
}

// follow searches, and then looks up once whatever the first record names: the register
// of its companies, the law firm, the court.
func (s *Scene) follow(ctx context.Context) (*log, error) {
	if s.followed != nil {
		return s.followed, nil
	}
	base, err := s.search(ctx)
	if err != nil {
		return nil, err
	}
	l := &log{turns: slices.Clone(base.turns), found: slices.Clone(base.found)}
	if len(base.found) > 0 {
		cells := slices.Clone(base.found[0].cells)
		sortBy(cells, func(c cell) float64 { return s.cue(c.column) })
		for _, c := range cells {
			for _, step := range s.steps(c) {
				if step.tool.Returns != domain.One || len(l.turns) >= len(base.turns)+mostScripted {
					continue
				}
				if _, err := s.call(ctx, l, step.tool, step.args); err != nil {
					return nil, err
				}
			}
		}
	}
	s.followed = l
	return l, nil
}

// steps returns the lookups about what a cell names, each name of several apart.
func (s *Scene) steps(c cell) (all []attempt) {
	if c.column == nil || c.column.Entity == "" || strings.Contains(c.column.Entity, ".") {
		return nil
	}
	names := []string{c.text}
	for _, sep := range c.column.Separators {
		var split []string
		for _, n := range names {
			split = append(split, strings.Split(n, sep)...)
		}
		names = split
	}
	for i := range s.env.Domain.Tools {
		t := &s.env.Domain.Tools[i]
		if t.Kind != domain.Lookup {
			continue
		}
		m := slices.IndexFunc(t.Match, func(m domain.LookupMatch) bool {
			return len(m.Inputs) == 1 && kind(s.env.Domain, t, m.Columns) == c.column.Entity
		})
		if m < 0 {
			continue
		}
		for _, n := range names {
			if n = strings.TrimSpace(n); n != "" {
				all = append(all, attempt{tool: t, args: map[string]any{t.Match[m].Inputs[0]: n}})
			}
		}
	}
	return all
}
