package realism

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/internal/profile"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
)

// worldProfile generates the default world of domain legal and measures it.
func worldProfile(t *testing.T) *profile.Profile {
	t.Helper()
	dir := t.TempDir()
	world := synth.WorldSpec{Seed: 1, Scale: 1, Language: "zh"}
	err := world.Write(t.Context(), synth.Output{Format: tablefile.JSONL, Create: func(name string) (io.WriteCloser, error) {
		return os.Create(filepath.Join(dir, name))
	}})
	if err != nil {
		t.Fatal(err)
	}
	d := toytest.Domain(t, "legal")
	c, _, err := corpus.Load(t.Context(), dir, d)
	if err != nil {
		t.Fatal(err)
	}
	return profile.Of(c)
}

// A note explains every flagged difference between the default world and the
// recovered real rows, and every note explains one. With -v the test prints how
// many differences each class explains.
func TestWorldIsExplained(t *testing.T) {
	notes := readNotes(t)
	used, byClass := make([]bool, len(notes)), map[string]int{}
	c := profile.Compare(worldProfile(t), profile.Published())
	for _, p := range c.Parts {
		for _, l := range p.Lines {
			for _, r := range l.Rows {
				if !r.Verdict.Flagged() {
					continue
				}
				i := explains(notes, &l, &r)
				if i < 0 {
					t.Errorf("%s.%s %s: %s: world %+v, real %+v: want a note", l.Table, l.Column, l.Target, r.Measure, r.World, r.Real)
					continue
				}
				used[i] = true
				byClass[notes[i].Class]++
			}
		}
	}
	for i, n := range notes {
		if !used[i] {
			t.Errorf("note %q (%s) explains nothing: remove or correct it", n.Reason, n.Class)
		}
	}
	t.Logf("measures: %v; flagged ones by class of explanation: %v", c.Verdicts, byClass)
}

// explains returns the index of the first note that applies to a flagged row, or -1.
func explains(notes []note, l *profile.LineMeasures, r *profile.MeasureComparison) int {
	for i := range notes {
		if notes[i].appliesTo(l, r) {
			return i
		}
	}
	return -1
}
