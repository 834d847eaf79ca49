package ground

import (
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Rows are chosen by another party, too: by the name of an entity that neither the start nor the
// answer has and that the question says.
func TestRowsAreChosenByParty(t *testing.T) {
	w := toy(t)
	d := w.corpus.Domain()
	chosen := 0
	for _, c := range grounded(t, "zh") {
		for _, one := range c.got.Tasks {
			types, err := one.Plan.Types(d)
			if err != nil {
				t.Fatal(err)
			}
			for i, n := range one.Plan.Nodes {
				if _, ok := n.Do.(*plan.Only); !ok {
					continue
				}
				f, ok := one.Plan.Node(n.From[0]).Do.(*plan.Filter)
				if !ok || f.Comparison != plan.Equals || d.Table(types[i].Table).Column(f.Column).Entity == "" {
					continue
				}
				chosen++
				if !strings.Contains(one.Draft, f.Operand) || strings.Contains(strings.Join(one.KeyAnswer, "\n"), f.Operand) {
					t.Errorf("%s: party %s, answer %v", one.Draft, f.Operand, one.KeyAnswer)
				}
			}
		}
	}
	if chosen < 30 {
		t.Errorf("%d rows are chosen by their other party, want 30", chosen)
	}
}

// No row is told by the name of what the question comes to on the way, which it leaves to find.
func TestPartiesAreNotOnTheWay(t *testing.T) {
	tables := map[string][]row{}
	for _, name := range []string{"甲甲纺织厂", "乙乙印染厂", "丙丙机械厂"} {
		tables["Company"] = append(tables["Company"], row{"公司名称": name, "所属行业": "农业", "母公司": "丁丁控股公司", "成立日期": "2001年02月03日"})
	}
	for i, plaintiff := range []string{"丁丁控股公司", "戊戊贸易行", "戊戊贸易行"} {
		tables["Case"] = append(tables["Case"], row{
			"案号": "（2021）甲01民初" + string(rune('1'+i)) + "号", "关联公司": "丁丁控股公司", "原告": plaintiff, "被告": []string{"己己商行", "丁丁控股公司", "庚庚商行"}[i],
			"案由": []string{"借款纠纷", "买卖纠纷", "租赁纠纷"}[i], "涉案金额（元）": 100 * (i + 1), "立案日期": "2021年0" + string(rune('1'+i)) + "月05日", "审理法院": "东院",
		})
	}
	dir := t.TempDir()
	if err := write(dir, tables); err != nil {
		t.Fatal(err)
	}
	w, err := read("testdata/town", dir)
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	for seed := range uint64(4) {
		g := New(w.corpus, w.tools, "zh", seed, limits, 1)
		for _, c := range w.live(t, g, 2) {
			for _, one := range c.ground(t, g).Tasks {
				for i := range one.Plan.Nodes {
					f, ok := one.Plan.Nodes[i].Do.(*plan.Filter)
					if !ok || f.Comparison != plan.Equals {
						continue
					}
					told++
					if slices.ContainsFunc(one.Steps, func(s plan.Step) bool { return s.Op == "call" && strings.Contains(string(s.Arguments), f.Operand) }) {
						t.Errorf("%s: %s is on the way: %v", one.Draft, f.Operand, one.KeyMiddle)
					}
				}
			}
		}
	}
	if told == 0 {
		t.Error("no row is told by a party")
	}
}
