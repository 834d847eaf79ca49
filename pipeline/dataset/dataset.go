// Package dataset writes proved tasks the way others read them: Parquet, a
// Hugging Face dataset card, Croissant metadata with checksums, and the verdicts
// of the checks.
//
// Each file is written by a plain function to an [io.Writer]; none has a time, a
// path of the writing machine or a library's version in it, so that the same
// tasks give the same bytes.
package dataset

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"taskgrove/pipeline/digest"
	"taskgrove/pipeline/run"
	"taskgrove/pipeline/task"
	"taskgrove/schemas"
)

// Names of a dataset's files, below its directory, as the card and the metadata
// refer to them.
const (
	TasksFile     = "data/test.parquet"
	TwinsFile     = "data/twins.parquet" // of a release with twins alone
	CardFile      = "README.md"
	CroissantFile = "croissant.json"
	ChecksFile    = "checks.json"
)

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
	Funnels []Funnel
	// Checks document the checks that were run, in order.
	Checks []Check
	// TwinChecks document the checks of twins.
	TwinChecks []Check
	// Dropped are the tasks that failed one of Checks, and those whose twin failed one of
	// TwinChecks.
	Dropped []Dropped
}

// Funnel is what became of one stage's items.
type Funnel struct {
	// Stage is the stage's name.
	Stage string
	// Items says what the stage counts: "paths", "tasks".
	Items string
	run.Funnel
}

// Check documents a check.
type Check struct {
	// Name is what tasks and funnel call it.
	Name string `json:"name"`
	// Doc says what a task that passes has proved.
	Doc string `json:"doc"`
}

// Dropped is a task that failed a check.
type Dropped struct {
	// ID is the task's.
	ID string `json:"id"`
	// Check is the first check that failed.
	Check string `json:"check"`
	// Reason is why, in one word.
	Reason string `json:"reason"`
	// Detail says what is wrong, for people.
	Detail string `json:"detail"`
}

// File is one written file of a dataset.
type File struct {
	// Name is one of the file names of this package.
	Name string
	// Size is in bytes.
	Size int64
	// Digest is of the content.
	Digest digest.Digest
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
	for i := range r.Funnels {
		f := &r.Funnels[i]
		if out := f.Out + total(f.Dropped) + total(f.Failed); f.In != out {
			faults = append(faults, fmt.Errorf("funnel of %s: %d in and %d accounted for", f.Stage, f.In, out))
		}
	}
	return errors.Join(faults...)
}

// unproved reports tasks that did not pass all checks, and those whose ID was seen.
func unproved(tasks []*task.Task, checks []Check, seen map[string]bool) (faults []error) {
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
	return slices.ContainsFunc(t.Checks, func(v task.Check) bool { return v.Name == check && v.Verdict == task.Pass })
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

// WriteChecks writes which checks were run, how many tasks passed and failed
// each, every task's verdicts, and why tasks were dropped, as JSON; twins and theirs
// come last. None of its lists is null.
func WriteChecks(w io.Writer, r *Release) error {
	type counted struct {
		Check
		Passed int `json:"passed"`
		Failed int `json:"failed"`
	}
	type verdicts struct {
		ID     string       `json:"id"`
		Checks []task.Check `json:"checks"`
	}
	file := struct {
		Checks  []counted  `json:"checks"`
		Tasks   []verdicts `json:"tasks"`
		Dropped []Dropped  `json:"dropped"`
	}{Checks: []counted{}, Tasks: []verdicts{}, Dropped: append([]Dropped{}, r.Dropped...)}
	for _, group := range []struct {
		tasks  []*task.Task
		checks []Check
	}{{r.Tasks, r.Checks}, {r.Twins, r.TwinChecks}} {
		for _, c := range group.checks {
			n := counted{Check: c}
			for _, t := range group.tasks {
				if passed(t, c.Name) {
					n.Passed++
				}
			}
			for _, d := range r.Dropped {
				if d.Check == c.Name {
					n.Failed++
				}
			}
			file.Checks = append(file.Checks, n)
		}
		for _, t := range group.tasks {
			file.Tasks = append(file.Tasks, verdicts{t.ID, append([]task.Check{}, t.Checks...)})
		}
	}
	return writeJSON(w, file)
}

func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// column documents one column.
type column struct {
	name, doc string
	list      bool // a list of text; otherwise text
	json      bool // the text is JSON
}

// columns documents the columns of the Parquet file, in file order, in the words
// of the schema of tasks.
func columns() ([]column, error) {
	b, err := schemas.FS.ReadFile("task.schema.json")
	if err != nil {
		return nil, err
	}
	var schema struct {
		Properties map[string]struct {
			Description string
			Type        any
			Ref         string `json:"$ref"`
			Enum        []any
		}
	}
	if err := json.Unmarshal(b, &schema); err != nil {
		return nil, fmt.Errorf("task.schema.json: %w", err)
	}
	var cs []column
	for _, name := range task.Columns() {
		p, ok := schema.Properties[name]
		if !ok || p.Description == "" {
			return nil, fmt.Errorf("task.schema.json: property %q: want a description", name)
		}
		c := column{name: name, doc: p.Description}
		c.list = name == "key_answer" || name == "key_middle"
		c.json = !c.list && p.Type != "string" && p.Enum == nil
		cs = append(cs, c)
	}
	return cs, nil
}
