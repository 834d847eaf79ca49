package dataset

import (
	"bytes"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// A changelog has the changes of each release, the newest first, under one title; text of tasks is no markup.
func TestChangelog(t *testing.T) {
	tasks := made(t)[:3]
	hostile := copied(t, tasks[2])
	hostile.ID, hostile.Language, hostile.Question = "new", "fr", "<b>\x1b\n## 9.9.9"
	first := &Contents{Version: "1.0.0", Tasks: tasks[:1]}
	second := &Release{Version: "1.1.0", Tasks: tasks[:2]}
	second.Changelog = &Changelog{Since: CompareRelease(first, second)}
	var before, now bytes.Buffer
	if err := WriteChangelog(&before, second); err != nil {
		t.Fatal(err)
	}
	third := &Release{Version: "2.0.0", Tasks: []*task.Task{tasks[0], hostile}, Twins: []*task.Task{twin(tasks[0])}}
	third.Changelog = &Changelog{Since: CompareRelease(&Contents{Version: "1.1.0", Tasks: tasks[:2]}, third), Before: before.Bytes()}
	if err := WriteChangelog(&now, third); err != nil {
		t.Fatal(err)
	}
	text := now.String()
	if !strings.HasPrefix(text, "# Changes\n\n## 2.0.0\n\ntasks 2 → 3: 1 removed, 2 added, 0 changed, 1 the same\n\n- version 1.1.0 → 2.0.0\n") {
		t.Errorf("the changelog begins with %.120q", text)
	}
	if !strings.HasSuffix(text, strings.TrimPrefix(before.String(), "# Changes\n")) || strings.Count(text, "\n## ") != 2 || strings.Count(text, "# Changes\n") != 1 {
		t.Errorf("the earlier changes do not stand below:\n%s", text)
	}
	for _, bad := range []string{"<b>", "\x1b", "\n## 9.9.9"} {
		if strings.Contains(text, bad) {
			t.Errorf("the changelog holds %q", bad)
		}
	}
}
