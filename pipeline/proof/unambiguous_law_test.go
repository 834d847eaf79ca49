package proof

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/internal/prooftest"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// ambiguity is a drawn program over drawn tables, and an edit of the tables after which a
// reading of the kind gives another answer.
type ambiguity struct {
	kind    string
	program *plan.Program
	inject  func(tables)
	spare   func(tables) // an edit after which all readings give the same answer
}

// drawLawsuits replaces the cases of the review world by some of the company, in a drawn role, and
// returns their amounts, all different and in [1000, 2000).
func drawLawsuits(t *rapid.T, ts tables, company string) []int {
	amounts := rapid.SliceOfNDistinct(rapid.IntRange(1000, 1999), 2, 6, rapid.ID[int]).Draw(t, "amounts")
	ts["LegalDoc"] = nil
	for i, amount := range amounts {
		parties := []string{company, fmt.Sprintf("对方%d公司", i)}
		if rapid.Bool().Draw(t, "defendant") {
			slices.Reverse(parties)
		}
		if rapid.Bool().Draw(t, "several") {
			parties[0] += "、旁人"
		}
		ts["LegalDoc"] = append(ts["LegalDoc"], lawsuit(fmt.Sprintf("（2020）甲01民初%d号", i+1), company, parties[0], parties[1], amount, fmt.Sprintf("2020-%02d-%02d", i+1, 1+amount%28), nil))
	}
	return amounts
}

// elsewhere adds a case that is filed under another company.
func elsewhere(t *rapid.T, party string, amount int) func(tables) {
	parties := []string{party, "他方公司"}
	if rapid.Bool().Draw(t, "as defendant") {
		slices.Reverse(parties)
	}
	if rapid.Bool().Draw(t, "beside others") {
		parties[0], parties[1] = parties[0]+"、甲方公司", "乙方公司、"+parties[1]
	}
	return addRow("LegalDoc", lawsuit("（2021）乙01民初99号", "他方公司", parties[0], parties[1], amount, "2021-12-31", row{"案由": "他案"}))
}

// drawCollection draws a question about the cases of a company; a case filed elsewhere, with
// the highest amount and the latest day, changes its answer.
func drawCollection(t *rapid.T, ts tables) ambiguity {
	company := rapid.SampledFrom([]string{shipping, silk, mining, tea}).Draw(t, "company")
	drawLawsuits(t, ts, company)
	p := rapid.SampledFrom([]*plan.Program{
		suits(company, count, &plan.Count{}),
		suits(company, words, project("案号")),
		suits(company, yuan, &plan.Aggregate{Function: plan.Sum, Column: "涉案金额（元）"}),
		suits(company, yuan, &plan.Aggregate{Function: plan.Maximum, Column: "涉案金额（元）"}),
		suits(company, words, &plan.Superlative{Column: "日期", Order: plan.Max}, project("案由")),
		suits(company, words, &plan.Superlative{Column: "涉案金额（元）", Order: plan.Max, Rank: 2}, project("案号")),
	}).Draw(t, "program")
	return ambiguity{"collection", p, elsewhere(t, company, 9999), elsewhere(t, "第三公司", 9999)}
}

// drawBound draws a question about an interval of amounts; a case whose amount is an end
// changes its answer.
func drawBound(t *rapid.T, ts tables) ambiguity {
	drawLawsuits(t, ts, silk)
	ends := []int{500, 2500}
	comparison := rapid.SampledFrom([]plan.Comparison{plan.Above, plan.AtLeast, plan.Below, plan.AtMost, plan.Within}).Draw(t, "comparison")
	f := &plan.Filter{Column: "涉案金额（元）", Comparison: comparison}
	end := rapid.SampledFrom(ends).Draw(t, "end")
	switch comparison {
	case plan.Within:
		f.Operand, f.To = "500", "2500"
	case plan.Above, plan.AtLeast:
		f.Operand, end = "500", 500
	default:
		f.Operand, end = "2500", 2500
	}
	p := rapid.SampledFrom([]*plan.Program{
		suits(silk, count, f, &plan.Count{}), suits(silk, words, f, project("案号")),
		suits(silk, yuan, f, &plan.Aggregate{Function: plan.Sum, Column: "涉案金额（元）"}),
	}).Draw(t, "program")
	added := func(amount int) func(tables) {
		return addRow("LegalDoc", lawsuit("（2021）甲01民初99号", silk, silk, "他方公司", amount, "2021-12-31", nil))
	}
	return ambiguity{"bound", p, added(end), added(end + 1)}
}

// drawSource draws a question by stock code for a column that the register has, too; the
// cells differ in the review world but for the founding day.
func drawSource(t *rapid.T, ts tables) ambiguity {
	of := rapid.SampledFrom([][]string{
		{"所属行业", "行业一级", "行业二级", "行业三级"}, {"法人代表", "法定代表人"}, {"联系电话", "联系电话"},
	}).Draw(t, "columns")
	said, other := "说法"+rapid.StringMatching(`[a-z]{3}`).Draw(t, "said"), "别的"+rapid.StringMatching(`[a-z]{3}`).Draw(t, "other")
	same := func(text string) func(tables) {
		cells := row{}
		for _, column := range of[1:] {
			cells[column] = text
		}
		return edits(with("CompanyInfo", "公司名称", shipping, row{of[0]: said}), with("CompanyRegister", "公司名称", shipping, cells))
	}
	entity := rapid.SampledFrom([][2]string{{"stock_code", "600001"}, {"company_abbreviation", "东海船舶"}}).Draw(t, "start")
	return ambiguity{"source", chain(words, start(entity[0], entity[1]), call("get_company_info"), project(of[0])), same(other), same(said)}
}

// "The only" binds one way: at another place of the chain, before a filter or after the next
// lookup, it gives the same row or none.
func TestOnlyReadsOneWay(t *testing.T) {
	d := toytest.Domain(t, "legal")
	answered, same := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		ts := review()
		ts["LegalDoc"] = nil
		for i := range rapid.IntRange(1, 4).Draw(t, "cases") {
			party := rapid.SampledFrom([]string{shipping, mining, tea}).Draw(t, "party")
			ts["LegalDoc"] = append(ts["LegalDoc"], lawsuit(fmt.Sprintf("（2020）甲01民初%d号", i+1), silk, silk, party, rapid.IntRange(1, 3).Draw(t, "amount"), "2020-01-02", nil))
		}
		c, _ := prooftest.Load(t, d, ts)
		r := newRelational(d, c)
		f, only := &plan.Filter{Column: "涉案金额（元）", Comparison: plan.Equals, Operand: "2"}, &plan.Only{}
		each, next := &plan.Call{Tool: "get_company_register", Each: true}, []plan.Operation{project("被告"), call("get_company_register"), project("法定代表人")}
		p := suits(silk, words, append([]plan.Operation{f, only}, next...)...)
		base := r.evaluate(p)
		if base.reason != "" {
			return
		}
		answered++
		for _, q := range []*plan.Program{
			suits(silk, words, append([]plan.Operation{only, f}, next...)...),
			suits(silk, words, append([]plan.Operation{only}, next...)...),
			suits(silk, words, f, project("被告"), each, only, project("法定代表人")),
			suits(silk, words, project("被告"), each, only, project("法定代表人")),
		} {
			e := r.evaluate(q)
			if e.reason != "" {
				continue
			}
			same++
			if !slices.EqualFunc(base.answerTexts(p), e.answerTexts(q), slices.Equal[[]string]) {
				t.Errorf("%s: answers %v, want %v", encoded(q), e.answerTexts(q), base.answerTexts(p))
			}
		}
	})
	t.Logf("%d answered, with %d readings that have an answer", answered, same)
}

// An ambiguity of each kind, put into drawn tables, is refused by both executions where the
// readings differ, and only there.
func TestInjectedAmbiguities(t *testing.T) {
	d := toytest.Domain(t, "legal")
	refused := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		for range 6 {
			draw := rapid.SampledFrom([]func(*rapid.T, tables) ambiguity{drawCollection, drawBound, drawSource}).Draw(t, "kind")
			ts := review()
			a := draw(t, ts)
			edit, want := a.inject, " "+a.kind+" "
			if rapid.IntRange(0, 2).Draw(t, "spared") == 0 {
				edit, want = a.spare, ""
			}
			edit(ts)
			c, tools := prooftest.Load(t, d, ts)
			checkReadings(t, Sources{Domain: d, Corpus: c, Tools: tools}, a.program, want)
			if want != "" {
				refused[a.kind]++
			}
		}
	})
	t.Logf("refused: %v", refused)
}
