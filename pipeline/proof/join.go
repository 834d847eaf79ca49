package proof

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// lookupResult holds the rows of a lookup for one entity.
type lookupResult struct {
	name  []string
	found []int // every row that matches, in the order of the table
	rows  []int // the rows that the tool returns: all, or the first; nil if its field is empty
}

// lookupEach joins entities with the rows that a tool returns for them: the rows with the
// name as given, else with its round brackets in full width, else with ASCII brackets. The
// tools promise to read brackets in this order.
func (r *relational) lookupEach(t *domain.Tool, entity string, names [][]string) []lookupResult {
	table := r.corpus.Table(t.Table)
	all := make([]lookupResult, len(names))
	for i, name := range names {
		all[i].name = name
	}
	for i, spell := range bracketForms {
		build := join{table: table, all: r.dictionaries}
		for j := range all {
			a := &all[j]
			spelt := make([]string, len(a.name))
			for k, part := range a.name {
				spelt[k] = spell.Replace(part)
			}
			if a.found == nil && (i == 0 || !slices.Equal(spelt, a.name)) {
				build.add(a, conditionsFor(t, table.Spec(), entity, spelt))
			}
		}
		build.probe(r.absent)
	}
	for i := range all {
		all[i].returned(t, table)
		if e, ok := r.extents[t.Name]; ok {
			all[i].rows = r.extended(table, e, &all[i])
		}
	}
	return all
}

// returned sets the rows that a tool returns, given the rows that match.
func (a *lookupResult) returned(t *domain.Tool, table *corpus.Table) {
	a.rows = a.found
	if t.Returns == domain.Many || a.rows == nil {
		return
	}
	a.rows = a.found[:1]
	if t.Returns == domain.Field && table.Cell(a.rows[0], table.Column(t.Column)).Source == "" {
		a.rows = nil
	}
}

// bracketForms write a name unchanged, with full-width brackets and with ASCII brackets.
var bracketForms = []*strings.Replacer{
	strings.NewReplacer(),
	strings.NewReplacer("(", "（", ")", "）"),
	strings.NewReplacer("（", "(", "）", ")"),
}

// condition is a condition by which a row matches: the columns hold the texts.
type condition struct {
	columns []int
	texts   []string
}

// conditionsFor returns the conditions of a lookup for an entity. The first match that
// accepts the entity type determines the inputs given; each match whose inputs are all given
// is a condition.
func conditionsFor(t *domain.Tool, spec *domain.Table, entity string, name []string) []condition {
	given := map[string]string{}
	for _, m := range t.Match {
		if e, _ := entityOf(spec.Column(m.Columns[0])); e == entity {
			for i, in := range m.Inputs {
				given[in] = name[i]
			}
			break
		}
	}
	var all []condition
	for _, m := range t.Match {
		if w, ok := conditionOf(&m, spec, given); ok {
			all = append(all, w)
		}
	}
	return all
}

func conditionOf(m *domain.LookupMatch, spec *domain.Table, given map[string]string) (w condition, ok bool) {
	for i, in := range m.Inputs {
		text, ok := given[in]
		if !ok {
			return w, false
		}
		w.texts = append(w.texts, text)
		w.columns = append(w.columns, slices.IndexFunc(spec.Columns, func(c domain.Column) bool { return c.Name == m.Columns[i] }))
	}
	return w, true
}

// join is a hash join of match conditions with the rows of a table.
type join struct {
	table *corpus.Table
	all   dictionaries
	sides []side // one for each column that is the first of a condition
}

// side holds the texts searched for in one column.
type side struct {
	column int
	rows   []uint32               // see dictionary
	wanted []bool                 // by the number of a text
	by     map[uint32][]candidate // by the number of a text
}

// candidate is a condition and the lookup that it belongs to.
type candidate struct {
	condition
	to *lookupResult
}

// add adds the conditions of a lookup to the join, except conditions whose first column
// does not contain the text.
func (j *join) add(a *lookupResult, conditions []condition) {
	for _, w := range conditions {
		d := j.all[tableColumn{j.table, w.columns[0]}]()
		n := d.number[w.texts[0]]
		if n == 0 {
			continue
		}
		i := slices.IndexFunc(j.sides, func(s side) bool { return s.column == w.columns[0] })
		if i < 0 {
			i = len(j.sides)
			j.sides = append(j.sides, side{w.columns[0], d.rows, make([]bool, len(d.number)+1), map[uint32][]candidate{}})
		}
		s := &j.sides[i]
		s.wanted[n] = true
		s.by[n] = append(s.by[n], candidate{w, a})
	}
}

// probe appends each row of the table, except the absent row, to the lookups whose
// conditions it meets, in the order of the table and each once.
func (j *join) probe(less absent) {
	if j.sides == nil {
		return
	}
	for row := range j.table.Len() {
		for i := range j.sides {
			s := &j.sides[i]
			n := s.rows[row]
			if !s.wanted[n] || less.is(j.table, row) {
				continue
			}
			for _, c := range s.by[n] {
				if had := c.to.found; (had == nil || had[len(had)-1] != row) && c.holds(j.table, row) {
					c.to.found = append(had, row)
				}
			}
		}
	}
}

// holds reports whether a row meets the condition.
func (w condition) holds(t *corpus.Table, row int) bool {
	texts, ok := textsOf(t, row, w.columns)
	return ok && slices.Equal(texts, w.texts)
}

// key returns a text that identifies a list of texts.
func key(first string, more ...string) string { return fmt.Sprintf("%q%q", first, more) }

// textsIn returns the texts of data.
func textsIn(data []datum) []string {
	texts := make([]string, len(data))
	for i, d := range data {
		texts[i] = d.text
	}
	return texts
}

// textsOf returns the texts of a row's cells; ok is false if a cell has none.
func textsOf(t *corpus.Table, row int, columns []int) (texts []string, ok bool) {
	texts = make([]string, len(columns))
	for i, col := range columns {
		if texts[i], ok = textOf(t.Cell(row, col).Source); !ok {
			return nil, false
		}
	}
	return texts, true
}

// textOf returns the text of a cell in the form in which a lookup compares it: the content
// of a JSON string, or the source of any other value. ok is false for an unobserved cell
// and for null.
func textOf(source string) (text string, ok bool) {
	switch {
	case source == "" || source == "null":
		return "", false
	case source[0] != '"':
		return source, true
	case !strings.Contains(source, `\`):
		return source[1 : len(source)-1], true
	}
	err := json.Unmarshal([]byte(source), &text)
	return text, err == nil
}

// entityOf returns the entity type that a column names, and the part of the entity; part is
// "" for the whole name.
func entityOf(c *domain.Column) (entity, part string) {
	entity, part, _ = strings.Cut(c.Entity, ".")
	return entity, part
}
