// Package offline writes questions as a person would ask them, without a model. It composes
// a question from the task's plan in other words than the draft's, drawn from a thesaurus
// and from the manners of a language. Where the question serves a matter of the domain, sentences
// may say why somebody asks, why the path leaves what is known, and what the answer is for; they
// take a third of the text at most.
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
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Name is the Rewriter of tasks whose questions this package wrote.
const Name = "offline"

// Write returns a question for a task, which asks for everything that the draft asks for
// and nothing else. Each attempt, from 0, is a new draw; two attempts can give the same question.
// The result depends only on the domain, the style, the task's plan, language, by-stander and draft, the
// seed and the attempt. Write fails for a plan that is no program of the domain and for a language
// that is not the style's.
func Write(d *domain.Domain, s *style.Style, t *task.Task, seed uint64, attempt int) (string, error) {
	if t.Language != s.Language {
		return "", fmt.Errorf("language %q: want %s, which the style is in", t.Language, s.Language)
	}
	v := &voice{s, digest.Rand(strconv.FormatUint(seed, 10), "rewrite", t.Draft, strconv.Itoa(attempt)), map[string]string{}}
	question, err := v.compose(d, t)
	if err == nil && attempt >= plainAttempts && t.Plan.Template == "" && t.Bystander == nil && len(matters(d, t.Plan)) == 0 {
		question = v.behindWork(question)
	}
	return question, err
}

// plainAttempts is the number of questions drawn for a task that serves no matter before one says
// what the person who asks is doing: by then no question in the words of the task alone has been
// accepted.
const plainAttempts = 4

// compose draws a question.
func (v *voice) compose(d *domain.Domain, t *task.Task) (string, error) {
	s, r := v.style, v.r
	w := draft.Wordings{Domain: s.Reworded(d, r), Manner: draft.RandomManner(r)}
	if t.Plan.Template != "" {
		return v.request(d, t.Plan, w)
	}
	if m := v.bystanderMatter(d, t); m != nil {
		return v.questionBeside(d, t, m, w)
	}
	f := v.frame(d, t.Plan, v.matter(matters(d, t.Plan)))
	for _, some := range f.shorter() {
		w.Scene = some.scene
		inquiries, err := draft.Reworded(d, t.Plan, t.Language, w)
		if err != nil {
			return "", err
		}
		if w.Scene != "" && inquiries[0].Scene == "" {
			continue // a start that the question cannot refer to
		}
		text := some.around(inquiries[0].Scene, v.core(t.Plan, inquiries))
		if fits(some.length(), text) {
			return text, nil
		}
	}
	w.Scene = ""
	inquiries, err := draft.Reworded(d, t.Plan, t.Language, w)
	if err != nil {
		return "", err
	}
	return v.question(v.core(t.Plan, inquiries)+" "+f.way, f.matter), nil
}

// matters returns the matters of the domain that a program serves; nil if there are none.
func matters(d *domain.Domain, p *plan.Program) []*domain.Matter {
	if p == nil {
		return nil
	}
	if _, err := p.Types(d); err != nil {
		return nil
	}
	return p.Matters(d)
}

// Persona draws, for a task, a person who asks and the situation in which this person asks:
// what is known and why the question goes on from there, or why somebody asks and what the answer is for, if the
// task serves a matter of the domain, or else the person's work. The situation names no entity of the task, except where
// it tells of a by-stander. A model rewrites the task's draft as that person would put it. The
// result depends only on the domain, the style, the task's plan, language, by-stander and draft and
// the seed.
func Persona(d *domain.Domain, s *style.Style, t *task.Task, seed uint64) (persona, situation string) {
	v := &voice{s, digest.Rand(strconv.FormatUint(seed, 10), "persona", t.Draft), map[string]string{}}
	fields := v.fields()
	m := v.bystanderMatter(d, t)
	if m == nil {
		m = v.matter(matters(d, t.Plan))
	}
	if m != nil {
		if own := slices.DeleteFunc(slices.Clone(fields), func(name string) bool { return !slices.Contains(m.Fields, name) }); len(own) > 0 {
			persona = v.expand("who_" + own[v.r.IntN(len(own))])
			if t.Bystander != nil {
				if situation = v.situationBeside(d, t, m); situation != "" {
					return persona, situation
				}
			}
			return persona, v.situation(d, t.Plan, m)
		}
	}
	field := fields[v.r.IntN(len(fields))]
	v.slots["work"] = v.expand("work_" + field)
	return v.expand("who_" + field), v.expand("situation")
}

// fields returns the fields of work that the style has words for, sorted.
func (v *voice) fields() []string {
	return slices.DeleteFunc(v.all("who"), func(name string) bool { return !v.has("work_" + name) })
}

// behindWork puts a sentence about the work of the person who asks before a question, unless the
// sentence is long beside it or the style has none.
func (v *voice) behindWork(question string) string {
	if !v.has("at_work") {
		return question
	}
	fields := v.fields()
	v.slots["work"] = v.expand("work_" + fields[v.r.IntN(len(fields))])
	work := v.expand("at_work")
	if text := tidy(work + " " + question); fits(utf8.RuneCountInString(work), text) {
		return text
	}
	return question
}

// voice draws the words of a question.
type voice struct {
	style *style.Style
	r     *rand.Rand
	slots map[string]string
}

// matter draws one of the matters for which the style has words; nil if there is none.
func (v *voice) matter(all []*domain.Matter) *domain.Matter {
	all = slices.DeleteFunc(slices.Clone(all), func(m *domain.Matter) bool { return !v.has("why_" + m.Name) })
	if len(all) == 0 {
		return nil
	}
	return all[v.r.IntN(len(all))]
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

// core returns the words for the inquiries of a program, one after the other; those that lead to
// the next ones together with them.
func (v *voice) core(p *plan.Program, inquiries []draft.Inquiry) string {
	var b strings.Builder
	for i := 0; i < len(inquiries); {
		if i > 0 {
			b.WriteString(" ")
			if inquiries[i].Premise == "" {
				b.WriteString(v.expand("also"))
			}
		}
		goesOn := i > 0 && inquiries[i].Premise == ""
		n := 1
		for i+n < len(inquiries) && together(p, &inquiries[i+n-1], &inquiries[i+n]) {
			n++
		}
		if n > 1 {
			b.WriteString(v.together(inquiries[i:i+n], goesOn))
		} else {
			b.WriteString(v.inquiry(&inquiries[i], goesOn))
		}
		i += n
	}
	return b.String()
}

// together reports whether one sentence asks for two inquiries: the first is on the way to the second.
func together(p *plan.Program, first, second *draft.Inquiry) bool {
	for _, q := range []*draft.Inquiry{first, second} {
		if q.Premise != "" || slices.Contains([]draft.AskKind{draft.AskTruth, draft.AskWhich, draft.AskTable}, q.Ask) {
			return false
		}
	}
	return second.Stepwise.Steps == nil && second.Scene == "" && p.OnTheWay(first.Answers[0].From)
}

// together returns the words for inquiries in one sentence: “请告诉我该单的编号，以及发货仓库的地址。”
func (v *voice) together(all []draft.Inquiry, goesOn bool) string {
	clauses := make([]string, len(all))
	for i := range all {
		clauses[i] = all[i].Stepwise.Clause
		if v.style.Language == "zh" && slices.Contains([]draft.AskKind{draft.AskName, draft.AskDate, draft.AskNumber}, all[i].Ask) {
			clauses[i] = all[i].Stepwise.Subject // 请查一下编号，还有买方, and not 还有买方是谁
		}
		if forms := all[i].Forms; forms != nil {
			clauses[i] += v.style.Expand(v.r, "form", map[string]string{"form": forms[v.r.IntN(len(forms))]})
		}
	}
	last := len(clauses) - 1
	ask := v.style.Expand(v.r, "ask_together", map[string]string{
		"clauses": strings.Join(clauses[:last], v.style.Expand(v.r, "ask_together_more", nil)),
		"last":    clauses[last],
	})
	steps := v.steps(&all[0].Stepwise)
	if goesOn {
		ask, steps = lower(ask), lower(steps)
	}
	return steps + " " + ask
}

// mostNested is the largest length, in characters, of an inquiry's single phrase that may be
// asked without steps, by language.
var mostNested = map[string]int{"zh": 26, "en": 140}

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
	kind := q.Ask
	if kind == draft.AskList && w.Question != "" {
		kind = draft.AskName
	}
	rule := "ask_" + string(kind)
	if then := "then_" + string(kind); q.Premise != "" && v.has(then) {
		rule = then
		if w.Question == "" && v.has("then_noun") {
			rule = "then_noun"
		}
	}
	ask := v.style.Expand(v.r, rule, asks)
	steps := v.steps(w)
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

// steps returns the sentences or topics that lead to what is asked, "" for none.
func (v *voice) steps(w *draft.Wording) string {
	mark := ". "
	switch {
	case w.Topics:
		mark = "，"
	case v.style.Language == "zh":
		mark = "。"
	}
	var b strings.Builder
	for i, s := range w.Steps {
		if i == 0 && w.Topics {
			s = "关于" + s
		}
		b.WriteString(upper(s) + mark)
	}
	return b.String()
}
