package ruling

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Defences that lawyers wrote in their own words get the points of the pleas that they make, and none of
// those that they leave out, give up or turn round. They get the articles that they cite.
func TestPointsOfWrittenDefences(t *testing.T) {
	for _, language := range languages {
		path := filepath.Join("testdata", "defences-"+language+".jsonl")
		file, err := os.Open(path)
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		tell := open(t, language)
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 1<<20)
		for n := 1; lines.Scan(); n++ {
			var d writtenDefence
			if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
				t.Fatalf("%s:%d: %v", path, n, err)
			}
			d.check(t, tell, path, n)
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
	}
}

// writtenDefence is a statement of defence with what it is expected to say.
type writtenDefence struct {
	Pleas []string `json:"pleas"` // of the reference
	Makes []int    `json:"makes"` // those of them that the text makes, from 1
	Cites []string `json:"cites"` // articles of the reference that it cites
	Lacks []string `json:"lacks"` // articles of the reference that it does not cite
	Text  string   `json:"text"`
}

func (d *writtenDefence) check(t *testing.T, tell *shardRenderer, path string, line int) {
	t.Helper()
	r := &score.Reference{Question: "Q", KeyAnswer: slices.Concat(d.Cites, d.Lacks), Written: true}
	var made []bool
	for i, id := range d.Pleas {
		p := slices.IndexFunc(tell.pleas, func(p plea) bool { return p.ID == id })
		if p < 0 {
			t.Fatalf("%s:%d: there is no plea %q", path, line, id)
		}
		for _, point := range tell.pleas[p].Points[:min(pointsOfPlea, len(tell.pleas[p].Points))] {
			r.KeyMiddle = append(r.KeyMiddle, point[0])
			r.MiddleValues = append(r.MiddleValues, value.Answer{Kind: value.Text, Text: point[0], Aliases: point[1:]})
			made = append(made, slices.Contains(d.Makes, i+1))
		}
	}
	_, verdicts := score.Strict(r, &score.Attempt{Answer: d.Text})
	for k, v := range verdicts {
		want := k < len(d.Cites)
		if k >= len(r.KeyAnswer) {
			want = made[k-len(r.KeyAnswer)]
		}
		if got := v.Outcome == score.Credited; got != want {
			t.Errorf("%s:%d: %s is credited: %v, want %v", path, line, v.Keyword, got, want)
		}
	}
}
