package review

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// MaxLine is the maximum length of a task as a line of a file, in bytes.
const MaxLine = 64 << 20

// Tasks is an open file of tasks, one JSON object per line. Only an index of it is kept in
// memory. A file that replaces it under the same name later is not read. Its methods are
// safe for concurrent use.
type Tasks struct {
	file  *os.File
	items []Item
	lines []extent       // one per item
	index map[string]int // by task ID
}

// extent is the position of a line in the file, in bytes.
type extent struct {
	at   int64
	size int
}

// OpenTasks opens a file of tasks that the check stage wrote and indexes it, with the
// given number of workers; less than 1 means 1. The caller must close it. The error lists
// every line that is not a task, is longer than [MaxLine] or repeats an ID, each after
// path:line; or it is the cause of ctx.
func OpenTasks(ctx context.Context, path string, workers int) (*Tasks, error) {
	f, err := inputfile.Open(path)
	if err != nil {
		return nil, err
	}
	t := &Tasks{file: f, index: map[string]int{}}
	if err := t.read(ctx, path, max(1, workers)); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return t, nil
}

// Close closes the file: [Tasks.Task] fails from then on. The error is that of closing
// the file.
func (t *Tasks) Close() error { return t.file.Close() }

// Items returns the items of the tasks for [NewBoard], in file order. The caller must not
// change the list.
func (t *Tasks) Items() []Item { return t.items }

// Task reads one task from the file. The caller owns it. The error of an unknown ID wraps
// [ErrUnknown].
func (t *Tasks) Task(id string) (*task.Task, error) {
	i, ok := t.index[id]
	if !ok {
		return nil, fmt.Errorf("task %q: %w", id, ErrUnknown)
	}
	b := make([]byte, t.lines[i].size)
	if _, err := t.file.ReadAt(b, t.lines[i].at); err != nil {
		return nil, fmt.Errorf("task %s: %w", id, err)
	}
	k := new(task.Task)
	if err := json.Unmarshal(b, k); err != nil {
		return nil, fmt.Errorf("task %s: %s was changed while it was read: %w", id, t.file.Name(), err)
	}
	if k.ID != id {
		return nil, fmt.Errorf("task %s: %s was changed while it was read: task %q is in its place", id, t.file.Name(), k.ID)
	}
	return k, nil
}

// line is one line of the file and the item read from it.
type line struct {
	number int
	extent
	text []byte
	item Item
	err  error
}

// read indexes the file: one goroutine splits it into lines, workers parse them, and their
// results are sorted into file order again.
func (t *Tasks) read(ctx context.Context, path string, workers int) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	raw, found := make(chan *line, workers), make(chan *line, workers)
	var cut error
	var group sync.WaitGroup
	go func() {
		defer close(raw)
		cut = splitLines(t.file, func(l *line) bool {
			select {
			case raw <- l:
				return true
			case <-ctx.Done():
				return false
			}
		})
	}()
	for range workers {
		group.Go(func() {
			for l := range raw {
				l.parse()
				found <- l
			}
		})
	}
	go func() {
		group.Wait()
		close(found)
	}()
	var lines []*line
	for l := range found {
		lines = append(lines, l)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	slices.SortFunc(lines, func(a, b *line) int { return a.number - b.number })
	return t.addLines(path, lines, cut)
}

// addLines adds lines in file order to the index; cut is the error that ended the file.
func (t *Tasks) addLines(path string, lines []*line, cut error) error {
	var faults []error
	numbers := map[string]int{}
	types := map[string]string{}
	for _, l := range lines {
		first := numbers[l.item.ID]
		switch {
		case l.err != nil:
			faults = append(faults, fmt.Errorf("%s:%d: %w: want a task as JSON", path, l.number, l.err))
			continue
		case first > 0:
			faults = append(faults, fmt.Errorf("%s:%d: task %s is on line %d too: want each task once", path, l.number, l.item.ID, first))
			continue
		}
		if _, ok := types[l.item.Type]; !ok {
			types[l.item.Type] = l.item.Type
		}
		l.item.Type = types[l.item.Type]
		numbers[l.item.ID], t.index[l.item.ID] = l.number, len(t.items)
		t.items, t.lines = append(t.items, l.item), append(t.lines, l.extent)
	}
	if cut != nil {
		faults = append(faults, fmt.Errorf("%s: %w", path, cut))
	}
	return errors.Join(faults...)
}

// parse reads the line's task and keeps the item that the index needs.
func (l *line) parse() {
	text := l.text
	l.text = nil
	if l.err != nil {
		return
	}
	k := new(task.Task)
	if l.err = json.Unmarshal(text, k); l.err != nil {
		return
	}
	if k.ID == "" || (k.Plan == nil) == (k.Derivation == nil) {
		l.err = errors.New("no id, or not one of plan and derivation")
		return
	}
	l.item = Item{ID: k.ID, Type: k.Type, Shown: Shown(k), Margin: Margin(k), Question: excerpt(cmp.Or(k.Question, k.Draft))}
}

// excerpt returns a copy of the beginning of a text, whole characters of at most
// [MaxQuestionExcerpt] bytes.
func excerpt(text string) string {
	n := min(len(text), MaxQuestionExcerpt)
	for n > 0 && n < len(text) && !utf8.RuneStart(text[n]) {
		n--
	}
	return strings.Clone(text[:n])
}

// splitLines yields the lines of r that are not blank until yield returns false. A line
// longer than [MaxLine] is yielded without its text.
func splitLines(r io.Reader, yield func(*line) bool) error {
	const buffer = 1 << 18
	b := bufio.NewReaderSize(r, buffer)
	at := int64(0)
	for number := 1; ; number++ {
		l := &line{number: number, extent: extent{at: at}}
		var err error
		for {
			var part []byte
			part, err = b.ReadSlice('\n')
			at += int64(len(part))
			if l.size += len(part); l.size <= MaxLine {
				l.text = append(l.text, part...)
			}
			if !errors.Is(err, bufio.ErrBufferFull) {
				break
			}
		}
		if l.size > MaxLine {
			l.text, l.err = nil, fmt.Errorf("%d bytes: want at most %d", l.size, MaxLine)
		}
		if (l.err != nil || len(bytes.TrimSpace(l.text)) > 0) && !yield(l) {
			return nil
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
}
