package draft

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// ReferenceAnswer is the reference answer of a trace, made by [Answer]. It is a record.
type ReferenceAnswer struct {
	// Sentence answers every inquiry of the question, one sentence each, in order. What
	// was asked under a yes that is a no is said not to apply.
	Sentence string
	// Keys are the answers as they stand in Sentence, in order, each once:
	// key_answer. A set has one for each of its members. Numbers have the places
	// demanded; in Chinese the unit that is asked for or the measure word is part of the
	// key ("131000000.00元", "3件"), in English only a percent sign is ("131000000.00",
	// "3"); of a ratio the key is its digits in both ("2.14"). Days are 2019年12月11日 in
	// Chinese and 2019-12-11 in English.
	Keys []string
	// Middle are the texts on the way, see [Answer]: key_middle. Never nil.
	Middle []string
	// Values are the typed answers; Values[i].Text == Keys[i]. Every number says what it
	// measures; its unit is the one asked for, else what is counted, with the measure
	// word in Chinese ("件") and the noun in the plural in English ("court cases"), 天 or
	// "days" of days and 倍 or "times" of a ratio; a rank has none. A text that names an
	// entity has as aliases what is left of it when the entity type's Strip
	// patterns are cut.
	Values []value.Answer
}

// Answer writes the reference answer of an executed program in a language of the
// domain: the sentences, from the noun phrases of the question, and the keywords.
//
// Middle holds, in node order, each once: the entities a later node was asked
// about (part by part), sets of them as long as they are small, the codes derived,
// the value that occurs most often, the winning value of every ranking and the
// numbers that others were computed from, in the form their column would be asked
// for in, as far as a tool returned them. How many rows there were on the way is not
// among them. Left out is what somebody would write without having found it: what is
// a key or stands within one, what stands in the question, parts of start entities
// included, what stands within another middle text, a single character, and a
// single digit with its measure word; and what
// a key stands within, since naming it on the way is not to count as the answer.
func Answer(d *domain.Domain, p *plan.Program, t *plan.Trace, lang string) (ReferenceAnswer, error) {
	if p.Template != "" {
		return letterAnswer(d, p, t, lang)
	}
	c, err := newComposer(d, p, lang, Wordings{})
	if err != nil {
		return ReferenceAnswer{}, err
	}
	if len(t.Results) != len(p.Nodes) {
		return ReferenceAnswer{}, fmt.Errorf("the trace has %d results: want one for each of %d nodes", len(t.Results), len(p.Nodes))
	}
	c.trace = t
	all, err := c.compose()
	if err != nil {
		return ReferenceAnswer{}, err
	}
	var r ReferenceAnswer
	var sentences []string
	for i := range all {
		text, err := c.answer(&r, &all[i], t)
		if err != nil {
			return ReferenceAnswer{}, err
		}
		k := len(sentences) - 1
		switch on := all[i].group.answers[0].If; {
		case on == "" || t.Result(on).Truth:
			sentences = append(sentences, text)
		case k >= 0 && sentences[k] == c.grammar.statement(all[i].phrases.under.no):
			sentences[k] = text
		case k < 0 || sentences[k] != text:
			sentences = append(sentences, text)
		}
	}
	if len(r.Keys) == 0 {
		return ReferenceAnswer{}, errors.New("the trace answers nothing: want at least one value")
	}
	space := ""
	if c.grammar.spacesSentences() {
		space = " "
	}
	r.Sentence = strings.Join(sentences, space)
	inquiries := make([]Inquiry, len(all))
	for i := range all {
		inquiries[i] = all[i].Inquiry
	}
	r.Middle, err = c.middle(t, c.grammar.text(inquiries), r.Keys)
	return r, err
}

// answer adds the keys and values of one inquiry and returns its sentence.
func (c *composer) answer(r *ReferenceAnswer, q *composedInquiry, t *plan.Trace) (string, error) {
	g := q.group
	if on := g.answers[0].If; on != "" && !t.Result(on).Truth {
		return c.grammar.notApplicable(q.phrases.under.no), nil
	}
	if q.Ask == AskTruth {
		yes := t.Result(g.answers[0].From).Truth
		r.add(q.phrases.truth.answer(yes))
		if yes {
			return c.grammar.statement(q.phrases.truth.yes), nil
		}
		return c.grammar.statement(q.phrases.truth.no), nil
	}
	texts := make([][]string, len(g.answers))
	for i, a := range g.answers {
		var err error
		if texts[i], err = c.formatAnswer(r, a, t.Result(a.From)); err != nil {
			return "", fmt.Errorf("answer %q: %w", a.From, err)
		}
	}
	switch {
	case len(texts) == 1:
		return c.grammar.answerSentence(q.Ask, q.phrases.subject, withoutRepeats(texts[0])), nil
	case q.Ask == AskSeveral || !rectangular(texts, len(t.Result(g.rows).Rows)):
		columns := make([]string, len(texts))
		for i, a := range g.answers {
			columns[i] = c.columnName(g.rows, c.program.Node(a.From).Do.(*plan.Project).Columns[0])
			texts[i] = withoutRepeats(texts[i])
		}
		return c.grammar.columnsSentence(q.phrases.of, columns, texts), nil
	}
	table := make([][]string, len(texts[0]))
	for i := range table {
		for _, column := range texts {
			table[i] = append(table[i], column[i])
		}
	}
	return c.grammar.tableSentence(q.phrases.of, table), nil
}

// write adds the typed values of an answer to the reply and returns their texts.
func (c *composer) formatAnswer(r *ReferenceAnswer, a *plan.Answer, result *plan.Result) ([]string, error) {
	if result == nil || len(result.Values) == 0 {
		return nil, errors.New("the trace holds no value: want at least one")
	}
	texts := make([]string, len(result.Values))
	for i, v := range result.Values {
		typed, text, err := c.format(v, a.Form, c.measure(a))
		if err != nil {
			return nil, err
		}
		c.quantify(&typed, a)
		if typed.Kind == value.Text && typed.Aliases == nil {
			typed.Aliases = c.aliases(c.types[a.From].Entity, typed.Text)
		}
		r.add(typed)
		texts[i] = text
	}
	return texts, nil
}

// add adds a value and its keyword, unless it is there.
func (r *ReferenceAnswer) add(a value.Answer) {
	if !slices.Contains(r.Keys, a.Text) {
		r.Keys, r.Values = append(r.Keys, a.Text), append(r.Values, a)
	}
}

// once drops the texts that came before.
func withoutRepeats(texts []string) []string {
	var kept []string
	for _, t := range texts {
		if !slices.Contains(kept, t) {
			kept = append(kept, t)
		}
	}
	return kept
}

// rectangular reports whether every column has a text for each of n rows.
func rectangular(columns [][]string, n int) bool {
	return !slices.ContainsFunc(columns, func(c []string) bool { return len(c) != n })
}

// aliases returns the other names of an entity.
func (c *composer) aliases(entity, name string) []string {
	e := c.domain.Entity(entity)
	if e == nil || e.Strip == nil {
		return nil
	}
	if short := e.Stripper()(name); short != name && short != "" {
		return []string{short}
	}
	return nil
}
