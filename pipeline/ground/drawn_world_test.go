package ground

import (
	"os"
	"slices"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// drawnWorld draws a small world of the town domain: few names, so that chains meet and
// return; in some worlds cells in every state, in others a company with many cases, so
// that there is something to choose; brackets in both widths; a court called like
// another's code; a name that only the lookup's second spelling finds.
func drawnWorld(t *rapid.T) *world {
	d := &drawnRows{t: t, bad: rapid.Bool().Draw(t, "bad cells")}
	companies := []any{"甲（乙）厂", "甲(乙)厂", "丙厂", "丁厂", "戊厂", "己厂", "某厂"}
	parties := append(slices.Clone(companies), "丙厂、丁厂", "丁厂、甲（乙）厂")
	numbers := []any{"（2021）甲01民初1号", "（2021）甲01民初2号", "(2021)甲02民初3号", "（2022）甲03民初4号", "（2022）甲02民初5号", "（2022）乙01民初6号"}
	courts := []any{"东院", "西院", "甲01", "南院"}
	provinces, cities := []any{"东省", "西省"}, []any{"上市", "下市"}
	days := []any{"2021年01月05日", "2021年03月09日", "2021年04月01日", "2021年06月07日", "2022年01月05日", "2022年02月03日"}
	for range rapid.IntRange(1, 5).Draw(t, "companies") {
		d.row("Company", "公司名称", companies, "所属行业", []any{"农业", "渔业", "林业"}, "母公司", companies, "成立日期", days)
	}
	crowd := []any{"丙厂"}
	if rapid.Bool().Draw(t, "many companies") {
		crowd = companies
	}
	for range rapid.IntRange(0, 8).Draw(t, "cases") {
		d.row("Case", "案号", numbers, "关联公司", crowd, "原告", parties, "被告", companies, "案由", []any{"借款纠纷", "买卖纠纷", "租赁纠纷"},
			"涉案金额（元）", []any{100, "2万", 300, 4000, 77}, "立案日期", days, "审理法院", courts)
	}
	for range rapid.IntRange(0, 4).Draw(t, "appeals") {
		d.row("Appeal", "案号", numbers, "关联公司", crowd, "原告", parties, "立案日期", days, "审理法院", courts)
	}
	for range rapid.IntRange(0, 4).Draw(t, "courts") {
		d.row("Court", "法院名称", courts, "法院代字", []any{"甲01", "甲02", "甲03"}, "法院级别", []any{"高级法院", "基层法院"}, "省", provinces, "市", cities)
	}
	for range rapid.IntRange(0, 3).Draw(t, "places") {
		d.row("Place", "省", provinces, "市", cities, "人口", []any{3000, 4000}, "市长", []any{"张三", "李四"})
	}
	dir, err := os.MkdirTemp("", "world")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := write(dir, d.tables); err != nil {
		t.Fatal(err)
	}
	w, err := read("testdata/town", dir)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// drawnRows draws the rows of a world.
type drawnRows struct {
	t      *rapid.T
	bad    bool // cells hold nothing now and then
	tables map[string][]row
}

// row draws a row of a table from columns and what they can hold. The first is the key.
func (d *drawnRows) row(table string, columns ...any) {
	r := row{}
	for i := 0; i < len(columns); i += 2 {
		name, values := columns[i].(string), columns[i+1].([]any)
		if d.bad && i > 0 {
			values = append(slices.Clone(values), unobserved, nil, "-")
		}
		if v := rapid.SampledFrom(values).Draw(d.t, name); v != unobserved {
			r[name] = v
		}
	}
	if d.tables == nil {
		d.tables = map[string][]row{}
	}
	d.tables[table] = append(d.tables[table], r)
}

// drawnChoice draws a path of the town domain and a target.
func drawnChoice(t *rapid.T, w *world) choice {
	paths := slices.Collect(w.graph.Paths(rapid.IntRange(1, 3).Draw(t, "hops")))
	p := rapid.SampledFrom(paths).Draw(t, "path")
	return plain(p, rapid.SampledFrom(plan.Targets(w.graph.Domain(), p)).Draw(t, "target"))
}
