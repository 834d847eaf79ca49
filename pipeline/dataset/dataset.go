// Package dataset writes proved tasks the way others read them, and says what changed
// between two releases.
//
// A release is a directory: tasks, twins, tools, tables and reviews as Parquet, a
// Hugging Face dataset card, Croissant metadata, the verdicts of the checks, the forms
// that other benches run, and the checksums of all of it.
//
// Each file is written by a plain function to an [io.Writer]; none has the time of
// writing, a path of the writing machine or a library's version in it, so that the
// same release gives the same bytes.
package dataset

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Names of a dataset's files, below its directory, as the card and the metadata
// refer to them.
const (
	TasksFile     = "data/test.parquet"
	TwinsFile     = "data/twins.parquet"   // of a release with twins alone
	ReviewsFile   = "data/reviews.parquet" // of a release that people could review
	ToolsFile     = "data/tools.parquet"
	CardFile      = "README.md"
	CroissantFile = "croissant.json"
	ChecksFile    = "checks.json"
	FunctionsFile = "openai/tools.json"
	QuestionsFile = "bfcl/questions.jsonl"
	AnswersFile   = "bfcl/possible_answer.jsonl"
	DocsFile      = "bfcl/multi_turn_func_doc/taskgrove.json"
	SamplesFile   = "inspect/samples.jsonl"
	InspectFile   = "inspect/taskgrove_inspect.py"
	SumsFile      = "SHA256SUMS"
)

// OptionalFiles match the names of all files that some release has and another may not, for
// who writes one release over another.
func OptionalFiles() []string { return []string{TwinsFile, TableFile("*")} }

// Release is what a dataset is written from.
type Release struct {
	// Name is the dataset's name, in lower case: "taskgrove-legal".
	Name string
	// Title is the name for people.
	Title string
	// Version is the dataset's own version, of three numbers: "1.0.0".
	Version string
	// License is the SPDX identifier of what the tables allow: "MIT"; "other" where
	// there is none, and then Source should say what holds.
	License string
	// Source says in a sentence what the tables are and where they are from; it may
	// be empty.
	Source string
	// Corpus is the digest of the tables' contents.
	Corpus digest.Digest
	// Domain is the name and digest of the declaration.
	Domain string
	// Tasks are the tasks, in file order; at least one, each with an ID of its own.
	Tasks []*task.Task
	// Twins are unanswerable twins of Tasks, in file order; each has an ID of its own
	// too. Nil without any.
	Twins []*task.Task
	// Funnels are those of the stages that made the tasks, in order.
	Funnels []StageFunnel
	// Checks document the checks that were run, in order.
	Checks []task.CheckSummary
	// TwinChecks document the checks of twins.
	TwinChecks []task.CheckSummary
	// Dropped are the tasks that failed one of Checks, and those whose twin failed one of
	// TwinChecks.
	Dropped []task.Dropped
	// Tools are those the tasks are solved with, in the domain's order.
	Tools []ToolDescription
	// Tables are those the tools read, written beside this package's other files; nil
	// where they are not in the dataset.
	Tables []TableDescription
	// Reviews are the decisions of people on the tasks, in the order they were made. Nil
	// where nobody could review; there is a file of none for an empty list.
	Reviews []review.PublishedDecision
	// ReviewReport sums the decisions up; nil where nobody could review.
	ReviewReport *review.StatusReport
	// Coverage has the rows of the card's table of coverage; nil if it was not measured.
	Coverage []coverage.TallyRow
	// Baselines are how agents that know nothing fare, and the one that repeats the recorded
	// steps; nil where nobody measured.
	Baselines []Baseline
}

// Baseline is how a built-in agent fares on the tasks, whose scores are known beforehand.
type Baseline struct {
	// Agent is the agent's name.
	Agent string
	// Ceiling marks the agent that repeats the recorded steps: both strict rates should be
	// 1. The others do not work out what is asked, and their rates should be close to what
	// chance gives.
	Ceiling bool
	// Overall is the agent's row over all tasks; a mean may be nil.
	Overall score.Row
}

// StageFunnel is the funnel of one stage that made the tasks.
type StageFunnel struct {
	// Stage is the stage's name.
	Stage string
	// Items names what the stage counts: "paths", "tasks".
	Items string
	run.Funnel
}

// Validate reports everything that keeps a release from being written.
func (r *Release) Validate() error {
	var faults []error
	for _, f := range []struct{ name, text string }{
		{"name", r.Name}, {"title", r.Title}, {"version", r.Version}, {"license", r.License},
	} {
		if strings.TrimSpace(f.text) == "" {
			faults = append(faults, fmt.Errorf("the dataset has no %s", f.name))
		}
	}
	if len(r.Tasks) == 0 {
		faults = append(faults, errors.New("the dataset has no task: want at least one"))
	}
	seen := map[string]bool{}
	faults = append(faults, unproved(r.Tasks, r.Checks, seen)...)
	answerable := maps.Clone(seen)
	faults = append(faults, unproved(r.Twins, r.TwinChecks, seen)...)
	for _, t := range r.Tasks {
		if t.Twin != nil {
			faults = append(faults, fmt.Errorf("task %s is an unanswerable twin: want it among the twins", t.ID))
		}
	}
	for _, t := range r.Twins {
		if t.Twin == nil || !answerable[t.Twin.Of] {
			faults = append(faults, fmt.Errorf("task %s is the twin of none of the tasks", t.ID))
		}
	}
	faults = append(faults, ValidateTables(names(r.Tables)), unschooled(r.Tools))
	for i := range r.Funnels {
		f := &r.Funnels[i]
		if out := f.Out + total(f.Dropped) + total(f.Failed); f.In != out {
			faults = append(faults, fmt.Errorf("funnel of %s: %d in and %d accounted for", f.Stage, f.In, out))
		}
	}
	return errors.Join(faults...)
}

// unproved reports tasks that did not pass all checks, and those whose ID was seen.
func unproved(tasks []*task.Task, checks []task.CheckSummary, seen map[string]bool) (faults []error) {
	for _, t := range tasks {
		if seen[t.ID] {
			faults = append(faults, fmt.Errorf("task %s stands twice: want an id of its own for each", t.ID))
		}
		seen[t.ID] = true
		for _, c := range checks {
			if !passed(t, c.Name) {
				faults = append(faults, fmt.Errorf("task %s has not passed check %s: want proved tasks alone", t.ID, c.Name))
			}
		}
	}
	return faults
}

// passed reports whether a task passed the check of that name.
func passed(t *task.Task, check string) bool {
	return slices.ContainsFunc(t.Checks, func(v task.CheckResult) bool { return v.Name == check && v.Verdict == task.Pass })
}

// names are those of tables.
func names(tables []TableDescription) (list []string) {
	for _, t := range tables {
		list = append(list, t.Name)
	}
	return list
}

func total(counts map[string]int) int {
	n := 0
	for _, c := range counts {
		n += c
	}
	return n
}

// languages returns the languages of the tasks, sorted.
func (r *Release) languages() []string {
	var ls []string
	for _, t := range r.Tasks {
		if !slices.Contains(ls, t.Language) {
			ls = append(ls, t.Language)
		}
	}
	slices.Sort(ls)
	return ls
}
