package sample

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"taskgrove/pipeline/plan"
)

func TestReport(t *testing.T) {
	f := grown["toy"]()
	company, chain := find(t, f, "get_company"), find(t, f, "get_company", "get_company")
	live := NewCoverage()
	live.Add(f.domain, company)
	live.Add(f.domain, chain)
	covered := Coverage{
		Tools:       map[string]int{"get_company": 4},
		Transitions: map[Transition]int{{"get_company", "get_company"}: 2},
		Answers:     map[Answer]int{{"get_company", "所属行业"}: 2},
	}
	got := Report(f.domain, covered, live)
	wantTools := Axis[string]{Covered: 1, Attainable: 1, Declared: 6, Uses: []Use[string]{
		{"get_company", 4, 3}, {"get_company_cases", 0, 0}, {"get_case", 0, 0}, {"get_court", 0, 0}, {"get_sum", 0, 0}, {"finish", 0, 0},
	}}
	if diff := cmp.Diff(wantTools, got.Tools); diff != "" {
		t.Errorf("Report().Tools (-want +got):\n%s", diff)
	}
	wantTransitions := Axis[Transition]{Covered: 1, Attainable: 1, Declared: -1, Uses: []Use[Transition]{
		{Transition{"get_company", "get_company"}, 2, 1},
	}}
	if diff := cmp.Diff(wantTransitions, got.Transitions); diff != "" {
		t.Errorf("Report().Transitions (-want +got):\n%s", diff)
	}
	targets := plan.Targets(f.domain, chain)
	if got.Answers.Covered != 1 || got.Answers.Attainable != len(targets) || got.Answers.Declared != -1 {
		t.Errorf("Report().Answers covers %d of %d of %d, want 1 of %d of -1",
			got.Answers.Covered, got.Answers.Attainable, got.Answers.Declared, len(targets))
	}
	last := ""
	for _, u := range got.Answers.Uses {
		want := Use[Answer]{u.Element, 0, 2}
		if u.Element.Column == "所属行业" {
			want.Accepted = 2
		}
		if u != want || u.Element.Column <= last {
			t.Errorf("Report().Answers has %+v after %q, want %+v, in order", u, last, want)
		}
		last = u.Element.Column
	}
}

// A report of nothing has lists, not nulls, where the domain has elements.
func TestReportOfNothing(t *testing.T) {
	f := grown["toy"]()
	r := Report(f.domain, NewCoverage(), NewCoverage())
	if r.Tools.Covered != 0 || r.Tools.Attainable != 0 || len(r.Tools.Uses) != len(f.domain.Tools) {
		t.Errorf("Report() of nothing = %+v, want every tool unused", r.Tools)
	}
	b, err := json.Marshal(r.Transitions)
	if want := `{"covered":0,"attainable":0,"declared":-1,"uses":[]}`; err != nil || string(b) != want {
		t.Errorf("transitions of nothing = %s, %v, want %s", b, err, want)
	}
}
