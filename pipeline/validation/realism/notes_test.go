package realism

import (
	"bytes"
	_ "embed" // for the notes
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/internal/profile"
)

//go:embed notes.yaml
var notesText []byte

// note explains some differences between the generated world and the real rows.
// A nil list matches everything; a note applies to a flagged row when all its
// lists and bounds match.
type note struct {
	Class   string            // key of classes
	Reason  string            // one sentence
	Measure []profile.Measure // measures
	Table   []string          // tables, retrieval corpora, or a join's source table
	Column  []string          // columns, of a join those of its source
	Target  []string          // a join's target, as table or "Table.column"
	Way     string            // side of the difference: "more", "less", or "" for both
	Within  float64           // largest ratio, in either direction, that the note explains; 0 for any
}

// classes are the kinds of explanation, with their meaning.
var classes = map[string]string{
	"recovered":  "rows of the real table were recovered only in part, so a lookup in it finds less than the whole table would give",
	"selected":   "the real rows are those that published tasks and agents asked for, not a sample of the table",
	"completed":  "the real table was completed from a public list with other rows or another notation",
	"fictional":  "names, codes and texts of the world are invented, and no real one is copied",
	"corrected":  "the real column has a mistake that the world does not repeat",
	"simplified": "a deliberate omission that no task can detect",
}

// readNotes reads notes.yaml and fails the test when a note has an unknown key, an
// unknown class or no reason.
func readNotes(t *testing.T) []note {
	t.Helper()
	var file struct{ Notes []note }
	d := yaml.NewDecoder(bytes.NewReader(notesText))
	d.KnownFields(true)
	if err := d.Decode(&file); err != nil {
		t.Fatalf("notes.yaml: %v", err)
	}
	for i, n := range file.Notes {
		if classes[n.Class] == "" || strings.TrimSpace(n.Reason) == "" {
			t.Errorf("notes.yaml: note %d has class %q and reason %q: want a known class and one sentence", i+1, n.Class, n.Reason)
		}
		if n.Way != "" && n.Way != "more" && n.Way != "less" {
			t.Errorf("notes.yaml: note %d: way is %q: want more or less", i+1, n.Way)
		}
	}
	return file.Notes
}

// appliesTo reports whether the note explains a flagged row of a line.
func (n *note) appliesTo(l *profile.LineMeasures, r *profile.MeasureComparison) bool {
	table, _, _ := strings.Cut(l.Target, ".")
	return matches(n.Measure, r.Measure) && matches(n.Table, l.Table) && matches(n.Column, l.Column) &&
		(matches(n.Target, l.Target) || matches(n.Target, table)) && n.covers(r.Ratio)
}

// matches reports whether a list has v; nil has everything.
func matches[T comparable](list []T, v T) bool { return list == nil || slices.Contains(list, v) }

// covers reports whether a ratio of the world's figure to the real one is on the
// note's side and within its bound. A figure missing from the world has a nil
// ratio, which counts as less and exceeds every bound.
func (n *note) covers(ratio *float64) bool {
	if ratio == nil {
		return n.Way != "more" && n.Within == 0
	}
	side, times := "more", *ratio
	if times < 1 {
		side, times = "less", 1/times
	}
	return (n.Way == "" || n.Way == side) && (n.Within == 0 || times <= n.Within)
}

func TestAppliesTo(t *testing.T) {
	column := profile.LineMeasures{Table: "A", Column: "a"}
	join := profile.LineMeasures{Table: "A", Column: "a", Target: "B.b"}
	differs := func(m profile.Measure, ratio float64) profile.MeasureComparison {
		return profile.MeasureComparison{Measure: m, Verdict: profile.Differs, Ratio: &ratio}
	}
	lacking := profile.MeasureComparison{Measure: profile.Fill, Verdict: profile.Lacking}
	for _, tt := range []struct {
		name string
		note note
		line profile.LineMeasures
		row  profile.MeasureComparison
		want bool
	}{
		{"everything", note{}, column, differs(profile.Fill, 3), true},
		{"measure", note{Measure: []profile.Measure{profile.Empty, profile.Fill}}, column, differs(profile.Fill, 3), true},
		{"other measure", note{Measure: []profile.Measure{profile.Empty}}, column, differs(profile.Fill, 3), false},
		{"other table", note{Table: []string{"B"}}, column, differs(profile.Fill, 3), false},
		{"column", note{Column: []string{"b", "a"}}, column, differs(profile.Fill, 3), true},
		{"other column", note{Column: []string{"b"}}, column, differs(profile.Fill, 3), false},
		{"target of no join", note{Target: []string{"B"}}, column, differs(profile.Fill, 3), false},
		{"target table", note{Target: []string{"B"}}, join, differs(profile.Found, 3), true},
		{"target column", note{Target: []string{"B.b"}}, join, differs(profile.Found, 3), true},
		{"other target column", note{Target: []string{"B.c"}}, join, differs(profile.Found, 3), false},
		{"more", note{Way: "more"}, column, differs(profile.Fill, 3), true},
		{"not more", note{Way: "more"}, column, differs(profile.Fill, .3), false},
		{"less", note{Way: "less"}, column, differs(profile.Fill, .3), true},
		{"within", note{Within: 3}, column, differs(profile.Fill, 1./3), true},
		{"not within", note{Within: 3}, column, differs(profile.Fill, 1./4), false},
		{"missing is less", note{Way: "less"}, column, lacking, true},
		{"missing is not more", note{Way: "more"}, column, lacking, false},
		{"missing exceeds a bound", note{Within: 100}, column, lacking, false},
	} {
		if got := tt.note.appliesTo(&tt.line, &tt.row); got != tt.want {
			t.Errorf("%s: appliesTo = %v, want %v", tt.name, got, tt.want)
		}
	}
}
