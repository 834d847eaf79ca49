package rewrite

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"taskgrove/pipeline/digest"
	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/draft"
	"taskgrove/pipeline/task"
)

// Offline returns the task's question as drawn from the domain's situations. It
// depends on the domain, the task's plan, language and ID, and the seed alone.
// The inquiry keeps the words of the draft; who asks, why, in which order and
// with which turn of phrase is drawn.
func Offline(d *domain.Domain, t *task.Task, seed uint64) (string, error) {
	return draw(d, t, seed, 0)
}

// draw returns the question of one attempt, from 0.
func draw(d *domain.Domain, t *task.Task, seed uint64, attempt int) (string, error) {
	fields := []string{strconv.FormatUint(seed, 10), "rewrite", t.ID}
	if attempt > 0 {
		fields = append(fields, strconv.Itoa(attempt))
	}
	r := digest.Rand(fields...)
	if t.Plan.Template != "" {
		return request(d, t, r)
	}
	inquiries, err := draft.Inquiries(d, t.Plan, t.Language)
	if err != nil {
		return "", err
	}
	v, err := voiceOf(d, t.Language)
	if err != nil {
		return "", err
	}
	role := pick(r, v.Roles)
	situation := pick(r, v.of(role))
	order := pick(r, v.Orders)
	who := v.Openings
	if strings.Contains(order, "{remark}") {
		who = v.Remarks
	}
	said := fill(pick(r, who), "role", role.Text, "situation", situation.Text)
	need := pick(r, v.Needs)
	steps, ask := v.put(r, inquiries)
	return tidy(fill(order, "opening", said, "remark", said, "need", need, "steps", steps, "ask", ask)), nil
}

// put words the inquiries: the steps of the first, and everything else.
func (v *voice) put(r *rand.Rand, inquiries []draft.Inquiry) (steps, ask string) {
	for i := range inquiries {
		s, a := v.inquiry(r, &inquiries[i])
		if i == 0 {
			steps, ask = s, a
			continue
		}
		if inquiries[i].If == "" {
			s = v.Also + s
		}
		ask += " " + s + " " + a
	}
	return steps, ask
}

// shortest is how long the draft's single phrase for an inquiry may be, in
// characters of each language, for it to be asked without steps at times.
var shortest = map[string]int{"zh": 70, "en": 220}

// inquiry words one inquiry: the steps that lead to it, "" for none, and what is
// asked.
func (v *voice) inquiry(r *rand.Rand, q *draft.Inquiry) (steps, ask string) {
	w := &q.Stepwise
	if utf8.RuneCountInString(q.Nested.Clause) <= shortest[v.language] && r.IntN(2) == 0 {
		w = &q.Nested
	}
	form := ""
	if q.Forms != nil {
		form = fill(v.Form, "form", pick(r, q.Forms))
	}
	asks := slices.DeleteFunc(slices.Clone(v.Asks[q.Ask]), func(a string) bool {
		return form != "" && !strings.Contains(a, "{form}")
	})
	ask = provided(q.If, fill(pick(r, asks), "clause", w.Clause, "question", w.Question, "form", form))
	if w.Steps == nil {
		return "", ask
	}
	leads := slices.DeleteFunc(slices.Clone(v.Steps), func(l lead) bool {
		return (len(w.Steps) > 1 && l.Next == "") || (len(w.Steps) == 1 && l.Several)
	})
	return pick(r, leads).of(w.Steps), ask
}

// provided puts what a question depends on before it.
func provided(lead, text string) string {
	if lead == "" {
		return text
	}
	first, size := utf8.DecodeRuneInString(text)
	if after := firstOf(text[size:]); unicode.IsLower(after) {
		text = string(unicode.ToLower(first)) + text[size:]
	}
	return lead + text
}

// of introduces entities on the way.
func (l lead) of(steps []string) string {
	var b strings.Builder
	for i, s := range steps {
		switch {
		case i == 0:
			b.WriteString(l.First)
		case i > 1 && i == len(steps)-1:
			b.WriteString(l.Last)
		default:
			b.WriteString(l.Next)
		}
		b.WriteString(s)
	}
	return b.String() + l.End
}

// fill replaces {name} by the text after it in the list, once over the template,
// so that braces in a text stay.
func fill(template string, pairs ...string) string {
	named := slices.Clone(pairs)
	for i := 0; i < len(named); i += 2 {
		named[i] = "{" + named[i] + "}"
	}
	return strings.NewReplacer(named...).Replace(template)
}

// tidy drops the space that parts left empty leave behind: at the ends, beside
// other space, and beside Chinese characters and punctuation at a sentence's end;
// and the period of a sentence that ends in one already ("Co., Ltd.").
func tidy(s string) string {
	words := strings.Fields(s)
	var b strings.Builder
	for i, w := range words {
		if short, ok := strings.CutSuffix(w, ".."); ok && !strings.HasSuffix(short, ".") {
			w = short + "."
		}
		if i > 0 && !(wide(lastOf(words[i-1])) && wide(firstOf(w))) {
			b.WriteByte(' ')
		}
		b.WriteString(w)
	}
	return b.String()
}

func firstOf(s string) rune { r, _ := utf8.DecodeRuneInString(s); return r }
func lastOf(s string) rune  { r, _ := utf8.DecodeLastRuneInString(s); return r }

// wide reports whether a character is Chinese or Chinese punctuation.
func wide(r rune) bool {
	return unicode.Is(unicode.Han, r) || (r >= 0x3000 && r <= 0x303f) || (r >= 0xff00 && r <= 0xffef)
}

// pick draws one of a list that is not empty.
func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }
