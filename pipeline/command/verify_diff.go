package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/dataset"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
)

var verifyDiffHelp = cli.Help{
	Usage: "verify diff [-format text|markdown|json] [-html FILE] OLD NEW",
	Doc:   "Say which tasks were removed, retired, added, re-answered and changed between two datasets, and why, and which kept tasks are worth a second look because rows beside theirs changed. OLD and NEW are each a dataset's directory, whose checksums are verified first, or a file of tasks. Differences are no failure.",
	Examples: []cli.Example{
		{Line: "verify diff out1/dataset out2/dataset"},
		{Line: "verify diff -format json old.parquet new.parquet"},
		{Line: "verify diff -format markdown out1/dataset out2/dataset", Doc: "a part of a changelog"},
		{Line: "verify diff -html changes.html out1/dataset out2/dataset", Doc: "a page, too"},
	},
}

// verifyDiff is verify diff.
type verifyDiff struct {
	env    cli.Env
	format string
	page   string // file; "" for none
}

func (c *verifyDiff) declare(fs *cli.Flags) {
	fs.StringVar(&c.format, "format", "text", "`format` of the differences: text, markdown or json")
	fs.StringVar(&c.page, "html", "", "`file` that gets the differences as a page, too")
}

func (c *verifyDiff) run(_ context.Context, args []string) error {
	if !slices.Contains([]string{"text", "markdown", "json"}, c.format) {
		return misuse("-format %q: want text, markdown or json", c.format)
	}
	if len(args) != 2 {
		return misuse("verify diff takes two datasets, the old one and the new one, not %d", len(args))
	}
	var releases [2]*dataset.Contents
	var faults []error
	for i, path := range args {
		var err error
		if releases[i], err = readRelease(path); err != nil {
			faults = append(faults, err)
		}
	}
	if err := errors.Join(faults...); err != nil {
		return err
	}
	d := dataset.Compare(releases[0], releases[1])
	if c.page != "" {
		if err := writeOutput(c.page, func(w io.Writer) error { return d.WriteHTML(w, pageLanguage(releases[1])) }); err != nil {
			return err
		}
	}
	switch c.format {
	case "json":
		return d.WriteJSON(c.env.Stdout)
	case "markdown":
		return d.WriteMarkdown(c.env.Stdout)
	}
	return d.WriteText(c.env.Stdout)
}

// pageLanguage is the language of a page about a release for readers who name none.
func pageLanguage(of *dataset.Contents) string {
	if len(of.Tasks) > 0 && of.Tasks[0].Language == "zh" {
		return "zh"
	}
	return "en"
}

// readRelease reads a dataset's directory, once its checksums are verified if it has any,
// or a file of tasks.
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
