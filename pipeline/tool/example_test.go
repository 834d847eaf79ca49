package tool_test

import (
	"context"
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// A lookup returns rows as JSON; a call that finds nothing is answered, not an error.
func ExampleSet_Call() {
	d, err := domain.Open("toy")
	if err != nil {
		panic(err)
	}
	c, _, err := corpus.Load(context.Background(), "../command/testdata/toy", d)
	if err != nil {
		panic(err)
	}
	tools, err := tool.New(c)
	if err != nil {
		panic(err)
	}
	for _, name := range []string{"青岚市中级人民法院", "南汀市中级人民法院"} {
		r, err := tools.Call(context.Background(), tool.Call{
			Tool: "get_court",
			Args: map[string]any{"identifier": name, "columns": []string{"法院级别", "联系电话"}},
		})
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s %q %v\n", r.Observation(), r.Fault, r.Empty())
	}
	// Output:
	// {"法院级别":"中级法院","联系电话":"0990-5520178"} "" false
	// "No row matches." "missing" true
}
