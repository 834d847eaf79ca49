package analysis_test

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// small are twelve tasks of one hop and twelve of two, each of a path of its own, with the scores
// of three methods of one model, and of another model by one method, that are told by hand below.
func small() ([]*task.Task, []bench.Mark, analysis.ReportOptions) {
	var tasks []*task.Task
	var marks []bench.Mark
	o := analysis.ReportOptions{Methods: []analysis.AgentMethod{
		{Agent: "m/ps", Model: "m", Method: "ps"}, {Agent: "m/pe", Model: "m", Method: "pe"}, {Agent: "m/re", Model: "m", Method: "re"},
		{Agent: "n/re", Model: "n", Method: "re"},
	}}
	solved := map[string][2]int{"m/ps": {6, 3}, "m/pe": {9, 3}, "m/re": {12, 6}, "n/re": {3, 0}} // the first so many of each type
	for hops := range 2 {
		for i := range 12 {
			t := &task.Task{ID: fmt.Sprintf("%d-%02d", hops+1, i), Type: fmt.Sprintf("%d-hop", hops+1), Path: fmt.Sprint("path ", hops, i)}
			tasks = append(tasks, t)
			for _, m := range o.Methods {
				rate := 0.0
				if i < solved[m.Agent][hops] {
					rate = 1
				}
				marks = append(marks, marked(t.ID, m.Agent, 0, rate))
			}
		}
	}
	return tasks, marks, o
}

// Gains, gaps and declines of the small set, by hand.
func TestMethods(t *testing.T) {
	tasks, marks, o := small()
	a := analyse(t, tasks, marks, o)
	var got []string
	for _, g := range a.Gains {
		for _, r := range g.Rows {
			d := r.Strict.Success
			got = append(got, fmt.Sprintf("%s %s less %s, %s: %.4f - %.4f = %.4f, %d won, %d lost", g.Model, g.First, g.Second, r.Type, *d.First, *d.Second, *d.Mean, d.Wins, d.Losses))
		}
	}
	want := []string{
		"m pe less ps, 1-hop: 0.7500 - 0.5000 = 0.2500, 3 won, 0 lost",
		"m pe less ps, 2-hop: 0.2500 - 0.2500 = 0.0000, 0 won, 0 lost",
		"m pe less ps, ALL: 0.5000 - 0.3750 = 0.1250, 3 won, 0 lost",
		"m re less ps, 1-hop: 1.0000 - 0.5000 = 0.5000, 6 won, 0 lost",
		"m re less ps, 2-hop: 0.5000 - 0.2500 = 0.2500, 3 won, 0 lost",
		"m re less ps, ALL: 0.7500 - 0.3750 = 0.3750, 9 won, 0 lost",
		"m re less pe, 1-hop: 1.0000 - 0.7500 = 0.2500, 3 won, 0 lost",
		"m re less pe, 2-hop: 0.5000 - 0.2500 = 0.2500, 3 won, 0 lost",
		"m re less pe, ALL: 0.7500 - 0.5000 = 0.2500, 6 won, 0 lost",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("gains (-want +got):\n%s", d)
	}
	// Three ones among twelve differences: variance 12/11 * (3*0.75² + 9*0.25²) / 12², and 11 degrees
	// of freedom, whose quantile at 0.975 is 2.200985.
	se := math.Sqrt(12.0/11*(3*0.75*0.75+9*0.25*0.25)) / 12
	if d := a.Gains[0].Rows[0].Strict.Success; math.Abs(*d.SE-se) > 1e-9 || math.Abs(*d.High-(0.25+2.200985160*se)) > 1e-8 {
		t.Errorf("pe less ps: ± %v up to %v, want ± %v up to %v", *d.SE, *d.High, se, 0.25+2.200985160*se)
	}
	// Nine p values of the types and three of all tasks are two families, as for pairs of agents.
	if d := a.Gains[1].Rows[2].Strict.Success; *d.Adjusted < *d.P || *d.Adjusted > 3**d.P+1e-9 {
		t.Errorf("adjusted p %v of %v, want at most three times as much", *d.Adjusted, *d.P)
	}
	if len(a.Gaps) != 2 {
		t.Fatalf("%d gaps, want one for each success rate of the model with three methods", len(a.Gaps))
	}
	if g := a.Gaps[0]; g.Model != "m" || g.Rate != "strict.success" || g.Best != "re" || g.Worst != "ps" || *g.Difference.Mean != 0.375 || *g.Relative != 1 {
		t.Errorf("gap %+v, want re above ps by 0.375, which is as much as ps has", g)
	}
	if g := a.Gaps[1]; g.Rate != "paper.success" || *g.Difference.Mean != 0.1875 || math.Abs(*g.Relative-0.1875/0.6875) > 1e-9 {
		t.Errorf("gap %+v, want 0.1875 of 0.6875 by the paper's rule", g)
	}
	// m/re solves 12 of 12 and 6 of 12: with two numbers of hops the slope is the only step.
	d := a.Declines[2]
	s := d.Strict.Success
	if d.Agent != "m/re" || *s.Slope.Mean != -0.5 || len(s.Steps) != 1 || s.Steps[0].From != 1 || s.Steps[0].To != 2 || s.Steps[0].FromTasks != 12 || s.Steps[0].ToTasks != 12 || *s.Steps[0].Change.Mean != -0.5 {
		t.Errorf("decline %+v, want m/re to lose 0.5 from one hop to two", d)
	}
	se = math.Sqrt(24.0/23*12*0.5*0.5) / 12 // the tasks of one hop are all solved
	if math.Abs(*s.Steps[0].Change.SE-se) > 1e-9 {
		t.Errorf("change ± %v, want %v", *s.Steps[0].Change.SE, se)
	}
	if p := d.Paper.Process; *p.Slope.Mean != 0 || p.Slope.Low != nil {
		t.Errorf("process by the paper's rule %+v, want no change: all rates are equal", p)
	}
	golden(t, "methods.txt", func(b *bytes.Buffer) error { return a.WriteText(b) })
	golden(t, "methods.md", func(b *bytes.Buffer) error { return a.WriteMarkdown(b) })
	golden(t, "methods.tex", func(b *bytes.Buffer) error { return a.WriteLaTeX(b) })
}

// An agent without marks or without calls, a twin, and a method that is declared twice.
func TestMethodsOfFew(t *testing.T) {
	tasks, marks, o := small()
	o.Methods = []analysis.AgentMethod{
		{Agent: "m/ps", Model: "m", Method: "ps", Calls: "text"}, {Agent: "m/pe", Model: "m", Method: "pe", Calls: "native"},
		{Agent: "m/re", Model: "m", Method: "direct"}, {Agent: "unheard", Model: "m", Method: "re", Calls: "text"},
	}
	o.Agents = []string{"unheard"}
	a := analyse(t, tasks, marks, o)
	var got []string
	for _, g := range a.Gains {
		got = append(got, g.Calls+": "+g.First+" less "+g.Second)
	}
	if d := cmp.Diff([]string{"text: direct less ps", "native: direct less pe"}, got); d != "" {
		t.Errorf("gains (-want +got):\n%s", d)
	}
	var b bytes.Buffer
	if err := a.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	rows := []string{`m +text +ps +0.5000`, ` +native +pe +0.7500`, ` +- +direct +1.0000`, `n/re +- +- +0.2500`}
	_, grid, _ := strings.Cut(b.String(), "success (strict) by model and method\n")
	for _, row := range rows {
		if !regexp.MustCompile(`(?m)^` + row).MatchString(grid) {
			t.Errorf("no row %q in the grid:\n%s", row, grid)
		}
	}
	o.Methods = append(o.Methods, o.Methods[0])
	if _, err := analysis.Analyse(tasks, marks, o); err == nil || !strings.Contains(err.Error(), `agent "m/ps": its method is declared twice`) {
		t.Errorf("a method declared twice: error %v, want one that says so", err)
	}
	if a := analyse(t, tasks[:12], nil, analysis.ReportOptions{}); a.Gains != nil || a.Gaps != nil || a.Declines != nil {
		t.Errorf("one number of hops and no methods: %+v, want no gains and no declines", a)
	}
}

// table3 are the published rates of Table 3 of LegalAgentBench (arXiv 2412.17259) by type, and its
// tokens.
var table3 = []struct {
	model, method string
	rates         [6]float64
	tokens        int64
}{
	{"GLM-4", "P-S", [6]float64{0.7588, 0.4229, 0.1806, 0.3708, 0.1750, 0.5778}, 5100468},
	{"GLM-4", "P-E", [6]float64{0.7838, 0.4042, 0.2056, 0.3083, 0.1600, 0.5469}, 9849924},
	{"GLM-4", "ReAct", [6]float64{0.8787, 0.6771, 0.4167, 0.3875, 0.2433, 0.5937}, 11920863},
	{"GLM-4-Plus", "P-S", [6]float64{0.8519, 0.4667, 0.4167, 0.3583, 0.1167, 0.7522}, 5657827},
	{"GLM-4-Plus", "P-E", [6]float64{0.8419, 0.5000, 0.3667, 0.3458, 0.1167, 0.7679}, 9422692},
	{"GLM-4-Plus", "ReAct", [6]float64{0.9131, 0.8104, 0.6417, 0.6167, 0.4300, 0.7659}, 11739861},
	{"LLaMa3.1-8B", "P-S", [6]float64{0.3406, 0.1333, 0.0333, 0.0375, 0.1083, 0.2382}, 9279701},
	{"LLaMa3.1-8B", "P-E", [6]float64{0.3510, 0.1042, 0.0250, 0.0500, 0.0667, 0.3484}, 13649741},
	{"LLaMa3.1-8B", "ReAct", [6]float64{0.6019, 0.1542, 0.0750, 0.0708, 0.0600, 0.0872}, 50661127},
	{"Qwen-max", "P-S", [6]float64{0.8469, 0.4958, 0.4083, 0.3792, 0.2333, 0.4836}, 4800345},
	{"Qwen-max", "P-E", [6]float64{0.8594, 0.5896, 0.3583, 0.4083, 0.3017, 0.5539}, 9884307},
	{"Qwen-max", "ReAct", [6]float64{0.9062, 0.7917, 0.6333, 0.5833, 0.6083, 0.6662}, 11473873},
	{"Claude-sonnet", "P-S", [6]float64{0.8137, 0.6354, 0.4833, 0.3750, 0.2400, 0.8395}, 7100962},
	{"Claude-sonnet", "P-E", [6]float64{0.8700, 0.6771, 0.5333, 0.4667, 0.4717, 0.8610}, 13566119},
	{"Claude-sonnet", "ReAct", [6]float64{0.8950, 0.6979, 0.4750, 0.4792, 0.4567, 0.6567}, 32878858},
	{"GPT-3.5", "P-S", [6]float64{0.4906, 0.2396, 0.0500, 0.1000, 0.0667, 0.0333}, 5007391},
	{"GPT-3.5", "P-E", [6]float64{0.4906, 0.2062, 0.0667, 0.0625, 0.0500, 0.0405}, 9597807},
	{"GPT-3.5", "ReAct", [6]float64{0.6421, 0.2854, 0.1167, 0.1000, 0.1333, 0.0852}, 11357664},
	{"GPT-4o-mini", "P-S", [6]float64{0.7117, 0.3375, 0.2750, 0.2583, 0.1250, 0.6314}, 5482556},
	{"GPT-4o-mini", "P-E", [6]float64{0.7444, 0.3771, 0.3250, 0.2417, 0.1417, 0.6681}, 10861492},
	{"GPT-4o-mini", "ReAct", [6]float64{0.9333, 0.6500, 0.4000, 0.4208, 0.2583, 0.6087}, 13332418},
	{"GPT-4o", "P-S", [6]float64{0.7856, 0.4437, 0.2750, 0.1875, 0.2250, 0.7971}, 4153333},
	{"GPT-4o", "P-E", [6]float64{0.8106, 0.3979, 0.3167, 0.2167, 0.2767, 0.8643}, 7261238},
	{"GPT-4o", "ReAct", [6]float64{0.9262, 0.8396, 0.7500, 0.6417, 0.6117, 0.6541}, 11206957},
}

// Over 300 tasks that score what Table 3 has for their type, the grid is that table, its column over
// all tasks included (within half of the last digit, for the columns are rounded), and the best rate of
// each type in bold. GPT-4o's best method is two thirds above its worst, the 65 % of the paper's text.
func TestTable3(t *testing.T) {
	var tasks []*task.Task
	var marks []bench.Mark
	var o analysis.ReportOptions
	types := []string{"1-hop", "2-hop", "3-hop", "4-hop", "5-hop", "writing"}
	for i, n := range []int{80, 80, 60, 40, 20, 20} {
		for j := range n {
			tasks = append(tasks, &task.Task{ID: fmt.Sprint(types[i], j), Type: types[i], Path: fmt.Sprint(types[i], j/2)})
		}
	}
	for _, row := range table3 {
		name := row.model + "/" + row.method
		o.Methods = append(o.Methods, analysis.AgentMethod{Agent: name, Model: row.model, Method: row.method})
		for i, one := range tasks {
			m := bench.Mark{Task: one.ID, Type: one.Type, Agent: name, Paper: score.Rates{Success: &row.rates[slices.Index(types, one.Type)]}, Tokens: &score.Tokens{}}
			if i == 0 {
				m.Tokens.Total = row.tokens
			}
			marks = append(marks, m)
		}
	}
	a := analyse(t, tasks, marks, o)
	golden(t, "table3.md", func(b *bytes.Buffer) error {
		for _, one := range a.Tables() {
			if one.Name() == "grid-paper-success" {
				return one.WriteMarkdown(b)
			}
		}
		return fmt.Errorf("no grid")
	})
	published := []float64{0.4509, 0.4461, 0.6057, 0.5406, 0.5363, 0.7499, 0.1612, 0.1607, 0.2359, 0.5381, 0.5695, 0.7422, 0.6051, 0.6703, 0.6579, 0.2247, 0.2135, 0.2986, 0.4196, 0.4503, 0.6161, 0.4760, 0.4906, 0.7908}
	for i, row := range table3 {
		at := slices.IndexFunc(a.Agents, func(r analysis.AgentReport) bool { return r.Agent == row.model+"/"+row.method })
		if got := *a.Agents[at].Rows[6].Paper.Success.Mean; math.Abs(got-published[i]) > 1e-4 {
			t.Errorf("%s %s: %.5f over all tasks, published %.4f", row.model, row.method, got, published[i])
		}
	}
	var gpt *analysis.MethodGap
	for i := range a.Gaps {
		if a.Gaps[i].Model == "GPT-4o" {
			gpt = &a.Gaps[i]
		}
	}
	if gpt == nil || gpt.Best != "ReAct" || gpt.Worst != "P-S" || math.Abs(*gpt.Relative-0.66) > 0.01 {
		t.Errorf("gap of GPT-4o %+v, want ReAct two thirds above P-S", gpt)
	}
}

// The published answers of GLM-4 in the layout of Tables 3 and 14: the rates are those of the paper's rule
// over the 100 tasks of them that are at hand, as package bench has them.
func TestPublishedGrid(t *testing.T) {
	dir := dataDir(t)
	tasks := read(t, filepath.Join(dir, "tasks.json"), bench.ReadTasks)
	answers := read(t, filepath.Join(dir, "runs", "react_glm-4.jsonl"), bench.ReadAnswers)
	tokens := read(t, filepath.Join(dir, "runs", "react_glm-4.tokens.jsonl"), bench.ReadTokens)
	trials, _ := bench.ScoreAnswers("glm-4/react", tasks, answers, tokens)
	var marks []bench.Mark
	for i := range trials {
		marks = append(marks, bench.MarkOf(&trials[i]))
	}
	a := analyse(t, tasks, marks, analysis.ReportOptions{Methods: []analysis.AgentMethod{{Agent: "glm-4/react", Model: "GLM-4", Method: "ReAct"}}})
	var got strings.Builder
	for _, one := range a.Tables() {
		if strings.HasPrefix(one.Name(), "grid-paper") {
			if err := one.WriteCSV(&got); err != nil {
				t.Fatal(err)
			}
		}
	}
	const want = `model,method,1-hop,2-hop,3-hop,4-hop,5-hop,writing,ALL,tokens
GLM-4,ReAct,0.8889,0.7037,0.4750,0.2692,0.3571,0.6213,0.6223,3974279
model,method,1-hop,2-hop,3-hop,4-hop,5-hop,writing,ALL,tokens
GLM-4,ReAct,0.9111,0.7333,0.5892,0.3192,0.4401,0.5296,0.6659,3974279
`
	if d := cmp.Diff(want, got.String()); d != "" {
		t.Errorf("grids of the published answers (-want +got):\n%s", d)
	}
	success := a.Declines[0].Paper.Success
	if s := success.Steps[1]; s.From != 2 || s.FromTasks != 27 || s.ToTasks != 20 || math.Abs(*s.Change.Mean-(0.4750-0.703703704)) > 1e-6 || *success.Slope.Mean >= 0 || *success.Slope.High >= 0 {
		t.Errorf("decline %+v, want one beyond chance, of 0.2287 from two hops to three", success)
	}
}

// Methods of agents that a report has nothing of leave the grid out.
func TestNoGridWithoutAgents(t *testing.T) {
	marks := slices.DeleteFunc(toyMarks(), func(m bench.Mark) bool { return m.Role == score.EvaluatedAgent })
	a := analyse(t, toy(), marks, analysis.ReportOptions{Methods: []analysis.AgentMethod{{Agent: "absent", Model: "m", Method: "react"}}})
	if len(a.Agents) == 0 {
		t.Fatal("no other agents: the test needs some")
	}
	for _, one := range a.Tables() {
		if strings.HasPrefix(one.Name(), "grid") {
			t.Errorf("a table %s of no agent", one.Name())
		}
	}
}
