package exam

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// realExams returns a directory of real exams, and skips the test without it.
func realExams(t *testing.T, below string) string {
	t.Helper()
	data := os.Getenv("TASKGROVE_DATA")
	if data == "" {
		data = filepath.Join("..", "..", "..", "shared", "data")
	}
	dir := filepath.Join(data, "exams", below)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no real exams: %v: set TASKGROVE_DATA to the folder of the real data", err)
	}
	return dir
}

func readReal(t *testing.T, below string) *Collection {
	t.Helper()
	c, err := Read(t.Context(), realExams(t, below), 2)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The figures of the published data: 14 exams with 1,160 questions of four options, one of which was
// annulled, and 452 questions whose area is blank.
func TestRealQuestions(t *testing.T) {
	c := readReal(t, "oab_exams")
	exams := map[string]int{}
	for i := range c.Questions {
		q := &c.Questions[i]
		exams[q.Exam]++
		if len(q.Options) != 4 || len(q.Key) != 1 || q.Language != "pt" {
			t.Errorf("%s: %d options, key %v, language %s: want four, one and pt", q.ID, len(q.Options), q.Key, q.Language)
		}
	}
	if len(exams) != 14 || len(c.Questions) != 1159 || len(c.Essays) != 0 {
		t.Errorf("%d exams, %d questions, %d essays: want 14, 1159 and none", len(exams), len(c.Questions), len(c.Essays))
	}
	leftOut, kept := c.Faulty()
	if diff := cmp.Diff(map[Reason]int{NoKey: 1}, leftOut); diff != "" {
		t.Errorf("left out (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[Reason]int{EmptyArea: 452}, kept); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
	for _, f := range c.Faults {
		if f.LeftOut {
			t.Log(f)
		}
	}
	t.Log(c.FieldCounts())
}

func TestRealEssays(t *testing.T) {
	c := readReal(t, "oab_bench")
	parts, tables, rows, headings, sums := 0, 0, 0, 0, map[int]int{}
	for i := range c.Essays {
		e := &c.Essays[i]
		sum := 0
		for _, p := range e.Parts {
			parts++
			if len(p.Points) > 0 {
				tables++
			}
			for _, row := range p.Points {
				if row.Heading() {
					headings++
					continue
				}
				rows++
				sum += row.Values[len(row.Values)-1]
			}
		}
		sums[sum]++
		if sum != e.Value || e.Field == "" || e.Language != "pt" || e.Title == "" {
			t.Errorf("%s: rows are worth %d, value %d, field %q, language %s", e.ID, sum, e.Value, e.Field, e.Language)
		}
	}
	if len(c.Essays) != 70 || parts != 126 || tables != 126 || rows != 346 || headings != 87 {
		t.Errorf("%d essays, %d parts, %d tables, %d rows and %d headings: want 70, 126, 126, 346 and 87", len(c.Essays), parts, tables, rows, headings)
	}
	if diff := cmp.Diff(map[int]int{125: 56, 500: 14}, sums); diff != "" {
		t.Errorf("sums of essays (-want +got):\n%s", diff)
	}
	for _, f := range c.Faults {
		t.Log(f)
	}
	t.Log(c.FieldCounts())
}
