package society

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
)

// The calendar knows the holidays of the notices, and what they move.
func TestCalendar(t *testing.T) {
	c := NewCalendar()
	for _, day := range []struct {
		year, month, day int
		open, holiday    bool
	}{
		{2019, 10, 1, false, true}, {2019, 10, 6, false, true}, {2019, 9, 29, true, false}, {2019, 10, 12, true, false}, {2019, 10, 13, false, false},
		{2020, 1, 25, false, true}, {2020, 1, 31, false, true}, {2020, 2, 3, true, false}, {2020, 6, 28, true, false}, {2018, 2, 16, false, true},
		{1998, 1, 28, false, true}, {1998, 10, 1, false, true}, {2003, 5, 2, false, true}, {2012, 5, 2, true, false}, {2022, 2, 1, false, true},
		{2009, 5, 28, false, true}, {2012, 1, 22, false, true}, {2012, 1, 25, true, false}, {2014, 2, 2, false, true}, {2011, 9, 12, false, true}, {2007, 4, 5, true, false},
		{2024, 9, 16, false, true}, {2024, 9, 29, true, false}, {2024, 10, 1, false, true},
		{2024, 6, 30, false, false}, {1970, 1, 1, true, false}, {2030, 1, 5, false, false},
	} {
		d := NewDay(day.year, day.month, day.day)
		if c.Open(d) != day.open || c.Holiday(d) != day.holiday {
			t.Errorf("%s: open %v, holiday %v; want %v, %v", d.Time().Format("2006-01-02"), c.Open(d), c.Holiday(d), day.open, day.holiday)
		}
	}
	moved := 0
	for d := NewDay(2015, 1, 1); d < NewDay(2025, 1, 1); d++ {
		if d.Weekend() && c.Open(d) {
			moved++
		}
	}
	if moved < 50 || moved > 75 {
		t.Errorf("%d working weekend days in ten years: want six or seven a year", moved)
	}
}

// Nothing is entered on a day on which offices are closed, and no holiday's work falls on one day.
func TestOpenDays(t *testing.T) {
	w := &Society{Calendar: NewCalendar()}
	rapid.Check(t, func(t *rapid.T) {
		r := chance.New(rapid.Uint64().Draw(t, "seed")).Rand()
		day := NewDay(2015, 1, 1) + Day(rapid.IntRange(0, 3000).Draw(t, "day"))
		got := w.openDay(r, day, noWeekends)
		if !w.Calendar.Sits(got) || got < day || got > day+spread*4 || w.Calendar.Sits(day) && got != day {
			t.Fatalf("%s is moved to %s", day.Time(), got.Time())
		}
	})
}

// checkRecords holds that every record is of a day on which it can be made, that no court decides
// before the other side could answer and be heard, and that the money of one company agrees across
// tables.
func checkRecords(t *rapid.T, s *Shard) {
	var days []Day
	for i, c := range s.Cases {
		days = append(days, c.Filed, c.Decided)
		checkPace(t, s, &s.Cases[i])
		for _, d := range []Day{c.Filed, c.Decided, c.Due} {
			if !s.World.Calendar.Sits(d) {
				t.Fatalf("case %s has a day on which courts and banks are closed, %s", c.Number, d.Time().Format("2006-01-02"))
			}
		}
	}
	for _, d := range s.Debts {
		days = append(days, d.Filed, d.Closed, d.Restricted, d.Published)
	}
	for _, p := range s.Penalties {
		days = append(days, p.Day)
		if p.Fine != 0 && !Imposable(p.Kind, Ordinary, p.Fine) && !Imposable(p.Kind, Grave, p.Fine) {
			t.Fatalf("%s imposed a fine of %d cents, for which there is no offence", p.Kind, p.Fine)
		}
	}
	for _, c := range s.Companies {
		days = append(days, c.Founded, c.Renamed)
		if c.Listed != nil {
			days = append(days, c.Listed.Day)
			if c.Listed.Day.Weekend() {
				t.Fatalf("%s was listed on a weekend", c.Name)
			}
		}
	}
	for _, d := range days {
		if d != 0 && s.World.Calendar.Holiday(d) {
			t.Fatalf("something is recorded on %s", d.Time().Format("2006-01-02"))
		}
	}
	for _, h := range s.Holdings {
		if capital := s.Companies[h.Sub].Capital; h.Amount > capital || h.Share >= 0 && h.Amount > capital/100*int64(h.Share)/100 {
			t.Fatalf("holding %+v in a company with a capital of %d", h, capital)
		}
	}
}

// checkPace holds that a case takes as long as it has to.
func checkPace(t *rapid.T, s *Shard, c *Case) {
	least := Day(0)
	switch {
	case c.Form != Judgment && c.Form != AdministrativeJudgment:
	case c.Before >= 0:
		least = 20
	default:
		least = AnswerPeriod + 15
	}
	if took := c.Decided - c.Filed; took < least || took > 420 {
		t.Fatalf("case %s took %d days: want %d to 420", c.Number, took, least)
	}
	if c.Before >= 0 {
		return
	}
	if c.Filed-c.Began < leastHarm || !harms(c) && c.Filed-c.Began < leastContract {
		t.Fatalf("case %s is filed %d days after it began", c.Number, c.Filed-c.Began)
	}
	for _, p := range append(c.Plaintiffs[:len(c.Plaintiffs):len(c.Plaintiffs)], c.Defendants...) {
		if p.Company == c.Related {
			return
		}
	}
	t.Fatalf("company %d is no party to case %s", c.Related, c.Number)
}
