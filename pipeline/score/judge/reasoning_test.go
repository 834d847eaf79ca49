package judge

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

func reasoning(t testing.TB, lang string) *Rubric {
	t.Helper()
	r, err := Reasoning(lang)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The rubric of reasoning is one in both languages: five aspects of 20, 10 or 0, five tiers.
func TestReasoning(t *testing.T) {
	for _, lang := range []string{"zh", "en"} {
		r := reasoning(t, lang)
		var names []string
		for _, c := range r.Criteria {
			names = append(names, c.Name)
			if len(c.Anchors) != 3 || c.Anchors[1].Points != 10 || c.Weight != 1 {
				t.Errorf("%s: %s has anchors %v, weight %d: want 0, 10 and 20 points and 1", lang, c.Name, c.Anchors, c.Weight)
			}
		}
		if diff := cmp.Diff([]string{"rigor", "knowledge", "structure", "clarity", "conciseness"}, names); diff != "" {
			t.Errorf("%s: aspects (-want +got):\n%s", lang, diff)
		}
		if r.Most != 20 || !r.Anchored || !r.Quotes || len(r.Tiers) != 5 || r.Tiers[4].From != 80 || r.Language != lang {
			t.Errorf("%s: %+v: want 20 points, anchored, with quotes and five tiers", lang, r)
		}
	}
	if _, err := Reasoning("fr"); err == nil || !strings.Contains(err.Error(), "want one of en, zh") {
		t.Errorf(`Reasoning("fr") = %v, want an error that names the languages`, err)
	}
}

// answer writes a judge's answer, each aspect with the same quote.
func answer(t testing.TB, points [5]int, overall int, quote string) string {
	t.Helper()
	var grades []map[string]any
	for i, name := range []string{"rigor", "knowledge", "structure", "clarity", "conciseness"} {
		grades = append(grades, map[string]any{"criterion": name, "reason": "so", "quote": quote, "points": points[i]})
	}
	data, err := json.Marshal(map[string]any{"grades": grades, "overall": map[string]any{"reason": "all in all", "points": overall}})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// says is a model that always answers the same.
type says string

func (s says) Chat(context.Context, llm.Request) (llm.Reply, error) {
	return llm.Reply{Text: string(s)}, nil
}

// An overall score two tiers away from the aspects is marked, and so is a quote that the
// text does not have.
func TestOverall(t *testing.T) {
	c := Submission{Question: "?", Text: "乙不能 交付，合同可以解除。", Language: "zh"}
	for _, tt := range []struct {
		points      [5]int
		overall     int
		quote       string
		score       float64
		tier        int
		contradicts bool
		misquoted   bool
	}{
		{[5]int{20, 20, 20, 20, 20}, 95, "合同可以解除", 1, 4, false, false},
		{[5]int{20, 20, 20, 20, 20}, 60, "“乙不能交付，合同可以解除”", 1, 3, false, false},
		{[5]int{20, 20, 20, 20, 20}, 59, "合同有效", 1, 2, true, true},
		{[5]int{0, 0, 0, 0, 0}, 39, "", 0, 1, false, false},
		{[5]int{0, 0, 0, 0, 0}, 40, "", 0, 2, true, false},
		{[5]int{10, 10, 10, 10, 0}, 100, "解除", 0.4, 4, true, false},
		{[5]int{20, 10, 0, 20, 10}, 79, "解除", 0.6, 3, false, false},
	} {
		got, err := New("m", says(answer(t, tt.points, tt.overall, tt.quote)), reasoning(t, "zh")).Judge(t.Context(), c)
		if err != nil {
			t.Errorf("%v, %d: %v", tt.points, tt.overall, err)
			continue
		}
		want := OverallGrade{Points: tt.overall, Tier: tt.tier, Reason: "all in all", Contradicts: tt.contradicts}
		if *got.Overall != want || got.Score != tt.score || got.Grades[0].Misquoted != tt.misquoted {
			t.Errorf("%v, %d: %+v, score %v, misquoted %v: want %+v, %v, %v", tt.points, tt.overall, *got.Overall, got.Score,
				got.Grades[0].Misquoted, want, tt.score, tt.misquoted)
		}
	}
}

// Grades between the anchors or without a quote, and answers without an overall score, are of
// no use.
func TestReasoningFaults(t *testing.T) {
	good := answer(t, [5]int{20, 10, 0, 20, 20}, 70, "解除")
	for _, tt := range []struct{ old, new, want string }{
		{`"points":10`, `"points":15`, "criterion knowledge: 15 points: want points that are described"},
		{`"points":10`, `"points":30`, "criterion knowledge: 30 points: want 0 to 20"},
		{`"points":10,"quote":"解除"`, `"points":10,"quote":" "`, "criterion knowledge: 10 points without a quote"},
		{`"points":0,"quote":"解除"`, `"points":0,"quote":""`, ""},
		{`"overall":{"points":70`, `"overall":{"points":170`, "want a whole number"},
		{`"overall":{"points":70`, `"overall":{"points":-1`, "no overall score"},
		{`"overall":{"points":70,`, `"overall":{`, "no overall score"},
		{`"overall"`, `"total"`, "no overall score"},
	} {
		text := strings.Replace(good, tt.old, tt.new, 1)
		if text == good {
			t.Fatalf("%q does not stand in %s", tt.old, good)
		}
		_, err := reasoning(t, "zh").read(text)
		if (tt.want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("read with %q for %q: %v, want %q", tt.new, tt.old, err, tt.want)
		}
	}
}

// What a judge by this rubric is told.
func TestReasoningPrompt(t *testing.T) {
	for lang, want := range map[string][]string{
		"zh": {"- 20: 事实、规则", "不取中间值", "- 80-100: 优", "- 0-19: 不能用", `"quote":"..."`, `"overall":{"reason":"...","points":N}`},
		"en": {"- 10: The main line", "nothing between", "- 60-79: Good", `"quote":"..."`, `"overall":{"reason":"...","points":N}`},
	} {
		system := messages(reasoning(t, lang), promptsOf(lang), &Submission{Question: "q", Text: "t", Language: lang})[0].Text
		for _, part := range want {
			if !strings.Contains(system, part) {
				t.Errorf("%s: the judge is not told %q:\n%s", lang, part, system)
			}
		}
		if plain := messages(shipped(t, lang), promptsOf(lang), &Submission{Question: "q", Text: "t", Language: lang})[0].Text; strings.Contains(plain, "overall") {
			t.Errorf("%s: a judge by the rubric of written texts is told of an overall score", lang)
		}
	}
}

func TestSpoil(t *testing.T) {
	zh := "甲交付机器。机器不能运转。依照《民法典》第五百六十三条，可以解除。故应退款。"
	en := "The roof leaked. Under Article 12 of the Tenancy Act rent may be kept back. So the claim fails."
	for _, tt := range []struct {
		way              Spoiling
		reference, other string
		language, want   string
	}{
		{NoConclusion, zh, "", "zh", "甲交付机器。机器不能运转。依照《民法典》第五百六十三条，可以解除。"},
		{NoConclusion, en, "", "en", "The roof leaked. Under Article 12 of the Tenancy Act rent may be kept back."},
		{NoConclusion, "驳回。", "", "zh", ""},
		{SwappedCitations, zh, "", "zh", "甲交付机器。机器不能运转。依照《民法典》第九百九十九条，可以解除。故应退款。"},
		{SwappedCitations, en, "", "en", "The roof leaked. Under Article 112 of the Tenancy Act rent may be kept back. So the claim fails."},
		{SwappedCitations, "没有条文。", "", "zh", ""},
		{AnotherCase, zh, "另一案。", "zh", "另一案。"},
		{AnotherCase, zh, "", "zh", ""},
		{Padding, "甲付款。乙交货。", "", "zh", "甲付款。需要指出的是，法律面前人人平等，当事人均应遵守法律。乙交货。需要指出的是，法律面前人人平等，当事人均应遵守法律。甲付款。"},
	} {
		if got := Spoil(tt.way, tt.reference, tt.other, tt.language); got != tt.want {
			t.Errorf("Spoil(%s, %q) = %q, want %q", tt.way, tt.reference, got, tt.want)
		}
	}
}

// A judge whose scores fall with every way of spoiling is qualified; one that is blind to a
// way, rewards length, or has seen too few, is not.
func TestQualify(t *testing.T) {
	var texts []ReferenceText
	for range 5 {
		texts = append(texts, ReferenceText{
			Question:  "甲可否解除合同？",
			Reference: "机器不能运转。依照《民法典》第五百六十三条，可以解除。故应退款。",
			Other:     "雇主未付工资。依照《劳动法》第五十条，应当支付。故应付款。",
		})
	}
	set := "法律面前人人平等"
	seen := func(text string) bool {
		return strings.Contains(text, "故应退款") && strings.Contains(text, "第五百六十三条") && !strings.Contains(text, set)
	}
	for _, tt := range []struct {
		name      string
		good      func(text string) int // overall score
		texts     []ReferenceText
		qualified bool
		above     []int
	}{
		{"careful", func(x string) int { return map[bool]int{true: 90, false: 30}[seen(x)] }, texts, true, []int{5, 5, 5, 5}},
		{"too few texts", func(x string) int { return map[bool]int{true: 90, false: 30}[seen(x)] }, texts[:4], false, []int{0, 0, 0, 0}},
		{"blind to citations", func(x string) int {
			return map[bool]int{true: 90, false: 30}[seen(strings.ReplaceAll(x, "第九百九十九条", "第五百六十三条"))]
		}, texts, false, []int{5, 0, 5, 5}},
		{"fond of length", func(x string) int { return min(100, len(x)/5) }, texts, false, []int{5, 0, 5, 0}},
		{"the same for all", func(string) int { return 80 }, texts, false, []int{0, 0, 0, 0}},
	} {
		j, _ := ask(t, llmtest.ServerOptions{Script: func(r *llm.Request) llmtest.ModelAnswer {
			all, _ := fenced(llmtest.Last(r))
			if len(all) != 2 {
				return llmtest.ModelAnswer{Err: errors.New("want a question and a text, and no reference")}
			}
			n := tt.good(all[1])
			return llmtest.ModelAnswer{Content: answer(t, [5]int{10, 10, 10, 10, 10}, n, all[1][:9])}
		}})
		j.rubrics["zh"] = reasoning(t, "zh")
		got, err := j.Qualify(t.Context(), tt.texts, "zh", 3)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		var above []int
		for _, r := range got.Spoiled {
			above = append(above, r.Above)
		}
		if got.Qualified != tt.qualified || !slices.Equal(above, tt.above) || got.Unscored != 0 || got.Rubric != reasoning(t, "zh").ID() {
			t.Errorf("%s: %+v: want qualified %v, above %v", tt.name, got, tt.qualified, tt.above)
		}
	}
}

// A judge that gives no opinion that can be used is not qualified by silence.
func TestQualifyUnscored(t *testing.T) {
	text := ReferenceText{Question: "?", Reference: "一。二。第三条。四。", Other: "五。"}
	got, err := New("m", says("no"), reasoning(t, "zh")).Qualify(t.Context(), []ReferenceText{text, text, text, text, text}, "zh", 1)
	if err != nil || got.Qualified || got.Unscored != 25 {
		t.Errorf("Qualify of a silent judge = %+v, %v: want 25 texts unscored and no qualification", got, err)
	}
}
