package infer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Days are read where one order of day and month alone fits all cells of a column.
func TestDayOrder(t *testing.T) {
	for form, want := range map[string]domain.DayOrder{
		"%[1]d/%02[2]d/2022": domain.DayFirst, "%[2]d/%[1]d/2022": domain.MonthFirst, "%02[1]d.%02[2]d.2022 10:15": domain.DayFirst,
		"%[2]d/%[3]d/2022": "", "%[1]d/%[2]d/22": "", "%[1]d/%[1]d/2022": "",
	} {
		s := people("loans", []string{"loan_id", "due_date", "note"}, func(i int) []string {
			return []string{fmt.Sprintf(form+"%.[4]0s", i%28+1, i%12+1, i%11+1, ""), fmt.Sprint("n", i)}
		})
		_, d, text := draft(t, []sheet{s})
		c := d.Tables[0].Column("due_date")
		if c.DayOrder != want || (c.Kind == domain.KindDate) != (want != "") {
			t.Errorf("days such as %s are %s in order %q, want %q", s.rows[20][1], c.Kind, c.DayOrder, want)
		}
		if asks := strings.Contains(text, "month may stand first or second"); asks != (want == "") {
			t.Errorf("days such as %s: is in doubt: %v", s.rows[20][1], asks)
		}
	}
}
