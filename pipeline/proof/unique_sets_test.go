package proof

import (
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// over makes a program of nodes whose answer is the last.
func over(form plan.Form, nodes ...plan.Node) *plan.Program {
	return &plan.Program{Nodes: nodes, Answers: []plan.AnswerSpec{{From: nodes[len(nodes)-1].Name, Form: form}}}
}

// What sets, texts that are compared, meeting branches and nodes without a choice can
// leave open.
func TestUniqueCatchesSets(t *testing.T) {
	subs := []plan.Node{node("r1", start("firm", east)), node("r2", call("subsidiaries"), "r1"), node("r3", project("名称"), "r2")}
	cases := []plan.Node{node("r1", start("firm", south)), node("r2", call("cases"), "r1")}
	group := []plan.Node{node("r1", start("firm", west)), node("r2", call("firm"), "r1"), node("r3", project("母公司"), "r2"), node("r4", call("subsidiaries"), "r3"), node("r5", project("名称"), "r4")}
	then := func(before []plan.Node, nodes ...plan.Node) *plan.Program {
		return over(count, append(slices.Clone(before), nodes...)...)
	}
	each, having, total := &plan.Call{Tool: "cases", Each: true}, &plan.Having{Tool: "cases"}, &plan.Count{}
	party := &plan.Filter{Column: "当事人", Comparison: plan.Equals, Operand: west}
	tests := map[string]struct {
		program *plan.Program
		change  func(tables)
		want    string
	}{
		"a member under two names": {then(subs, node("r4", each, "r3"), node("r5", total, "r4")),
			func(ts tables) { ts["Case"][3]["公司"] = west + " " }, "ambiguous: r4: cases does not find " + west},
		"a member that is asked about under two names": {then(subs, node("r4", having, "r3"), node("r5", &plan.Distinct{}, "r4")),
			func(ts tables) { ts["Case"][3]["公司"] = west + " " }, "ambiguous: r4: cases does not find " + west},
		"a member beside others": {then(subs, node("r4", &plan.Call{Tool: "party_cases", Each: true}, "r3"), node("r5", total, "r4")),
			nil, "ambiguous: r4: 1 rows of Case name " + west},
		"two rows for a member": {then(subs, node("r4", &plan.Call{Tool: "firm", Each: true}, "r3"), node("r5", total, "r4")),
			func(ts tables) { ts["Firm"][3]["代码"] = west }, "several: r4: 2 rows for " + west},
		"a member that the chain came through": {then(subs, node("r4", each, "r3"), node("r5", total, "r4")),
			func(ts tables) { ts["Firm"][0]["母公司"] = east }, "repeated: r4: " + east + " again, as at r1"},
		"a list of a group that holds the member it was found by": {then(group, node("r6", each, "r5"), node("r7", total, "r6")),
			nil, ""},
		"a list of that member alone": {then(group, node("r6", each, "r5"), node("r7", total, "r6")),
			func(ts tables) {
				for i := range ts["Firm"] {
					if ts["Firm"][i]["名称"] != west {
						ts["Firm"][i]["母公司"] = "无"
					}
				}
			}, "repeated: r6: " + west + " again, as at r1"},
		"a set that holds one name in two spellings": {over(words, append(slices.Clone(cases), node("r3", project("法院"), "r2"))...),
			func(ts tables) { ts["Case"][1]["法院"] = "山东省东营市中级人民法院" }, "ambiguous: r3: 东营市中级人民法院 and 山东省东营市中级人民法院 may be one"},
		"two sets that hold one name in two spellings": {over(words,
			node("r1", start("firm", south)), node("r2", call("cases"), "r1"), node("r3", project("法院"), "r2"),
			node("r4", start("firm", west)), node("r5", call("cases"), "r4"), node("r6", project("法院"), "r5"),
			node("r7", &plan.Combine{Function: plan.Difference}, "r3", "r6")),
			func(ts tables) { ts["Case"][3]["法院"] = "山东省东营市中级人民法院" }, "ambiguous: r7: "},
		"what is counted, in two spellings": {then(cases, node("r3", &plan.Frequent{Column: "法院"}, "r2"), node("r4", call("court_cases"), "r3"), node("r5", total, "r4")),
			func(ts tables) {
				ts["Case"][1]["法院"], ts["Case"][2]["法院"] = "东营市中级人民法院", "山东省东营市中级人民法院"
			}, "ambiguous: r3: "},
		"what is counted, masked": {over(words, append(slices.Clone(cases), node("r3", &plan.Frequent{Column: "案由"}, "r2"))...),
			func(ts tables) { ts["Case"][1]["案由"], ts["Case"][2]["案由"] = "某纠纷", "买卖合同纠纷" }, "masked: r3: "},
		"a name left out, in other width": {then(cases, node("r3", &plan.Filter{Column: "当事人", Comparison: plan.Equals, Operand: "ＡＢ公司"}, "r2"), node("r4", total, "r3")),
			func(ts tables) { ts["Case"][0]["当事人"], ts["Case"][1]["当事人"] = "ＡＢ公司", "AB公司" }, "ambiguous: r3: AB公司 in row 1 and ＡＢ公司 may be one"},
		"a name left out, behind a mask": {then(cases, node("r3", party, "r2"), node("r4", total, "r3")),
			func(ts tables) { ts["Case"][0]["当事人"] = "西湖某某有限公司" }, "masked: r3: "},
		"another name behind a mask": {then(cases, node("r3", party, "r2"), node("r4", total, "r3")),
			func(ts tables) { ts["Case"][0]["当事人"] = "陈某某" }, ""},
		"a piece of text in other width": {then(cases, node("r3", &plan.Filter{Column: "案由", Comparison: plan.Contains, Operand: "合同(一)"}, "r2"), node("r4", total, "r3")),
			func(ts tables) {
				ts["Case"][0]["案由"], ts["Case"][1]["案由"] = "合同(一)纠纷", "合同（一）纠纷"
			}, "ambiguous: r3: "},
		"a comparison with itself": {over(words,
			node("r1", start("firm", south)), node("r2", call("firm"), "r1"), node("r3", project("资本"), "r2"),
			node("r4", start("firm", south)), node("r5", call("cases"), "r4"), node("r6", &plan.Aggregate{Function: plan.Sum, Column: "金额"}, "r5"),
			node("r7", &plan.Compare{Order: plan.Max}, "r1", "r3", "r4", "r6")),
			nil, "repeated: r7: " + south + " is compared with itself"},
		"a chain back to what was compared": {over(words,
			node("r1", start("firm", south)), node("r2", call("firm"), "r1"), node("r3", project("资本"), "r2"),
			node("r4", start("firm", east)), node("r5", call("firm"), "r4"), node("r6", project("资本"), "r5"),
			node("r7", &plan.Compare{Order: plan.Min}, "r1", "r3", "r4", "r6"),
			node("r8", call("firm"), "r7"), node("r9", project("母公司"), "r8"), node("r10", call("firm"), "r9"), node("r11", project("法人"), "r10")),
			nil, "repeated: r9: " + east + " again, as at r4"},
		"a value with itself": {over(count, node("r1", start("firm", south)), node("r2", call("firm"), "r1"), node("r3", project("成立"), "r2"), node("r4", &plan.Days{}, "r3", "r3")),
			nil, "trivial: r4: it works on one value twice"},
		"a step for nothing": {over(words, node("r1", start("firm", south)), node("r2", call("cases"), "r1"), node("r3", call("firm"), "r1"), node("r4", project("法人"), "r3")),
			nil, "trivial: r2: no answer comes of it"},
		"a frequent one alone": {over(words, append(slices.Clone(cases), node("r3", &plan.Frequent{Column: "公司"}, "r2"))...),
			func(ts tables) { ts["Case"][0]["公司"] = south }, "repeated: r3: "},
		"one ground of all cases, as the most frequent": {over(words, append(slices.Clone(cases), node("r3", &plan.Frequent{Column: "案由"}, "r2"))...),
			func(ts tables) {
				ts["Case"][0]["案由"], ts["Case"][2]["案由"] = "商标侵权纠纷", "商标侵权纠纷"
			}, "trivial: r3: a single value stands there"},
		"one code of all cases, as the one that stands most often": {over(words, append(slices.Clone(cases), node("r3", project("案号"), "r2"), node("r4", &plan.DeriveAll{Derivation: "number_code"}, "r3"), node("r5", &plan.Mode{}, "r4"), node("r6", call("court"), "r5"), node("r7", project("院长"), "r6"))...),
			func(ts tables) { ts["Case"][2]["案号"] = "（2020）甲01民初13号" }, "trivial: r5: a single value is in the set"},
		"a set that keeps all": {then(subs, node("r4", having, "r3"), node("r5", &plan.Distinct{}, "r4")),
			nil, "trivial: r4: it keeps every member"},
		"a difference that takes nothing": {over(words,
			node("r1", start("firm", south)), node("r2", call("cases"), "r1"), node("r3", project("案由"), "r2"),
			node("r4", start("firm", west)), node("r5", call("cases"), "r4"), node("r6", project("案由"), "r5"),
			node("r7", &plan.Combine{Function: plan.Difference}, "r3", "r6")),
			nil, "trivial: r7: "},
		"a tie before the place": {over(words, append(slices.Clone(cases), node("r3", &plan.Superlative{Column: "金额", Order: plan.Max, Rank: 3}, "r2"), node("r4", project("案由"), "r3"))...),
			func(ts tables) { ts["Case"][0]["金额"] = 180000 }, "tie: r3 "},
	}
	for name, tt := range tests {
		ts := healthy()
		if tt.change != nil {
			tt.change(ts)
		}
		got := fault(t, load(t, small(), ts), "unique", &task.Task{Plan: tt.program})
		if !strings.HasPrefix(got, tt.want) || (tt.want == "") != (got == "") {
			t.Errorf("unique with %s = %q, want %q", name, got, tt.want)
		}
	}
}

// A code that is derived in two spellings is two codes to a count of the most frequent.
func TestUniqueCatchesDerivedSpellings(t *testing.T) {
	d, ts := small(), healthy()
	d.Derivations[0].Pattern = `^（[0-9]{4}）([甲乙][0-9０-９]{2})`
	ts["Case"][1]["案号"] = "（2020）甲０１民初12号"
	p := over(words, node("r1", start("firm", south)), node("r2", call("cases"), "r1"), node("r3", project("案号"), "r2"),
		node("r4", &plan.DeriveAll{Derivation: "number_code"}, "r3"), node("r5", &plan.Mode{}, "r4"))
	ts["Case"] = append(ts["Case"], row{"案号": "（2022）甲01民初15号", "公司": south})
	if got := fault(t, load(t, d, ts), "unique", &task.Task{Plan: p}); !strings.HasPrefix(got, "ambiguous: r5: ") {
		t.Errorf("unique with a code in two widths = %q, want ambiguous: r5", got)
	}
}

// Branches from one start may pass through one row and meet; a set may hold what
// another branch names.
func TestUniquePassesBranches(t *testing.T) {
	w := load(t, small(), healthy())
	for name, p := range map[string]*plan.Program{
		"two values of a row": over(plan.Form{Style: plan.StyleNumber, Unit: "元"}, node("r1", start("firm", south)), node("r2", call("cases"), "r1"),
			node("r3", &plan.Aggregate{Function: plan.Sum, Column: "金额"}, "r2"), node("r4", &plan.Aggregate{Function: plan.Maximum, Column: "金额"}, "r2"),
			node("r5", &plan.Arithmetic{Function: plan.Subtract}, "r3", "r4")),
		"one company twice on the way": over(words,
			node("r1", start("firm", east)), node("r2", call("subsidiaries"), "r1"), node("r3", &plan.Superlative{Column: "资本", Order: plan.Max}, "r2"), node("r4", project("名称"), "r3"),
			node("r5", call("cases"), "r4"), node("r6", project("案由"), "r5"),
			node("r7", start("firm", west)), node("r8", call("cases"), "r7"), node("r9", project("案由"), "r8"), node("r10", &plan.Combine{Function: plan.Union}, "r6", "r9")),
		"a set with what another branch names": over(count,
			node("r1", start("firm", east)), node("r2", call("subsidiaries"), "r1"), node("r3", project("名称"), "r2"),
			node("r4", start("firm", south)), node("r5", call("cases"), "r4"), node("r6", project("公司"), "r5"),
			node("r7", &plan.Combine{Function: plan.Difference}, "r3", "r6"), node("r8", &plan.Distinct{}, "r7")),
		"a role": over(count, node("r1", start("firm", south)), node("r2", call("cases"), "r1"),
			node("r3", &plan.Filter{Column: "当事人", Comparison: plan.Names}, "r2", "r1"), node("r4", &plan.Count{}, "r3")),
		"the larger of two and what it has": over(words,
			node("r1", start("firm", south)), node("r2", call("firm"), "r1"), node("r3", project("资本"), "r2"),
			node("r4", start("firm", east)), node("r5", call("firm"), "r4"), node("r6", project("资本"), "r5"),
			node("r7", &plan.Compare{Order: plan.Max}, "r1", "r3", "r4", "r6"), node("r8", call("subsidiaries"), "r7"),
			node("r9", &plan.Superlative{Column: "成立", Order: plan.Max}, "r8"), node("r10", project("法人"), "r9")),
	} {
		if got := fault(t, w, "unique", &task.Task{Plan: p}); got != "" {
			t.Errorf("unique with %s = %q, want none", name, got)
		}
	}
}

func TestMaybe(t *testing.T) {
	marks := []string{"某", "*"}
	for _, c := range []struct {
		masked, name string
		want         bool
	}{
		{"陈某某", "陈秋生", true}, {"陈某某", "李文华", false}, {"陈某某", "陈记茶叶有限公司", true}, {"某甲公司", "东海公司", false}, {"某甲公司", "东甲公司", true},
		{"西湖＊＊有限公司", "西湖丝绸有限公司", true}, {"西湖**有限公司", "东湖丝绸有限公司", false}, {"西*丝*公司", "西湖丝绸公司", true}, {"西*茶*公司", "西湖丝绸公司", false},
		{"陈秋生", "陈秋生", false},
	} {
		if got := couldBe(c.masked, c.name, marks); got != c.want {
			t.Errorf("couldBe(%q, %q) = %v, want %v", c.masked, c.name, got, c.want)
		}
	}
}
