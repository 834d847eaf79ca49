// Package cue lists the parts of a question that no rewriting may lose: for every start
// entity, operand, operator and form of a program, the words that show it in a question.
package cue

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/humanize"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Category is the kind of meaning that a cue shows.
type Category string

// The closed set of categories.
const (
	Entity   Category = "entity"   // a start entity; each part of its name has a cue
	Operand  Category = "number"   // the value of a condition: a year, a day, an amount, a text
	Operator Category = "operator" // a superlative, a count, a sum, a comparison …
	Form     Category = "form"     // the unit, the decimal places or the layout of a day
)

// Cue is a piece of meaning that a question must show.
type Cue struct {
	// Category is the kind of thing that the cue shows.
	Category Category
	// Texts are wordings that show it, the draft's among them. A question must contain
	// at least one, or say the same in a way that the fields below allow. Operator and
	// Form ignore case.
	Texts []string
	// Senses are set for an Operator and an Operand. A word of one of these senses shows
	// an Operator; nil if only Texts show it. Beside an Operand such a word must stand,
	// to say on which side of the threshold values lie; nil if there is no side.
	Senses []Sense
	// Place is the place in a ranking, from 2, that an Operator asks for; 0 for none.
	Place int
	// Value, of an Operand, is a day, an amount in the unit of its column, a year (a
	// number without a unit), or a text.
	Value value.Value
	// Table and Phrase are the declared phrase that the cue stands for, and the table to
	// which it belongs; "" for cues without one. Synonyms of the phrase show the cue
	// too.
	Table, Phrase string
	// Form is the form that a cue of category Form shows.
	Form FormPart
}

// FormPart is one requirement on the form of an answer: a unit, a number of places, or a
// style with its layout. All other fields are zero.
type FormPart struct {
	// Unit is the unit in the plan's notation; "" for none.
	Unit string
	// Places is the number of decimal places, 0 for a whole number; nil for none.
	Places *int
	// Style is StyleDate for the layout of a day, and StyleText for a value as the source
	// writes it.
	Style plan.FormStyle
	// Layout, of StyleDate, is the layout; "" for the language's own.
	Layout plan.Layout
}

// Of returns the cues of a bound program in a language in which drafts can be written.
// Inquiries are those of its draft, from [draft.Inquiries]. The cues of each inquiry
// follow those of the one before: start entities first, then the other nodes in program
// order, then the form. A node that several inquiries depend on has cues only once. A
// program that asks for a text to be written has the cues of its start alone. The error
// says why the program does not fit the domain.
func Of(d *domain.Domain, p *plan.Program, lang string, inquiries []draft.Inquiry) ([]Cue, error) {
	types, err := p.Types(d)
	if err != nil {
		return nil, err
	}
	f := finder{domain: d, program: p, lang: lang, vocabulary: &english, types: map[string]plan.Type{}}
	if lang == "zh" {
		f.vocabulary = &chinese
	}
	for i, n := range p.Nodes {
		f.types[n.Name] = types[i]
	}
	if p.Template != "" {
		return entityCues(p.Entities()[0].Value), nil
	}
	return f.cues(inquiries), nil
}

// finder finds the cues of one program.
type finder struct {
	*vocabulary
	domain  *domain.Domain
	program *plan.Program
	lang    string
	types   map[string]plan.Type
}

// vocabulary holds the words of a language that show the meaning of a question.
type vocabulary struct {
	lang          string
	words         map[Sense][]string
	otherDay      string   // a second layout in which people write a day
	citing        []string // that the citations of a text are asked for
	asRecorded    []string // that a value is wanted as the source writes it
	ordinals      func(n int) []string
	dateLayouts   func(layout plan.Layout) []string
	decimalPlaces func(n int) []string
	units         func(unit string) []string
}

// operator returns a cue that words of any of the senses show.
func (v *vocabulary) operator(senses ...Sense) Cue {
	c := Cue{Category: Operator, Senses: senses}
	for _, s := range senses {
		c.Texts = append(c.Texts, v.words[s]...)
	}
	return c
}

// operandTexts returns the spellings of a comparison's operand, the draft's first.
func (v *vocabulary) operandTexts(col *domain.Column, how plan.Comparison, operand string) []string {
	switch how {
	case plan.Since, plan.Until, plan.During:
		return []string{humanize.Day(v.lang, operand), humanize.DayIn(operand, v.otherDay), operand}
	case plan.Year, plan.Contains:
		return []string{operand}
	}
	return []string{humanize.Amount(v.lang, col, operand), operand}
}

func entityCues(name []string) (cues []Cue) {
	for _, part := range slices.Compact(slices.Clone(name)) {
		cues = append(cues, Cue{Category: Entity, Texts: []string{part}})
	}
	return cues
}

func (f *finder) cues(inquiries []draft.Inquiry) (all []Cue) {
	done := f.impliedNodes(inquiries)
	for i := range inquiries {
		q := &inquiries[i]
		var entities, others []Cue
		if q.Premise != "" {
			others = append(others, f.operator(Provided))
		}
		for _, a := range q.Answers {
			for _, n := range f.upstream(a.From) {
				if done[n.Name] {
					continue
				}
				done[n.Name] = true
				if s, ok := n.Do.(*plan.Start); ok {
					entities = append(entities, entityCues(s.Value)...)
					continue
				}
				others = append(others, f.nodeCues(n)...)
			}
		}
		for _, a := range q.Answers {
			others = append(others, f.formCues(a)...)
		}
		all = append(append(all, entities...), others...)
	}
	return all
}

// impliedNodes returns the nodes that a draft does not express separately: a comparison of two
// entities states once what it compares, which covers the nodes that only its second side
// depends on, and both counts if it compares counts. A sum of which a share is asked covers
// that of the part.
func (f *finder) impliedNodes(inquiries []draft.Inquiry) map[string]bool {
	nodes := map[string]bool{}
	for i := range inquiries {
		for _, name := range inquiries[i].SharedSums {
			nodes[name] = true
		}
		for _, name := range inquiries[i].SharedMeasures {
			from := f.program.Node(name).From // first entity, its value, second entity, its value
			for _, compared := range []string{from[1], from[3]} {
				if _, ok := f.program.Node(compared).Do.(*plan.Count); ok {
					nodes[compared] = true
				}
			}
			second, first := f.upstream(from[2]), f.upstream(from[1])
			for _, m := range f.upstream(from[3]) {
				if !slices.Contains(second, m) && !slices.Contains(first, m) {
					nodes[m.Name] = true
				}
			}
		}
	}
	return nodes
}

// upstream returns the nodes that a node depends on and itself, in program order.
func (f *finder) upstream(name string) []*plan.Node {
	wanted := map[string]bool{name: true}
	var nodes []*plan.Node
	for i := len(f.program.Nodes) - 1; i >= 0; i-- {
		n := &f.program.Nodes[i]
		if !wanted[n.Name] {
			continue
		}
		nodes = append(nodes, n)
		for _, from := range n.From {
			wanted[from] = true
		}
	}
	slices.Reverse(nodes)
	return nodes
}

// column returns the declaration of a column of a node's rows.
func (f *finder) column(node, column string) *domain.Column {
	return f.domain.Table(f.types[node].Table).ColumnOrFact(column)
}

// nodeCues returns the cues of one operation.
func (f *finder) nodeCues(n *plan.Node) []Cue {
	operator := func(senses ...Sense) []Cue { return []Cue{f.operator(senses...)} }
	switch o := n.Do.(type) {
	case *plan.Filter:
		return f.filterCues(n, o)
	case *plan.Superlative:
		end := f.operator(EndSenses(f.column(n.From[0], o.Column), o.Order)...)
		if o.Rank == 0 {
			return []Cue{end}
		}
		if end.Senses[0] == Early {
			end.Senses = append(end.Senses, InOrder)
		}
		return []Cue{{Category: Operator, Texts: f.ordinals(o.Rank), Senses: end.Senses, Place: o.Rank}}
	case *plan.Only: // of a set of one row, whose words all of it ask for the same
		return nil
	case *plan.Frequent, *plan.Mode:
		return operator(MostOften, MaybeHigh)
	case *plan.Count:
		return operator(Counted)
	case *plan.Distinct:
		if _, ok := f.program.Node(n.From[0]).Do.(*plan.Project); ok {
			return operator(Different)
		}
		return operator(Counted)
	case *plan.Aggregate:
		return operator(aggregateSenses[o.Function]...)
	case *plan.Arithmetic:
		return operator(arithmeticSenses[o.Function]...)
	case *plan.Combine:
		return operator(combineSenses[o.Function]...)
	case *plan.Compare:
		return operator(f.compareSenses(n, o)...)
	case *plan.Days:
		return operator(DaysBetween)
	case *plan.Exists:
		return operator(Whether, Provided)
	case *plan.Citations:
		return []Cue{{Category: Operator, Texts: f.citing}}
	case *plan.Having:
		has := f.operator(Has)
		tool := f.domain.Tool(o.Tool)
		has.Table, has.Phrase = tool.Table, tool.Known.In(f.lang)
		return []Cue{has}
	}
	return nil
}

// Senses of the words that show a function.
var (
	aggregateSenses = map[plan.Function][]Sense{
		plan.Sum: {Total, MaybeTotal}, plan.Average: {Mean}, plan.Minimum: {Low, MaybeLow}, plan.Maximum: {High, MaybeHigh},
	}
	arithmeticSenses = map[plan.Function][]Sense{
		plan.Add: {Plus, MaybePlus}, plan.Subtract: {Minus, MaybeMinus}, plan.Multiply: {Product, MaybeTimes},
		plan.Divide: {Quotient, MaybeTimes}, plan.Share: {Percentage},
	}
	combineSenses = map[plan.Function][]Sense{plan.Union: {Either, MaybeEither}, plan.Intersection: {Both, MaybeBoth}, plan.Difference: {Without}}
)

// compareSenses returns the senses of words for the end that a comparison of two asks
// for: those for the one of two before those for the one of several.
func (f *finder) compareSenses(n *plan.Node, o *plan.Compare) []Sense {
	t := f.types[n.From[1]]
	col := &domain.Column{}
	if t.Table != "" && len(t.Columns) == 1 && !(t.Shape == plan.ShapeNumber && t.Quantity.Counts()) {
		col = f.column(n.From[1], t.Columns[0])
	}
	ends := EndSenses(col, o.Order)
	ofTwo := map[Sense]Sense{Late: Later, Early: Earlier, High: Higher, Low: Lower}[ends[0]]
	return append([]Sense{ofTwo}, ends...)
}

// Ranking returns the ranking of a node: the column ranked, the end from which places are
// counted, and the place, 0 for the first. ok is false for a node that ranks nothing.
func Ranking(n *plan.Node) (column string, order plan.Order, rank int, ok bool) {
	switch o := n.Do.(type) {
	case *plan.Superlative:
		return o.Column, o.Order, o.Rank, true
	case *plan.Aggregate:
		switch o.Function {
		case plan.Minimum:
			return o.Column, plan.Min, 0, true
		case plan.Maximum:
			return o.Column, plan.Max, 0, true
		}
	}
	return "", "", 0, false
}

// EndSenses returns the senses of words for an end of a ranking by a column: first the
// sense of words that mean it in every sentence.
func EndSenses(col *domain.Column, order plan.Order) []Sense {
	switch day := col.Kind == domain.KindDate; {
	case day && order == plan.Max:
		return []Sense{Late, MaybeLate}
	case day:
		return []Sense{Early, MaybeEarly}
	case order == plan.Max:
		return []Sense{High, MaybeHigh}
	}
	return []Sense{Low, MaybeLow}
}

// wholeShare is the operand of a condition on the whole of a share, for which a column can
// declare a word (100 % owned: 全资).
const wholeShare = "100"

// filterCues returns the cues of a filter: its comparison and its operands.
func (f *finder) filterCues(n *plan.Node, o *plan.Filter) []Cue {
	col, table := f.column(n.From[0], o.Column), f.types[n.From[0]].Table
	if o.Comparison == plan.Names || o.Comparison == plan.Stated {
		phrase := col.Called(f.lang)
		return []Cue{{Category: Operator, Texts: []string{phrase}, Table: table, Phrase: phrase}}
	}
	var cues []Cue
	if side := sideSenses[o.Comparison]; side != nil {
		cues = append(cues, f.operator(side...))
	}
	operands := []string{o.Operand}
	if o.To != "" {
		operands = append(operands, o.To)
	}
	for i, operand := range operands {
		c := Cue{Category: Operand, Texts: f.operandTexts(col, o.Comparison, operand), Senses: sideSenses[o.Comparison], Value: operandValue(col, o.Comparison, operand)}
		if o.Comparison == plan.Within {
			c.Senses = [][]Sense{{MoreThan, Between}, {LessThan, Between}}[i]
		}
		if word := col.Whole.In(f.lang); word != "" && o.Comparison == plan.Equals && operand == wholeShare {
			c.Texts = append(c.Texts, word)
			c.Table, c.Phrase = table, word
		}
		cues = append(cues, c)
	}
	return cues
}

// operandValue parses an operand. An operand of another kind than the comparison needs is a
// text.
func operandValue(col *domain.Column, how plan.Comparison, operand string) value.Value {
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

// sideSenses are the senses of words beside an operand. A range of days need not say that
// it is one: "in 2019 to 2020", "2019年至2020年".
var sideSenses = map[plan.Comparison][]Sense{
	plan.Since: {Since}, plan.Until: {Until}, plan.During: {Between, Since, Until},
	plan.Above: {MoreThan}, plan.Below: {LessThan}, plan.AtLeast: {AtLeast}, plan.AtMost: {AtMost},
	plan.Within: {MoreThan, Between}, plan.Contains: {Containing},
}

// formCues returns the cues of the demanded form; none if the draft does not state it.
func (f *finder) formCues(a *plan.AnswerSpec) []Cue {
	if !draft.StatesForm(f.domain, f.program, f.types[a.From], a) {
		return nil
	}
	form := func(texts []string, part FormPart) Cue { return Cue{Category: Form, Texts: texts, Form: part} }
	switch a.Form.Style {
	case plan.StyleText:
		return []Cue{form(f.asRecorded, FormPart{Style: plan.StyleText})}
	case plan.StyleDate:
		return []Cue{form(f.dateLayouts(a.Form.Layout), FormPart{Style: plan.StyleDate, Layout: a.Form.Layout})}
	}
	var cues []Cue
	if draft.StatesUnit(f.lang, a.Form.Unit) {
		cues = append(cues, form(f.units(a.Form.Unit), FormPart{Unit: a.Form.Unit}))
	}
	return append(cues, form(f.decimalPlaces(a.Form.Places), FormPart{Places: &a.Form.Places}))
}
