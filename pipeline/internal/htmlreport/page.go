// Package htmlreport writes the results of an experiment as one HTML page: the agents' scores
// with intervals, their differences and costs, the reasons of failures, the part of the
// planning tree where they occur, and every trial in full.
//
// The page is self-contained. It opens from disk and makes no network request; its content
// security policy admits only its own style and script. All data from tables, models and people
// is compressed and base64-encoded, and the script inserts it as text, never as markup.
//
// Trials are stored in blocks that are decompressed when a trial is opened. An observation that
// occurs repeatedly is stored once. The data for listing and filtering trials is an index of
// columns after the blocks, so that neither writing nor opening the page holds all trials in
// memory.
package htmlreport

import (
	"bufio"
	"errors"
	"io"
	"iter"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/experiment"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Source is the content of a page.
type Source struct {
	// Title is the page's title.
	Title string
	// Dataset says which tasks these are, such as "legal-en, en, seed 1"; "" for unknown.
	Dataset string
	// Language is the language of the tasks. For readers whose address, earlier choice and browser
	// name no language of the page, it is Chinese for "zh", and English for any other.
	Language string
	// Analysis has the figures of the agents; it must not be nil.
	Analysis *analysis.Analysis
	// Comparisons are comparisons of agents in display order; nil omits them. A comparison
	// without a list of tasks, as [analysis.Pairwise] returns, is shown with the task results
	// that the trials of both agents give.
	Comparisons []*analysis.PairedComparison
	// Releases compare agents with themselves on an earlier release, as [analysis.Releases] returns; nil
	// omits them.
	Releases []*analysis.PairedComparison
	// Tasks are the tasks of the trials, without repetition.
	Tasks []*task.Task
	// Graph is the planning graph of the tasks. It gives the labels of tools and the tools that
	// no task uses; nil omits both.
	Graph *plan.Graph
	// Marks are the marks of the trials, in any order. A trial without a mark is listed by its
	// own content, without failure class, time and judges' opinions.
	Marks []bench.Mark
	// Trials are the trials in display order, at most one for each task, agent and epoch. They
	// are read one at a time and not retained. [Write] returns the first error.
	Trials iter.Seq2[*bench.Trial, error]
	// Missing are the trials that should exist and do not, in display order.
	Missing []experiment.MissingTrial
	// Settings are the settings of the run, in display order.
	Settings []Setting
}

// Setting is one setting of a run, for display.
type Setting struct {
	// Name is the setting's name and Value its value, both for display.
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Write writes the page of a source. Equal sources give equal bytes. It returns an error for a
// trial whose task is not among the tasks, for and a repeated trial;
// the output written so far is then not a valid page.
func Write(w io.Writer, s Source) error {
	if s.Language != "zh" {
		s.Language = "en"
	}
	if s.Analysis == nil {
		return errors.New("missing analysis: want the figures of the agents")
	}
	out := bufio.NewWriterSize(w, 1<<16)
	if err := writeHead(out, s.Title, s.Language); err != nil {
		return err
	}
	b := &blocks{w: out}
	b.value("figures", newFigures(&s))
	out.WriteString("<script>" + pageScript + "</script>\n")
	x, err := newIndexer(s.Tasks, s.Marks)
	if err != nil {
		return err
	}
	writeTasks(b, x, s.Tasks)
	if s.Trials != nil {
		if err := writeTrials(b, x, s.Trials); err != nil {
			return err
		}
	}
	b.value("index", x.finish(b.first))
	if b.err != nil {
		return b.err
	}
	out.WriteString("</body>\n</html>\n")
	return out.Flush()
}
