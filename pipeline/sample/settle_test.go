package sample

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
)

// Settle hands out choices until every transition of a path without restraints is covered, in
// reserve, tried often enough or without an untried choice.
func TestSettle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := played(t, 12)
		for range 2000 {
			c, ok := p.Settle()
			if !ok {
				break
			}
			p.take(c)
			if rapid.IntRange(0, 9).Draw(t, "luck") == 0 {
				p.Reserve(c)
			}
		}
		for id, n := range p.triesOfTransitions() {
			for _, d := range p.depths {
				for _, c := range d.candidates {
					if leastTried(c.has, map[int32]int{id: n}) >= 0 && c.aimedDemand() >= 0 {
						t.Fatalf("path %s has a transition that was tried %d times, want %d, or a choice left", c.path, n, coverage.EnoughTries)
					}
				}
			}
		}
	})
}
