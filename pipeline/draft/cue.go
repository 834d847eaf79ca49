package draft

import (
	"slices"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/plan"
)

// CueKind says what a cue shows.
type CueKind string

// The closed set of kinds of cue.
const (
	CueEntity   CueKind = "entity"   // a start entity, one cue a part of its name
	CueNumber   CueKind = "number"   // an operand: a year, a day, an amount, a text
	CueOperator CueKind = "operator" // what is to be done: a superlative, a count, a sum, a comparison
	CueForm     CueKind = "form"     // a unit, decimal places, the layout of a day
)

// Cue is a piece of meaning that a question must show.
type Cue struct {
	// Kind says what the cue shows.
	Kind CueKind
	// Any are the texts that show it; a question has at least one of them. Latin
	// letters of CueOperator and CueForm count in either case.
	Any []string
}

// cueWords are, for each thing a rewriting must keep, the words that show it.
type cueWords struct {
	high, low    []string // by amount
	late, early  []string // by day
	place        func(n int) []string
	only         []string
	frequent     []string
	count        []string
	different    []string
	aggregates   map[plan.Function][]string // sum, average, minimum, maximum
	arithmetic   map[plan.Function][]string
	combinations map[plan.Function][]string
	comparisons  map[plan.Comparison][]string
	higher       []string // of two, by amount
	lower        []string
	later        []string // of two, by day
	earlier      []string
	days         []string
	exists       []string
	provided     []string
	having       []string
	verbatim     []string
	dates        func(layout plan.Layout) []string
	places       func(n int) []string
	unit         func(unit string) []string
}

// cue gives every inquiry its cues: what its answers rest on, each node once.
func (c *composer) cue(all []asked) {
	seen := c.shown()
	for i := range all {
		q := &all[i]
		var entities, cues []Cue
		words := c.grammar.cueWords()
		if q.If != "" {
			cues = append(cues, Cue{CueOperator, words.provided})
		}
		for _, a := range q.group.answers {
			for _, n := range c.upstream(a.From) {
				if seen[n.Name] {
					continue
				}
				seen[n.Name] = true
				if s, ok := n.Do.(*plan.Start); ok {
					for _, part := range slices.Compact(slices.Clone(s.Value)) {
						entities = append(entities, Cue{CueEntity, []string{part}})
					}
					continue
				}
				cues = append(cues, c.nodeCues(n, words)...)
			}
		}
		for _, a := range q.group.answers {
			cues = append(cues, c.formCues(a, words)...)
		}
		q.Cues = append(entities, cues...)
	}
}

// shown returns the nodes that have no words of their own: what is compared of a
// second entity, where the words for the first say it, and counts that are compared.
func (c *composer) shown() map[string]bool {
	shown := map[string]bool{}
	for i := range c.program.Nodes {
		n := &c.program.Nodes[i]
		if !c.alike[n.Name] {
			continue
		}
		for _, f := range []string{n.From[1], n.From[3]} {
			if _, ok := c.program.Node(f).Do.(*plan.Count); ok {
				shown[f] = true
			}
		}
		others := c.upstream(n.From[2])
		first := c.upstream(n.From[1])
		for _, m := range c.upstream(n.From[3]) {
			if !slices.Contains(others, m) && !slices.Contains(first, m) {
				shown[m.Name] = true
			}
		}
	}
	return shown
}

// nodeCues returns the cues of one operation.
func (c *composer) nodeCues(n *plan.Node, words *cueWords) []Cue {
	operator := func(any []string) []Cue { return []Cue{{CueOperator, any}} }
	switch o := n.Do.(type) {
	case *plan.Filter:
		return c.filterCues(n, o, words)
	case *plan.Superlative:
		cues := operator(words.superlative(c.column(n.From[0], o.Column), o.Order, false))
		if o.Rank > 0 {
			cues = operator(words.place(o.Rank))
		}
		return cues
	case *plan.Only:
		return operator(words.only)
	case *plan.Frequent:
		return operator(words.frequent)
	case *plan.Count:
		return operator(words.count)
	case *plan.Distinct:
		if _, ok := c.program.Node(n.From[0]).Do.(*plan.Project); ok {
			return operator(words.different)
		}
		return operator(words.count)
	case *plan.Aggregate:
		return operator(words.aggregates[o.Function])
	case *plan.Arithmetic:
		return operator(words.arithmetic[o.Function])
	case *plan.Combine:
		return operator(words.combinations[o.Function])
	case *plan.Compare:
		return operator(c.comparedCue(n, o, words))
	case *plan.Days:
		return operator(words.days)
	case *plan.Exists:
		return operator(words.exists)
	case *plan.Having:
		return operator(words.having)
	}
	return nil
}

func (c *composer) comparedCue(n *plan.Node, o *plan.Compare, words *cueWords) []string {
	t := c.types[n.From[1]]
	col := &domain.Column{}
	if t.Table != "" && len(t.Columns) == 1 && !(t.Shape == plan.ShapeNumber && t.Quantity.Counts()) {
		col = c.domain.Table(t.Table).Column(t.Columns[0])
	}
	return words.superlative(col, o.Order, true)
}

// filterCues returns the cues of a filter: what it compares with and how.
func (c *composer) filterCues(n *plan.Node, o *plan.Filter, words *cueWords) []Cue {
	col := c.column(n.From[0], o.Column)
	cond := condition{kind: col.Kind, unit: col.Unit, measure: col.Measure.In(c.lang), comparison: o.Comparison, from: o.Operand, to: o.To}
	if o.Comparison == plan.Names {
		return []Cue{{CueOperator, []string{c.called(n.From[0], o.Column)}}}
	}
	var cues []Cue
	if any := words.comparisons[o.Comparison]; any != nil {
		cues = append(cues, Cue{CueOperator, any})
	}
	operands := []string{o.Operand}
	if o.To != "" {
		operands = append(operands, o.To)
	}
	for _, operand := range operands {
		any := c.grammar.operand(&cond, operand)
		if word := col.Whole.In(c.lang); word != "" && o.Comparison == plan.Equals && operand == whole100 {
			any = append(any, word)
		}
		cues = append(cues, Cue{CueNumber, any})
	}
	return cues
}

// superlative is the word for an end, of several or of two.
func (w *cueWords) superlative(col *domain.Column, order plan.Order, two bool) []string {
	late, early, high, low := w.late, w.early, w.high, w.low
	if two {
		late, early, high, low = w.later, w.earlier, w.higher, w.lower
	}
	day := col.Kind == domain.KindDate
	switch {
	case day && order == plan.Max:
		return late
	case day:
		return early
	case order == plan.Max:
		return high
	}
	return low
}

// formCues returns the cues of the form an answer demands; none where the draft
// says nothing about it.
func (c *composer) formCues(a *plan.Answer, words *cueWords) []Cue {
	var cues []Cue
	form := func(any []string) { cues = append(cues, Cue{CueForm, any}) }
	switch {
	case c.verbatim(a):
		form(words.verbatim)
	case a.Form.Style == plan.StyleDate:
		form(words.dates(a.Form.Layout))
	case a.Form.Style == plan.StyleNumber && !c.whole(a):
		if a.Form.Unit != "" {
			form(words.unit(a.Form.Unit))
		}
		form(words.places(a.Form.Places))
	}
	return cues
}
