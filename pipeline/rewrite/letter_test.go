package rewrite

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/draft"
	"taskgrove/pipeline/plan"
	"taskgrove/pipeline/task"
)

// Texts to write are asked for in one of the template's other ways, which pass the
// gate.
func TestRequestsAreRewritten(t *testing.T) {
	d, err := domain.Load(os.DirFS("../domain/testdata/letters"), ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range d.Languages {
		var tasks []*task.Task
		for _, number := range []string{"（2021）甲01民初1号", "（2021）甲01民初2号", "（2021）甲01民初3号", "（2021）甲01民初4号"} {
			p := plan.Written(d.Template("answer")).Bind([]string{number})
			question, err := draft.Question(d, p, lang)
			if err != nil {
				t.Fatal(err)
			}
			tasks = append(tasks, &task.Task{ID: number, Language: lang, Plan: p, Draft: question, KeyAnswer: []string{"乙水公司"}})
		}
		kept, rejected, err := Run(context.Background(), d, tasks, 1, 2)
		if err != nil || len(rejected) > 0 {
			t.Fatal(rejected, err)
		}
		ways := map[int]bool{}
		for _, k := range kept {
			requests, err := draft.Requests(d, k.Plan, lang)
			if err != nil {
				t.Fatal(err)
			}
			way := slices.Index(requests, k.Question)
			if way < 1 {
				t.Errorf("%q: want one of the requests behind the draft's %q", k.Question, requests[1:])
			}
			ways[way] = true
			if reason := Gate(d, k, strings.Replace(k.Question, k.ID, "the case", 1)); reason != Entity {
				t.Errorf("a request that names no case is kept: %q, want %s", reason, Entity)
			}
		}
		if len(ways) < 2 {
			t.Errorf("all in %s are asked for alike", lang)
		}
	}
}
