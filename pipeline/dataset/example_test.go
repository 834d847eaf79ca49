package dataset_test

import (
	"log"
	"os"

	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Compare says what became of the tasks of one release in the next one.
func ExampleCompare() {
	before := &dataset.Contents{Version: "1.0.0", Tasks: []*task.Task{
		{ID: "aaaaaaaaaaaa", Draft: "Who heads the court?", Question: "Who heads the court?"},
		{ID: "bbbbbbbbbbbb", Draft: "How many cases are there?", Type: "2-hop"},
	}}
	after := &dataset.Contents{
		Version: "1.1.0",
		Tasks: []*task.Task{
			{ID: "aaaaaaaaaaaa", Draft: "Who heads the court?", Question: "Who is the head of the court?", Review: task.Review{Edits: []string{task.QuestionEdited}}},
		},
		Dropped: []task.Dropped{{ID: "bbbbbbbbbbbb", Check: "gradable", Reason: "guess", Detail: "a count of at most 4 stands alone"}},
	}
	if err := dataset.Compare(before, after).WriteText(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// tasks 2 → 1: 1 removed, 0 added, 1 changed, 0 the same
	// version 1.0.0 → 1.1.0
	// - bbbbbbbbbbbb  removed: dropped by check gradable: guess: a count of at most 4 stands alone
	// ~ aaaaaaaaaaaa  question edited; reviewers
}
