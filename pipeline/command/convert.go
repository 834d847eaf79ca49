package command

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/exam/compose"
	"github.com/taskgrove/taskgrove/pipeline/exam/convert"
	"github.com/taskgrove/taskgrove/pipeline/exam/filter"
	"github.com/taskgrove/taskgrove/pipeline/exam/probe"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// convertVersion is raised when equal exams could give other items than before.
const convertVersion = 3

// The directory of the stage that makes items of exams, and what it writes.
const (
	convertDir = "convert"
	itemsFile  = convertDir + "/tasks.jsonl"
)

// hasExams reports whether the tasks are items that are made of exams, in place of paths that are
// sampled and drafts that are rewritten.
func (w *world) hasExams() bool { return w.domain.Reader == domain.ExamReader }

// questionsFile returns the file of the tasks that are checked.
func (w *world) questionsFile() string {
	if w.hasExams() {
		return itemsFile
	}
	return rewriteDir + "/tasks.jsonl"
}

// convertParams are the parameters of the stage.
type convertParams struct {
	Seed  uint64       `json:"seed"`
	Model *modelParams `json:"model,omitempty"` // nil for items by rule alone
}

// convertStage makes items of the exams, and leaves out those that a filter finds.
func convertStage(f *flags, w *world) run.Stage {
	p := convertParams{Seed: f.Seed}
	outputs := []string{"tasks.jsonl", "rejected.jsonl", "dropped.jsonl"}
	if f.Model != offlineModel {
		p.Model = &modelParams{f.Model, f.parser(), f.Attempts, f.Temperature, compose.Version}
		outputs = append(outputs, "refused.jsonl", costFile)
	}
	return run.Stage{
		Name: "convert", Doc: "make items with options of the exams",
		Version: convertVersion, Dir: convertDir, Params: p,
		Inputs:  append(w.inputs(), run.StageInput{Name: corpusReport}),
		Outputs: outputs,
		Run: func(ctx context.Context, e *run.Exec) error {
			if err := w.open(ctx, e.Log); err != nil {
				return err
			}
			exams, err := exam.FromCorpus(w.corpus)
			if err != nil {
				return err
			}
			index, err := convert.NewClaimIndex(exams)
			if err != nil {
				return err
			}
			items, rejected := index.Convert(convert.ConversionSpec{Seed: p.Seed})
			if p.Model != nil {
				composed, refused, err := composeItems(ctx, e, w, index)
				if err != nil {
					return err
				}
				items, rejected = append(items, composed...), append(rejected, refused...)
			}
			kept, dropped, err := filter.Run(ctx, items, filter.Similarity{Exams: exams})
			if err != nil {
				return err
			}
			return p.write(e, w, kept, dropped, rejected)
		},
	}
}

// write writes the items and what was not made, and counts both.
func (p *convertParams) write(e *run.Exec, w *world, kept []*task.Task, dropped []task.Dropped, rejected []convert.Omission) error {
	for _, t := range kept {
		t.Provenance = task.Provenance{
			Corpus: w.corpus.Digest(), Domain: w.declaration(), Seed: p.Seed,
			Versions: map[string]int{"convert": convertVersion},
		}
	}
	funnel := e.Funnel()
	funnel.In, funnel.Out = len(kept)+len(dropped)+len(rejected), len(kept)
	for _, r := range rejected {
		funnel.Drop(string(r.Reason), 1)
	}
	for _, d := range dropped {
		funnel.Drop(d.Reason, 1)
	}
	if err := create(e, "tasks.jsonl", func(w io.Writer) error { return task.Write(w, kept) }); err != nil {
		return err
	}
	if err := createLines(e, "rejected.jsonl", rejected); err != nil {
		return err
	}
	return createLines(e, "dropped.jsonl", dropped)
}

// itemMaker returns the function that makes items again of their derivations, over the exams of one
// index.
func itemMaker() func(*exam.Collection, *task.Task) (*task.Task, error) {
	var made sync.Once
	var index *convert.ClaimIndex
	var fault error
	return func(c *exam.Collection, t *task.Task) (*task.Task, error) {
		made.Do(func() { index, fault = convert.NewClaimIndex(c) })
		if fault != nil {
			return nil, fault
		}
		return index.Again(t)
	}
}

// probesFile says how often options alone give an item away.
const probesFile = "check/probes.json"

// balanceItems leaves out items that give themselves away, writes how probes fare on all that is kept, and
// returns what is left out. It warns of a set too small for a judgement.
func balanceItems(e *run.Exec, proved []*task.Task, generated bool) (kept []*task.Task, dropped []task.Dropped, err error) {
	kept, dropped = balanced(proved, generated)
	report := probe.Measure(kept)
	if u := report.Unjudged; u != nil {
		e.Log.Warn(fmt.Sprintf("%s: %d items in all are too few to tell whether they can be guessed by their form", u.Reason, u.Items))
	}
	return kept, dropped, createJSON(e, "probes.json", report)
}

// balanced leaves out items until none of the probes, which see options alone, beats chance, and returns
// what is left out. The items of each writer are balanced first, so that what one model gives away costs
// no items of others. Questions that came with their options stay as their exam has them, unless that
// exam is generated, too.
func balanced(proved []*task.Task, generated bool) (kept []*task.Task, dropped []task.Dropped) {
	byWriter := map[string][]*task.Task{}
	for _, t := range proved {
		switch d := t.Derivation; {
		case !d.TakenOver():
			byWriter[d.Writer] = append(byWriter[d.Writer], t)
		case generated:
			byWriter[takenOver] = append(byWriter[takenOver], t)
		}
	}
	var made []*task.Task
	for _, writer := range sorted(byWriter) {
		fair, out := probe.Balance(byWriter[writer])
		made, dropped = append(made, fair...), append(dropped, out...)
	}
	_, out := probe.Balance(made)
	dropped = append(dropped, out...)
	return slices.DeleteFunc(slices.Clone(proved), func(t *task.Task) bool {
		return slices.ContainsFunc(dropped, func(d task.Dropped) bool { return d.ID == t.ID })
	}), dropped
}

// takenOver stands for the writer of questions that came with their options. No model has this name.
const takenOver = "\x00"

// madeOfExams reports whether the tasks of a run directory are items of exams.
func madeOfExams(out string) bool {
	_, err := os.Stat(filepath.Join(out, filepath.FromSlash(itemsFile)))
	return err == nil
}
