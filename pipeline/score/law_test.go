package score

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// keyword draws a keyword of any kind that no other drawn one contains: serial
// tells them apart.
func keyword(t *rapid.T, serial int) value.Answer {
	switch rapid.SampledFrom([]string{"text", "name", "code", "number", "date"}).Draw(t, "kind") {
	case "name":
		return text1(rapid.StringMatching(`[东南西北][江河湖海]`).Draw(t, "place") + string(rune('甲'+serial*7)) + "有限公司")
	case "code":
		return text1(fmt.Sprintf("9133%04dMA1J%02d", rapid.IntRange(0, 9999).Draw(t, "code"), 10+serial))
	case "number":
		n := rapid.IntRange(1, 99).Draw(t, "n")*100 + serial
		unit := rapid.SampledFrom([]string{"元", "万元", "亿元", "家", "次", "%"}).Draw(t, "unit")
		return number1(fmt.Sprint(n, unit), fmt.Sprint(n), unit)
	case "date":
		d := fmt.Sprintf("%d年%02d月%02d日", 2000+serial, rapid.IntRange(1, 12).Draw(t, "m"), rapid.IntRange(1, 28).Draw(t, "d"))
		return day1(d)
	}
	return text1(rapid.StringMatching(`[赵钱孙李][一-龥]`).Draw(t, "person") + string(rune('伟'+serial)))
}

// reference draws a reference of one to four answer values and up to four middle
// ones.
func reference(t *rapid.T) *Reference {
	r := &Reference{Question: "问的是什么？"}
	n := rapid.IntRange(1, 4).Draw(t, "answers")
	for i := range n + rapid.IntRange(0, 4).Draw(t, "middle") {
		a := keyword(t, i)
		if i < n {
			r.KeyAnswer, r.Values = append(r.KeyAnswer, a.Text), append(r.Values, a)
		} else {
			r.KeyMiddle = append(r.KeyMiddle, a.Text)
		}
	}
	return r
}

// observations returns the keywords as rows of one cell.
func observations(keywords []string) (rows []string) {
	for i, k := range keywords {
		b, err := json.Marshal(map[string]string{fmt.Sprint("column ", i): k})
		if err != nil {
			panic(err)
		}
		rows = append(rows, string(b))
	}
	return rows
}

func TestReferenceScoresOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := reference(t)
		answer := "答案是" + strings.Join(r.KeyAnswer, "、") + "。"
		s := Grade(r, &Attempt{Answer: answer, Summary: &answer, Observed: true, Calls: callsWith(observations(slices.Concat(r.KeyMiddle, r.KeyAnswer))...)})
		if or(s.Paper.Success) != 1 || or(s.Strict.Success) != 1 || or(s.Strict.Process) != 1 {
			t.Errorf("Grade(%q, %q): paper success %v, strict %v, %v, want 1 each: %v", answer, r.KeyMiddle,
				or(s.Paper.Success), or(s.Strict.Success), or(s.Strict.Process), s.Verdicts)
		}
	})
}

func TestEmptyScoresZero(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := reference(t)
		empty := ""
		s := Grade(r, &Attempt{Summary: &empty, Observed: true})
		for _, got := range []*float64{s.Paper.Success, s.Paper.Process, s.Strict.Success, s.Strict.Process} {
			if or(got) != 0 {
				t.Errorf("Grade(%q, nothing) = %+v, want 0 in every rate", r.KeyAnswer, s)
			}
		}
	})
}

// Whatever repeats the question has no strict success, whatever the keywords are.
func TestEchoScoresNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := reference(t)
		r.Question = strings.Join(rapid.SliceOf(rapid.SampledFrom(append(slices.Clone(r.KeyAnswer), "和", "是", "3家", " "))).Draw(t, "question"), "")
		if got, verdicts := Strict(r, &Attempt{Answer: r.Question}); or(got.Success) > 0 {
			t.Errorf("Strict(%q, the question %q) = %v, want 0 or no score: %v", r.KeyAnswer, r.Question, or(got.Success), verdicts)
		}
	})
}

func TestListingScoresZero(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := reference(t)
		answer := strings.Join(r.KeyAnswer, "、")
		for n := range MaxOffered(len(r.KeyAnswer)) + 1 {
			answer += fmt.Sprintf("、%d吨", 50001+n)
		}
		if got, verdicts := Strict(r, &Attempt{Answer: answer}); or(got.Success) != 0 {
			t.Errorf("Strict(%q, %q) = %v, want 0: %v", r.KeyAnswer, answer, or(got.Success), verdicts)
		}
	})
}

func TestPaperIsMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := reference(t)
		short := rapid.SampledFrom(append(slices.Clone(r.KeyAnswer), "", "12")).Draw(t, "answer")
		long := short + rapid.String().Draw(t, "more")
		a, b := Paper(r, &Attempt{Answer: short, Summary: &short}), Paper(r, &Attempt{Answer: long, Summary: &long})
		if or(b.Success) < or(a.Success) || or(b.Process) < or(a.Process) {
			t.Errorf("Paper fell from %v, %v to %v, %v with more text", or(a.Success), or(a.Process), or(b.Success), or(b.Process))
		}
	})
}

// Each observation can only add to what an agent has seen, in any order.
func TestProcessIsMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := reference(t)
		seen := rapid.Permutation(observations(slices.Concat(r.KeyMiddle, r.KeyAnswer))).Draw(t, "seen")
		n := rapid.IntRange(0, len(seen)).Draw(t, "n")
		few, _ := Strict(r, &Attempt{Observed: true, Calls: callsWith(seen[:n]...)})
		all, _ := Strict(r, &Attempt{Observed: true, Calls: callsWith(seen...)})
		if or(few.Process) > or(all.Process) {
			t.Errorf("process rate fell from %v to %v with more observations", or(few.Process), or(all.Process))
		}
		slices.Reverse(seen)
		if again, _ := Strict(r, &Attempt{Observed: true, Calls: callsWith(seen...)}); !cmp.Equal(again, all) {
			t.Errorf("process rate depends on the order of observations: %v, %v", or(again.Process), or(all.Process))
		}
	})
}

// wide returns a text with its ASCII letters and digits in full width.
func wide(s string) string {
	return strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			return c - '!' + '！'
		}
		return c
	}, s)
}

func FuzzNormal(f *testing.F) {
	for _, s := range []string{"１２ 家", "（２０１９）沪\u30000104执 1779号", "12，345", "１，２３４", "1. 3", "a  b\r\nc", "ｶﾞ", "〔2019〕", "600000, 688106"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n := Normal(s)
		if again := Normal(n); again != n {
			t.Errorf("Normal(Normal(%q)) = %q, want %q", s, again, n)
		}
		if !strings.Contains(s, "，") && utf8.ValidString(s) {
			if w := Normal(wide(s)); w != n {
				t.Errorf("Normal of %q in full width = %q, want %q", s, w, n)
			}
		}
	})
}

func FuzzStrict(f *testing.F) {
	f.Add("几家？", "12家", "共１２ 家、13家", `{"a":"12"}`)
	f.Add("哪天？", "2019年12月11日", "Dec 11, 2019", `[1,"2019-12-11"]`)
	f.Add("谁？", "刘波", "张三、刘波和李四", "刘波")
	f.Add("是不是？", "不是上市公司", "是上市公司", "")
	f.Add("?", "-1.50万元", "-15000", "1.5e400")
	f.Add("哪些案件？", "2020执5号", "(2020执5号", "") // the mark of a list that is its year
	f.Add("Give the former name and the head of Tarn Ltd.", "Old Tarn Co., Ltd.", "- Old Tarn Co., Ltd. The head is Ann Lee (not Bo Lee).", "Bo Lee")
	f.Add("请给出执行法院。", "甲市人民法院", "由“甲市人民法院”执行，而非乙市人民法院（见下），或丙市", "乙市")
	f.Fuzz(func(t *testing.T, question, key, answer, observation string) {
		r := &Reference{Question: question, KeyAnswer: []string{key}, KeyMiddle: []string{observation}}
		s := Grade(r, &Attempt{Answer: answer, Summary: &answer, Observed: true, Calls: callsWith(observation)})
		for _, rate := range []*float64{s.Paper.Success, s.Paper.Process, s.Strict.Success, s.Strict.Process} {
			if rate != nil && !(*rate >= 0 && *rate <= 1) {
				t.Errorf("rate %v, want one in [0, 1]", *rate)
			}
		}
		if echo, verdicts := Strict(r, &Attempt{Answer: question}); or(echo.Success) > 0 {
			t.Errorf("Strict(%q, the question) = %v, want 0 or no score: %v", key, or(echo.Success), verdicts)
		}
		if silent, _ := Strict(r, &Attempt{}); or(silent.Success) > 0 {
			t.Errorf("Strict(%q, nothing) = %v, want 0 or no score", key, or(silent.Success))
		}
	})
}
