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

// arguedDefence is an unseenDefence of an arguedTask, by somebody who never saw a pattern.
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

func TestArguedDefences(t *testing.T) {
	held := os.Getenv("HELD") != ""
	for _, language := range languages {
		pleas, err := loadPleas(language)
		if err != nil {
			t.Fatal(err)
		}
		tasks := readLines[arguedTask](t, "argued-tasks-"+language+".jsonl")
		credited, n := map[string]int{}, map[string]int{}
		for _, d := range readLines[arguedDefence](t, "argued-"+language+".jsonl") {
			if d.Held != held {
				continue
			}
			g, of := tasks[d.Task-1].grader(t, pleas)
			_, verdicts := g.Strict(&score.Attempt{Answer: d.Text})
			for i, id := range of {
				label := "leaves"
				switch {
				case slices.Contains(d.Makes, id):
					label = "makes"
				case slices.Contains(d.Reverses, id):
					label = "reverses"
				}
				if verdicts[1+i].Outcome == score.Given {
					continue
				}
				n[label]++
				made := verdicts[1+i].Outcome == score.Credited
				if made {
					credited[label]++
				}
				if made != (label == "makes") {
					t.Logf("%s, task %d, %s: %s %s %q, credited: %v %s", language, d.Task, d.Kind, label, id, verdicts[1+i].Keyword, made, verdicts[1+i].Outcome)
				}
			}
		}
		t.Logf("%s: credited %v of %v", language, credited, n)
		for what, n := range map[string]int{} {
			t.Log(what, n)
		}
		paste := map[string]int{}
		for i := range tasks {
			g, _ := tasks[i].grader(t, pleas)
			q := tasks[i].Question
			at := strings.LastIndex(q, "\n1. ")
			facts := q[at:]
			if k := strings.Index(facts, "\n\n"); k > 0 {
				facts = facts[:k]
			}
			var list []string
			for _, p := range tasks[i].Pleas {
				list = append(list, strings.Split(p.Particulars[1:], "|")...)
			}
			h, _ := (&arguedTask{Question: "Q", Pleas: tasks[i].Pleas}).grader(t, pleas)
			for name, text := range map[string]string{"facts": facts, "complaint": q[:at], "both": q, "list": strings.Join(list, "\n"), "list2": strings.Join(list, ", ")} {
				_, v := g.Strict(&score.Attempt{Answer: text})
				_, w := h.Strict(&score.Attempt{Answer: text})
				for k := range v {
					if v[k].Outcome == score.Credited {
						paste[name]++
					}
					if w[k].Outcome == score.Credited {
						paste[name+" unknown"]++
					}
				}
			}
		}
		t.Logf("%s: pasted %v", language, paste)
	}
}
