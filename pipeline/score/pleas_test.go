package score

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Lines of a set of defences, counted from 1.
func oddLines(n int) bool   { return n%2 == 1 }
func evenLines(n int) bool  { return n%2 == 0 }
func everySixth(n int) bool { return n%6 == 3 }
func otherLines(n int) bool { return n%6 != 3 }
func allLines(int) bool     { return true }

// Of 48 defences of 20 tasks in each language, of 30 of other tasks by a second hand, and of 80 of others by a third, which
// people wrote who saw no rule, the odd lines, and the lines but every sixth of the third hand, were read for the rules and
// the others were not. A fourth hand's 30 were graded when the rules were finished. The forms of the last three sets ask for a
// list of issues; of these, the seventh was graded when the rules were finished. The bounds are what was measured.
func TestPleasOfUnseenDefences(t *testing.T) {
	for _, c := range []struct {
		hand, language string
		which          string
		kept           func(n int) bool
		made, wrong    int // points credited that are made at least, and of the others at most
	}{
		{"pleas", "zh", "odd", oddLines, 45, 0}, {"pleas", "zh", "even", evenLines, 40, 0}, {"pleas", "en", "odd", oddLines, 42, 0}, {"pleas", "en", "even", evenLines, 46, 0},
		{"pleas-second", "zh", "odd", oddLines, 30, 0}, {"pleas-second", "zh", "even", evenLines, 26, 1}, {"pleas-second", "en", "odd", oddLines, 27, 0}, {"pleas-second", "en", "even", evenLines, 29, 0},
		{"pleas-third", "zh", "read", otherLines, 111, 0}, {"pleas-third", "zh", "unread", everySixth, 15, 1}, {"pleas-third", "en", "read", otherLines, 116, 0}, {"pleas-third", "en", "unread", everySixth, 20, 0},
		{"pleas-fourth", "zh", "all", allLines, 50, 0}, {"pleas-fourth", "en", "all", allLines, 52, 4},
		{"pleas-fifth", "zh", "all", allLines, 78, 0}, {"pleas-fifth", "en", "all", allLines, 81, 0},
		{"pleas-sixth", "zh", "all", allLines, 75, 0}, {"pleas-sixth", "en", "all", allLines, 79, 2},
		{"pleas-seventh", "zh", "all", allLines, 64, 0}, {"pleas-seventh", "en", "all", allLines, 57, 0},
	} {
		texts := slices.Clone(lines(t, c.hand+"-"+c.language+".jsonl"))
		for i := range texts {
			if !c.kept(i + 1) {
				texts[i] = nil
			}
		}
		credited, n := gradedPleas(t, c.hand+"-tasks-"+c.language+".jsonl", texts)
		t.Logf("%s, %s, %s lines: credited %+v of %+v", c.hand, c.language, c.which, credited, n)
		if credited.made < c.made || credited.reversed+credited.left > c.wrong {
			t.Errorf("%s, %s, %s lines: credited %+v of %+v, want at least %d that are made and at most %d others", c.hand, c.language, c.which, credited, n, c.made, c.wrong)
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
