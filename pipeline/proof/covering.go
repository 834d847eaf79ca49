package proof

import (
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// cover keeps the rows whose interval covers a day. It counts days from 1970: of a row with
// both ends it asks whether the day lies between them, and of a row with one end whether that
// end excludes the day.
func (r *relational) cover(to *relation, o *plan.Covering) (plan.Reason, string) {
	in := to.from[0]
	to.table, to.single = in.table, in.single
	day := o.Day
	if len(to.from) > 1 {
		if d := to.from[1].data; len(d) != 1 || d[0].kind != value.Date {
			return plan.Unparsed, "the second input is not one day"
		}
		day = to.from[1].data[0].text
	}
	at := dayNumber(day)
	for _, row := range in.rows {
		ends, reason, detail := r.ends(in, row, o)
		switch begin, end := ends[0], ends[1]; {
		case reason != "":
			return reason, detail
		case begin != nil && end != nil:
			if *begin <= at && at < *end {
				to.rows = append(to.rows, row)
			}
		case begin == nil && end == nil, begin != nil && *begin <= at, end != nil && at < *end:
			return plan.Undated, fmt.Sprintf("row %d has no %s or no %s: it is open whether %s lies between them", row, o.Begin, o.End, day)
		}
	}
	if len(to.rows) == 0 {
		return plan.Missing, fmt.Sprintf("no row of %d covers %s", len(in.rows), day)
	}
	return "", ""
}

// ends returns the days of a row's interval, each as the number of days since 1970; nil for
// one that the row does not state.
func (r *relational) ends(in *relation, row int, o *plan.Covering) (ends [2]*int64, reason plan.Reason, detail string) {
	for i, column := range []string{o.Begin, o.End} {
		if in.table.Cell(row, in.table.Column(column)).State != value.Present {
			continue
		}
		d, reason, detail := r.scalar(in.table, row, column, value.Date)
		if reason != "" {
			return ends, reason, detail
		}
		n := dayNumber(d.text)
		ends[i] = &n
	}
	return ends, "", ""
}
