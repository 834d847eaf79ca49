package draft

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// spellings returns what stands between the ways to write a value that a node takes; "" for nothing.
func (l *letter) spellings(t *plan.Trace, name string) string {
	of := t.Result(name).Type
	if of.Table == "" || len(of.Columns) != 1 || !slices.Contains(l.template.Points, name) {
		return ""
	}
	return l.domain.Table(of.Table).ColumnOrFact(of.Columns[0]).Spellings
}

// withSpellings returns values with the ways to write them apart.
func withSpellings(values []value.Answer, mark string) []value.Answer {
	out := slices.Clone(values)
	for i, v := range values {
		ways := strings.Split(v.Text, mark)
		for k := range ways {
			ways[k] = strings.TrimSpace(ways[k])
		}
		if out[i].Text = ways[0]; len(ways) > 1 {
			out[i].Aliases = ways[1:]
		}
	}
	return out
}

// otherTerms returns the typed points among the intermediate results that have other terms. No other term
// stands in the question or overlaps another keyword or one of its terms; no sentence of the question states
// one that is a pattern. Particulars are kept: the question tells them.
func (l *letter) otherTerms(r *ReferenceAnswer, question string) []value.Answer {
	asked, states := value.Fold(question), score.StatesPattern(question)
	type term struct{ of, text string }
	var taken []term
	for _, k := range slices.Concat(r.Keys, r.Middle) {
		taken = append(taken, term{k, value.Fold(k)})
	}
	var out []value.Answer
	for _, v := range r.MiddleValues {
		if !slices.Contains(r.Middle, v.Text) {
			continue
		}
		var aliases []string
		for _, a := range v.Aliases {
			folded := value.Fold(a)
			if score.IsParticulars(a) {
				aliases = append(aliases, a)
				continue
			}
			if score.IsPattern(a) {
				if !states(a) {
					aliases = append(aliases, a)
				}
				continue
			}
			if utf8.RuneCountInString(a) < 2 || strings.Contains(asked, folded) || slices.ContainsFunc(taken, func(t term) bool {
				return t.of != v.Text && (value.Includes(t.text, folded) || value.Includes(folded, t.text))
			}) {
				continue
			}
			aliases, taken = append(aliases, a), append(taken, term{v.Text, folded})
		}
		if aliases != nil {
			out = append(out, value.Answer{Kind: value.Text, Text: v.Text, Aliases: aliases})
		}
	}
	return out
}
