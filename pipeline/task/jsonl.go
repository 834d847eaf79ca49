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

// Write writes tasks as JSONL, one a line, in the given order. Text is written as
// it is: no character is escaped that JSON does not require to be.
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

// Read reads what [Write] writes of tasks with an ID and a plan, without which no
// stage can use one. Name stands before line numbers in errors, which join every
// line that is no such task.
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

// lineError is a line that is no task.
type lineError struct {
	name string
	line int
	err  error
}

func (e *lineError) Error() string {
	return fmt.Sprintf("%s:%d: %v: want a task as JSON", e.name, e.line, e.err)
}

func (e *lineError) Unwrap() error { return e.err }

// All yields what [Read] returns, a task at a time, for those that cannot hold all of
// them. A line that is no task is yielded as an error, and the next one after it; an
// error of the reader is the last.
func All(r io.Reader, name string) iter.Seq2[*Task, error] {
	return func(yield func(*Task, error) bool) {
		b := bufio.NewReader(r)
		for line := 1; ; line++ {
			text, err := b.ReadBytes('\n')
			if text := bytes.TrimSpace(text); len(text) > 0 {
				t := new(Task)
				fault := json.Unmarshal(text, t)
				if fault == nil && (t.ID == "" || t.Plan == nil) {
					fault = errors.New("no id or no plan")
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
