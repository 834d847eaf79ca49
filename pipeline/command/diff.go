package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
)

// verifyDiff says what changed from one dataset to another. That something did is no
// failure; a file that is not what its checksum says is one.
func verifyDiff(env cli.Env, args []string) error {
	out := format("text")
	set := cli.Flags("verify diff")
	set.Var(&out, "format", "")
	if err := cli.Parse(set, args); err != nil {
		return err
	}
	if set.NArg() != 2 {
		return misuse("verify diff takes two datasets, the old one and the new one, not %d", set.NArg())
	}
	var releases [2]*dataset.Contents
	var faults []error
	for i, path := range set.Args() {
		var err error
		if releases[i], err = readRelease(path); err != nil {
			faults = append(faults, err)
		}
	}
	if err := errors.Join(faults...); err != nil {
		return err
	}
	d := dataset.Compare(releases[0], releases[1])
	if out == "json" {
		return d.WriteJSON(env.Stdout)
	}
	return d.WriteText(env.Stdout)
}

// readRelease reads a dataset's directory, after its checksums where it has some, or a
// file of tasks.
func readRelease(path string) (*dataset.Contents, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return readFile(path, dataset.ReadTasks)
	}
	dir := os.DirFS(path)
	if _, err := fs.Stat(dir, dataset.TasksFile); errors.Is(err, fs.ErrNotExist) {
		want := "a dataset's directory, or a file of tasks"
		if _, err := fs.Stat(dir, datasetDir+"/"+dataset.TasksFile); err == nil {
			want = filepath.Join(path, datasetDir) + ", a dataset's directory"
		}
		return nil, fmt.Errorf("%s: no file %s: want %s", path, dataset.TasksFile, want)
	}
	if err := dataset.Verify(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is not what was released:\n%w", path, err)
	}
	p, err := dataset.Read(dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}
