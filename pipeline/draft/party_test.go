package draft

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// A row that another party tells apart is told by what the party did, as people name it.
func TestRowsByParty(t *testing.T) {
	d := toytest.Domain(t, "legal")
	for _, tt := range []struct{ tool, column, party, target, zh, en string }{
		{"get_legal_document_company_list", "被告", "Tea Ltd.", "案由", "被告是Tea Ltd.的", "in which Tea Ltd. is the defendant"},
		{"get_legal_document_company_list", "原告", "Tea Ltd.", "案由", "Tea Ltd.", "that Tea Ltd. brought"},
		{"get_finalized_case_company_list", "执行法院", "Dunmere Court", "立案日期", "Dunmere Court执行的", "that Dunmere Court enforced"},
		{"get_administrative_case_company_list", "处罚单位", "Dunmere Tax Bureau", "处罚日期", "Dunmere Tax Bureau作出的", "by Dunmere Tax Bureau"},
	} {
		p := new(plan.Program)
		rows := p.Add(&plan.Call{Tool: tt.tool}, p.Add(&plan.Start{Entity: "company", Value: []string{"Silk Ltd."}}))
		only := p.Add(&plan.Only{}, p.Add(&plan.Filter{Column: tt.column, Comparison: plan.Equals, Operand: tt.party}, rows))
		p.Answers = []plan.AnswerSpec{{From: p.Add(&plan.Project{Columns: []string{tt.target}}, only), Form: plan.Form{Style: plan.StyleText}}}
		for lang, want := range map[string]string{"zh": tt.zh, "en": tt.en} {
			told := 0
			for seed := range uint64(12) {
				all, err := Reworded(d, p, lang, Wordings{Manner: RandomManner(rand.New(rand.NewPCG(seed, 1)))})
				if err != nil {
					t.Fatal(err)
				}
				text := strings.NewReplacer("为", "是").Replace(all[0].Stepwise.Clause + all[0].Stepwise.Question)
				if strings.Contains(text, want) {
					told++
				} else if told == 0 {
					t.Logf("%s: %s", lang, text)
				}
				if strings.Contains(text, "“"+tt.party) {
					t.Errorf("%s: %q quotes a party", lang, text)
				}
			}
			if told < 6 {
				t.Errorf("%s: %q in %d of 12 wordings", lang, want, told)
			}
		}
	}
}
