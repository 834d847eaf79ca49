package proof

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"taskgrove/pipeline/agent"
	"taskgrove/pipeline/plan"
	"taskgrove/pipeline/task"
	"taskgrove/pipeline/tool"
	"taskgrove/pipeline/value"
)

// programs are plans that all checks pass over the healthy tables.
func programs() map[string]*plan.Program {
	return map[string]*plan.Program{
		"one":         chain(words, start("firm", "东海船舶有限公司"), call("firm"), project("法人")),
		"ticker":      chain(yuan, start("ticker", "600316"), call("firm"), project("资本")),
		"day":         chain(day, start("firm", "西湖丝绸有限公司"), call("firm"), project("成立")),
		"unit":        chain(wan, start("firm", "西湖丝绸有限公司"), call("firm"), project("资本")),
		"field":       chain(yuan, start("ticker", "600317"), call("firm_name"), project("名称"), call("cases"), &plan.Only{}, project("金额")),
		"superlative": chain(words, start("firm", "南岭茶叶有限公司"), call("cases"), &plan.Superlative{Column: "金额", Order: plan.Max}, project("法院"), call("court"), project("院长")),
		"filter":      chain(words, start("firm", "南岭茶叶有限公司"), call("cases"), &plan.Filter{Column: "立案", Comparison: plan.Year, Operand: "2020"}, &plan.Superlative{Column: "立案", Order: plan.Min}, project("案由")),
		"count":       chain(count, start("firm", "南岭茶叶有限公司"), call("cases"), &plan.Count{}),
		"sum":         chain(yuan, start("firm", "南岭茶叶有限公司"), call("cases"), &plan.Aggregate{Function: plan.Sum, Column: "金额"}),
		"set":         chain(words, start("firm", "南岭茶叶有限公司"), call("cases"), project("案由")),
		"derive":      chain(words, start("number", "（2020）乙02民初13号"), &plan.Derive{Derivation: "number_code"}, call("court"), project("院长")),
		"parts":       chain(words, start("firm", "南岭茶叶有限公司"), call("firm"), project("省", "市"), call("place"), project("市长")),
		"deep":        chain(words, start("firm", "东海船舶有限公司"), call("subsidiaries"), &plan.Superlative{Column: "成立", Order: plan.Min}, project("名称"), call("cases"), &plan.Superlative{Column: "立案", Order: plan.Max}, project("法院"), call("court"), project("院长")),
	}
}

func TestHealthyTasksPass(t *testing.T) {
	w := load(t, small(), healthy())
	for _, lang := range w.Domain.Languages {
		for name, p := range programs() {
			if lang == "en" && !slices.Contains([]string{"one", "ticker", "day", "sum", "superlative", "derive"}, name) {
				continue // in English a count of one digit has no measure word and is too weak a keyword
			}
			made := makeTask(t, w, p, lang)
			kept, dropped, err := Run(t.Context(), w, []*task.Task{made}, 1)
			if err != nil || len(dropped) != 0 || len(kept) != 1 {
				t.Errorf("%s in %s: kept %d, dropped %+v, %v, want it kept", name, lang, len(kept), dropped, err)
				continue
			}
			var names []string
			for _, c := range kept[0].Checks {
				names = append(names, c.Name)
				if c.Verdict != task.Pass || c.Detail == "" {
					t.Errorf("%s: check %+v, want it passed and a certificate", name, c)
				}
			}
			if diff := cmp.Diff([]string{"executed", "unique", "needed", "discriminating", "gradable"}, names); diff != "" {
				t.Errorf("%s: checks (-want +got):\n%s", name, diff)
			}
			if made.Checks != nil {
				t.Errorf("%s: Run changed the task it was given", name)
			}
		}
	}
}

// fault is what one check says about one task.
func fault(t *testing.T, w World, check string, of *task.Task) string {
	t.Helper()
	for _, c := range Checks(w) {
		if c.Name == check {
			f, err := c.Run(t.Context(), of)
			if err != nil {
				t.Fatal(err)
			}
			return f.Fault
		}
	}
	t.Fatalf("no check %q", check)
	return ""
}

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
	p.Answers = append(p.Answers, plan.Answer{From: p.Nodes[len(p.Nodes)-1].Name, Form: count})
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

var errBroken = errors.New("broken")

type broken struct{}

func (broken) Call(context.Context, tool.Call) (tool.Result, error) {
	return tool.Result{}, errBroken
}

func TestRunReportsBrokenTools(t *testing.T) {
	w := load(t, small(), healthy())
	made := makeTask(t, w, programs()["one"], "zh")
	w.Tools = broken{}
	if _, _, err := Run(t.Context(), w, []*task.Task{made}, 2); !errors.Is(err, errBroken) {
		t.Errorf("Run with broken tools = %v, want %v", err, errBroken)
	}
}

func TestUniqueCatches(t *testing.T) {
	tests := map[string]struct {
		program string
		change  func(tables)
		want    string
	}{
		"two rows for a stock code": {"ticker", func(ts tables) { ts["Firm"][3]["代码"] = "600316" }, "several: r2: 2 rows "},
		"two rows for a link":       {"parts", func(ts tables) { ts["Place"][0]["省名"], ts["Place"][0]["市名"] = "福建省", "南平市" }, "several: r4: 2 rows "},
		"two rows for a field":      {"field", func(ts tables) { ts["Firm"][3]["代码"] = "600317" }, "several: r2: 2 rows "},
		"two rows where one is to be": {"field", func(ts tables) {
			ts["Case"][0]["公司"] = "西湖丝绸有限公司"
		}, "several: r5 (only): 2 rows"},
		"a name that is another's code": {"one", func(ts tables) { ts["Firm"][3]["代码"] = "东海船舶有限公司" }, "several: r2: 2 rows "},
		"a court under two names, start": {"superlative", func(ts tables) {
			ts["Court"] = append(ts["Court"], row{"院名": "山东省东营市中级人民法院", "代字": "甲09", "院长": "冯德才", "人数": 3})
			ts["Case"][0]["金额"] = "99万"
		}, "ambiguous: r5: "},
		"a name in other brackets": {"count", func(ts tables) {
			ts["Case"][0]["公司"], ts["Case"][1]["公司"] = "南岭茶叶有限公司 ", "南岭茶叶有限公司"
		}, "ambiguous: r2: "},
		"a key twice, spelt differently": {"count", func(ts tables) { ts["Case"][1]["案号"] = "(2019)甲01民初11号" }, "duplicate: r2: "},
		"a tie":                          {"superlative", func(ts tables) { ts["Case"][0]["金额"] = "18万元" }, "tie: r3 (superlative): "},
		"a rank unobserved":              {"superlative", func(ts tables) { delete(ts["Case"][0], "金额") }, "unobserved: r3 "},
		"a rank blank":                   {"superlative", func(ts tables) { ts["Case"][0]["金额"] = nil }, "blank: r3 "},
		"a rank in words":                {"superlative", func(ts tables) { ts["Case"][0]["金额"] = "若干" }, "unparsed: r3 "},
		"a filter's cell":                {"filter", func(ts tables) { ts["Case"][0]["立案"] = " - " }, "sentinel: r3 "},
		"a filter that keeps all":        {"filter", func(ts tables) { ts["Case"][0]["立案"] = "2020年12月31日" }, "trivial: r3: "},
		"a filter that keeps none": {"filter", func(ts tables) {
			ts["Case"][1]["立案"], ts["Case"][2]["立案"] = "2018年1月1日", "2018年1月2日"
		}, "missing: r3 "},
		"a sum's cell":       {"sum", func(ts tables) { ts["Case"][0]["金额"] = "无" }, "sentinel: r3 "},
		"a sum of one":       {"sum", func(ts tables) { ts["Case"][1]["公司"], ts["Case"][2]["公司"] = "甲", "乙" }, "trivial: r3: "},
		"a link's cell":      {"superlative", func(ts tables) { ts["Case"][1]["法院"] = "-" }, "sentinel: r4 "},
		"an answer's cell":   {"one", func(ts tables) { ts["Firm"][0]["法人"] = "  " }, "blank: r3 "},
		"an answer masked":   {"one", func(ts tables) { ts["Firm"][0]["法人"] = "潘＊＊" }, "masked: r3 "},
		"an answer of a set": {"set", func(ts tables) { delete(ts["Case"][2], "案由") }, "unobserved: r3 "},
		"nothing found":      {"superlative", func(ts tables) { ts["Court"] = ts["Court"][:1] }, "missing: r5 "},
	}
	w := load(t, small(), healthy())
	for name, tt := range tests {
		made := makeTask(t, w, programs()[tt.program], "zh")
		ts := healthy()
		tt.change(ts)
		if got := fault(t, load(t, small(), ts), "unique", made); !strings.HasPrefix(got, tt.want) {
			t.Errorf("unique with %s = %q, want %q", name, got, tt.want)
		}
	}
}

// What only the plan decides: chains that come back, names a lookup compares with
// whole cells, derivations that do not fit, brackets.
func TestUniqueCatchesPlans(t *testing.T) {
	ts := healthy()
	ts["Firm"] = append(ts["Firm"],
		row{"名称": "中原（集团）有限公司", "代码": "600400", "母公司": "中原（集团）有限公司", "法人": "赵一鸣"},
		row{"名称": "长江（控股）有限公司", "代码": "600401", "法人": "钱学文"},
		row{"名称": "长江(控股)有限公司", "代码": "600402", "法人": "孙立人"},
		row{"名称": "600500", "代码": "600403", "法人": "李四光"},
		row{"名称": "珠江电器有限公司", "代码": "600404", "母公司": "黄河水利有限公司", "资本": 12, "法人": "何处寻"})
	w := load(t, small(), ts)
	tests := map[string]struct {
		program *plan.Program
		want    string
	}{
		"start": {chain(words, start("firm", "中原（集团）有限公司"), call("firm"), project("母公司"), call("firm"), project("法人")),
			"repeated: r3: "},
		"start, other brackets": {chain(words, start("firm", "中原(集团)有限公司"), call("firm"), project("母公司"), call("firm"), project("法人")),
			"repeated: r3: "},
		"row": {chain(words, start("firm", "东海船舶有限公司"), call("firm"), project("代码"), call("firm"), project("法人")),
			"repeated: r5: row 0 of Firm"},
		"two spellings": {chain(words, start("firm", "长江（控股）有限公司"), call("firm"), project("法人")),
			"ambiguous: r2: "},
		"among others": {chain(count, start("firm", "西湖丝绸有限公司"), call("party_cases"), &plan.Count{}),
			"ambiguous: r2: 1 rows of Case name 西湖丝绸有限公司 beside others"},
		"not of the type": {chain(words, start("ticker", "600500"), call("firm"), project("法人")),
			"ambiguous: r2: 600500 is no ticker "},
		"not of the form": {chain(words, start("number", "2020甲01民初12号"), &plan.Derive{Derivation: "number_code"}, call("court"), project("院长")),
			"underived: r2 "},
		"several in a link": {chain(words, start("number", "（2020）甲01民初12号"), call("case"), project("当事人"), call("firm"), project("法人")),
			"several: r3 "},
		"ranking of one": {chain(words, start("firm", "黄河水利有限公司"), call("subsidiaries"), &plan.Superlative{Column: "资本", Order: plan.Max}, project("法人")),
			"trivial: r3: "},
	}
	for name, tt := range tests {
		if got := fault(t, w, "unique", &task.Task{Plan: tt.program}); !strings.HasPrefix(got, tt.want) {
			t.Errorf("unique with %s = %q, want %q", name, got, tt.want)
		}
	}
	passes := map[string]*plan.Program{
		"brackets":                chain(words, start("firm", "中原(集团)有限公司"), call("firm"), project("法人")),
		"case in several sets":    programs()["superlative"],
		"whole cell of one party": chain(count, start("firm", "北疆矿业有限公司"), call("party_cases"), &plan.Count{}),
	}
	for name, p := range passes {
		if got := fault(t, w, "unique", &task.Task{Plan: p}); got != "" {
			t.Errorf("unique with %s = %q, want none", name, got)
		}
	}
}

func TestGradableCatches(t *testing.T) {
	key := func(k ...string) func(*task.Task) {
		return func(t *task.Task) {
			t.KeyAnswer, t.AnswerValues = k, nil
			t.Answer = strings.Join(k, "、")
			for _, s := range k {
				t.AnswerValues = append(t.AnswerValues, value.Answer{Kind: value.Text, Text: s})
			}
		}
	}
	tests := map[string]struct {
		edit func(*task.Task)
		want string
	}{
		"none":                {func(t *task.Task) { t.KeyAnswer, t.AnswerValues = nil, nil }, "blank: "},
		"empty":               {key("郑法明", ""), "blank: "},
		"space":               {key("郑法明", " \u3000"), "blank: "},
		"sentinel":            {key("-"), "sentinel: "},
		"sentinel with space": {key(" 无 "), "sentinel: "},
		"one character":       {key("3"), "weak: "},
		"part":                {key("郑法明", "郑法"), "part: "},
		"twice":               {key("郑法明", "郑法明"), "part: "},
		"part in other width": {key("ＡＢＣ公司", "abc"), "part: "},
		"part of the way":     {func(t *task.Task) { t.KeyMiddle = append(t.KeyMiddle, "郑法明院长") }, "part: "},
		"way in the answer":   {func(t *task.Task) { t.KeyMiddle = append(t.KeyMiddle, "法明") }, "part: "},
		"way a sentinel":      {func(t *task.Task) { t.KeyMiddle = append(t.KeyMiddle, "-") }, "sentinel: "},
		"untyped":             {func(t *task.Task) { t.AnswerValues = nil }, "invalid: "},
		"typed otherwise":     {func(t *task.Task) { t.AnswerValues[0].Text = "郑法" }, "invalid: "},
		"not in the answer":   {func(t *task.Task) { t.Answer = "不知道" }, "invalid: "},
		"no question":         {func(t *task.Task) { t.Question = "" }, "blank: "},
		"in the question":     {func(t *task.Task) { t.Question += "是郑法明吗？" }, "leak: "},
		"in other width":      {func(t *task.Task) { key("ＡＢ股份")(t); t.Question += "ab股份" }, "leak: "},
		"in the draft":        {func(t *task.Task) { t.Draft += "郑法明" }, "leak: "},
		"way in the question": {func(t *task.Task) { t.KeyMiddle = []string{"南平市"}; t.Question += "（南平市）" }, "leak: "},
		"start entity":        {key("乙02民初13号"), "leak: "},
		"start unmentioned":   {func(t *task.Task) { t.Entities[0].Name[0] = "郑法明" }, "leak: "},
		"a number nobody says": {func(t *task.Task) {
			t.AnswerValues[0] = value.Answer{Kind: value.Number, Text: "郑法明", Number: "12", Unit: "人"}
		}, "missed: "},
		"nothing to look for": {func(t *task.Task) { key("——")(t) }, "guess: "},
		"way nobody saw":      {func(t *task.Task) { t.KeyMiddle = append(t.KeyMiddle, "赵一鸣") }, "missed: "},
	}
	w := load(t, small(), healthy())
	for name, tt := range tests {
		broken := copyOf(t, makeTask(t, w, programs()["derive"], "zh"))
		tt.edit(broken)
		if got := fault(t, w, "gradable", broken); !strings.HasPrefix(got, tt.want) {
			t.Errorf("gradable with %s = %q, want %q", name, got, tt.want)
		}
	}
}

func TestRunIsDeterministic(t *testing.T) {
	w := load(t, small(), healthy())
	var tasks []*task.Task
	for _, name := range []string{"one", "sum", "deep", "set"} {
		for i := range 5 {
			made := copyOf(t, makeTask(t, w, programs()[name], "zh"))
			if i%2 == 1 {
				made.ID = fmt.Sprint(name, i)
			}
			tasks = append(tasks, made)
		}
	}
	kept, dropped, err := Run(t.Context(), w, tasks, 1)
	if err != nil || len(kept) != 12 || len(dropped) != 8 {
		t.Fatalf("Run keeps %d and drops %d, %v, want 12 and 8", len(kept), len(dropped), err)
	}
	if want := (Dropped{ID: "one1", Check: "executed", Reason: "changed"}); dropped[0].ID != want.ID || dropped[0].Check != want.Check || dropped[0].Reason != want.Reason || dropped[0].Detail == "" {
		t.Errorf("the first dropped is %+v, want %+v with a detail", dropped[0], want)
	}
	for _, workers := range []int{2, 8} {
		k, d, err := Run(t.Context(), w, tasks, workers)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(kept, k); diff != "" {
			t.Errorf("kept by %d workers (-1 worker):\n%s", workers, diff)
		}
		if diff := cmp.Diff(dropped, d); diff != "" {
			t.Errorf("dropped by %d workers (-1 worker):\n%s", workers, diff)
		}
	}
}

func TestValidate(t *testing.T) {
	run := func(context.Context, *task.Task) (Finding, error) { return Finding{}, nil }
	tests := []struct {
		name   string
		checks []Check
		want   string
	}{
		{"undocumented", []Check{{"tied", " ", run}}, "not documented"},
		{"unnamed", []Check{{"", "A.", run}}, "want one lower-case word"},
		{"two words", []Check{{"two words", "A.", run}}, "want one lower-case word"},
		{"taken", []Check{{"a", "A.", run}, {"a", "B.", run}}, "the name is taken"},
		{"idle", []Check{{"a", "A.", nil}}, "nothing to run"},
	}
	for _, tt := range tests {
		if err := Validate(tt.checks); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Validate(%s) = %v, want %q", tt.name, err, tt.want)
		}
		if _, _, err := runChecks(t.Context(), tt.checks, nil, 1); err == nil {
			t.Errorf("%s checks run, want them refused", tt.name)
		}
	}
	if err := Validate(Checks(load(t, small(), healthy()))); err != nil {
		t.Errorf("Validate(Checks) = %v", err)
	}
	loose := []Check{{"a", "A.", func(context.Context, *task.Task) (Finding, error) { return Finding{Fault: "no reason"}, nil }}}
	if _, _, err := runChecks(t.Context(), loose, []*task.Task{{}}, 1); err == nil {
		t.Error("a fault without a reason is taken, want an error")
	}
}

// What an answer that knows nothing would be credited for is no task.
func TestGradableCatchesGuesses(t *testing.T) {
	w := load(t, small(), healthy())
	made := makeTask(t, w, programs()["derive"], "zh")
	p := newProver(w)
	p.ignorant["who always says the same"] = agent.Constant{Text: made.Answer}
	if got, _ := p.gradable(t.Context(), made); !strings.HasPrefix(got, "guess: the strict grader gives who always says the same ") {
		t.Errorf("gradable where every answer is the right one = %q, want a guess", got)
	}
	w = load(t, small(), tables{"Court": {{"院名": "东营市中级人民法院", "院长": "周正义"}}})
	made = makeTask(t, w, chain(words, start("court", "东营市中级人民法院"), call("court"), project("院长")), "zh")
	if got := fault(t, w, "gradable", made); !strings.HasPrefix(got, "guess: the strict grader gives who lists all ") {
		t.Errorf("gradable where a row is nothing but its answer = %q, want a guess", got)
	}
	latest := chain(words, start("firm", "南岭茶叶有限公司"), call("cases"), &plan.Superlative{Column: "立案", Order: plan.Max}, project("案由"))
	for rows, want := range map[int]string{2: "guess: r4: 1 values are chosen from 2", 3: ""} {
		ts := healthy()
		ts["Case"] = ts["Case"][:rows]
		w = load(t, small(), ts)
		if got := fault(t, w, "gradable", makeTask(t, w, latest, "zh")); !strings.HasPrefix(got, want) || (want == "") != (got == "") {
			t.Errorf("gradable of the latest of %d cases = %q, want %q", rows, got, want)
		}
	}
}

func TestGradableKnowsColumnSentinels(t *testing.T) {
	d := small()
	made := makeTask(t, load(t, d, healthy()), programs()["one"], "zh")
	d.Tables[0].Columns[6].Sentinels = []string{made.KeyAnswer[0]}
	if got := fault(t, load(t, d, tables{"Firm": healthy()["Firm"]}), "gradable", made); !strings.HasPrefix(got, "sentinel: ") {
		t.Errorf("gradable with the column's mark for none = %q, want a sentinel", got)
	}
}

func TestSays(t *testing.T) {
	number := func(text, digits, unit string) value.Answer {
		return value.Answer{Kind: value.Number, Text: text, Number: digits, Unit: unit}
	}
	tests := []struct {
		answer value.Answer
		text   string
		form   plan.Form
		want   bool
	}{
		{number("68.7万元", "68.7", "万元"), "68.7", wan, true},
		{number("68.7", "68.7", "万元"), "68.7", wan, true},
		{number("68.7万元", "68.70", "万元"), "68.7", wan, false},
		{number("68.7元", "68.7", "元"), "68.7", wan, false},
		{number("68.7万", "68.7", "万元"), "68.7", wan, false},
		{number("168.7万元", "68.7", "万元"), "68.7", wan, false},
		{number("3件", "3", "件"), "3", count, true},
		{number("3", "3", ""), "3", count, true},
		{number("3件", "4", "件"), "3", count, false},
		{value.Answer{Kind: value.Text, Text: "3"}, "3", count, false},
		{value.Answer{Kind: value.Date, Text: "2019年12月11日"}, "2019-12-11", day, true},
		{value.Answer{Kind: value.Date, Text: "2019-12-11"}, "2019-12-11", day, true},
		{value.Answer{Kind: value.Date, Text: "2019-12-12"}, "2019-12-11", day, false},
		{value.Answer{Kind: value.Text, Text: "2019-12-11"}, "2019-12-11", day, false},
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
