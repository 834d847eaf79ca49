package absence

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// set returns the tools of a world as what makes views.
func set(t failer, w proof.Sources) *tool.Set {
	t.Helper()
	s, ok := w.Tools.(*tool.Set)
	if !ok {
		t.Fatal("the world's tools are no set")
	}
	return s
}

// twinned are programs over the healthy tables whose answers stand in one row.
func twinned() map[string]*plan.Program {
	form := plan.Form{Style: plan.StyleText}
	firm := func(name string) *plan.Start { return start("firm", name) }
	year := func(y string) *plan.Filter { return &plan.Filter{Column: "立案", Comparison: plan.Year, Operand: y} }
	both := chain(form, firm("东海船舶有限公司"), call("firm"), project("法人"))
	both.Nodes = append(both.Nodes, plan.Node{Name: "r4", From: []string{"r2"}, Do: project("成立")})
	both.Answers = append(both.Answers, plan.AnswerSpec{From: "r4", Form: day})
	apart := chain(day, start("number", "（2019）甲01民初11号"), call("case"), project("立案"))
	apart.Nodes = append(apart.Nodes,
		plan.Node{Name: "r4", Do: start("firm", "东海船舶有限公司")},
		plan.Node{Name: "r5", From: []string{"r4"}, Do: call("firm")},
		plan.Node{Name: "r6", From: []string{"r5"}, Do: project("成立")})
	apart.Answers = append(apart.Answers, plan.AnswerSpec{From: "r6", Form: day})
	return map[string]*plan.Program{
		"one":          chain(form, firm("东海船舶有限公司"), call("firm"), project("法人")),
		"two":          both,
		"amount":       chain(yuan, start("ticker", "600316"), call("firm"), project("资本")),
		"only":         chain(yuan, firm("西湖丝绸有限公司"), call("cases"), &plan.Only{}, project("金额")),
		"filter":       chain(form, firm("南岭茶叶有限公司"), call("cases"), year("2019"), &plan.Only{}, project("案由")),
		"deep":         chain(form, firm("南岭茶叶有限公司"), call("cases"), year("2019"), &plan.Only{}, project("法院"), call("court"), project("院长")),
		"derive":       chain(form, start("number", "（2020）乙02民初13号"), &plan.Derive{Derivation: "number_code"}, call("court"), project("院长")),
		"parts":        chain(form, firm("南岭茶叶有限公司"), call("firm"), project("省", "市"), call("place"), project("市长")),
		"ranked":       chain(form, firm("南岭茶叶有限公司"), call("cases"), &plan.Superlative{Column: "金额", Order: plan.Max}, project("案由")),
		"count":        chain(count, firm("南岭茶叶有限公司"), call("cases"), &plan.Count{}),
		"set":          chain(form, firm("南岭茶叶有限公司"), call("cases"), project("案由")),
		"one of a set": chain(form, firm("西湖丝绸有限公司"), call("cases"), project("案由")),
		"apart":        apart,
		"chairman":     chain(form, firm("东海船舶有限公司"), call("subsidiaries"), &plan.Superlative{Column: "成立", Order: plan.Min}, project("名称"), call("firm"), project("法人")),
	}
}

func TestTwins(t *testing.T) {
	w := load(t, small(), healthy())
	for name, tt := range map[string]struct {
		table, key string
		row        int
		steps      []string // the nodes of the calls
		middle     []string
		reason     string
	}{
		"one":          {"Firm", "东海船舶有限公司", 0, []string{"r2"}, nil, ""},
		"two":          {"Firm", "东海船舶有限公司", 0, []string{"r2"}, nil, ""},
		"amount":       {"Firm", "南岭茶叶有限公司", 1, []string{"r2"}, nil, ""},
		"only":         {"Case", "（2021）乙02民初14号", 3, []string{"r2"}, nil, ""},
		"filter":       {"Case", "（2019）甲01民初11号", 0, []string{"r2"}, nil, ""},
		"deep":         {"Court", "东营市中级人民法院", 0, []string{"r2", "r6"}, []string{"东营市中级人民法院"}, ""},
		"derive":       {"Court", "南平市人民法院", 2, []string{"r3"}, nil, ""},
		"parts":        {"Place", "P-003", 2, []string{"r2", "r4"}, []string{"福建省", "南平市"}, ""},
		"ranked":       {reason: "answered"},
		"count":        {reason: "computed"},
		"set":          {reason: "set"},
		"one of a set": {reason: "set"},
		"apart":        {reason: "several"},
		"chairman":     {reason: "answered"},
	} {
		for _, lang := range w.Domain.Languages {
			made := makeTask(t, w, twinned()[name], lang)
			made.Review.Status = "accepted"
			kept, dropped, err := Twins(t.Context(), w, set(t, w), []*task.Task{made}, 1)
			if err != nil {
				t.Fatal(err)
			}
			if tt.reason != "" {
				if len(kept) != 0 || len(dropped) != 1 || dropped[0].Reason != tt.reason || dropped[0].ID != made.ID || dropped[0].Check != "gone" {
					t.Errorf("%s in %s: dropped %+v, want %s", name, lang, dropped, tt.reason)
				}
				continue
			}
			if len(kept) != 1 {
				t.Errorf("%s in %s: dropped %+v, want a twin", name, lang, dropped)
				continue
			}
			twin := kept[0]
			if d := cmp.Diff(&task.Twin{Of: made.ID, Table: tt.table, Key: tt.key, Row: tt.row, Answers: made.AnswerValues}, twin.Twin); d != "" {
				t.Errorf("%s in %s: mark (-want +got):\n%s", name, lang, d)
			}
			var calls []string
			for _, s := range twin.Steps {
				if s.Tool != "" {
					calls = append(calls, s.Node)
				}
			}
			if !slices.Equal(calls, tt.steps) {
				t.Errorf("%s in %s: calls of %v, want %v", name, lang, calls, tt.steps)
			}
			if !slices.Equal(twin.KeyMiddle, tt.middle) {
				t.Errorf("%s in %s: key_middle %q, want %q", name, lang, twin.KeyMiddle, tt.middle)
			}
			if twin.ID == made.ID || twin.Question != made.Question || twin.Draft != made.Draft || twin.Plan != made.Plan || twin.Review.Status != task.Unreviewed {
				t.Errorf("%s in %s: twin %+v: want another ID, the same question and plan, and no review", name, lang, twin)
			}
			if !score.Declines(twin.Answer, twin.Question) || !strings.Contains(twin.Answer, twin.KeyAnswer[0]) {
				t.Errorf("%s in %s: answer %q: want one that declines and has its keyword", name, lang, twin.Answer)
			}
			if c := twin.Checks; len(c) != 1 || c[0].Name != "gone" || c[0].Verdict != task.Pass || !strings.HasPrefix(c[0].Detail, "without row ") {
				t.Errorf("%s in %s: checks %+v, want gone alone, passed, with what was looked at", name, lang, c)
			}
			if again, err := Check(w, set(t, w)).Run(t.Context(), copyOf(t, twin)); again.Fault != "" || again.Certificate != twin.Checks[0].Detail || err != nil {
				t.Errorf("%s in %s: gone again says %+v, %v, want the same certificate", name, lang, again, err)
			}
			if made.Twin != nil || made.Review.Status != "accepted" {
				t.Errorf("%s in %s: Twins changed the task it was given", name, lang)
			}
		}
	}
}

// What the row said may stand in another row or passage that an agent comes to; then
// the answer is not gone.
func TestCatchesWhatIsReachable(t *testing.T) {
	for name, tt := range map[string]struct {
		program string
		edit    func(tables)
		want    string // the beginning of the fault; "" for none
	}{
		"nothing":         {"one", func(tables) {}, ""},
		"another table":   {"one", func(ts tables) { ts["Place"][0]["市长"] = "潘秋生"; ts["Court"][0]["院长"] = "潘秋生" }, ""}, // two lookups away
		"a row of a set":  {"one", func(ts tables) { ts["Firm"][1]["法人"] = "潘秋生" }, "reachable: 法人 of row 1 of Firm, within 1 hop, holds 潘秋生"},
		"within a text":   {"one", func(ts tables) { ts["Firm"][2]["法人"] = "潘秋生（代）" }, "reachable: 法人 of row 2 of Firm"},
		"two hops away":   {"parts", func(ts tables) { ts["Court"][1]["院长"] = "高志远" }, "reachable: 院长 of row 1 of Court, within 2 hops, holds 高志远"},
		"beyond the hops": {"only", func(ts tables) { ts["Court"][1]["院长"] = "400.00元" }, ""},
		"the amount in a text": {"amount", func(ts tables) {
			ts["Case"] = append(ts["Case"], row{"案号": "（2022）甲01民初15号", "公司": "其他有限公司", "法院": "9000万"})
		}, ""},
		"a longer cause": {"filter", func(ts tables) { ts["Case"][1]["案由"] = "买卖合同纠纷二审" }, "reachable: 案由 of row 1 of Case"},
	} {
		ts := healthy()
		tt.edit(ts)
		w := load(t, small(), ts)
		kept, dropped, err := Twins(t.Context(), w, set(t, w), []*task.Task{makeTask(t, w, twinned()[tt.program], "zh")}, 1)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(dropped) > 0 {
			got = dropped[0].Reason + ": " + dropped[0].Detail
		}
		if !strings.HasPrefix(got, tt.want) || (tt.want == "") != (len(kept) == 1) {
			t.Errorf("%s: kept %d, dropped as %q, want %q", name, len(kept), got, tt.want)
		}
	}
}

// Near programs may give the same answer by chance; a ranking may have no top any more.
func TestCatchesWhatIsNear(t *testing.T) {
	for name, tt := range map[string]struct {
		program *plan.Program
		edit    func(tables)
		want    string
	}{
		"another lookup, rounded alike": {
			chain(wan, start("firm", "西湖丝绸有限公司"), call("cases"), &plan.Only{}, project("金额")),
			func(ts tables) { ts["Case"][3]["金额"], ts["Case"][2]["金额"] = 184000, 184010 }, "neighbour: without the row the plan with r2 tool party_cases gives the answers",
		},
		"another lookup": {
			chain(wan, start("firm", "西湖丝绸有限公司"), call("cases"), &plan.Only{}, project("金额")),
			func(ts tables) { ts["Case"][3]["金额"], ts["Case"][2]["金额"] = 184000, 194010 }, "",
		},
		"a tie behind the top": {
			twinned()["ranked"], func(ts tables) { ts["Case"][2]["金额"] = 25000.5 }, "elsewhere: without row 1 of Case the plan ends at r3, tie",
		},
	} {
		ts := healthy()
		tt.edit(ts)
		w := load(t, small(), ts)
		_, dropped, err := Twins(t.Context(), w, set(t, w), []*task.Task{makeTask(t, w, tt.program, "zh")}, 1)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(dropped) > 0 {
			got = dropped[0].Reason + ": " + dropped[0].Detail
		}
		if !strings.HasPrefix(got, tt.want) || (tt.want == "") != (got == "") {
			t.Errorf("%s: dropped as %q, want %q", name, got, tt.want)
		}
	}
}

// A passage that tells what the row said of something the plan asks about gives the
// answer away; one that only holds the same words does not.
func TestReadsPassages(t *testing.T) {
	for text, want := range map[string]string{
		"东海船舶有限公司由潘秋生经营。":    "reachable: passage 2 of Notes holds 潘秋生",
		"潘秋生是一名律师。":          "",
		"东海船舶有限公司是一家造船企业。":   "",
		"東海船舶有限公司与潘秋生。":      "",
		"(东海船舶有限公司 代表人:潘秋生)": "reachable: passage 2 of Notes holds 潘秋生",
	} {
		d := small()
		d.Passages = []domain.Passages{{Name: "Notes", Field: "text"}}
		ts := healthy()
		ts["Notes"] = []row{{"text": "无关"}, {"text": text}}
		w := load(t, d, ts)
		_, dropped, err := Twins(t.Context(), w, set(t, w), []*task.Task{makeTask(t, w, twinned()["one"], "zh")}, 1)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(dropped) > 0 {
			got = dropped[0].Reason + ": " + dropped[0].Detail
		}
		if got != want {
			t.Errorf("%s: dropped as %q, want %q", text, got, want)
		}
	}
}

// A twin that was edited, or whose tables changed since, is none.
func TestCatches(t *testing.T) {
	w := load(t, small(), healthy())
	made := func(program string) *task.Task {
		kept, dropped, err := Twins(t.Context(), w, set(t, w), []*task.Task{makeTask(t, w, twinned()[program], "zh")}, 1)
		if err != nil || len(kept) != 1 {
			t.Fatalf("%s: %+v, %v, want a twin", program, dropped, err)
		}
		return copyOf(t, kept[0])
	}
	for name, tt := range map[string]struct {
		program string
		edit    func(*task.Task)
		want    string
	}{
		"no mark":          {"one", func(t *task.Task) { t.Twin = nil }, "invalid: the task is no twin"},
		"no plan":          {"one", func(t *task.Task) { t.Plan = nil }, "invalid: "},
		"no answer before": {"one", func(t *task.Task) { t.Plan.Nodes[0].Do = start("firm", "中海船舶有限公司") }, "unfounded: with every row"},
		"another row":      {"one", func(t *task.Task) { t.Twin.Row, t.Twin.Key = 1, "南岭茶叶有限公司" }, "unfounded: the answers stand in row 0 of Firm"},
		"another table":    {"one", func(t *task.Task) { t.Twin.Table = "Case" }, "unfounded: "},
		"another key":      {"one", func(t *task.Task) { t.Twin.Key = "南岭茶叶有限公司" }, "changed: row 0 of Firm has the key"},
		"a ranking": {"filter", func(t *task.Task) {
			t.Plan.Nodes[2].Do = &plan.Superlative{Column: "立案", Order: plan.Min}
			t.Plan.Nodes = slices.Delete(t.Plan.Nodes, 3, 4) // only
			t.Plan.Nodes[3].From = []string{"r3"}
		}, "answered: "},
		"an answer":           {"one", func(t *task.Task) { t.Answer = "潘秋生" }, "changed: answer is"},
		"a keyword":           {"one", func(t *task.Task) { t.KeyAnswer[0] = "查不到" }, "changed: key_answer is"},
		"a middle keyword":    {"deep", func(t *task.Task) { t.KeyMiddle = nil }, "changed: key_middle is"},
		"the answers":         {"one", func(t *task.Task) { t.Twin.Answers[0].Text = "李四" }, "changed: answers is"},
		"a step":              {"one", func(t *task.Task) { t.Steps[1].Observation = []byte(`"some"`) }, "changed: steps is"},
		"a step less":         {"deep", func(t *task.Task) { t.Steps = t.Steps[:3] }, "changed: steps is"},
		"the ID":              {"one", func(t *task.Task) { t.ID = t.Twin.Of }, "changed: id is"},
		"the draft":           {"one", func(t *task.Task) { t.Draft = "谁？" }, "changed: draft is"},
		"an unknown language": {"one", func(t *task.Task) { t.Language = "xx" }, "language: "},
	} {
		broken := made(tt.program)
		tt.edit(broken)
		found, err := Check(w, set(t, w)).Run(t.Context(), broken)
		if err != nil || !strings.HasPrefix(found.Fault, tt.want) {
			t.Errorf("%s: gone says %q, %v, want %q", name, found.Fault, err, tt.want)
		}
	}
}

// The two executions must agree about the row: one that still sees it is caught.
func TestComparesExecutions(t *testing.T) {
	w := load(t, small(), healthy())
	m := newProver(w, set(t, w))
	made, fault, err := m.make(t.Context(), makeTask(t, w, twinned()["one"], "zh"))
	if fault != "" || err != nil {
		t.Fatal(fault, err)
	}
	g, fault, err := m.examine(t.Context(), made)
	if fault != "" || err != nil {
		t.Fatal(fault, err)
	}
	for _, tt := range []struct {
		row  int
		want string
	}{{0, ""}, {1, "disagree: joins over whole tables end at "}} {
		g.row.number = tt.row
		if got, err := g.joinsAgree(context.Background()); err != nil || !strings.HasPrefix(got, tt.want) || (tt.want == "") != (got == "") {
			t.Errorf("joinsAgree without row %d says %q, %v, want %q", tt.row, got, err, tt.want)
		}
	}
}

// A question that its own words answer by declining cannot be graded.
func TestIsGraded(t *testing.T) {
	w := load(t, small(), healthy())
	made := makeTask(t, w, twinned()["one"], "zh")
	m := newProver(w, set(t, w))
	m.ignorant["who declines"] = agent.Decliner{}
	r, err := m.twin(t.Context(), made)
	if err != nil || len(r.dropped) != 1 || r.dropped[0].Reason != "guess" {
		t.Errorf("a twin that an ignorant agent is credited for: %+v, %v, want it dropped as a guess", r.dropped, err)
	}
}

func TestTargets(t *testing.T) {
	w := load(t, small(), healthy())
	firm := w.Corpus.Table("Firm")
	h := &answerRow{table: firm, number: 0, columns: []int{firm.Column("资本"), firm.Column("成立")}}
	targets := h.targets([]value.Answer{{Kind: value.Number, Text: "1.31亿元", Number: "1.31", Unit: "亿元"}})
	if len(targets) != 2 || targets[0].text != "131000000" || targets[1].text != "2001-03-15" {
		t.Fatalf("targets %+v, want the amount and the day", targets)
	}
	if targets[0].table != firm {
		t.Error("an amount of three digits is looked for everywhere, want it in its column alone")
	}
	for folded, want := range map[string]bool{
		"成立于2001年03月15日": true, "2001-03-15": true, "12001年03月15日": false, "2001年3月15日": false, "": false,
	} {
		if got := targets[1].standsIn(value.Fold(folded)); got != want {
			t.Errorf("the day stands in %q: %v, want %v", folded, got, want)
		}
	}
}

// What people chose of a task is what its twin must not give, and what may be had on
// the way; a twin that says so of something else is no twin.
func TestTwinsKeepWhatPeopleChose(t *testing.T) {
	w := load(t, small(), healthy())
	made := makeTask(t, w, twinned()["deep"], "zh")
	made.KeyAnswer = []string{string([]rune(made.KeyAnswer[0])[:2])}
	made.KeyMiddle = []string{"中级人民法院"}
	made.AnswerValues = task.RenameAnswers(made.AnswerValues, made.KeyAnswer)
	made.AnswerValues[0].Aliases = []string{"又名"}
	made.Review.Edits = []string{task.AliasesEdited, task.KeywordsEdited}
	if results, err := proof.Verdicts(t.Context(), proof.Checks(w)[:1], made); err != nil || results[0].Verdict != task.Pass {
		t.Fatalf("executed says %+v, %v of the task", results, err)
	}
	kept, dropped, err := Twins(t.Context(), w, set(t, w), []*task.Task{made}, 1)
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept %d, dropped %+v, %v: want a twin", len(kept), dropped, err)
	}
	twin := kept[0]
	if diff := cmp.Diff(made.AnswerValues, twin.Twin.Answers); diff != "" {
		t.Errorf("answers that are gone (-task +twin):\n%s", diff)
	}
	if diff := cmp.Diff(task.Review{Status: task.Unreviewed, Edits: made.Review.Edits}, twin.Review); diff != "" {
		t.Errorf("review of the twin (-want +got):\n%s", diff)
	}
	if !slices.Equal(twin.KeyMiddle, made.KeyMiddle) {
		t.Errorf("key_middle %q, want %q, which can be had without the row", twin.KeyMiddle, made.KeyMiddle)
	}
	gone := Check(w, set(t, w))
	for name, tt := range map[string]struct {
		edit func(*task.Task)
		want string
	}{
		"the same":             {func(*task.Task) {}, ""},
		"another answer":       {func(t *task.Task) { t.Twin.Answers[0].Text = "别人" }, "keywords: "},
		"an answer more":       {func(t *task.Task) { t.Twin.Answers = append(t.Twin.Answers, t.Twin.Answers[0]) }, "keywords: "},
		"another kind":         {func(t *task.Task) { t.Twin.Answers[0].Kind = value.Date }, "aliases: "},
		"nobody chose it":      {func(t *task.Task) { t.Review.Edits = nil }, "changed: "},
		"the aliases alone":    {func(t *task.Task) { t.Review.Edits = []string{task.AliasesEdited} }, "changed: "},
		"nothing on the way":   {func(t *task.Task) { t.KeyMiddle = append(t.KeyMiddle, "别处") }, "changed: key_middle"},
		"aliases not its own":  {func(t *task.Task) { t.Review.Edits = []string{task.KeywordsEdited} }, "changed: answer_values"},
		"none of the keywords": {func(t *task.Task) { t.Twin.Answers = nil }, "keywords: "},
	} {
		other := copyOf(t, twin)
		tt.edit(other)
		f, err := gone.Run(t.Context(), other)
		if err != nil || !strings.HasPrefix(f.Fault, tt.want) || (tt.want == "") != (f.Fault == "") {
			t.Errorf("%s: gone says %q, %v, want %q", name, f.Fault, err, tt.want)
		}
	}
}
