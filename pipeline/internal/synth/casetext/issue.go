package casetext

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// measure is what the facts of an issue are measured by.
type measure uint8

// The closed set of measures.
const (
	conduct measure = iota // what somebody did or proved
	period                 // the time in which something was done
	share                  // a sum in relation to another
	rate                   // a yearly rate
)

// issue describes a kind of issue. Its sentences are the rules of the text grammars that end in
// the kind's name.
type issue struct {
	measure measure
	// evidence says that the rule is about proof, in which nobody has an acquired right.
	evidence bool
	// claimed says that the article itself names the claimant; else the counterparty claims.
	claimed bool
	// learned says that the time runs from the day on which the plaintiff learns of the fact.
	learned bool
	// timely says that the plea is that something was done in time; else that it was late.
	timely bool
	// fails says that the plea always fails.
	fails bool
}

// issues are the kinds of issues by name: that of the rule's form, with that of the limit that
// the plea turns on.
var issues = map[string]issue{
	"months_from_knowledge": {measure: period, claimed: true, learned: true},
	"years_from_event":      {measure: period, claimed: true},
	"objection_days":        {measure: period},
	"years_unasserted":      {measure: period},
	"change_notice_unheld":  {measure: period, timely: true},
	"change_notice_cost":    {measure: period, timely: true},
	"deposit_cap":           {measure: share},
	"advance_cap":           {measure: share},
	"penalty_reduced":       {measure: share},
	"interest_rate":         {measure: rate},
	"breach_fault":          {},
	"breach_cause":          {},
	"breach_foresight":      {},
	"breach_mitigation":     {},
	"breach_substitute":     {},
	"after_notice":          {claimed: true},
	"breach":                {},
	"fact":                  {claimed: true},
	"within_days":           {measure: period, claimed: true},
	"records_end":           {measure: period},
	"proved_own_fault":      {claimed: true},
	"proved_arrangement":    {claimed: true},
	"proved_no_fault":       {claimed: true},
	"performance_proof":     {evidence: true},
	"withheld":              {evidence: true},
	"suspicion":             {evidence: true},
	"unless_handled":        {claimed: true},
	"pretext":               {claimed: true, fails: true},
	"waiver":                {claimed: true},
}

// issueOf returns the kind of issue that a rule decides; "" for none.
func issueOf(r *statute.ArticleRule) string {
	if r.Barred {
		return ""
	}
	kind := string(r.Form)
	switch r.Form {
	case statute.ChangeNotice:
		kind += "_" + r.Choice("notice_more").Name
	case statute.BreachLoss, statute.BreachCost, statute.BreachRefLimit:
		limit := r.Choice("liability_limit").Name
		if limit != "cause" && r.Form != statute.BreachCost && !slices.Contains([]string{"damages", "correction"}, r.Choice("answer").Name) {
			return "" // no sum to reduce
		}
		kind = "breach_" + limit
	case statute.BreachRef:
		kind = string(statute.Breach)
	case statute.FactRight, statute.FactSupport:
		kind = string(statute.Fact)
	case statute.WithinDays:
		if r.Choice("late").Name != "negotiated" {
			return "" // what follows from delay is left open
		}
	case statute.Proved:
		kind += "_" + r.Choice("claim_limit").Name
	case statute.PerformanceBurden:
		kind = string(statute.PerformanceProof)
	}
	if _, ok := issues[kind]; !ok {
		return ""
	}
	return kind
}
