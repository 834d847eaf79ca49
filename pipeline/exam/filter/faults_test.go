package filter

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/exam/claim"
	"github.com/taskgrove/taskgrove/pipeline/internal/examtest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// copied returns a copy of an item with another, greater ID.
func copied(t *testing.T, of *task.Task) *task.Task {
	t.Helper()
	b, err := json.Marshal(of)
	if err != nil {
		t.Fatal(err)
	}
	var c task.Task
	if err := json.Unmarshal(b, &c); err != nil {
		t.Fatal(err)
	}
	c.ID += "~"
	return &c
}

// claimOf is the claim that a true-false item asks to judge.
func claimOf(t *task.Task) string { return claim.Claimed(claim.Asked(claim.Stem(t.Question))) }

// denied returns a claim with one word denied, where it can be seen.
func denied(text, language string) string {
	said := claim.Read(text, language)
	runes := []rune(text)
	for i, r := range runes {
		if i < 2 || language != "zh" && r != ' ' {
			continue
		}
		with := string(runes[:i]) + "不" + string(runes[i:])
		if language != "zh" {
			with = string(runes[:i]) + " não" + string(runes[i:])
		}
		if said.Denies(claim.Read(with, language)) {
			return with
		}
	}
	return text
}

// fault makes of an item one that the filter has to leave out, beside the first; nil if it cannot.
type fault struct {
	reason string
	broken func(t *testing.T, of *task.Task, n int) *task.Task
}

var articlesOf = map[string][]string{
	"pt": {"Art. 5º", "art. 12", "artigos 3 e 4", "ARTIGO 7", "§ 2º", "inciso IV", "alínea 'b'", "parágrafo único", "arts. 8 a 10", "Ａｒｔ．１", "art 21, caput"},
	"zh": {"第五条", "第12条", "第一百二十三条", "第二十条第三款", "第１８条", "Article 5", "第三百零一条", "§ 4", "第十条", "第九百条", "第二条"},
}

func faults() []fault {
	return []fault{
		{Article, func(t *testing.T, of *task.Task, n int) *task.Task {
			if of.Derivation != nil && of.Derivation.TakenOver() {
				return nil // an exam cites what it wants
			}
			c := copied(t, of)
			forms := articlesOf[c.Language]
			c.Question = strings.Replace(c.Question, "\n", " ("+forms[n%len(forms)]+")\n", 1)
			return c
		}},
		{Leak, func(t *testing.T, of *task.Task, _ int) *task.Task {
			if of.Type == task.TrueFalse || of.Type == task.Matching || of.Type == task.MultipleSelection {
				return nil
			}
			for i, o := range of.Choices.Options {
				if i != of.Choices.Key[0] && claim.Leaked(claim.Stem(of.Question), []string{o, ""}, []int{0}, of.Language) != "" {
					return nil // the case has a wrong option, too
				}
			}
			c := copied(t, of)
			c.Question = c.Choices.Options[c.Choices.Key[0]] + "\n" + c.Question
			return c
		}},
		{Keys, func(t *testing.T, of *task.Task, _ int) *task.Task {
			if of.Type == task.MultipleSelection {
				return nil
			}
			c := copied(t, of)
			if c.Type == task.Matching {
				c.Choices.Key[0], c.Choices.Key[1] = c.Choices.Key[1], c.Choices.Key[0]
				return c
			}
			c.Choices.Key[0] = (c.Choices.Key[0] + 1) % len(c.Choices.Options)
			if claim.Leaked(claim.Stem(c.Question), c.Choices.Options, c.Choices.Key, c.Language) != "" {
				return nil
			}
			return c
		}},
		{Contradiction, func(t *testing.T, of *task.Task, _ int) *task.Task {
			if of.Type != task.TrueFalse {
				return nil
			}
			c := copied(t, of)
			text := claimOf(of)
			no := denied(text, of.Language)
			c.Question = strings.Replace(c.Question, text, no, 1)
			if no == text {
				return nil
			}
			return c
		}},
		{Duplicate, func(t *testing.T, of *task.Task, n int) *task.Task {
			c := copied(t, of)
			switch n % 4 {
			case 0: // the same words, spelt otherwise
				c.Question = strings.ToUpper(c.Question)
				for i := range c.Choices.Options {
					c.Choices.Options[i] = strings.ToUpper(c.Choices.Options[i])
				}
			case 1: // options in another order
				if c.Type == task.TrueFalse || c.Type == task.Matching {
					return nil
				}
				slices.Reverse(c.Choices.Options)
				for i := range c.Choices.Key {
					c.Choices.Key[i] = len(c.Choices.Options) - 1 - c.Choices.Key[i]
				}
				slices.Sort(c.Choices.Key)
				c.Question = relist(c)
			case 2: // a word more
				c.Question = strings.Replace(c.Question, "\n\n", "\n", 1)
				c.Question = strings.Replace(c.Question, ": ", ": Pois ", 1)
			default: // another wrong option
				if c.Type == task.TrueFalse || c.Type == task.Matching {
					return nil
				}
				for i := range c.Choices.Options {
					if !slices.Contains(c.Choices.Key, i) {
						c.Choices.Options[i] = "outra coisa / 别的"
						break
					}
				}
				c.Question = relist(c)
			}
			return c
		}},
		{Similar, func(t *testing.T, of *task.Task, _ int) *task.Task {
			if of.Type != task.TrueFalse {
				return nil
			}
			c := copied(t, of)
			text := claimOf(of)
			cut := len([]rune(text)) / 2
			runes := []rune(text)
			for c.Language != "zh" && cut < len(runes) && runes[cut] != ' ' {
				cut++
			}
			swapped := strings.TrimSpace(string(runes[cut:])) + " " + string(runes[:cut])
			c.Question = strings.Replace(c.Question, text, swapped, 1)
			return c
		}},
	}
}

// relist writes the options of an item anew.
func relist(t *task.Task) string {
	lines := []string{claim.Stem(t.Question)}
	for i, o := range t.Choices.Options {
		lines = append(lines, fmt.Sprintf("%c) %s", 'A'+i, o))
	}
	return strings.Join(append(lines, "", "Form."), "\n")
}

// Of every filter at least ten faults in each language are caught, with its reason, and the first
// item by ID stays.
func TestFaultsAreCaught(t *testing.T) {
	exams, honest := examtest.Honest()
	for _, f := range faults() {
		for _, language := range []string{"pt", "zh"} {
			caught := 0
			for n, of := range honest {
				if of.Language != language {
					continue
				}
				c := f.broken(t, of, n)
				if c == nil {
					continue
				}
				kept, dropped, err := Run(t.Context(), []*task.Task{c, of}, Similarity{Exams: exams})
				if err != nil {
					t.Fatal(err)
				}
				if len(dropped) != 1 || dropped[0].ID != c.ID || dropped[0].Check != Check || dropped[0].Reason != f.reason || len(kept) != 1 {
					t.Errorf("%s, %s: dropped %+v\n%s", f.reason, c.ID, dropped, c.Question)
					continue
				}
				caught++
			}
			t.Logf("%s in %s: caught %d", f.reason, language, caught)
			if caught < 10 {
				t.Errorf("%s in %s: caught %d, want at least 10", f.reason, language, caught)
			}
		}
	}
}

// An encoder finds items that mean the same in other words, and no others.
func TestEncoder(t *testing.T) {
	exams, items := examtest.Honest()
	alike := map[string]string{} // folded text of a paraphrase, and of the item
	var all []*task.Task
	for _, of := range items {
		all = append(all, of)
		if of.Type != task.TrueFalse || len(alike) == 30 {
			continue
		}
		c := copied(t, of)
		text := claimOf(of)
		other := fmt.Sprintf("Paráfrase %d, 换一种说法 %d", len(alike), len(alike))
		c.Question = strings.Replace(c.Question, text, other, 1)
		alike[claim.Fold(other)] = claim.Fold(text)
		all = append(all, c)
	}
	encode := func(_ context.Context, texts []string) ([][]float32, error) {
		vectors := make([][]float32, len(texts))
		for i, text := range texts {
			seed, noise := text, 0.0
			if of, ok := alike[text]; ok {
				seed, noise = of, 0.5
			}
			v, r := normal(digest.Rand("vector", seed), 64), digest.Rand("noise", text)
			for j := range v {
				v[j] += float32(noise * r.NormFloat64())
			}
			vectors[i] = v
		}
		return vectors, nil
	}
	_, dropped, err := Run(t.Context(), all, Similarity{Exams: exams, Encode: encode})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dropped {
		if d.Reason != Similar || !strings.HasSuffix(d.ID, "~") {
			t.Errorf("%+v", d)
		}
	}
	if len(dropped) != len(alike) {
		t.Errorf("%d of %d paraphrases are found", len(dropped), len(alike))
	}
	short := func(context.Context, []string) ([][]float32, error) { return nil, nil }
	if kept, _, err := Run(t.Context(), all, Similarity{Encode: short}); err == nil || kept != nil {
		t.Error("an encoder that returns too few vectors is no error")
	}
}

// The result does not depend on the order of items, and running again changes nothing.
func TestOrderOfItems(t *testing.T) {
	exams, items := examtest.Honest()
	for n, of := range slices.Clone(items) {
		if f := faults()[n%len(faults())]; of.Language != "en" {
			if c := f.broken(t, of, n); c != nil {
				items = append(items, c)
			}
		}
	}
	kept, dropped, err := Run(t.Context(), items, Similarity{Exams: exams})
	if err != nil || len(dropped) < 50 {
		t.Fatalf("%d dropped, %v", len(dropped), err)
	}
	shuffled := slices.Clone(items)
	digest.Rand("order").Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	_, again, err := Run(t.Context(), shuffled, Similarity{Exams: exams})
	if err != nil || !slices.Equal(dropped, again) {
		t.Errorf("another order drops %d, not %d: %v", len(again), len(dropped), err)
	}
	if _, more, err := Run(t.Context(), kept, Similarity{Exams: exams}); err != nil || len(more) > 0 {
		t.Errorf("running again drops %+v, %v", more, err)
	}
}

func TestTrivial(t *testing.T) {
	_, items := examtest.Honest()
	a, b, c := items[0].ID, items[1].ID, items[2].ID
	right := map[string]map[string]bool{"m": {a: true, b: true, c: false}, "n": {a: true, c: true}}
	if got := Trivial(items, right); len(got) != 1 || !got[a] {
		t.Errorf("Trivial = %v, want %s alone", got, a)
	}
	if got := Trivial(items, nil); len(got) > 0 {
		t.Errorf("Trivial without models = %v", got)
	}
}

// Overlap of texts by the filter is ROUGE-L; ten thousand items take seconds.
func TestManyItems(t *testing.T) {
	if testing.Short() {
		t.Skip("ten thousand items take seconds")
	}
	all := many(10000)
	kept, dropped, err := Run(t.Context(), all, Similarity{})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d kept, %d dropped", len(kept), len(dropped))
	if len(dropped) < 1000 {
		t.Errorf("%d dropped, want the 1,000 copies", len(dropped))
	}
}

// many returns items of random words, of which every tenth is nearly a copy of an earlier one.
func many(n int) []*task.Task {
	r := digest.Rand("many")
	word := func() string { return fmt.Sprintf("palavra%d", r.IntN(3000)) }
	var all []*task.Task
	for i := range n {
		var words []string
		for range 30 {
			words = append(words, word())
		}
		if i%10 == 9 {
			words = strings.Fields(all[r.IntN(i)].Draft)
			words[r.IntN(len(words))] = word()
		}
		text := strings.Join(words, " ")
		options := []string{word(), word() + "x", word() + "y", word() + "z"}
		if i%10 == 9 {
			options[0] = word()
		}
		t := &task.Task{ID: fmt.Sprintf("%06d", i), Type: task.MultipleChoice, Language: "pt", Draft: text,
			Choices: &task.Choices{Options: options, Key: []int{0}}}
		t.Question = "Considerando a situação descrita, assinale a alternativa correta. " + text + "\n"
		t.Question = relist(t)
		all = append(all, t)
	}
	return all
}

func BenchmarkRun(b *testing.B) {
	for _, n := range []int{1000, 10000} {
		all := many(n)
		b.Run(fmt.Sprintf("items=%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := Run(b.Context(), all, Similarity{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
