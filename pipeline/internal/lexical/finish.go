package lexical

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// planAnswers is the part of a plan that turns its last rows into answers.
type planAnswers struct {
	ops     []plan.Operation // operations that end in the answer; nil if columns are given
	columns []string         // one answer each, or the operands of join
	join    plan.Operation   // operation on two columns; nil for none
	form    plan.Form        // form of the single answer of ops or join
	forms   []plan.Form      // forms of the answers of columns
}

// program returns the plan as a program.
func (e *completePlan) program(d *domain.Domain) *plan.Program {
	var chain []plan.Operation
	for s := e.partial; s != nil; s = s.previous {
		chain = append(appended(s.ops), chain...)
	}
	p := new(plan.Program)
	at := ""
	add := func(op plan.Operation) {
		if at == "" {
			at = p.Add(op)
		} else {
			at = p.Add(op, at)
		}
	}
	for _, op := range append(append(chain, e.ops...), e.answers.ops...) {
		add(op)
	}
	if e.answers.columns == nil {
		p.Answers = []plan.AnswerSpec{{From: at, Form: e.answers.form}}
		return p
	}
	var ends []string
	for _, c := range e.answers.columns {
		ends = append(ends, p.Add(&plan.Project{Columns: []string{c}}, at))
	}
	if e.answers.join != nil {
		p.Answers = []plan.AnswerSpec{{From: p.Add(e.answers.join, ends...), Form: e.answers.form}}
		return p
	}
	for i, from := range ends {
		p.Answers = append(p.Answers, plan.AnswerSpec{From: from, Form: e.answers.forms[i]})
	}
	return p
}

// addComplete keeps the complete plans that ask for columns or counts of rows r.
func (w *planSearch) addComplete(s *state, r *rows) {
	keep := func(a planAnswers, row []float64) {
		score := finalScore(row)
		if w.answerKindOf(r, &a) == w.demanded {
			score += scoreKind
		}
		if w.ends.admits(score) {
			w.ends.add(score, completePlan{partial: s, ops: r.ops, answers: a})
		}
	}
	if r.set {
		w.addCount(r, keep)
	}
	table := w.domain.Table(r.tool.Table)
	for i := range table.Columns {
		c := &table.Columns[i]
		if !w.canBeAnswer(r, c) {
			continue
		}
		called := w.lexicon.terms(false, c.Called(w.language))
		row := w.reading.align(r.alignment, called)
		if c.Name == r.ranked {
			row = slices.Clone(row)
			other := w.reading.align(r.rankOnly, called)
			for i := range row {
				row[i] = max(row[i], other[i], r.alignment[i])
			}
		}
		keep(planAnswers{columns: []string{c.Name}, forms: []plan.Form{plan.FormOf(c)}}, row)
		if r.set {
			w.addAggregates(r, c, row, keep)
		} else if finalScore(row) > finalScore(r.alignment) { // the question has words for the first column
			w.addSecondColumn(r, c, row, keep)
		}
	}
}

// answerKindOf returns the kind of a plan's answer, comparable with planSearch.demanded; of
// several answers, the last.
func (w *planSearch) answerKindOf(r *rows, a *planAnswers) domain.ColumnKind {
	if a.join != nil {
		return domain.KindNumber
	}
	var column string
	if a.columns != nil {
		column = a.columns[len(a.columns)-1]
	} else {
		switch op := a.ops[len(a.ops)-1].(type) {
		case *plan.Frequent:
			column = op.Column
		case *plan.Having:
			return domain.KindText
		default:
			return domain.KindNumber
		}
	}
	switch c := w.domain.Table(r.tool.Table).Column(column); {
	case c.Kind == domain.KindDate:
		return domain.KindDate
	case c.Kind.Numeric():
		return domain.KindNumber
	}
	return domain.KindText
}

// canBeBest reports whether a plan that appends terms to an alignment can still be one of the
// best.
func (w *planSearch) canBeBest(row []float64, terms []term) bool {
	_, whole := w.reading.gain(terms)
	return w.ends.admits(finalScore(row) + whole + scoreKind)
}

// canBeAnswer reports whether a column can be an answer: not prose, returned by the tool, and not
// matched by the lookup's input.
func (w *planSearch) canBeAnswer(r *rows, c *domain.Column) bool {
	return c.Kind != domain.KindProse && (r.tool.Returns != domain.Field || c.Name == r.tool.Column) &&
		!plan.Matched(w.domain, r.tool, r.accepts, c.Name)
}

// addCount keeps the plan that counts the rows.
func (w *planSearch) addCount(r *rows, keep func(planAnswers, []float64)) {
	if !w.reading.has(cueCount) {
		return
	}
	keep(planAnswers{ops: []plan.Operation{&plan.Count{}}, form: plan.Form{Style: plan.StyleCount}},
		w.reading.align(r.alignment, w.lexicon.terms(false, cueCount)))
}

// addAggregates keeps the plans that compute one answer from the values of a column, such as a sum or
// an average.
func (w *planSearch) addAggregates(r *rows, c *domain.Column, listed []float64, keep func(planAnswers, []float64)) {
	called := c.Called(w.language)
	project := &plan.Project{Columns: []string{c.Name}}
	if c.Kind.Numeric() {
		for _, f := range []struct {
			cue string
			f   plan.Function
		}{{cueSum, plan.Sum}, {cueAverage, plan.Average}, {cueMaximum, plan.Maximum}, {cueMinimum, plan.Minimum}} {
			if w.reading.has(f.cue) {
				form := plan.Form{Style: plan.StyleNumber, Unit: c.Unit, Places: 2}
				keep(planAnswers{ops: []plan.Operation{&plan.Aggregate{Function: f.f, Column: c.Name}}, form: form},
					w.reading.align(listed, w.lexicon.terms(false, f.cue)))
			}
		}
		return
	}
	if w.reading.has(cueFrequent) {
		keep(planAnswers{ops: []plan.Operation{&plan.Frequent{Column: c.Name}}, form: plan.FormOf(c)},
			w.reading.align(r.alignment, w.lexicon.terms(false, cueFrequent, called)))
	}
	if w.reading.has(cueCount) {
		wordings := [][]term{w.lexicon.terms(false, called, cueCount), w.lexicon.terms(false, cueCount, called)}
		if w.reading.has(cueDifferent) {
			wordings = [][]term{w.lexicon.terms(false, called, cueDifferent, cueCount), w.lexicon.terms(false, cueCount, cueDifferent, called)}
		}
		keep(planAnswers{ops: []plan.Operation{project, &plan.Distinct{}}, form: plan.Form{Style: plan.StyleCount}}, w.reading.bestAlignment(r.alignment, wordings...))
	}
	w.addHaving(r, c, listed, keep)
}

// addHaving keeps the plans that ask which entities of a set have rows in another lookup.
func (w *planSearch) addHaving(r *rows, c *domain.Column, listed []float64, keep func(planAnswers, []float64)) {
	for i := range w.domain.Tools {
		t := &w.domain.Tools[i]
		if known := t.Known.In(w.language); known != "" && c.Entity != "" && slices.Contains(plan.Accepts(w.domain, t), c.Entity) {
			said := slices.Concat(w.lexicon.terms(false, known), w.lexicon.terms(true, c.Called(w.language)))
			if counts := w.lexicon.terms(false, cueCount); !w.canBeBest(listed, said) && !(w.reading.has(cueCount) && w.canBeBest(listed, append(counts, said...))) {
				continue
			}
			ops := []plan.Operation{&plan.Project{Columns: []string{c.Name}}, &plan.Having{Tool: t.Name}}
			row := w.reading.align(listed, said)
			keep(planAnswers{ops: ops, form: plan.FormOf(c)}, row)
			if w.reading.has(cueCount) {
				keep(planAnswers{ops: append(ops, &plan.Distinct{}), form: plan.Form{Style: plan.StyleCount}},
					w.reading.align(row, w.lexicon.terms(false, cueCount)))
			}
		}
	}
}

// addSecondColumn keeps the plans that ask for two columns of one row, or for a number computed from
// them.
func (w *planSearch) addSecondColumn(r *rows, c *domain.Column, row []float64, keep func(planAnswers, []float64)) {
	table := w.domain.Table(r.tool.Table)
	joined := slices.ContainsFunc([]string{cueDays, cueAdd, cueSubtract, cueMultiply, cueDivide, cueShare}, w.reading.has)
	for i := range table.Columns {
		o := &table.Columns[i]
		if o.Name == c.Name || !w.canBeAnswer(r, o) {
			continue
		}
		both := []string{c.Name, o.Name}
		second := w.lexicon.terms(false, o.Called(w.language))
		if !joined && !slices.ContainsFunc(second, func(t term) bool { return w.reading.has(t.text) }) {
			continue // the second column costs more than it gains
		}
		two := w.reading.align(row, second)
		if finalScore(two) > finalScore(row)+costColumn {
			keep(planAnswers{columns: both, forms: []plan.Form{plan.FormOf(c), plan.FormOf(o)}}, atCost(two, costColumn))
			w.addThirdColumn(r, c, o, two, keep)
		}
		if c.Kind == domain.KindDate && o.Kind == domain.KindDate && w.reading.has(cueDays) {
			keep(planAnswers{columns: both, join: &plan.Days{}, form: plan.Form{Style: plan.StyleCount}}, w.reading.align(two, w.lexicon.terms(false, cueDays)))
		}
		if c.Kind.Numeric() && o.Kind.Numeric() {
			w.addComputed(c, o, row, two, keep)
		}
	}
}

// addThirdColumn keeps the plans that ask for a third column.
func (w *planSearch) addThirdColumn(r *rows, c, o *domain.Column, two []float64, keep func(planAnswers, []float64)) {
	table := w.domain.Table(r.tool.Table)
	for i := range table.Columns {
		p := &table.Columns[i]
		if p.Name == c.Name || p.Name == o.Name || !w.canBeAnswer(r, p) {
			continue
		}
		three := w.reading.align(two, w.lexicon.terms(false, p.Called(w.language)))
		if finalScore(three) > finalScore(two)+costColumn {
			keep(planAnswers{columns: []string{c.Name, o.Name, p.Name}, forms: []plan.Form{plan.FormOf(c), plan.FormOf(o), plan.FormOf(p)}}, atCost(three, 2*costColumn))
		}
	}
}

// addComputed keeps the plans whose answer is computed from columns c and o. Alignment one has
// read the first column, alignment two both.
func (w *planSearch) addComputed(c, o *domain.Column, one, two []float64, keep func(planAnswers, []float64)) {
	for _, f := range []struct {
		cue     string
		f       plan.Function
		between bool // whether the operator's word is between the columns
	}{
		{cueAdd, plan.Add, false}, {cueSubtract, plan.Subtract, true}, {cueMultiply, plan.Multiply, false},
		{cueDivide, plan.Divide, false}, {cueShare, plan.Share, true},
	} {
		if !w.reading.has(f.cue) {
			continue
		}
		row := w.reading.align(two, w.lexicon.terms(false, f.cue))
		columns := []string{c.Name, o.Name}
		unit := c.Unit
		if f.between {
			row = w.reading.align(w.reading.align(one, w.lexicon.terms(false, f.cue)), w.lexicon.terms(false, o.Called(w.language)))
			if !w.lexicon.entityFirst { // reading order is reversed, so the second column comes first
				columns[0], columns[1] = columns[1], columns[0]
			}
		}
		switch f.f {
		case plan.Divide:
			unit = ""
		case plan.Share:
			unit = "%"
		}
		keep(planAnswers{columns: columns, join: &plan.Arithmetic{Function: f.f}, form: plan.Form{Style: plan.StyleNumber, Unit: unit, Places: 2}}, row)
	}
}
