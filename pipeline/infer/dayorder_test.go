package infer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/infer"
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

// People say in which order the days of a column are, or are told in one line why it has none.
func TestSaidDayOrder(t *testing.T) {
	for _, tt := range []struct {
		form  string
		said  infer.ColumnCorrection
		order domain.DayOrder
		fault string
	}{
		{"%[2]d/%[3]d/2022", infer.ColumnCorrection{DayOrder: domain.DayFirst}, domain.DayFirst, ""},
		{"%[2]d/%[3]d/2022", infer.ColumnCorrection{Kind: domain.KindDate, DayOrder: domain.MonthFirst}, domain.MonthFirst, ""},
		{"%[2]d/%[3]d/2022", infer.ColumnCorrection{Kind: domain.KindDate}, "", `kind date, and the month may stand first or second in texts such as "1/1/2022": want day_order as well, day-first or month-first`},
		{"%[1]d/%[2]d/2022", infer.ColumnCorrection{Kind: domain.KindDate}, domain.DayFirst, ""},
		{"%[1]d/%[2]d/2022", infer.ColumnCorrection{DayOrder: domain.MonthFirst}, "", `kind date, and not all texts such as "1/1/2022" are days with years of four digits in the order month-first: want another kind or order`},
		{"%[1]d/%[2]d/22", infer.ColumnCorrection{Kind: domain.KindDate}, "", `kind date, and not all texts such as "1/1/22" are days with years of four digits in the order day-first or month-first: want another kind or order`},
		{"day %[1]d of month %[2]d", infer.ColumnCorrection{Kind: domain.KindDate}, "", `kind date, and texts such as "day 1 of month 1" are no days: want another kind`},
		{"", infer.ColumnCorrection{Kind: domain.KindDate}, "", ""},
		{"2022-%02[2]d-%02[1]d", infer.ColumnCorrection{DayOrder: domain.DayFirst}, "", `day_order day-first, and texts such as "2022-01-01" are read as they are: want kind date alone`},
		{"%[2]d/%[3]d/2022", infer.ColumnCorrection{DayOrder: "year-first"}, "", `day_order "year-first": want day-first or month-first`},
		{"%[1]d/%[2]d/2022", infer.ColumnCorrection{DayOrder: domain.DayFirst, RefersTo: "loans"}, "", "it refers to loans, so it has no day_order"},
		{"%[1]d/%[2]d/2022", infer.ColumnCorrection{Kind: domain.KindText, DayOrder: domain.DayFirst}, "", "day_order day-first, though its kind is text: want kind date"},
	} {
		s := people("loans", []string{"loan_id", "due_date", "note"}, func(i int) []string {
			return []string{fmt.Sprintf(tt.form+"%.[4]0s", i%28+1, i%12+1, i%11+1, ""), fmt.Sprint("n", i)}
		})
		tt.said.Table, tt.said.Column = "loans", "due_date"
		d, err := infer.Infer(tablesOf([]sheet{s}), infer.Options{Name: "drafted", Corrections: infer.Corrections{Columns: []infer.ColumnCorrection{tt.said}}})
		if tt.fault != "" {
			if want := "column loans.due_date: " + tt.fault; err == nil || err.Error() != want {
				t.Errorf("%s, said %+v: %v, want %s", tt.form, tt.said, err, want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s, said %+v: %v", tt.form, tt.said, err)
			continue
		}
		i := slices.IndexFunc(d.Tables[0].Columns, func(f infer.ColumnFinding) bool { return f.Column == "due_date" })
		if c := d.Tables[0].Columns[i].Declared; c.Kind != domain.KindDate || c.DayOrder != tt.order {
			t.Errorf("%s, said %+v: kind %s in order %q, want date and %q", tt.form, tt.said, c.Kind, c.DayOrder, tt.order)
		}
	}
}
