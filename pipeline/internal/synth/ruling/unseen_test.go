package ruling

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// unseenDefence is a defence written before the rule that grades it. Its labels are names of pleas.
type unseenDefence struct {
	Task     string   `json:"task"`
	Kind     string   `json:"kind"` // full, half or reversed
	Held     bool     `json:"held"` // held aside while the rule was mended
	Makes    []string `json:"makes"`
	Leaves   []string `json:"leaves"`
	Reverses []string `json:"reverses"` // whose opposite it says
	Text     string   `json:"text"`
}

// Of the points of 72 defences of 24 tasks most that are made are credited, none that is left out, and
// next to none whose opposite the text says.
func TestUnseenDefences(t *testing.T) {
	for _, language := range languages {
		tell := open(t, language)
		b, err := os.ReadFile(filepath.Join("testdata", "unseen-"+language+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		credited, n := map[string]int{}, map[string]int{}
		for line := range strings.Lines(string(b)) {
			var d unseenDefence
			if err := json.Unmarshal([]byte(line), &d); err != nil {
				t.Fatal(err)
			}
			if d.Held && os.Getenv("HELD") == "" || !d.Held && os.Getenv("HELD") != "" {
				continue
			}
			for kind, pleas := range map[string][]string{"makes": d.Makes, "leaves": d.Leaves, "reverses": d.Reverses} {
				for _, id := range pleas {
					i := slices.IndexFunc(tell.pleas, func(p plea) bool { return p.ID == id })
					for _, point := range tell.pleas[i].Points[:pointsOfPlea] {
						r := &score.Reference{Question: "Q", KeyAnswer: []string{"X1"}, KeyMiddle: []string{point[0]}, Written: true,
							MiddleValues: []value.Answer{{Kind: value.Text, Text: point[0], Aliases: point[1:]}}}
						_, verdicts := score.Strict(r, &score.Attempt{Answer: d.Text})
						n[kind]++
						if got := verdicts[1].Outcome == score.Credited; got {
							credited[kind]++
							if kind != "makes" {
								t.Logf("%s %s %s %s %s %q credited", language, d.Task, d.Kind, kind, id, point[0])
							}
						} else if kind == "makes" {
							t.Logf("%s %s %s %s %s %q MISSED", language, d.Task, d.Kind, kind, id, point[0])
						}
					}
				}
			}
		}
		t.Logf("%s: credited %v of %v", language, credited, n)
	}
}
