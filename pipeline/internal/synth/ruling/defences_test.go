package ruling

import (
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/score"
)

// writtenDefence is a defence that a lawyer wrote in words of their own.
type writtenDefence struct {
	Cited    []string `json:"cited"`     // articles
	NotCited []string `json:"not_cited"` // articles that are left out, or another in their place
	Text     string   `json:"text"`
}

// Articles are known in a defence that cites them, whatever its words, and not in another.
func TestArticlesInOtherWords(t *testing.T) {
	for _, language := range languages {
		for n, d := range readLines[writtenDefence](t, "defences-"+language+".jsonl") {
			articles := slices.Concat(d.Cited, d.NotCited)
			// as many keywords as tasks have, or a text of its length is taken for a list
			r := &score.Reference{Question: "Q", KeyAnswer: append(articles, "8841", "8842", "8843", "8844"), Written: true}
			_, verdicts := score.Strict(r, &score.Attempt{Answer: d.Text})
			for k, v := range verdicts[:len(articles)] {
				if got, want := v.Outcome == score.Credited, k < len(d.Cited); got != want {
					t.Errorf("%s defence %d: %q is %s, want credit: %v\n%s", language, n, v.Keyword, v.Outcome, want, d.Text)
				}
			}
		}
	}
}
