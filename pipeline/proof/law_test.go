package proof

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// pools are the cells random tables are made of, by column: few, so that rows
// match, tie, repeat and lead on, and with every habit of real cells. The plain ones
// stand first.
var pools = map[string][]any{
	"名称": {"东海公司", "南岭公司", "西湖公司", "北疆公司", "东海公司", "西湖（集团）公司", "西湖(集团)公司", " 北疆公司 ", "T1", "某甲公司", "＊甲公司", "泰\"山\"公司", "Ｔ1"},
	"代码": {"T1", "T2", "T3", "T4", "-", nil, "东海公司"},
	"资本": {"1.31亿", 1000.0, 686550, "9000万元", "5000", "13100万", 131000000, "1,000", "１３１００万", json.Number("1.31e8"), "若干", "-", nil, 0.5, "0.50"},
	"持股": {"50", "100.0", "33.3%", 12.5, 0, "-"},
	"成立": {"2019年12月11日", "2020年1月5日", "2021年02月01日", "2020年6月30日", "1650年3月1日", "2019-12-11", "２０２０年1月5日", "20200105", " - ", "不详"},
	"法人": {"潘秋生", "李文华", "王建国", "陈某某", "万＊＊", "", "无"},
	"省":  {"山东省", "浙江省"},
	"市":  {"东营市", "杭州市", nil},
	"案号": {"（2019）甲01民初11号", "（2020）乙02民初12号", "（2020）乙02民初13号", "（2021）丙03民初14号", "(2021)甲01民初15号", "（2021）甲01民初16号", "（2021）甲01民初17号", "（2021）甲01民初18号"},
	"案由": {"买卖", "商标", "-"},
	"院名": {"东营法院", "杭州法院", "南平法院", "山东省东营法院"},
	"代字": {"甲01", "乙02", "丙03", "东营法院", nil},
	"人数": {"12", 97, 12, "十"},
	"编号": {"P1", "P2", "P3"},
}

// plain is how many cells of a pool stand for nothing but themselves.
var plain = map[string]int{
	"名称": 4, "代码": 4, "资本": 5, "持股": 5, "成立": 5, "法人": 3, "省": 2, "市": 2, "案号": 4, "案由": 2, "院名": 3, "代字": 3, "人数": 2, "编号": 3,
}

// sameAs says which pool a column without its own draws from.
var sameAs = map[string]string{
	"母公司": "名称", "公司": "名称", "当事人": "名称", "金额": "资本", "立案": "成立", "法院": "院名",
	"院长": "法人", "市长": "法人", "省名": "省", "市名": "市", "标的": "资本",
}

// pool returns the cells of a column, in a tidy world the plain ones.
func pool(column string, tidy bool) []any {
	if _, ok := pools[column]; !ok {
		column = sameAs[column]
	}
	if tidy {
		return pools[column][:plain[column]]
	}
	return pools[column]
}

// worlds draws tables for the small domain: keys are distinct, a cell may be
// unobserved, and a cell that may hold several values may. Some worlds are tidy, or
// programs of many steps would seldom come to an end.
func worlds(d *domain.Domain) *rapid.Generator[tables] {
	return rapid.Custom(func(t *rapid.T) tables {
		ts := tables{}
		tidy := rapid.IntRange(0, 2).Draw(t, "tidy") > 0
		for i := range d.Tables {
			spec := &d.Tables[i]
			n := len(pool(spec.Key, false)) - 2
			if tidy {
				n = plain[spec.Key]
			}
			rough := rapid.IntRange(-2, len(spec.Columns)).Draw(t, "rough") // a column that is not tidy, if any
			keys := rapid.SliceOfNDistinct(rapid.SampledFrom(pool(spec.Key, tidy)), min(n, 3), n, rapid.ID[any]).Draw(t, spec.Name)
			for _, k := range keys {
				r := row{spec.Key: k}
				for i, c := range spec.Columns[1:] {
					tidy := tidy && rough != i
					cell := rapid.SampledFrom(pool(c.Name, tidy)).Draw(t, c.Name)
					if first, ok := cell.(string); ok && c.Separators != nil && rapid.Bool().Draw(t, "several") {
						cell = first + c.Separators[0] + rapid.SampledFrom(pool(c.Name, tidy)).Draw(t, c.Name).(string)
					}
					if tidy || rapid.IntRange(0, 9).Draw(t, "observed") > 0 {
						r[c.Name] = cell
					}
				}
				ts[spec.Name] = append(ts[spec.Name], r)
			}
		}
		return ts
	})
}

// The two executors agree on every program over every world, node by node: on what
// it gives, on why there is nothing, and on what had nothing to choose between.
func TestExecutorsAgree(t *testing.T) {
	d := small()
	ended, met := map[plan.Reason]int{}, map[string]int{}
	idled := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		w := load(t, d, worlds(d).Draw(t, "tables"))
		r := newRelational(d, w.Corpus)
		for range 120 {
			p := plans(d).Draw(t, "program")
			x, err := plan.NewExecutor(d, w.Tools, p)
			if err != nil {
				t.Fatalf("%s: %v", encoded(p), err)
			}
			trace, reason, err := x.Run(context.Background(), nil)
			if err != nil {
				t.Fatalf("%s: %v", encoded(p), err)
			}
			e := r.evaluate(p)
			if e.reason != reason {
				t.Fatalf("%s: tools end with reason %q, joins with %q (%s)", encoded(p), reason, e.reason, e.detail)
			}
			ended[reason]++
			idle := ""
			for i, result := range trace.Results {
				n := &p.Nodes[i]
				if diff := unlike(result, e.of(n.Name)); diff != "" {
					t.Fatalf("%s: node %s: %s", encoded(p), n.Name, diff)
				}
				if result != nil {
					met[n.Do.Kind()]++
					if what := idleOf(e.of(n.Name)); idle == "" && what {
						idle = n.Name
						idled[n.Do.Kind()]++
					}
				}
			}
			if got := trace.Idle(); got != idle {
				t.Fatalf("%s: tools find %q idle, joins %q", encoded(p), got, idle)
			}
			if reason == "" {
				answers(t, w, r, p, trace)
			}
		}
	})
	t.Logf("ended: %v; nodes: %v; idle: %v", ended, met, idled)
	if testing.Short() {
		return // too few were drawn to have met everything
	}
	for _, reason := range []plan.Reason{
		plan.Missing, plan.Several, plan.Unobserved, plan.Blank, plan.Sentinel,
		plan.Masked, plan.Unparsed, plan.Tie, plan.Underived, "",
	} {
		if ended[reason] == 0 {
			t.Errorf("no program ended with reason %q: the worlds are too tame", reason)
		}
	}
	for _, kind := range operations {
		if met[kind] == 0 {
			t.Errorf("no node of operation %s: the programs are too tame", kind)
		}
	}
	for _, kind := range []string{"filter", "superlative", "sum", "frequent", "mode", "having", "union", "intersection"} {
		if idled[kind] == 0 {
			t.Errorf("no idle node of operation %s: the worlds are too rich", kind)
		}
	}
}

func idleOf(r *relation) bool { return idle(r) != "" }

// operations are the kinds of nodes.
var operations = []string{
	"start", "derive", "deriveall", "call", "filter", "superlative", "only", "frequent", "mode", "project", "count", "distinct", "sum", "average",
	"minimum", "maximum", "exists", "days", "add", "subtract", "multiply", "divide", "share", "compare", "union",
	"intersection", "difference", "having",
}

// unlike says how what tools and joins gave for a node differs, or "".
func unlike(tools *plan.NodeResult, joins *relation) string {
	if tools == nil || joins == nil {
		if (tools == nil) != (joins == nil) {
			return fmt.Sprintf("tools waive it: %v, joins: %v", tools == nil, joins == nil)
		}
		return ""
	}
	if !slices.Equal(tools.Entity, joins.name) {
		return fmt.Sprintf("tools name %q, joins %q", tools.Entity, joins.name)
	}
	switch tools.Type.Shape {
	case plan.ShapeTruth:
		if tools.Truth != joins.truth {
			return fmt.Sprintf("tools say %v, joins %v", tools.Truth, joins.truth)
		}
	case plan.ShapeRows:
		rows := make([]int, len(tools.Rows))
		for i, row := range tools.Rows {
			rows[i] = int(row)
		}
		if !slices.Equal(rows, joins.rows) || (tools.Source != joins.table && rows != nil && len(rows) > 0) {
			return fmt.Sprintf("tools find rows %v, joins %v", rows, joins.rows)
		}
	case plan.ShapeValues, plan.ShapeNumber:
		if len(tools.Values) != len(joins.data) {
			return fmt.Sprintf("tools give %q, joins %v", tools.Texts(), joins.data)
		}
		for i, v := range tools.Values {
			d := joins.data[i]
			if v.Kind != d.kind || v.Unit != d.unit || (v.Kind == value.Number && !near(v, d.number)) || (v.Kind != value.Number && v.Text != d.text) {
				return fmt.Sprintf("tools give %v, joins %v %s", v, d, d.unit)
			}
		}
	}
	return ""
}

// near reports whether a number is an exact one but for the twentieth digit behind
// the point, to which tools divide, or what later steps made of that.
func near(v value.Value, exact *big.Rat) bool {
	n, ok := new(big.Rat).SetString(v.Text)
	if !ok {
		return false
	}
	scale := new(big.Rat).Abs(exact)
	if one := big.NewRat(1, 1); scale.Cmp(one) < 0 {
		scale = one
	}
	off := n.Sub(n, exact)
	return off.Abs(off).Cmp(scale.Quo(scale, big.NewRat(1_000_000_000_000, 1))) < 0
}

// answers fails unless the task made of a trace states what joins give.
func answers(t *rapid.T, w Sources, r *relational, p *plan.Program, trace *plan.Trace) {
	made, err := taskOf(w, trace, "zh")
	if err != nil {
		for _, known := range []string{"has no words", "answers nothing", "holds no value"} {
			if strings.Contains(err.Error(), known) {
				return
			}
		}
		t.Fatalf("%s: %v", encoded(p), err)
	}
	pr := &prover{Sources: w, relational: r}
	if fault := pr.agrees(made); fault != "" {
		t.Fatalf("%s: %s", encoded(p), fault)
	}
}
