package choice_test

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/score/choice"
)

func TestGrade(t *testing.T) {
	for _, tt := range []struct {
		it     *choice.KeyedItem
		answer string
		right  bool
		f1     float64
	}{
		{one(), "B", true, 1}, {one(), "A", false, 0}, {one(), "B ou C", false, 0}, {one(), "", false, 0},
		// The key is A and C. Two of two; one of one, so that precision is 1, recall 1/2 and F1
		// 2·1/(1+2); one of three, so that it is 2·1/(3+2); two of five, 2·2/(5+2).
		{several(), "A, C", true, 1}, {several(), "A", false, 2. / 3}, {several(), "A, B, D", false, 2. / 5}, {several(), "A, B, C, D, E", false, 4. / 7}, {several(), "B", false, 0},
		// A hedge has its F1 and is not right; F is no option, and counts as a wrong one: 2·2/(3+2).
		{several(), "A ou C", false, 1}, {several(), "As respostas corretas são: A, C, F", false, 4. / 5},
		// The key is A-2, B-1, C-3. One of three: 2·1/(3+3). Both matches of A: 2·3/(4+3).
		{pairs(), "A-2, B-1, C-3", true, 1}, {pairs(), "A-1, B-2, C-3", false, 1. / 3}, {pairs(), "A-2, B-1", false, 4. / 5}, {pairs(), "A-1, A-2, B-1, C-3", false, 6. / 7},
		{truth(), "A afirmação é verdadeira", true, 1}, {truth(), "V ou F", false, 0},
	} {
		c := choice.Parse(tt.it, tt.answer)
		if g := choice.Grade(tt.it, &c); g.Right != tt.right || math.Abs(g.F1-tt.f1) > 1e-12 {
			t.Errorf("%s: %q is graded %+v, want right %v and F1 %v", tt.it.Form, tt.answer, g, tt.right, tt.f1)
		}
	}
}

// The expectation of a guess equals its mean over all guesses, one by one.
func TestChance(t *testing.T) {
	for n := 1; n <= 5; n++ {
		for k := 1; k <= n; k++ {
			it := &choice.KeyedItem{Form: choice.SeveralOptions, Options: make([]string, n)}
			for i := range k {
				it.Key = append(it.Key, i)
			}
			var sum, right float64
			for set := 1; set < 1<<n; set++ {
				c := choice.ChosenOptions{Manner: choice.Stated}
				for i := range n {
					if set>>i&1 == 1 {
						c.Options = append(c.Options, i)
					}
				}
				g := choice.Grade(it, &c)
				sum += g.F1
				if g.Right {
					right++
				}
			}
			sets := float64(int(1)<<n - 1)
			if f1, r := choice.Chance(it); math.Abs(f1-sum/sets) > 1e-12 || math.Abs(r-right/sets) > 1e-12 {
				t.Errorf("%d of %d options: chance %v, %v, want %v, %v", k, n, f1, r, sum/sets, right/sets)
			}
		}
	}
	for n := 1; n <= 4; n++ {
		for m := 1; m <= 5; m++ {
			it := &choice.KeyedItem{Form: choice.OptionPairs, Options: make([]string, n), Matches: make([]string, m)}
			for i := range n {
				it.Key = append(it.Key, i%m)
			}
			var sum, right, guesses float64
			matches := make([]int, n)
			var guess func(i int)
			guess = func(i int) {
				if i == n {
					c := choice.ChosenOptions{Matches: matches, Manner: choice.Stated}
					for p := range n {
						c.Options = append(c.Options, p)
					}
					g := choice.Grade(it, &c)
					guesses++
					sum += g.F1
					if g.Right {
						right++
					}
					return
				}
				for p := range m {
					if m < n || !slices.Contains(matches[:i], p) {
						matches[i] = p
						guess(i + 1)
					}
				}
			}
			guess(0)
			if f1, r := choice.Chance(it); math.Abs(f1-sum/guesses) > 1e-12 || math.Abs(r-right/guesses) > 1e-12 {
				t.Errorf("%d options and %d matches: chance %v, %v, want %v, %v", n, m, f1, r, sum/guesses, right/guesses)
			}
		}
	}
	for _, tt := range []struct {
		it   *choice.KeyedItem
		want float64
	}{{one(), 0.25}, {truth(), 0.5}, {&choice.KeyedItem{Form: choice.OneOption}, 0}, {&choice.KeyedItem{Form: choice.OptionPairs, Options: []string{"a"}}, 0}} {
		if f1, right := choice.Chance(tt.it); f1 != tt.want || right != tt.want {
			t.Errorf("%s of %d: chance %v, %v, want %v", tt.it.Form, len(tt.it.Options), f1, right, tt.want)
		}
	}
}

// Answers as the published scorer reads them, with its peculiarities.
func TestParsePublished(t *testing.T) {
	for _, tt := range []struct {
		form   choice.AnswerForm
		answer string
		want   []string
	}{
		{choice.OneOption, "A resposta correta é: b", []string{"b"}}, {choice.OneOption, "A resposta correta é b)", []string{"b"}},
		{choice.OneOption, "A resposta correta é: B", []string{"B"}},                               // the case is kept
		{choice.OneOption, "A resposta correta é: a, não: A resposta correta é: c", []string{"a"}}, // the first
		{choice.OneOption, "b", []string{""}}, {choice.OneOption, "a resposta correta é: b", []string{""}}, {choice.OneOption, "", []string{""}},
		{choice.OneOption, "A resposta correta é: (b)", []string{""}}, {choice.OneOption, "A resposta correta é:\u00a0\nb", []string{"b"}},
		{choice.OneOption, "A resposta correta é a alternativa b", []string{"a"}}, // the article
		{choice.TrueOrFalse, "A afirmação é falsa.", []string{"Falso"}}, {choice.TrueOrFalse, "A afirmação é   verdadeira", []string{"Verdadeiro"}},
		{choice.TrueOrFalse, "A afirmação é Falsa", []string{""}}, {choice.TrueOrFalse, "Falso", []string{""}},
		{choice.SeveralOptions, "Resposta: a) d)", []string{"a", "d"}}, {choice.SeveralOptions, "a) d)", []string{"d"}}, // nothing stands before a
		{choice.SeveralOptions, "Resposta: a) A) a)", []string{"a", "a"}}, {choice.SeveralOptions, "Resposta: a, d", []string{}},
		{choice.OptionPairs, "a-4, b-2, c-1", []string{"a-4", "b-2", "c-1"}}, {choice.OptionPairs, "4-A, 2) b", []string{"a-4", "b-2"}},
		{choice.OptionPairs, "a-4, A) 4", []string{"a-4"}}, {choice.OptionPairs, "a - 4; b→2", []string{"a-4"}}, {choice.OptionPairs, "a-12", []string{"a-1"}}, {choice.OptionPairs, "", []string{}},
	} {
		if diff := cmp.Diff(tt.want, choice.ParsePublished(tt.form, tt.answer)); diff != "" {
			t.Errorf("%s: %q (-want +got):\n%s", tt.form, tt.answer, diff)
		}
	}
}

func TestGradePublished(t *testing.T) {
	for _, tt := range []struct {
		form   choice.AnswerForm
		key    []string
		answer string
		want   float64
	}{
		{choice.OneOption, []string{"b"}, "A resposta correta é: b", 1}, {choice.OneOption, []string{"b"}, "A resposta correta é: B", 0}, {choice.OneOption, []string{"B"}, "A resposta correta é: B", 1}, {choice.OneOption, []string{"b"}, "", 0},
		{choice.TrueOrFalse, []string{"Falso"}, "A afirmação é falsa", 1}, {choice.TrueOrFalse, []string{"Falso"}, "A afirmação é verdadeira", 0},
		// Of two right letters one, and one wrong: precision 1/2, recall 1/2.
		{choice.SeveralOptions, []string{"a", "b"}, "Resposta: a) d)", 0.5}, {choice.SeveralOptions, []string{"A", "B"}, "Resposta: a) b)", 1},
		// The second a is a wrong one: precision 1/2, recall 1.
		{choice.SeveralOptions, []string{"a"}, "Resposta: a) A)", 2. / 3}, {choice.SeveralOptions, []string{"a"}, "", 0},
		// One of two pairs, and a wrong one.
		{choice.OptionPairs, []string{"a-1", "b-2"}, "a-1, b-3", 0.5}, {choice.OptionPairs, []string{"a-1", "b-2"}, "2-b, 1-a", 1},
	} {
		if got := choice.GradePublished(tt.form, tt.key, tt.answer); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%s: %q for %v is graded %v, want %v", tt.form, tt.answer, tt.key, got, tt.want)
		}
	}
}
