package failure

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// row is a row that an agent read.
type row struct {
	table *domain.Table
	cells map[string]string // as returned, by column
}

// conceptRule classifies answers that state another column of the row than the one asked for.
func (t *trial) conceptRule() Diagnosis {
	keyword, o := t.firstUncredited()
	if t.domain == nil || t.task.Plan == nil || o != score.Absent {
		return Diagnosis{}
	}
	rows := t.readRows(t.agentCalls())
	for i := range t.task.Plan.Answers {
		asked := &t.task.Plan.Answers[i]
		name := readColumn(t.task.Plan.Node(asked.From))
		wanted := t.selectedBy(asked.From)
		for j := range rows {
			r := &rows[j]
			column := r.table.ColumnOrFact(name)
			if column == nil || !r.holds(column, wanted) {
				continue
			}
			for _, other := range confusable(r.table, column) {
				for _, v := range r.values(other) {
					if text := inForm(v, &asked.Form); !slices.Contains(wanted, v.Text) && t.states(text) {
						return Diagnosis{Concept, fmt.Sprintf("%s in place of %s: %s in place of %s", other.Name, column.Name, excerpt(text), excerpt(keyword))}
					}
				}
			}
		}
	}
	return Diagnosis{}
}

// readColumn returns the name of the column or the fact whose values a node takes from rows; "" if it
// takes none, or several, or there is no such node.
func readColumn(n *plan.Node) string {
	if n == nil {
		return ""
	}
	switch o := n.Do.(type) {
	case *plan.Project:
		if len(o.Columns) == 1 {
			return o.Columns[0]
		}
	case *plan.ReadFact:
		return o.Fact
	}
	return ""
}

// selectedBy returns what a node of the plan selected, in canonical form.
func (t *trial) selectedBy(node string) (texts []string) {
	for i := range t.task.Steps {
		if s := &t.task.Steps[i]; s.Node == node {
			texts = append(texts, s.Selected...)
		}
	}
	return texts
}

// inForm returns a value as an answer in a form states it.
func inForm(v value.Value, f *plan.Form) string {
	if v.Kind == value.Number && f.Style == plan.StyleNumber {
		if digits, ok := value.FormatNumber(v, f.Unit, f.Places); ok {
			return digits + f.Unit
		}
	}
	return v.String()
}

// states reports whether the answer states a value that a tool returned and the question does not.
func (t *trial) states(text string) bool {
	r := &score.Reference{Question: t.question(), KeyAnswer: []string{text}, Values: []value.Answer{score.Infer(text)}}
	_, verdicts := score.Strict(r, t.transcript.Attempt())
	return verdicts[0].Outcome == score.Credited
}

// diagnoseConfusion classifies a call of a step's tool with a name that stands beside the right one:
// in another column of a row that was read, or elsewhere in the text that the name is a part of.
func (t *trial) diagnoseConfusion(step, c *lookupCall, before []lookupCall) Diagnosis {
	if t.domain == nil {
		return Diagnosis{}
	}
	for _, k := range slices.Sorted(maps.Keys(step.names)) {
		wanted, taken := step.names[k], c.names[k]
		if taken == "" || taken == wanted {
			continue
		}
		if whole := t.derivedFrom(wanted); strings.Contains(whole, taken) && whole != taken {
			return Diagnosis{Concept, fmt.Sprintf("another part of %s than %s: %s", excerpt(whole), excerpt(wanted), formatCall(c.turn))}
		}
		if strings.Contains(score.Normal(t.question()), taken) {
			continue // the agent need not have read it
		}
		for _, r := range t.readRows(before) {
			if column, other := r.confuses(wanted, taken); column != nil {
				return Diagnosis{Concept, fmt.Sprintf("%s in place of %s: %s", other.Name, column.Name, formatCall(c.turn))}
			}
		}
	}
	return Diagnosis{}
}

// derivedFrom returns the text from which the plan derives a name by a pattern; "" if it does not.
func (t *trial) derivedFrom(name string) string {
	for i := range t.task.Steps {
		s := &t.task.Steps[i]
		if t.task.Plan == nil || !slices.ContainsFunc(s.Selected, func(v string) bool { return score.Normal(v) == name }) {
			continue
		}
		n := t.task.Plan.Node(s.Node)
		if n == nil || len(n.From) == 0 {
			continue
		}
		o, ok := n.Do.(*plan.Derive)
		if !ok {
			continue
		}
		if d := t.domain.Derivation(o.Derivation); d != nil && d.Pattern != "" {
			return score.Normal(strings.Join(t.selectedBy(n.From[0]), ""))
		}
	}
	return ""
}

// confuses returns two columns of a row that are taken for one another, of which the first holds the
// wanted name and the other the taken one; nil if there are none.
func (r *row) confuses(wanted, taken string) (column, other *domain.Column) {
	holds := func(c *domain.Column, name string) bool {
		return slices.ContainsFunc(r.values(c), func(v value.Value) bool { return score.Normal(v.Text) == name })
	}
	for i := range r.table.Columns {
		column := &r.table.Columns[i]
		if !holds(column, wanted) || holds(column, taken) {
			continue
		}
		for _, other := range confusable(r.table, column) {
			if holds(other, taken) {
				return column, other
			}
		}
	}
	return nil, nil
}

// confusable returns the columns and facts of a table that can be taken for one of them by whoever does
// not know what they mean: the other days, the other amounts of its kind and unit, the other names
// of its type of entity, and the other people. The key of the table is taken for none.
func confusable(t *domain.Table, c *domain.Column) (others []*domain.Column) {
	if c.Name == t.Key {
		return nil
	}
	var all []*domain.Column
	for i := range t.Columns {
		all = append(all, &t.Columns[i])
		for j := range t.Columns[i].Facts {
			all = append(all, t.Columns[i].Facts[j].Column())
		}
	}
	for _, o := range all {
		if o.Name != c.Name && o.Name != t.Key && o.Kind == c.Kind && o.Entity == c.Entity && o.Unit == c.Unit &&
			(c.Kind == domain.KindDate || c.Kind.Numeric() || c.Entity != "" || namesPeople(c) && namesPeople(o)) {
			others = append(others, o)
		}
	}
	return others
}

// namesPeople reports whether the clause of a column of texts asks who.
func namesPeople(c *domain.Column) bool {
	return c.Kind == domain.KindText && strings.Contains(strings.Join(slices.Collect(maps.Values(c.Clause)), "\n"), domain.SlotWho)
}

// holds reports whether a column of the row has one of some values.
func (r *row) holds(c *domain.Column, wanted []string) bool {
	return slices.ContainsFunc(r.values(c), func(v value.Value) bool { return slices.Contains(wanted, v.Text) })
}

// texts returns the texts in a cell, or those that state a fact; nil for a cell that was not read.
func (r *row) texts(c *domain.Column) []string {
	if f, of := r.table.Fact(c.Name); f != nil {
		return f.Reader()(r.cells[of.Name])
	}
	cell, ok := r.cells[c.Name]
	switch {
	case !ok:
		return nil
	case c.Separators == nil:
		return []string{cell}
	}
	quoted := make([]string, len(c.Separators))
	for i, s := range c.Separators {
		quoted[i] = regexp.QuoteMeta(s)
	}
	return regexp.MustCompile(strings.Join(quoted, "|")).Split(cell, -1)
}

// values returns the values in a column of the row or of one of its facts; nil if it has none.
func (r *row) values(c *domain.Column) (values []value.Value) {
	for _, text := range r.texts(c) {
		v, ok := value.ParseText(text)
		switch {
		case c.Kind == domain.KindDate:
			v, ok = value.ParseDate(text)
		case c.Kind.Numeric():
			v, ok = value.ParseNumber(text, c.Unit)
		}
		if ok {
			values = append(values, v)
		}
	}
	return values
}

// readRows returns the rows that lookups returned in full, in the order of calls. Where a call looks
// up the same rows as a step of the plan, they have the plan's cells too: an agent that asked for
// another column alone has read the right row.
func (t *trial) readRows(calls []lookupCall) (rows []row) {
	for i := range calls {
		c := &calls[i]
		table := t.tableOf(c.tool)
		if table == nil || c.turn.Fault != "" {
			continue
		}
		read := cellsOf([]byte(c.turn.Observation))
		whole := t.plannedRows(c)
		for j, cells := range read {
			if len(whole) == len(read) {
				for name, cell := range whole[j] {
					if _, ok := cells[name]; !ok {
						cells[name] = cell
					}
				}
			}
			rows = append(rows, row{table, cells})
		}
	}
	return rows
}

// plannedRows returns the rows that the plan reads by the same tool with the same names; nil if it
// does not.
func (t *trial) plannedRows(c *lookupCall) []map[string]string {
	for i := range t.task.Steps {
		s := &t.task.Steps[i]
		if s.Tool == "" || t.canonicalName(s.Tool) != c.tool {
			continue
		}
		if planned := t.parseCall(s.Tool, s.Arguments); maps.Equal(planned.names, c.names) {
			return cellsOf(s.Observation)
		}
	}
	return nil
}

// tableOf returns the table whose rows a lookup returns; nil if it is none.
func (t *trial) tableOf(name string) *domain.Table {
	spec := t.domain.Tool(name)
	if spec == nil || spec.Kind != domain.Lookup || spec.Returns == domain.Field {
		return nil
	}
	return t.domain.Table(spec.Table)
}

// cellsOf returns the cells of the rows in an observation, by column; nil if it is not rows.
func cellsOf(observation []byte) (rows []map[string]string) {
	var list []map[string]json.RawMessage
	if json.Unmarshal(observation, &list) != nil {
		var one map[string]json.RawMessage
		if json.Unmarshal(observation, &one) != nil || one == nil {
			return nil
		}
		list = []map[string]json.RawMessage{one}
	}
	for _, r := range list {
		cells := map[string]string{}
		for name, raw := range r {
			var text string
			if json.Unmarshal(raw, &text) != nil {
				text = strings.TrimSpace(string(raw)) // a number
			}
			cells[name] = text
		}
		rows = append(rows, cells)
	}
	return rows
}
