package draft

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
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

// Cue is a piece of meaning that a question must show. It is a record.
type Cue struct {
	// Kind says what the cue shows.
	Kind CueKind
	// Any are the texts that show it, as they stand in questions that are composed; a
	// question has at least one of them, or says the same in a way that the fields
	// below allow. Letters of CueOperator and CueForm count in either case.
	Any []string
	// Senses are what words must stand for that show a CueOperator, any of them; nil
	// for one that is shown by Any alone. Of a CueNumber they are what one word beside
	// the operand must stand for, the side of a threshold; nil where it has none.
	Senses []Sense
	// Place is the place in a ranking, from 2, that a CueOperator asks for; 0 for none.
	Place int
	// Value is the operand of a CueNumber: a day, an amount in the unit of its column,
	// a year (a number without a unit), or a text.
	Value value.Value
	// Table and Phrase are what the domain declares that stands for the cue; "" for
	// cues that are no declared phrase. Other ways of saying the phrase show it, too.
	Table, Phrase string
	// Form is what a CueForm demands: a unit, places, or the layout of a day. One of its
	// fields is set.
	Form Demand
}

// Demand is one thing that is demanded of the form of an answer.
type Demand struct {
	// Unit is the unit, as the plan has it; "" for none.
	Unit string
	// Places are decimal places, 0 for a whole number; nil for none.
	Places *int
	// Style is StyleDate for the layout of a day, StyleText for the source's own way of
	// writing.
	Style plan.Style
	// Layout is the layout of a day that is not the language's own.
	Layout plan.Layout
}

// cueWords are, for each thing a rewriting must keep, the words that show it.
type cueWords struct {
	words  map[Sense][]string
	place  func(n int) []string
	dates  func(layout plan.Layout) []string
	places func(n int) []string
	unit   func(unit string) []string
	record []string // of the source's own way of writing
}

// operator is a cue that words of any of the senses show.
func (w *cueWords) operator(senses ...Sense) Cue {
	cue := Cue{Kind: CueOperator, Senses: senses}
	for _, s := range senses {
		cue.Any = append(cue.Any, w.words[s]...)
	}
	return cue
}

// cue gives every inquiry its cues: what its answers rest on, each node once.
func (c *composer) cue(all []asked) {
	seen := c.shown()
	for i := range all {
		q := &all[i]
		var entities, cues []Cue
		words := c.grammar.cueWords()
		if q.If != "" {
			cues = append(cues, words.operator(Provided))
		}
		for _, a := range q.group.answers {
			for _, n := range c.upstream(a.From) {
				if seen[n.Name] {
					continue
				}
				seen[n.Name] = true
				if s, ok := n.Do.(*plan.Start); ok {
					for _, part := range slices.Compact(slices.Clone(s.Value)) {
						entities = append(entities, Cue{Kind: CueEntity, Any: []string{part}})
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
	operator := func(senses ...Sense) []Cue { return []Cue{words.operator(senses...)} }
	switch o := n.Do.(type) {
	case *plan.Filter:
		return c.filterCues(n, o, words)
	case *plan.Superlative:
		end := words.operator(ends(c.column(n.From[0], o.Column), o.Order, false)...)
		if o.Rank == 0 {
			return []Cue{end}
		}
		if end.Senses[0] == Early {
			end.Senses = append(end.Senses, InOrder)
		}
		return []Cue{{Kind: CueOperator, Any: words.place(o.Rank), Senses: end.Senses, Place: o.Rank}}
	case *plan.Only:
		return operator(Sole, MaybeSole)
	case *plan.Frequent, *plan.Mode:
		return operator(MostOften, MaybeHigh)
	case *plan.Count:
		return operator(Counted)
	case *plan.Distinct:
		if _, ok := c.program.Node(n.From[0]).Do.(*plan.Project); ok {
			return operator(Different)
		}
		return operator(Counted)
	case *plan.Aggregate:
		return operator(aggregated[o.Function]...)
	case *plan.Arithmetic:
		return operator(computed[o.Function]...)
	case *plan.Combine:
		return operator(combined[o.Function]...)
	case *plan.Compare:
		return operator(c.comparedCue(n, o)...)
	case *plan.Days:
		return operator(DaysBetween)
	case *plan.Exists:
		return operator(Whether, Provided)
	case *plan.Having:
		has := words.operator(Has)
		tool := c.domain.Tool(o.Tool)
		has.Table, has.Phrase = tool.Table, tool.Known.In(c.lang)
		return []Cue{has}
	}
	return nil
}

// Senses of words that show a function.
var (
	aggregated = map[plan.Function][]Sense{
		plan.Sum: {Total, MaybeTotal}, plan.Average: {Mean}, plan.Minimum: {Low, MaybeLow}, plan.Maximum: {High, MaybeHigh},
	}
	computed = map[plan.Function][]Sense{
		plan.Add: {Plus, MaybePlus}, plan.Subtract: {Minus, MaybeMinus}, plan.Multiply: {Product, MaybeTimes},
		plan.Divide: {Quotient, MaybeTimes}, plan.Share: {Percentage},
	}
	combined = map[plan.Function][]Sense{plan.Union: {Either, MaybeEither}, plan.Intersection: {Both, MaybeBoth}, plan.Difference: {Without}}
)

func (c *composer) comparedCue(n *plan.Node, o *plan.Compare) []Sense {
	t := c.types[n.From[1]]
	col := &domain.Column{}
	if t.Table != "" && len(t.Columns) == 1 && !(t.Shape == plan.ShapeNumber && t.Quantity.Counts()) {
		col = c.domain.Table(t.Table).Column(t.Columns[0])
	}
	return ends(col, o.Order, true)
}

// filterCues returns the cues of a filter: what it compares with and how.
func (c *composer) filterCues(n *plan.Node, o *plan.Filter, words *cueWords) []Cue {
	col := c.column(n.From[0], o.Column)
	cond := condition{kind: col.Kind, unit: col.Unit, measure: col.Measure.In(c.lang), comparison: o.Comparison, from: o.Operand, to: o.To}
	if o.Comparison == plan.Names || o.Comparison == plan.Stated {
		phrase := c.called(n.From[0], o.Column)
		return []Cue{{Kind: CueOperator, Any: []string{phrase}, Table: c.types[n.From[0]].Table, Phrase: phrase}}
	}
	var cues []Cue
	if side := sides[o.Comparison]; side != nil {
		cues = append(cues, words.operator(side...))
	}
	operands := []string{o.Operand}
	if o.To != "" {
		operands = append(operands, o.To)
	}
	for i, operand := range operands {
		cue := Cue{Kind: CueNumber, Any: c.grammar.operand(&cond, operand), Senses: sides[o.Comparison], Value: operandOf(col, o.Comparison, operand)}
		if o.Comparison == plan.Within {
			cue.Senses = [][]Sense{{MoreThan, Between}, {LessThan, Between}}[i]
		}
		if word := col.Whole.In(c.lang); word != "" && o.Comparison == plan.Equals && operand == whole100 {
			cue.Any = append(cue.Any, word)
			cue.Table, cue.Phrase = c.types[n.From[0]].Table, word
		}
		cues = append(cues, cue)
	}
	return cues
}

// operandOf is an operand as a value.
func operandOf(col *domain.Column, how plan.Comparison, operand string) value.Value {
	var v value.Value
	ok := false
	switch {
	case how == plan.Year:
		v, ok = value.ParseNumber(operand, "")
	case how == plan.Contains:
	case how == plan.Since || how == plan.Until || how == plan.During || col.Kind == domain.KindDate:
		v, ok = value.ParseDate(operand)
	case col.Kind.Numeric():
		v, ok = value.ParseNumber(operand, col.Unit)
	}
	if !ok {
		return value.NewText(operand)
	}
	return v
}

// sides are the senses of words beside an operand. A range of days need not name its
// beginning: "in 2019 to 2020", "2019年至2020年".
var sides = map[plan.Comparison][]Sense{
	plan.Since: {Since}, plan.Until: {Until}, plan.During: {Between, Since, Until},
	plan.Above: {MoreThan}, plan.Below: {LessThan}, plan.AtLeast: {AtLeast}, plan.AtMost: {AtMost},
	plan.Within: {MoreThan, Between}, plan.Contains: {Containing},
}

// ends are the senses of words for an end, of several or of two.
func ends(col *domain.Column, order plan.Order, two bool) []Sense {
	day := col.Kind == domain.KindDate
	switch {
	case day && order == plan.Max && two:
		return []Sense{Later, Late, MaybeLate}
	case day && order == plan.Max:
		return []Sense{Late, MaybeLate}
	case day && two:
		return []Sense{Earlier, Early, MaybeEarly}
	case day:
		return []Sense{Early, MaybeEarly}
	case order == plan.Max && two:
		return []Sense{Higher, High, MaybeHigh}
	case order == plan.Max:
		return []Sense{High, MaybeHigh}
	case two:
		return []Sense{Lower, Low, MaybeLow}
	}
	return []Sense{Low, MaybeLow}
}

// formCues returns the cues of the form an answer demands; none where the draft
// says nothing about it.
func (c *composer) formCues(a *plan.Answer, words *cueWords) []Cue {
	form := func(any []string, d Demand) Cue { return Cue{Kind: CueForm, Any: any, Form: d} }
	switch {
	case c.verbatim(a):
		return []Cue{form(words.record, Demand{Style: plan.StyleText})}
	case a.Form.Style == plan.StyleDate:
		return []Cue{form(words.dates(a.Form.Layout), Demand{Style: plan.StyleDate, Layout: a.Form.Layout})}
	case a.Form.Style == plan.StyleNumber && !c.whole(a):
		places := form(words.places(a.Form.Places), Demand{Places: &a.Form.Places})
		if a.Form.Unit == "" {
			return []Cue{places}
		}
		return []Cue{form(words.unit(a.Form.Unit), Demand{Unit: a.Form.Unit}), places}
	}
	return nil
}
