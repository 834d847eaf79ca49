package web_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
	"github.com/taskgrove/taskgrove/pipeline/review"
)

// Whatever body a member sends, he is answered, by what was wanted or by what is wrong
// with it.
func FuzzBodies(f *testing.F) {
	s := serve(f, 2, nil)
	ann := s.join("Ann")
	v := ann.view(s.tasks[0].ID)
	paths := []string{
		"/api/decisions", "/api/tasks/" + v.ID + "/preview", "/api/call", "/api/next",
		"/api/invites", "/api/tasks/" + v.ID + "/lease", "/api/join",
	}
	add := func(path int, value any) {
		b, err := json.Marshal(value)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint8(path), b)
	}
	question := "Why?"
	change := &review.TaskChange{Question: &question, Plan: v.Plan, KeyAnswer: v.KeyAnswer, KeyMiddle: []string{}, Aliases: [][]string{{"x"}}}
	for i, kind := range []review.DecisionKind{review.Approve, review.Reject, review.Doubt, review.Comment, review.Edit, review.Return, review.Try, review.Withdraw, review.Guideline} {
		d := ann.submission(v, kind)
		switch kind {
		case review.Edit:
			d.Change = change
		case review.Withdraw:
			d.Withdraws = d.ID
		case review.Guideline:
			d.Task, d.Shown, d.Note, d.Answers = "", "", "# Be kind", []string{d.ID}
		}
		d.Seconds = float64(i)
		add(0, d)
	}
	add(1, map[string]any{"shown": v.Shown, "change": change})
	for _, step := range s.tasks[0].Steps {
		add(2, map[string]any{"tool": step.Tool, "arguments": step.Arguments})
	}
	add(2, map[string]any{"tool": "sum", "arguments": []any{1e300, "1e-9999999", "九"}})
	add(3, map[string]any{"type": "1-hop", "skip": []string{v.ID}})
	add(4, web.InvitationView{Role: review.Senior, Note: "x"})
	add(5, map[string]any{"shown": v.Shown})
	add(6, map[string]any{"name": "Bob", "invite": ""})
	for i := range paths {
		for _, body := range []string{"", "null", "{}", "[[[[", `{"a":{"a":{"a":`, "\xff\xfe", `"\ud800"`, "1e999", "{}{}"} {
			f.Add(uint8(i), []byte(body))
		}
	}
	f.Fuzz(func(t *testing.T, path uint8, body []byte) {
		b := &browser{served: &served{ReviewServer: s.ReviewServer, t: t}, cookie: ann.cookie}
		to := paths[int(path)%len(paths)]
		a := b.send("POST", to, string(body))
		switch {
		case a.status == http.StatusOK && json.Valid(a.body):
		case a.status >= 400 && a.status < 500:
			var fault web.ErrorReply
			if err := json.Unmarshal(a.body, &fault); err != nil || fault.Code == "" || fault.Error == "" {
				t.Errorf("%d %s: %v", a.status, a.body, err)
			}
		default:
			t.Errorf("%s %q = %d %s", to, body, a.status, a.body)
		}
	})
}
