package coverage

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// The hundred published tasks that are at hand, counted as ours are: the rest of the
// 300 make up the difference to what is published of them all.
func TestCountOfPublishedTasks(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(data(t), "legalagentbench", "tasks.json"))
	if err != nil {
		t.Skipf("no published tasks: %v", err)
	}
	var tasks []struct {
		Way string `json:"way"`
	}
	if err := json.Unmarshal(b, &tasks); err != nil {
		t.Fatal(err)
	}
	// Some lists put the names in brackets, some have a dash too few.
	dashes := regexp.MustCompile(`-{3,}`)
	var lists []string
	for _, task := range tasks {
		lists = append(lists, dashes.ReplaceAllString(strings.NewReplacer("【", "", "】", "").Replace(task.Way), plan.Separator))
	}
	got := CountLists(lists)
	want := ListCounts{Tasks: 94, Tools: 28, Transitions: 78, Sequences: 90, Paths: 94}
	if got != want {
		t.Errorf("CountLists() of %d published tasks = %+v, want %+v", len(tasks), got, want)
	}
	if got.Tools > published.Tools || got.Transitions > published.Transitions || got.Sequences > published.Sequences {
		t.Errorf("a third of the tasks has %+v, all have %+v, want no more", got, published)
	}
}

// data returns the folder of real data, which may not be there.
func data(t *testing.T) string {
	if dir := os.Getenv("TASKGROVE_DATA"); dir != "" {
		return dir
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, err = os.Stat(filepath.Join(dir, "go.mod")); errors.Is(err, fs.ErrNotExist) && dir != filepath.Dir(dir); {
		dir = filepath.Dir(dir)
		_, err = os.Stat(filepath.Join(dir, "go.mod"))
	}
	return filepath.Join(filepath.Dir(dir), "shared", "data")
}

func TestCount(t *testing.T) {
	got := CountLists([]string{"a----b----a", "a----b----a", "", "b----a----c"})
	if want := (ListCounts{Tasks: 3, Tools: 3, Transitions: 3, Sequences: 2, Paths: 3}); got != want {
		t.Errorf("CountLists() = %+v, want %+v", got, want)
	}
}
