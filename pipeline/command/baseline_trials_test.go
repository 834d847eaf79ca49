package command

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Trials kept are of tasks that say the same, whatever stages have found of them since.
func TestDigestTried(t *testing.T) {
	of := func(edit func(*task.Task)) string {
		t.Helper()
		one := &task.Task{ID: "a", Question: "How many?", KeyAnswer: []string{"12"}}
		edit(one)
		d, err := digestTried(one)
		if err != nil {
			t.Fatal(err)
		}
		return string(d)
	}
	plain := of(func(*task.Task) {})
	for name, edit := range map[string]func(*task.Task){
		"checks": func(t *task.Task) { t.Checks = []task.CheckResult{{Name: "unique", Verdict: task.Pass}} },
		"review": func(t *task.Task) { t.Review.Status = task.Unreviewed },
		"stages": func(t *task.Task) { t.Provenance.Versions = map[string]int{"review": 4} },
	} {
		if of(edit) != plain {
			t.Errorf("%s change the digest of a task as agents see it", name)
		}
	}
	for name, edit := range map[string]func(*task.Task){
		"question": func(t *task.Task) { t.Question += " Say." },
		"key":      func(t *task.Task) { t.KeyAnswer[0] = "13" },
		"twin":     func(t *task.Task) { t.Twin = &task.Twin{Of: "c"} },
	} {
		if of(edit) == plain {
			t.Errorf("another %s does not change the digest of a task as agents see it", name)
		}
	}
}
