package ruling

import (
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// decision is what a court decides beside what the case has: the same in every
// language and text.
type decision struct {
	days      int         // to pay after the judgment
	interest  interest    // on the award
	rate      int         // the loan prime rate's multiple, in tenths
	due       society.Day // when the debt was due
	liability liability   // of defendants beside the first
	absent    bool        // the defendant does not answer
	halved    bool        // court costs are
	costs     [2]int64    // in cents, which the plaintiffs and the defendants bear
	delay     bool        // the judgment speaks of double interest when it is not obeyed
	appeal    bool        // of how to appeal
	fees      bool        // of the costs
	notice    bool        // of what follows if it is not obeyed
	roles     bool        // it names the roles of the parties
	cut       bool        // the title names the first party of a side only
	comma     bool        // the title joins the sides with a comma
	sums      int         // how sums are written, in [0, 10)
}

// interest says whether and where a judgment gives interest.
type interest int

// The ways.
const (
	without interest = iota
	beside           // in the order that gives the sum
	apart            // in an order of its own
)

// liability says what defendants beside the first owe.
type liability int

// The ways.
const (
	alike    liability = iota // all defendants owe together
	jointly                   // the others are liable for what the first owes
	released                  // nothing: claims against them are dismissed
)

// String is what the rules of a liability end with.
func (l liability) String() string { return [...]string{"alike", "jointly", "released"}[l] }

// decide draws the decisions of case i.
func (t *teller) decide(i int, st *story) decision {
	c := &t.shard.Cases[i]
	r := t.decisions.At(c.First).Rand()
	first := &t.shard.Cases[c.First]
	var d decision
	// What all instances share.
	d.due = first.Began + (first.Filed-first.Began)*society.Day(25+r.IntN(65))/100
	d.liability = liability(chance.Pick(r, []int{35, 40, 25}))
	d.interest = interest(chance.Pick(r, []int{28, 52, 20}))
	if !st.Interest {
		d.interest = without
	}
	d.absent = first.Word != society.AdminFirst && chance.Chance(r, 14)
	d.rate = []int{10, 13, 15, 20}[chance.Pick(r, []int{70, 8, 17, 5})]
	r = t.decisions.At(i).At(1).Rand()
	d.days = []int{10, 5, 7, 15, 20, 30, 3}[chance.Pick(r, []int{60, 8, 8, 12, 4, 5, 3})]
	d.halved = chance.Chance(r, 45)
	switch c.Outcome {
	case society.Withdrawn, society.Settled:
		d.halved = true
	case society.Deemed:
		d.halved = c.Word == society.CivilAppeal || chance.Chance(r, 60)
	}
	if c.Word == society.CivilAppeal || c.Word == society.PatentAppeal || c.Word == society.AdminAppeal || c.Word == society.CivilRetrial {
		d.halved = c.Outcome == society.Withdrawn || c.Outcome == society.Deemed
	}
	d.costs = shares(c, d.halved)
	d.delay = chance.Chance(r, 86)
	d.appeal = chance.Chance(r, 86)
	d.notice = chance.Chance(r, 24)
	d.fees = chance.Chance(r, 84)
	d.roles = chance.Chance(r, 72)
	d.cut = chance.Chance(r, 32)
	d.comma = chance.Chance(r, 40)
	d.sums = r.IntN(10)
	return d
}

// shares divides court costs: in whole 元 in proportion to what was given of what
// was claimed.
func shares(c *society.Case, halved bool) [2]int64 {
	total := c.Costs
	if halved {
		total /= 2
	}
	switch c.Outcome {
	case society.Granted:
		return [2]int64{0, total}
	case society.Partly, society.Reversed:
		switch {
		case c.Claim == 0:
			return [2]int64{0, total}
		case c.Award == 0:
			return [2]int64{total, 0}
		}
		lost := total * (c.Claim - c.Award) / c.Claim / 100 * 100
		return [2]int64{lost, total - lost}
	}
	return [2]int64{total, 0}
}
