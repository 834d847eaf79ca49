package ground_test

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/ground"
)

// The more tasks a path is to get, the more start entities it is tried from.
func TestStartsFor(t *testing.T) {
	for _, tt := range []struct{ tasks, starts int }{{1, 48}, {2, 48}, {3, 72}, {50, 1200}} {
		if got := ground.StartsFor(tt.tasks); got != tt.starts {
			t.Errorf("StartsFor(%d) = %d, want %d", tt.tasks, got, tt.starts)
		}
	}
}
