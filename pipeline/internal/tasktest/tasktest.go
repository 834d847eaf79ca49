// Package tasktest makes tasks for tests over the made-up worlds in package draft's test
// data. Their programs are drawn along paths and run; the tasks are not proved.
package tasktest

import (
	"context"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/plantest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Tasks returns the domain legal or legal-en and tasks over its world in a directory: up to
// n of each depth, from one hop to five, in each language of the domain, sorted by depth.
// Equal arguments give equal tasks.
func Tasks(name, dir string, n int) (*domain.Domain, []*task.Task, error) {
	d, err := domain.Open(name)
	if err != nil {
		return nil, nil, err
	}
	c, _, err := corpus.Load(context.Background(), dir, d)
	if err != nil {
		return nil, nil, err
	}
	tools, err := tool.New(c)
	if err != nil {
		return nil, nil, err
	}
	g, err := plan.NewGraph(d)
	if err != nil {
		return nil, nil, err
	}
	var tasks []*task.Task
	for i, stride := range strides {
		made := 0
		for p := range plantest.EveryNth(g, i+1, stride) {
			if made == n {
				break
			}
			trace, err := runAny(d, tools, p)
			if err != nil {
				return nil, nil, err
			}
			if trace == nil {
				continue
			}
			made++
			for _, lang := range d.Languages {
				one, err := task.New(d, trace, lang)
				if err != nil {
					return nil, nil, err
				}
				tasks = append(tasks, one)
			}
		}
	}
	return d, tasks, nil
}

// strides has, by depth, the number of paths of which one is tried, so that few tasks have
// paths of all kinds.
var strides = [...]int{1, 3, 11, 101, 401}

// StartEntities returns entities of a domain's made-up world that tasks can start from, by
// entity type; nil for a domain without such a world. The caller owns them.
func StartEntities(name string) map[string][][]string {
	return map[string]map[string][][]string{"legal": {
		"company":        {{"砾石环保工程有限公司"}, {"青岚精密仪器股份有限公司"}, {"云溪砾石管网有限公司"}, {"砾石水务集团股份有限公司"}, {"禾川（云溪）化学有限公司"}},
		"stock_code":     {{"309988"}, {"608866"}},
		"credit_code":    {{"91990100MA0FGHJ33E"}, {"91990200MA0BCDE22D"}},
		"case_number":    {{"（2020）浙0799执3312号"}, {"（2019）苏0599民初2107号"}, {"（2021）浙07民终915号"}},
		"penalty_number": {{"云环罚字〔2021〕0203号"}},
		"court":          {{"云溪市湖滨区人民法院"}, {"安原市城东区人民法院"}},
		"law_firm":       {{"江苏云溪律师事务所"}, {"浙江衡岳律师事务所"}},
		"region":         {{"江苏省", "云溪市", "湖滨区"}},
		"authority":      {{"云溪市生态环境局"}},
	}, "legal-en": {
		"company":        {{"Marlstone Environmental Engineering Co., Ltd."}, {"Kelver Precision Instruments Co., Ltd."}, {"Ashmere Marlstone Pipelines Co., Ltd."}, {"Hollin (Ashmere) Chemicals Co., Ltd."}},
		"stock_code":     {{"309988"}, {"608866"}},
		"credit_code":    {{"91990100MA0FGHJ33E"}, {"91990200MA0BCDE22D"}},
		"case_number":    {{"(2020) OV0799 Enf. No. 3312"}, {"(2019) KM0599 Civ. No. 2107"}, {"(2021) OV07 Civ. App. No. 915"}},
		"penalty_number": {{"Ashmere Env. Pen. [2021] No. 0203"}},
		"court":          {{"Ashmere Lakeside District Court"}, {"Tarnwick East District Court"}},
		"law_firm":       {{"Ashmere & Lowe Law Firm"}, {"Hengate Law Firm"}},
		"region":         {{"Kelmar Province", "Ashmere City", "Lakeside District"}},
		"authority":      {{"Ashmere City Environmental Protection Bureau"}},
	}}[name]
}

func years(string, string) []string { return []string{"2019", "2020", "2021"} }

// runAny returns the trace of the first combination of a path's programs and start entities
// that yields an answer; nil if none does.
func runAny(d *domain.Domain, tools *tool.Set, p plan.Path) (*plan.Trace, error) {
	r := digest.Rand("rewrite test", p.ID)
	targets := plan.Targets(d, p)
	if len(targets) == 0 {
		return nil, nil
	}
	programs, err := plantest.Programs(d, p, targets[r.IntN(len(targets))], 12, years, r)
	if err != nil {
		return nil, err
	}
	names := StartEntities(d.Name)[p.Start]
	for _, prog := range programs {
		x, err := plan.NewExecutor(d, tools, prog)
		if err != nil {
			return nil, err
		}
		for _, i := range r.Perm(len(names)) {
			trace, reason, err := x.Run(context.Background(), names[i])
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
