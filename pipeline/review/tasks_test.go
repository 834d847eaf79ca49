package review

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/tasktest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// legalTasks are tasks over a small world.
var legalTasks = sync.OnceValues(func() ([]*task.Task, error) {
	_, tasks, err := tasktest.Tasks("legal", "../draft/testdata/world", 2)
	return tasks, err
})

// taskFile writes a file and returns its path.
func taskFile(t testing.TB, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tasks.jsonl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// open indexes a file that has to be one of tasks.
func open(t testing.TB, path string, workers int) *Tasks {
	t.Helper()
	tasks, err := OpenTasks(t.Context(), path, workers)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tasks.Close() })
	return tasks
}

// least is the shortest task there is.
func least(id string) string {
	return fmt.Sprintf(`{"id":%q,"type":"1-hop","plan":{"nodes":[],"answers":[]}}`, id)
}

func TestTasksAreReadOneAtATime(t *testing.T) {
	want, err := legalTasks()
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := task.Write(&text, want); err != nil {
		t.Fatal(err)
	}
	// Other line ends, blank lines and a last line without an end are tasks all the same.
	text.Truncate(text.Len() - 1)
	path := taskFile(t, "\n \r\n"+strings.Replace(text.String(), "\n", "\r\n\n", 2))
	one, four := open(t, path, 1), open(t, path, 4)
	if diff := cmp.Diff(one.Items(), four.Items()); diff != "" {
		t.Fatalf("items by one worker and by four differ:\n%s", diff)
	}
	if len(one.Items()) != len(want) {
		t.Fatalf("%d items, want %d", len(one.Items()), len(want))
	}
	// The file that was opened is read, whatever stands there now.
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	for i, k := range slices.Backward(want) {
		item := Item{ID: k.ID, Type: k.Type, Shown: Shown(k), Margin: Margin(k), Question: k.Draft}
		if got := four.Items()[i]; got != item {
			t.Errorf("item %d is %+v, want %+v", i, got, item)
		}
		got, err := four.Task(k.ID)
		if err != nil {
			t.Fatal(err)
		}
		if Shown(got) != item.Shown {
			t.Errorf("task %s comes back as another one", k.ID)
		}
	}
	if _, err := one.Task("nothing"); !errors.Is(err, ErrUnknown) {
		t.Errorf("Task(nothing) = %v, want %v", err, ErrUnknown)
	}
}

func TestTasksFaults(t *testing.T) {
	path := taskFile(t, least("a")+"\nnonsense\n"+least("b")+"\n"+least("a")+"\n{}\n"+least("b"))
	for workers := range 4 {
		_, err := OpenTasks(t.Context(), path, workers)
		want := []string{
			path + ":2: invalid character 'o' in literal null (expecting 'u'): want a task as JSON",
			path + ":4: task a is on line 1 too: want each task once",
			path + ":5: no id, or not one of plan and derivation: want a task as JSON",
			path + ":6: task b is on line 3 too: want each task once",
		}
		if err == nil || err.Error() != strings.Join(want, "\n") {
			t.Errorf("OpenTasks with %d workers = %v, want %s", workers, err, strings.Join(want, "\n"))
		}
	}
	if _, err := OpenTasks(t.Context(), filepath.Join(path, "missing"), 1); err == nil {
		t.Error("OpenTasks of no file succeeds")
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := OpenTasks(stopped, path, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("OpenTasks that is stopped = %v, want %v", err, context.Canceled)
	}
}

// A file that is written over while it is open is noticed.
func TestTasksNoticeAnotherFile(t *testing.T) {
	path := taskFile(t, least("a")+"\n"+least("b")+"\n")
	tasks := open(t, path, 1)
	if err := os.WriteFile(path, []byte(least("b")+"\n"+least("b")[:20]), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"a", "b"} {
		if k, err := tasks.Task(id); err == nil || !strings.HasPrefix(err.Error(), "task "+id+": ") {
			t.Errorf("Task(%s) = %v, %v, want an error that names it", id, k, err)
		}
	}
}

func TestBeginningsAreWholeCharacters(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "short": 5,
		strings.Repeat("x", MaxQuestionExcerpt):       MaxQuestionExcerpt,
		strings.Repeat("问", MaxQuestionExcerpt):       MaxQuestionExcerpt / 3 * 3,
		"x" + strings.Repeat("问", MaxQuestionExcerpt): (MaxQuestionExcerpt-1)/3*3 + 1,
		strings.Repeat("\x80", 2*MaxQuestionExcerpt):  0,
	} {
		if got := excerpt(text); len(got) != want || !strings.HasPrefix(text, got) {
			t.Errorf("beginning of %d bytes has %d, want %d", len(text), len(got), want)
		}
	}
}

// endless is a line of one letter without an end.
type endless struct{ left int }

func (e *endless) Read(b []byte) (int, error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	n := min(len(b), e.left)
	for i := range n {
		b[i] = 'x'
	}
	e.left -= n
	return n, nil
}

func TestLongLinesAreNotKept(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var lines []*line
	r := io.MultiReader(strings.NewReader("a\n"), &endless{3 * MaxLine}, strings.NewReader("\nb"))
	if err := splitLines(r, func(l *line) bool { lines = append(lines, l); return true }); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if len(lines) != 3 || lines[1].err == nil || lines[1].text != nil || lines[1].number != 2 {
		t.Fatalf("%d lines, the second %+v", len(lines), lines[1])
	}
	if l := lines[2]; string(l.text) != "b" || l.number != 3 || l.at != 3*MaxLine+3 || l.size != 1 {
		t.Errorf("the third line is %q, line %d at %d", l.text, l.number, l.at)
	}
	// Growing to the limit takes a few times as much.
	if used := after.TotalAlloc - before.TotalAlloc; used > 8*MaxLine {
		t.Errorf("%d MB allocated for a line that is refused", used>>20)
	}
}

// Whatever a file holds, it is indexed or refused by path and line, as a reader of the
// whole file would.
func FuzzOpenTasks(f *testing.F) {
	f.Add([]byte(least("a") + "\n" + least("b") + "\n"))
	f.Add([]byte(least("a") + "\n\n" + least("a")))
	f.Add([]byte("{}\nnull\n[1]\n{\"id\":\"b\",\"plan\":null}"))
	f.Fuzz(func(t *testing.T, b []byte) {
		path := taskFile(t, string(b))
		tasks, err := OpenTasks(t.Context(), path, 2)
		whole, fault := task.Read(bytes.NewReader(b), path)
		if err != nil {
			if fault == nil && !strings.Contains(err.Error(), "want each task once") || !strings.HasPrefix(err.Error(), path+":") {
				t.Errorf("OpenTasks = %v, and task.Read = %v", err, fault)
			}
			return
		}
		defer tasks.Close()
		if fault != nil || len(whole) != len(tasks.Items()) {
			t.Fatalf("%d items; task.Read = %d tasks, %v", len(tasks.Items()), len(whole), fault)
		}
		for i, k := range whole {
			got, err := tasks.Task(tasks.Items()[i].ID)
			if err != nil || got.ID != k.ID || Shown(got) != tasks.Items()[i].Shown {
				t.Errorf("task %d is %v, %v, want %s", i, got, err, k.ID)
			}
		}
	})
}

// The index of 10,000 tasks of 8 kB: how long it takes and how much memory it keeps.
func BenchmarkOpenTasks(b *testing.B) {
	const tasks, size = 10_000, 8_000
	made, err := legalTasks()
	if err != nil {
		b.Fatal(err)
	}
	var text bytes.Buffer
	for i := range tasks {
		k := *made[i%len(made)]
		k.ID = fmt.Sprintf("%012x", i)
		var one bytes.Buffer
		if err := task.Write(&one, []*task.Task{&k}); err != nil {
			b.Fatal(err)
		}
		k.Answer += strings.Repeat("答", max(0, size-one.Len())/len("答"))
		if err := task.Write(&text, []*task.Task{&k}); err != nil {
			b.Fatal(err)
		}
	}
	path := taskFile(b, text.String())
	b.SetBytes(int64(text.Len()))
	text = bytes.Buffer{}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var index *Tasks
	for b.Loop() {
		if index != nil {
			index.Close()
		}
		if index, err = OpenTasks(b.Context(), path, runtime.GOMAXPROCS(0)); err != nil {
			b.Fatal(err)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(int64(after.HeapAlloc)-int64(before.HeapAlloc))/1e6, "MB-kept")
	if err := index.Close(); err != nil {
		b.Fatal(err)
	}
}
