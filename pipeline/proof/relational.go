package proof

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"time"

	"taskgrove/pipeline/corpus"
	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/plan"
	"taskgrove/pipeline/value"
)

// relational works programs out by set operations over whole tables: a lookup is
// a hash join of the entity asked about with every row, an operator a pass over a
// set of rows. It calls no tool and uses no index. It is safe for concurrent use.
type relational struct {
	domain   *domain.Domain
	corpus   *corpus.Corpus
	patterns map[string]*regexp.Regexp // by derivation
}

func newRelational(d *domain.Domain, c *corpus.Corpus) *relational {
	r := &relational{domain: d, corpus: c, patterns: map[string]*regexp.Regexp{}}
	for _, v := range d.Derivations {
		if v.Pattern != "" {
			r.patterns[v.Name] = regexp.MustCompile(v.Pattern)
		}
	}
	return r
}

// evaluation is a program worked out.
type evaluation struct {
	relations []*relation // one per node, in node order; up to where it ended
	reason    plan.Reason // why the data has no valid result; "" where it has one
	detail    string      // what was found there, for people
}

// relation is the result of one node.
type relation struct {
	node *plan.Node
	from []*relation

	entity string   // the entity type that name names, or ""
	name   []string // one string a part

	table  *corpus.Table
	rows   []int // in file order
	found  []int // of a call: every row that matches; rows are all of them or the first
	single bool  // rows are one row by what the node means

	data []datum // values and computed numbers
}

// datum is one value of a result.
type datum struct {
	kind   value.Kind
	text   string
	number *big.Rat // for kind Number
	unit   string
}

// evaluate works a bound program out. The program must have passed
// [plan.Program.Types].
func (r *relational) evaluate(p *plan.Program) *evaluation {
	e := &evaluation{}
	by := map[string]*relation{}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		to := &relation{node: n}
		for _, f := range n.From {
			to.from = append(to.from, by[f])
		}
		if e.reason, e.detail = r.derive(to); e.reason != "" {
			e.detail = n.Name + " (" + n.Do.Kind() + "): " + e.detail
			return e
		}
		by[n.Name] = to
		e.relations = append(e.relations, to)
	}
	return e
}

// of returns the relation of the named node, or nil.
func (e *evaluation) of(name string) *relation {
	i := slices.IndexFunc(e.relations, func(r *relation) bool { return r.node.Name == name })
	if i < 0 {
		return nil
	}
	return e.relations[i]
}

// derive works one node out from what it reads.
func (r *relational) derive(to *relation) (plan.Reason, string) {
	switch o := to.node.Do.(type) {
	case *plan.Start:
		to.entity, to.name = o.Entity, o.Value
		return "", ""
	case *plan.Derive:
		return r.pattern(to, r.domain.Derivation(o.Derivation))
	case *plan.Call:
		return r.lookup(to, r.domain.Tool(o.Tool))
	}
	in := to.from[0]
	to.table, to.single = in.table, in.single
	switch o := to.node.Do.(type) {
	case *plan.Filter:
		return r.restrict(to, o)
	case *plan.Superlative:
		return r.extreme(to, o)
	case *plan.Only:
		to.rows, to.single = in.rows, true
		if len(in.rows) != 1 {
			return plan.Several, fmt.Sprintf("%d rows: want exactly one", len(in.rows))
		}
	case *plan.Project:
		return r.project(to, o.Columns)
	case *plan.Count:
		to.data = []datum{{kind: value.Number, number: big.NewRat(int64(len(in.rows)), 1)}}
	case *plan.Aggregate:
		return r.total(to, o.Column)
	default:
		panic("proof: no relational form of operation " + to.node.Do.Kind())
	}
	return "", ""
}

func (r *relational) pattern(to *relation, d *domain.Derivation) (plan.Reason, string) {
	m := r.patterns[d.Name].FindStringSubmatch(to.from[0].name[0])
	if len(m) < 2 || m[1] == "" {
		return plan.Underived, fmt.Sprintf("%q does not have the form of %s", to.from[0].name[0], d.Name)
	}
	to.entity, to.name = d.To, m[1:2]
	return "", ""
}

// restrict keeps the rows of a year.
func (r *relational) restrict(to *relation, o *plan.Filter) (plan.Reason, string) {
	in := to.from[0]
	for _, row := range in.rows {
		d, reason, detail := r.scalar(in.table, row, o.Column, value.Date)
		if reason != "" {
			return reason, detail
		}
		day, err := time.Parse(value.DateISO, d.text)
		if err != nil {
			return plan.Unparsed, err.Error()
		}
		if fmt.Sprintf("%04d", day.Year()) == o.Operand {
			to.rows = append(to.rows, row)
		}
	}
	if len(to.rows) == 0 {
		return plan.Missing, "no row of the year " + o.Operand
	}
	return "", ""
}

// extreme keeps the row at one end of a ranking.
func (r *relational) extreme(to *relation, o *plan.Superlative) (plan.Reason, string) {
	in := to.from[0]
	kind := value.Date
	if k := in.table.Spec().Column(o.Column).Kind; k != domain.KindDate {
		kind = value.Number
	}
	type ranked struct {
		row int
		datum
	}
	all := make([]ranked, len(in.rows))
	for i, row := range in.rows {
		d, reason, detail := r.scalar(in.table, row, o.Column, kind)
		if reason != "" {
			return reason, detail
		}
		all[i] = ranked{row, d}
	}
	slices.SortStableFunc(all, func(a, b ranked) int {
		if o.Order == plan.Max {
			a, b = b, a
		}
		return a.compare(b.datum)
	})
	if len(all) > 1 && all[0].compare(all[1].datum) == 0 {
		return plan.Tie, fmt.Sprintf("rows %d and %d share %s in %s", all[0].row, all[1].row, all[0].text, o.Column)
	}
	to.rows, to.single = []int{all[0].row}, true
	return "", ""
}

// compare orders two numbers or two days.
func (d datum) compare(e datum) int {
	if d.kind == value.Number {
		return d.number.Cmp(e.number)
	}
	switch {
	case d.text < e.text:
		return -1
	case d.text > e.text:
		return 1
	}
	return 0
}

// total adds a column up.
func (r *relational) total(to *relation, column string) (plan.Reason, string) {
	in := to.from[0]
	sum := datum{kind: value.Number, number: new(big.Rat)}
	for _, row := range in.rows {
		d, reason, detail := r.scalar(in.table, row, column, value.Number)
		if reason != "" {
			return reason, detail
		}
		sum.number.Add(sum.number, d.number)
		sum.unit = d.unit
	}
	to.data = []datum{sum}
	return "", ""
}

// project takes the values of columns, row by row.
func (r *relational) project(to *relation, columns []string) (plan.Reason, string) {
	in := to.from[0]
	spec := in.table.Spec()
	entity, part := entityOf(spec.Column(columns[0]))
	if part != "" && len(columns) == 1 {
		entity = ""
	}
	names := entity != "" && in.single
	for _, row := range in.rows {
		for _, name := range columns {
			data, reason, detail := r.cell(in.table, row, name)
			if reason != "" {
				return reason, detail
			}
			if names && len(data) != 1 {
				return plan.Several, fmt.Sprintf("row %d names %d in %s: want one", row, len(data), name)
			}
			for _, d := range data {
				if d.kind == value.Text && value.Masked(d.text, r.domain.Masks) {
					return plan.Masked, fmt.Sprintf("%q in %s is masked", d.text, name)
				}
				if d.kind != kindOf(spec.Column(name)) {
					return plan.Unparsed, fmt.Sprintf("%q in %s is no %s", d.text, name, kindOf(spec.Column(name)))
				}
				if names {
					to.name = append(to.name, d.text)
				}
			}
			to.data = append(to.data, data...)
		}
	}
	to.rows = in.rows
	if names {
		to.entity = entity
	}
	return "", ""
}

// scalar returns the one value of a kind that a cell must hold.
func (r *relational) scalar(t *corpus.Table, row int, column string, kind value.Kind) (datum, plan.Reason, string) {
	data, reason, detail := r.cell(t, row, column)
	switch {
	case reason != "":
		return datum{}, reason, detail
	case len(data) != 1:
		return datum{}, plan.Several, fmt.Sprintf("row %d holds %d values in %s: want one", row, len(data), column)
	case data[0].kind != kind:
		return datum{}, plan.Unparsed, fmt.Sprintf("%q in %s is no %s", data[0].text, column, kind)
	}
	return data[0], "", ""
}

// cell returns the values of a cell, which must have some.
func (r *relational) cell(t *corpus.Table, row int, column string) ([]datum, plan.Reason, string) {
	c := t.Cell(row, t.Column(column))
	reason := map[value.State]plan.Reason{
		value.Unobserved: plan.Unobserved, value.Empty: plan.Blank, value.Sentinel: plan.Sentinel,
	}[c.State]
	if reason != "" {
		return nil, reason, fmt.Sprintf("row %d has no value in %s", row, column)
	}
	data := make([]datum, len(c.Values))
	for i, v := range c.Values {
		data[i] = datum{kind: v.Kind, text: v.Text, unit: v.Unit}
		if v.Kind == value.Number {
			n, ok := new(big.Rat).SetString(v.Text)
			if !ok {
				return nil, plan.Unparsed, fmt.Sprintf("%q in %s is no number", v.Text, column)
			}
			data[i].number = n
		}
	}
	return data, "", ""
}

// kindOf returns the kind of value a column promises.
func kindOf(c *domain.Column) value.Kind {
	switch c.Kind {
	case domain.KindDate:
		return value.Date
	case domain.KindNumber, domain.KindMoney, domain.KindRatio, domain.KindCount:
		return value.Number
	}
	return value.Text
}
