package draft

import (
	"testing"

	"taskgrove/pipeline/plan"
	"taskgrove/pipeline/score"
)

// grade scores an answer of somebody who made the calls of an executed program.
func grade(t *testing.T, question string, r *Reply, x *plan.Trace, answer string) score.Score {
	t.Helper()
	steps, err := x.Steps()
	if err != nil {
		t.Fatal(err)
	}
	a := &score.Attempt{Answer: answer, Summary: &answer, Observed: true}
	for i := range steps {
		if steps[i].Tool != "" {
			a.Observations = append(a.Observations, string(steps[i].Observation))
		}
	}
	return score.Grade(&score.Reference{Question: question, KeyAnswer: r.Keys, KeyMiddle: r.Middle, Values: r.Values}, a)
}

// The reference answer of a program has full marks and its question none, by
// either rule and in every language.
func TestGraded(t *testing.T) {
	for name, w := range map[string]*world{"legal": newWorld(t), "legal-en": worldOf(t, "legal-en", "testdata/world-en")} {
		n := 0
		for x := range w.run(t, [5]int{1, 2, 17, 173, 1201}) {
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
		question = "What is the registered capital in the business registration of Kelver Precision Instruments Co., Ltd. (in CNY, to two decimal places)?"
		sentence = "The registered capital in the business registration of Kelver Precision Instruments Co., Ltd. is 420000000.00 CNY."
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
