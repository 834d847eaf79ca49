package ground

import (
	"slices"
	"testing"
)

// A brief grounding is that of all start entities, or gives up after the first, none of which works.
func TestBriefGrounding(t *testing.T) {
	w := toy(t)
	g := w.grounder(limits, 2)
	gaveUp := 0
	for _, c := range grounded(t, "zh") {
		whole := c.got
		got, err := g.Ground(t.Context(), c.path, c.demand, entities, Exclusions{Brief: true})
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case whole.GaveUp:
			t.Errorf("%s, %v: given up, though nobody is in a hurry", c.path, c.demand)
		case !got.GaveUp && text(t, got) != text(t, whole):
			t.Errorf("%s, %v: a brief grounding that does not give up differs", c.path, c.demand)
		case got.GaveUp:
			gaveUp++
			if len(got.Tasks)+len(got.Fit) > 0 || len(got.Tried) != 16 || !slices.Equal(got.Tried, whole.Tried[:16]) {
				t.Errorf("%s, %v: given up with %d tasks after %d start entities", c.path, c.demand, len(got.Tasks), len(got.Tried))
			}
		}
	}
	if gaveUp == 0 {
		t.Error("no choice was given up")
	}
}
