package task

import (
	"strings"
	"testing"
)

// A line that is JSON and still no task is a fault with its line, not a task that
// stops a later stage.
func TestReadRefusesWhatIsNoTask(t *testing.T) {
	const whole = `{"id":"a","plan":{"nodes":[],"answers":[]}}`
	tasks, err := Read(strings.NewReader(whole+"\nnull\n\n{}\n{\"id\":\"b\",\"plan\":null}\n[1]\n"), "f")
	if len(tasks) != 1 || tasks[0].ID != "a" {
		t.Errorf("Read = %d tasks, want the first line's", len(tasks))
	}
	var lines []string
	if err != nil {
		lines = strings.Split(err.Error(), "\n")
	}
	want := []string{"f:2: no id, or not one of plan and derivation: ", "f:4: no id, or not one of plan and derivation: ", "f:5: no id, or not one of plan and derivation: ", "f:6: json: "}
	for i, w := range want {
		if len(lines) != len(want) || !strings.HasPrefix(lines[i], w) {
			t.Fatalf("Read faults %q, want lines that begin %q", lines, want)
		}
	}
}
