package plan

import (
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Covering keeps the rows whose interval covers a day: the day in Begin is that day or an
// earlier one, and the day in End is a later one, as the first day after the interval. Rows
// that end before the day or begin after it are left out. If a row states only one of its
// ends, and that end does not leave it out, the result is [Undated]: a missing end says that
// nobody knows it, not that there is none.
type Covering struct {
	// Begin and End are the columns of days.
	Begin string `json:"begin"`
	End   string `json:"end"`
	// Day is the ISO day; "" if the second input gives it.
	Day string `json:"day,omitempty"`
}

// Kind implements [Operation].
func (*Covering) Kind() string { return "covering" }

func (o *Covering) columns() []string { return []string{o.Begin, o.End} }
func (*Covering) searches()           {}

func (*Covering) idle(in []Outcome, out Outcome) string {
	return saying(out.Size() == in[0].Size(), "it keeps every row")
}

func (o *Covering) check(d *domain.Domain, in []Type) (Type, error) {
	if len(in) != 1 && len(in) != 2 {
		return Type{}, fmt.Errorf("%d inputs: want a set of rows, and a day unless the operation has one", len(in))
	}
	var t Type
	for _, name := range o.columns() {
		rows, c, err := setColumn(d, in[:1], name)
		if err != nil {
			return Type{}, err
		}
		if c.Kind != domain.KindDate {
			return Type{}, fmt.Errorf("column %q: want a column of days", name)
		}
		t = rows
	}
	if len(in) == 1 {
		if v, ok := value.ParseDate(o.Day); !ok || v.Text != o.Day {
			return Type{}, fmt.Errorf("day %q: want an ISO day, or a day as second input", o.Day)
		}
		return t, nil
	}
	day := in[1]
	if o.Day != "" || day.Shape != ShapeValues || day.Many || len(day.Columns) != 1 || d.Table(day.Table).ColumnOrFact(day.Columns[0]).Kind != domain.KindDate {
		return Type{}, fmt.Errorf("day %q and a second input: want one day as second input, and none in the operation", o.Day)
	}
	return t, nil
}

func (o *Covering) run(_ *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	rows, day := in[0], o.Day
	if len(in) == 2 {
		v := in[1].Values
		if len(v) != 1 || v[0].Kind != value.Date {
			return nil, Unparsed, nil
		}
		day = v[0].Text
	}
	if len(rows.Rows) == 0 {
		return nil, Missing, nil
	}
	begin, end := rows.Source.Column(o.Begin), rows.Source.Column(o.End)
	out := &NodeResult{Source: rows.Source}
	for _, row := range rows.Rows {
		inside, reason := covered(rows.Source, int(row), begin, end, day)
		if reason != "" {
			return nil, reason, nil
		}
		if inside {
			out.Rows = append(out.Rows, row)
		}
	}
	if len(out.Rows) == 0 {
		return nil, Missing, nil
	}
	return out, "", nil
}

// covered reports whether the interval of a row covers a day.
func covered(t *corpus.Table, row, begin, end int, day string) (bool, Reason) {
	first, reason := dayIn(t, row, begin)
	if reason != "" {
		return false, reason
	}
	next, reason := dayIn(t, row, end)
	if reason != "" {
		return false, reason
	}
	return covers(first, next, day)
}

// covers reports whether an interval covers an ISO day, given its first day and the first day
// after it; "" for one that nobody knows.
func covers(first, next, day string) (bool, Reason) {
	switch {
	case first > day && first != "", next <= day && next != "":
		return false, ""
	case first == "", next == "":
		return false, Undated
	}
	return true, ""
}

// dayIn returns the day in a cell, "" if it states none.
func dayIn(t *corpus.Table, row, column int) (string, Reason) {
	cell := t.Cell(row, column)
	switch {
	case cell.State != value.Present:
		return "", ""
	case len(cell.Values) != 1:
		return "", Several
	case cell.Values[0].Kind != value.Date:
		return "", Unparsed
	}
	return cell.Values[0].Text, ""
}
