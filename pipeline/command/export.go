package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// worldExport has the flags with which plantree only writes the generated world to files.
type worldExport struct {
	dir    string
	format exportFormat
}

// exportFormat is a flag whose value is a format of table files.
type exportFormat tablefile.Format

// String implements flag.Value.
func (f *exportFormat) String() string { return string(*f) }

// Set implements flag.Value.
func (f *exportFormat) Set(s string) error {
	if !slices.Contains(tablefile.Formats(), tablefile.Format(s)) {
		return fmt.Errorf("%q: want jsonl, csv or parquet", s)
	}
	*f = exportFormat(s)
	return nil
}

func (x *worldExport) declare(fs *cli.Flags) {
	x.format = exportFormat(tablefile.JSONL)
	fs.StringVar(&x.dir, "export", "", "write the generated world to a `directory` and do nothing else")
	fs.Var(&x.format, "format", "`format` of the files of -export: jsonl, csv or parquet")
}

// exportFlags are the flags that -export allows.
var exportFlags = []string{"export", "format", "domain", "corpus", "seed", "scale", "out", "workers", "v", "n"}

// requested reports whether the flags ask for an export. The error is for flags that do not go
// together.
func (x *worldExport) requested(f *flags) (bool, error) {
	given := map[string]bool{}
	idle := ""
	f.set.Visit(func(fl *flag.Flag) {
		given[fl.Name] = true
		if idle == "" && !slices.Contains(exportFlags, fl.Name) {
			idle = fl.Name
		}
	})
	switch {
	case !given["export"] && given["format"]:
		return false, misuse("-format is that of the files of -export, which is not given")
	case !given["export"]:
		return false, nil
	case x.dir == "":
		return false, misuse("-export must not be empty: want a directory")
	case idle != "":
		return false, misuse("-export writes the generated world and nothing else: -%s has no part in it", idle)
	case f.Corpus != generatedWorld:
		return false, misuse("-export writes the generated world, and the tables are those of -corpus %s: want -corpus %s", f.Corpus, generatedWorld)
	}
	return true, nil
}

// export writes the generated world and prints the size of each file; with -n it only
// prints.
func (x *worldExport) export(ctx context.Context, env cli.Env, f *flags) error {
	d, err := domain.Open(f.Domain)
	if err != nil {
		return err
	}
	if d.Reader == domain.StatuteReader {
		return misuse("-export writes tables, and the generated world of domain %s is texts of statutes: want another domain; a run writes the texts below its directory", d.Name)
	}
	w, err := newGenerated(d, f)
	if err != nil {
		return err
	}
	format, sizes := tablefile.Format(x.format), w.sizes()
	if err := checkConflicts(x.dir, format, sizes); err != nil {
		return err
	}
	if !f.dry {
		r := &run.Runner{Log: f.logger(env), Bars: env.Stderr, Terminal: env.Terminal}
		if err := writeWorld(ctx, x.dir, w, format, f.workers, r); err != nil {
			return err
		}
	}
	return printSizes(env.Stdout, format, sizes)
}

// checkConflicts returns an error that lists everything in a directory that an export there would
// conflict with: directories, and files of the same tables in other formats, since a corpus
// may have one file per table. Files of the same names are replaced.
func checkConflicts(dir string, format tablefile.Format, sizes []synth.TableSize) error {
	var faults []error
	for _, s := range sizes {
		for _, other := range tablefile.Formats() {
			path := filepath.Join(dir, other.File(s.Name))
			info, err := os.Lstat(path)
			switch {
			case err != nil:
			case other != format:
				faults = append(faults, fmt.Errorf("%s holds %s too: want a directory without it, or -format %s", path, s.Name, other))
			case info.IsDir():
				faults = append(faults, fmt.Errorf("%s is a directory: want nothing there, or a file that may be replaced", path))
			}
		}
	}
	return errors.Join(faults...)
}

// writeWorld writes the files of a world into a directory, which it makes if needed. Once
// all files are complete, they are renamed into place and replace older ones; on a failure
// before that, none is left behind.
func writeWorld(ctx context.Context, dir string, w *world, format tablefile.Format, workers int, r *run.Runner) (err error) {
	var names []string
	rows := 0
	for _, s := range w.sizes() {
		names, rows = append(names, s.Name), rows+s.Rows
	}
	_, statErr := os.Stat(dir)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	var files []*pendingFile
	defer func() {
		for _, f := range files {
			f.discard()
		}
		if err != nil && errors.Is(statErr, fs.ErrNotExist) {
			_ = os.Remove(dir) // unless something else is in it by now
		}
	}()
	bar := r.Progress(rows, "export: rows")
	defer bar.Done()
	err = w.made.Write(ctx, synth.Output{
		Format: format, Only: names, Workers: workers, Done: bar.Add,
		Create: func(name string) (io.WriteCloser, error) {
			f, err := createPending(filepath.Join(dir, name))
			if err != nil {
				return nil, err
			}
			files = append(files, f)
			return f, nil
		},
	})
	if err != nil {
		return fmt.Errorf("export to %s: %w", dir, err)
	}
	for _, f := range files {
		if err := f.keep(); err != nil {
			return err
		}
	}
	return nil
}

// printSizes prints a line for each file.
func printSizes(w io.Writer, format tablefile.Format, sizes []synth.TableSize) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "file\trows\t")
	rows := 0
	for _, s := range sizes {
		fmt.Fprintf(t, "%s\t%d\t\n", format.File(s.Name), s.Rows)
		rows += s.Rows
	}
	fmt.Fprintf(t, "ALL\t%d\t\n", rows)
	return t.Flush()
}
