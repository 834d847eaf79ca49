package draft

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/plan"
	"taskgrove/pipeline/value"
)

// Reply is the reference answer of a trace, made by [Answer]. It is a record.
type Reply struct {
	// Sentence answers every inquiry of the question, one sentence each, in order.
	Sentence string
	// Keys are the answers as they stand in Sentence, in order, each once:
	// key_answer. A set has one for each of its members. Numbers have the places
	// demanded; in Chinese the unit or measure word is part of the key
	// ("131000000.00元", "3件"), in English only a percent sign is ("131000000.00",
	// "3"). Days are 2019年12月11日 in Chinese and 2019-12-11 in English.
	Keys []string
	// Middle are the texts on the way, see [Answer]: key_middle. Never nil.
	Middle []string
	// Values are the typed answers; Values[i].Text == Keys[i]. A text that names an
	// entity has as aliases what is left of it when the entity type's Strip
	// patterns are cut.
	Values []value.Answer
}

// Answer writes the reference answer of an executed program in a language of the
// domain: the sentences, from the noun phrases of the question, and the keywords.
//
// Middle holds, in node order, each once: the entities a later node was asked
// about (part by part), the codes derived, and the winning value of every
// superlative in the form its column would be asked for in. How many rows there
// were on the way is not among them. Left out is what somebody would write
// without having found it: what is a key or stands within one, what stands in the
// question, parts of start entities included, what stands within another middle
// text, and a single character.
func Answer(d *domain.Domain, p *plan.Program, t *plan.Trace, lang string) (Reply, error) {
	if p.Template != "" {
		return written(d, p, t, lang)
	}
	c, err := newComposer(d, p, lang)
	if err != nil {
		return Reply{}, err
	}
	if len(t.Results) != len(p.Nodes) {
		return Reply{}, fmt.Errorf("the trace has %d results: want one for each of %d nodes", len(t.Results), len(p.Nodes))
	}
	var r Reply
	for i := range p.Answers {
		if err := c.answer(&r, &p.Answers[i], t); err != nil {
			return Reply{}, fmt.Errorf("answer %q: %w", p.Answers[i].From, err)
		}
	}
	question, err := Question(d, p, lang)
	if err != nil {
		return Reply{}, err
	}
	r.Middle, err = c.middle(t, question, r.Keys)
	return r, err
}

// answer adds one answer's sentence, keys and values.
func (c *composer) answer(r *Reply, a *plan.Answer, t *plan.Trace) error {
	ask := c.ask(a)
	w, err := c.wording(a, ask)
	if err != nil {
		return err
	}
	var texts []string
	for _, v := range t.Result(a.From).Values {
		typed, text, err := c.write(v, a.Form, c.measure(a))
		if err != nil {
			return err
		}
		if col := c.source(a); col != nil && typed.Kind == value.Text {
			typed.Aliases = c.aliases(col, typed.Text)
		}
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
		if !slices.Contains(r.Keys, typed.Text) {
			r.Keys = append(r.Keys, typed.Text)
			r.Values = append(r.Values, typed)
		}
	}
	if texts == nil {
		return errors.New("the trace holds no value: want at least one")
	}
	if c.grammar.spaced() && r.Sentence != "" {
		r.Sentence += " "
	}
	r.Sentence += c.grammar.reply(ask, &w, texts)
	return nil
}

// aliases returns the other names of the entity a column names.
func (c *composer) aliases(col *domain.Column, name string) []string {
	e := c.domain.Entity(col.Entity)
	if e == nil || e.Strip == nil {
		return nil
	}
	if short := e.Stripper()(name); short != name && short != "" {
		return []string{short}
	}
	return nil
}

// middle collects the texts on the way.
func (c *composer) middle(t *plan.Trace, question string, keys []string) ([]string, error) {
	texts := []string{}
	for i := range c.program.Nodes {
		n := &c.program.Nodes[i]
		found, err := c.found(n, t.Results[i])
		if err != nil {
			return nil, fmt.Errorf("node %q: %w", n.Name, err)
		}
		for _, text := range found {
			if !strings.Contains(question, text) && !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	others := slices.Concat(keys, texts)
	return slices.DeleteFunc(texts, func(text string) bool {
		return utf8.RuneCountInString(text) < 2 || slices.Contains(keys, text) ||
			slices.ContainsFunc(others, func(o string) bool { return o != text && strings.Contains(o, text) })
	}), nil
}

// found returns what an agent that did a node would have found, in words.
func (c *composer) found(n *plan.Node, r *plan.Result) ([]string, error) {
	switch o := n.Do.(type) {
	case *plan.Derive:
		return r.Entity, nil
	case *plan.Project:
		if slices.ContainsFunc(c.program.Answers, func(a plan.Answer) bool { return a.From == n.Name }) {
			return nil, nil
		}
		return r.Texts(), nil
	case *plan.Superlative:
		col := r.Source.Column(o.Column)
		spec := &r.Source.Spec().Columns[col]
		cell := r.Source.Cell(int(r.Rows[0]), col)
		if len(cell.Values) != 1 {
			return nil, fmt.Errorf("column %q of the row chosen: want one value", o.Column)
		}
		typed, _, err := c.write(cell.Values[0], plan.FormOf(spec), spec.Measure.In(c.lang))
		return []string{typed.Text}, err
	}
	return nil, nil
}
