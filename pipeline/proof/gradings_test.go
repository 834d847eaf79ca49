package proof

import (
	"errors"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// A result is taken over for a task with the same content only, and for the same grading.
func TestOnce(t *testing.T) {
	var g gradings
	runs := 0
	grade := func(grading string, edit func(*task.Task), err error) string {
		t.Helper()
		one := &task.Task{Question: "How many?", KeyAnswer: []string{"12"}, Steps: []plan.Step{{Tool: "firm"}}}
		edit(one)
		fault, got := g.once(grading, one, func() (string, error) { runs++; return grading + " " + one.Question, err })
		if !errors.Is(got, err) {
			t.Errorf("error %v, want %v", got, err)
		}
		return fault
	}
	same := func(*task.Task) {}
	broken := errors.New("broken")
	grade("attacked", same, broken)
	if got := grade("attacked", same, nil); got != "attacked How many?" || runs != 2 {
		t.Errorf("after an error: %q, run %d times, want another run", got, runs)
	}
	for name, edit := range map[string]func(*task.Task){
		"nothing":   same,
		"the draft": func(t *task.Task) { t.Draft = "Of which?" },
		"checks":    func(t *task.Task) { t.Checks = []task.CheckResult{{Name: "unique"}} },
		"stages":    func(t *task.Task) { t.Provenance.Versions = map[string]int{"check": 1} },
	} {
		if got := grade("attacked", edit, nil); got != "attacked How many?" || runs != 2 {
			t.Errorf("another task by %s: %q, run %d times, want 2", name, got, runs)
		}
	}
	for name, edit := range map[string]func(*task.Task){
		"question": func(t *task.Task) { t.Question += " Say." },
		"language": func(t *task.Task) { t.Language = "en" },
		"keyword":  func(t *task.Task) { t.KeyAnswer[0] = "13" },
		"step":     func(t *task.Task) { t.Steps[0].Observation = []byte(`{"name":"A"}`) },
		"answer":   func(t *task.Task) { t.Answer = "12." },
		"type":     func(t *task.Task) { t.Type = task.Writing },
	} {
		before := runs
		if grade("attacked", edit, nil); runs != before+1 {
			t.Errorf("another %s takes over the result", name)
		}
	}
	if before := runs; grade("earned", same, nil) != "earned How many?" || runs != before+1 {
		t.Errorf("another grading takes over the result")
	}
}
