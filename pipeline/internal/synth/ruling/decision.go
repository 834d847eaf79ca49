package ruling

import (
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// primeRateDay is the day from which courts use the loan prime rate. Before, they used the central
// bank's benchmark lending rate (announcement 15 of 2019 of the People's Bank of China).
var primeRateDay = society.NewDay(2019, 8, 20)

// decision holds what a court decides beyond the data of the case. It is the same in every
// language and text.
type decision struct {
	days      int         // to pay after the judgment
	interest  interest    // on the award
	rate      int         // the multiple of the base rate, in tenths
	due       society.Day // when the debt was due
	liability liability   // of defendants beside the first
	absent    bool        // the defendant does not answer
	halved    bool        // court costs are
	notice    bool        // the judgment speaks of the consequences of disobedience
	fees      bool        // the ruling speaks of the costs, as every judgment does
	roles     bool        // it names the roles of the parties
	short     bool        // the title names the first party of a side only
	comma     bool        // the title joins the sides with a comma
	sums      int         // how sums are written, in [0, 10)
}

// sumStyles is the number of styles in which a language writes sums.
const sumStyles = 10

// interest is the way in which a judgment grants interest.
type interest int

// The ways.
const (
	without interest = iota
	beside           // in the order that gives the sum
	apart            // in a separate order
)

// liability is what defendants other than the first owe.
type liability int

// The ways.
const (
	alike    liability = iota // all defendants owe together
	jointly                   // the others are liable for what the first owes
	released                  // nothing: claims against them are dismissed
)

// String returns the suffix of the grammar rules about a liability.
func (l liability) String() string { return [...]string{"alike", "jointly", "released"}[l] }

// drawDecision draws the decisions of case i.
func (t *shardRenderer) drawDecision(i int, st *story) decision {
	c := &t.shard.Cases[i]
	r := t.decisions.At(c.First).Rand()
	first := &t.shard.Cases[c.First]
	var d decision
	// What all instances share.
	d.due = first.Due
	d.liability = t.liabilityOf(liability(chance.WeightedIndex(r, []int{35, 40, 25})), first, st)
	d.interest = interest(chance.WeightedIndex(r, []int{28, 52, 20}))
	if st.ID == "bank" && d.interest == without { // which claims interest always
		d.interest = beside
	}
	if !st.Interest {
		d.interest = without
	}
	d.absent = first.Proceeding != society.AdminFirst && len(first.DefendantFirms) == 0 && chance.Percent(r, 24)
	if d.rate = []int{10, 13, 15}[chance.WeightedIndex(r, []int{65, 15, 20})]; st.ID != "goods" {
		d.rate = 10 // only the price of goods bears more without an agreement
	}
	r = t.decisions.At(i).At(1).Rand()
	d.days = []int{10, 5, 7, 15, 20, 30, 3}[chance.WeightedIndex(r, []int{60, 8, 8, 12, 4, 5, 3})]
	d.halved = c.Summary
	switch c.Outcome {
	case society.Withdrawn, society.Settled:
		d.halved = true
	case society.Deemed:
		d.halved = c.Proceeding == society.CivilAppeal || chance.Percent(r, 60)
	}
	if c.Proceeding == society.CivilAppeal || c.Proceeding == society.PatentAppeal || c.Proceeding == society.AdminAppeal || c.Proceeding == society.CivilRetrial {
		d.halved = c.Outcome == society.Withdrawn || c.Outcome == society.Deemed
	}
	d.notice = chance.Percent(r, 24)
	d.fees = chance.Percent(r, 75) || c.Form == society.Judgment || c.Form == society.AdministrativeJudgment
	d.roles = chance.Percent(r, 72)
	d.short = chance.Percent(r, 32)
	d.comma = chance.Percent(r, 40)
	d.sums = r.IntN(sumStyles)
	return d
}
