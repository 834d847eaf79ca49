package profile

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// three returns quantiles without their bounds, which have tests of their own.
func three(n int, p10, p50, p90 float64) *Quantiles {
	return &Quantiles{n, SampleQuantile{Value: p10}, SampleQuantile{Value: p50}, SampleQuantile{Value: p90}}
}

func bounds() cmp.Option { return cmpopts.IgnoreFields(SampleQuantile{}, "Low", "High") }

func docketProfile(t *testing.T) *Profile {
	return Of(loaded(t, docket(), map[string][]row{
		"Case": {
			{"number": "ab1", "parties": "a,b;c", "amount": 7, "filed": "1970年01月03日", "told": "x*y", "county": "k", "city": "c"},
			{"number": "ab2", "parties": "a", "amount": "7", "filed": "1969-12-31", "told": nil, "county": "k", "city": "c"},
			{"number": "cd1", "parties": "d*;a", "amount": "1.5万", "filed": " - ", "county": "l", "city": "c"},
			{"number": "x", "parties": "-", "amount": "about 7", "filed": "-", "county": "-", "city": "c"},
		},
		"Company": {
			{"name": "a", "parent": "-", "code": "ab", "city": "c", "county": "k"},
			{"name": "b", "parent": "a", "code": "ef", "city": "c", "county": "k"},
			{"name": "e", "parent": "a", "city": "d", "county": "k"},
			{"name": "f", "parent": "b", "code": nil, "city": "d"},
		},
		"Law": {{"text": "ein"}, {"text": "zwei"}, {"text": "ein"}},
	}))
}

func TestOf(t *testing.T) {
	p := docketProfile(t)
	cases := TableProfile{Name: "Case", Rows: 4, Columns: []ColumnProfile{
		{Name: "number", Label: "Number", Holds: "case", Observed: 4, Present: 4, Repeats: Repeats{{1, 4}}, Length: three(4, 1, 3, 3), Masks: &Masks{4, 0}},
		{Name: "parties", Holds: "company", Observed: 4, Sentinel: 1, Present: 3, Repeats: Repeats{{1, 3}}, Length: three(3, 1, 4, 5),
			Values: &Values{Moments{3, 6, 14, 3}, 2}, Masks: &Masks{6, 1}},
		{Name: "amount", Holds: "money", Observed: 4, Present: 4, Repeats: Repeats{{1, 2}, {2, 1}}, Length: three(4, 1, 1, 7),
			Amounts: three(3, 7, 7, 15000), Forms: &Forms{Numerals: 2, Scaled: 1, Unparsed: 1}},
		{Name: "filed", Holds: "date", Observed: 4, Sentinel: 2, Present: 2, Repeats: Repeats{{1, 2}}, Length: three(2, 10, 10, 11),
			Days: three(2, -1, -1, 2), Forms: &Forms{Weekends: 1}},
		{Name: "told", Holds: "prose", Observed: 2, Empty: 1, Present: 1, Repeats: Repeats{{1, 1}}, Length: three(1, 3, 3, 3)},
		{Name: "county", Holds: "region.county", Observed: 4, Sentinel: 1, Present: 3, Repeats: Repeats{{1, 1}, {2, 1}}, Length: three(3, 1, 1, 1), Masks: &Masks{3, 0}},
		{Name: "city", Holds: "region.city", Observed: 4, Present: 4, Repeats: Repeats{{4, 1}}, Length: three(4, 1, 1, 1), Masks: &Masks{4, 0}},
	}}
	if diff := cmp.Diff(cases, p.Tables[0], bounds()); diff != "" {
		t.Errorf("profile of cases (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]PassagesProfile{{Name: "Law", Texts: 3, Repeats: Repeats{{1, 1}, {2, 1}}, Length: three(3, 3, 3, 4)}}, p.Passages, bounds()); diff != "" {
		t.Errorf("profile of passages (-want +got):\n%s", diff)
	}
}

func TestJoins(t *testing.T) {
	place := func(table string, columns ...string) JoinColumns { return JoinColumns{table, columns} }
	number, parties := place("Case", "number"), place("Case", "parties")
	name, parent, code := place("Company", "name"), place("Company", "parent"), place("Company", "code")
	none := Moments{}
	want := []JoinProfile{
		{"code", number, "case_code", code, 4, Moments{2, 2, 2, 1}},                                                 // ab1 and ab2 lead to ab
		{"company", parties, "", name, 4, Moments{2, 2, 2, 1}},                                                      // a and b, neither c nor d*
		{"company", parties, "", parent, 4, Moments{2, 3, 5, 2}},                                                    // two children of a, one of b
		{"region", place("Case", "city", "county"), "", place("Company", "city", "county"), 2, Moments{1, 2, 4, 2}}, // c k twice, c l never
		{"company", name, "", parties, 4, Moments{1, 1, 1, 1}},                                                      // a alone fills a cell
		{"company", name, "", parent, 4, Moments{2, 3, 5, 2}},
		{"company", parent, "", parties, 2, Moments{1, 1, 1, 1}},
		{"company", parent, "", name, 2, Moments{2, 2, 2, 1}},
	}
	if diff := cmp.Diff(want, docketProfile(t).Joins); diff != "" {
		t.Errorf("joins (-want +got):\n%s", diff)
	}
	for _, j := range Of(loaded(t, docket(), map[string][]row{"Company": nil})).Joins {
		if j.Names != 0 || j.Found != none {
			t.Errorf("join in an empty corpus: %+v, want nothing found", j)
		}
	}
}

// A profile comes back from JSON as it was.
func TestProfileJSON(t *testing.T) {
	want := docketProfile(t)
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got *Profile
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("profile through JSON (-want +got):\n%s", diff)
	}
}

func TestScaled(t *testing.T) {
	for text, want := range map[string]bool{
		"7": false, "1.5e7": false, "1E-3": false, "65.0%": false, "¥5,911": false,
		"1.31亿": true, "9000元": true, "10.33 billion": true, "5 thousand": true, "e": true,
	} {
		if got := hasScale(text); got != want {
			t.Errorf("scaled(%q) = %v, want %v", text, got, want)
		}
	}
}
