package score

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// A title within the title of a law counts in whatever marks it stands.
func TestTitlesWithinTitles(t *testing.T) {
	const key = "《最高人民法院关于适用〈中华人民共和国保险法〉若干问题的解释（四）》第二十一条"
	r := &Reference{Question: "依据哪一条？", KeyAnswer: []string{key}, Values: []value.Answer{{Kind: value.Text, Text: key}}}
	for _, c := range []struct {
		answer string
		want   KeywordOutcome
	}{
		{"依据《最高人民法院关于适用〈中华人民共和国保险法〉若干问题的解释（四）》第二十一条。", Credited},
		{"依据《最高人民法院关于适用《中华人民共和国保险法》若干问题的解释（四）》第二十一条。", Credited},
		{"依据《最高人民法院关于适用<中华人民共和国保险法>若干问题的解释（四）》第二十一条。", Credited},
		{"依据最高人民法院关于适用《中华人民共和国保险法》若干问题的解释（四）第二十一条。", Credited},
		{"依据《最高人民法院关于适用《中华人民共和国公司法》若干问题的解释（四）》第二十一条。", Absent},
		{"依据《中华人民共和国保险法》第二十一条。", Absent},
	} {
		if _, verdicts := Strict(r, &Attempt{Answer: c.answer}); verdicts[0].Outcome != c.want {
			t.Errorf("%s is %s, want %s", c.answer, verdicts[0].Outcome, c.want)
		}
	}
}

// An article is cited in any of the forms that Chinese writing has; an end of a range and another article
// are not it.
func TestFormsOfChineseCitations(t *testing.T) {
	for _, c := range []struct {
		answer string
		want   KeywordOutcome
	}{
		{"依《程序管理办法》（第31条）。", Credited},
		{"（《程序管理办法》，第31条）规定，应当提交。", Credited},
		{"法律也有要求（《程序管理办法》31条）。", Credited},
		{"根据《程序管理办法》之第31条。", Credited},
		{"按照《程序管理办法》第 31 条之规定。", Credited},
		{"依据《程序管理办法》Art. 31，应当提交。", Credited},
		{"依据《程序管理办法》三十一条。", Credited},
		{"依据《程序管理办法》第十二条、第三十一条。", Credited},
		{"依《程序管理办法》（第3条）。", Absent},
		{"依据《程序管理办法》131条。", Absent},
		{"依据《程序管理办法》Art. 312。", Absent},
		{"依据《程序管理办法》第31条之一。", Absent},
		{"依据《程序管理办法》第31条至第35条。", Absent},
		{"依据《程序管理办法》第30-31条。", Absent},
		{"依据《程序管理办法》31条至35条。", Absent},
		{"依据《程序管理办法》，《民商法典》第31条。", Absent},
		{"依据《民商法典》（第31条）。", Absent},
		{"《程序管理办法》共31条。", Absent},
	} {
		r := &Reference{Question: "Q", KeyAnswer: []string{"《雁河共和国程序管理办法》第三十一条", "甲城市东路一号"}, Written: true}
		if _, v := Strict(r, &Attempt{Answer: c.answer}); v[0].Outcome != c.want {
			t.Errorf("%s is %s, want %s", c.answer, v[0].Outcome, c.want)
		}
	}
}
