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

// ReferenceAnswer is a question and the answer to it, made by [Answer]; the caller owns it.
type ReferenceAnswer struct {
	// Question is the question, as [Question] returns it with Given.
	Question string
	// Given are the texts that the question hands over, in the order of [domain.Template].Given: those
	// of the template's steps as the trace has them, and forms. Nil if it hands nothing over.
	Given []GivenText
	// Sentence answers the inquiries of the question in order, one sentence each. An inquiry
	// that depends on a yes is said not to apply if the answer is no.
	Sentence string
	// Keys are the answers as they are written in Sentence, in order, each once; a task
	// stores them as key_answer. A set has one key for each member. Numbers have the places
	// asked for. The unit asked for, or the measure word, is part of the key in Chinese
	// ("131000000.00元", "3件"); in English only a percent sign is ("131000000.00", "3"). The
	// key of a ratio is its digits ("2.14"). Days are 2019年12月11日 in Chinese and 2019-12-11
	// in English.
	Keys []string
	// Middle are the intermediate results, see [Answer]; a task stores them as key_middle.
	// Never nil.
	Middle []string
	// MiddleValues are the points of a written text among Middle that have other terms, typed, in their
	// order, the other terms as aliases; a task stores them as middle_values. Nil for none.
	MiddleValues []value.Answer
	// Values are the typed answers; Values[i].Text == Keys[i]. Every number has its
	// Quantity. Its unit is the unit asked for, or else the things counted: the measure
	// word in Chinese ("张"), the plural noun in English ("sales orders"), 天 or "days" for
	// days and 倍 or "times" for a ratio; a rank has no unit. The alias of an entity's name
	// is the name after its type's Strip patterns are applied; those of a citation are its
	// other forms.
	Values []value.Answer
}

// Answer writes the question of an executed program and its reference answer in a language of the
// domain: the sentences, from the noun phrases of the question, and the keywords. T is the trace
// of p and must be complete. The error is that of [Question], names a text to hand over of which the
// trace does not hold exactly one, or says that a result cannot be written in the form of its answer.
//
// Middle holds intermediate results in node order, each once, if a tool returned them:
// entities that a later node looks up (part by part), sets of at most five entities,
// derived codes, most frequent values, the winning value of every ranking, and numbers
// from which others were computed, in the default form of their column. Numbers of rows
// are not among them. Middle leaves out texts that somebody could write without having
// found them: texts in the question or inside a key or another middle text, single
// characters, and a single digit with its measure word. It also leaves out texts that
// contain a key, so that naming one on the way does not count as the answer.
func Answer(d *domain.Domain, p *plan.Program, t *plan.Trace, lang string) (ReferenceAnswer, error) {
	if p.Template != "" {
		return letterAnswer(d, p, t, lang)
	}
	c, err := newComposer(d, p, lang, Wordings{})
	if err != nil {
		return ReferenceAnswer{}, err
	}
	if len(t.Results) != len(p.Nodes) {
		return ReferenceAnswer{}, fmt.Errorf("the trace has %d results: want one result for each of %d nodes", len(t.Results), len(p.Nodes))
	}
	c.trace = t
	all, err := c.compose()
	if err != nil {
		return ReferenceAnswer{}, err
	}
	var r ReferenceAnswer
	var sentences []string
	for i := range all {
		asked := all[i].group.answers[0].Asked(func(on string) bool { return t.Result(on).Truth })
		if !asked && c.otherwise(i) {
			continue
		}
		text, err := c.answer(&r, &all[i], t)
		if err != nil {
			return ReferenceAnswer{}, err
		}
		k := len(sentences) - 1
		switch {
		case asked:
			sentences = append(sentences, text)
		case k >= 0 && sentences[k] == c.grammar.statement(all[i].phrases.premise.stating(!all[i].group.answers[0].Condition().Truth)):
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
	r.Question = c.grammar.text(inquiries)
	r.Middle, err = c.middle(t, r.Question, r.Keys)
	return r, err
}

// answer adds the keys and values of one inquiry and returns its sentence.
func (c *composer) answer(r *ReferenceAnswer, q *composedInquiry, t *plan.Trace) (string, error) {
	g := q.group
	if !g.answers[0].Asked(func(on string) bool { return t.Result(on).Truth }) {
		return c.grammar.notApplicable(q.phrases.premise.stating(!g.answers[0].Condition().Truth)), nil
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
		return c.grammar.columnsSentence(q.phrases.ownerPhrase, columns, texts), nil
	}
	table := make([][]string, len(texts[0]))
	for i := range table {
		for _, column := range texts {
			table[i] = append(table[i], column[i])
		}
	}
	return c.grammar.tableSentence(q.phrases.ownerPhrase, table), nil
}

// formatAnswer adds the typed values of an answer to the reply and returns their texts.
func (c *composer) formatAnswer(r *ReferenceAnswer, a *plan.AnswerSpec, result *plan.NodeResult) ([]string, error) {
	if o, ok := c.program.Node(a.From).Do.(*plan.Project); ok && o.Unstated && result != nil && len(result.Values) == 0 {
		none := c.grammar.unstated(c.columnName(c.program.Node(a.From).From[0], o.Columns[0]))
		r.add(none)
		return []string{none.Text}, nil
	}
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
		if result.Cited != nil {
			typed.Aliases = result.Cited[i].Names()[1:]
		} else if typed.Kind == value.Text && typed.Aliases == nil {
			typed.Aliases = c.aliases(c.types[a.From].Entity, typed.Text)
		}
		r.add(typed)
		texts[i] = text
	}
	return texts, nil
}

// add adds a value and its keyword, unless the keyword is there.
func (r *ReferenceAnswer) add(a value.Answer) {
	if !slices.Contains(r.Keys, a.Text) {
		r.Keys, r.Values = append(r.Keys, a.Text), append(r.Values, a)
	}
}

// withoutRepeats drops texts that occurred before.
func withoutRepeats(texts []string) []string {
	var kept []string
	for _, t := range texts {
		if !slices.Contains(kept, t) {
			kept = append(kept, t)
		}
	}
	return kept
}

// rectangular reports whether every column has n texts.
func rectangular(columns [][]string, n int) bool {
	for _, c := range columns {
		if len(c) != n {
			return false
		}
	}
	return true
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
