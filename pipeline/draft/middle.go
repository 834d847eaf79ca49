package draft

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// fewMembers is the largest number of members of an intermediate set that are keywords.
const fewMembers = 5

// middle returns the intermediate results, see [Answer].
func (c *composer) middle(t *plan.Trace, question string, keys []string) ([]string, error) {
	called, err := callingNodes(t)
	if err != nil {
		return nil, err
	}
	texts := []string{}
	for i := range c.program.Nodes {
		n := &c.program.Nodes[i]
		if t.Results[i] == nil {
			continue
		}
		found, err := c.foundTexts(n, t.Results[i], called[n.Name])
		if err != nil {
			return nil, fmt.Errorf("node %q: %w", n.Name, err)
		}
		for _, text := range found {
			if !strings.Contains(question, text) && !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	others := slices.Concat(keys, texts)
	return slices.DeleteFunc(texts, func(text string) bool {
		return isGuessable(text) || slices.ContainsFunc(keys, func(k string) bool { return strings.Contains(text, k) }) ||
			slices.ContainsFunc(others, func(o string) bool { return o != text && strings.Contains(o, text) })
	}), nil
}

// isGuessable reports whether a text can be guessed: a single character, or a single digit
// with its measure word.
func isGuessable(text string) bool {
	number := strings.TrimRightFunc(text, func(r rune) bool { return !unicode.IsDigit(r) })
	return utf8.RuneCountInString(text) < 2 || utf8.RuneCountInString(number) == 1 && utf8.RuneCountInString(text) <= 3
}

// callingNodes returns the nodes that called tools.
func callingNodes(t *plan.Trace) (map[string]bool, error) {
	steps, err := t.Steps()
	if err != nil {
		return nil, err
	}
	called := map[string]bool{}
	for i := range steps {
		if steps[i].Tool != "" {
			called[steps[i].Node] = true
		}
	}
	return called, nil
}

// foundTexts returns the texts that an agent that executed a node would know.
func (c *composer) foundTexts(n *plan.Node, r *plan.NodeResult, called bool) ([]string, error) {
	if slices.ContainsFunc(c.program.Answers, func(a plan.AnswerSpec) bool { return a.From == n.Name }) {
		return nil, nil
	}
	t := c.types[n.Name]
	switch o := n.Do.(type) {
	case *plan.Derive:
		return r.Entity, nil
	case *plan.Superlative:
		col := r.Source.Column(o.Column)
		cell := r.Source.Cell(int(r.Rows[0]), col)
		if len(cell.Values) != 1 {
			return nil, fmt.Errorf("column %q of the row chosen: want one value", o.Column)
		}
		return c.formatAll(cell.Values, &r.Source.Spec().Columns[col], plan.Form{})
	case *plan.Aggregate:
		if !called {
			return nil, nil
		}
		form := plan.FormOf(c.column(n.From[0], o.Column))
		if o.Function == plan.Average {
			form.Places = 2
		}
		return c.formatAll(r.Values, c.column(n.From[0], o.Column), form)
	case *plan.Arithmetic:
		if !called || o.Function == plan.Share {
			return nil, nil
		}
		return c.formatAll(r.Values, nil, plan.Form{Style: plan.StyleNumber, Unit: t.Unit, Places: 2})
	case *plan.Project:
		if t.Many && (t.Entity == "" || len(r.Values) > fewMembers) {
			return nil, nil
		}
		if t.Entity != "" {
			return r.Texts(), nil
		}
		if c.column(n.From[0], o.Columns[0]).Kind == domain.KindProse {
			return nil, nil
		}
		return c.formatAll(r.Values, c.column(n.From[0], o.Columns[0]), plan.Form{})
	case *plan.Frequent, *plan.Compare:
		return r.Texts(), nil
	case *plan.Combine, *plan.Having:
		if len(r.Values) <= fewMembers {
			return r.Texts(), nil
		}
	}
	return nil, nil
}

// formatAll writes values in a form; the zero form means the column's own.
func (c *composer) formatAll(values []value.Value, col *domain.Column, form plan.Form) ([]string, error) {
	measure := ""
	if col != nil {
		measure = col.Measure.In(c.lang)
		if form.Style == "" {
			form = plan.FormOf(col)
		}
		if form.Places > 0 {
			measure = ""
		}
	}
	texts := make([]string, len(values))
	for i, v := range values {
		typed, _, err := c.format(v, form, measure)
		if err != nil {
			return nil, err
		}
		texts[i] = typed.Text
	}
	return texts, nil
}
