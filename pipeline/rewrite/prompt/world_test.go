package prompt

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"sync"
	"testing"

	"taskgrove/pipeline/corpus"
	"taskgrove/pipeline/digest"
	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/draft"
	"taskgrove/pipeline/plan"
	"taskgrove/pipeline/plan/plantest"
	"taskgrove/pipeline/task"
	"taskgrove/pipeline/tool"
)

// starts are entities of the made-up worlds of package draft, by domain and entity type.
var starts = map[string]map[string][][]string{"legal": {
	"company":        {{"砾石环保工程有限公司"}, {"青岚精密仪器股份有限公司"}, {"砾石水务集团股份有限公司"}},
	"stock_code":     {{"309988"}, {"608866"}},
	"credit_code":    {{"91990100MA0FGHJ33E"}, {"91990200MA0BCDE22D"}},
	"case_number":    {{"（2020）浙0799执3312号"}, {"（2019）苏0599民初2107号"}, {"（2021）浙07民终915号"}},
	"penalty_number": {{"云环罚字〔2021〕0203号"}},
	"court":          {{"云溪市湖滨区人民法院"}, {"安原市城东区人民法院"}},
	"law_firm":       {{"江苏云溪律师事务所"}, {"浙江衡岳律师事务所"}},
	"region":         {{"江苏省", "云溪市", "湖滨区"}},
	"authority":      {{"云溪市生态环境局"}},
}, "legal-en": {
	"company":        {{"Marlstone Environmental Engineering Co., Ltd."}, {"Kelver Precision Instruments Co., Ltd."}},
	"stock_code":     {{"309988"}, {"608866"}},
	"credit_code":    {{"91990100MA0FGHJ33E"}, {"91990200MA0BCDE22D"}},
	"case_number":    {{"(2020) OV0799 Enf. No. 3312"}, {"(2019) KM0599 Civ. No. 2107"}},
	"penalty_number": {{"Ashmere Env. Pen. [2021] No. 0203"}},
	"court":          {{"Ashmere Lakeside District Court"}, {"Tarnwick East District Court"}},
	"law_firm":       {{"Ashmere & Lowe Law Firm"}, {"Hengate Law Firm"}},
	"region":         {{"Kelmar Province", "Ashmere City", "Lakeside District"}},
	"authority":      {{"Ashmere City Environmental Protection Bureau"}},
}}

func years(string, string) []string { return []string{"2019", "2020", "2021"} }

// operators reads one program of every operation and form, over the legal domain.
func operators(t testing.TB) []*plan.Program {
	t.Helper()
	data, err := os.ReadFile("testdata/operators.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var all []*plan.Program
	for l := range strings.Lines(string(data)) {
		p := new(plan.Program)
		if err := json.Unmarshal([]byte(l), p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// bound returns programs of every depth, bound to names whether or not they have an
// answer there.
func bound(t testing.TB, d *domain.Domain) []*plan.Program {
	t.Helper()
	g, err := plan.NewGraph(d)
	if err != nil {
		t.Fatal(err)
	}
	var all []*plan.Program
	for depth, stride := range []int{3, 17, 151, 1301} {
		at := 0
		for p := range g.Paths(depth + 1) {
			targets := plan.Targets(d, p)
			if at++; at%stride != 0 || len(targets) == 0 {
				continue
			}
			r := digest.Rand("prompt test", p.ID)
			programs, err := plantest.Programs(d, p, targets[r.IntN(len(targets))], 2, years, r)
			if err != nil {
				t.Fatal(err)
			}
			names := starts[d.Name][p.Start]
			for _, prog := range programs {
				if len(names) > 0 {
					all = append(all, prog.Bind(names[r.IntN(len(names))]))
				}
			}
		}
	}
	return all
}

// world is a domain with tasks that have answers.
type world struct {
	domain *domain.Domain
	tasks  []*task.Task
}

// Each world makes its tasks once; tests must not change them.
var (
	chineseWorld = sync.OnceValues(func() (*world, error) { return newWorld("legal", "../../draft/testdata/world") })
	englishWorld = sync.OnceValues(func() (*world, error) { return newWorld("legal-en", "../../draft/testdata/world-en") })
)

// worlds returns both worlds.
func worlds(t testing.TB) []*world {
	t.Helper()
	var all []*world
	for _, open := range []func() (*world, error){chineseWorld, englishWorld} {
		w, err := open()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, w)
	}
	return all
}

func newWorld(name, dir string) (*world, error) {
	d, err := domain.Open(name)
	if err != nil {
		return nil, err
	}
	c, _, err := corpus.Load(context.Background(), dir, d)
	if err != nil {
		return nil, err
	}
	tools, err := tool.New(c)
	if err != nil {
		return nil, err
	}
	g, err := plan.NewGraph(d)
	if err != nil {
		return nil, err
	}
	w := &world{domain: d}
	for depth, stride := range []int{3, 7, 61} {
		at := 0
		for p := range g.Paths(depth + 1) {
			if at++; at%stride != 0 {
				continue
			}
			trace, err := try(d, tools, p)
			if err != nil {
				return nil, err
			}
			for _, lang := range d.Languages {
				if trace == nil {
					continue
				}
				one, err := newTask(d, trace, lang)
				if err != nil {
					return nil, err
				}
				w.tasks = append(w.tasks, one)
			}
		}
	}
	return w, nil
}

// try returns the first of a path's programs and starts that runs, or nil.
func try(d *domain.Domain, tools *tool.Set, p plan.Path) (*plan.Trace, error) {
	r := digest.Rand("prompt test", p.ID)
	targets := plan.Targets(d, p)
	if len(targets) == 0 {
		return nil, nil
	}
	programs, err := plantest.Programs(d, p, targets[r.IntN(len(targets))], 4, years, r)
	if err != nil {
		return nil, err
	}
	for _, prog := range programs {
		x, err := plan.NewExecutor(d, tools, prog)
		if err != nil {
			return nil, err
		}
		for _, name := range starts[d.Name][p.Start] {
			trace, reason, err := x.Run(context.Background(), name)
			if err != nil {
				return nil, err
			}
			if reason == "" && trace.Idle() == "" {
				return trace, nil
			}
		}
	}
	return nil, nil
}

func newTask(d *domain.Domain, trace *plan.Trace, lang string) (*task.Task, error) {
	question, err := draft.Question(d, trace.Program, lang)
	if err != nil {
		return nil, err
	}
	reply, err := draft.Answer(d, trace.Program, trace, lang)
	if err != nil {
		return nil, err
	}
	return &task.Task{
		ID: digest.Of("test", trace.Program.String()).Short(), Language: lang, Draft: question,
		KeyAnswer: reply.Keys, KeyMiddle: reply.Middle, Plan: trace.Program,
	}, nil
}
