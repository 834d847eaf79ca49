package ruling

import (
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
)

// The rules that the program asks for.
func roots(stories *stories) []string {
	list := []string{
		"order_recourse", "order_guaranteed", "items_found", "items_claimed", "trade_liable", "order_pay", "order_pay_interest", "order_interest", "order_joint", "order_rest", "order_released", "order_overturned", "order_revoke", "order_revoke_both", "order_remand",
		"fees", "fees_half", "fees_split", "fees_half_split", "fees_returned",
		"fees_appeal", "fees_appeal_half", "fees_reversed", "first_plaintiffs", "first_defendants", "first_both", "own_plaintiffs", "own_defendants", "own_both",
		"closing_delay", "closing_appeal", "closing_notice", "closing_appeal_ruling", "closing_final", "closing_final_ruling", "closing_preserved", "closing_closed", "closing_effective",
		"title_first", "title_first_late", "title_appeal", "title_appeal_late", "title_petition", "title_petition_late", "title_retrial", "title_retrial_late",
		"title_enforcing", "title_preserving", "title_first_admin", "title_appeal_admin", "title_petition_admin",
		"place", "equipment", "system", "job", "part", "project",
		"suit", "suit_other", "claims", "claims_other", "claims_besides", "demanded", "works_void", "rights_granted", "sum_due", "panel", "evidence", "evidence_alone", "absent", "denial", "stated", "labour_stated", "stated_other", "applied", "view", "interest_told", "terminated",
		"burden_plaintiff", "reversed_nothing", "reversed_less", "reversed_less_debt", "reversed_more_cut", "reversed_more_all", "reversed_from_nothing",
		"lower_granted", "lower_granted_other", "lower_granted_joint", "lower_granted_released", "lower_partly", "lower_partly_joint", "lower_partly_released",
		"lower_dismissed", "lower_upheld", "lower_reversed", "others_dismissed", "others_silent",
		"after_unappealed", "after_appealed", "after_executed", "after_final",
		"significance_open", "significance_law", "significance_close", "lot", "paid_how",
		"abstract", "abstract_later", "renamed", "passage", "case_title",
	}
	for _, rule := range singleOrderRules {
		list = append(list, rule)
	}
	list = append(list, "debt_worth", "wrong_worth", "claim_worth", "review_worth", "labour_worth", "debt_granted", "wrong_granted")
	list = append(list, "ground", "retrial", "upheld", "objection_refused", "objection_overpaid", "objection_less", "objection_more", "objection_nothing", "objection_assessed_less", "objection_assessed_more", "reversed_less_assessed", "reversed_more_assessed", "objection_pleaded", "answered_pleaded", "denial_own", "security_shares", "security_bonds")
	for _, part := range []string{"cut", "protected", "debt", "trade", "loan", "labour", "wrong", "claim", "review_granted"} {
		list = append(list, "objection_"+part, "answered_"+part)
	}
	for g := range groundPleas {
		if list = append(list, "rule_"+string(g), "objection_"+string(g), "answered_"+string(g)); g != unfounded && g != different { // which stories tell
			list = append(list, "found_"+string(g), "dismissed_"+string(g))
		}
	}
	for c := range cutRules {
		list = append(list, "found_"+string(c), "cut_"+string(c))
		if c == faults || c == discount {
			list = append(list, "objection_left_"+string(c), "answered_left_"+string(c))
		}
		if c == quantity || c == receipts || c == discretion || c == payment {
			list = append(list, "objection_cut_"+string(c), "answered_cut_"+string(c))
		}
	}
	for _, family := range []family{debt, trade, loan, labour, wrong, claim, review} {
		list = append(list, "voucher_"+string(family))
	}
	list = append(list, "due_told", "trade_due_told", "labour_arbitrated", "labour_found_paid", "labour_rule_paid", "labour_dismissed_paid")
	for _, part := range []string{"role_", "others_"} {
		for _, l := range []liability{alike, jointly, released} {
			list = append(list, part+l.String())
		}
	}
	list = append(list, "filed_claim", "filed_costs", "filed_person", "items_told", "claimed_rate", "claimed_year", "us_told", "us_argued", "closing", "subcontract_deal", "filed_prayer", "filed_heads_money", "filed_heads_wrong", "filed_heads_other",
		"alternative", "law_cited", "stop_text", "stop_why_text", "rounded_told", "moot_text", "alternative_harm", "alternative_kept", "filed_claim_wrong", "list_paper", "pursuit_counsel", "pursuit_own", "struck_interest", "struck_interest_both", "struck_interest_paid", "interest_and", "interest_out_struck", "interest_out_both", "interest_out_paid", "usual_rate", "relief_kept", "patent_invention", "patent_model", "rest_told", "rest_admitted_text", "injury_minor", "injury_grave", "base_open", "base_unpaid", "base_asked", "base_left", "base_paid", "sum_word_principal", "sum_word_other", "speaker_person", "speaker_company", "kind_invention", "kind_model", "kind_design", "trade_shown")
	for _, asks := range []string{"dismissal", "reduction", "both"} {
		list = append(list, "relief_"+asks)
	}
	for _, family := range []family{debt, trade, loan, labour, wrong, claim} {
		for _, part := range []string{"terms", "grievance", "reason", "paper"} {
			list = append(list, string(family)+"_"+part)
		}
		if family != trade && family != loan {
			list = append(list, string(family)+"_demand")
		}
	}
	for id := range stories.byID {
		for _, part := range []string{"deal", "course", "trouble", "rule", "lesson", "point"} {
			list = append(list, id+"_"+part)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// pleaParts are the prefixes of the rules about pleas.
var pleaParts = []string{"fact_", "issue_", "argue_", "state_", "paper_", "rate_of_", "interest_", "interest_from_"}

// Both languages have all rules, and none that nothing uses. A story told of money
// says what is owed; another what is asked for and ordered.
func TestGrammarsAreComplete(t *testing.T) {
	for _, language := range languages {
		r, err := New(language)
		if err != nil {
			t.Fatal(err)
		}
		used := roots(r.stories)
		for _, rule := range used {
			if !r.has[rule] {
				t.Errorf("%s has no rule %s", language, rule)
			}
		}
		need := func(id, part string) {
			if !r.has[id+part] {
				t.Errorf("%s has no rule %s", language, id+part)
			}
		}
		tell := func(p *storySet) {
			for _, id := range p.Money {
				need(id, "_head")
			}
			for _, id := range append(slices.Clone(p.Other), p.Review) {
				if id != "" {
					need(id, "_ask")
					need(id, "_relief")
					need(id, "_granted")
					need(id, "_dismissed")
				}
			}
		}
		for _, p := range r.stories.byCause {
			tell(p)
		}
		for _, p := range r.stories.byMatter {
			tell(p)
		}
		if t.Failed() {
			t.FailNow()
		}
		for id := range r.stories.byID {
			own := []string{"objection_" + id, "answered_" + id, id + "_head", id + "_ask", id + "_relief", id + "_terms", id + "_grievance", id + "_demand", id + "_reason", id + "_paper", "filed_deal_" + id, "filed_deal_" + id + "_person", "filed_course_" + id, "filed_ask_" + id}
			for _, part := range append([]string{"items", "price", "unit", "unit_many", "odd_for"}, storyParts...) {
				own = append(own, part+"_"+id)
			}
			for _, part := range []string{"granted", "against", "dismissed", "pleads", "pleads_against", "due_told", "interest_told", "shown", "shown_dismissed", "demanded", "wrong_granted"} {
				own = append(own, id+"_"+part)
			}
			for _, suffix := range reasonSuffixes {
				own = append(own, id+"_items_found", id+"_objection_wrong", id+"_answered_wrong", "objection_"+id+suffix, "answered_"+id+suffix)
			}
			for _, rule := range []string{id + "_deal", id + "_course"} {
				own = append(own, rule+"_several", rule+"_rest")
				for g := range groundPleas {
					own = append(own, rule+"_"+string(g))
				}
				for c := range cutRules {
					own = append(own, rule+"_"+string(c), rule+"_"+string(c)+"_rest")
				}
			}
			for c := range cutRules {
				own = append(own, id+"_shown_"+string(c), id+"_granted_"+string(c))
			}
			for g := range groundPleas {
				own = append(own, id+"_objection_"+string(g), id+"_answered_"+string(g), string(r.stories.byID[id].Family)+"_objection_"+string(g), string(r.stories.byID[id].Family)+"_answered_"+string(g), id+"_found_"+string(g), id+"_rule_"+string(g), id+"_dismissed_"+string(g))
			}
			for _, c := range append([]cut{unvouched, quantity}, cutsOf[id]...) {
				own = append(own, id+"_found_"+string(c), id+"_cut_"+string(c))
			}
			for _, who := range []string{id, string(r.stories.byID[id].Family), "claim"} {
				for _, l := range []liability{alike, jointly, released} {
					own = append(own, who+"_role_"+l.String(), who+"_others_"+l.String())
				}
			}
			for _, p := range r.pleas {
				own = append(own, "answer_"+p.ID, id+"_answer_"+p.ID)
				for _, doctrine := range slices.Concat(p.DoctrineOf[id], p.DoctrineOf[returned], p.Doctrine, p.Besides) {
					own = append(own, "law_"+doctrine, "law_"+doctrine+"_"+p.ID, "law_"+doctrine+"_"+id)
				}
				for _, part := range pleaParts {
					own = append(own, part+p.ID)
					if p.Stories == nil || slices.Contains(p.Stories, id) {
						own = append(own, part+p.ID+"_"+id)
					}
				}
			}
			for _, rule := range own {
				if r.has[rule] {
					used = append(used, rule)
				}
			}
		}
		used = append(used, thingRules(t, r)...)
		used = append(used, suingRules(t, r)...)
		if unused := r.texts.Unused(used...); len(unused) > 0 {
			t.Errorf("%s: nothing uses %q", language, unused)
		}
	}
}

// thingRules returns the rules for things of certain stories and lines of business, and for what was agreed in
// disputes of certain causes.
func thingRules(t *testing.T, r *Renderer) []string {
	trades, err := name.Trades("en")
	if err != nil {
		t.Fatal(err)
	}
	rules := []string{"job_desks"}
	for _, v := range versions {
		rules = append(rules, v[:]...)
	}
	for _, thing := range things {
		for id := range r.stories.byID {
			rules = append(rules, thing+"_"+id)
		}
	}
	for i := range trades {
		line := strings.ReplaceAll(trades[i].ID, "-", "_")
		rules = append(rules, "part_"+line, "hands_"+line)
	}
	for _, p := range r.stories.byCause {
		rules = append(rules, p.Deal)
	}
	return slices.DeleteFunc(rules, func(rule string) bool { return !r.has[rule] })
}

// Every cause of the model has a story, and every story that is named exists.
func TestStoriesCoverTheModel(t *testing.T) {
	for _, language := range languages {
		tell := open(t, language)
		for id := range tell.stories.immaterial {
			if !slices.ContainsFunc(tell.shard.World.Names.Trades(), func(t name.Trade) bool { return t.ID == id }) {
				t.Errorf("there is no line of business %s", id)
			}
		}
		named := map[string]bool{}
		note := func(p *storySet) {
			for _, id := range append(append(slices.Clone(p.Money), p.Other...), p.Review) {
				if id == "" {
					continue
				}
				named[id] = true
				if tell.stories.byID[id] == nil {
					t.Errorf("story %s is named and not there", id)
				}
			}
		}
		known := map[string]bool{}
		for _, c := range tell.shard.World.Causes {
			known[c.Name] = true
			if tell.stories.byMatter[c.Matter] == nil {
				t.Errorf("no stories about %s", c.Matter)
			}
		}
		for name, p := range tell.stories.byCause {
			note(p)
			if !known[name] {
				t.Errorf("the model has no cause %q", name)
			}
		}
		for _, p := range tell.stories.byMatter {
			note(p)
		}
		for id := range tell.stories.byID {
			if !named[id] {
				t.Errorf("story %s is told of nothing", id)
			}
		}
	}
}
