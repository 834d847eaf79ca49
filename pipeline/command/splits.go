package command

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// straddles is the reason of a task that is in no split.
const straddles = "straddles"

// splitFiles returns the files that the export stage writes only with -split.
func splitFiles(f *flags) []string {
	spec, err := dataset.ParseSplit(f.Split)
	if f.Split == "" || err != nil {
		return nil
	}
	tasks, twins := []string{dataset.TrainFile}, []string{dataset.TwinsTrainFile}
	if spec.Validation > 0 {
		tasks, twins = append(tasks, dataset.ValidationFile), append(twins, dataset.TwinsValidationFile)
	}
	if !f.Twins {
		return tasks
	}
	return append(tasks, twins...)
}

// checkSplit returns an error if a split cannot be made in a world.
func checkSplit(f *flags, w *world) error {
	if f.Split == "" {
		return nil
	}
	spec, err := dataset.ParseSplit(f.Split)
	if err != nil {
		return misuse("-split %q: %v", f.Split, err)
	}
	if w.hasExams() && spec.Unit != dataset.SplitByTask {
		return misuse("-split %q: items of exams call no tools: want task:%d,%d,%d", f.Split, spec.Train, spec.Validation, spec.Test)
	}
	return nil
}

// splitRelease splits the tasks of a release if the flags ask for it. Tasks that would straddle two
// splits are dropped, with their twins.
func splitRelease(f *flags, w *world, r *dataset.Release) error {
	if f.Split == "" {
		return nil
	}
	spec, err := dataset.ParseSplit(f.Split)
	if err != nil {
		return err
	}
	if r.Splits, err = dataset.Split(w.domain, r.Tasks, spec, f.Seed); err != nil {
		return err
	}
	r.Tasks = r.Splits.All()
	left := map[string]bool{}
	for _, t := range r.Tasks {
		left[t.ID] = true
	}
	r.Twins = slices.DeleteFunc(r.Twins, func(t *task.Task) bool { return !left[t.Twin.Of] })
	for _, t := range r.Splits.Straddling {
		r.Dropped = append(r.Dropped, task.Dropped{ID: t.ID, Check: "split", Reason: straddles, Detail: fmt.Sprintf("with -split %s it would be in two splits", spec)})
	}
	return nil
}

// checkWrittenSplits reads the written files of splits and returns an error if they have in common
// what they must not have.
func checkWrittenSplits(d *domain.Domain, r *dataset.Release, written map[string][]byte) error {
	if r.Splits == nil {
		return nil
	}
	tasks := map[string][]*task.Task{}
	for _, f := range r.Files() {
		if f.Twins {
			continue
		}
		b := written[f.Name]
		read, err := task.ReadParquet(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		tasks[f.Split] = read
	}
	if err := dataset.CheckSplits(d, r.Splits.Spec.Unit, tasks); err != nil {
		return fmt.Errorf("the splits leak:\n%w", err)
	}
	return nil
}
