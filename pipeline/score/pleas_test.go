package score

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Of 48 defences of 20 tasks in each language, which somebody wrote who saw no rule, the lines with odd numbers were read
// for the rules and those with even numbers were not. The bounds are what was measured.
func TestPleasOfUnseenDefences(t *testing.T) {
	for _, c := range []struct {
		language    string
		made, wrong int // points credited that are made at least, and of the others at most
	}{{"zh", 85, 2}, {"en", 86, 0}} {
		credited, n := gradedPleas(t, "pleas-tasks-"+c.language+".jsonl", "pleas-"+c.language+".jsonl", func(line int, kind, point string) {
			t.Logf("%s defence %d %s %q", c.language, line, kind, point)
		})
		t.Logf("%s: credited %+v of %+v", c.language, credited, n)
		if n.made < c.made || credited.made < c.made || credited.reversed+credited.left > c.wrong {
			t.Errorf("%s: credited %+v of %+v, want at least %d that are made and at most %d others", c.language, credited, n, c.made, c.wrong)
		}
	}
}

// pleaTask is a task to write a statement of defence, with the points of each plea.
type pleaTask struct {
	ID       string         `json:"id"`
	Question string         `json:"question"`
	Points   []value.Answer `json:"points"` // the terms for each, and what it rests on
	Pleas    [][]string     `json:"pleas"`  // texts of Points
}

// pleaText is a defence that somebody wrote who saw no rule. Its pleas are numbered from 1.
type pleaText struct {
	Task     string `json:"task"`
	Text     string `json:"text"`
	Made     []int  `json:"made"`
	Reversed []int  `json:"reversed"` // mentioned, and conceded or given up
	Left     []int  `json:"left"`
}

// pleaCounts counts points of each kind.
type pleaCounts struct{ made, reversed, left int }

// gradedPleas grades the defences of a language. It calls report with each point whose credit is not what its
// writer says.
func gradedPleas(t *testing.T, tasks, texts string, report func(line int, kind, point string)) (credited, n pleaCounts) {
	known := map[string]*pleaTask{}
	for _, line := range lines(t, tasks) {
		var p pleaTask
		if err := json.Unmarshal(line, &p); err != nil {
			t.Fatal(err)
		}
		known[p.ID] = &p
	}
	for i, line := range lines(t, texts) {
		var d pleaText
		if err := json.Unmarshal(line, &d); err != nil {
			t.Fatal(err)
		}
		task := known[d.Task]
		r := &Reference{Question: task.Question, KeyAnswer: []string{"X1"}, MiddleValues: task.Points, Written: true}
		for _, p := range task.Points {
			r.KeyMiddle = append(r.KeyMiddle, p.Text)
		}
		_, verdicts := Strict(r, &Attempt{Answer: d.Text})
		for _, v := range verdicts[1:] {
			got := v.Outcome == Credited
			in := func(pleas []int) bool {
				return slices.ContainsFunc(pleas, func(n int) bool { return slices.Contains(task.Pleas[n-1], v.Keyword) })
			}
			count := func(credited, n *int, kind string, want bool) {
				*n++
				if got {
					*credited++
				}
				if got != want {
					report(i+1, kind, v.Keyword)
				}
			}
			switch {
			case in(d.Made):
				count(&credited.made, &n.made, "makes", true)
			case in(d.Reversed):
				count(&credited.reversed, &n.reversed, "reverses", false)
			case in(d.Left):
				count(&credited.left, &n.left, "leaves out", false)
			}
		}
	}
	return credited, n
}
