package bench

import (
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/attacker"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Bounds returns the entries that bound what a task set can measure: the degenerate
// agents silent, echo, constant, decliner and lister, the trace agent, and then the
// attackers. Those of them that learn have seen one half of the tasks and try the
// other, both ways round. The entries are for one run over these tasks.
func Bounds(tasks []*task.Task) []Entry {
	var entries []Entry
	for _, n := range agent.Degenerate() {
		entries = append(entries, Entry{Name: n.Name, Role: Floor, For: func(*task.Task) agent.Agent { return n.Agent }})
	}
	entries = append(entries, Entry{Name: "trace", Role: Ceiling, For: func(t *task.Task) agent.Agent {
		return agent.Replay{Steps: t.Steps, Answer: t.Answer}
	}})
	return append(entries, attacks(tasks)...)
}

// attacks returns the entries of the attackers.
func attacks(tasks []*task.Task) []Entry {
	var makers []func(t *task.Task) attacker.Attacker
	for _, a := range attacker.All() {
		makers = append(makers, func(*task.Task) attacker.Attacker { return a })
	}
	h := halve(tasks)
	for i := range h.learned[0] {
		makers = append(makers, func(t *task.Task) attacker.Attacker { return h.learned[half(t)][i] })
	}
	makers = append(makers, h.neighbour)
	share := &stage{scenes: map[string]*shared{}, most: len(makers)}
	entries := make([]Entry, len(makers))
	for i, of := range makers {
		a := of(&task.Task{})
		role := Floor
		if a.Draws {
			role = Chance
		}
		entries[i] = Entry{Name: a.Name, Role: role, Attacks: true, For: func(t *task.Task) agent.Agent {
			return of(t).In(share.scene(t.ID))
		}}
	}
	return entries
}

// halves are tasks in two halves, with what is learned from the other half for each.
type halves struct {
	tasks   [2][]*task.Task // of each half
	learned [2][]attacker.Attacker
}

// half is which half a task is in. A twin is in that of its task.
func half(t *task.Task) int {
	id := t.ID
	if t.Twin != nil {
		id = t.Twin.Of
	}
	return digest.Rand("half", id).IntN(2)
}

// halve divides the tasks that have an answer.
func halve(tasks []*task.Task) *halves {
	h := new(halves)
	for _, t := range tasks {
		if t.Twin == nil {
			h.tasks[half(t)] = append(h.tasks[half(t)], t)
		}
	}
	for i := range h.learned {
		h.learned[i] = attacker.Study(h.tasks[1-i])
	}
	return h
}

// neighbour returns the attacker that gives the answer of a task of the other half, one
// of the same path where there is one. It knows the path, which no agent is told.
func (h *halves) neighbour(t *task.Task) attacker.Attacker {
	others := h.tasks[1-half(t)]
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
	return attacker.Reply("neighbour", other)
}

// stage keeps the scenes of the tasks that are being tried, until every attacker has had
// its turn. It is safe for concurrent use.
type stage struct {
	mu     sync.Mutex
	scenes map[string]*shared // by task ID
	most   int                // attackers that share a scene
}

// shared is a scene and how many attackers have it.
type shared struct {
	scene *attacker.Scene
	users int
}

// scene returns the scene of a task, a new one after all attackers have had it.
func (s *stage) scene(id string) *attacker.Scene {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.scenes[id] == nil {
		s.scenes[id] = &shared{scene: attacker.NewScene()}
	}
	have := s.scenes[id]
	if have.users++; have.users == s.most {
		delete(s.scenes, id)
	}
	return have.scene
}
