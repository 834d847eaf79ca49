// Package dataset writes proved tasks in the formats that other programs read, and
// describes the changes between two releases.
//
// A release is a directory: tasks, twins, tools, tables and reviews as Parquet, a Hugging
// Face dataset card, Croissant metadata, the verdicts of the checks, the files of other
// benchmark programs, and the checksums of all files.
//
// Each file is written to an io.Writer by a function of its own. No file holds a time of
// writing, a path or the version of a library, so equal releases have equal bytes. Unless a
// comment says otherwise, a function's error is the writer's.
package dataset

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/exam/probe"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Names of a dataset's files, relative to its directory, as the card and the metadata use
// them.
const (
	TasksFile     = "data/test.parquet"
	TwinsFile     = "data/twins.parquet"   // only with twins
	ReviewsFile   = "data/reviews.parquet" // only if people could review
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

// Release is the content of a dataset to be written.
type Release struct {
	// Name is the dataset's name, in lower case: "taskgrove-legal".
	Name string
	// Title is the dataset's name for people.
	Title string
	// Version is the version of the dataset, of three numbers: "1.0.0".
	Version string
	// License is the tables' licence as [ParseLicense] returns it: "MIT", "MIT OR
	// Apache-2.0". It is "other" for a licence without an SPDX identifier, and then Source
	// should state the terms.
	License string
	// Source describes the tables and their origin in one sentence; it may be empty.
	Source string
	// Publication says who published the release; its fields may be empty.
	Publication Publication
	// Corpus is the digest of the tables' contents.
	Corpus digest.Digest
	// Domain is the name and digest of the declaration: "legal@3185cd…".
	Domain string
	// Tasks are the tasks in file order; at least one. IDs are unique.
	Tasks []*task.Task
	// Splits are Tasks in splits for training, validation and test; nil for a release whose tasks
	// are all for test. Tasks are then those of [Splits.All].
	Splits *Splits
	// Twins are unanswerable twins of Tasks, in file order, with unique IDs too. Nil for a
	// release without a file of twins.
	Twins []*task.Task
	// Funnels are the funnels of the stages that made the tasks, in order.
	Funnels []StageFunnel
	// Entities count the start entities of paths, by depth, and of templates; nil leaves them out
	// of the card.
	Entities []EntityFunnel
	// Checks describe the checks of Tasks, in order; only names and docs are used.
	Checks []task.CheckSummary
	// TwinChecks describe the checks of Twins, in order; only names and docs are used.
	TwinChecks []task.CheckSummary
	// Dropped are the tasks that failed one of Checks, the tasks dropped by people's
	// decisions, and the tasks whose twin failed one of TwinChecks.
	Dropped []task.Dropped
	// Tools are the tools that solve the tasks, in the domain's order; nil for exam items, which are
	// answered without.
	Tools []ToolDescription
	// Tables are the tables that the tools read, each in a file of the dataset; nil if the
	// dataset does not include them.
	Tables []TableDescription
	// Corpora describe the tables and passages that the tasks are made of, whether or not the dataset
	// includes them; nil leaves them out of the card.
	Corpora []TableDescription
	// Domains say what tables, tools and tasks each of the domains has whose union the release is of, in
	// their order; nil for a release of one domain.
	Domains []DomainCount
	// Personal says what personal data they hold; nil leaves it out of the card.
	Personal *PersonalData
	// Reviews are people's decisions on the tasks, in the order they were made; nil if
	// nobody could review. An empty list is written as a file without rows.
	Reviews []review.PublishedDecision
	// ReviewReport summarises the decisions; nil if nobody could review.
	ReviewReport *review.StatusReport
	// Coverage has the rows of the card's table of coverage; nil if it was not measured.
	Coverage []coverage.TallyRow
	// Extension says what became of the tasks of the release that this one extends, and Retired has
	// those that it does not have any more; nil for a release that extends none.
	Extension *Extension
	Retired   []task.Retired
	// Changelog says what changed since the release that this one extends; nil for none.
	Changelog *Changelog
	// Probes say how often options alone give exam items away; nil for other tasks.
	Probes *probe.BlindReport
	// Baselines are the scores of the built-in agents. Both strict rates of the
	// [score.CeilingAgent] should be 1, and those of the other agents, which do not
	// understand the questions, close to the rates of chance. nil if not measured.
	Baselines []score.AgentScores
	// ExampleInEnglish is an English draft of [ExampleTask]; "" for none, or if that task is in
	// English.
	ExampleInEnglish string
	// SolutionInEnglish is the solution of [ExampleTask] in English words; "" where
	// ExampleInEnglish is.
	SolutionInEnglish string
}

// StageFunnel is the funnel of one stage that made the tasks.
type StageFunnel struct {
	// Stage is the stage's name.
	Stage string
	// Items is the plural noun for the things that the stage counts: "paths", "tasks".
	Items string
	// In is the number of items that entered the stage, and Out the number that came out.
	In, Out int
	// Dropped counts the unsuitable items by reason, and Failed those that could not be
	// processed; nil for none. In is Out and all of these together.
	Dropped, Failed map[string]int
}

// EntityFunnel counts the start entities of the paths of one depth, or of one template.
type EntityFunnel struct {
	Of       string // "2-hop", or the template's name
	Paths    int    // paths for which entities were sought, with or without success
	Drawn    int    // entities that were looked at, added up over paths
	Possible int    // those from which lookups lead to the end of a path
	Tried    int    // those of them that were tried
	Fit      int    // those for which a program answers a question
	Tasks    int    // tasks made
	// Tree is the number of paths of the depth in the planning tree, and Looked how many of them were
	// drawn to be looked at; both are 0 where all were, and for a template.
	Tree, Looked int
}

// DrawnPaths says how many paths of the depth were drawn; "" if all were looked at.
func (f *EntityFunnel) DrawnPaths() string {
	if f.Tree == 0 {
		return ""
	}
	return fmt.Sprintf("%s: of %d paths, too many to look at all, %d were drawn by the names on them", f.Of, f.Tree, f.Looked)
}

// Validate returns an error that lists everything for which a release cannot be written;
// nil if it can.
func (r *Release) Validate() error {
	var faults []error
	for _, f := range []struct{ name, text string }{
		{"name", r.Name}, {"title", r.Title}, {"version", r.Version}, {"license", r.License},
	} {
		if strings.TrimSpace(f.text) == "" {
			faults = append(faults, fmt.Errorf("the dataset has no %s", f.name))
		}
	}
	if _, err := ParseLicense(r.License); err != nil && r.License != "" {
		faults = append(faults, fmt.Errorf("license %q: %w", r.License, err))
	}
	if err := r.Publication.Validate(); err != nil {
		faults = append(faults, fmt.Errorf("publication: %w", err))
	}
	if len(r.Tasks) == 0 {
		faults = append(faults, errors.New("the dataset has no task: want at least one"))
	}
	seen := map[string]bool{}
	faults = append(faults, validateTasks(r.Tasks, r.Checks, seen)...)
	answerable := maps.Clone(seen)
	faults = append(faults, validateTasks(r.Twins, r.TwinChecks, seen)...)
	for _, t := range r.Tasks {
		if t.Twin != nil {
			faults = append(faults, fmt.Errorf("task %s is an unanswerable twin: it belongs among the twins", t.ID))
		}
	}
	for _, t := range r.Twins {
		if t.Twin == nil || !answerable[t.Twin.Of] {
			faults = append(faults, fmt.Errorf("task %s is the twin of none of the tasks", t.ID))
		}
	}
	faults = append(faults, ValidateTables(tableNames(r.Tables)), validateTools(r.Tools))
	for _, f := range r.Funnels {
		counts := run.Funnel{In: f.In, Out: f.Out, Dropped: f.Dropped, Failed: f.Failed}
		if err := counts.Validate(); err != nil {
			faults = append(faults, fmt.Errorf("stage %s: %w", f.Stage, err))
		}
	}
	return errors.Join(faults...)
}

// validateTasks returns an error for each task that did not pass all checks or whose ID
// is in seen, and adds the IDs to seen.
func validateTasks(tasks []*task.Task, checks []task.CheckSummary, seen map[string]bool) (faults []error) {
	for _, t := range tasks {
		if seen[t.ID] {
			faults = append(faults, fmt.Errorf("task %s occurs twice: task ids must be unique", t.ID))
		}
		seen[t.ID] = true
		for _, c := range checks {
			if !passed(t, c.Name) {
				faults = append(faults, fmt.Errorf("task %s has not passed check %s: a release holds only proved tasks", t.ID, c.Name))
			}
		}
	}
	return faults
}

// passed reports whether a task passed the named check.
func passed(t *task.Task, check string) bool {
	return slices.ContainsFunc(t.Checks, func(v task.CheckResult) bool { return v.Name == check && v.Verdict == task.Pass })
}

// tableNames returns the names of tables, in order.
func tableNames(tables []TableDescription) (list []string) {
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
