package gate

import "testing"

// The side of a threshold is found in what is said of intervals and of what is left
// aside, and its opposite is not taken for it.
func TestSided(t *testing.T) {
	program := func(condition string) string {
		return `{"nodes":[` + courtCases + `{"name":"c","op":"filter","from":["b"],"column":"未履行金额（元）",` + condition + `},` + counted3
	}
	within := program(`"comparison":"within","operand":"100000","to":"200000"`)
	least := program(`"comparison":"atleast","operand":"100000"`)
	less := program(`"comparison":"below","operand":"100000"`)
	for _, c := range []struct {
		lang, program, words string
		want                 bool
	}{
		{"en", within, "above CNY 100,000 and below CNY 200,000", true},
		{"en", within, "over CNY 100,000 but under CNY 200,000", true},
		{"en", within, "over CNY 100,000 and under 200,000 yuan", true},
		{"en", within, "between CNY 100,000 and CNY 200,000, both excluded", true},
		{"en", within, "below CNY 200,000 and above CNY 100,000", true},
		{"en", within, "of CNY 100,000 or more and CNY 200,000 or less, both excluded", true},
		{"en", within, "above CNY 100,000 and above CNY 200,000", false},
		{"en", within, "over CNY 100,000 and over CNY 200,000, mid-size ones", false},
		{"en", within, "below CNY 100,000 and above CNY 200,000", false},
		{"en", least, "left once we leave aside those below CNY 100,000", true},
		{"en", least, "left once we leave aside those above CNY 100,000", false},
		{"en", less, "left once we leave aside those below CNY 100,000", false},
		{"zh", within, "超过10万元且低于20万元", true},
		{"zh", within, "10万元以上、20万元以下（均不含本数）", true},
		{"zh", within, "10万元以上、20万元以下（均含本数）", false},
		{"zh", within, "超过10万元且超过20万元", false},
		{"zh", least, "剔除低于10万元的之后", true},
		{"zh", least, "剔除高于10万元的之后", false},
		{"zh", less, "剔除低于10万元的之后", false},
	} {
		one := judged(t, c.lang, c.program)
		g := gateOf(t, one)
		q := map[string]string{
			"en": "How many of the closed enforcement cases handled by @ have an unfulfilled amount? I mean the ones {}.",
			"zh": "@执行的终本案件里，未履行金额{}的共有多少件？",
		}[c.lang]
		q = replaceAt(replaceAt(q, "@", one.Entities[0].Name[0], 0), "{}", c.words, 0)
		if f, wrong := g.Judge(q); wrong == c.want {
			t.Errorf("Judge(%q) = %v, %v, want a pass: %v", q, f, wrong, c.want)
		}
	}
}
