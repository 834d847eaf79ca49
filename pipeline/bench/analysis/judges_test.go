package analysis_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Six texts, which a model and a person graded: the figures are worked by hand.
//
// With levels x = 2 1 0 1 2 0 and y = 2 2 0 1 1 1 the sums of squares and products about the
// means are 4, 17/6 and 2, those of the ranks 16, 15 and 9. The squared distances sum to 3, and
// would to 7 by chance. Krippendorff's disagreements are 3/6 and 166/132.
func TestAgreementByHand(t *testing.T) {
	var tasks []*task.Task
	var marks []bench.Mark
	for i, levels := range [][2]int{{2, 2}, {1, 2}, {0, 0}, {1, 1}, {2, 1}, {0, 1}} {
		tasks = append(tasks, &task.Task{ID: fmt.Sprint(i), Type: "case"})
		m := bench.Mark{Task: fmt.Sprint(i), Type: "case", Agent: "agent"}
		for k, name := range []string{"model", judge.PersonPrefix + "Ada"} {
			m.Opinions = append(m.Opinions, judge.Opinion{
				Judge: name, Rubric: "reasoning 1 zh", Score: float64(levels[k]) / 2,
				Grades:  []judge.Grade{{Criterion: "rigor", Points: 10 * levels[k]}},
				Overall: &judge.OverallGrade{Points: 40*levels[k] + 5, Tier: 2 * levels[k]},
			})
		}
		marks = append(marks, m)
	}
	a := analyse(t, tasks, marks, analysis.ReportOptions{Qualifications: []judge.Qualification{{Judge: "model", Rubric: "reasoning 2 zh", Qualified: true}}})
	if len(a.Judges) != 1 || len(a.Judges[0].Criteria) != 1 || a.Judges[0].Overall == nil {
		t.Fatalf("agreement %+v, want that of one pair, with overall scores and a criterion", a.Judges)
	}
	kappa, apart := 4.0/7, []float64{5, 20, 0.25}
	for i, got := range []analysis.AgreementFigures{a.Judges[0].Criteria[0].AgreementFigures, *a.Judges[0].Overall, a.Judges[0].Score} {
		want := map[string][2]*float64{
			"alpha": {got.Alpha, of(1 - 66.0/166)}, "Pearson": {got.Pearson, of(2 / math.Sqrt(34.0/3))}, "Spearman": {got.Spearman, of(9 / math.Sqrt(240))},
			"kappa": {got.Kappa, &kappa}, "distance": {got.Apart, &apart[i]},
		}
		if i == 2 {
			want["kappa"] = [2]*float64{got.Kappa, nil}
		}
		for name, pair := range want {
			if (pair[0] == nil) != (pair[1] == nil) || pair[0] != nil && math.Abs(*pair[0]-*pair[1]) > 1e-8 {
				t.Errorf("series %d: %s = %v, want %v", i, name, show(pair[0]), show(pair[1]))
			}
		}
		if got.N != 6 {
			t.Errorf("series %d: over %d texts, want 6", i, got.N)
		}
	}
	// The person counts; the model was tried by another version of the rubric.
	for _, j := range a.Agents[0].Rows[0].Judges {
		if want := j.Judge == judge.PersonPrefix+"Ada"; j.Counts != want {
			t.Errorf("scores of %s count: %v, want %v", j.Judge, j.Counts, want)
		}
	}
}

func of(x float64) *float64 { return &x }

func show(x *float64) string {
	if x == nil {
		return "none"
	}
	return fmt.Sprint(*x)
}
