package infer

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Corrections are what people say about a draft. They go into a draft as evidence that no other
// outweighs: a domain is drafted again with them, so that lookups, labels and phrases fit. The zero
// value corrects nothing.
type Corrections struct {
	Tables  []TableCorrection  `json:"tables,omitempty"`
	Columns []ColumnCorrection `json:"columns,omitempty"`
}

// A TableCorrection says what is decided about a table. Zero fields leave the decision to the draft.
type TableCorrection struct {
	Table    string   `json:"table"`
	LeaveOut bool     `json:"leave_out,omitempty"` // the domain does not declare the table
	Key      []string `json:"key,omitempty"`       // the columns that name a row
	Names    string   `json:"names,omitempty"`     // the column that says what a row is called; [None] for none
	Accepted bool     `json:"accepted,omitempty"`  // the decisions hold, and their doubts are settled
}

// None, as the column of names, the unit or the table that is referred to, stands for there being none.
const None = "-"

// A ColumnCorrection says what is decided about a column. Zero fields leave the decision to the
// draft. One that gives a kind names no entity.
type ColumnCorrection struct {
	Table    string             `json:"table"`
	Column   string             `json:"column"`
	LeaveOut bool               `json:"leave_out,omitempty"` // the domain does not declare the column
	Kind     domain.ColumnKind  `json:"kind,omitempty"`
	Sense    domain.ColumnSense `json:"sense,omitempty"`
	Unit     string             `json:"unit,omitempty"`
	Asked    domain.Frequency   `json:"asked,omitempty"`
	// DayOrder makes the column one of days and says whether the day or the month stands first in them.
	DayOrder domain.DayOrder `json:"day_order,omitempty"`
	// RefersTo is the table whose keys the column holds; [None] if its values are those of no
	// other column.
	RefersTo string `json:"refers_to,omitempty"`
	Accepted bool   `json:"accepted,omitempty"` // the decision holds, and its doubts are settled
}

// Kinds and Senses are what a correction can say, in the order in which people are shown them.
var (
	kinds  = []domain.ColumnKind{domain.KindText, domain.KindProse, domain.KindDate, domain.KindNumber, domain.KindCount, domain.KindMoney, domain.KindRatio, domain.KindRank}
	senses = []domain.ColumnSense{domain.Label, domain.Identifier, domain.Stock, domain.Flow, domain.Price, domain.Measurement, domain.Share}
)

// Kinds returns the kinds that a correction can give, in the order in which people are shown them.
func Kinds() []domain.ColumnKind { return slices.Clone(kinds) }

// Senses returns the senses that a correction can give, in the order in which people are shown them.
func Senses() []domain.ColumnSense { return slices.Clone(senses) }

// apply gives each table and column its correction. It fails if a correction fits no table or column,
// or cannot be.
func (c *Corrections) apply(tables []*tableProfile) error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	byName := map[string]*tableProfile{}
	for _, t := range tables {
		byName[t.table.Name] = t
	}
	for _, said := range c.Tables {
		t := byName[said.Table]
		if t == nil {
			fault("table %q: there is none of this name", said.Table)
			continue
		}
		t.said = said
		var key []*profile
		for _, name := range said.Key {
			if p := t.column(name); p == nil {
				fault("table %s: key %q: it has no such column", said.Table, name)
			} else {
				key = append(key, p)
			}
		}
		if len(key) > 0 && len(key) == len(said.Key) && !t.isKey(key) {
			fault("table %s: key %s: rows share it, or have none: want columns that name each row", said.Table, strings.Join(said.Key, ", "))
		}
		if said.Names != "" && said.Names != None && t.column(said.Names) == nil {
			fault("table %s: names %q: it has no such column", said.Table, said.Names)
		}
	}
	for _, said := range c.Columns {
		t := byName[said.Table]
		if t == nil || t.column(said.Column) == nil {
			fault("column %s.%s: there is none of this name", said.Table, said.Column)
			continue
		}
		p := t.column(said.Column)
		p.said = said
		switch {
		case said.Kind != "" && !slices.Contains(kinds, said.Kind):
			fault("column %s.%s: kind %q: want one of %v", said.Table, said.Column, said.Kind, kinds)
		case said.Sense != "" && !slices.Contains(senses, said.Sense):
			fault("column %s.%s: sense %q: want one of %v", said.Table, said.Column, said.Sense, senses)
		case !slices.Contains([]domain.Frequency{"", domain.Never, domain.Seldom, domain.Often}, said.Asked):
			fault("column %s.%s: asked %q: want never, seldom or often", said.Table, said.Column, said.Asked)
		case said.RefersTo != "" && said.RefersTo != None && byName[said.RefersTo] == nil:
			fault("column %s.%s: refers to %q: there is no table of this name", said.Table, said.Column, said.RefersTo)
		case said.RefersTo != "" && said.RefersTo != None && said.Kind != "":
			fault("column %s.%s: it refers to %s, so it has no kind of its own", said.Table, said.Column, said.RefersTo)
		case !slices.Contains([]domain.DayOrder{"", domain.DayFirst, domain.MonthFirst}, said.DayOrder):
			fault("column %s.%s: day_order %q: want day-first or month-first", said.Table, said.Column, said.DayOrder)
		case said.RefersTo != "" && said.RefersTo != None && said.DayOrder != "":
			fault("column %s.%s: it refers to %s, so it has no day_order", said.Table, said.Column, said.RefersTo)
		case said.DayOrder != "" && said.Kind != "" && said.Kind != domain.KindDate:
			fault("column %s.%s: day_order %s, though its kind is %s: want kind date", said.Table, said.Column, said.DayOrder, said.Kind)
		case said.Kind == domain.KindDate || said.DayOrder != "":
			if why := p.refusesDays(said.DayOrder); why != "" {
				fault("column %s.%s: %s", said.Table, said.Column, why)
			}
		case said.LeaveOut && (slices.Contains(t.said.Key, said.Column) || p.isPartOf(t.column(t.said.Names))):
			fault("column %s.%s: left out, though the rows are named by it", said.Table, said.Column)
		case len([]rune(said.Unit)) > 30 || inert(said.Unit) != said.Unit:
			fault("column %s.%s: unit %.40q: want a short word", said.Table, said.Column, said.Unit)
		}
	}
	for _, t := range tables {
		if t.losesKey() {
			fault("table %s: a column that names its rows is left out, and no other does: want it kept, or the table left out", t.table.Name)
		}
	}
	return errors.Join(faults...)
}

// refusesDays returns why the texts of a column cannot be read as days in an order of day and month, "" for
// none said; "" if they can.
func (p *profile) refusesDays(order domain.DayOrder) string {
	fits := p.dayOrders()
	switch {
	case len(p.sample) == 0, order == "" && (p.all(p.days+p.moments) || p.days+p.moments > 0 && !p.isWrittenDay()):
		return ""
	case p.all(p.days + p.moments):
		return fmt.Sprintf("day_order %s, and texts such as %q are read as they are: want kind date alone", order, p.sample[0])
	case !p.isWrittenDay():
		return fmt.Sprintf("kind date, and texts such as %q are no days: want another kind", p.sample[0])
	case order == "" && len(fits) == 2:
		return fmt.Sprintf("kind date, and the month may stand first or second in texts such as %q: want day_order as well, day-first or month-first", p.sample[0])
	case order == "" && len(fits) == 0, order != "" && !slices.Contains(fits, order):
		return fmt.Sprintf("kind date, and not all texts such as %q are days with years of four digits in the order %s: want another kind or order", p.sample[0], cmp.Or(string(order), "day-first or month-first"))
	}
	return ""
}

// losesKey reports whether only columns that are left out name the rows of a table that has some.
func (t *tableProfile) losesKey() bool {
	isLeftOut := func(p *profile) bool { return p.said.LeaveOut }
	if t.table.Rows == 0 || t.said.LeaveOut || t.said.Key != nil || !slices.ContainsFunc(t.columns, isLeftOut) {
		return false
	}
	kept, whole := *t, *t
	if kept.findKey(); kept.key != nil {
		return false
	}
	whole.columns = nil
	for _, p := range t.columns {
		all := *p
		all.said.LeaveOut = false
		whole.columns = append(whole.columns, &all)
	}
	whole.findKey()
	return whole.key != nil
}

// isKey reports whether each row has texts of its own in columns, and none is empty.
func (t *tableProfile) isKey(columns []*profile) bool {
	for _, c := range columns {
		if c.empty > 0 {
			return false
		}
	}
	return t.areUnique(columns...)
}

// saidTitle returns the column that people say rows are called by. It is not ok if they say nothing.
func (t *tableProfile) saidTitle() (title *profile, ok bool) {
	if t.said.Names == "" {
		return nil, false
	}
	return t.column(t.said.Names), true
}

// isTold reports whether people say that the values of a column are not those of another one.
func (p *profile) isTold() bool {
	return p.said.RefersTo == None || p.said.Kind != "" || p.said.DayOrder != "" || p.said.LeaveOut
}

// saidJoin returns the column that people say a column refers to; nil if they name none.
func (p *profile) saidJoin(tables []*tableProfile) *profile {
	if p.said.RefersTo == "" || p.said.RefersTo == None {
		return nil
	}
	for _, t := range tables {
		if t.table.Name != p.said.RefersTo {
			continue
		}
		if t.title != nil && t.title.isDistinct() && p.inCommon(t.title) > 0 && (len(t.key) != 1 || p.inCommon(t.key[0]) == 0) {
			return t.title
		}
		if len(t.key) == 1 {
			return t.key[0]
		}
	}
	return nil
}

// isLeftOut reports whether people leave out a column, or one of its parts.
func (p *profile) isLeftOut() bool {
	return p.said.LeaveOut || slices.ContainsFunc(p.parts, (*profile).isLeftOut)
}

// isPartOf reports whether a column is another, which may be nil, or one of its parts.
func (p *profile) isPartOf(whole *profile) bool {
	return p == whole || whole != nil && slices.Contains(whole.parts, p)
}

// inCommon returns how many texts of the sample another column has.
func (p *profile) inCommon(q *profile) (n int) {
	for _, text := range p.sample {
		if q.counts[text] > 0 {
			n++
		}
	}
	return n
}

// correct puts what people say about a column in place of what its values say.
func (p *profile) correct() {
	c, f := &p.spec, &p.finding
	said := func(what string) { f.Evidence = append(f.Evidence, what+" by correction") }
	if k := p.said.Kind; k != "" && k != c.Kind {
		*c = domain.Column{Kind: k, Sentinels: c.Sentinels}
		said("kind " + string(k))
	}
	if o := p.said.DayOrder; o != "" || c.Kind == domain.KindDate && p.isWrittenDay() {
		*c = domain.Column{Name: c.Name, Kind: domain.KindDate, Sentinels: c.Sentinels, DayOrder: cmp.Or(o, p.dayOrder())}
	}
	if o := p.said.DayOrder; o != "" {
		said("order " + string(o))
	}
	if s := p.said.Sense; s != "" {
		c.Sense = s
		said("sense " + string(s))
	}
	if u := p.said.Unit; u != "" {
		if c.Unit = u; u == None {
			c.Unit = ""
		}
		said("unit " + u)
	}
	if a := p.said.Asked; a != "" {
		c.Asked = a
		said("asked " + string(a))
	}
	if p.said.Kind != "" || p.said.DayOrder != "" || p.said.Unit != "" || p.said.Sense != "" || p.said.Accepted {
		f.Confidence, f.Doubts = 1, nil
	}
}
