package ruling

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// writtenDefence is a defence that a lawyer wrote in words of their own.
type writtenDefence struct {
	Made     []string `json:"made"`      // pleas
	NotMade  []string `json:"not_made"`  // pleas that are left out, given up or contradicted
	Cited    []string `json:"cited"`     // articles
	NotCited []string `json:"not_cited"` // articles that are left out, or another in their place
	Text     string   `json:"text"`
}

// The points of a plea are known in a defence that makes it, whatever its words, and not in one that
// does not.
func TestPleasAreKnownInOtherWords(t *testing.T) {
	for _, language := range languages {
		tell := open(t, language)
		for n, d := range writtenDefences(t, language) {
			r := &score.Reference{Question: "Q", KeyAnswer: slices.Concat(d.Cited, d.NotCited), Written: true}
			want := slices.Concat(slices.Repeat([]bool{true}, len(d.Cited)), slices.Repeat([]bool{false}, len(d.NotCited)))
			for _, id := range slices.Concat(d.Made, d.NotMade) {
				i := slices.IndexFunc(tell.pleas, func(p plea) bool { return p.ID == id })
				if i < 0 {
					t.Fatalf("%s defence %d makes %q, which is no plea", language, n, id)
				}
				for _, point := range tell.pleas[i].Points[:min(pointsOfPlea, len(tell.pleas[i].Points))] {
					if slices.Contains(r.KeyMiddle, point[0]) {
						continue
					}
					r.KeyMiddle = append(r.KeyMiddle, point[0])
					r.MiddleValues = append(r.MiddleValues, value.Answer{Kind: value.Text, Text: point[0], Aliases: point[1:]})
					want = append(want, slices.Contains(d.Made, id))
				}
			}
			_, verdicts := score.Strict(r, &score.Attempt{Answer: d.Text})
			for k, v := range verdicts {
				if got := v.Outcome == score.Credited; got != want[k] {
					t.Errorf("%s defence %d: %q is %s, want credit: %v\n%s", language, n, v.Keyword, v.Outcome, want[k], d.Text)
				}
			}
		}
	}
}

// writtenDefences reads the defences in a language; nil if there are none.
func writtenDefences(t *testing.T, language string) (all []writtenDefence) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "defences-"+language+".jsonl"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for dec := json.NewDecoder(f); ; {
		var d writtenDefence
		switch err := dec.Decode(&d); {
		case errors.Is(err, io.EOF):
			return all
		case err != nil:
			t.Fatal(err)
		}
		all = append(all, d)
	}
}
