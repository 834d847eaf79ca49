package published

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// composer makes a program of steps, one after the other.
type composer struct {
	domain  *domain.Domain
	program *plan.Program
	starts  []Place
	current string // the last result
	origins map[string]origin
}

// origin is where a result comes from, as far as the form of an answer follows.
type origin struct {
	table  string
	column *domain.Column // of values and of what was made of a column
	style  plan.FormStyle // of counts and truths
}

var resultName = regexp.MustCompile(`^[a-z][a-z_]*$`)

// words splits a step.
func words(step string) ([]string, error) {
	var list []string
	for rest := strings.TrimSpace(step); rest != ""; rest = strings.TrimLeftFunc(rest, unicode.IsSpace) {
		if rest[0] != '"' {
			end := strings.IndexFunc(rest, unicode.IsSpace)
			if end < 0 {
				end = len(rest)
			}
			list, rest = append(list, rest[:end]), rest[end:]
			continue
		}
		quoted, err := strconv.QuotedPrefix(rest)
		if err != nil {
			return nil, errors.New("a quote that does not end: want \"…\"")
		}
		word, err := strconv.Unquote(quoted)
		if err != nil || word == "" {
			return nil, fmt.Errorf("%s: want a quoted word", quoted)
		}
		list, rest = append(list, word), rest[len(quoted):]
	}
	if list == nil {
		return nil, errors.New("no words: want a step")
	}
	return list, nil
}

// step adds what a step says.
func (c *composer) step(text string) error {
	w, err := words(text)
	if err != nil {
		return err
	}
	if w[0] == "ask" {
		return c.ask(w[1:])
	}
	name := fmt.Sprintf("r%d", len(c.program.Nodes)+1)
	if len(w) > 2 && w[1] == "=" {
		if name, w = w[0], w[2:]; !resultName.MatchString(name) || c.program.Node(name) != nil {
			return fmt.Errorf("name %q: want a lower-case word of its own", name)
		}
	}
	empty := len(w) > 2 && w[len(w)-2] == "or" && w[len(w)-1] == "none"
	if empty {
		w = w[:len(w)-2]
	}
	from := []string{c.current}
	if i := slices.Index(w, "from"); i > 0 && i+1 < len(w) {
		w, from = w[:i], w[i+1:]
	}
	s := step{words: w[1:], from: from, empty: empty}
	op, err := s.operation(w[0])
	if err != nil {
		return err
	}
	if _, ok := op.(*plan.Start); ok {
		s.from = nil
		c.starts = append(c.starts, s.place)
	}
	if s.empty {
		return fmt.Errorf("%s or none: want call, filter or having", w[0])
	}
	return c.add(name, s.from, op)
}

// add appends a node.
func (c *composer) add(name string, from []string, op plan.Operation) error {
	for _, f := range from {
		if c.program.Node(f) == nil {
			return fmt.Errorf("reads %q: want an earlier result", f)
		}
	}
	c.program.Nodes = append(c.program.Nodes, plan.Node{Name: name, From: from, Do: op})
	c.current = name
	c.origins[name] = c.origin(from, op)
	return nil
}

// origin works out where a result comes from.
func (c *composer) origin(from []string, op plan.Operation) origin {
	var o origin
	if len(from) > 0 {
		o = c.origins[from[0]]
	}
	column := func(name string) {
		if t := c.domain.Table(o.table); t != nil {
			o.column = t.Column(name)
		}
	}
	switch op := op.(type) {
	case *plan.Call:
		if t := c.domain.Tool(op.Tool); t != nil {
			o = origin{table: t.Table}
		}
	case *plan.Project:
		column(op.Columns[0])
	case *plan.Frequent:
		column(op.Column)
	case *plan.Aggregate:
		column(op.Column)
	case *plan.Count, *plan.Distinct, *plan.Days:
		o = origin{style: plan.StyleCount}
	case *plan.Exists:
		o = origin{style: plan.StyleTruth}
	case *plan.Arithmetic:
		o = origin{style: plan.StyleNumber, column: o.column}
	}
	return o
}

// ask adds an answer.
func (c *composer) ask(w []string) error {
	a := plan.AnswerSpec{From: c.current}
	var column string
	var unit, places, layout *string
	options := map[string]**string{"in": &unit, "places": &places, "as": &layout, "from": nil, "if": nil}
	if _, ok := options[first(w)]; !ok && len(w) > 0 {
		column, w = w[0], w[1:]
	}
	for ; len(w) > 0; w = w[2:] {
		to, ok := options[w[0]]
		if !ok || len(w) < 2 {
			return fmt.Errorf("%q: want in, places, as, from or if, each once and with a word", w[0])
		}
		delete(options, w[0])
		switch w[0] {
		case "from":
			a.From = w[1]
		case "if":
			a.If = w[1]
		default:
			*to = &w[1]
		}
	}
	if column != "" {
		current := c.current
		name := fmt.Sprintf("r%d", len(c.program.Nodes)+1)
		if err := c.add(name, []string{a.From}, &plan.Project{Columns: []string{column}}); err != nil {
			return err
		}
		a.From, c.current = name, current
	}
	form, err := c.origins[a.From].form(unit, places, layout)
	if err != nil {
		return err
	}
	a.Form = form
	c.program.Answers = append(c.program.Answers, a)
	return nil
}

func first(w []string) string {
	if len(w) == 0 {
		return ""
	}
	return w[0]
}

// form is the form an answer from there takes, or is demanded in.
func (o origin) form(unit, places, layout *string) (plan.Form, error) {
	f := plan.Form{Style: plan.StyleText}
	switch {
	case o.column != nil:
		f = plan.FormOf(o.column)
	case o.style != "":
		f.Style = o.style
	}
	if o.style == plan.StyleNumber {
		f.Style = plan.StyleNumber
	}
	if unit != nil {
		f.Unit = *unit
	}
	if places != nil {
		n, err := strconv.Atoi(*places)
		if err != nil {
			return f, fmt.Errorf("places %q: want a number", *places)
		}
		f.Places = n
	}
	if layout != nil {
		f.Layout = plan.Layout(*layout)
	}
	return f, nil
}
