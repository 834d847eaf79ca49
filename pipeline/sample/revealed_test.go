package sample

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// A task that was added gives answers away, others do not.
func TestReveals(t *testing.T) {
	made := func(draft, path string, values ...string) *task.Task {
		t := &task.Task{Draft: draft, Path: path}
		for _, v := range values {
			t.AnswerValues = append(t.AnswerValues, value.Answer{Kind: value.Text, Text: v})
		}
		return t
	}
	amount := func(draft, digits, unit string) *task.Task {
		return &task.Task{Draft: draft, AnswerValues: []value.Answer{{Kind: value.Number, Number: digits, Text: digits + unit, Unit: unit}}}
	}
	r := newRevealed()
	r.add(made("a", "p", "1", "2", "3"))
	r.add(amount("n", "2", "万元"))
	for name, tt := range map[string]struct {
		task *task.Task
		want bool
	}{
		"the draft again":                       {made("a", "q", "9"), false},
		"the answer in another order":           {made("b", "q", "3", "1", "2"), false},
		"most of the answer on the path":        {made("b", "p", "1", "2", "9"), false},
		"most of the answer on another path":    {made("b", "q", "1", "2", "9"), true},
		"half of the answer on the path":        {made("b", "p", "1", "9"), false},
		"less than half of it on the path":      {made("b", "p", "1", "8", "9"), true},
		"something else":                        {made("b", "p", "7"), true},
		"the amount in another unit":            {amount("m", "20000", "元"), false},
		"an amount of the digits in other unit": {amount("m", "2", "元"), true},
	} {
		if got := !r.reveals(tt.task); got != tt.want {
			t.Errorf("%s: not given away: %v, want %v", name, got, tt.want)
		}
	}
}

// The same amount in another unit, rounded otherwise, is the same answer; another amount of
// as many digits is not.
func TestRevealedRounded(t *testing.T) {
	answered := func(number, unit string) *task.Task {
		return &task.Task{Draft: number + unit, Path: number, AnswerValues: []value.Answer{{Kind: value.Number, Text: number + unit, Number: number, Unit: unit}}}
	}
	r := newRevealed()
	r.add(answered("33314.59", "万元"))
	for _, c := range []struct {
		number, unit string
		want         bool
	}{
		{"33314.593", "万元", true}, {"333145932.00", "元", true}, {"3.33", "亿元", true},
		{"33314.60", "万元", false}, {"333146932.00", "元", false}, {"3.34", "亿元", false}, {"33314.593", "万吨", false},
	} {
		if got := r.reveals(answered(c.number, c.unit)); got != c.want {
			t.Errorf("33314.59万元 gives %s%s away: %v, want %v", c.number, c.unit, got, c.want)
		}
	}
}

// A day in another layout is the same answer, and so is its month; another day is not.
func TestRevealedDays(t *testing.T) {
	answered := func(kind value.Kind, text string) *task.Task {
		return &task.Task{Draft: text, Path: text, AnswerValues: []value.Answer{{Kind: kind, Text: text}}}
	}
	r := newRevealed()
	r.add(answered(value.Date, "2019年07月26日"))
	for _, c := range []struct {
		kind value.Kind
		text string
		want bool
	}{
		{value.Date, "2019-07-26", true}, {value.Text, "2019年07月", true}, {value.Text, "2019-07", true},
		{value.Date, "2019-07-25", false}, {value.Text, "2019-08", false},
	} {
		if got := r.reveals(answered(c.kind, c.text)); got != c.want {
			t.Errorf("2019年07月26日 gives %s away: %v, want %v", c.text, got, c.want)
		}
	}
}
