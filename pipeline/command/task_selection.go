package command

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// taskSelection says which tasks are tried. It is a record, a part of run.json.
type taskSelection struct {
	File  string   `json:"file,omitempty"`  // "" for the tasks of the run directory
	Types []string `json:"types,omitempty"` // none for all
	Limit int      `json:"limit,omitempty"` // 0 for all
}

// read reads the selected tasks, and their twins if the run makes twins.
func (s taskSelection) read(f *flags, w *world) ([]*task.Task, error) {
	if s.File != "" {
		tasks, err := readFile(s.File, bench.ReadTasks)
		if err != nil {
			return nil, err
		}
		return s.choose(tasks, w)
	}
	tasks, err := tasksOf(filepath.Join(f.out, filepath.FromSlash(reviewedTasks)))
	if err != nil {
		return nil, err
	}
	if tasks, err = s.choose(tasks, w); err != nil || !f.Twins {
		return tasks, err
	}
	twins, err := tasksOf(filepath.Join(f.out, filepath.FromSlash(twinTasks)))
	if err != nil {
		return nil, err
	}
	chosen := map[string]bool{}
	for _, t := range tasks {
		chosen[t.ID] = true
	}
	for _, t := range twins {
		if chosen[t.Twin.Of] {
			tasks = append(tasks, t)
		}
	}
	return tasks, nil
}

// tasksOf reads a file of tasks that taskgrove wrote.
func tasksOf(path string) ([]*task.Task, error) {
	f, err := inputfile.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return task.Read(f, path)
}

// choose selects tasks by type and number, in their order. Of each type it takes as many as
// of any other, as far as there are any, drawn by ID: a larger limit adds tasks and removes
// none.
func (s taskSelection) choose(tasks []*task.Task, w *world) ([]*task.Task, error) {
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
	for round, left := 0, true; left && (s.Limit == 0 || len(taken) < s.Limit); round++ {
		left = false
		for _, name := range types {
			if round < len(byType[name]) && (s.Limit == 0 || len(taken) < s.Limit) {
				taken[byType[name][round]], left = true, true
			}
		}
	}
	chosen := slices.DeleteFunc(slices.Clone(tasks), func(t *task.Task) bool { return !taken[t] })
	if len(chosen) == 0 {
		return nil, fmt.Errorf("no task is left: want at least one")
	}
	return chosen, nil
}
