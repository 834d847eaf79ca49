package caselaw

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// realCases returns the directory of real cases, and skips the test without it.
func realCases(t *testing.T) string {
	t.Helper()
	data := os.Getenv("TASKGROVE_DATA")
	if data == "" {
		data = filepath.Join("..", "..", "..", "shared", "data")
	}
	dir := filepath.Join(data, "guiding_cases")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no real cases: %v: set TASKGROVE_DATA to the folder of the real data", err)
	}
	return dir
}

// Of the 38 real cases, 30 can be asked about, three of them with several focuses; the others
// lack an outcome or a focus.
func TestRealCases(t *testing.T) {
	dir := realCases(t)
	r, err := Read(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	checkSpans(t, r, func(file string) []byte { return content(t, filepath.Join(dir, file)) })
	if r.Sources != 38 || len(r.Faults) != 0 || len(r.Withdrawn) != 0 {
		t.Errorf("%d cases, faults %v, withdrawn %v: want 38 cases and neither", r.Sources, r.Faults, r.Withdrawn)
	}
	if diff := cmp.Diff(map[Refusal]int{NoOutcome: 6, NoFocus: 2}, r.Refused()); diff != "" {
		t.Errorf("refused (-want +got):\n%s", diff)
	}
	asked, from, citing, dated := map[string]bool{}, map[FocusSource]int{}, map[string]bool{}, map[string]bool{}
	for i := range r.Cases {
		c := &r.Cases[i]
		id, _, _ := strings.Cut(c.ID, "#")
		if c.Decided != "" {
			dated[id] = true
		}
		if len(c.Citations) > 0 {
			citing[id] = true
		}
		if (c.Question == "") != (c.Refusal != "") {
			t.Errorf("%s: question %q, refusal %q: want one of them", c.ID, c.Question, c.Refusal)
		}
		if c.Refusal == "" {
			asked[id] = true
			from[c.FocusFrom]++
		}
	}
	if len(asked) != 30 || len(r.Cases) != 41 {
		t.Errorf("%d cases asked about, %d with focuses apart: want 30 and 41", len(asked), len(r.Cases))
	}
	if diff := cmp.Diff(map[FocusSource]int{FromReasoning: 15, FromTitle: 2, FromClaim: 16}, from); diff != "" {
		t.Errorf("sources of focuses (-want +got):\n%s", diff)
	}
	if len(citing) != 27 || len(dated) != 6 {
		t.Errorf("%d cases cite, %d have a day of decision: want 27 and 6", len(citing), len(dated))
	}
}
