package ground_test

import (
	"context"
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/ground"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// A company's record names its parent; the question is who the parent's legal representative is.
func ExampleGrounder_Ground() {
	ctx := context.Background()
	d, err := domain.Open("toy")
	if err != nil {
		panic(err)
	}
	c, _, err := corpus.Load(ctx, "../command/testdata/toy", d)
	if err != nil {
		panic(err)
	}
	tools, err := tool.New(c)
	if err != nil {
		panic(err)
	}
	graph, err := plan.NewGraph(d)
	if err != nil {
		panic(err)
	}
	g := ground.New(c, tools, "en", 1, ground.Limits{Variants: 4, Answers: 10, Rows: 60, Starts: 4096}, 1)
	for p := range graph.Paths(2) {
		if !slices.Equal(p.Tools(), []string{"get_company", "get_company"}) {
			continue
		}
		got, err := g.Ground(ctx, p, plan.Demand{Target: "法定代表人"}, 2, ground.Exclusions{})
		if err != nil {
			panic(err)
		}
		for _, t := range got.Tasks {
			fmt.Println(t.Draft)
			fmt.Println(t.KeyAnswer)
		}
	}
	// Output:
	// Who is the legal representative of the parent of 青岚机械有限公司?
	// [郗承泽]
	// Who is the legal representative of the parent of 枫渚医药有限公司?
	// [殷不凡]
}
