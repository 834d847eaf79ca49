package analysis_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// asked are 20 questions of two hops, each with one keyword and none on the way.
func asked(lang string) (tasks []*task.Task) {
	for i := range 20 {
		tasks = append(tasks, &task.Task{ID: fmt.Sprint(i), Family: task.Multihop, Type: "2-hop", Language: lang, Question: strings.Repeat("问", 90), Answer: strings.Repeat("答", 30), KeyAnswer: []string{"甲乙丙"}})
	}
	return tasks
}

// Tasks stand above the published ones of their type, with what is thinner below; lengths of tasks that
// are not in Chinese stand alone.
func TestPublishedTables(t *testing.T) {
	tables := func(lang string) string {
		var b bytes.Buffer
		for _, one := range analysis.PublishedTables(dataset.CompareWithPublished(asked(lang))) {
			fmt.Fprintln(&b, one.Name())
			if err := one.WriteCSV(&b); err != nil {
				t.Fatal(err)
			}
			if err := one.WriteMarkdown(&b); err != nil {
				t.Fatal(err)
			}
		}
		return b.String()
	}
	const want = `tasks-beside-published
type,set,tasks,length of query,length of answer,key_answer,length of key_answer,key_middle,length of key_middle
2-hop,this one,20,90.00,30.00,1.00,3.00,0.00,0.00
2-hop,LegalAgentBench,80,87.90,40.84,1.44,5.94,1.45,9.72
ALL,this one,20,90.00,30.00,1.00,3.00,0.00,0.00
ALL,LegalAgentBench,300,160.65,99.24,2.14,9.28,2.42,10.24
`
	got := tables("zh")
	if !strings.HasPrefix(got, want) {
		t.Errorf("tables (-want +got):\n%s", cmp.Diff(want, got))
	}
	for _, line := range []string{
		"thinner than published: 2-hop: key\\_answer is 1.00, published 1.44\n", "thinner than published: 2-hop: key\\_middle is 0.00, published 1.45\n", "thinner than published: 2-hop: length of answer is 30.00, published 40.84\n",
		"questions-beside-published\nquestions with,this set,number,LegalAgentBench,number\nmore than one key_answer,0.0,0 of 20,36.2,34 of 94\nseveral columns or facts asked for,0.0,0 of 20,29.8,28 of 94\na list of two values or more,0.0,0 of 20,4.3,12 of 280\n",
	} {
		if !strings.Contains(got, line) {
			t.Errorf("no %q in\n%s", line, got)
		}
	}
	if got := tables("en"); !strings.Contains(got, "\n2-hop,LegalAgentBench,80,,,1.44,,1.45,\n") || strings.Contains(got, "published: 2-hop: length") {
		t.Errorf("the table compares lengths of English tasks with lengths of Chinese ones:\n%s", got)
	}
	if none := analysis.PublishedTables(nil); none != nil {
		t.Errorf("%d tables of no comparison", len(none))
	}
}
