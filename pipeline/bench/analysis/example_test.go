package analysis_test

import (
	"fmt"
	"log"
	"os"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Two agents tried the same four tasks: the means of both, and whether the better one is.
func Example() {
	var tasks []*task.Task
	var marks []bench.Mark
	success := map[string][]float64{"careful": {1, 1, 1, 0}, "hasty": {1, 0, 0, 0}}
	for i := range 4 {
		id := fmt.Sprintf("t%d", i+1)
		tasks = append(tasks, &task.Task{ID: id, Type: "1-hop"})
		for name, s := range success {
			rates := score.Rates{Success: &s[i]}
			marks = append(marks, bench.Mark{Task: id, Type: "1-hop", Agent: name, Paper: rates, Strict: rates, End: "finished"})
		}
	}
	report, err := analysis.Analyse(tasks, marks, analysis.ReportOptions{})
	if err != nil {
		log.Fatal(err)
	}
	for _, a := range report.Agents {
		all := a.Rows[len(a.Rows)-1]
		fmt.Printf("%s %.2f\n", a.Agent, *all.Strict.Success.Mean)
	}
	pairs, err := analysis.Pairwise(tasks, marks, analysis.ReportOptions{})
	if err != nil {
		log.Fatal(err)
	}
	if err := analysis.WritePairsText(os.Stdout, pairs); err != nil {
		log.Fatal(err)
	}
	// Output:
	// careful 0.75
	// hasty 0.25
	// success (strict), difference from hasty over all tasks, in percent with 95 % intervals
	// agent    tasks  first  second  difference  interval  p       p (adjusted)  detectable  won  lost  even
	// careful  4      75.0   25.0    +50.0       too few   0.5000  0.5000        120.1       2    0     2
	// fewer than 10 tasks are too few for a standard error or an interval
	//
	// success (paper), difference from hasty over all tasks, in percent with 95 % intervals
	// agent    tasks  first  second  difference  interval  p       p (adjusted)  detectable  won  lost  even
	// careful  4      75.0   25.0    +50.0       too few   0.5000  0.5000        120.1       2    0     2
	// fewer than 10 tasks are too few for a standard error or an interval
}
