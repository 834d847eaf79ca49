// Package attacker holds agents that do not work out what a question asks and try to
// be credited all the same: by guessing, by laying out what the tools return in every
// form that a grader might take for an answer, by words to the grader. What they are
// given by a grader is given for nothing.
//
// They take names and codes out of the question by their shape, call tools by the kind
// of name, and lay out what came back. They see the question and the tools, never the
// task; those that [TrainedOn] makes have seen other tasks. All are deterministic: what is
// random in them depends on the question alone.
package attacker

import (
	"context"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Attacker is one of the agents. It is a record.
type Attacker struct {
	// Name is a lower-case word, hyphens within; unique among all attackers.
	Name string
	// Calls is the most calls that it makes for a question; 0 for none.
	Calls int
	// Guesses says that it calls a tool and then answers yes, a small number, what else is
	// often right, or a value drawn at random. No single task can be held to it: a yes may
	// be asked for beside what cannot be guessed, and another draw would be right about
	// other tasks. A set of tasks can.
	Guesses bool
	// PicksCell says that it looks up what the question names, and answers with one or two of
	// the cells of what it finds, whichever they are: of a record of thirteen one in
	// thirteen is the answer, whatever a grader does.
	PicksCell bool
	answer    func(ctx context.Context, s *Scene) (attackAnswer, error)
}

// attackAnswer is an answer and the calls that were made for it.
type attackAnswer struct {
	text  string
	turns []agent.Turn
}

// Solve implements [agent.Agent].
func (a Attacker) Solve(ctx context.Context, question string, tools tool.Caller, env agent.TrialEnv) (*agent.Transcript, error) {
	return a.InScene(NewScene()).Solve(ctx, question, tools, env)
}

// InScene returns the attacker as an agent that shares with the others of a scene what the
// tools returned. All of them must be given the same question and tools.
func (a Attacker) InScene(s *Scene) agent.Agent { return attackerInScene{a, s} }

// attackerInScene is an attacker in a scene.
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
		s.turns = []agent.Turn{}
	}
	return &agent.Transcript{Answer: s.text, Summary: &s.text, Turns: s.turns, End: agent.Finished}, nil
}

// MaxStrictCalls is the most calls of an attacker that a single task is held to.
const MaxStrictCalls = 15

// All returns the attackers that have seen no other task: those that call nothing,
// those that lay out what a few calls returned, and those that make many calls.
func All() []Attacker {
	all := append(withoutCalls(), guessersAfterCalls()...)
	all = append(all, layouts()...)
	all = append(all, scripts()...)
	return append(all, crawlers()...)
}

// Strict returns the attackers that each single task has to withstand: those of [All] that
// make at most [MaxStrictCalls] calls and no guess, and the crawler, which names one cell of all that
// it found. Without this the crawler's luck in three tasks would refuse a set of 280.
func Strict() (some []Attacker) {
	for _, a := range All() {
		if a.Calls <= MaxStrictCalls && !a.Guesses || a.Name == crawlName {
			some = append(some, a)
		}
	}
	return some
}
