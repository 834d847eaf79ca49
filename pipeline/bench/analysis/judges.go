package analysis

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
	"github.com/taskgrove/taskgrove/pipeline/score/prose"
)

// prose estimates the means of text comparisons over tasks; nil if no trial has one.
func (s *taskSet) prose(of *agentMarks, tasks []int, level float64) *ProseMeans {
	got := func(field func(*prose.Scores) *float64) []estimate.Measurement {
		return s.values(of, tasks, func(m *bench.Mark) *float64 {
			if m.Prose == nil {
				return nil
			}
			return field(m.Prose)
		})
	}
	p := &ProseMeans{
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

// judgeAndRubric is a judge with its rubric. Grades by different rubrics are on different
// scales.
type judgeAndRubric struct{ judge, rubric string }

func (g judgeAndRubric) compare(h judgeAndRubric) int {
	return cmp.Or(cmp.Compare(g.judge, h.judge), cmp.Compare(g.rubric, h.rubric))
}

// opinionBy returns the opinion of a judge with a rubric on a trial; nil if there is none.
func opinionBy(m *bench.Mark, by judgeAndRubric) *judge.Opinion {
	for i := range m.Opinions {
		if o := &m.Opinions[i]; o.Judge == by.judge && o.Rubric == by.rubric {
			return o
		}
	}
	return nil
}

// pointsBy returns the points of a judge for a criterion; nil if there are none.
func pointsBy(m *bench.Mark, by judgeAndRubric, criterion string) *float64 {
	if o := opinionBy(m, by); o != nil {
		for _, g := range o.Grades {
			if g.Criterion == criterion {
				x := float64(g.Points)
				return &x
			}
		}
	}
	return nil
}

// scoreBy returns the score of a judge; nil if there is none.
func scoreBy(m *bench.Mark, by judgeAndRubric) *float64 {
	if o := opinionBy(m, by); o != nil {
		return &o.Score
	}
	return nil
}

// gradersOf returns the judges of marks with their rubrics, and the criteria of each by name,
// both sorted.
func gradersOf(marks []*bench.Mark) (all []judgeAndRubric, criteria map[judgeAndRubric][]string) {
	seen := map[judgeAndRubric]map[string]bool{}
	for _, m := range marks {
		for _, o := range m.Opinions {
			by := judgeAndRubric{o.Judge, o.Rubric}
			if seen[by] == nil {
				seen[by] = map[string]bool{}
			}
			for _, g := range o.Grades {
				seen[by][g.Criterion] = true
			}
		}
	}
	criteria = map[judgeAndRubric][]string{}
	for by, of := range seen {
		criteria[by] = slices.Sorted(maps.Keys(of))
	}
	return slices.SortedFunc(maps.Keys(seen), judgeAndRubric.compare), criteria
}

// judges estimates the mean grades of each judge by each rubric; nil without judges.
func (s *taskSet) judges(of *agentMarks, tasks []int, level float64) (judges []JudgeMeans) {
	all, criteria := gradersOf(of.marks(tasks))
	for _, by := range all {
		j := JudgeMeans{Judge: by.judge, Rubric: by.rubric, Criteria: []CriterionMean{}}
		j.Score = estimate.Share(s.values(of, tasks, func(m *bench.Mark) *float64 { return scoreBy(m, by) }), level)
		for _, c := range criteria[by] {
			v := s.values(of, tasks, func(m *bench.Mark) *float64 { return pointsBy(m, by, c) })
			j.Criteria = append(j.Criteria, CriterionMean{c, estimate.Mean(v, level)})
		}
		judges = append(judges, j)
	}
	return judges
}

// agreements returns the agreement of every two judges with the same rubric, over the texts of
// all agents.
func agreements(agents []*agentMarks) (all []JudgeAgreement) {
	var marks []*bench.Mark
	for _, a := range agents {
		for _, tries := range a.attempts {
			for _, m := range tries {
				if len(m.Opinions) > 1 {
					marks = append(marks, m)
				}
			}
		}
	}
	graders, criteria := gradersOf(marks)
	for i, first := range graders {
		for _, second := range graders[i+1:] {
			if first.rubric != second.rubric {
				continue
			}
			g := JudgeAgreement{First: first.judge, Second: second.judge, Rubric: first.rubric, Criteria: []CriterionAgreement{}}
			if g.Score = agreementOf(marks, scoreBy, first, second); g.Score.N == 0 {
				continue
			}
			for _, c := range criteria[first] {
				if !slices.Contains(criteria[second], c) {
					continue
				}
				of := func(m *bench.Mark, by judgeAndRubric) *float64 { return pointsBy(m, by, c) }
				g.Criteria = append(g.Criteria, CriterionAgreement{c, agreementOf(marks, of, first, second)})
			}
			all = append(all, g)
		}
	}
	slices.SortStableFunc(all, func(a, b JudgeAgreement) int {
		return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(a.Second, b.Second))
	})
	return all
}

// agreementOf returns the agreement of two judges in the figure that of returns.
func agreementOf(marks []*bench.Mark, of func(*bench.Mark, judgeAndRubric) *float64, first, second judgeAndRubric) AgreementFigures {
	var units [][]float64
	var apart float64
	for _, m := range marks {
		if a, b := of(m, first), of(m, second); a != nil && b != nil {
			units = append(units, []float64{*a, *b})
			apart += math.Abs(*a - *b)
		}
	}
	got := AgreementFigures{N: len(units)}
	if got.N == 0 {
		return got
	}
	apart = round(apart / float64(got.N))
	got.Apart = &apart
	if alpha, ok := estimate.Alpha(units); ok {
		got.Alpha = &alpha
	}
	return got
}
