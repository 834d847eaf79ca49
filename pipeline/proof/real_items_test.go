package proof

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/exam/convert"
	"github.com/taskgrove/taskgrove/pipeline/exam/filter"
	"github.com/taskgrove/taskgrove/pipeline/exam/probe"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// realExams reads exams of the directory of real data.
func realExams(t *testing.T, name string) (*exam.Collection, string) {
	t.Helper()
	dir := os.Getenv("TASKGROVE_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "data")
	}
	dir = filepath.Join(dir, "exams", name)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no exams in %s", dir)
	}
	c, err := exam.Read(t.Context(), dir, 2)
	if err != nil {
		t.Fatal(err)
	}
	return c, dir
}

// The items that rules make of real exams are proved.
func TestRealItems(t *testing.T) {
	for _, name := range []string{"oab_bench", "oab_exams"} {
		c, dir := realExams(t, name)
		index, err := convert.NewClaimIndex(c)
		if err != nil {
			t.Fatal(err)
		}
		items, _ := index.Convert(convert.ConversionSpec{Seed: 1})
		w := Sources{
			Exams: c,
			Again: func(_ *exam.Collection, of *task.Task) (*task.Task, error) { return index.Again(of) },
			Texts: func(file string) ([]byte, error) { return os.ReadFile(filepath.Join(dir, filepath.FromSlash(file))) },
		}
		filtered, out, err := filter.Run(t.Context(), items, filter.Similarity{Exams: c})
		if err != nil {
			t.Fatal(err)
		}
		reasons := map[string]int{}
		for _, d := range out {
			reasons[d.Reason]++
		}
		t.Logf("%s: filters leave %d of %d: %v", name, len(filtered), len(items), reasons)
		kept, dropped, err := RunChecks(t.Context(), itemChecksOf(w), items, 2)
		if err != nil {
			t.Fatal(err)
		}
		count := map[string]int{}
		for _, d := range dropped {
			count[d.Check+" "+d.Reason]++
			if !slices.Contains(ItemReasons(), d.Reason) {
				t.Errorf("%s: reason %q is none of the closed set", d.ID, d.Reason)
			}
		}
		for _, reason := range slices.Sorted(maps.Keys(count)) {
			t.Logf("%s: %d", reason, count[reason])
		}
		types := map[string]int{}
		for _, k := range kept {
			types[k.Type]++
		}
		least, kinds := 300, 6 // by rule
		if name == "oab_exams" {
			least, kinds = 1000, 1 // taken over, without those that cite articles
		}
		if len(kept) < least || len(types) < kinds {
			t.Errorf("%s: %d are proved, of %d types: want at least %d, of %d types", name, len(kept), len(types), least, kinds)
		}
		stays, _ := probe.Balance(kept)
		if r := probe.Measure(stays); name == "oab_bench" {
			t.Logf("balanced, %d stay:\n%s", len(stays), r.Markdown())
		}
		t.Logf("%s: of %d items %d are proved: %v", name, len(items), len(kept), types)
	}
}
