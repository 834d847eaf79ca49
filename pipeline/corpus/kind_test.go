package corpus

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

func TestByKind(t *testing.T) {
	for _, tt := range []struct {
		kind         value.Kind
		source, want string
	}{
		{value.Number, `"12.50"`, "12.5"}, {value.Number, "12.50", "12.5"}, {value.Number, `"0.0"`, "0"}, {value.Number, `"-0"`, "0"}, {value.Number, "100", "100"},
		{value.Number, `"007"`, `"007"`}, {value.Number, `"1,234.50"`, `"1,234.50"`}, {value.Number, "1e3", "1000"}, {value.Number, `"1.50e-05"`, "0.000015"}, {value.Number, "1e999999999", `"1e999999999"`}, {value.Number, "true", `"true"`},
		{value.Number, `"0.00"`, `"0.00"`}, // a mark for nothing
		{value.Text, "37", `"37"`}, {value.Text, `"37"`, `"37"`}, {value.Text, "true", `"true"`}, {value.Text, `"1.50"`, `"1.50"`}, {value.Text, "1.50", `"1.50"`},
		{value.Date, `"1996-07-04 00:00:00.000"`, `"1996-07-04"`}, {value.Date, `"1996-07-04T00:00Z"`, `"1996-07-04"`}, {value.Date, `"1996-07-04 00:00:00.50"`, `"1996-07-04 00:00:00.5"`},
		{value.Date, `"1996-07-04 14:03"`, `"1996-07-04 14:03:00"`}, {value.Date, `"1996-07-04T14:03:00.000+00:00"`, `"1996-07-04 14:03:00"`}, {value.Date, `"1996-07-04 14:03:00+01"`, `"1996-07-04 14:03:00+01"`},
		{value.Date, `"1996-07-04"`, `"1996-07-04"`}, {value.Date, "1996", `"1996"`},
		{value.Text, `"\u4e00\/"`, `"一/"`}, {value.Text, `"a\n\""`, `"a\n\""`},
		{value.Text, `""`, "null"}, {value.Number, "null", "null"}, {value.Text, "", ""},
	} {
		r := reading{kind: tt.kind, sentinels: []string{"0.00"}}
		got := string(r.byKind([]byte(tt.source)))
		if got != tt.want {
			t.Errorf("kind %v of %s = %s, want %s", tt.kind, tt.source, got, tt.want)
		}
		if again := string(r.byKind([]byte(got))); again != got {
			t.Errorf("kind %v of %s = %s, want it as it is", tt.kind, got, again)
		}
	}
}

// Days whose year stands last are read in the declared order, and stand as they are where they are none in it.
func TestDaysInDeclaredOrder(t *testing.T) {
	for _, tt := range []struct {
		order        domain.DayOrder
		source, want string
	}{
		{domain.DayFirst, `"13/06/2022"`, `"2022-06-13"`}, {domain.DayFirst, `"3.4.2022"`, `"2022-04-03"`}, {domain.DayFirst, `"03\/04\/2022"`, `"2022-04-03"`},
		{domain.MonthFirst, `"3/4/2022"`, `"2022-03-04"`}, {domain.MonthFirst, `"12-31-2022 9:05"`, `"2022-12-31 09:05:00"`}, {domain.MonthFirst, `"12/31/2022 00:00"`, `"2022-12-31"`},
		{domain.MonthFirst, `"13/06/2022"`, `"13/06/2022"`}, {domain.DayFirst, `"31/02/2022"`, `"31/02/2022"`}, {domain.DayFirst, `"13/06/22"`, `"13/06/22"`},
		{domain.DayFirst, `"2022-06-13"`, `"2022-06-13"`}, {"", `"13/06/2022"`, `"13/06/2022"`},
	} {
		r := reading{kind: value.Date, order: tt.order}
		if got := string(r.byKind([]byte(tt.source))); got != tt.want {
			t.Errorf("%s as a day in order %q = %s, want %s", tt.source, tt.order, got, tt.want)
		}
	}
}
