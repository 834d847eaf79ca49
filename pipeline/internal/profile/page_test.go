package profile

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/taskgrove/taskgrove/pipeline/internal/schematest"
)

// hostile is a comparison whose every text would be markup if it could.
func hostile() *WorldComparison {
	const bad = `</style><script>alert(1)</script><b onmouseover="x">&amp;'"`
	three := 3.
	rows := []MeasureComparison{{Measure: Fill + bad, Verdict: Differs, World: rate(9, 9), Real: rate(3, 9), Ratio: &three}}
	rows = append(rows, MeasureComparison{Measure: Empty, Verdict: Likeness(bad), World: rate(9, 9), Real: rate(3, 9), Ratio: &three})
	line := LineMeasures{Table: bad, Column: bad, Label: bad, Holds: bad, Target: bad, Via: bad, Rows: rows}
	return &WorldComparison{
		Verdicts: map[Likeness]int{Differs: 1},
		Parts: []Part{
			{Section: OfTable, Name: bad, Label: bad, Lines: []LineMeasures{line}},
			{Section: OfPassages, Name: bad, Label: bad, Lines: []LineMeasures{line}},
			{Section: OfJoins, Lines: []LineMeasures{line}},
		},
	}
}

// No text becomes markup.
func TestPageEscapes(t *testing.T) {
	var b bytes.Buffer
	if err := WriteHTML(&b, hostile(), "en"); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"<script>alert", "<b onmouseover", "alert(1)</"} {
		if strings.Contains(b.String(), bad) {
			t.Errorf("the page holds %q unescaped", bad)
		}
	}
	if n := strings.Count(b.String(), "</style>"); n != 1 {
		t.Errorf("the page ends its style %d times, want once", n)
	}
}

// The page asks for nothing and runs nothing.
func TestPageIsWhole(t *testing.T) {
	var b bytes.Buffer
	if err := WriteHTML(&b, toyComparison(t), "en"); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"http:", "https:", "<script src", "<link", "<img", "src=", "@import", "url("} {
		if strings.Contains(b.String(), bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
}

// Each part, line and flagged figure is on the page, and the flagged ones are
// listed below their line.
func TestPageIsComplete(t *testing.T) {
	var b bytes.Buffer
	c := toyComparison(t)
	if err := WriteHTML(&b, c, "en"); err != nil {
		t.Fatal(err)
	}
	lines, flagged, differences := 0, 0, 0
	for _, p := range c.Parts {
		for _, l := range p.Lines {
			lines++
			before := flagged
			for _, r := range l.Rows {
				if r.Verdict.Flagged() {
					flagged++
				}
			}
			if flagged > before {
				differences++
			}
		}
	}
	for _, tt := range []struct {
		what string
		want int
	}{
		{`<th scope="row">`, lines}, {`class="differs"`, flagged - c.Verdicts[Lacking]}, {`class="lacking"`, c.Verdicts[Lacking]},
		{`<tr class="differences">`, differences}, {"values several ×20, values per cell ×2.86, masked ×14", 1},
	} {
		if got := strings.Count(b.String(), tt.what); got != tt.want {
			t.Errorf("%q stands %d times on the page, want %d", tt.what, got, tt.want)
		}
	}
	if flagged == 0 {
		t.Error("no flagged figure: the test shows nothing")
	}
}

func TestSpelling(t *testing.T) {
	for _, tt := range []struct{ got, want string }{
		{formatPercent(0), "0%"}, {formatPercent(1), "100%"}, {formatPercent(.0004), "<0.1%"}, {formatPercent(.9996), ">99.9%"}, {formatPercent(.123), "12.3%"},
		{formatInt(7), "7"}, {formatInt(1234567), "1,234,567"}, {formatInt(999), "999"},
		{formatAmount(0), "0"}, {formatAmount(.25), "0.25"}, {formatAmount(7), "7"}, {formatAmount(12.34), "12.3"}, {formatAmount(686550), "687k"}, {formatAmount(-1.31e8), "-131M"},
		{formatAmount(1.5e9), "1.5B"}, {formatAmount(2e13), "20T"}, {formatAmount(1000), "1k"},
	} {
		if tt.got != tt.want {
			t.Errorf("spelt %q, want %q", tt.got, tt.want)
		}
	}
}

func TestDifference(t *testing.T) {
	row := func(m Measure, world, real float64) *MeasureComparison {
		r := ratioAbove(0)(world, real)
		return &MeasureComparison{Measure: m, World: &Figure{Value: world}, Real: &Figure{Value: real}, Ratio: &r}
	}
	date, money := &LineMeasures{Holds: "date"}, &LineMeasures{Holds: "money"}
	for _, tt := range []struct {
		line *LineMeasures
		row  *MeasureComparison
		want string
	}{
		{money, row(ValueP50, 30, 10), "×3"}, {money, row(ValueP50, 10, 45), "÷4.5"}, {money, &MeasureComparison{Measure: Fill}, "missing"},
		{date, row(ValueP50, 7305, 3652.5), "10.0 years later"}, {date, row(ValueP10, 0, 3652.5), "10.0 years earlier"}, {date, row(LengthP50, 30, 10), "×3"},
	} {
		if got := formatDifference(tt.line, tt.row); got != tt.want {
			t.Errorf("difference = %q, want %q", got, tt.want)
		}
	}
}

// The JSON comes back as it was and fits its schema, whatever is in it.
func TestComparisonJSON(t *testing.T) {
	s := schematest.Compile(t, "comparison.schema.json")
	docket := docketProfile(t)
	for name, want := range map[string]*WorldComparison{
		"toy":        toyComparison(t),
		"docket":     Compare(docket, docket),
		"only world": Compare(docket, &Profile{}),
		"only real":  Compare(&Profile{}, docket),
		"nothing":    Compare(&Profile{}, &Profile{}),
	} {
		var b bytes.Buffer
		if err := WriteJSON(&b, want); err != nil {
			t.Fatal(err)
		}
		if err := schematest.Validate(s, b.Bytes()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var got *WorldComparison
		if err := json.Unmarshal(b.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s through JSON (-want +got):\n%s", name, diff)
		}
	}
}

// Every measure of a column or join has a heading and a place on the page.
func TestMeasuresHaveHeadings(t *testing.T) {
	full := filled(10, 10)
	full.Amounts, full.Days = exactly(1, 2, 3, 10), exactly(1, 2, 3, 10)
	full.Forms, full.Values, full.Masks = &Forms{}, &Values{}, &Masks{}
	j := JoinProfile{}
	for _, p := range append(full.pairs(&full), j.pairs(&j)...) {
		if !slices.Contains(measures(), p.measure) {
			t.Errorf("measure %s has no place on the page", p.measure)
		}
		if _, name := heading(p.measure); name == "" {
			t.Errorf("measure %s has no heading", p.measure)
		}
	}
}
