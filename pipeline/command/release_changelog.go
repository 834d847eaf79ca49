package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// earlierRelease returns where the release is that -extend names: a dataset's directory, of a run directory
// its dataset, or a file of tasks; "" for none, as in a run directory that was never exported.
func (f *flags) earlierRelease() string {
	if f.Extend == "" {
		return ""
	}
	if info, err := os.Stat(f.Extend); err == nil && !info.IsDir() {
		return f.Extend
	}
	for _, dir := range []string{f.Extend, filepath.Join(f.Extend, datasetDir)} {
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(dataset.TasksFile))); err == nil {
			return dir
		}
	}
	return ""
}

// changelogInputs returns the file that tells one state of the earlier release from another; nil without
// one.
func changelogInputs(f *flags) []run.StageInput {
	from := f.earlierRelease()
	if from == "" {
		return nil
	}
	for _, name := range []string{dataset.SumsFile, dataset.TasksFile} {
		path := filepath.Join(from, filepath.FromSlash(name))
		if _, err := os.Stat(path); err == nil {
			return []run.StageInput{{Name: "earlier/" + name, Path: path}}
		}
	}
	return []run.StageInput{{Name: "earlier/" + filepath.Base(from), Path: from}}
}

// addChangelog compares a release, which is complete, with the one that it extends.
func addChangelog(f *flags, r *dataset.Release) error {
	from := f.earlierRelease()
	if from == "" {
		return nil
	}
	old, err := readRelease(from)
	if err != nil {
		return fmt.Errorf("-extend: %w", err)
	}
	r.Changelog = &dataset.Changelog{Since: dataset.CompareRelease(old, r)}
	path := filepath.Join(from, dataset.ChangelogFile)
	r.Changelog.Before, err = inputfile.ReadFile(path)
	if err != nil { // there is none, or the release is a file
		if info, statErr := os.Stat(from); errors.Is(err, fs.ErrNotExist) || statErr == nil && !info.IsDir() {
			return nil
		}
		return err
	}
	if what := value.FindControl(string(r.Changelog.Before), true); what != "" {
		return fmt.Errorf("%s: %s: want text", path, what)
	}
	return nil
}
