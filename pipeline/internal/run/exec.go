package run

import (
	"bufio"
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
)

// An Exec is what a running stage reads, writes and reports through. Its methods are safe
// for concurrent use; what they return is not, except a [ProgressBar].
type Exec struct {
	Log     *slog.Logger // tagged with the stage's name; never nil
	Workers int          // how many goroutines to use; at least 1; never shows in an output

	dir    string // the run directory
	stage  *Stage
	read   map[string]content // the input files there are, by name
	funnel Funnel
	draw   func(total int, what string) *ProgressBar

	mu      sync.Mutex
	bars    []*ProgressBar
	outputs map[string]*output // by name as declared
}

// Path returns where the input file with that name lies, for readers that want
// a path. Errors: an input that isn't declared or is no file, and fs.ErrNotExist
// for an optional one that is absent.
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

// Open opens an input file for reading; errors as for Path. The caller closes it.
func (e *Exec) Open(input string) (*os.File, error) {
	path, err := e.Path(input)
	if err != nil {
		return nil, err
	}
	return os.Open(path)
}

// Create begins an output, named as in the stage's Outputs. What is written
// takes the output's place when the stage has returned nil and all its outputs
// are complete, and vanishes otherwise. The writer is buffered; Close reports
// what could not be written, and so does the runner, which also closes what the
// stage left open. Each output is created exactly once.
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

// Funnel returns the stage's funnel, empty at first, for the stage to fill in.
// It goes into the manifest.
func (e *Exec) Funnel() *Funnel { return &e.funnel }

// Progress shows a bar for total items (-1: unknown) on a terminal, and nothing
// elsewhere. what names the items in the plural.
func (e *Exec) Progress(total int, what string) *ProgressBar {
	p := e.draw(total, e.stage.Name+": "+what)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.bars = append(e.bars, p)
	return p
}

// quiet takes down the bars that the stage left.
func (e *Exec) quiet() {
	for _, p := range e.bars {
		p.Done()
	}
}

// finish closes the outputs and says whether each was written.
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

// discard removes what has not been renamed.
func (e *Exec) discard() {
	for _, o := range e.outputs {
		o.discard()
	}
}

// output is a file on its way: written under a temporary name beside its place.
type output struct {
	name string // below the run directory
	path string // its place
	tmp  string // where it is until it is complete
	f    *os.File
	w    *bufio.Writer
	open bool
	err  error // of Close
}

// temporaries is a glob pattern for the names of a stage's temporary files. A
// stage's name has no dot, so no other stage's files match.
func temporaries(s *Stage) string { return "." + s.Name + ".*.tmp" }

// create begins the file with that name below the run directory.
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

// fault names the output in an error.
func (o *output) fault(err error) error { return fmt.Errorf("output %s: %w", o.name, cause(err)) }

// Write implements io.Writer.
func (o *output) Write(p []byte) (int, error) {
	if !o.open {
		return 0, o.fault(fs.ErrClosed)
	}
	n, err := o.w.Write(p)
	if err != nil {
		err = o.fault(err) // which the buffer keeps and Close meets again
	}
	return n, err
}

// Close makes the content durable and returns the first failure so far. Further
// calls return the same.
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

// discard removes the file unless it is in its place.
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
func (o *output) record(c contents) (File, error) {
	got, err := c.of(o.tmp)
	if err != nil {
		return File{}, o.fault(err)
	}
	return File{Name: o.name, Digest: got.digest, Size: got.info.Size()}, nil
}

// place renames the closed file to where it belongs.
func (o *output) place() error {
	if err := os.Rename(o.tmp, o.path); err != nil {
		return o.fault(err)
	}
	o.tmp = ""
	return nil
}
