package lexical

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// answerText writes what a program's answers found: each value once in the order it was
// found, with its unit; in lines, as a value may hold any punctuation.
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

// texts writes the values of one result.
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
