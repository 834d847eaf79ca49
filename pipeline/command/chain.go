package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// readTasks reads an input of tasks.
func readTasks(e *run.Exec, name string) ([]*task.Task, error) {
	f, err := e.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return task.Read(f, name)
}

// readLines reads an input of JSON lines, which [createLines] wrote; nil for none.
func readLines[T any](e *run.Exec, name string) ([]T, error) {
	f, err := e.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return decodeItems[T](f, name)
}

// decodeLines reads the bytes of a file of JSON lines.
func decodeLines[T any](b []byte, name string) ([]T, error) {
	return decodeItems[T](bytes.NewReader(b), name)
}

// decodeItems reads JSON lines; nil for none.
func decodeItems[T any](r io.Reader, name string) ([]T, error) {
	var items []T
	for d := json.NewDecoder(r); ; {
		var item T
		switch err := d.Decode(&item); {
		case err == nil:
			items = append(items, item)
		case errors.Is(err, io.EOF):
			return items, nil
		default:
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
}

// readInput reads an input of JSON into a value.
func readInput(e *run.Exec, name string, into any) error {
	path, err := e.Path(name)
	if err != nil {
		return err
	}
	return readJSON(path, into)
}

// addProvenance records the version of a stage in tasks that the caller owns.
func addProvenance(tasks []*task.Task, stage string, version int) {
	for _, t := range tasks {
		versions := map[string]int{stage: version}
		for k, v := range t.Provenance.Versions {
			versions[k] = v
		}
		t.Provenance.Versions = versions
	}
}

// createLines writes an output of JSON lines.
func createLines[T any](e *run.Exec, name string, items []T) error {
	return create(e, name, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		for i := range items {
			if err := enc.Encode(items[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// writeJSON writes a value as indented JSON.
func writeJSON(w io.Writer, value any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(value)
}

// readJSON reads an output of this program.
func readJSON(path string, into any) error {
	b, err := inputfile.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(b, into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
