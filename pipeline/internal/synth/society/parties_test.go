package society

import (
	"errors"
	"slices"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// Companies are party to disputes that their line of business can have, sums are those that a
// person can earn, owe or suffer, and the court is that of the sum.
func TestPartiesFitDisputes(t *testing.T) {
	for seed := range uint64(3) {
		s := make1(t, seed, "zh", 1, 0, 0.2)
		trade := func(p Party) int {
			if p.Company >= 0 {
				return s.Companies[p.Company].NameParts.Trade
			}
			return p.Trade
		}
		late := 0
		for i := range s.Cases {
			c := &s.Cases[i]
			cause := s.World.Causes[c.cause]
			if c.Before >= 0 || cause.kind == administrative || cause.market != nil {
				continue
			}
			for _, side := range []struct {
				parties []Party
				group   []bool
			}{{c.Plaintiffs, cause.by}, {c.Defendants, cause.against}} {
				for _, p := range side.parties {
					if at := trade(p); !p.Person && !fits(side.group, at) {
						t.Errorf("seed %d: %s is party to case %s (%s): its line of business is %s", seed, p.Name, c.Number, cause.Name, s.World.Names.Trades()[at].ID)
					}
				}
			}
			higher := c.Matter == statute.Securities || cause.technical
			if level := s.Courts[c.Court].Level; cause.kind == civil && !higher && (level == Basic) != (c.Claim < leastIntermediate) || higher && level != Intermediate {
				t.Errorf("seed %d: a court of level %d hears case %s first, about %d cents", seed, level, c.Number, c.Claim)
			}
			if most := max(cause.most, mostClaimed(c, cause)); c.Matter == statute.Labour && c.Claim > max(leastClaim, most)+99 {
				t.Errorf("seed %d: case %s is about %d cents of pay, more than %d", seed, c.Number, c.Claim, most)
			}
			if cause.least > c.Claim && c.Claim > 0 {
				t.Errorf("seed %d: case %s (%s) is about %d cents, less than %d", seed, c.Number, cause.Name, c.Claim, cause.least)
			}
			if p := c.Defendants[0]; cause.corporate && p.Person {
				t.Errorf("seed %d: %s, a person, is sued about a company in case %s", seed, p.Name, c.Number)
			}
			if c.Due <= c.Began || c.Due >= c.Filed || c.Due-c.Began > mostTerm {
				t.Errorf("seed %d: case %s began on day %d, was due on day %d and filed on day %d", seed, c.Number, c.Began, c.Due, c.Filed)
			}
			if c.Filed-c.Due > 3*365 {
				late++
			}
		}
		if late*20 > len(s.Cases) {
			t.Errorf("seed %d: %d of %d cases are filed more than three years after the debt was due", seed, late, len(s.Cases))
		}
	}
}

// Groups of lines of business name those that exist, and causes name groups that exist.
func TestGroupsExist(t *testing.T) {
	w, err := Open(1, "zh", 1, func(int) Sizes { return Published().Scaled(0.01) })
	if err != nil {
		t.Fatal(err)
	}
	var groups map[string]struct{ Of, Lacks []string }
	var causes []struct{ ZH, By, Against string }
	if err := errors.Join(yaml.Unmarshal(businessYAML, &groups), yaml.Unmarshal(causesYAML, &causes)); err != nil {
		t.Fatal(err)
	}
	for id, g := range groups {
		for _, trade := range slices.Concat(g.Of, g.Lacks) {
			if !slices.ContainsFunc(w.Names.Trades(), func(x name.Trade) bool { return x.ID == trade }) {
				t.Errorf("group %s: no line of business %q", id, trade)
			}
		}
	}
	for _, c := range causes {
		for _, id := range []string{c.By, c.Against} {
			if _, ok := groups[id]; id != "" && !ok {
				t.Errorf("cause %s: no group %q", c.ZH, id)
			}
		}
	}
}
