package command

import "testing"

// The more entities a path is to get, the more it is tried from.
func TestStartsKeepUpWithEntities(t *testing.T) {
	for _, tt := range []struct{ entities, starts int }{{1, 48}, {2, 48}, {3, 72}, {50, 1200}} {
		if got := startsFor(tt.entities); got != tt.starts {
			t.Errorf("%d entities are looked for among %d: want %d", tt.entities, got, tt.starts)
		}
	}
}
