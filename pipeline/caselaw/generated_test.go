package caselaw

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/casetext"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/lawtext"
)

// readGenerated writes the cases of a generated world to a directory, and reads them.
func readGenerated(t *testing.T, w casetext.CaseSpec) (*casetext.Docket, *CaseReading, string) {
	t.Helper()
	docket, err := w.Docket()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	create := func(name string) (io.WriteCloser, error) { return os.Create(filepath.Join(dir, name)) }
	if err := docket.Write(t.Context(), create, nil); err != nil {
		t.Fatal(err)
	}
	r, err := Read(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return docket, r, dir
}

// generatedDockets are the worlds whose cases are read back.
func generatedDockets(t *testing.T, do func(t *testing.T, d *casetext.Docket, r *CaseReading, dir string)) {
	for _, language := range []string{"zh", "en"} {
		for seed := range uint64(2) {
			if seed > 0 && testing.Short() {
				continue
			}
			w := casetext.CaseSpec{LawSpec: lawtext.LawSpec{Seed: seed + 1, Scale: 1, Language: language}}
			t.Run(fmt.Sprintf("%s/%d", language, w.Seed), func(t *testing.T) {
				d, r, dir := readGenerated(t, w)
				do(t, d, r, dir)
			})
		}
	}
}

// told is a case as generator and reader both know it.
type told struct {
	ID, Title, Court, Cause, Decided, Happened string
	Facts, Outcome, Focus, Reasoning           []string
	Cited                                      []string // of the list, in order
}

// What is read of a generated case is what the generator knows, and every case can be asked
// about.
func TestReadGenerated(t *testing.T) {
	generatedDockets(t, func(t *testing.T, d *casetext.Docket, r *CaseReading, _ string) {
		if len(r.Cases) != d.Len() || len(r.Faults)+len(r.Unknown)+len(r.Refused()) > 0 {
			t.Fatalf("%d cases of %d; faults %v, unknown headings %v, refused %v", len(r.Cases), d.Len(), r.Faults, r.Unknown, r.Refused())
		}
		for i := range r.Cases {
			c, k := &r.Cases[i], d.Known(i)
			want := told{k.Number, k.Title, k.Court, k.Cause, k.Decided.Format(time.DateOnly), k.Happened.Format(time.DateOnly),
				k.Facts, k.Outcome, k.Focus, k.Reasoning, nil}
			for _, p := range k.Cited {
				want.Cited = append(want.Cited, p.Citation)
			}
			slices.Sort(want.Cited)
			got := told{c.ID, c.Title, c.Court, c.Cause, c.Decided, c.Happened, lines(c.Facts), lines(c.Outcome), lines(c.Focus), lines(c.Reasoning), nil}
			for _, a := range c.Citations {
				got.Cited = append(got.Cited, a.Cited)
			}
			slices.Sort(got.Cited)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-generated +read):\n%s", k.File, diff)
			}
		}
	})
}

// lines returns the texts of the pieces of a part.
func lines(p CasePart) []string {
	var all []string
	for _, piece := range p {
		all = append(all, piece.Text)
	}
	return all
}

// What is given gives no grounds away, and no other case's grounds would answer as well.
func TestGivenGenerated(t *testing.T) {
	generatedDockets(t, func(t *testing.T, d *casetext.Docket, r *CaseReading, dir string) {
		for i := range r.Cases {
			c := &r.Cases[i]
			source, err := inputfile.ReadFile(filepath.Join(dir, c.File))
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range append(c.CheckGiven(source), c.CheckRivals(r.Cases)...) {
				t.Errorf("%s: %s: %s", c.File, o.Reason, o.Detail)
			}
		}
	})
}

// A citation means the version that was in force on the day of decision, unless that version
// has no article of the number any more.
func TestResolveGenerated(t *testing.T) {
	generatedDockets(t, func(t *testing.T, d *casetext.Docket, r *CaseReading, _ string) {
		var versions []VersionInterval
		articles := map[[2]string]bool{}
		for i := range d.Law.Statutes {
			s := &d.Law.Statutes[i]
			for v := range s.Versions {
				interval := VersionInterval{Law: s.Title, Version: fmt.Sprint(i, " ", v), InForce: s.Versions[v].Date.Format(time.DateOnly), Last: v+1 == len(s.Versions)}
				switch {
				case !interval.Last:
					interval.Until = s.Versions[v+1].Date.Format(time.DateOnly)
				case !s.Repealed.IsZero():
					interval.Until = s.Repealed.Format(time.DateOnly)
				}
				versions = append(versions, interval)
				for _, a := range d.Law.Published(i, v) {
					articles[[2]string{interval.Version, a.Label}] = true
				}
			}
		}
		resolved, why := r.Resolve(versions, func(version, article string) bool { return articles[[2]string{version, article}] })
		if resolved == 0 || len(why) > 1 {
			t.Errorf("%d citations resolved, others %v", resolved, why)
		}
		for i := range r.Cases {
			want := map[string]string{}
			for _, p := range d.Known(i).Cited {
				version := fmt.Sprint(p.Statute, " ", p.InForce)
				if !articles[[2]string{version, p.Article}] {
					version = ""
				}
				want[p.Citation] = version
			}
			for _, c := range r.Cases[i].Citations {
				if got := c.Version; got != want[c.Cited] || (got == "") != (c.Unresolved == NoProvision) {
					t.Errorf("%s: %s means version %q (%s), want %q", r.Cases[i].File, c.Cited, got, c.Unresolved, want[c.Cited])
				}
			}
		}
	})
}
