package proof

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

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
		"an answer of a set": {"set", func(ts tables) { delete(ts["Case"][2], "案由") }, "unobserved: r5 "},
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
