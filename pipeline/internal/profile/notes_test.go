package profile

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadNotes(t *testing.T) {
	got, err := ReadNotes("n.yaml", strings.NewReader(`
notes:
  - class: recovered
    reason: Half of the rows are missing.
    measure: [found, rows_mean]
    table: [A]
    column: [a]
    target: [B, C.c]
    way: more
    within: 10
  - {class: fictional, reason: Invented.}
`))
	if err != nil {
		t.Fatal(err)
	}
	want := Notes{Notes: []Note{
		{Recovered, "Half of the rows are missing.", []Measure{Found, RowsMean}, []string{"A"}, []string{"a"}, []string{"B", "C.c"}, More, 10},
		{Class: Fictional, Reason: "Invented."},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("ReadNotes (-want +got):\n%s", diff)
	}
	if got, err := ReadNotes("n.yaml", strings.NewReader("")); err != nil || got.Notes != nil {
		t.Errorf("ReadNotes of nothing = %v, %v, want no notes", got, err)
	}
}

func TestReadNotesFaults(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"no YAML", "notes: [", []string{"n.yaml:1: did not find"}},
		{"no list", "notes: 7", []string{"n.yaml:1: cannot unmarshal"}},
		{"unknown key", "notes:\n- class: recovered\n  reason: r\n  colunm: [a]\n", []string{"n.yaml:4: field colunm not found"}},
		{"all at once", "notes:\n- class: because\n- class: recovered\n  reason: ' '\n  measure: [fill, width]\n  way: up\n  within: 2\n", []string{
			`n.yaml:2: class "because": want one of recovered, selected, completed, fictional, simplified`,
			`n.yaml:2: no reason: want one sentence`,
			`n.yaml:3: no reason: want one sentence`,
			`n.yaml:3: measure "width": want some of fill, empty,`,
			`n.yaml:3: way "up": want more or less`,
			`n.yaml:3: within 2: want a ratio over 2`,
		}},
		{"no bound", "notes: [{class: recovered, reason: r, within: .nan}, {class: recovered, reason: r, within: .inf}]", []string{
			"n.yaml:1: within NaN: want a ratio over 2", "n.yaml:1: within +Inf: want a ratio over 2",
		}},
	} {
		_, err := ReadNotes("n.yaml", strings.NewReader(tt.text))
		if err == nil {
			t.Errorf("%s: no error, want %q", tt.name, tt.want)
			continue
		}
		lines := strings.Split(err.Error(), "\n")
		if len(lines) != len(tt.want) {
			t.Errorf("%s: %d faults, want %d:\n%v", tt.name, len(lines), len(tt.want), err)
			continue
		}
		for i, want := range tt.want {
			if !strings.HasPrefix(lines[i], want) {
				t.Errorf("%s: fault %q, want %q", tt.name, lines[i], want)
			}
		}
	}
}

// Arbitrary bytes are notes or an error, never a panic.
func FuzzReadNotes(f *testing.F) {
	f.Add([]byte("notes:\n- class: recovered\n  reason: r\n"))
	f.Add([]byte("notes: [{within: .nan, class: recovered, reason: r}]"))
	f.Add([]byte("- &a [*a]"))
	f.Add([]byte("notes: &a [{<<: *a}]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := ReadNotes("n.yaml", strings.NewReader(string(data)))
		if err != nil {
			return
		}
		for _, n := range n.Notes {
			if len(n.faults()) > 0 {
				t.Errorf("note taken with faults: %+v", n)
			}
		}
	})
}

func TestShippedNotes(t *testing.T) {
	if n := Explanations(); len(n.Notes) == 0 { // panics on a fault
		t.Error("no notes ship")
	}
}

func TestSpeaksOf(t *testing.T) {
	column := Line{Table: "A", Column: "a"}
	join := Line{Table: "A", Column: "a", Target: "B.b"}
	differs := func(m Measure, ratio float64) Row { return Row{Measure: m, Verdict: Differs, Ratio: &ratio} }
	lacking := Row{Measure: Fill, Verdict: Lacking}
	for _, tt := range []struct {
		name string
		note Note
		line Line
		row  Row
		want bool
	}{
		{"everything", Note{}, column, differs(Fill, 3), true},
		{"measure", Note{Measure: []Measure{Empty, Fill}}, column, differs(Fill, 3), true},
		{"other measure", Note{Measure: []Measure{Empty}}, column, differs(Fill, 3), false},
		{"table", Note{Table: []string{"A"}}, column, differs(Fill, 3), true},
		{"other table", Note{Table: []string{"B"}}, column, differs(Fill, 3), false},
		{"column", Note{Column: []string{"b", "a"}}, column, differs(Fill, 3), true},
		{"other column", Note{Column: []string{"b"}}, column, differs(Fill, 3), false},
		{"target of no join", Note{Target: []string{"B"}}, column, differs(Fill, 3), false},
		{"target table", Note{Target: []string{"B"}}, join, differs(Found, 3), true},
		{"target column", Note{Target: []string{"B.b"}}, join, differs(Found, 3), true},
		{"other target column", Note{Target: []string{"B.c"}}, join, differs(Found, 3), false},
		{"more", Note{Way: More}, column, differs(Fill, 3), true},
		{"not more", Note{Way: More}, column, differs(Fill, .3), false},
		{"less", Note{Way: Less}, column, differs(Fill, .3), true},
		{"not less", Note{Way: Less}, column, differs(Fill, 3), false},
		{"within", Note{Within: 3}, column, differs(Fill, 1./3), true},
		{"not within", Note{Within: 3}, column, differs(Fill, 1./4), false},
		{"missing", Note{Way: Less}, column, lacking, true},
		{"missing is not more", Note{Way: More}, column, lacking, false},
		{"missing is within nothing", Note{Within: 100}, column, lacking, false},
	} {
		if got := tt.note.speaksOf(&tt.line, &tt.row); got != tt.want {
			t.Errorf("%s: speaksOf = %v, want %v", tt.name, got, tt.want)
		}
	}
}

// The first note explains, the others are named as unused, and what is not flagged
// is not explained.
func TestExplanations(t *testing.T) {
	note := func(c Class, ms ...Measure) Note { return Note{Class: c, Reason: "because " + string(c), Measure: ms} }
	late, other := note(Recovered, Fill), note(Completed, Found)
	world, real := cells(filled(1000, 1000)), cells(filled(100, 1000))
	c := Compare(world, real, Notes{[]Note{note(Fictional, Fill, Distinct), late, other}})
	if r := rowFor(t, c, Fill); r.Class != Fictional || r.Reason != "because fictional" {
		t.Errorf("fill is explained by %q: %q, want the first note", r.Class, r.Reason)
	}
	if r := rowFor(t, c, Empty); r.Verdict != Differs || r.Class != "" {
		t.Errorf("empty is %s and explained by %q, want a difference without explanation", r.Verdict, r.Class)
	}
	if r := rowFor(t, c, Distinct); r.Verdict != Alike || r.Class != "" {
		t.Errorf("distinct is %s and explained by %q, want it alike and not explained", r.Verdict, r.Class)
	}
	if diff := cmp.Diff([]Note{late, other}, c.Unused); diff != "" {
		t.Errorf("unused notes (-want +got):\n%s", diff)
	}
	if c.Unexplained != 1 || c.Classes[Fictional] != 1 || len(c.Classes) != 1 {
		t.Errorf("%d unexplained and %v, want 1 and 1 fictional", c.Unexplained, c.Classes)
	}
	lines := Unexplained(c)
	if len(lines) != 1 || len(lines[0].Rows) != 1 || lines[0].Rows[0].Measure != Empty || len(c.Parts[0].Lines[0].Rows) < 2 {
		t.Errorf("unexplained lines %+v, want the row of empty cells alone", lines)
	}
}

// Every measure and class that there is has its place on the page.
func TestClosedSets(t *testing.T) {
	for _, c := range classes() {
		if c.meaning() == "" {
			t.Errorf("class %s has no meaning", c)
		}
	}
	for _, m := range measures() {
		if _, name := heading(m); name == "" {
			t.Errorf("measure %s has no heading", m)
		}
	}
	full := filled(10, 10)
	full.Amounts, full.Days = exactly(1, 2, 3, 10), exactly(1, 2, 3, 10)
	full.Forms, full.Values, full.Masks = &Forms{}, &Values{}, &Masks{}
	j := Join{}
	known := measures()
	for _, p := range append(full.pairs(&full), j.pairs(&j)...) {
		if !names(known, p.measure) {
			t.Errorf("measure %s is not listed", p.measure)
		}
	}
}
