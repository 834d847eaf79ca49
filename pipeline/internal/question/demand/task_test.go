package demand

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

func TestDemandOfFaults(t *testing.T) {
	d := toytest.Domain(t, "legal")
	p := program(t, ranked)
	s := styled(t, d, "zh")
	if _, err := FromTask(s, d, &task.Task{Language: "fr", Plan: p}); err == nil || !strings.Contains(err.Error(), `language "fr"`) {
		t.Errorf("Of in another language = %v", err)
	}
	p.Answers = nil
	if _, err := FromTask(s, d, &task.Task{Language: "zh", Plan: p}); err == nil {
		t.Error("Of of no program = nil, want an error")
	}
}
