package ground

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Rows in another order change no task, and rows about other entities move few.
func TestDrawsGoByNames(t *testing.T) {
	rows := toyRows(t)
	before := drafted(t, rows)
	shuffled := map[string][]row{}
	r := rand.New(rand.NewPCG(1, 1))
	for name, all := range rows {
		shuffled[name] = slices.Clone(all)
		r.Shuffle(len(all), func(a, b int) { shuffled[name][a], shuffled[name][b] = shuffled[name][b], shuffled[name][a] })
	}
	if after := drafted(t, shuffled); !slices.Equal(before, after) {
		t.Errorf("with rows in another order %d of %d tasks stay", common(before, after), len(before))
	}
	rows["Company"] = append(rows["Company"], row{"公司名称": "鹭洲纸业有限公司", "所属行业": "造纸业", "法定代表人": "樊知秋", "注册资本": "3100万", "成立日期": "2006年02月08日", "员工人数": 211, "母公司": "鹭洲控股有限公司", "母公司持股比例": "71.5"})
	rows["Case"] = append(rows["Case"], row{"关联公司": "鹭洲纸业有限公司", "案号": "（2019）戊01民初46号", "原告": "鹭洲纸业有限公司", "被告": "鹭洲控股有限公司", "案由": "借款合同纠纷", "涉案金额（元）": 377000, "立案日期": "2019年05月14日", "审理法院": "鹭洲市中级人民法院", "判决结果": "被告还款。"})
	rows["Court"] = append(rows["Court"], row{"法院名称": "鹭洲市中级人民法院", "法院代字": "戊01", "法院级别": "中级法院", "法院负责人": "容与之", "成立日期": "1987年04月02日", "联系电话": "0995-6120034"})
	after := drafted(t, rows)
	kept := common(before, after)
	t.Logf("with other rows %d of %d tasks stay", kept, len(before))
	if len(before) < 100 || kept*10 < len(before)*9 {
		t.Errorf("with other rows %d of %d tasks stay: want nine in ten, of 100 at least", kept, len(before))
	}
}

// drafted returns the drafts and answers of the tasks that paths of up to two lookups have, each with its path
// and demand, sorted.
func drafted(t *testing.T, rows map[string][]row) []string {
	w := small(t, rows)
	g := w.grounder(limits, 2)
	var all []string
	for hops := 1; hops <= 2; hops++ {
		for _, c := range w.live(t, g, hops) {
			for _, one := range c.ground(t, g).Tasks {
				all = append(all, fmt.Sprint(c.path.ID, c.demand, one.Draft, strings.Join(one.KeyAnswer, "|")))
			}
		}
	}
	slices.Sort(all)
	return all
}

// common returns how many of some sorted texts are among others.
func common(some, others []string) (n int) {
	for _, text := range some {
		if _, ok := slices.BinarySearch(others, text); ok {
			n++
		}
	}
	return n
}
