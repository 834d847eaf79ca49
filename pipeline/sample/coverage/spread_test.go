package coverage

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

func TestEntityLimit(t *testing.T) {
	for _, tt := range []struct{ tasks, members, want int }{
		{200, 5000, 6}, // 3 %
		{200, 0, 6},    // any number
		{200, 20, 10},  // 3 % would leave 80 tasks without an entity
		{20, 5000, 2},  // 3 % are none
		{20, 3, 7},
		{0, 3, 2},
	} {
		if got := EntityLimit(tt.tasks, tt.members); got != tt.want {
			t.Errorf("EntityLimit(%d, %d) = %d, want %d", tt.tasks, tt.members, got, tt.want)
		}
	}
}

// Questions that differ in names, operands and forms alone have one skeleton.
func TestSkeleton(t *testing.T) {
	ask := func(entity, year string, column string, form plan.Form) string {
		p := new(plan.Program)
		rows := p.Add(&plan.Call{Tool: "get_company_cases"}, p.Add(&plan.Start{Entity: "company", Value: []string{entity}}))
		kept := p.Add(&plan.Filter{Column: "立案日期", Comparison: plan.Year, Operand: year}, rows)
		p.Answers = []plan.AnswerSpec{{From: p.Add(&plan.Aggregate{Function: plan.Sum, Column: column}, kept), Form: form}}
		return Skeleton(p)
	}
	yuan := plan.Form{Style: plan.StyleNumber, Unit: "元"}
	one := ask("青岚机械有限公司", "2018", "涉案金额（元）", yuan)
	if other := ask("白沙物流有限公司", "2020", "涉案金额（元）", plan.Form{Style: plan.StyleNumber, Unit: "万元", Places: 2}); other != one {
		t.Errorf("Skeleton = %q with other values, want %q", other, one)
	}
	if other := ask("青岚机械有限公司", "2018", "诉讼费（元）", yuan); other == one {
		t.Errorf("Skeleton = %q whatever column is summed up", other)
	}
}

// The effective number is between 1 and the number of elements, and never above what is
// attainable: no counts within the caps are more even.
func TestEvenness(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		counts, caps := map[string]int{}, map[string]int{}
		even := map[string]int{}
		n := 0
		for i := range rapid.IntRange(1, 6).Draw(t, "elements") {
			name := string(rune('a' + i))
			caps[name] = rapid.IntRange(1, 20).Draw(t, "cap")
			if c := rapid.IntRange(0, caps[name]).Draw(t, "count"); c > 0 {
				counts[name] = c
				n += c
			}
		}
		e := evenness(counts, caps)
		if n == 0 {
			if e != (Evenness{}) {
				t.Fatalf("evenness of nothing is %+v", e)
			}
			return
		}
		for range n { // to the element with the fewest that has room
			fewest := ""
			for name, limit := range caps {
				if even[name] < limit && (fewest == "" || even[name] < even[fewest]) {
					fewest = name
				}
			}
			even[fewest]++
		}
		squares := 0
		for _, c := range even {
			squares += c * c
		}
		want := float64(n*n) / float64(squares)
		if e.Used != len(counts) || e.Effective < 1 || e.Effective > e.Attainable+0.005 || math.Abs(e.Attainable-want) > 0.011 {
			t.Fatalf("evenness(%v, %v) = %+v, want at most %.2f attainable", counts, caps, e, want)
		}
	})
}
