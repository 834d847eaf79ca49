package sample

import (
	"cmp"
	"slices"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/plan"
)

// Coverage counts how often choices use each tool, transition and answer.
type Coverage struct {
	Tools       map[string]int     // by name
	Transitions map[Transition]int // from tool to tool
	Answers     map[Answer]int     // as asked for
}

// Covered returns what the accepted choices cover.
func (s *Sampler) Covered() Coverage {
	covered := NewCoverage()
	for _, d := range s.depths {
		for _, a := range d.accepted {
			tools := a.choice.Path.Tools()
			for i, t := range tools {
				covered.Tools[t]++
				if i > 0 {
					covered.Transitions[Transition{tools[i-1], t}]++
				}
			}
			covered.Answers[Answer{tools[len(tools)-1], a.choice.Target}]++
		}
	}
	return covered
}

// NewCoverage returns a coverage that counts nothing yet.
func NewCoverage() Coverage {
	return Coverage{Tools: map[string]int{}, Transitions: map[Transition]int{}, Answers: map[Answer]int{}}
}

// Add counts what a path uses: its tools, its transitions and each answer it could
// be asked for.
func (c Coverage) Add(d *domain.Domain, p plan.Path) {
	for i, h := range p.Hops {
		c.Tools[h.Tool]++
		if i > 0 {
			c.Transitions[Transition{p.Hops[i-1].Tool, h.Tool}]++
		}
	}
	last := p.Hops[len(p.Hops)-1]
	for _, target := range plan.Targets(d, p) {
		c.Answers[Answer{last.Tool, target}]++
	}
}

// Use is how often one element is used by accepted choices and by live paths, the
// paths along which some rows lead.
type Use[E any] struct {
	Element  E   `json:"element"`  // a tool's name, a transition or an answer
	Accepted int `json:"accepted"` // how often accepted choices use it; twice in a path counts twice
	Live     int `json:"live"`     // how often live paths use it, or could be asked for it
}

// Axis is coverage along one axis: covered of attainable of declared.
type Axis[E any] struct {
	// Covered is how many elements accepted choices use, Attainable how many live
	// paths use, Declared how many the domain has; -1 where it sets no bound.
	Covered    int `json:"covered"`
	Attainable int `json:"attainable"`
	Declared   int `json:"declared"`
	// Uses has every element that is attainable or declared, in order; never nil.
	Uses []Use[E] `json:"uses"`
}

// CoverageReport is what accepted choices cover.
type CoverageReport struct {
	Tools       Axis[string]     `json:"tools"`       // in the domain's order
	Transitions Axis[Transition] `json:"transitions"` // sorted by From, then To
	Answers     Axis[Answer]     `json:"answers"`     // sorted by Tool, then Column
}

// Report compares what is covered with what live paths could cover and what the
// domain declares. Tools that no path can hold, such as arithmetic, are declared
// and not attainable.
func Report(d *domain.Domain, covered, live Coverage) CoverageReport {
	var r CoverageReport
	r.Tools.Declared, r.Transitions.Declared, r.Answers.Declared = len(d.Tools), -1, -1
	r.Tools.Uses, r.Transitions.Uses, r.Answers.Uses = []Use[string]{}, []Use[Transition]{}, []Use[Answer]{}
	for _, t := range d.Tools {
		r.Tools.use(t.Name, covered.Tools[t.Name], live.Tools[t.Name])
	}
	for _, t := range keys(live.Transitions, func(a, b Transition) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	}) {
		r.Transitions.use(t, covered.Transitions[t], live.Transitions[t])
	}
	for _, a := range keys(live.Answers, func(a, b Answer) int {
		return cmp.Or(cmp.Compare(a.Tool, b.Tool), cmp.Compare(a.Column, b.Column))
	}) {
		r.Answers.use(a, covered.Answers[a], live.Answers[a])
	}
	return r
}

func (a *Axis[E]) use(e E, accepted, live int) {
	if accepted > 0 {
		a.Covered++
	}
	if live > 0 {
		a.Attainable++
	}
	a.Uses = append(a.Uses, Use[E]{e, accepted, live})
}

func keys[K comparable, V any](m map[K]V, compare func(a, b K) int) []K {
	ks := make([]K, 0, len(m))
	for k := range m {
		ks = append(ks, k)
	}
	slices.SortFunc(ks, compare)
	return ks
}
