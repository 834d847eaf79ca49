package analysis

import (
	"maps"
	"math"
	"slices"

	"taskgrove/pipeline/bench"
	"taskgrove/pipeline/estimate"
	"taskgrove/pipeline/score/judge"
	"taskgrove/pipeline/score/prose"
)

// prose compares written texts; nil where there is none.
func (s *set) prose(of *side, tasks []int, level float64) *Prose {
	got := func(field func(*prose.Scores) *float64) []estimate.Value {
		return s.values(of, tasks, func(m *bench.Mark) *float64 {
			if m.Prose == nil {
				return nil
			}
			return field(m.Prose)
		})
	}
	p := &Prose{
		Rouge1: estimate.Share(got(func(p *prose.Scores) *float64 { return &p.Rouge1 }), level),
		Rouge2: estimate.Share(got(func(p *prose.Scores) *float64 { return &p.Rouge2 }), level),
		RougeL: estimate.Share(got(func(p *prose.Scores) *float64 { return &p.RougeL }), level),
		BLEU:   estimate.Share(got(func(p *prose.Scores) *float64 { return &p.BLEU }), level),
		Edit:   estimate.Share(got(func(p *prose.Scores) *float64 { return &p.Edit }), level),
		BERT:   estimate.Mean(got(func(p *prose.Scores) *float64 { return p.BERT }), level),
	}
	if p.Rouge1.N == 0 {
		return nil
	}
	return p
}

// opinion returns a judge's word on a text; nil where there is none.
func opinion(m *bench.Mark, name string) *judge.Opinion {
	for i := range m.Opinions {
		if m.Opinions[i].Judge == name {
			return &m.Opinions[i]
		}
	}
	return nil
}

// points returns what a judge gave for a criterion; nil where it gave none.
func points(m *bench.Mark, name, criterion string) *float64 {
	if o := opinion(m, name); o != nil {
		for _, g := range o.Grades {
			if g.Criterion == criterion {
				x := float64(g.Points)
				return &x
			}
		}
	}
	return nil
}

// graded returns the score a judge gave; nil where it gave none.
func graded(m *bench.Mark, name string) *float64 {
	if o := opinion(m, name); o != nil {
		return &o.Score
	}
	return nil
}

// rubric is the criteria by judge of the judges of marks, both by name.
func rubric(marks []*bench.Mark) (judges []string, criteria map[string][]string) {
	seen := map[string]map[string]bool{}
	for _, m := range marks {
		for _, o := range m.Opinions {
			if seen[o.Judge] == nil {
				seen[o.Judge] = map[string]bool{}
			}
			for _, g := range o.Grades {
				seen[o.Judge][g.Criterion] = true
			}
		}
	}
	criteria = map[string][]string{}
	for name, of := range seen {
		criteria[name] = slices.Sorted(maps.Keys(of))
	}
	return slices.Sorted(maps.Keys(seen)), criteria
}

// judges estimates what each judge gave; nil without any.
func (s *set) judges(of *side, tasks []int, level float64) (judges []Judge) {
	names, criteria := rubric(of.marks(tasks))
	for _, name := range names {
		j := Judge{Judge: name, Criteria: []Criterion{}}
		j.Score = estimate.Share(s.values(of, tasks, func(m *bench.Mark) *float64 { return graded(m, name) }), level)
		for _, c := range criteria[name] {
			v := s.values(of, tasks, func(m *bench.Mark) *float64 { return points(m, name, c) })
			j.Criteria = append(j.Criteria, Criterion{c, estimate.Mean(v, level)})
		}
		judges = append(judges, j)
	}
	return judges
}

// agreements says how far each two judges agree over the texts of all agents.
func agreements(agents []*side) (all []Agreement) {
	var marks []*bench.Mark
	for _, a := range agents {
		for _, tries := range a.tries {
			for _, m := range tries {
				if len(m.Opinions) > 1 {
					marks = append(marks, m)
				}
			}
		}
	}
	names, criteria := rubric(marks)
	for i, first := range names {
		for _, second := range names[i+1:] {
			g := Agreement{First: first, Second: second, Criteria: []CriterionMatch{}}
			g.Score = match(marks, func(m *bench.Mark, name string) *float64 { return graded(m, name) }, first, second)
			for _, c := range criteria[first] {
				if !slices.Contains(criteria[second], c) {
					continue
				}
				of := func(m *bench.Mark, name string) *float64 { return points(m, name, c) }
				g.Criteria = append(g.Criteria, CriterionMatch{c, match(marks, of, first, second)})
			}
			all = append(all, g)
		}
	}
	return all
}

// match says how far what two judges gave agrees.
func match(marks []*bench.Mark, of func(*bench.Mark, string) *float64, first, second string) Match {
	var units [][]float64
	var apart float64
	for _, m := range marks {
		if a, b := of(m, first), of(m, second); a != nil && b != nil {
			units = append(units, []float64{*a, *b})
			apart += math.Abs(*a - *b)
		}
	}
	got := Match{N: len(units)}
	if got.N == 0 {
		return got
	}
	apart = rounded(apart / float64(got.N))
	got.Apart = &apart
	if alpha, ok := estimate.Alpha(units); ok {
		got.Alpha = &alpha
	}
	return got
}
