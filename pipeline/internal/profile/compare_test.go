package profile

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// cells returns a profile of one column of one table.
func cells(c ColumnProfile) *Profile {
	c.Name = "c"
	return &Profile{Tables: []TableProfile{{Name: "T", Rows: c.Observed, Columns: []ColumnProfile{c}}}}
}

// filled returns a column with so many of the observed cells present, all distinct
// and of five characters.
func filled(present, observed int) ColumnProfile {
	c := ColumnProfile{Holds: "text", Observed: observed, Present: present, Empty: observed - present}
	if present > 0 {
		c.Repeats, c.Length = Repeats{{1, present}}, exactly(5, 5, 5, present)
	}
	return c
}

// exactly returns quantiles that are known for certain.
func exactly(p10, p50, p90 float64, n int) *Quantiles {
	q := func(v float64) SampleQuantile { return SampleQuantile{v, &v, &v} }
	return &Quantiles{n, q(p10), q(p50), q(p90)}
}

// rowFor returns the first line's row of a measure.
func rowFor(t *testing.T, c *WorldComparison, m Measure) *MeasureComparison {
	t.Helper()
	r := rowOf(&c.Parts[0].Lines[0], m)
	if r == nil {
		t.Fatalf("no row of %s", m)
	}
	return r
}

func TestVerdicts(t *testing.T) {
	long := func(n float64) ColumnProfile {
		c := filled(100, 100)
		c.Length = exactly(n, n, n, 100)
		return c
	}
	sums := func(holds string, p10, p50, p90 float64) ColumnProfile {
		c := filled(1000, 1000)
		c.Holds = holds
		if holds == "date" {
			c.Days = exactly(p10, p50, p90, 1000)
		} else {
			c.Amounts = exactly(p10, p50, p90, 1000)
		}
		return c
	}
	repeated := func(r Repeats) ColumnProfile {
		c := filled(0, 0)
		c.Present, _ = r.total()
		c.Observed, c.Repeats = c.Present, r
		return c
	}
	for _, tt := range []struct {
		name        string
		measure     Measure
		world, real ColumnProfile
		verdict     Likeness
		ratio       float64 // 0 for none
	}{
		{"the same", Fill, filled(70, 100), filled(700, 1000), Alike, 1},
		{"just twice", Fill, filled(1000, 1000), filled(500, 1000), Alike, 2},
		{"over twice", Fill, filled(1000, 1000), filled(400, 1000), Differs, 2.5},
		{"under half", Fill, filled(400, 1000), filled(1000, 1000), Differs, .4},
		{"over twice among five", Fill, filled(1000, 1000), filled(2, 5), Differs, 2.5},
		{"over twice among three", Fill, filled(600, 1000), filled(0, 3), Chance, .6 / floorRate},
		{"next to nothing", Empty, filled(99_600, 100_000), filled(99_990, 100_000), Alike, 1},
		{"nothing against much", Empty, filled(1000, 1000), filled(900, 1000), Differs, floorRate / .1},
		{"nobody looked", Fill, filled(9, 9), ColumnProfile{Holds: "text"}, Unmeasured, 0},
		{"nothing to look at", Fill, ColumnProfile{Holds: "text"}, filled(9, 9), Lacking, 0},
		{"no cell filled", Fill, filled(0, 1000), filled(900, 1000), Differs, floorRate / .9},
		{"no cell to measure", LengthP50, filled(0, 1000), filled(900, 1000), Unmeasured, 0},
		{"no number in any cell", ValueP50, filled(9, 9), sums("money", 1, 2, 3), Lacking, 0},
		{"lengths", LengthP50, long(11), long(5), Differs, 2.2},
		{"no characters to speak of", LengthP10, long(0), long(2), Alike, .5},
		{"amounts", ValueP50, sums("money", 1, 10, 1e6), sums("money", 1, 1e4, 1e6), Differs, 1e-3},
		{"amounts below the unit", ValueP10, sums("money", 0, 10, 1e6), sums("money", .9, 10, 1e6), Alike, 1},
		{"small amounts", ValueP10, sums("number", .05, .1, .2), sums("number", .2, .2, .2), Differs, .25},
		{"amounts of other signs", ValueP10, sums("money", -50, 10, 1e6), sums("money", 10, 10, 1e6), Differs, 50},
		{"days close by", ValueP50, sums("date", 0, 3000, 6000), sums("date", 0, 500, 4000), Alike, 1 + 2500./4000},
		{"days far apart", ValueP50, sums("date", 0, 5000, 6000), sums("date", 0, 500, 4000), Differs, 1 + 4500./4000},
		{"days far before", ValueP10, sums("date", -5000, 0, 100), sums("date", 0, 50, 4000), Differs, 1 / (1 + 5000./4000)},
		{"days of one day", ValueP50, sums("date", 9, 9, 9), sums("date", 309, 309, 309), Alike, 1 / (1 + 300./365)},
		{"as varied at the size of the smaller", Distinct, repeated(Repeats{{100, 50}}), repeated(Repeats{{2, 40}, {3, 10}}), Alike, .894},
		{"few values against many", Distinct, repeated(Repeats{{1000, 10}}), repeated(Repeats{{1, 900}, {2, 50}}), Differs, 10. / 950},
	} {
		r := rowFor(t, Compare(cells(tt.world), cells(tt.real)), tt.measure)
		if r.Verdict != tt.verdict {
			t.Errorf("%s: verdict %s, want %s", tt.name, r.Verdict, tt.verdict)
		}
		if tt.verdict == Lacking || tt.verdict == Unmeasured {
			if r.Ratio != nil {
				t.Errorf("%s: ratio %v, want none", tt.name, *r.Ratio)
			}
		} else if math.Abs(*r.Ratio/tt.ratio-1) > .02 {
			t.Errorf("%s: ratio %v, want %v", tt.name, *r.Ratio, tt.ratio)
		}
	}
}

// What only one of both has is there too, after what the world has.
func TestCompareKeepsWhatOneLacks(t *testing.T) {
	table := func(name string, columns ...string) TableProfile {
		t := TableProfile{Name: name, Label: "label of " + name, Rows: 4}
		for _, c := range columns {
			f := filled(4, 4)
			f.Name = c
			t.Columns = append(t.Columns, f)
		}
		return t
	}
	join := func(from, to string) JoinProfile {
		return JoinProfile{Entity: "e", From: JoinColumns{from, []string{"a", "b"}}, To: JoinColumns{to, []string{"c"}}, Names: 3, Found: Moments{2, 4, 8, 2}}
	}
	world := &Profile{
		Tables:   []TableProfile{table("A", "x", "y"), table("B", "x")},
		Passages: []PassagesProfile{{Name: "L", Texts: 1, Repeats: Repeats{{1, 1}}}},
		Joins:    []JoinProfile{join("A", "B"), join("A", "A")},
	}
	real := &Profile{
		Tables:   []TableProfile{table("C", "x"), table("A", "z", "y")},
		Passages: []PassagesProfile{{Name: "K", Texts: 2, Repeats: Repeats{{2, 1}}}},
		Joins:    []JoinProfile{join("A", "C"), join("A", "A")},
	}
	type line struct {
		Part, Name  string
		World, Real int
		Verdict     Likeness
	}
	var got []line
	for _, p := range Compare(world, real).Parts {
		for _, l := range p.Lines {
			got = append(got, line{p.Name, l.Table + "." + l.Column + l.Target, l.World, l.Real, l.Rows[0].Verdict})
		}
	}
	want := []line{
		{"A", "A.x", 4, 0, Unmeasured}, {"A", "A.y", 4, 4, Alike}, {"A", "A.z", 0, 4, Lacking},
		{"B", "B.x", 4, 0, Unmeasured}, {"C", "C.x", 0, 4, Lacking},
		{"L", "L.", 1, 0, Unmeasured}, {"K", "K.", 0, 2, Lacking},
		{"", "A.a+bB.c", 3, 0, Unmeasured}, {"", "A.a+bA.c", 3, 3, Alike}, {"", "A.a+bC.c", 0, 3, Lacking},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}

// The most rows found are never flagged: no sample bounds them.
func TestRowsMaxIsNeverFlagged(t *testing.T) {
	p := func(most int) *Profile {
		found := Moments{N: 100, Sum: 200, Squares: 500 + most*most, Max: most}
		return &Profile{Joins: []JoinProfile{{Entity: "e", From: JoinColumns{"A", []string{"a"}}, To: JoinColumns{"B", []string{"b"}}, Names: 100, Found: found}}}
	}
	if got := rowFor(t, Compare(p(50), p(3)), RowsMax); got.Verdict != Chance || *got.Ratio != 50./3 {
		t.Errorf("most rows: %s with the ratio %v, want chance with 50/3", got.Verdict, *got.Ratio)
	}
}

// Measures of a column that only one side declares to have them are still rows.
func TestOptionalMeasures(t *testing.T) {
	full := filled(10, 10)
	full.Forms, full.Values, full.Masks = &Forms{Numerals: 10}, &Values{Moments{10, 20, 40, 2}, 10}, &Masks{20, 5}
	for _, tt := range []struct {
		name        string
		world, real ColumnProfile
		want        Likeness
	}{
		{"both", full, full, Alike}, {"the world", full, ColumnProfile{}, Unmeasured}, {"the real rows", ColumnProfile{}, full, Unmeasured},
	} {
		c := Compare(cells(tt.world), cells(tt.real))
		for _, m := range []Measure{Numeral, Scaled, Unparsed, Several, PerCell, Masked} {
			if got := rowFor(t, c, m).Verdict; got != tt.want {
				t.Errorf("%s: %s is %s, want %s", tt.name, m, got, tt.want)
			}
		}
	}
}
