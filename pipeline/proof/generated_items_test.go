package proof

import (
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/exam/convert"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/examtext"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/lawtext"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Nearly all items that rules make of generated exams are proved, in both languages.
func TestGeneratedItems(t *testing.T) {
	for _, language := range []string{"zh", "en"} {
		papers, err := examtext.ExamSpec{LawSpec: lawtext.LawSpec{Seed: 3, Scale: 0.05, Language: language}}.Papers()
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		err = papers.Write(t.Context(), func(name string) (io.WriteCloser, error) {
			file := filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				return nil, err
			}
			return os.Create(file)
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		c, err := exam.Read(t.Context(), dir, 2)
		if err != nil {
			t.Fatal(err)
		}
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
		kept, dropped, err := RunChecks(t.Context(), itemChecksOf(w), items, 2)
		if err != nil {
			t.Fatal(err)
		}
		count := map[string]int{}
		for _, d := range dropped {
			count[d.Check+" "+d.Reason]++
			t.Logf("%s: %s", d.ID, d.Detail)
		}
		for _, reason := range slices.Sorted(maps.Keys(count)) {
			t.Logf("%s: %d", reason, count[reason])
		}
		t.Logf("%s: of %d items %d are proved", language, len(items), len(kept))
		if len(items) < 50 || len(kept)*10 < len(items)*9 {
			t.Errorf("%s: of %d items %d are proved: want nine in ten", language, len(items), len(kept))
		}
	}
}
