package draft

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// grade scores an answer of somebody who made the calls of an executed program.
func grade(t *testing.T, question string, r *ReferenceAnswer, x *plan.Trace, answer string) score.Score {
	t.Helper()
	steps, err := x.Steps()
	if err != nil {
		t.Fatal(err)
	}
	a := &score.Attempt{Answer: answer, Summary: &answer, Observed: true}
	for i := range steps {
		if steps[i].Tool != "" {
			a.Calls = append(a.Calls, score.CallRecord{Tool: steps[i].Tool, Arguments: steps[i].Arguments, Observation: string(steps[i].Observation)})
		}
	}
	return score.Grade(&score.Reference{Question: question, KeyAnswer: r.Keys, KeyMiddle: r.Middle, Values: r.Values}, a)
}

// The reference answer of a program has full marks and its question none, by
// either rule and in every language.
func TestGraded(t *testing.T) {
	worlds := map[string]*world{"legal": newWorld(t)}
	if !testing.Short() {
		worlds["legal-en"] = worldOf(t, "legal-en", "testdata/world-en")
	}
	for name, w := range worlds {
		n := 0
		for _, x := range w.run(t) {
			for _, lang := range w.domain.Languages {
				q, a := w.words(t, x, lang)
				got := grade(t, q, &a, x.trace, a.Sentence)
				for _, rate := range []*float64{got.Paper.Success, got.Strict.Success, got.Strict.Process} {
					if rate != nil && *rate != 1 {
						t.Errorf("%q answered %q: %v, want full marks", q, a.Sentence, got.Verdicts)
					}
				}
				if got.Strict.Success != nil {
					n++
				}
				if echo := grade(t, q, &a, x.trace, q); echo.Strict.Success != nil && *echo.Strict.Success != 0 {
					t.Errorf("%q answered by itself: %v, want none", q, echo.Verdicts)
				}
			}
		}
		if n < 100*len(w.domain.Languages) {
			t.Errorf("%s: %d answers scored, want at least 100 in each language", name, n)
		}
	}
}

// A sheet's reference answer has full marks, and so has a short honest answer that
// says no more than was asked; the opposite of a yes or no has none for it.
func TestGradedSheets(t *testing.T) {
	for _, w := range []*world{newWorld(t), worldOf(t, "legal-en", "testdata/world-en")} {
		for _, s := range sheetsOf(t, w.domain) {
			trace := w.execute(t, &s.Program)
			for _, lang := range w.domain.Languages {
				q, a := w.words(t, traced{program: &s.Program, trace: trace}, lang)
				for _, answer := range []string{a.Sentence, plainly(&a, lang, false)} {
					got := grade(t, q, &a, trace, answer)
					if got.Strict.Success != nil && *got.Strict.Success != 1 || got.Strict.Process != nil && *got.Strict.Process != 1 {
						t.Errorf("%s: %q answered %q: %v, want full marks", s.note, q, answer, got.Verdicts)
					}
				}
				if got := grade(t, q, &a, trace, q); got.Strict.Success != nil && *got.Strict.Success != 0 {
					t.Errorf("%s: %q answered by itself: %v, want none", s.note, q, got.Verdicts)
				}
				if a.Values[0].Kind == value.Truth {
					if got := grade(t, q, &a, trace, plainly(&a, lang, true)); got.Verdicts[0].Outcome != score.Absent {
						t.Errorf("%s: %q answered %q: %v, want the first absent", s.note, q, plainly(&a, lang, true), got.Verdicts)
					}
				}
			}
		}
	}
}

// plainly answers in as few words as one does; turned, with the opposite of a yes or
// no.
func plainly(r *ReferenceAnswer, lang string, turned bool) string {
	texts := make([]string, len(r.Values))
	for i, v := range r.Values {
		texts[i] = v.Text
		if v.Kind == value.Truth {
			word := map[string][2]string{"zh": {"否", "是"}, "en": {"No", "Yes"}}[lang]
			texts[i] = word[0]
			if v.Yes != turned {
				texts[i] = word[1]
			}
		}
	}
	if lang == "zh" {
		return strings.Join(texts, "，") + "。"
	}
	return strings.Join(texts, ", ") + "."
}

// An amount of a table in English, where it is 420 million.
func TestEnglishAmount(t *testing.T) {
	w := worldOf(t, "legal-en", "testdata/world-en")
	p := program(t, `{"nodes":[
		{"name":"a","op":"start","entity":"company","value":["Kelver Precision Instruments Co., Ltd."]},
		{"name":"b","op":"call","from":["a"],"tool":"get_company_register"},
		{"name":"c","op":"project","from":["b"],"columns":["Registered Capital"]}],
		"answers":[{"from":"c","form":{"style":"number","unit":"CNY","places":2}}]}`)
	x, err := plan.NewExecutor(w.domain, w.tools, p)
	if err != nil {
		t.Fatal(err)
	}
	trace, reason, err := x.Run(t.Context(), nil)
	if err != nil || reason != "" {
		t.Fatalf("Run = %q, %v", reason, err)
	}
	const (
		question = "What is the registered capital of Kelver Precision Instruments Co., Ltd. (in CNY, to two decimal places)?"
		sentence = "Kelver Precision Instruments Co., Ltd.'s registered capital is 420,000,000.00 CNY."
	)
	q, a := w.words(t, traced{program: p, trace: trace}, "en")
	if q != question || a.Sentence != sentence {
		t.Errorf("%q is answered %q, want %q and %q", q, a.Sentence, question, sentence)
	}
	for answer, want := range map[string]float64{
		sentence:                           1,
		"It is 420 million.":               1,
		"It is 420 million CNY.":           1,
		"It is CNY 420 million.":           1,
		"It is RMB 0.42 billion.":          1,
		"420,000 thousand yuan":            1,
		"420,000,000":                      1,
		"4.2亿元":                            1,
		"It is 420 million dollars.":       0,
		"It is 42 million CNY.":            0,
		"420":                              0,
		"It is not 420 million CNY.":       0,
		"It is at least 420 million CNY.":  0,
		"420 million or 430 million yuan?": 0,
	} {
		if got := grade(t, q, &a, trace, answer); *got.Strict.Success != want {
			t.Errorf("%q: strict success %v, want %v: %v", answer, *got.Strict.Success, want, got.Verdicts)
		}
	}
}

func TestEnglishList(t *testing.T) {
	for _, c := range []struct {
		words []string
		want  string
	}{
		{nil, ""},
		{[]string{"A Co., Ltd."}, "A Co., Ltd."},
		{[]string{"A", "B", "C"}, "A, B and C"},
		{[]string{"A", "B Co., Ltd.", "C"}, "A; B Co., Ltd.; and C"},
	} {
		if got := (english{}).list(c.words); got != c.want {
			t.Errorf("list(%q) = %q, want %q", c.words, got, c.want)
		}
	}
}
