package dataset

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// The published means add up: that of all tasks is the mean of the types', weighted by their tasks.
func TestPublishedMeansAddUp(t *testing.T) {
	all := PublishedMeans()
	last := all[len(all)-1]
	var sum TypeMeans
	for _, m := range all[:len(all)-1] {
		n := float64(m.Tasks)
		sum.Tasks += m.Tasks
		sum.Query, sum.Answer = sum.Query+n*m.Query, sum.Answer+n*m.Answer
		sum.KeyAnswer, sum.KeyMiddle = sum.KeyAnswer+n*m.KeyAnswer, sum.KeyMiddle+n*m.KeyMiddle
	}
	n := float64(sum.Tasks)
	for what, pair := range map[string][2]float64{
		"tasks": {n, float64(last.Tasks)}, "query": {sum.Query / n, last.Query}, "answer": {sum.Answer / n, last.Answer},
		"key_answer": {sum.KeyAnswer / n, last.KeyAnswer}, "key_middle": {sum.KeyMiddle / n, last.KeyMiddle},
	} {
		if math.Abs(pair[0]-pair[1]) > 0.011 { // figures are rounded to two places
			t.Errorf("%s: %.3f over the types, want %.2f", what, pair[0], pair[1])
		}
	}
}

// asked returns tasks of a type, of which some have two keys and some a list.
func asked(kind, family string, n, pairs, lists, middle int) (tasks []*task.Task) {
	for i := range n {
		t := &task.Task{Type: kind, Family: family, Language: "zh", Question: strings.Repeat("问", 90), Answer: strings.Repeat("答", 70), KeyAnswer: []string{"一"}, Plan: &plan.Program{}}
		switch {
		case i < pairs:
			t.KeyAnswer, t.Structure.Operators = []string{"一", "二"}, []plan.Operator{"columns"}
		case i < pairs+lists:
			t.KeyAnswer, t.Structure.Operators = []string{"一", "二"}, []plan.Operator{"list"}
		}
		for j := range middle {
			t.KeyMiddle = append(t.KeyMiddle, fmt.Sprint("三", j))
		}
		tasks = append(tasks, t)
	}
	return tasks
}

func TestCompareWithPublished(t *testing.T) {
	tasks := slices.Concat(asked("2-hop", task.Multihop, 20, 2, 4, 1), asked("7-hop", task.Multihop, 1, 0, 0, 0), asked("writing", task.Writing, 3, 0, 0, 0), asked("recite", "recite", 40, 0, 0, 0))
	b := CompareWithPublished(tasks)
	var types []string
	for i := range b.Ours {
		types = append(types, b.Ours[i].Type+" "+b.Published[i].Type)
	}
	if d := cmp.Diff([]string{"2-hop 2-hop", "writing writing", "ALL ALL"}, types); d != "" {
		t.Errorf("types (-want +got):\n%s", d)
	}
	if !b.Chinese || b.Ours[0].KeyAnswer != 1.3 || b.Ours[0].KeyMiddle != 1 || b.Ours[2].Tasks != 24 {
		t.Errorf("comparison %+v, want 20 of two hops with 1.3 and 1 keywords among 24 in Chinese", b)
	}
	var got []string
	for _, s := range b.Shares {
		got = append(got, fmt.Sprintf("%s %d/%d", s.What, s.N, s.Of))
	}
	if d := cmp.Diff([]string{"more than one key_answer 6/21", "several columns or facts asked for 2/21", "a list of two values or more 4/21"}, got); d != "" {
		t.Errorf("shares (-want +got):\n%s", d)
	}
	var thin []string
	for _, f := range b.Thinner {
		thin = append(thin, f.String())
	}
	want := []string{
		"2-hop: key_middle is 1.00, published 1.45",
		"more than one key_answer: 28.6 % of questions, published 36.2 %", "several columns or facts asked for: 9.5 % of questions, published 29.8 %",
	}
	if d := cmp.Diff(want, thin); d != "" {
		t.Errorf("thinner (-want +got):\n%s", d)
	}
	tasks[0].Language = "en"
	if b := CompareWithPublished(tasks); b.Chinese || slices.ContainsFunc(b.Thinner, func(f ThinFigure) bool { return strings.Contains(f.Figure, "length") }) {
		t.Errorf("thinner %v, want no lengths of tasks in English", b.Thinner)
	}
	rich := slices.Concat(asked("1-hop", task.Multihop, 80, 40, 5, 0), asked("3-hop", task.Multihop, 20, 10, 2, 3))
	if b := CompareWithPublished(rich); len(b.Thinner) > 0 {
		t.Errorf("thinner %v of a set as rich as the published one", b.Thinner)
	}
	for name, other := range map[string][]*task.Task{"statutes": asked("recite", "recite", 20, 0, 0, 0), "texts alone": asked("writing", task.Writing, 20, 0, 0, 0), "none": nil} {
		if b := CompareWithPublished(other); b != nil {
			t.Errorf("%s: %+v, want no comparison", name, b)
		}
	}
}

// What is said of the published questions holds for those at hand.
func TestPublishedShares(t *testing.T) {
	root := os.Getenv("TASKGROVE_DATA")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "data")
	}
	b, err := os.ReadFile(filepath.Join(root, "legalagentbench", "tasks.json"))
	if err != nil {
		t.Skipf("no real data: set TASKGROVE_DATA to its folder (%v)", err)
	}
	var tasks []struct {
		ID   int      `json:"id"`
		Keys []string `json:"key"`
	}
	if err := json.Unmarshal(b, &tasks); err != nil {
		t.Fatal(err)
	}
	several, of := 0, 0
	for _, one := range tasks {
		if one.ID <= 280 { // the others are texts to write
			of++
			if len(one.Keys) > 1 {
				several++
			}
		}
	}
	if s := CompareWithPublished(asked("1-hop", task.Multihop, 1, 0, 0, 0)).Shares[0]; s.PublishedN != several || s.PublishedOf != of {
		t.Errorf("%d of %d published questions have several keys, said to be %d of %d", several, of, s.PublishedN, s.PublishedOf)
	}
}
