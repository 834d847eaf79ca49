package score

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSummarise(t *testing.T) {
	half, one, zero := 0.5, 1.0, 0.0
	samples := []GradedTask{
		{Type: "2-hop", Answered: true, Paper: Rates{&one, &half}, Strict: Rates{&zero, nil}, Tokens: &Tokens{10, 2, 12}},
		{Type: "writing", Answered: true, Paper: Rates{&half, nil}},
		{Type: "2-hop", Answered: true, Paper: Rates{&half, nil}, Strict: Rates{&one, &half}, Tokens: &Tokens{20, 3, 23}},
		{Type: "1-hop", Paper: Rates{&one, &one}},
	}
	mean := func(n int, m float64) Mean {
		if n == 0 {
			return Mean{}
		}
		return Mean{n, &m}
	}
	want := []TypeSummary{
		{Type: "1-hop", Tasks: 1},
		{Type: "2-hop", Tasks: 2, Answered: 2,
			Paper:  Means{mean(2, 0.75), mean(1, 0.5)},
			Strict: Means{mean(2, 0.5), mean(1, 0.5)},
			Tokens: TokenTotal{2, Tokens{30, 5, 35}}},
		{Type: "writing", Tasks: 1, Answered: 1, Paper: Means{mean(1, 0.5), mean(0, 0)}},
		{Type: All, Tasks: 4, Answered: 3,
			Paper:  Means{mean(3, 2.0/3), mean(1, 0.5)},
			Strict: Means{mean(2, 0.5), mean(1, 0.5)},
			Tokens: TokenTotal{2, Tokens{30, 5, 35}}},
	}
	if d := cmp.Diff(want, Summarise(samples)); d != "" {
		t.Errorf("Summarise (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]TypeSummary{{Type: All}}, Summarise(nil)); d != "" {
		t.Errorf("Summarise(nil) (-want +got):\n%s", d)
	}
}

func TestCompareTypes(t *testing.T) {
	want := []string{"1-hop", "2-hop", "10-hop", "case", "parallel", "writing"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, CompareTypes)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("types sorted by CompareTypes (-want +got):\n%s", d)
	}
}
