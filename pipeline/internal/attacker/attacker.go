// Package attacker holds agents that try to be credited without working out what a question
// asks: they guess, they list everything the tools return in every form that a grader might
// accept, or they address the grader. Any credit that a grader gives them is a fault of the
// grader.
//
// The agents find names and codes in the question by their shape, call lookups that take names
// of that kind, and present the results. They see the question and the tools, never the task;
// the agents of [TrainedOn] have also seen other tasks. All are deterministic: their random
// choices depend on the question alone.
package attacker

import (
	"context"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Attacker is one of the agents of this package. It is immutable and safe for concurrent
// use.
type Attacker struct {
	// Name is lower-case words joined by hyphens, unique among all attackers.
	Name string
	// Calls is the largest number of calls it makes for a question; 0 means none.
	Calls int
	// Guesses reports whether it calls tools and then guesses: yes, a small number, another
	// frequent answer, or a value drawn at random. A correct guess about a single task proves
	// nothing against the grader; a high success rate over a set of tasks does.
	Guesses bool
	// PicksCell reports whether it looks up the names in the question and answers with one or
	// two of the returned cells, chosen blindly. For a record of thirteen cells such an answer
	// is right once in thirteen times under any grader.
	PicksCell bool
	answer    func(ctx context.Context, s *Scene) (attackAnswer, error)
}

// attackAnswer is an answer with the calls made for it.
type attackAnswer struct {
	text  string
	turns []agent.ObservedCall
}

// Solve implements [agent.Agent].
func (a Attacker) Solve(ctx context.Context, question string, tools tool.Caller, env agent.TrialEnv) (*agent.Transcript, error) {
	return a.InScene(NewScene()).Solve(ctx, question, tools, env)
}

// InScene returns the attacker as an agent that shares tool results with the other attackers of
// the scene. All of them must be given the same question and the same tools.
func (a Attacker) InScene(s *Scene) agent.Agent { return attackerInScene{a, s} }

// attackerInScene is an attacker that uses a shared scene.
type attackerInScene struct {
	Attacker
	scene *Scene
}

// Solve implements [agent.Agent].
func (a attackerInScene) Solve(ctx context.Context, question string, tools tool.Caller, env agent.TrialEnv) (*agent.Transcript, error) {
	a.scene.mu.Lock()
	defer a.scene.mu.Unlock()
	a.scene.setUp(question, tools, env)
	s, err := a.answer(ctx, a.scene)
	if err != nil {
		return nil, err
	}
	if s.turns == nil {
		s.turns = []agent.ObservedCall{}
	}
	return &agent.Transcript{Answer: s.text, Summary: &s.text, Calls: s.turns, End: agent.Finished}, nil
}

// MaxStrictCalls is the largest number of calls of the attackers in [Strict], except the
// crawler.
const MaxStrictCalls = 15

// All returns the attackers that have seen no other task: those without calls, those that list
// the results of a few calls, and those that make many calls. The order is fixed.
func All() []Attacker {
	all := append(withoutCalls(), guessersAfterCalls()...)
	all = append(all, layouts()...)
	all = append(all, scripts()...)
	return append(all, crawlers()...)
}

// Strict returns the attackers that every single task has to withstand: those of [All] that
// make at most [MaxStrictCalls] calls and do not guess, and the crawler that answers with one
// random cell of all it found.
//
// Note: the other attackers with many calls or guesses are tested on sets of tasks. Otherwise
// three lucky hits would reject a set of 280 tasks.
func Strict() (some []Attacker) {
	for _, a := range All() {
		if a.Calls <= MaxStrictCalls && !a.Guesses || a.Name == crawlName {
			some = append(some, a)
		}
	}
	return some
}
