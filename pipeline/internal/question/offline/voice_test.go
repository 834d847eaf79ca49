package offline

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/cue"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
)

// decisive are the senses whose words may not stand around an inquiry: they would be
// taken for a part of it, or for its opposite.
var decisive = []cue.Sense{
	cue.High, cue.Low, cue.Late, cue.Early, cue.Higher, cue.Lower, cue.Later, cue.Earlier,
	cue.MostOften, cue.Sole, cue.Counted, cue.Different, cue.Total, cue.Mean, cue.Plus, cue.Minus,
	cue.Product, cue.Quotient, cue.Percentage, cue.Either, cue.Both, cue.Without,
	cue.MoreThan, cue.LessThan, cue.AtLeast, cue.AtMost, cue.DaysBetween, cue.Provided,
}

// harmless are words that hold 起, which alone begins a period.
var harmless = []string{"起草", "说起", "查起", "起见", "起因"}

// spans returns where a word stands in a text: anywhere in Chinese, whole in Latin
// letters.
func spans(text, word string) (all [][2]int) {
	word = strings.TrimPrefix(word, "^")
	letter := func(at int) bool {
		return at >= 0 && at < len(text) && text[at] < unicode.MaxASCII && unicode.IsLetter(rune(text[at]))
	}
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return all
		}
		from, to := at+i, at+i+len(word)
		if !letter(from) || !letter(from-1) && !letter(to) {
			all = append(all, [2]int{from, to})
		}
		at = from + 1
	}
}

// said returns a word of a list that stands in a text outside the idle ones; "" for none.
func said(text string, words []string, idle [][2]int) string {
	for _, word := range words {
		for _, span := range spans(text, word) {
			if !slices.ContainsFunc(idle, func(s [2]int) bool { return s[0] <= span[0] && s[1] >= span[1] }) {
				return word
			}
		}
	}
	return ""
}

// What stands around an inquiry has no digit, no word of an operator, no mark of a
// question and nothing left over from the grammar.
func TestVoices(t *testing.T) {
	for name, langs := range shipped {
		if name == "legal-en" {
			continue // which speaks as legal does
		}
		for _, lang := range langs {
			_, s := open(t, name, lang)
			words := cue.Words(lang)
			faults := map[string]string{}
			seeds := uint64(300)
			if testing.Short() {
				seeds = 100
			}
			for seed := range seeds {
				v := &voice{s, rand.New(rand.NewPCG(seed, 1)), map[string]string{"work": "…"}}
				v.slots["clause"], v.slots["question"], v.slots["form"] = "…", "…", "…"
				v.slots["clauses"], v.slots["last"] = "…", "…"
				v.slots["start"], v.slots["bystander"], v.slots["role"] = "…", "…", "…"
				for _, rule := range rootRules(s) {
					kind, _, _ := strings.Cut(rule, "_")
					text := tidy(v.expand(rule))
					if text == "" {
						t.Fatalf("%s in %s: rule %s gives nothing", name, lang, rule)
					}
					lower := strings.ToLower(text)
					var idle [][2]int
					for _, word := range slices.Concat(words[cue.Neutral], harmless) {
						idle = append(idle, spans(lower, word)...)
					}
					for _, sense := range decisive {
						if word := said(lower, words[sense], idle); word != "" {
							faults[string(sense)+": "+word] = text
						}
					}
					if i := strings.IndexFunc(text, unicode.IsDigit); i >= 0 {
						faults["digit"] = text
					}
					if strings.ContainsAny(text, "{}") || strings.ContainsAny(text, "?？") && kind != "ask" && kind != "then" || strings.Contains(text, "  ") {
						faults["mark"] = text
					}
				}
			}
			for fault, text := range faults {
				t.Errorf("%s in %s: %s in %q", name, lang, fault, text)
			}
		}
	}
}

// Every field of work is whole, every matter has words, and every kind of thing can be
// asked for, with and without a form.
func TestStyles(t *testing.T) {
	for name, langs := range shipped {
		for _, lang := range langs {
			d, s := open(t, name, lang)
			v := &voice{s, rand.New(rand.NewPCG(1, 1)), nil}
			for i := range d.Matters {
				if name := d.Matters[i].Name; !v.has("why_" + name) {
					t.Errorf("%s in %s: no rule why_%s", d.Name, lang, name)
				}
			}
			fields := v.all("who")
			roles, works := 0, 0
			for _, field := range fields {
				if !v.has("work_" + field) {
					t.Errorf("%s in %s: no rule work_%s", name, lang, field)
				}
				roles += different(s, "who_"+field)
				works += different(s, "work_"+field)
			}
			if len(fields) < 8 || roles < 40 || works < 60 {
				t.Errorf("%s in %s: %d fields, %d roles, %d works: want at least 8, 40 and 60", name, lang, len(fields), roles, works)
			}
			for _, ask := range []draft.AskKind{
				draft.AskName, draft.AskSeveral, draft.AskList, draft.AskTable, draft.AskNumber, draft.AskDate, draft.AskCount, draft.AskTruth, draft.AskWhich,
			} {
				for _, form := range []string{"", "FORM"} {
					slots := map[string]string{"clause": "CLAUSE", "form": form}
					if ask != draft.AskName && ask != draft.AskList && ask != draft.AskTable {
						slots["question"] = "CLAUSE"
					}
					for seed := range uint64(200) {
						text := s.Expand(rand.New(rand.NewPCG(seed, 2)), "ask_"+string(ask), slots)
						if strings.Count(text, "CLAUSE") != 1 || strings.Count(text, "FORM") != len(form)/4 {
							t.Fatalf("%s in %s: ask_%s gives %q with %q", name, lang, ask, text, slots)
						}
					}
				}
			}
		}
	}
}

// different counts the texts of a rule, as far as draws find them.
func different(s *style.Style, rule string) int {
	texts := map[string]bool{}
	for seed := range uint64(200) {
		texts[s.Expand(rand.New(rand.NewPCG(seed, 3)), rule, nil)] = true
	}
	return len(texts)
}
