// Package offline writes questions as a person would ask them, without a model. It composes
// a question from the task's plan in other words than the draft's, drawn from a thesaurus
// and from the manners of a language, and puts it into a situation drawn from a grammar.
// So a question calls no column and no lookup by its declared name, and two questions that
// ask the same of different entities sound different.
package offline

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/similarity"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Name is the Rewriter of tasks whose questions this package wrote.
const Name = "offline"

// Write returns a question for a task, which asks for everything that the draft asks for
// and nothing else. It draws several candidates and returns the one that shares least with
// the draft. Each attempt, from 0, is a new draw; two attempts can give the same question.
// The result depends only on the domain, the style, the task's plan, language, draft and
// ID, the seed and the attempt. Write fails for a plan that is no program of the domain and
// for a language that is not the style's.
func Write(d *domain.Domain, s *style.Style, t *task.Task, seed uint64, attempt int) (string, error) {
	if t.Language != s.Language {
		return "", fmt.Errorf("language %q: want %s, which the style is in", t.Language, s.Language)
	}
	drafted := similarity.FrameOf(t.Draft, t.Language, nil)
	best, least := "", 0.0
	for i := range candidates {
		r := digest.Rand(strconv.FormatUint(seed, 10), "rewrite", t.ID, strconv.Itoa(attempt), strconv.Itoa(i))
		question, err := compose(d, s, t, r)
		if err != nil {
			return "", err
		}
		if held := similarity.SharedShare(similarity.FrameOf(question, t.Language, nil), drafted); i == 0 || held < least {
			best, least = question, held
		}
	}
	return best, nil
}

// candidates is the number of questions drawn for one attempt.
const candidates = 8

// compose draws a question.
func compose(d *domain.Domain, s *style.Style, t *task.Task, r *rand.Rand) (string, error) {
	w := draft.Wordings{Domain: s.Reworded(d, r), Manner: draft.RandomManner(r)}
	v := newVoice(s, r)
	if t.Plan.Template != "" {
		return v.request(d, t.Plan, w)
	}
	inquiries, err := draft.Reworded(d, t.Plan, t.Language, w)
	if err != nil {
		return "", err
	}
	return v.question(v.core(inquiries), utf8.RuneCountInString(t.Draft)), nil
}

// Persona draws, for a task, a person who asks and the situation in which this person asks.
// A model rewrites the task's draft as that person would put it. The result depends only on
// the style, the task's ID and the seed.
func Persona(s *style.Style, id string, seed uint64) (persona, situation string) {
	v := newVoice(s, digest.Rand(strconv.FormatUint(seed, 10), "persona", id))
	return v.slots["who"], v.expand("situation")
}

// voice is a person who asks: a drawn field of work and what belongs to it.
type voice struct {
	style *style.Style
	r     *rand.Rand
	slots map[string]string
}

// newVoice draws a person.
func newVoice(s *style.Style, r *rand.Rand) *voice {
	v := &voice{s, r, map[string]string{}}
	field := v.one("who", fieldRules...)
	for _, kind := range fieldRules {
		v.slots[kind] = v.expand(kind + "_" + field)
	}
	return v
}

// fieldRules are the prefixes of the rules that each field of work has.
var fieldRules = []string{"who", "work", "doc", "party", "event"}

// one draws a name for which the style has a rule of a kind and rules of all other kinds.
func (v *voice) one(kind string, others ...string) string {
	names := slices.DeleteFunc(v.all(kind), func(name string) bool {
		return slices.ContainsFunc(others, func(other string) bool { return !v.has(other + "_" + name) })
	})
	return names[v.r.IntN(len(names))]
}

// all returns the names behind the prefix of a kind in the style's rules, sorted.
func (v *voice) all(kind string) []string {
	var names []string
	for _, rule := range v.style.Rules() {
		if name, ok := strings.CutPrefix(rule, kind+"_"); ok && name != "" {
			names = append(names, name)
		}
	}
	return names
}

func (v *voice) expand(rule string) string { return v.style.Expand(v.r, rule, v.slots) }

// has reports whether the style has a rule.
func (v *voice) has(rule string) bool {
	_, ok := slices.BinarySearch(v.style.Rules(), rule)
	return ok
}

// core returns the words for the inquiries, one after the other.
func (v *voice) core(inquiries []draft.Inquiry) string {
	var b strings.Builder
	for i := range inquiries {
		if i > 0 {
			b.WriteString(" ")
			if inquiries[i].Premise == "" {
				b.WriteString(v.expand("also"))
			}
		}
		b.WriteString(v.inquiry(&inquiries[i], i > 0 && inquiries[i].Premise == ""))
	}
	return b.String()
}

// mostNested is the largest length, in characters, of an inquiry's single phrase that may be
// asked without steps, by language.
var mostNested = map[string]int{"zh": 70, "en": 220}

// inquiry returns the words for one inquiry. goesOn says that its sentence has begun.
func (v *voice) inquiry(q *draft.Inquiry, goesOn bool) string {
	w := &q.Stepwise
	if utf8.RuneCountInString(q.Nested.Clause) <= mostNested[v.style.Language] && v.r.IntN(2) == 0 {
		w = &q.Nested
	}
	asks := map[string]string{"clause": w.Clause, "question": w.Question}
	if q.Forms != nil {
		asks["form"] = q.Forms[v.r.IntN(len(q.Forms))]
	}
	ask := v.style.Expand(v.r, "ask_"+string(q.Ask), asks)
	steps := v.steps(w.Steps, w.Chained)
	switch {
	case q.Premise != "":
		ask = q.Premise + lower(ask)
	case goesOn && steps == "":
		ask = lower(ask)
	}
	if goesOn {
		steps = lower(steps)
	}
	return steps + " " + ask
}

// steps returns the words for what has to be found first, "" if there is nothing. If the
// steps are in turn, a step may refer to the one before it.
func (v *voice) steps(steps []string, inTurn bool) string {
	if steps == nil {
		return ""
	}
	next, end := "next", "end"
	if inTurn && v.r.IntN(2) == 0 {
		next = "on"
	}
	rules := []string{next, "last", end}
	if len(steps) == 1 {
		end, rules = "single", []string{"single"}
	}
	way := v.one("first", rules...)
	var b strings.Builder
	for i, s := range steps {
		lead := next + "_"
		switch {
		case i == 0:
			lead = "first_"
		case i > 1 && i == len(steps)-1:
			lead = "last_"
		}
		b.WriteString(v.expand(lead+way) + s)
	}
	return b.String() + v.expand(end+"_"+way)
}

// room is how many characters a question may have in addition to five quarters of its
// draft, and plenty the length of a core from which on the situation is always long.
var (
	room   = map[string]int{"zh": 200, "en": 500}
	plenty = map[string]int{"zh": 36, "en": 110}
)

// draws is how often a question of one size is drawn until one fits.
const draws = 3

// question puts the core into the longest situation that fits: draft is the length of the
// draft in characters. A short core may also get a shorter situation.
func (v *voice) question(core string, draft int) string {
	lang := v.style.Language
	most := draft + draft/4 + room[lang]
	sizes := []string{"question_long", "question_medium", "question_short"}
	if utf8.RuneCountInString(core) < plenty[lang] && v.r.IntN(2) == 0 {
		sizes = sizes[1:]
	}
	v.slots["core"] = core
	for _, size := range sizes {
		for range draws {
			if text := tidy(v.expand(size)); utf8.RuneCountInString(text) <= most {
				return text
			}
		}
	}
	return tidy(core)
}
