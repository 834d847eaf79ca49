package run

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
)

// An Exec gives a running stage its inputs, outputs, log and funnel. Its methods are safe
// for concurrent use; the values they return are not, except a [ProgressBar].
type Exec struct {
	Log     *slog.Logger // tagged with the stage's name; never nil
	Workers int          // how many goroutines to use; at least 1; must not affect outputs

	dir    string // the run directory
	stage  *Stage
	read   map[string]content // the existing input files, by name
	funnel Funnel
	draw   func(total int, what string) *ProgressBar

	mu      sync.Mutex
	bars    []*ProgressBar
	outputs map[string]*output // by declared name
}

// Path returns the path of the input file with that name, for readers that need a path. It
// fails for an input that is not declared or not a file, and with fs.ErrNotExist for an
// optional input that is absent.
func (e *Exec) Path(input string) (string, error) {
	i := slices.IndexFunc(e.stage.Inputs, func(i StageInput) bool { return i.Name == input })
	if i < 0 {
		return "", fmt.Errorf("input %s is not declared", input)
	}
	if e.stage.Inputs[i].Digest != "" {
		return "", fmt.Errorf("input %s is not a file", input)
	}
	if _, ok := e.read[input]; !ok {
		return "", fmt.Errorf("input %s: %w", input, fs.ErrNotExist)
	}
	return e.stage.Inputs[i].file(e.dir), nil
}

// Open opens an input file for reading, with the errors of Path. The caller closes it.
func (e *Exec) Open(input string) (*os.File, error) {
	path, err := e.Path(input)
	if err != nil {
		return nil, err
	}
	return inputfile.Open(path)
}

// Create begins an output, named as in the stage's Outputs. The written data replaces the
// previous output once the stage has returned nil and all its outputs are complete, and is
// discarded otherwise. The writer is buffered. Close reports write errors, and so does the
// runner, which also closes writers that the stage left open. Each output must be created
// exactly once per run.
func (e *Exec) Create(name string) (io.WriteCloser, error) {
	if !slices.Contains(e.stage.Outputs, name) {
		return nil, fmt.Errorf("output %s is not declared", e.stage.outputName(name))
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.outputs[name] != nil {
		return nil, fmt.Errorf("output %s is created twice", e.stage.outputName(name))
	}
	o, err := create(e.dir, e.stage, e.stage.outputName(name))
	if err != nil {
		return nil, err
	}
	e.outputs[name] = o
	return o, nil
}

// Funnel returns the stage's funnel, initially empty, for the stage to fill in. It is
// stored in the manifest.
func (e *Exec) Funnel() *Funnel { return &e.funnel }

// Progress shows a bar for total items (-1: unknown) on the terminal of the [Runner].
// Without a terminal, and at debug level, it returns nil, which may be used all the same
// and shows nothing. The bar ends with the stage; the caller may end it earlier by Done.
// what names the items in the plural.
func (e *Exec) Progress(total int, what string) *ProgressBar {
	p := e.draw(total, e.stage.Name+": "+what)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.bars = append(e.bars, p)
	return p
}

// quiet removes the bars that the stage left.
func (e *Exec) quiet() {
	for _, p := range e.bars {
		p.Done()
	}
}

// finish closes the outputs, in the order of their declaration, and fails if any was not
// created.
func (e *Exec) finish() ([]*output, error) {
	var all []*output
	for _, name := range e.stage.Outputs {
		o := e.outputs[name]
		if o == nil {
			return nil, fmt.Errorf("output %s was not created", e.stage.outputName(name))
		}
		if err := o.Close(); err != nil {
			return nil, err
		}
		all = append(all, o)
	}
	return all, e.funnel.Validate()
}

// discard removes the temporary files of outputs that are not in place.
func (e *Exec) discard() {
	for _, o := range e.outputs {
		o.discard()
	}
}

// output is a file in the making, written under a temporary name in its final directory.
type output struct {
	name string // below the run directory
	path string // its final path
	tmp  string // its temporary path; "" once it is in place
	f    *os.File
	w    *bufio.Writer
	open bool
	err  error // of Close
}

// temporaries is a glob pattern for the names of a stage's temporary files. A
// stage's name has no dot, so no other stage's files match.
func temporaries(s *Stage) string { return "." + s.Name + ".*.tmp" }

// create opens the temporary file for the file with that name below the run directory.
func create(dir string, s *Stage, name string) (*output, error) {
	path := filepath.Join(dir, filepath.FromSlash(name))
	tmp := strings.Replace(temporaries(s), "*", filepath.Base(path), 1)
	o := &output{name: name, path: path, tmp: filepath.Join(filepath.Dir(path), tmp), open: true}
	err := os.MkdirAll(filepath.Dir(path), 0o777)
	if err == nil {
		o.f, err = os.Create(o.tmp)
	}
	if err != nil {
		return nil, o.fault(err)
	}
	o.w = bufio.NewWriterSize(o.f, 1<<16)
	return o, nil
}

// fault adds the output's name to an error.
func (o *output) fault(err error) error { return fmt.Errorf("output %s: %w", o.name, cause(err)) }

// Write implements io.Writer.
func (o *output) Write(p []byte) (int, error) {
	if !o.open {
		return 0, o.fault(fs.ErrClosed)
	}
	n, err := o.w.Write(p)
	if err != nil {
		err = o.fault(err) // the buffer keeps the error, and Close returns it again
	}
	return n, err
}

// Close makes the content durable and returns the first error so far. Further calls return
// the same error.
func (o *output) Close() error {
	if !o.open {
		return o.err
	}
	o.open = false
	if err := errors.Join(o.w.Flush(), o.f.Sync(), o.f.Close()); err != nil {
		o.err = o.fault(err)
	}
	return o.err
}

// discard removes the temporary file unless it was placed.
func (o *output) discard() {
	if o.tmp == "" {
		return
	}
	if o.open {
		o.open = false
		o.f.Close()
	}
	// A temporary file that stays is removed by the stage's next run.
	_ = os.Remove(o.tmp)
}

// record digests the closed file.
func (o *output) record(ctx context.Context, c contents) (File, error) {
	got, err := c.of(ctx, o.tmp)
	if err != nil {
		return File{}, o.fault(err)
	}
	return File{Name: o.name, Digest: got.digest, Size: got.info.Size()}, nil
}

// place renames the closed file to its final path.
func (o *output) place() error {
	if err := os.Rename(o.tmp, o.path); err != nil {
		return o.fault(err)
	}
	o.tmp = ""
	return nil
}
