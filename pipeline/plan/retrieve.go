package plan

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Extract takes a piece of a text by a regular expression. If the pattern does not match,
// the reason is [Underived]; if its matches yield different pieces, it is [Several].
type Extract struct {
	// Pattern is a regular expression (RE2). Its first group is the piece, trimmed of
	// surrounding space.
	Pattern string `json:"pattern"`
}

// Retrieve asks a retriever for the passages that match a query best. The query is the
// texts it reads, in order, joined by spaces; of an entity with parts, all of them.
type Retrieve struct {
	// Tool names a retriever of the domain.
	Tool string `json:"tool"`
	// Passages is the number of passages requested, in [1, 100].
	Passages int `json:"passages"`
}

// Kind implements [Operation].
func (*Extract) Kind() string { return "extract" }

// Kind implements [Operation].
func (*Retrieve) Kind() string { return "retrieve" }

// isText reports whether a type is a single text: the name of an entity, a cell of texts
// or names, or a text computed from others.
func isText(d *domain.Domain, t Type) bool {
	switch {
	case t.Shape == ShapeEntity:
		return len(d.Entity(t.Entity).Parts) == 0
	case t.Shape != ShapeValues || t.Many || len(t.Columns) > 1:
		return false
	case t.Columns == nil:
		return true
	}
	c := d.Table(t.Table).ColumnOrFact(t.Columns[0])
	return !c.Kind.Numeric() && c.Kind != domain.KindDate
}

func (o *Extract) check(d *domain.Domain, in []Type) (Type, error) {
	if len(in) != 1 || !isText(d, in[0]) {
		return Type{}, errors.New("want one input: a single text")
	}
	if re, err := regexp.Compile(o.Pattern); err != nil || re.NumSubexp() == 0 {
		return Type{}, fmt.Errorf("pattern %q: want a regular expression with a group", o.Pattern)
	}
	return Type{Shape: ShapeValues}, nil
}

// mostPassages is the largest number of passages that a program can request.
const mostPassages = 100

func (o *Retrieve) check(d *domain.Domain, in []Type) (Type, error) {
	if len(in) == 0 || slices.ContainsFunc(in, func(t Type) bool { return t.Shape != ShapeEntity && !isText(d, t) }) {
		return Type{}, errors.New("want one or more inputs, each a single text")
	}
	t := d.Tool(o.Tool)
	if t == nil || t.Kind != domain.Retriever || inputOf(t, domain.InputInteger) == "" {
		return Type{}, fmt.Errorf("tool %q: want a declared retriever that takes a number of passages", o.Tool)
	}
	if o.Passages < 1 || o.Passages > mostPassages {
		return Type{}, fmt.Errorf("%d passages: want 1 to %d", o.Passages, mostPassages)
	}
	return Type{Shape: ShapePassages, Passages: t.Passages, Many: true}, nil
}

// inputOf returns the name of a tool's first input of a type; "" for none.
func inputOf(t *domain.Tool, kind domain.InputType) string {
	i := slices.IndexFunc(t.Inputs, func(in domain.ToolInput) bool { return in.Type == kind })
	if i < 0 {
		return ""
	}
	return t.Inputs[i].Name
}

func (o *Extract) run(_ *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	if len(in[0].Texts()) != 1 {
		return nil, Several, nil
	}
	var found []string
	for _, m := range regexp.MustCompile(o.Pattern).FindAllStringSubmatch(in[0].Texts()[0], -1) {
		if text := strings.TrimSpace(m[1]); text != "" && !slices.Contains(found, text) {
			found = append(found, text)
		}
	}
	switch len(found) {
	case 0:
		return nil, Underived, nil
	case 1:
		return &NodeResult{Values: []value.Value{value.NewText(found[0])}}, "", nil
	}
	return nil, Several, nil
}

func (o *Retrieve) run(x *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	var query []string
	for _, r := range in {
		texts := r.Texts()
		if len(texts) != 1 && r.Type.Shape != ShapeEntity {
			return nil, Several, nil
		}
		query = append(query, texts...)
	}
	t := x.domain.Tool(o.Tool)
	r, err := x.call(tool.Call{Tool: o.Tool, Args: map[string]any{
		inputOf(t, domain.InputString):  strings.Join(query, " "),
		inputOf(t, domain.InputInteger): o.Passages,
	}})
	if err != nil {
		return nil, "", err
	}
	if r.Fault != "" {
		return nil, "", fmt.Errorf("tool %q: unexpected fault %q", o.Tool, r.Fault)
	}
	found := r.Strings()
	if len(found) == 0 {
		return nil, Missing, nil
	}
	return &NodeResult{Passages: found}, "", nil
}
