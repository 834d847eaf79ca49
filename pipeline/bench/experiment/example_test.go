package experiment_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench/experiment"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// noTools fails every call; this agent makes none.
type noTools struct{}

// Call implements [tool.Caller].
func (noTools) Call(context.Context, tool.Call) (tool.Result, error) {
	return tool.Result{}, errors.New("no tools")
}

// A second run finds the trials of the first in the store and repeats none; new tasks are
// tried.
func ExampleRun() {
	dir, err := os.MkdirTemp("", "experiment")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	store, err := experiment.OpenStore(filepath.Join(dir, "trials.jsonl"))
	if err != nil {
		log.Fatal(err)
	}
	defer store.Close()
	asked := func(question string) *task.Task {
		return &task.Task{ID: question, Language: "en", Question: question, KeyAnswer: []string{"Paris"},
			AnswerValues: []value.Answer{{Kind: value.Text, Text: "Paris"}}}
	}
	spec := experiment.Design{
		Tasks:  []*task.Task{asked("Which city?"), asked("Which capital?")},
		Agents: []experiment.EvaluatedAgent{{Name: "echo", Key: digest.Of("agent", "echo 1"), Agent: agent.Echo{}}},
		Epochs: 2, Tools: noTools{}, ToolsKey: digest.Of("tools", "none"), Store: store, Now: time.Now,
	}
	for range 2 {
		done, err := experiment.Run(context.Background(), spec)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(done.Trials, "trials,", done.Reused, "reused")
		spec.Tasks = append(spec.Tasks, asked("Where?"))
	}
	// Output:
	// 4 trials, 0 reused
	// 2 trials, 4 reused
}
