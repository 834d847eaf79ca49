package proof

import (
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// One passage of the whole corpus states what is remembered, and any order of passages that score
// alike finds it.
func TestRecognizedPassages(t *testing.T) {
	d := toytest.Domain(t, "legal")
	const this = "甲诉乙案\n——迟延付款的责任\n请求被告支付货款100元。（2020）甲01民初1号判决。"
	for _, c := range []struct {
		name     string
		passages []string
		k        int
		reason   plan.Reason
	}{
		{"one", []string{"丙诉丁案\n——赠与的撤销\n（2020）甲01民初2号", this}, 1, ""},
		{"another has one part", []string{"丙诉丁案\n——迟延付款的责任\n货款200元（2020）甲01民初2号", this}, 2, ""},
		{"another states it too and is not found", []string{this, "很长的另一篇，写了许多同本案无关的事情，只在最后提到迟延付款的责任和货款100元。（2020）甲01民初2号"}, 1, plan.Several},
		{"another states it too and is found", []string{this, this + "（2020）甲01民初1号"}, 2, plan.Several},
		{"the search finds another", []string{this, "迟延付款的责任 迟延付款的责任 货款100 元 迟延付款的责任"}, 1, plan.Missing},
		{"another scores alike", []string{this, "甲诉乙案\n——迟延付款的责任\n请求被告支付货款 100元。（2020）甲01民初1号判决。"}, 1, plan.Tie},
		{"none states it", []string{"丙诉丁案\n——迟延付款的责任\n货款200元（2020）甲01民初2号"}, 1, plan.Missing},
		{"two numbers", []string{this + "原审（2019）甲01民初1号"}, 1, plan.Underived},
	} {
		r := &relational{domain: d, passageSets: map[string]*passageSet{"LegalCases": newPassageSet(c.passages, nil)}}
		e := r.evaluate(&plan.Program{
			Nodes: []plan.Node{
				node("start", start("model_case", "迟延付款的责任", "货款100元")),
				node("found", &plan.Retrieve{Tool: "legal_case_retriever", Passages: c.k}, "start"),
				node("number", &plan.Recognize{}, "found", "start"),
			},
			Answers: []plan.AnswerSpec{{From: "number", Form: plan.Form{Style: plan.StyleText}}},
		})
		if e.reason != c.reason {
			t.Errorf("%s: %q (%s), want %q", c.name, e.reason, e.detail, c.reason)
		} else if c.reason == "" && !slices.Equal(e.of("number").name, []string{"（2020）甲01民初1号"}) {
			t.Errorf("%s: %q, want the number of the case", c.name, e.of("number").name)
		}
	}
}
