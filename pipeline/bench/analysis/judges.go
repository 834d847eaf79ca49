package analysis

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/review/agreement"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
)

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

// counts reports whether the scores of a judge count, as [JudgeMeans.Counts] says.
func (o *ReportOptions) counts(by judgeAndRubric) bool {
	return strings.HasPrefix(by.judge, judge.PersonPrefix) || slices.ContainsFunc(o.Qualifications, func(q judge.Qualification) bool {
		return q.Judge == by.judge && q.Rubric == by.rubric && q.Qualified
	})
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

// overallBy returns the overall score of a judge; nil if there is none.
func overallBy(m *bench.Mark, by judgeAndRubric) *float64 {
	if o := opinionBy(m, by); o != nil && o.Overall != nil {
		x := float64(o.Overall.Points)
		return &x
	}
	return nil
}

// tierBy returns the tier of the overall score of a judge; nil if there is none.
func tierBy(m *bench.Mark, by judgeAndRubric) *float64 {
	if o := opinionBy(m, by); o != nil && o.Overall != nil {
		x := float64(o.Overall.Tier)
		return &x
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
func (s *taskSet) judges(of *agentMarks, tasks []int, o *ReportOptions) (judges []JudgeMeans) {
	all, criteria := gradersOf(of.marks(tasks))
	for _, by := range all {
		j := JudgeMeans{Judge: by.judge, Rubric: by.rubric, Counts: o.counts(by), Criteria: []CriterionMean{}}
		j.Score = estimate.Share(s.values(of, tasks, func(m *bench.Mark) *float64 { return scoreBy(m, by) }), o.Level)
		if v := s.values(of, tasks, func(m *bench.Mark) *float64 { return overallBy(m, by) }); len(v) > 0 {
			overall := estimate.Mean(v, o.Level)
			j.Overall = &overall
		}
		for _, c := range criteria[by] {
			v := s.values(of, tasks, func(m *bench.Mark) *float64 { return pointsBy(m, by, c) })
			j.Criteria = append(j.Criteria, CriterionMean{c, estimate.Mean(v, o.Level)})
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
			if g.Score = agreementOf(marks, scoreBy, nil, first, second); g.Score.N == 0 {
				continue
			}
			if overall := agreementOf(marks, overallBy, tierBy, first, second); overall.N > 0 {
				g.Overall = &overall
			}
			for _, c := range criteria[first] {
				if !slices.Contains(criteria[second], c) {
					continue
				}
				of := func(m *bench.Mark, by judgeAndRubric) *float64 { return pointsBy(m, by, c) }
				g.Criteria = append(g.Criteria, CriterionAgreement{c, agreementOf(marks, of, of, first, second)})
			}
			all = append(all, g)
		}
	}
	slices.SortStableFunc(all, func(a, b JudgeAgreement) int {
		return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(a.Second, b.Second))
	})
	return all
}

// judgeFigure returns a figure in the opinion of a judge on a trial; nil if there is none.
type judgeFigure func(*bench.Mark, judgeAndRubric) *float64

// agreementOf returns the agreement of two judges in a figure; level, unless it is nil, returns
// the level of the figure on an ordinal scale from 0.
func agreementOf(marks []*bench.Mark, figure, level judgeFigure, first, second judgeAndRubric) AgreementFigures {
	var x, y []float64
	var units [][]float64
	var levels [][2]int
	var apart float64
	for _, m := range marks {
		a, b := figure(m, first), figure(m, second)
		if a == nil || b == nil {
			continue
		}
		x, y, units = append(x, *a), append(y, *b), append(units, []float64{*a, *b})
		apart += math.Abs(*a - *b)
		if level != nil {
			levels = append(levels, [2]int{int(*level(m, first)), int(*level(m, second))})
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
	got.Pearson, got.Spearman = estimate.Pearson(x, y), estimate.Spearman(x, y)
	got.Kappa = kappaOf(levels)
	return got
}

// kappaOf returns the weighted kappa of pairs of levels from 0; nil if it is not defined. The
// number of levels above the highest given one has no effect on it.
func kappaOf(levels [][2]int) *float64 {
	highest := 1
	for _, l := range levels {
		highest = max(highest, l[0], l[1])
	}
	if kappa, ok := agreement.WeightedCohen(levels, highest+1, agreement.QuadraticWeight); ok {
		return &kappa
	}
	return nil
}
