package bench

import (
	"slices"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/attacker"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// BoundingAgents returns the agents that bound the scores of a task set: the agents of
// [agent.Degenerate], then the agent "trace", which replays each task's steps, then the
// attackers. Attackers that learn are trained on one half of the tasks and try the other
// half, for both halves. Where all tasks are exam items there are no attackers, who guess from what
// tools return: package exam/probe guesses from options. The entries are valid for one run over
// these tasks.
func BoundingAgents(tasks []*task.Task) []AgentEntry {
	var entries []AgentEntry
	for _, n := range agent.Degenerate() {
		entries = append(entries, AgentEntry{Name: n.Name, Role: score.FloorAgent, For: func(*task.Task) agent.Agent { return n.Agent }})
	}
	entries = append(entries, AgentEntry{Name: "trace", Role: score.CeilingAgent, For: func(t *task.Task) agent.Agent {
		return agent.Replay{Steps: t.Steps, Answer: t.Answer}
	}})
	if len(tasks) > 0 && !slices.ContainsFunc(tasks, func(t *task.Task) bool { return t.Derivation == nil }) {
		return entries
	}
	return append(entries, attackerEntries(tasks)...)
}

// attackerEntries returns the entries of the attackers.
func attackerEntries(tasks []*task.Task) []AgentEntry {
	var makers []func(t *task.Task) attacker.Attacker
	for _, a := range attacker.All() {
		makers = append(makers, func(*task.Task) attacker.Attacker { return a })
	}
	unlearned := len(makers)
	h := splitHalves(tasks)
	for i := range h.learned[0] {
		makers = append(makers, func(t *task.Task) attacker.Attacker { return h.learned[halfOf(t)][i] })
	}
	makers = append(makers, h.neighbour)
	share := &scenePool{scenes: map[string]*sharedScene{}, most: len(makers)}
	entries := make([]AgentEntry, len(makers))
	for i, of := range makers {
		a := of(&task.Task{})
		role := score.FloorAgent
		if a.PicksCell {
			role = score.ChanceAgent
		}
		entries[i] = AgentEntry{Name: a.Name, Role: role, Attacks: true, Learns: i >= unlearned, For: func(t *task.Task) agent.Agent {
			return of(t).InScene(share.scene(t.ID))
		}}
	}
	return entries
}

// halves are two halves of the tasks, each with the attackers trained on the other half.
type halves struct {
	tasks   [2][]*task.Task // of each half
	learned [2][]attacker.Attacker
}

// halfOf returns the half that a task is in. A twin is in the half of its task.
func halfOf(t *task.Task) int {
	id := t.ID
	if t.Twin != nil {
		id = t.Twin.Of
	}
	return digest.Rand("half", id).IntN(2)
}

// splitHalves divides the tasks that have an answer.
func splitHalves(tasks []*task.Task) *halves {
	h := new(halves)
	for _, t := range tasks {
		if t.Twin == nil {
			h.tasks[halfOf(t)] = append(h.tasks[halfOf(t)], t)
		}
	}
	for i := range h.learned {
		h.learned[i] = attacker.TrainedOn(h.tasks[1-i])
	}
	return h
}

// neighbour returns the attacker that gives the answer of a task of the other half, if
// possible one of the same path. It knows the path, unlike any agent.
func (h *halves) neighbour(t *task.Task) attacker.Attacker {
	others := h.tasks[1-halfOf(t)]
	var same []*task.Task
	for _, o := range others {
		if o.Path == t.Path {
			same = append(same, o)
		}
	}
	if same != nil {
		others = same
	}
	other := new(task.Task)
	if len(others) > 0 {
		other = others[digest.Rand("neighbour", t.ID).IntN(len(others))]
	}
	return attacker.AnswerOfOther("neighbour", other)
}

// scenePool keeps the scenes of tasks until every attacker has tried them. It is safe for
// concurrent use.
type scenePool struct {
	mu     sync.Mutex
	scenes map[string]*sharedScene // by task ID
	most   int                     // attackers that share a scene
}

// sharedScene is a scene and the number of attackers that have used it.
type sharedScene struct {
	scene *attacker.Scene
	users int
}

// scene returns the scene of a task and drops it after its last use.
func (s *scenePool) scene(id string) *attacker.Scene {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.scenes[id] == nil {
		s.scenes[id] = &sharedScene{scene: attacker.NewScene()}
	}
	have := s.scenes[id]
	if have.users++; have.users == s.most {
		delete(s.scenes, id)
	}
	return have.scene
}
