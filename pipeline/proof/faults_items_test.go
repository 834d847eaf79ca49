package proof

import (
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/exam/claim"
	"github.com/taskgrove/taskgrove/pipeline/internal/examtest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// itemFault breaks an exam item, or the exams that it rests on, in one way a check exists for.
type itemFault struct {
	check, reason, name string
	kind                string // of the items that can be broken so; "" for all
	// apply breaks the item; it returns false for one that cannot be broken so.
	apply func(t *task.Task, c *exam.Collection) bool
}

// setOption changes an option where it stands.
func setOption(t *task.Task, i int, text string) {
	mark := string(rune('A'+i)) + ") "
	t.Question = strings.Replace(t.Question, mark+t.Choices.Options[i], mark+text, 1)
	t.Choices.Options[i] = text
}

// rekey changes the key and the keywords.
func rekey(t *task.Task, key ...int) {
	t.Choices.Key = key
	t.KeyAnswer = keywords(t)
}

func right(t *task.Task) int { return t.Choices.Key[0] }

// wrong is the position of an option that is not right.
func wrong(t *task.Task) int {
	for i := range t.Choices.Options {
		if !slices.Contains(t.Choices.Key, i) {
			return i
		}
	}
	return -1
}

func essayOf(t *task.Task, c *exam.Collection) *exam.Essay {
	for i := range c.Essays {
		if c.Essays[i].ID == t.Derivation.Source {
			return &c.Essays[i]
		}
	}
	return nil
}

func partOf(t *task.Task, c *exam.Collection) *exam.Part {
	if e := essayOf(t, c); e != nil {
		for i := range e.Parts {
			if e.Parts[i].Label == t.Derivation.Part {
				return &e.Parts[i]
			}
		}
	}
	return nil
}

// wasMade reports whether an item was made, and not taken over.
func wasMade(t *task.Task) bool { return t.Derivation.Rule != examtest.RuleKeyed }

// choosing reports whether an item has one right option that is no value in a gap.
func choosing(t *task.Task) bool {
	return wasMade(t) && (t.Type == task.MultipleChoice || t.Type == task.CaseAnalysis)
}

func derivedItemFaults() []itemFault {
	quote := func(f func(q *task.Quote)) func(*task.Task, *exam.Collection) bool {
		return func(t *task.Task, _ *exam.Collection) bool {
			if !wasMade(t) {
				return false
			}
			f(&t.Derivation.Quotes[0])
			return true
		}
	}
	return []itemFault{
		{"derived", noSource, "an unknown source", "", func(t *task.Task, _ *exam.Collection) bool { t.Derivation.Source = "x"; return true }},
		{"derived", noSource, "an unknown part", "", func(t *task.Task, _ *exam.Collection) bool {
			ok := t.Derivation.Part != ""
			t.Derivation.Part = "Z"
			return ok
		}},
		{"derived", noSource, "a row that is not there", "", quote(func(q *task.Quote) { q.Point = 99 })},
		{"derived", noSource, "a quote of an unknown essay", "", func(t *task.Task, _ *exam.Collection) bool {
			if !wasMade(t) {
				return false
			}
			t.Derivation.Quotes = append(t.Derivation.Quotes, task.Quote{Source: "x", Part: "A", End: 1, Text: "x"})
			return true
		}},
		{"derived", notQuoted, "a quote one character later", "", quote(func(q *task.Quote) { q.First++ })},
		{"derived", notQuoted, "a quote beyond the end", "", quote(func(q *task.Quote) { q.End++ })},
		{"derived", notQuoted, "another text of a quote", "", quote(func(q *task.Quote) { q.Text += "." })},
		{"derived", notQuoted, "no quotes", "", func(t *task.Task, _ *exam.Collection) bool { t.Derivation.Quotes = nil; return wasMade(t) }},
		{"derived", notQuoted, "quotes of another part", "", func(t *task.Task, c *exam.Collection) bool {
			if !wasMade(t) || t.Derivation.Part == "" {
				return false
			}
			e := essayOf(t, c)
			other := e.Parts[0]
			if other.Label == t.Derivation.Part {
				other = e.Parts[len(e.Parts)-1]
			}
			t.Derivation.Quotes = []task.Quote{{Source: e.ID, Part: other.Label, End: len(other.Answer), Text: other.Answer}}
			return other.Label != t.Derivation.Part
		}},
		{"derived", notQuoted, "an answer that was changed", "", func(t *task.Task, c *exam.Collection) bool {
			p := partOf(t, c)
			if p == nil {
				return false
			}
			p.Answer = "X" + p.Answer
			return true
		}},
		{"derived", notQuoted, "another stem of a question taken over", task.MultipleChoice, func(t *task.Task, c *exam.Collection) bool {
			return changeQuestion(t, c, func(q *exam.Question) { q.Stem = "x " + q.Stem })
		}},
		{"derived", notQuoted, "another option of a question taken over", task.MultipleChoice, func(t *task.Task, c *exam.Collection) bool {
			return changeQuestion(t, c, func(q *exam.Question) { q.Options[0] += " x" })
		}},
		{"derived", noSource, "an answer that the file does not have", "", func(t *task.Task, c *exam.Collection) bool {
			p := partOf(t, c)
			if p == nil || len(t.Derivation.Quotes) != 1 {
				return false
			}
			p.Answer = "Nada. 无。" + p.Answer
			t.Derivation.Quotes[0].End, t.Derivation.Quotes[0].Text = len(p.Answer), p.Answer
			return true
		}},
		{"derived", notAgain, "another question", "", func(t *task.Task, _ *exam.Collection) bool { t.Question += " "; return true }},
		{"derived", notAgain, "another key", "", func(t *task.Task, _ *exam.Collection) bool { t.Choices.Key[0]++; return true }},
		{"derived", notAgain, "other draws", "", func(t *task.Task, _ *exam.Collection) bool { t.Derivation.Draws = []int{1}; return true }},
		{"derived", notAgain, "another language", "", func(t *task.Task, _ *exam.Collection) bool { t.Language = "en"; return true }},
		{"derived", notAgain, "another answer", "", func(t *task.Task, _ *exam.Collection) bool { t.Answer += "!"; return true }},
	}
}

// changeQuestion changes the question that an item takes over.
func changeQuestion(t *task.Task, c *exam.Collection, f func(q *exam.Question)) bool {
	for i := range c.Questions {
		if c.Questions[i].ID == t.Derivation.Source {
			c.Questions[i].Options = slices.Clone(c.Questions[i].Options)
			f(&c.Questions[i])
			return true
		}
	}
	return false
}

func keyedItemFaults() []itemFault {
	moved := func(t *task.Task, _ *exam.Collection) bool {
		rekey(t, (right(t)+1)%len(t.Choices.Options))
		return wasMade(t)
	}
	strange := func(t *task.Task) string {
		if t.Language == "zh" {
			return "由登山协会以抽签方式决定"
		}
		return "Cabe ao clube de montanhismo sortear o vencedor"
	}
	return []itemFault{
		{"keyed", otherKey, "another option is right", task.MultipleChoice, moved},
		{"keyed", otherKey, "another value is right", task.Cloze, moved},
		{"keyed", otherKey, "another conclusion is right", task.CaseAnalysis, moved},
		{"keyed", otherKey, "a true claim is false, or a false one true", task.TrueFalse, func(t *task.Task, _ *exam.Collection) bool { rekey(t, 1-right(t)); return true }},
		{"keyed", otherKey, "a right option is left out", task.MultipleSelection, func(t *task.Task, _ *exam.Collection) bool { rekey(t, t.Choices.Key[1:]...); return true }},
		{"keyed", unsupported, "a wrong option is right as well", task.MultipleSelection, func(t *task.Task, _ *exam.Collection) bool {
			rekey(t, slices.Sorted(slices.Values(append(slices.Clone(t.Choices.Key), wrong(t))))...)
			return true
		}},
		{"keyed", otherKey, "two pairs exchanged", task.Matching, func(t *task.Task, _ *exam.Collection) bool {
			key := slices.Clone(t.Choices.Key)
			key[0], key[1] = key[1], key[0]
			rekey(t, key...)
			return true
		}},
		{"keyed", misshapen, "keywords of another key", "", func(t *task.Task, _ *exam.Collection) bool { t.KeyAnswer[0] = "F"; return true }},
		{"keyed", misshapen, "a key beyond the options", "", func(t *task.Task, _ *exam.Collection) bool { t.Choices.Key[0] = 40; return true }},
		{"keyed", misshapen, "two keys of one", task.Cloze, func(t *task.Task, _ *exam.Collection) bool { t.Choices.Key = []int{0, 1}; return true }},
		{"keyed", misshapen, "an option that is not shown", task.MultipleChoice, func(t *task.Task, _ *exam.Collection) bool { t.Choices.Options[0] += " x"; return true }},
		{"keyed", misshapen, "a match given twice", task.Matching, func(t *task.Task, _ *exam.Collection) bool { t.Choices.Key[0] = t.Choices.Key[1]; return true }},
		{"keyed", misshapen, "no gap", task.Cloze, func(t *task.Task, _ *exam.Collection) bool {
			t.Question = claim.Gap.ReplaceAllString(t.Question, "")
			return true
		}},
		{"keyed", unsupported, "a right option that nobody says", task.MultipleChoice, func(t *task.Task, _ *exam.Collection) bool {
			setOption(t, right(t), strange(t))
			return wasMade(t)
		}},
		{"keyed", unsupported, "a claim about something else", task.TrueFalse, func(t *task.Task, _ *exam.Collection) bool {
			asked := claim.Claimed(claim.Asked(claim.Stem(t.Question)))
			t.Question = strings.Replace(t.Question, asked, strange(t), 1)
			return true
		}},
		{"keyed", manyRight, "a distractor that the answer says", task.MultipleChoice, func(t *task.Task, c *exam.Collection) bool {
			p := partOf(t, c)
			if p == nil {
				return false
			}
			p.Answer += "\n" + t.Choices.Options[wrong(t)]
			return true
		}},
		{"keyed", otherKey, "a question taken over with another key", task.MultipleChoice, func(t *task.Task, _ *exam.Collection) bool {
			rekey(t, (right(t)+1)%len(t.Choices.Options))
			return !wasMade(t)
		}},
	}
}

func exclusiveItemFaults() []itemFault {
	spelt := func(name, reason string, f func(s string) string) itemFault {
		return itemFault{"exclusive", reason, name, "", func(t *task.Task, _ *exam.Collection) bool {
			if t.Type == task.TrueFalse || t.Type == task.Matching || wrong(t) < 0 {
				return false
			}
			from := t.Choices.Options[right(t)]
			setOption(t, wrong(t), f(from))
			return f(from) != from && (wasMade(t) || reason == sameOptions)
		}}
	}
	words := func(t *task.Task, pt, zh string) string {
		if t.Language == "zh" {
			return zh
		}
		return pt
	}
	return []itemFault{
		spelt("capitals or full width", sameOptions, func(s string) string { return strings.ToUpper(strings.ReplaceAll(s, "，", ",")) + "." }),
		spelt("another full stop", sameOptions, func(s string) string { return strings.TrimRight(s, ".。") + "!" }),
		spelt("more space", sameOptions, func(s string) string { return "  " + s + "  " }),
		spelt("quotation marks", sameOptions, func(s string) string { return "“" + s + "”" }),
		{"exclusive", sameOptions, "accents or commas less", "", func(t *task.Task, _ *exam.Collection) bool {
			if t.Type == task.TrueFalse || t.Type == task.Matching || wrong(t) < 0 {
				return false
			}
			from := t.Choices.Options[right(t)]
			to := strings.NewReplacer("ã", "a", "ç", "c", "é", "e", "í", "i", "á", "a", "ó", "o", "，", "", "；", "").Replace(from)
			setOption(t, wrong(t), to)
			return to != from
		}},
		{"exclusive", sameOptions, "a number spelt otherwise", task.Cloze, func(t *task.Task, _ *exam.Collection) bool {
			numbers := map[string]string{"cinco anos": "5 anos", "sete dias": "7 dias", "trinta dias": "30 (trinta) dias", "noventa dias": "90 dias", "dois anos": "2 anos", "cinco meses": "5 meses",
				"四倍": "4倍", "三十日": "30日", "二倍": "2倍", "三日": "3日", "六十日": "60日", "一年": "1年", "二年": "2年", "三年": "3年"}
			to, ok := numbers[t.Choices.Options[right(t)]]
			setOption(t, wrong(t), to)
			return ok
		}},
		{"exclusive", nestedOptions, "more than the right option", "", func(t *task.Task, _ *exam.Collection) bool {
			if !choosing(t) {
				return false
			}
			setOption(t, wrong(t), t.Choices.Options[right(t)]+words(t, ", mediante caução idônea", "，并提供担保"))
			return true
		}},
		{"exclusive", nestedOptions, "less than the right option", "", func(t *task.Task, _ *exam.Collection) bool {
			o := []rune(strings.TrimRight(t.Choices.Options[right(t)], ".。"))
			if !choosing(t) || len(o) < 8 {
				return false
			}
			cut := string(o[:len(o)*2/3])
			if t.Language != "zh" {
				cut = cut[:strings.LastIndexByte(cut, ' ')]
			}
			read := claim.Read(cut, t.Language)
			setOption(t, wrong(t), cut)
			return len(read.Tokens) > 0 && len(read.Tokens) < len(claim.Read(string(o), t.Language).Tokens)
		}},
		{"exclusive", saidWrong, "a sentence of the answer", "", func(t *task.Task, c *exam.Collection) bool {
			p := partOf(t, c)
			if p == nil || !choosing(t) {
				return false
			}
			own := claim.Read(t.Choices.Options[right(t)], t.Language)
			for _, s := range sentencesOf(p.Answer) {
				read := claim.Read(s, t.Language)
				if len(read.Tokens) > 3 && !read.Contains(own) && !own.Contains(read) && claim.Article(s) == "" {
					setOption(t, wrong(t), s)
					return true
				}
			}
			p.Answer += " " + t.Choices.Options[wrong(t)]
			return true
		}},
		{"exclusive", saidWrong, "a row of the answer", task.MultipleSelection, func(t *task.Task, c *exam.Collection) bool {
			p := partOf(t, c)
			if p == nil {
				return false
			}
			p.Points = append(p.Points, exam.Point{Text: t.Choices.Options[wrong(t)] + " (0,10)", Values: []int{10}})
			return true
		}},
		{"exclusive", saidWrong, "a value of the answer", task.Cloze, func(t *task.Task, c *exam.Collection) bool {
			p := partOf(t, c)
			if p == nil {
				return false
			}
			p.Points = append(p.Points, exam.Point{Text: words(t, "Admite-se também ", "也可以为") + t.Choices.Options[wrong(t)], Values: []int{10}})
			return true
		}},
		{"exclusive", nearWrong, "the right words in another order", "", func(t *task.Task, c *exam.Collection) bool {
			p := partOf(t, c)
			if p == nil || !choosing(t) || t.Type != task.MultipleChoice {
				return false
			}
			o := []rune(t.Choices.Options[wrong(t)])
			half := len(o) / 2
			if t.Language != "zh" {
				words := strings.Fields(string(o))
				half := len(words) / 2
				if len(words) < 6 {
					return false
				}
				p.Answer += "\n" + strings.Join(append(slices.Clone(words[half:]), words[:half]...), " ")
				return true
			}
			p.Answer += "\n" + string(o[half:]) + string(o[:half])
			return len(o) >= 8
		}},
		{"exclusive", sameOptions, "two matches alike", task.Matching, func(t *task.Task, _ *exam.Collection) bool {
			t.Choices.Matches[0] = t.Choices.Matches[1] + "!"
			return true
		}},
	}
}

// Every fault of an exam item is caught by the check that it is meant for, in each language.
func TestItemFaultsAreCaught(t *testing.T) {
	each := 2 // items broken in each way
	if testing.Short() {
		each = 1
	}
	all := slices.Concat(derivedItemFaults(), keyedItemFaults(), exclusiveItemFaults(), standingItemFaults())
	count, reasons := map[string]int{}, map[string]bool{}
	_, honest := examtest.Honest()
	for _, f := range all {
		reasons[f.reason] = true
		for _, language := range []string{"pt", "zh"} {
			broken := 0
			for n := range honest {
				if broken == each || honest[n].Language != language || f.kind != "" && honest[n].Type != f.kind {
					continue
				}
				w, items := handSources()
				it := items[n]
				if !f.apply(it, w.Exams) {
					continue
				}
				broken++
				if fault := caught(t.Context(), itemChecksOf(w), it, f.check, f.reason); fault != "" {
					t.Errorf("%s, %s, %s: %s", f.check, f.name, it.ID, fault)
				} else {
					count[f.check+" "+language]++
				}
			}
			if broken == 0 {
				t.Errorf("%s, %s: no item in %s can be broken so", f.check, f.name, language)
			}
		}
	}
	for _, check := range []string{"derived", "keyed", "exclusive", "standing"} {
		for _, language := range []string{"pt", "zh"} {
			t.Logf("%-9s %s: caught %d", check, language, count[check+" "+language])
			if count[check+" "+language] < 10 {
				t.Errorf("%s in %s: caught %d, want at least 10", check, language, count[check+" "+language])
			}
		}
	}
	for _, r := range ItemReasons() {
		if r != lawSays && !reasons[r] { // for which TestProvisionsInForceRefute has statutes
			t.Errorf("no fault has the reason %s", r)
		}
	}
}
