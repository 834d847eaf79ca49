package score

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// writtenDefence is a statement of defence in a lawyer's own words, with the points of its task.
type writtenDefence struct {
	Makes    []string `json:"makes"`
	Leaves   []string `json:"leaves"`   // of a plea that it leaves out
	Reverses []string `json:"reverses"` // of a plea whose opposite it says
	Text     string   `json:"text"`
}

// Of the points of thirty defences that were written before they were graded, most that are made are
// credited, and of those that are left out or reversed next to none.
func TestDefences(t *testing.T) {
	for _, language := range []string{"zh", "en"} {
		var terms map[string][]string
		decode(t, "points-"+language+".json", &terms)
		credited, n := map[string]int{}, map[string]int{}
		for i, line := range lines(t, "defences-"+language+".jsonl") {
			var d writtenDefence
			if err := json.Unmarshal(line, &d); err != nil {
				t.Fatal(err)
			}
			for kind, points := range map[string][]string{"makes": d.Makes, "leaves": d.Leaves, "reverses": d.Reverses} {
				for _, p := range points {
					r := &Reference{Question: "Q", KeyAnswer: []string{"X1"}, KeyMiddle: []string{p}, Written: true,
						MiddleValues: []value.Answer{{Kind: value.Text, Text: p, Aliases: terms[p]}}}
					_, verdicts := Strict(r, &Attempt{Answer: d.Text})
					n[kind]++
					switch got := verdicts[1].Outcome == Credited; {
					case got:
						credited[kind]++
						if kind != "makes" {
							t.Logf("%s defence %d %s %q, which is credited", language, i+1, kind, p)
						}
					case kind == "makes":
						t.Logf("%s defence %d makes %q, which is absent", language, i+1, p)
					}
				}
			}
		}
		t.Logf("%s: credited %v of %v", language, credited, n)
		if n["makes"] != 60 || credited["makes"] < 57 || credited["leaves"] > 0 || credited["reverses"] > 1 {
			t.Errorf("%s: credited %v of %v, want at least 57 of 60 that are made, none that is left out, at most one that is reversed", language, credited, n)
		}
	}
}

func decode(t *testing.T, name string, v any) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err == nil {
		err = json.Unmarshal(b, v)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// lines returns the lines of a file of test data.
func lines(t *testing.T, name string) [][]byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Split(bytes.TrimSpace(b), []byte("\n"))
}
