package sample

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
)

// Settle hands out choices until every transition is covered, in reserve, tried often enough or
// without an untried choice whose demand has no restraint.
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

// A transition that only paths from a code have is tried although enough choices start from one:
// in reserve it can take the place of another.
func TestSettleTriesPathsFromCodes(t *testing.T) {
	f := grown["legal"]()
	s := New(f.domain)
	var paths []plan.Path
	for _, p := range f.paths[1] {
		if p.Start == "court_code" && strings.HasSuffix(p.Hops[1].Tool, "_case_court_list") {
			paths = append(paths, p)
		}
	}
	s.Begin(paths, nil)
	first, _ := s.Next()
	s.Accept(first)
	s.restrained.limit(1)
	if c, ok := s.Next(); ok {
		t.Errorf("Next returns %s beyond the limit", c.Path)
	}
	settled := map[string]bool{first.Path.ID: true}
	for c, ok := s.Settle(); ok; c, ok = s.Settle() {
		if c.Path.ID == first.Path.ID {
			t.Errorf("Settle returns %s, whose transition is covered", c.Path)
		}
		settled[c.Path.ID] = true
	}
	if len(settled) != len(paths) || len(paths) < 2 {
		t.Errorf("of %d paths from a court code, one is accepted and %d are tried, want all others", len(paths), len(settled)-1)
	}
}
