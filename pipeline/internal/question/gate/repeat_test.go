package gate

import "testing"

// An end that is said again of the same thing is not one more, and its opposite in the
// place of either is found.
func TestAgain(t *testing.T) {
	const program = `{"nodes":[` + courtCases + `{"name":"c","op":"superlative","from":["b"],"column":"未履行金额（元）","order":"max"},{"name":"d","op":"project","from":["c"],"columns":["案号"]},
		{"name":"e","op":"superlative","from":["b"],"column":"未履行金额（元）","order":"min"},{"name":"f","op":"project","from":["e"],"columns":["立案日期"]}],
		"answers":[{"from":"d","form":{"style":"text"}},{"from":"f","form":{"style":"date","layout":"iso"}}]}`
	one := judged(t, "zh", program)
	g := gateOf(t, one)
	for words, want := range map[string]bool{
		"金额最高的一件的案号是什么？未履行金额最低的一件":               true,
		"金额居首（未履行金额最高）的一件的案号是什么？未履行金额最低的一件":      true,
		"金额居首（未履行金额最低）的一件的案号是什么？未履行金额最低的一件":      false,
		"金额最低（未履行金额最高）的一件的案号是什么？未履行金额最低的一件":      false,
		"金额最大、也就是未履行金额最高的一件，案号是什么？未履行金额最低的一件":    true,
		"金额最高的一件，这件最高的案号是什么？未履行金额最低的一件":          true,
		"金额最高的一件，这件最低的案号是什么？未履行金额最低的一件":          false,
		"金额最高的一件的案号是什么？未履行金额最高的一件":               false,
		"金额最高的一件的案号、未履行金额最高的一件的案号是什么？未履行金额最低的一件": false,
	} {
		q := one.Entities[0].Name[0] + "执行的终本案件里，未履行" + words + "的立案日期是哪天（格式为YYYY-MM-DD）？"
		if f, wrong := g.Judge(q); wrong == want {
			t.Errorf("Judge(%q) = %v, %v, want a pass: %v", q, f, wrong, want)
		}
	}
}
