package gate

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Counts as answers neither let a number of things be said nor forbid small numbers.
func TestShortAnswers(t *testing.T) {
	one := judged(t, "zh", `{"nodes":[`+courtCases+`{"name":"z","op":"count","from":["b"]}],"answers":[{"from":"z","form":{"style":"count"}}]}`)
	one.KeyAnswer, one.AnswerValues = []string{"3件"}, []value.Answer{{Kind: value.Number, Text: "3件", Number: "3", Unit: "件"}}
	g := gateOf(t, one)
	for around, want := range map[string]string{
		"": "", "三个人都在等。": "", "这三件事要弄清。": "", "我听说有3件。": Leak, "听说一共三件。": Leak, "共3件吧？": Leak, "我有30件事。": Added,
	} {
		if f, _ := g.Judge(around + one.Draft); f.Reason != want {
			t.Errorf("Judge(%q) = %v, want %q", around+one.Draft, f, want)
		}
	}
}

// An amount in words that is no small whole number is no number of things.
func TestFractionStated(t *testing.T) {
	one := judged(t, "zh", `{"nodes":[`+courtCases+`{"name":"z","op":"count","from":["b"]}],"answers":[{"from":"z","form":{"style":"count"}}]}`)
	one.AnswerValues = []value.Answer{{Kind: value.Number, Text: "2.14", Number: "2.14"}, {Kind: value.Number, Text: "5%", Number: "5", Unit: "%"}}
	g := gateOf(t, one)
	for around, want := range map[string]string{"": "", "三个人都在等。": "", "二点一四。": Leak, "百分之五。": Leak, "三点五。": Added, "百分之六。": Added} {
		if f, _ := g.Judge(around + one.Draft); f.Reason != want {
			t.Errorf("Judge(%q) = %v, want %q", around+one.Draft, f, want)
		}
	}
}

// A yes is told where it is stated, not where it is asked or supposed.
func TestTruth(t *testing.T) {
	one := judged(t, "zh", `{"nodes":[{"name":"a","op":"start","entity":"company","value":["云溪水务股份有限公司"]},
		{"name":"b","op":"call","from":["a"],"tool":"get_company_info","empty":true},{"name":"z","op":"exists","from":["b"]}],"answers":[{"from":"z","form":{"style":"truth"}}]}`)
	one.KeyAnswer = []string{"是上市公司"}
	one.AnswerValues = []value.Answer{{Kind: value.Truth, Text: "是上市公司", Yes: true, Contrary: []string{"不是上市公司"}, Aliases: []string{"属于上市公司"}}}
	g := gateOf(t, one)
	for question, want := range map[string]string{
		"云溪水务股份有限公司是上市公司吗？":             "",
		"请看看云溪水务股份有限公司是不是上市公司。":         "",
		"云溪水务股份有限公司是上市公司，是不是？":          Leak,
		"云溪水务股份有限公司属于上市公司。是否如此？":        Leak,
		"云溪水务股份有限公司应该是上市公司吧，是否如此？":      Leak,
		"云溪水务股份有限公司不是上市公司，对吗？是否如此？":     Leak,
		"如果云溪水务股份有限公司是上市公司，是否要披露这件事？":   "",
		"云溪水务股份有限公司属不属于上市公司？":           "",
		"我查到云溪水务股份有限公司是上市公司。是否如此？":      Leak,
		"请查云溪水务股份有限公司是上市公司还是没有上市。是否如此？": "",
	} {
		if f, _ := g.Judge(question); f.Reason != want {
			t.Errorf("Judge(%q) = %v, want %q", question, f, want)
		}
	}
}

// A no is told where it is stated, though it holds words that ask elsewhere.
func TestDenied(t *testing.T) {
	for _, c := range []struct{ lang, no, told, asked string }{
		{"zh", "没有律师事务所名录信息", "它没有律师事务所名录信息。", "它有没有律师事务所名录信息？"},
		{"zh", "不存在律师事务所名录信息", "我查过它不存在律师事务所名录信息。", "它存不存在律师事务所名录信息？"},
		{"en", "does not have any entry in the directory", "It does not have any entry in the directory.", "Tell me if it does not have any entry in the directory."},
		{"en", "is a listed company", "The firm, which is a listed company, interests me.", "Say so, in which case it is a listed company."},
	} {
		if !asserts(normal(c.told), c.no) {
			t.Errorf("%s: %q does not state %q", c.lang, c.told, c.no)
		}
		if asserts(normal(c.asked), c.no) {
			t.Errorf("%s: %q states %q", c.lang, c.asked, c.no)
		}
	}
}
