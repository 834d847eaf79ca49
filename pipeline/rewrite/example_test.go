package rewrite_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/rewrite"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Without a model, the offline rewriter asks each question in a situation and in other
// words than the draft's.
func ExampleRun() {
	d, err := domain.Open("toy")
	if err != nil {
		panic(err)
	}
	english, err := style.Open("toy", d, "en")
	if err != nil {
		panic(err)
	}
	p := new(plan.Program)
	err = json.Unmarshal([]byte(`{"nodes": [
		{"name": "r1", "op": "start", "entity": "company", "value": ["青岚机械有限公司"]},
		{"name": "r2", "op": "call", "from": ["r1"], "tool": "get_company_cases"},
		{"name": "r3", "op": "superlative", "from": ["r2"], "column": "立案日期", "order": "max"},
		{"name": "r4", "op": "project", "from": ["r3"], "columns": ["审理法院"]}],
		"answers": [{"from": "r4", "form": {"style": "text"}}]}`), p)
	if err != nil {
		panic(err)
	}
	t := &task.Task{
		ID: "0123456789ab", Language: "en", Plan: p,
		Entities:  []task.Entity{{Type: "company", Name: []string{"青岚机械有限公司"}}},
		KeyAnswer: []string{"松屿市中级人民法院"},
	}
	if t.Draft, err = draft.Question(d, p, "en"); err != nil {
		panic(err)
	}
	tasks := func() iter.Seq2[*task.Task, error] {
		return func(yield func(*task.Task, error) bool) { yield(t, nil) }
	}
	o := rewrite.Settings{Domain: d, Styles: map[string]*style.Style{"en": english}, Seed: 1}
	account, err := rewrite.Run(context.Background(), o, tasks, func(kept *task.Task, _ *rewrite.Rejected) error {
		fmt.Println("draft:   ", t.Draft)
		fmt.Println("question:", kept.Question)
		return nil
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(account.Offline, "rewritten,", account.Dropped, "dropped")
	// Output:
	// draft:    Which court tried the court case of 青岚机械有限公司 with the latest filing date?
	// question: Which tribunal tried the court case of 青岚机械有限公司 with the latest case filing date? Thank you.
	// 1 rewritten, 0 dropped
}
