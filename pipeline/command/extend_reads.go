package command

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/extension"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/internal/readset"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Files of what the proofs of tasks looked up, and of what lookups find in the tables of the run.
const (
	readsFile     = "reads.gob"
	provedReads   = "check/" + readsFile
	reprovedReads = reprovedDir + "/" + readsFile
)

// tracksReads reports whether proofs of the world's tasks look up all that they read: those of items of
// exams, and over texts, read whole files.
func (w *world) tracksReads() bool { return !w.hasExams() && w.texts == nil && w.caseTexts == nil }

// readsOutput is the file of reads as an output of a stage; nil in a world that has none.
func (w *world) readsOutput() []string {
	if !w.tracksReads() {
		return nil
	}
	return []string{readsFile}
}

// proofRules identifies what proofs over the world's tables, and the digests of these, were made with besides the tables.
func (w *world) proofRules() string {
	return string(digest.New("proof rules").String("domain", string(w.domain.Digest())).Int("checks", checkVersion).Int("corpus", corpus.Version).Int("lookups", readset.Version).Sum())
}

// writeReads writes what the proofs of tasks looked up, an output of a stage.
func (w *world) writeReads(e *run.Exec, reads []readset.Reads) error {
	if !w.tracksReads() {
		return nil
	}
	if w.tables == nil {
		w.tables = w.proofs.Index()
	}
	return create(e, readsFile, (&readset.ReadsFile{Rules: w.proofRules(), Tables: w.tables, Tasks: reads}).Write)
}

// readReads reads a file of reads; nil if there is none.
func readReads(e *run.Exec, input string) (*readset.ReadsFile, error) {
	in, err := e.Open(input)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	f, err := readset.OpenReads(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", input, err)
	}
	return f, nil
}

// proveTasks proves tasks and returns what each proof of those that hold looked up, in a world that tracks
// it.
func (w *world) proveTasks(ctx context.Context, tasks []*task.Task, workers int) (kept []*task.Task, reads []readset.Reads, dropped []task.Dropped, err error) {
	if w.tracksReads() {
		return w.proofs.Run(ctx, tasks, workers)
	}
	kept, dropped, err = proof.RunChecks(ctx, w.checks, tasks, workers)
	return kept, nil, dropped, err
}

// readsOf returns reads in the order of tasks, which must all have some.
func readsOf(tasks []*task.Task, reads []readset.Reads) []readset.Reads {
	byTask := map[string]readset.Reads{}
	for _, r := range reads {
		byTask[r.Task] = r
	}
	list := make([]readset.Reads, len(tasks))
	for i, t := range tasks {
		list[i] = byTask[t.ID]
	}
	return list
}

// useReads tells a prover of earlier tasks what their proofs looked up and what has changed since, if a run
// kept it under the same rules.
func (e *earlierSet) useReads(p *extension.Prover, w *world) error {
	if e.reads == "" || !w.tracksReads() {
		return nil
	}
	b, err := inputfile.ReadFile(e.reads)
	if err != nil {
		return err
	}
	if digest.Bytes(b) != e.readsDigest {
		return fmt.Errorf("-extend: %s is not what the check stage wrote: it was changed or damaged: remove it, and every task is proved again", e.reads)
	}
	f, err := readset.OpenReads(bytes.NewReader(b))
	if err != nil {
		return fmt.Errorf("-extend: %s: %w", e.reads, err)
	}
	if f.Rules != w.proofRules() {
		return nil
	}
	w.tables = w.proofs.Index()
	p.Changes, p.Known = w.tables.Since(f.Tables), map[string]*readset.Reads{}
	for i := range f.Tasks {
		p.Known[f.Tasks[i].Task] = &f.Tasks[i]
	}
	return nil
}

// findReads notes the file of reads of a run directory whose check stage has a manifest, if both have one.
func (e *earlierSet) findReads(dir string, m *run.Manifest) {
	for _, o := range m.Outputs {
		file := path.Join(dir, provedReads)
		if _, err := os.Stat(file); o.Name == provedReads && err == nil {
			e.reads, e.readsDigest = file, o.Digest
			e.files = append(e.files, run.StageInput{Name: "earlier/" + readsFile, Path: file})
		}
	}
}
