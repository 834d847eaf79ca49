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

// arguedTask is a task of a defence, with the pleas of its reference.
type arguedTask struct {
	Question string `json:"question"`
	Pleas    []struct {
		ID          string `json:"id"`
		Particulars string `json:"particulars"`
	} `json:"pleas"`
}

// arguedDefence is a defence of an arguedTask by somebody who never saw a pattern. Its labels are identifiers of pleas,
// given before it was graded.
type arguedDefence struct {
	Task     int      `json:"task"` // from 1
	Kind     string   `json:"kind"` // full, half, reversed or mixed
	Held     bool     `json:"held"` // held aside while the rules were written
	Makes    []string `json:"makes"`
	Leaves   []string `json:"leaves"`
	Reverses []string `json:"reverses"`
	Text     string   `json:"text"`
}

func readLines[T any](t *testing.T, name string) (all []T) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		var one T
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	return all
}

// grader returns a grader of the task's points, and the plea of each.
func (k *arguedTask) grader(t *testing.T, pleas []plea) (g *score.Grader, of []string) {
	r := &score.Reference{Question: k.Question, KeyAnswer: []string{"X1"}, Written: true}
	for _, p := range k.Pleas {
		for _, point := range pointsOfPleas(t, pleas, []string{p.ID}) {
			r.KeyMiddle, of = append(r.KeyMiddle, point[0]), append(of, p.ID)
			r.MiddleValues = append(r.MiddleValues, value.Answer{Kind: value.Text, Text: point[0], Aliases: append(slices.Clone(point[1:]), p.Particulars)})
		}
	}
	return score.NewGrader(r), of
}

// Of the points of defences by another writer all that are made are credited, in whatever words, and none that
// is left out or whose opposite the text says. Decision 102 tells how many were at first sight.
func TestArguedDefences(t *testing.T) {
	for _, language := range languages {
		pleas, err := loadPleas(language)
		if err != nil {
			t.Fatal(err)
		}
		tasks := readLines[arguedTask](t, "argued-tasks-"+language+".jsonl")
		credited, n := map[string]int{}, map[string]int{}
		for _, d := range readLines[arguedDefence](t, "argued-"+language+".jsonl") {
			g, of := tasks[d.Task-1].grader(t, pleas)
			_, verdicts := g.Strict(&score.Attempt{Answer: d.Text})
			for i, v := range verdicts[1:] {
				if v.Outcome == score.Given {
					continue
				}
				label := "leaves"
				switch {
				case slices.Contains(d.Makes, of[i]):
					label = "makes"
				case slices.Contains(d.Reverses, of[i]):
					label = "reverses"
				}
				n[label]++
				made := v.Outcome == score.Credited
				if made {
					credited[label]++
				}
				if made != (label == "makes") {
					t.Logf("%s, task %d, %s: %s %s %q, credited: %v", language, d.Task, d.Kind, label, of[i], v.Keyword, made)
				}
			}
		}
		t.Logf("%s: credited %v of %v", language, credited, n)
		if n["makes"] < 48 || credited["makes"] < n["makes"] || credited["leaves"] > 0 || credited["reverses"] > 0 {
			t.Errorf("%s: credited %v of %v, want all that are made and no others", language, credited, n)
		}
	}
}

// Whoever copies the question, or lists what the points rest on, argues none of them.
func TestCopiesArgueNothing(t *testing.T) {
	for _, language := range languages {
		pleas, err := loadPleas(language)
		if err != nil {
			t.Fatal(err)
		}
		for i, task := range readLines[arguedTask](t, "argued-tasks-"+language+".jsonl") {
			g, _ := task.grader(t, pleas)
			at := strings.LastIndex(task.Question, "\n1. ")
			facts, _, _ := strings.Cut(task.Question[at:], "\n\n")
			var list []string
			for _, p := range task.Pleas {
				list = append(list, strings.Split(p.Particulars[len(particularsMark):], particularsEnd)...)
			}
			for what, text := range map[string]string{
				"the client's facts": facts, "the complaint": task.Question[:at], "the question": task.Question,
				"a list of particulars": strings.Join(list, "\n"), "a sentence of them": strings.Join(list, ", "),
			} {
				_, verdicts := g.Strict(&score.Attempt{Answer: text})
				for _, v := range verdicts[1:] {
					if v.Outcome == score.Credited {
						t.Errorf("%s, task %d: %s is credited with %q", language, i+1, what, v.Keyword)
					}
				}
			}
		}
	}
}

// pointsOfPleas returns the recorded points of pleas, each with its terms.
func pointsOfPleas(t *testing.T, pleas []plea, ids []string) (points [][]string) {
	t.Helper()
	for _, id := range ids {
		i := slices.IndexFunc(pleas, func(p plea) bool { return p.ID == id })
		if i < 0 {
			t.Fatalf("%q is no plea", id)
		}
		points = append(points, pleas[i].Points[:pointsOfPlea]...)
	}
	return points
}
