package judge

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func own(t testing.TB) *Rubric {
	t.Helper()
	r, err := ReadRubric("own.yaml", []byte(small))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

const plain = `{"grades":[{"criterion":"facts","reason":"one is wrong","points":2},{"criterion":"form","reason":"a letter","points":3}]}`

func TestRead(t *testing.T) {
	r := own(t)
	want := []Grade{{Criterion: "facts", Points: 2, Reason: "one is wrong"}, {Criterion: "form", Points: 3, Reason: "a letter"}}
	for _, answer := range []string{
		plain,
		"```json\n" + plain + "\n```",
		"Here are my grades:\n" + plain + "\nI hope they help.",
		"<think>{\"grades\":[]} or rather " + plain + " no</think>\n" + plain,
		"so " + plain + "</think>" + plain,
		`{"grades":[{"criterion":"Form ","reason":"a letter","points":"3"},{"criterion":"FACTS","reason":" one is wrong ","points":2.0}],"total":5}`,
		`{"thoughts":"{"} ` + plain,
		"<think>\n" + plain,
		"{draft} " + plain,
	} {
		got, err := r.Read(answer)
		if err != nil {
			t.Errorf("Read(%q): %v", answer, err)
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("Read(%q) (-want +got):\n%s", answer, diff)
		}
	}
	// A reason that quotes the end of a thought is a reason.
	quoting := strings.Replace(plain, "one is wrong", "it says <think> and </think>", 1)
	if got, err := r.Read(quoting); err != nil || got[0].Reason != "it says <think> and </think>" {
		t.Errorf("Read(%q) = %v, %v", quoting, got, err)
	}
	long := strings.Replace(plain, "one is wrong", strings.Repeat("甲", longestReason+5), 1)
	if got, err := r.Read(long); err != nil || got[0].Reason != strings.Repeat("甲", longestReason)+"…" {
		t.Errorf("Read of a long reason = %v, %v, want it cut", got, err)
	}
}

func TestReadFaults(t *testing.T) {
	r := own(t)
	for _, tt := range []struct{ answer, want string }{
		{"", "no JSON object"},
		{"facts 2, form 3", "no JSON object"},
		{plain[:len(plain)-1], "no grade for facts"}, // what is whole in it are single grades
		{plain + plain, "2 objects with grades: want one object"},
		{`The text says ` + strings.Replace(plain, "2", "3", 1) + ` but I give ` + plain, "2 objects with grades: want one object"},
		{`{"grades":[]}`, "no grade for facts: want a grade for each criterion"},
		{strings.Replace(plain, "form", "facts", 1), "criterion facts is graded twice: want one grade"},
		{strings.Replace(plain, "form", "style", 1), `criterion "style": want a criterion of the rubric`},
		{strings.Replace(plain, `"points":3`, `"points":4`, 1), "criterion form: 4 points: want 0 to 3"},
		{strings.Replace(plain, `"points":3`, `"points":-1`, 1), "criterion form: -1 points: want 0 to 3"},
		{strings.Replace(plain, `"points":3`, `"points":2.5`, 1), "points 2.5: want a whole number"},
		{strings.Replace(plain, `"points":3`, `"points":1e300`, 1), "points 1e300: want a whole number"},
		{strings.Replace(plain, `"points":3`, `"points":"null"`, 1), `points "null": want a whole number`},
		{strings.Replace(plain, `"points":3`, `"points":null`, 1), "criterion form without points: want some"},
		{strings.Replace(plain, `,"points":3`, ``, 1), "criterion form without points: want some"},
		{`{"grades":{"facts":2,"form":3}}`, "cannot unmarshal"},
		{strings.Repeat("{", 100_000), "no JSON object"},
		{strings.Repeat(`{"a":`, 50_000), "no JSON object"},
	} {
		got, err := r.Read(tt.answer)
		if got != nil || err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Read(%q) = %v, %v, want an error with %q", clip(tt.answer, 200), got, err, tt.want)
		}
	}
}

// Whatever a judge answers, there is a grade within the scale for each criterion, or none.
func FuzzRead(f *testing.F) {
	r := own(f)
	f.Add(plain)
	f.Add("<think>" + plain + "</think>```\n" + plain)
	f.Add(fmt.Sprintf(`{"grades":[%s,{"points":"3"}]}`, plain))
	f.Fuzz(func(t *testing.T, answer string) {
		got, err := r.Read(answer)
		if (err == nil) != (len(got) == len(r.Criteria)) {
			t.Fatalf("Read(%q) = %v, %v", answer, got, err)
		}
		for i, g := range got {
			if g.Criterion != r.Criteria[i].Name || g.Points < 0 || g.Points > r.Most {
				t.Errorf("Read(%q) = %v, want grades of the rubric in order", answer, got)
			}
		}
	})
}
