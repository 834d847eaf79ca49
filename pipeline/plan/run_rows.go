package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

func (o *Start) run(x *execution, _ *Node, _ []*NodeResult) (*NodeResult, Reason, error) {
	v := x.start
	if v == nil {
		v = o.Value
	}
	if want := max(1, len(x.domain.Entity(o.Entity).Parts)); len(v) != want {
		return nil, "", fmt.Errorf("the start %s is not bound to a name: it has %d parts: want %d", o.Entity, len(v), want)
	}
	return &NodeResult{Entity: v}, "", nil
}

func (o *Derive) run(x *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	name, ok := x.nodes[x.node].derive(in[0].Entity[0])
	if !ok {
		return nil, Underived, nil
	}
	return &NodeResult{Entity: []string{name}}, "", nil
}

func (o *Call) run(x *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	names := [][]string{in[0].Entity}
	if o.Each {
		names = nil
		for _, m := range in[0].members() {
			names = append(names, texts(m))
		}
	}
	out := &NodeResult{}
	for _, name := range names {
		r, found, err := x.lookup(o.Tool, in[0].Type.Entity, name)
		if err != nil {
			return nil, "", err
		}
		if found {
			out.Source, out.Rows = r.Table, append(out.Rows, r.Rows...)
		}
	}
	if len(names) > 1 {
		slices.Sort(out.Rows)
		out.Rows = slices.Compact(out.Rows)
	}
	if len(out.Rows) == 0 && !o.Empty {
		return nil, Missing, nil
	}
	return out, "", nil
}

// lookup calls a lookup with the name of an entity. It returns false if the lookup has no
// row for it.
func (x *execution) lookup(name, entity string, parts []string) (tool.Result, bool, error) {
	t := x.domain.Tool(name)
	m := matches(x.domain, t, entity)[0]
	args := make(map[string]any, len(m.Inputs)+1)
	for i, input := range m.Inputs {
		args[input] = parts[i]
	}
	if t.Returns != domain.Field {
		for _, i := range t.Inputs {
			if i.Type == domain.InputColumns {
				args[i.Name] = x.nodes[x.node].columns
			}
		}
	}
	r, err := x.call(tool.Call{Tool: name, Args: args})
	if err != nil {
		return r, false, err
	}
	switch r.Fault {
	case "":
		return r, true, nil
	case tool.FaultMissing:
		return r, false, nil
	}
	return r, false, fmt.Errorf("tool %q: unexpected fault %q", name, r.Fault)
}

// call calls a tool and records the call and its result in the trace.
func (x *execution) call(c tool.Call) (tool.Result, error) {
	r, err := x.tools.Call(x.ctx, c)
	if err == nil {
		x.trace.calls[x.node] = append(x.trace.calls[x.node], toolCall{c, r})
	}
	return r, err
}

func (o *Superlative) run(x *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	r := in[0]
	place := max(o.Rank, 1) - 1
	if len(r.Rows) <= place {
		return nil, Missing, nil
	}
	k := x.ranking(r, o.Column)
	if k.reason != "" {
		return nil, k.reason, nil
	}
	at := func(place int) int {
		if o.Order == Max {
			place = len(k.order) - 1 - place
		}
		return k.order[place]
	}
	for i := range min(place+1, len(k.order)-1) {
		if compare(k.values[at(i)], k.values[at(i+1)]) == 0 {
			return nil, Tie, nil
		}
	}
	chosen := at(place)
	if err := x.rank(k.values, o.Order == Max, place, k.values[chosen]); err != nil {
		return nil, "", err
	}
	return &NodeResult{Source: r.Source, Rows: []int32{r.Rows[chosen]}}, "", nil
}

// ranking holds the values that rows have in a column and their order, smallest first, or
// the reason why they cannot be ranked.
type ranking struct {
	values []value.Value
	order  []int
	reason Reason
}

// rankedBy identifies a ranking: rows and the column that ranks them.
type rankedBy struct {
	rows   *NodeResult
	column string
}

// ranking returns the ranking of rows by a column. It computes each ranking once in an
// execution.
func (x *execution) ranking(r *NodeResult, name string) *ranking {
	by := rankedBy{r, name}
	if k := x.rankings[by]; k != nil {
		return k
	}
	k := new(ranking)
	if k.values, k.reason = column(r, name); k.reason == "" {
		k.order = make([]int, len(k.values))
		for i := range k.order {
			k.order[i] = i
		}
		slices.SortFunc(k.order, func(a, b int) int { return compare(k.values[a], k.values[b]) })
	}
	if x.rankings == nil {
		x.rankings = map[rankedBy]*ranking{}
	}
	x.rankings[by] = k
	return k
}

// column returns the number or day that each row has in a column.
func column(r *NodeResult, name string) ([]value.Value, Reason) {
	col := r.Source.Column(name)
	kind := value.Date
	if r.Source.Spec().Columns[col].Kind.Numeric() {
		kind = value.Number
	}
	values := make([]value.Value, len(r.Rows))
	for i, row := range r.Rows {
		v, reason := single(r.Source, row, col, kind)
		if reason != "" {
			return nil, reason
		}
		values[i] = v
	}
	return values, ""
}

func compare(a, b value.Value) int {
	if a.Kind == value.Number {
		return a.Number.Cmp(b.Number)
	}
	return strings.Compare(a.Text, b.Text)
}

func (*Only) run(_ *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	switch len(in[0].Rows) {
	case 0:
		return nil, Missing, nil
	case 1:
	default:
		return nil, Several, nil
	}
	return &NodeResult{Source: in[0].Source, Rows: in[0].Rows}, "", nil
}

func (o *Project) run(x *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	r := in[0]
	if len(r.Rows) == 0 {
		return nil, Missing, nil
	}
	out := &NodeResult{Source: r.Source}
	t := x.types[x.node]
	one := len(o.Columns) > 1 || t.Entity != "" && !t.Many // a cell must hold one name, or one part of a name
	for _, row := range r.Rows {
		for _, name := range o.Columns {
			cell := r.Source.Cell(int(row), r.Source.Column(name))
			reason := usable(cell)
			if o.Unstated && (reason == Blank || reason == Sentinel) {
				continue
			}
			if reason != "" {
				return nil, reason, nil
			}
			if one && len(cell.Values) != 1 {
				return nil, Several, nil
			}
			for _, v := range cell.Values {
				spec := r.Source.Spec().Column(name)
				if v.Kind == value.Text && spec.Kind != domain.KindProse && corpus.Masked(x.domain, v.Text) {
					return nil, Masked, nil
				}
				if !fits(v.Kind, spec) {
					return nil, Unparsed, nil
				}
			}
			out.Values = append(out.Values, cell.Values...)
		}
	}
	if t.Entity != "" && !t.Many {
		for _, v := range out.Values {
			out.Entity = append(out.Entity, v.Text)
		}
	}
	return out, "", nil
}

func (o *Frequent) run(x *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	r := in[0]
	if len(r.Rows) == 0 {
		return nil, Missing, nil
	}
	col := r.Source.Column(o.Column)
	counts := map[string]int{}
	var values []value.Value // in order of appearance
	for _, row := range r.Rows {
		cell := r.Source.Cell(int(row), col)
		if reason := usable(cell); reason != "" {
			return nil, reason, nil
		}
		for i, v := range cell.Values {
			if slices.ContainsFunc(cell.Values[:i], func(w value.Value) bool { return w.Text == v.Text }) {
				continue
			}
			if counts[v.Text]++; counts[v.Text] == 1 {
				values = append(values, v)
			}
		}
	}
	var best value.Value
	most, tied := 0, false
	for _, v := range values {
		switch n := counts[v.Text]; {
		case n > most:
			best, most, tied = v, n, false
		case n == most:
			tied = true
		}
	}
	switch {
	case most == 0:
		return nil, Missing, nil
	case tied:
		return nil, Tie, nil
	case corpus.Masked(x.domain, best.Text):
		return nil, Masked, nil
	}
	out := &NodeResult{Source: r.Source, Values: []value.Value{best}}
	if x.types[x.node].Entity != "" {
		out.Entity = []string{best.Text}
	}
	return out, "", nil
}

// fits reports whether values of kind k belong in the column.
func fits(k value.Kind, c *domain.Column) bool {
	switch {
	case c.Kind == domain.KindDate:
		return k == value.Date
	case c.Kind.Numeric():
		return k == value.Number
	}
	return k == value.Text
}

// usable returns the reason why a cell holds no value, "" if it holds one.
func usable(c corpus.Cell) Reason {
	switch c.State {
	case value.Unobserved:
		return Unobserved
	case value.Empty:
		return Blank
	case value.Sentinel:
		return Sentinel
	}
	return ""
}

// single returns the value of a cell that must hold exactly one, of the given kind.
func single(t *corpus.Table, row int32, col int, kind value.Kind) (value.Value, Reason) {
	c := t.Cell(int(row), col)
	if reason := usable(c); reason != "" {
		return value.Value{}, reason
	}
	if len(c.Values) != 1 {
		return value.Value{}, Several
	}
	if c.Values[0].Kind != kind {
		return value.Value{}, Unparsed
	}
	return c.Values[0], ""
}
