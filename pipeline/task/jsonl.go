package task

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
)

// Write writes tasks as JSON lines in the given order. It escapes only the characters that
// JSON requires. The error is the writer's, or names a task that cannot be encoded.
func Write(w io.Writer, tasks []*Task) error {
	b := bufio.NewWriter(w)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	for _, t := range tasks {
		if err := e.Encode(t); err != nil {
			return fmt.Errorf("task %s: %w", t.ID, err)
		}
	}
	return b.Flush()
}

// Read reads tasks that [Write] wrote, in file order. Every task must have an ID and
// either a plan or a derivation. The error joins one error `name:line: what is wrong: want a task as JSON` for each
// line that is not such a task; the result then has all the other tasks. If r fails, the
// result is nil.
func Read(r io.Reader, name string) ([]*Task, error) {
	var tasks []*Task
	var faults []error
	for t, err := range All(r, name) {
		var fault *lineError
		switch {
		case errors.As(err, &fault):
			faults = append(faults, err)
		case err != nil:
			return nil, err
		default:
			tasks = append(tasks, t)
		}
	}
	return tasks, errors.Join(faults...)
}

// lineError is the error of a line that is not a task.
type lineError struct {
	name string
	line int
	err  error
}

func (e *lineError) Error() string {
	return fmt.Sprintf("%s:%d: %v: want a task as JSON", e.name, e.line, e.err)
}

func (e *lineError) Unwrap() error { return e.err }

// All yields the tasks of a file that [Write] wrote one at a time, so that a caller need
// not hold all of them. A line that is not a task is yielded as nil with an error
// `name:line: what is wrong`, and reading goes on. If r fails, its error comes last.
func All(r io.Reader, name string) iter.Seq2[*Task, error] {
	return func(yield func(*Task, error) bool) {
		b := bufio.NewReader(r)
		for line := 1; ; line++ {
			text, err := b.ReadBytes('\n')
			if text := bytes.TrimSpace(text); len(text) > 0 {
				t := new(Task)
				fault := json.Unmarshal(text, t)
				if fault == nil && (t.ID == "" || (t.Plan == nil) == (t.Derivation == nil)) {
					fault = errors.New("no id, or not one of plan and derivation")
				}
				if fault != nil && !yield(nil, &lineError{name, line, fault}) || fault == nil && !yield(t, nil) {
					return
				}
			}
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(nil, fmt.Errorf("%s:%d: %w", name, line, err))
				return
			}
		}
	}
}
