package lexical

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// answerText writes the values that a program's answers found, one per line because a value may
// contain any punctuation: each once, in order, with its unit.
func answerText(t *plan.Trace, language string) string {
	var lines []string
	seen := map[string]bool{}
	for _, a := range t.Program.Answers {
		r := t.Result(a.From)
		for _, text := range texts(r, language) {
			if text != "" && !seen[text] {
				seen[text] = true
				lines = append(lines, text)
			}
		}
	}
	return strings.Join(lines, "\n")
}

// texts returns the values of one result as text, with units.
func texts(r *plan.NodeResult, language string) (lines []string) {
	for _, v := range r.Values {
		if v.Unit != "" && language != "zh" {
			v.Unit = " " + v.Unit
		}
		lines = append(lines, v.String())
	}
	if r.Values == nil {
		lines = r.Entity
	}
	return lines
}
