package proof

import (
	"context"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Two answers may be one number: of different things in Chinese, one keyword in
// English.
func TestExecutedTakesEqualCounts(t *testing.T) {
	w := load(t, small(), healthy())
	p := chain(count, start("firm", "东海船舶有限公司"), call("subsidiaries"), &plan.Count{})
	q := chain(count, start("firm", "南岭茶叶有限公司"), call("cases"), &plan.Filter{Column: "立案", Comparison: plan.Year, Operand: "2020"}, &plan.Count{})
	for i, n := range q.Nodes {
		n.Name = "q" + n.Name
		if i > 0 {
			n.From = []string{p.Nodes[len(p.Nodes)-1].Name}
		}
		p.Nodes = append(p.Nodes, n)
	}
	p.Answers = append(p.Answers, plan.AnswerSpec{From: p.Nodes[len(p.Nodes)-1].Name, Form: count})
	for lang, keys := range map[string]int{"zh": 2, "en": 1} {
		made := makeTask(t, w, p, lang)
		if len(made.KeyAnswer) != keys {
			t.Fatalf("%s: keywords %q, want %d", lang, made.KeyAnswer, keys)
		}
		if got := fault(t, w, "executed", made); got != "" {
			t.Errorf("%s: executed says %q, want nothing", lang, got)
		}
	}
}

// A task that was edited, or whose tables changed since, is not what executing
// its plan gives.
func TestExecutedCatches(t *testing.T) {
	edits := map[string]struct {
		program string
		edit    func(*task.Task)
		want    string
	}{
		"no plan":        {"one", func(t *task.Task) { t.Plan = nil }, "invalid: "},
		"unbound":        {"one", func(t *task.Task) { t.Plan.Nodes[0].Do = start("firm") }, "invalid: "},
		"unknown tool":   {"one", func(t *task.Task) { t.Plan.Nodes[1].Do = call("nothing") }, "invalid: "},
		"unknown column": {"one", func(t *task.Task) { t.Plan.Nodes[2].Do = project("无此列") }, "invalid: "},
		"language":       {"one", func(t *task.Task) { t.Language = "xx" }, "invalid: "},
		"other start":    {"one", func(t *task.Task) { t.Plan.Nodes[0].Do = start("firm", "西湖丝绸有限公司") }, "changed: step r1 "},
		"no such start":  {"one", func(t *task.Task) { t.Plan.Nodes[0].Do = start("firm", "中海船舶有限公司") }, "missing: "},
		"other column":   {"one", func(t *task.Task) { t.Plan.Nodes[2].Do = project("母公司") }, "unobserved: "},
		"other order": {"superlative", func(t *task.Task) {
			t.Plan.Nodes[2].Do = &plan.Superlative{Column: "金额", Order: plan.Min}
		}, "changed: step r3 "},
		"observation": {"one", func(t *task.Task) { t.Steps[1].Observation = []byte(`{"法人":"潘秋牛"}`) }, "changed: step r2 "},
		"arguments":   {"one", func(t *task.Task) { t.Steps[1].Arguments = []byte(`{}`) }, "changed: step r2 "},
		"not JSON":    {"one", func(t *task.Task) { t.Steps[1].Arguments = []byte(`{`) }, "changed: step r2 "},
		"steps":       {"one", func(t *task.Task) { t.Steps = t.Steps[:2] }, "changed: 3 steps"},
		"id":          {"one", func(t *task.Task) { t.ID = "000000000000" }, "changed: id "},
		"path":        {"one", func(t *task.Task) { t.Path = "case" }, "changed: path "},
		"entities":    {"one", func(t *task.Task) { t.Entities[0].Name[0] = "其他" }, "changed: entities "},
		"structure":   {"one", func(t *task.Task) { t.Structure.Hops = 5 }, "changed: structure "},
		"draft":       {"one", func(t *task.Task) { t.Draft = "谁？" }, "changed: draft "},
		"answer":      {"one", func(t *task.Task) { t.Answer = "潘秋生" }, "changed: answer "},
		"key":         {"one", func(t *task.Task) { t.KeyAnswer[0] = "潘秋牛" }, "changed: key_answer "},
		"middle":      {"superlative", func(t *task.Task) { t.KeyMiddle = t.KeyMiddle[1:] }, "changed: key_middle "},
		"number":      {"sum", func(t *task.Task) { t.AnswerValues[0].Number = "1" }, "changed: answer_values "},
	}
	w := load(t, small(), healthy())
	for name, tt := range edits {
		broken := copyOf(t, makeTask(t, w, programs()[tt.program], "zh"))
		tt.edit(broken)
		if got := fault(t, w, "executed", broken); !strings.HasPrefix(got, tt.want) {
			t.Errorf("executed with another %s = %q, want %q", name, got, tt.want)
		}
	}
	changes := map[string]struct {
		program string
		change  func(tables)
		want    string
	}{
		"a cell":       {"one", func(ts tables) { ts["Firm"][0]["法人"] = "潘秋牛" }, "changed: "},
		"a cell empty": {"one", func(ts tables) { ts["Firm"][0]["法人"] = nil }, "blank: "},
		"a row gone":   {"deep", func(ts tables) { ts["Court"] = ts["Court"][:2] }, "missing: "},
		"a row more": {"count", func(ts tables) {
			ts["Case"] = append(ts["Case"], row{"案号": "（2022）甲01民初1号", "公司": "南岭茶叶有限公司"})
		}, "changed: "},
		"a tie": {"superlative", func(ts tables) { ts["Case"][0]["金额"] = "180000.00" }, "tie: "},
	}
	for name, tt := range changes {
		made := makeTask(t, w, programs()[tt.program], "zh")
		ts := healthy()
		tt.change(ts)
		if got := fault(t, load(t, small(), ts), "executed", made); !strings.HasPrefix(got, tt.want) {
			t.Errorf("executed after %s = %q, want %q", name, got, tt.want)
		}
	}
}

// crooked answers one tool's calls wrongly, as a fault of the tools would.
type crooked struct {
	tool.Caller
	wrong string // the tool
	use   string // the tool called instead
}

func (c crooked) Call(ctx context.Context, to tool.Call) (tool.Result, error) {
	if to.Tool == c.wrong {
		to.Tool = c.use
	}
	return c.Caller.Call(ctx, to)
}

// Tools that are wrong are wrong every time they are run: only the other
// execution can tell.
func TestExecutedCatchesWrongTools(t *testing.T) {
	ts := healthy()
	for i := range ts["Case"] { // what party_cases finds is another set than cases
		ts["Case"][i]["当事人"] = "南岭茶叶有限公司"
	}
	w := load(t, small(), ts)
	w.Tools = crooked{w.Tools, "cases", "party_cases"}
	for _, name := range []string{"count", "sum", "set"} {
		made := makeTask(t, w, programs()[name], "zh")
		if got := fault(t, w, "executed", made); !strings.HasPrefix(got, "disagree: ") {
			t.Errorf("executed of %s with wrong tools = %q, want a disagreement", name, got)
		}
	}
}

func TestSays(t *testing.T) {
	layout := func(l plan.Layout) plan.Form { return plan.Form{Style: plan.StyleDate, Layout: l} }
	truth := plan.Form{Style: plan.StyleTruth}
	number := func(text, digits, unit string, kind quantity.Dimension) value.Answer {
		return value.Answer{Kind: value.Number, Text: text, Number: digits, Unit: unit, Quantity: kind}
	}
	form := func(unit string) plan.Form { return plan.Form{Style: plan.StyleNumber, Unit: unit} }
	tests := []struct {
		answer value.Answer
		text   string
		form   plan.Form
		want   bool
	}{
		{number("68.7万元", "68.7", "万元", quantity.Money), "68.7", wan, true},
		{number("68.7", "68.7", "万元", quantity.Money), "68.7", wan, true},
		{number("68.7万元", "68.70", "万元", quantity.Money), "68.7", wan, false},
		{number("68.7元", "68.7", "元", quantity.Money), "68.7", wan, false},
		{number("68.7万", "68.7", "万元", quantity.Money), "68.7", wan, false},
		{number("168.7万元", "68.7", "万元", quantity.Money), "68.7", wan, false},
		{number("3件", "3", "件", quantity.Count), "3", count, true},
		{number("3", "3", "court cases", quantity.Count), "3", count, true},
		{number("3天", "3", "天", quantity.Duration), "3", count, true},
		{number("3", "3", "times", quantity.Times), "3", count, false},
		{number("3", "3", "", ""), "3", count, false},
		{number("68.7", "68.7", "", ""), "68.7", wan, false},
		{number("12", "12", "people", quantity.Count), "12", form("人"), true},
		{number("2.14", "2.14", "倍", quantity.Times), "2.14", form(""), true},
		{number("2.14", "2.14", "times", quantity.Times), "2.14", form("%"), false},
		{number("2.14%", "2.14", "%", quantity.Percent), "2.14", form("%"), true},
		{number("2.14%", "2.14", "%", quantity.Percent), "2.14", form(""), false},
		{number("2.14%", "2.14", "%", quantity.Measure), "2.14", form("%"), false},
		{number("51", "51", "", quantity.Rank), "51", form(""), true},
		{number("51元", "51", "元", quantity.Rank), "51", form("元"), false},
		{number("51", "51", "", quantity.Number), "51", form(""), true},
		{number("51天", "51", "天", quantity.Duration), "51", form("元"), false},
		{number("3件", "4", "件", quantity.Count), "3", count, false},
		{number("0 court cases", "0", "court cases", quantity.Count), "0", count, true},
		{number("0 court cases", "0", "courts", quantity.Count), "0", count, false},
		{value.Answer{Kind: value.Text, Text: "3"}, "3", count, false},
		{value.Answer{Kind: value.Date, Text: "2019年12月11日"}, "2019-12-11", day, true},
		{value.Answer{Kind: value.Date, Text: "2019-12-11"}, "2019-12-11", day, true},
		{value.Answer{Kind: value.Date, Text: "2019-12-12"}, "2019-12-11", day, false},
		{value.Answer{Kind: value.Text, Text: "2019-12-11"}, "2019-12-11", day, false},
		{value.Answer{Kind: value.Date, Text: "2019-12-11"}, "2019-12-11", layout(plan.LayoutISO), true},
		{value.Answer{Kind: value.Date, Text: "2019年12月11日"}, "2019-12-11", layout(plan.LayoutISO), false},
		{value.Answer{Kind: value.Text, Text: "2019年02月", Aliases: []string{"2019年2月", "2019-02"}}, "2019-02-11", layout(plan.LayoutMonth), true},
		{value.Answer{Kind: value.Text, Text: "2019年02月", Aliases: []string{"2019年3月"}}, "2019-02-11", layout(plan.LayoutMonth), false},
		{value.Answer{Kind: value.Text, Text: "2019-02", Aliases: []string{"February 2019", "Feb 2019", "2019年2月", "2019年02月"}}, "2019-02-11", layout(plan.LayoutMonth), true},
		{value.Answer{Kind: value.Text, Text: "2019-02", Aliases: []string{"March 2019"}}, "2019-02-11", layout(plan.LayoutMonth), false},
		{value.Answer{Kind: value.Text, Text: "2019-02", Aliases: []string{"Feb 2018"}}, "2019-02-11", layout(plan.LayoutMonth), false},
		{value.Answer{Kind: value.Text, Text: "2019年02月11日"}, "2019-02-11", layout(plan.LayoutMonth), false},
		{value.Answer{Kind: value.Text, Text: "2019年", Aliases: []string{"2019"}}, "2019-02-11", layout(plan.LayoutYear), true},
		{value.Answer{Kind: value.Text, Text: "2018年"}, "2019-02-11", layout(plan.LayoutYear), false},
		{value.Answer{Kind: value.Truth, Text: "有涉诉记录", Yes: true}, "yes", truth, true},
		{value.Answer{Kind: value.Truth, Text: "有涉诉记录", Yes: true}, "no", truth, false},
		{value.Answer{Kind: value.Truth, Text: "没有涉诉记录"}, "no", truth, true},
		{value.Answer{Kind: value.Text, Text: "有涉诉记录", Yes: true}, "yes", truth, false},
		{value.Answer{Kind: value.Text, Text: "潘秋生"}, "潘秋生", words, true},
		{value.Answer{Kind: value.Text, Text: "潘秋牛"}, "潘秋生", words, false},
		{value.Answer{Kind: value.Number, Text: "600315"}, "600315", words, false},
	}
	for _, tt := range tests {
		if got := says(&tt.answer, tt.text, tt.form); got != tt.want {
			t.Errorf("says(%+v, %q, %+v) = %v, want %v", tt.answer, tt.text, tt.form, got, tt.want)
		}
	}
}
