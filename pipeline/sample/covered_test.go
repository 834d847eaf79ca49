package sample

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
)

// What other tasks cover is no gain any more, and what they do not use stays one.
func TestCover(t *testing.T) {
	s := New(grown["toy"]().domain)
	tool := func(name string) int32 { return s.elements.id(element{toolAxis, name, ""}) }
	c := new(coverage.Coverage)
	c.Tools.Uses = []coverage.Use[string]{{Element: "used", Tasks: 3}, {Element: "unused"}}
	s.Cover(c)
	if got := s.elements.gain([]int32{tool("used")}); got != 0 {
		t.Errorf("gain of a tool that is used = %d, want 0", got)
	}
	if got := s.elements.gain([]int32{tool("unused")}); got != weights[toolAxis] {
		t.Errorf("gain of a tool that is not used = %d, want %d", got, weights[toolAxis])
	}
}
