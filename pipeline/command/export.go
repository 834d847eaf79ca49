package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// tableExport has the flags with which plantree only writes tables to files: those of the
// generated world, or those that are read from texts of statutes and exams.
type tableExport struct {
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

func (x *tableExport) declare(fs *cli.Flags) {
	x.format = exportFormat(tablefile.JSONL)
	fs.StringVar(&x.dir, "export", "", "write the tables of the generated world, or those read from texts of statutes and exams, to a `directory` and do nothing else")
	fs.Var(&x.format, "format", "`format` of the files of -export: jsonl, csv or parquet")
}

// exportFlags are the flags that -export allows. The language is for generated statutes only.
var exportFlags = []string{"export", "format", "domain", "corpus", "cases", "seed", "scale", "lang", "out", "workers", "v", "n"}

// requested reports whether the flags ask for an export. The error is for flags that do not go
// together.
func (x *tableExport) requested(f *flags) (bool, error) {
	given, idle := f.givenBeside(exportFlags)
	switch {
	case !given["export"] && given["format"]:
		return false, misuse("-format is that of the files of -export, which is not given")
	case !given["export"]:
		return false, nil
	case x.dir == "":
		return false, misuse("-export must not be empty: want a directory")
	case idle != "":
		return false, idleInExport(idle)
	}
	return true, nil
}

// idleInExport is the error for a flag that changes nothing in an export.
func idleInExport(name string) error {
	return misuse("-export writes tables and nothing else: -%s has no part in it", name)
}

// export writes the tables and prints the size of each file; with -n it only prints. The
// error is that of a command that is partly done if texts were left out.
func (x *tableExport) export(ctx context.Context, env cli.Env, f *flags) error {
	w, err := newWorld(f)
	if err != nil {
		return err
	}
	if err := checkExportable(w, f); err != nil {
		return err
	}
	if err := checkDirectory(x.dir, w); err != nil {
		return err
	}
	r := &run.Runner{Log: f.logger(env), Bars: env.Stderr, Terminal: env.Terminal}
	t, err := tablesToExport(ctx, w, f.workers, r.Log)
	if err != nil {
		return err
	}
	format := tablefile.Format(x.format)
	if err := checkConflicts(x.dir, format, t.sizes); err != nil {
		return err
	}
	if !f.dry {
		if err := writeTables(ctx, x.dir, t, format, f.workers, r); err != nil {
			return err
		}
	}
	err = printSizes(env.Stdout, format, t.sizes)
	return cmp.Or(err, partialError(&run.RunReport{Stages: []run.StageOutcome{{Funnel: t.funnel}}}))
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

// writeTables writes the files of tables into a directory, which it makes if needed. Once
// all files are complete, they are renamed into place and replace older ones; on a failure
// before that, none is left behind.
func writeTables(ctx context.Context, dir string, t *exportedTables, format tablefile.Format, workers int, r *run.Runner) (err error) {
	rows := 0
	for _, s := range t.sizes {
		rows += s.Rows
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
	err = t.write(ctx, synth.Output{
		Format: format, Workers: workers, Done: bar.Add,
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
