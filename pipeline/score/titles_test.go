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
