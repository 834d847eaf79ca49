package sample

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Tasks answered yes and tasks answered no are taken in about the same number.
func TestTruthsAreEven(t *testing.T) {
	s := newSpread(grown["toy"]().domain, 100, nil)
	truth := func(id string, yes bool) *task.Task {
		return &task.Task{ID: id, KeyAnswer: []string{id}, Plan: new(plan.Program), Structure: plan.Structure{Hops: 1}, AnswerValues: []value.Answer{{Kind: value.Truth, Yes: yes}}}
	}
	if reason := s.refusal(truth("a", true)); reason != "" {
		t.Fatalf("the first yes is refused: %s", reason)
	}
	s.add([]*task.Task{truth("a", true)}, 1)
	if reason := s.refusal(truth("b", true)); reason != Rare {
		t.Errorf("a second yes is refused as %q before there is a no, want %q", reason, Rare)
	}
	if reason := s.refusal(truth("c", false)); reason != "" {
		t.Errorf("the first no is refused: %s", reason)
	}
	s.add([]*task.Task{truth("c", false)}, 1)
	if reason := s.refusal(truth("b", true)); reason != "" {
		t.Errorf("a second yes is refused after a no: %s", reason)
	}
}
