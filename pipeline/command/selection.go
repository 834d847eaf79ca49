package command

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// selection is which tasks are tried. It is a record, a part of run.json.
type selection struct {
	File  string   `json:"file,omitempty"`  // "" for the tasks of the run directory
	Types []string `json:"types,omitempty"` // none for all
	Limit int      `json:"limit,omitempty"` // 0 for all
}

func (c *contesting) selection() selection { return selection{c.tasks, c.types, c.limit} }

// read reads the tasks that are selected, and the twins of those where there are some.
func (s selection) read(f *flags, w *world) ([]*task.Task, error) {
	if s.File != "" {
		tasks, err := readFile(s.File, bench.ReadTasks)
		if err != nil {
			return nil, err
		}
		return s.pick(tasks, w)
	}
	tasks, err := tasksOf(filepath.Join(f.out, filepath.FromSlash(reviewedTasks)))
	if err != nil {
		return nil, err
	}
	if tasks, err = s.pick(tasks, w); err != nil || !f.Twins {
		return tasks, err
	}
	twins, err := tasksOf(filepath.Join(f.out, filepath.FromSlash(twinTasks)))
	if err != nil {
		return nil, err
	}
	picked := map[string]bool{}
	for _, t := range tasks {
		picked[t.ID] = true
	}
	for _, t := range twins {
		if picked[t.Twin.Of] {
			tasks = append(tasks, t)
		}
	}
	return tasks, nil
}

// tasksOf reads a file of tasks that this program wrote.
func tasksOf(path string) ([]*task.Task, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return task.Read(f, path)
}

// pick selects tasks by type and number, in their order. Of each type as many are taken
// as of any other, as far as there are any, by a draw that their IDs decide: a larger
// number adds tasks and takes none away.
func (s selection) pick(tasks []*task.Task, w *world) ([]*task.Task, error) {
	byType := map[string][]*task.Task{}
	for _, t := range tasks {
		if t.Language == "" {
			t.Language = w.domain.Languages[0]
		}
		byType[t.Type] = append(byType[t.Type], t)
	}
	types := sorted(byType)
	slices.SortFunc(types, score.CompareTypes)
	for _, name := range s.Types {
		if byType[name] == nil {
			return nil, misuse("-types %q: no task is of that type: want %s", name, strings.Join(types, ", "))
		}
	}
	if s.Types != nil {
		types = slices.DeleteFunc(types, func(name string) bool { return !slices.Contains(s.Types, name) })
	}
	taken := map[*task.Task]bool{}
	for _, name := range types {
		slices.SortFunc(byType[name], func(a, b *task.Task) int {
			return cmp.Compare(digest.Of("limit", a.ID), digest.Of("limit", b.ID))
		})
	}
	for turn, left := 0, true; left && (s.Limit == 0 || len(taken) < s.Limit); turn++ {
		left = false
		for _, name := range types {
			if turn < len(byType[name]) && (s.Limit == 0 || len(taken) < s.Limit) {
				taken[byType[name][turn]], left = true, true
			}
		}
	}
	picked := slices.DeleteFunc(slices.Clone(tasks), func(t *task.Task) bool { return !taken[t] })
	if len(picked) == 0 {
		return nil, fmt.Errorf("no task is left: want at least one")
	}
	return picked, nil
}
