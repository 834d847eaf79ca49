// Package htmlreport writes what a run of the bench found as one HTML page: the standing of
// agents with intervals, how they differ, what they cost, why they failed and where on
// the planning tree, and every trial to be read.
//
// The page is whole in itself. It opens from disk, asks nothing of the network, and its
// content security policy admits its own style and script and nothing else. All that comes
// from tables, models and people stands in it compressed and in base64, and its script
// makes text of it, never markup.
//
// Trials are kept in blocks that are unpacked when one is looked at. An observation that
// comes more than once is kept once, whichever trials it is of. What the page needs to list
// and filter trials is an index of columns behind the blocks, so that neither writing the
// page nor opening it holds all trials in memory at once.
package htmlreport

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/analysis"
	"github.com/taskgrove/taskgrove/pipeline/bench/experiment"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Source is what a page is made from. It is a record.
type Source struct {
	// Title is the page's title.
	Title string
	// Language is what the page speaks first, "zh" or "en"; its reader can change it.
	Language string
	// Analysis has the figures of the agents.
	Analysis *analysis.Analysis
	// Comparisons hold agents against each other, in the order in which they are shown; nil
	// leaves them out. One without a list of tasks, as of [analysis.Pairwise], is shown with
	// what the trials of both tell.
	Comparisons []*analysis.PairedComparison
	// Tasks are those that were tried, each once.
	Tasks []*task.Task
	// Graph is the planning graph that the tasks were drawn from. It gives tools their
	// labels and tells which of them no task asks for; nil leaves both out.
	Graph *plan.Graph
	// Marks are those of the trials, in any order. A trial without one is listed by what it
	// holds itself, without its failure class, its time, and what judges gave.
	Marks []bench.Mark
	// Trials are the transcripts in the order in which they are listed, each task, agent
	// and epoch at most once. One is read at a time and not kept. An error ends the page.
	Trials iter.Seq2[*bench.Trial, error]
	// Missing are the trials that should be there and are not, in the order in which they
	// are listed.
	Missing []experiment.MissingTrial
	// Settings are what the run was made with, in the order in which they are listed.
	Settings []Setting
}

// Setting is one value that was in force.
type Setting struct {
	// Name is what is set, Value what it is set to, both as they are to be read.
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Write writes the page of a source. Equal sources give equal bytes. A trial of a task that
// is not among the tasks, or one that comes twice, is an error, and so is a language that
// the page does not speak; what was written until then is no page.
func Write(w io.Writer, s Source) error {
	if s.Language != "zh" && s.Language != "en" {
		return fmt.Errorf("language %q: want zh or en", s.Language)
	}
	if s.Analysis == nil {
		return errors.New("no analysis: want the figures of the agents")
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
