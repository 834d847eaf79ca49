package plan

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// Program is an executable plan: a DAG of operations over named results. An [Executor] runs
// it.
type Program struct {
	// Nodes are in dependency order: a node reads only results of earlier nodes.
	// Names are unique.
	Nodes []Node `json:"nodes"`
	// Answers are the answers that the question asks for, in its order; at least one.
	Answers []AnswerSpec `json:"answers"`
	// Template names the domain's template of the text to write, whose slots the answers
	// fill in order; "" for a program that answers questions.
	Template string `json:"template,omitempty"`
}

// Node is one operation and the name of its result.
type Node struct {
	// Name is the name by which later nodes refer to the result: "r1", "r2" …
	Name string
	// From names the results that the operation reads, in the order of its inputs.
	From []string
	// Do is the operation.
	Do Operation
}

// AnswerSpec specifies one answer that the question asks for, and its form. The form is
// part of the plan because the question states it: the same amount in another unit is a
// different answer.
type AnswerSpec struct {
	// From names the result that holds the answer: values, a number, or yes or no.
	From string `json:"from"`
	// Form is the notation in which the answer is written.
	Form Form `json:"form"`
	// If names the true or false result on which the answer depends: the question asks for
	// the answer only if the result is true. It is a node earlier than From. "" means that
	// the answer is asked for whatever the results are, or as Unless says.
	If string `json:"if,omitempty"`
	// Unless names the result instead if the question asks for the answer only if the result
	// is false. At most one of If and Unless is set.
	Unless string `json:"unless,omitempty"`
}

// AnswerCondition is the result of shape truth on which an answer depends, and the truth with
// which the question asks for the answer. The zero value is that of answers that are always
// asked for.
type AnswerCondition struct {
	// Result names the node.
	Result string
	// Truth is the truth that the result must have.
	Truth bool
}

// Condition returns the condition on which the question asks for the answer.
func (a *AnswerSpec) Condition() AnswerCondition {
	if a.Unless != "" {
		return AnswerCondition{Result: a.Unless}
	}
	return AnswerCondition{Result: a.If, Truth: a.If != ""}
}

// Asked reports whether a program's question asks for an answer, given the truth of a
// result.
func (a *AnswerSpec) Asked(truth func(result string) bool) bool {
	c := a.Condition()
	return c.Result == "" || truth(c.Result) == c.Truth
}

// Form is the notation in which an answer is written: its style, unit and layout.
type Form struct {
	// Style says which of the other fields carry meaning.
	Style FormStyle `json:"style"`
	// Unit is the unit asked for ("元", "%"), for StyleNumber. It is written after the
	// number without a space.
	Unit string `json:"unit,omitempty"`
	// Places is the number of decimal places, in [0, 20], rounded half away from
	// zero, for StyleNumber.
	Places int `json:"places,omitempty"`
	// Layout is the layout of a day, for StyleDate; "" is the language's usual layout of a
	// full day.
	Layout Layout `json:"layout,omitempty"`
}

// Layout is a layout of a day other than the language's usual layout.
type Layout string

// The closed set of layouts.
const (
	LayoutISO   Layout = "iso"   // 2019-12-11
	LayoutMonth Layout = "month" // 2019年12月 in Chinese, 2019-12 elsewhere
	LayoutYear  Layout = "year"  // 2019年 in Chinese, 2019 elsewhere
)

// FormStyle is the style of a [Form].
type FormStyle string

// The closed set of styles.
const (
	StyleText   FormStyle = "text"   // the source's own text
	StyleNumber FormStyle = "number" // a number in Unit with Places decimals
	StyleDate   FormStyle = "date"   // a day: 2006年01月02日 in Chinese, 2006-01-02 elsewhere, unless Layout says otherwise
	StyleCount  FormStyle = "count"  // a whole number with the measure word of the things counted
	StyleTruth  FormStyle = "truth"  // yes or no
)

type nodeHead struct {
	Name string   `json:"name"`
	Op   string   `json:"op"`
	From []string `json:"from,omitempty"`
}

// MarshalJSON writes the node as one flat object: name, op, from, then the
// operation's own fields.
func (n Node) MarshalJSON() ([]byte, error) {
	head, err := json.Marshal(nodeHead{n.Name, n.Do.Kind(), n.From})
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(n.Do)
	if err != nil {
		return nil, err
	}
	if string(body) == "{}" {
		return head, nil
	}
	return append(append(head[:len(head)-1], ','), body[1:]...), nil
}

// UnmarshalJSON reads the format of MarshalJSON. It returns an error for an unknown
// operation and for a field that the operation does not have, because a program read
// without that field would ask for something else.
func (n *Node) UnmarshalJSON(b []byte) error {
	var h nodeHead
	if err := json.Unmarshal(b, &h); err != nil {
		return err
	}
	operation, ok := kinds[h.Op]
	if !ok {
		return fmt.Errorf("node %q: unknown operation %q", h.Name, h.Op)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(b, &fields); err != nil {
		return fmt.Errorf("node %q: %w", h.Name, err)
	}
	for _, f := range []string{"name", "op", "from"} {
		delete(fields, f)
	}
	body, err := json.Marshal(fields)
	if err != nil {
		return fmt.Errorf("node %q: %w", h.Name, err)
	}
	do := operation()
	if err := decodeStrict(body, do); err != nil {
		return fmt.Errorf("node %q: %w", h.Name, err)
	}
	*n = Node{Name: h.Name, From: h.From, Do: do}
	return nil
}

// UnmarshalJSON reads a program. It returns an error for a field that programs do not have.
func (p *Program) UnmarshalJSON(b []byte) error {
	type fields Program
	return decodeStrict(b, (*fields)(p))
}

// decodeStrict decodes JSON into a record and returns an error for a field that the record
// does not have.
func decodeStrict(b []byte, record any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	return d.Decode(record)
}

// Node returns the node of that name, or nil. It points into p.Nodes.
func (p *Program) Node(name string) *Node {
	if i := p.index(name); i >= 0 {
		return &p.Nodes[i]
	}
	return nil
}

// index returns the number of the node with that name; -1 for none. Programs are short.
func (p *Program) index(name string) int {
	for i := range p.Nodes {
		if p.Nodes[i].Name == name {
			return i
		}
	}
	return -1
}

// Bind returns a copy of the program with its starts bound to the names, in node order. It
// panics unless there is one name for each start.
func (p *Program) Bind(names ...[]string) *Program {
	if n := len(p.Entities()); n != len(names) {
		panic(fmt.Sprintf("plan: %d names for %d starts", len(names), n))
	}
	return p.bind(func(i int) []string { return names[i] })
}

// bind returns a copy of the program with its i-th start bound to name(i).
func (p *Program) bind(name func(i int) []string) *Program {
	q := *p
	q.Nodes = slices.Clone(p.Nodes)
	starts := 0
	for i := range q.Nodes {
		if s, ok := q.Nodes[i].Do.(*Start); ok {
			q.Nodes[i].Do = &Start{Entity: s.Entity, Value: name(starts)}
			starts++
		}
	}
	return &q
}
