package score

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Of 48 defences of 20 tasks in each language, and of 30 of other tasks by a second hand, which people wrote who saw no rule,
// the lines with odd numbers were read for the rules and those with even numbers were not. The bounds are what was measured.
func TestPleasOfUnseenDefences(t *testing.T) {
	for _, c := range []struct {
		hand, language string
		half           int // 1 for the odd lines, 0 for the even ones
		made, wrong    int // points credited that are made at least, and of the others at most
	}{
		{"pleas", "zh", 1, 45, 0}, {"pleas", "zh", 0, 40, 0}, {"pleas", "en", 1, 42, 0}, {"pleas", "en", 0, 46, 0},
		{"pleas-second", "zh", 1, 30, 0}, {"pleas-second", "zh", 0, 26, 3}, {"pleas-second", "en", 1, 27, 0}, {"pleas-second", "en", 0, 29, 2},
	} {
		texts := slices.Clone(lines(t, c.hand+"-"+c.language+".jsonl"))
		for i := range texts {
			if (i+1)%2 != c.half {
				texts[i] = nil
			}
		}
		credited, n := gradedPleas(t, c.hand+"-tasks-"+c.language+".jsonl", texts)
		t.Logf("%s, %s, lines %d modulo 2: credited %+v of %+v", c.hand, c.language, c.half, credited, n)
		if credited.made < c.made || credited.reversed+credited.left > c.wrong {
			t.Errorf("%s, %s, lines %d modulo 2: credited %+v of %+v, want at least %d that are made and at most %d others", c.hand, c.language, c.half, credited, n, c.made, c.wrong)
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

// gradedPleas grades the defences of a language. A nil text is left out.
func gradedPleas(t *testing.T, tasks string, texts [][]byte) (credited, n pleaCounts) {
	known := map[string]*pleaTask{}
	for _, line := range lines(t, tasks) {
		var p pleaTask
		if err := json.Unmarshal(line, &p); err != nil {
			t.Fatal(err)
		}
		known[p.ID] = &p
	}
	for _, line := range texts {
		if line == nil {
			continue
		}
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
			in := func(pleas []int) bool {
				return slices.ContainsFunc(pleas, func(n int) bool { return slices.Contains(task.Pleas[n-1], v.Keyword) })
			}
			count := func(credited, n *int) {
				*n++
				if v.Outcome == Credited {
					*credited++
				}
			}
			switch {
			case in(d.Made):
				count(&credited.made, &n.made)
			case in(d.Reversed):
				count(&credited.reversed, &n.reversed)
			case in(d.Left):
				count(&credited.left, &n.left)
			}
		}
	}
	return credited, n
}
