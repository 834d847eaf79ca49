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

// composer builds a program from its steps.
type composer struct {
	domain  *domain.Domain
	program *plan.Program
	starts  []Place
	current string // name of the last result
	origins map[string]origin
}

// origin describes where a result comes from, as far as it decides the form of an answer.
type origin struct {
	table  string
	column *domain.Column // column of values, or of values computed from it
	style  plan.FormStyle // form of counts and of yes or no
}

var resultName = regexp.MustCompile(`^[a-z][a-z_]*$`)

// words splits a step into words and unquotes quoted ones.
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
			return nil, errors.New("a quotation without an end: want \"…\"")
		}
		word, err := strconv.Unquote(quoted)
		if err != nil || word == "" {
			return nil, fmt.Errorf("%s: want a word quoted as in Go", quoted)
		}
		list, rest = append(list, word), rest[len(quoted):]
	}
	if list == nil {
		return nil, errors.New("empty step: want an operation")
	}
	return list, nil
}

// step appends one step to the program.
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
			return fmt.Errorf("name %q: want a lower-case word that no other step has", name)
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
		return fmt.Errorf("operation %q with or none: only call, filter and having take it", w[0])
	}
	return c.add(name, s.from, op)
}

// add appends a node.
func (c *composer) add(name string, from []string, op plan.Operation) error {
	for _, f := range from {
		if c.program.Node(f) == nil {
			return fmt.Errorf("from %q: want the name of an earlier step", f)
		}
	}
	c.program.Nodes = append(c.program.Nodes, plan.Node{Name: name, From: from, Do: op})
	c.current = name
	c.origins[name] = c.origin(from, op)
	return nil
}

// origin returns the origin of an operation's result, given its inputs.
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

// ask appends an answer to the program.
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
			return fmt.Errorf("option %q: want in, places, as, from or if, at most once and followed by a word", w[0])
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

// form returns the form of an answer with that origin, changed by the options that are not nil.
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
			return f, fmt.Errorf("places %q: want a whole number", *places)
		}
		f.Places = n
	}
	if layout != nil {
		f.Layout = plan.Layout(*layout)
	}
	return f, nil
}
