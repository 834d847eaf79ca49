package plan

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// The ends of intervals: the first day belongs to a row, the day in the other column does
// not, and a missing end decides nothing unless the other end does.
func TestCovered(t *testing.T) {
	for _, c := range []struct {
		begin, end, day string
		covers          bool
		reason          Reason
	}{
		{"2010-10-01", "2024-05-01", "2010-10-01", true, ""},
		{"2010-10-01", "2024-05-01", "2010-09-30", false, ""},
		{"2010-10-01", "2024-05-01", "2024-04-30", true, ""},
		{"2010-10-01", "2024-05-01", "2024-05-01", false, ""},
		{"2010-10-01", "", "2009-01-01", false, ""},
		{"2010-10-01", "", "2010-10-01", false, Undated},
		{"", "2024-05-01", "2024-05-01", false, ""},
		{"", "2024-05-01", "2024-04-30", false, Undated},
		{"", "", "2020-01-01", false, Undated},
	} {
		covers, reason := covers(c.begin, c.end, c.day)
		if covers != c.covers || reason != c.reason {
			t.Errorf("%s to %s on %s: %v, %q, want %v, %q", c.begin, c.end, c.day, covers, reason, c.covers, c.reason)
		}
	}
}

// A covering reads a set of rows with two columns of days, and one day.
func TestCoveringTypes(t *testing.T) {
	d := &domain.Domain{Tables: []domain.Table{{Name: "Version", Columns: []domain.Column{
		{Name: "first", Kind: domain.KindDate}, {Name: "next", Kind: domain.KindDate}, {Name: "title", Kind: domain.KindText},
	}}}}
	rows := Type{Shape: ShapeRows, Table: "Version", Columns: []string{"first", "next", "title"}, Many: true}
	one := rows
	one.Many = false
	day := Type{Shape: ShapeValues, Table: "Version", Columns: []string{"first"}}
	days := day
	days.Many = true
	for _, c := range []struct {
		op Covering
		in []Type
		ok bool
	}{
		{Covering{"first", "next", "2020-01-01"}, []Type{rows}, true},
		{Covering{"first", "next", ""}, []Type{rows, day}, true},
		{Covering{"first", "next", ""}, []Type{rows}, false},
		{Covering{"first", "next", "2020-1-1"}, []Type{rows}, false},
		{Covering{"first", "next", "2020-01-01"}, []Type{rows, day}, false},
		{Covering{"first", "next", ""}, []Type{rows, days}, false},
		{Covering{"first", "next", ""}, []Type{rows, rows}, false},
		{Covering{"first", "title", "2020-01-01"}, []Type{rows}, false},
		{Covering{"first", "nothing", "2020-01-01"}, []Type{rows}, false},
		{Covering{"first", "next", "2020-01-01"}, []Type{one}, false},
		{Covering{"first", "next", "2020-01-01"}, nil, false},
	} {
		got, err := c.op.check(d, c.in)
		if (err == nil) != c.ok {
			t.Errorf("%+v of %d inputs: %v, want ok %v", c.op, len(c.in), err, c.ok)
		}
		if c.ok && (got.Shape != ShapeRows || !got.Many) {
			t.Errorf("%+v gives %+v, want a set of rows", c.op, got)
		}
	}
}
