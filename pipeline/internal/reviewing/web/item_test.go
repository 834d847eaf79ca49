package web_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// items turns tasks into exam items of four types, in turn.
func items() func(*task.Task) {
	made := []struct {
		kind    string
		keys    []string
		choices task.Choices
	}{
		{task.MultipleChoice, []string{"B"}, task.Choices{Options: []string{"O dono <b>responde</b>.", "O locador responde.", "Ninguém responde."}, Key: []int{1}}},
		{task.MultipleSelection, []string{"A", "C"}, task.Choices{Options: []string{"Há dolo.", "Há culpa.", "Há dano."}, Key: []int{0, 2}}},
		{task.Matching, []string{"A-2", "B-1"}, task.Choices{Options: []string{"Furto", "Roubo"}, Matches: []string{"com violência", "sem violência"}, Key: []int{1, 0}}},
		{task.TrueFalse, []string{"falsa"}, task.Choices{Options: []string{"verdadeira", "falsa"}, Key: []int{1}}},
	}
	i := 0
	return func(t *task.Task) {
		m := made[i%len(made)]
		i++
		t.Family, t.Type, t.Language, t.KeyAnswer, t.Choices = task.Exam, m.kind, "pt", m.keys, &m.choices
		t.Question, t.Answer, t.Draft = "Quem responde pelo dano?", mark+strings.Join(m.keys, ", "), ""
		t.Derivation = &task.Derivation{Source: mark, Rule: "points"}
		t.Checks = []task.CheckResult{{Name: "derived", Verdict: task.Pass}, {Name: "keyed", Verdict: task.Open, Detail: mark}}
		t.Plan, t.Steps, t.KeyMiddle, t.AnswerValues, t.Given, t.Entities = nil, nil, nil, nil, nil, nil
	}
}

// Before an item is answered its options are shown and nothing of its key. The answer is read as an
// agent's is, and the log keeps what it chooses.
func TestItemsAreAnsweredFirst(t *testing.T) {
	s := prepare(t, func(c *web.ReviewConfig) { c.Blind = true })
	s.open(4, items())
	ana := s.join("Ana")
	for i, c := range []struct {
		answer string
		chosen []string
		agrees bool
	}{
		{"Acho que a resposta correta é: b", []string{"B"}, true},
		{"A, C", []string{"A", "C"}, true},
		{"A-1, B-2", []string{"A-1", "B-2"}, false},
		{"A ou B, não sei", nil, false},
	} {
		id := s.tasks[i].ID
		v := ana.view(id)
		if !v.Blind || v.Form == "" || !slices.Equal(v.Options, s.tasks[i].Choices.Options) || !slices.Equal(v.Matches, s.tasks[i].Choices.Matches) {
			t.Errorf("view %+v", v)
		}
		if strings.Contains(ana.seen.String(), mark) || v.KeyAnswer != nil || v.Derivation != nil {
			t.Fatalf("the key is shown before an answer: %s", ana.seen.String())
		}
		ana.refused("POST", "/api/decisions", ana.submission(v, review.Approve), http.StatusForbidden, "role")
		r := ana.decide(v, review.Try, func(d *web.DecisionRequest) { d.Answer = c.answer })
		if a := r.Decision.Attempt; a.Agrees != c.agrees || cmp.Diff(c.chosen, a.Chosen) != "" || a.Answer != c.answer {
			t.Errorf("%q is recorded as %+v", c.answer, a)
		}
		if r.View.Blind || !slices.Equal(r.View.KeyAnswer, s.tasks[i].KeyAnswer) {
			t.Errorf("view after the answer %+v", r.View)
		}
		ana.decide(r.View, review.Reject, func(d *web.DecisionRequest) { d.Reason = review.Outdated })
		ana.seen.Reset()
	}
	if me := ask[web.Me](ana, "GET", "/api/me", nil); slices.Contains(me.Reasons, review.Outdated) || !slices.Contains(me.ItemReasons, review.Outdated) || len(me.Reasons) > 10 || len(me.ItemReasons) > 10 {
		t.Errorf("reasons %v, of items %v", me.Reasons, me.ItemReasons)
	}
	// Two people: the report counts what both answered first, and shows annotators their own share.
	rui := s.join("Rui")
	v := rui.view(s.tasks[0].ID)
	rui.decide(v, review.Try, func(d *web.DecisionRequest) { d.Answer = "C" })
	for who, want := range map[*browser]int{ana: 2, rui: 1} {
		r := ask[review.StatusReport](who, "GET", "/api/status", nil)
		if r.Exam == nil || r.Exam.Items != 4 || r.Exam.Answered != 1 || len(r.Exam.People) != want {
			t.Errorf("report %+v for %s", r.Exam, who.name)
		}
	}
}

// An item is answered by its options at the keyboard: by digits, by letters within them, and in
// lists; what is chosen can be read and changed in the box. Then it is voted on.
func TestPageItems(t *testing.T) {
	t.Parallel()
	s, address := listen(t, func(c *web.ReviewConfig) { c.Blind = true })
	s.open(4, items())
	b := open(t, address)
	b.join("Ana")
	const box = `document.getElementById("own-answer").value`
	shows := func(want string) {
		t.Helper()
		if got := look[string](b, box); got != want {
			t.Errorf("the box holds %q, want %q", got, want)
		}
	}
	for range s.tasks {
		id := b.another("")
		x := s.tasks[slices.IndexFunc(s.tasks, func(u *task.Task) bool { return u.ID == id })]
		if body := b.Text("body"); strings.Contains(body, mark) || look[bool](b, `Boolean(document.querySelector(".vote.approve, .answer"))`) {
			t.Errorf("the page tells the key:\n%s", body)
		}
		if got := look[int](b, `document.querySelectorAll(".choices label :is(input, select)").length`); got != len(x.Choices.Options) || look[string](b, `document.querySelector(".choices legend").innerText`) == "" {
			t.Errorf("%d controls for %s", got, x.Type)
		}
		switch x.Type {
		case task.MultipleChoice:
			b.sees(".choices", "A) O dono <b>responde</b>.")
			b.Press("2")
			shows("B")
			b.Press("c")
			shows("C")
			// What is written by hand shows in the options, or takes the choice back.
			look[string](b, `(e => { e.value = "B"; e.dispatchEvent(new Event("input")); return "" })(document.getElementById("own-answer"))`)
			if !look[bool](b, `document.getElementById("option-1").checked`) {
				t.Error("the written letter is not chosen")
			}
		case task.MultipleSelection:
			b.Press("3", "2", "1", "b")
			shows("A, C")
		case task.Matching:
			b.Press("a")
			b.Wait(`document.activeElement.id === "option-0"`)
			b.Press("2", "Tab", "1")
			shows("A-2, B-1")
		case task.TrueFalse:
			b.tabTo("#option-0")
			b.Press("2")
			shows("falsa")
		}
		b.Shot("item-" + x.Type)
		b.Press("Ctrl+Enter")
		b.Wait(`document.querySelector(".tried")`)
		b.sees(".tried", "agrees with the reference")
		b.sees(".reference", x.KeyAnswer[0])
		b.sees(".checks", "1 left open")
		b.Press("e")
		b.sees("#notice", "corrected in its exam")
		if x.Type == task.TrueFalse {
			b.Press("r", "3")
			b.sees(".panel .chip[aria-pressed=true]", "law has changed")
			b.Press("Enter")
		} else {
			b.Press("a", "Enter")
		}
		b.another(id)
	}
	votes := map[review.DecisionKind]int{}
	for _, d := range s.decisions() {
		votes[d.Kind]++
		if d.Kind == review.Reject && d.Reason != review.Outdated || d.Kind == review.Try && !d.Attempt.Agrees {
			t.Errorf("recorded %+v", d)
		}
	}
	if votes[review.Try] != 4 || votes[review.Approve] != 3 || votes[review.Reject] != 1 {
		t.Errorf("recorded %v", votes)
	}
	look[string](b, `location.hash = "#/status"`)
	b.sees(".page", "0 of 4 items answered by two people")
	b.sees(".page", "takes 149 more without a fault")
	b.Shot("item-status")
}
