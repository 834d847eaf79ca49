package society

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// Fees follow what is at stake in the instance, or the kind of the suit; a part of a claim is cut by a round sum; and
// parties have names of their own.
func TestFeesFollowTheStake(t *testing.T) {
	s := make1(t, 3, "zh", 1, 0, 0.1)
	appeals := 0
	for i := range s.Cases {
		c := &s.Cases[i]
		cause := &s.World.Causes[c.cause]
		for _, p := range append(c.Plaintiffs[:len(c.Plaintiffs):len(c.Plaintiffs)], c.Defendants...) {
			if p.Person && strings.ContainsAny(p.Name, "0123456789") {
				t.Errorf("%s is party to case %s", p.Name, c.Number)
			}
		}
		switch {
		case c.Proceeding == CivilRetrial && c.Costs != 0:
			t.Errorf("retrial %s costs %d", c.Number, c.Costs)
		case (c.Proceeding == AdminFirst || c.Proceeding == AdminAppeal) && c.Costs > 100_00:
			t.Errorf("suit %s against an authority costs %d", c.Number, c.Costs)
		case c.Matter == statute.Labour && cause.market == nil && c.Costs > 10_00:
			t.Errorf("case %s of an employee costs %d", c.Number, c.Costs)
		}
		if c.Outcome == Partly && (c.Claim == 0 || c.Award <= 0 || c.Award >= c.Claim || (c.Claim-c.Award)%100 != 0) {
			t.Errorf("case %s awards %d of %d", c.Number, c.Award, c.Claim)
		}
		if c.Proceeding != CivilAppeal || c.Claim == 0 || c.Matter == statute.Labour {
			continue
		}
		appeals++
		b := s.Cases[c.Before]
		stake := b.Award
		if c.Plaintiffs[0].Name == b.Plaintiffs[0].Name {
			stake = b.Claim - b.Award
		} else if c.Outcome == Reversed {
			stake = b.Award - c.Award
		}
		if c.Costs != costs(stake) {
			t.Errorf("appeal %s about %d costs %d, want %d", c.Number, stake, c.Costs, costs(stake))
		}
	}
	if appeals == 0 {
		t.Error("no appeals")
	}
}
