package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// names knows how the columns that lookups match spell the entities they name.
// It is immutable and safe for concurrent use.
type names struct {
	*relational
	columns map[string]*naming // by table and columns
}

// naming is what one column, or the columns of an entity's parts, hold.
type naming struct {
	// spelt are the different names by canonical form, in file order.
	spelt map[string][]string
	// among counts the rows that name an entity beside others in one cell, by
	// canonical form: a lookup, which compares whole cells, misses them.
	among map[string]int
}

func newNames(r *relational) *names {
	n := &names{relational: r, columns: map[string]*naming{}}
	for _, t := range r.domain.Tools {
		for _, m := range t.Match {
			k := key(t.Table, m.Columns...)
			if n.columns[k] == nil {
				n.columns[k] = n.read(r.corpus.Table(t.Table), &m)
			}
		}
	}
	return n
}

// read collects the names in the columns of a match.
func (n *names) read(t *corpus.Table, m *domain.Match) *naming {
	out := &naming{spelt: map[string][]string{}, among: map[string]int{}}
	entity, _ := entityOf(t.Spec().Column(m.Columns[0]))
	columns := make([]int, len(m.Columns))
	for i, c := range m.Columns {
		columns[i] = t.Column(c)
	}
	for row := range t.Len() {
		if cells := t.Cell(row, columns[0]); len(columns) == 1 && len(cells.Values) > 1 {
			for _, v := range cells.Values {
				out.among[n.canonical(entity, []string{v.Text})]++
			}
			continue
		}
		texts, ok := textsOf(t, row, columns)
		if !ok {
			continue
		}
		c := n.canonical(entity, texts)
		if name := strings.Join(texts, " "); !slices.Contains(out.spelt[c], name) {
			out.spelt[c] = append(out.spelt[c], name)
		}
	}
	return out
}

// fault says how a name that a tool was asked about could mean more than the rows
// it found, or "".
func (n *names) fault(t *domain.Tool, table *corpus.Table, entity string, name []string, found []int) string {
	own := map[int]bool{}
	for _, w := range waysFor(t, table.Spec(), entity, name) {
		columns := make([]string, len(w.columns))
		for i, c := range w.columns {
			columns[i] = table.Spec().Columns[c].Name
		}
		e, _ := entityOf(&table.Spec().Columns[w.columns[0]])
		seen := n.columns[key(t.Table, columns...)]
		c := n.canonical(e, name)
		if spelt := seen.spelt[c]; len(spelt) > 1 {
			return fmt.Sprintf("ambiguous: %s of %s spells one %s as %s", strings.Join(columns, ", "), t.Table, e, strings.Join(spelt, " and "))
		}
		if spelt := seen.spelt[c]; len(spelt) == 1 && len(found) == 0 {
			return fmt.Sprintf("ambiguous: %s does not find %s, which %s of %s spells %s", t.Name, strings.Join(name, " "), strings.Join(columns, ", "), t.Table, spelt[0])
		}
		if rows := seen.among[c]; rows > 0 {
			return fmt.Sprintf("ambiguous: %d rows of %s name %s beside others in %s, and %s does not find them", rows, t.Table, strings.Join(name, " "), columns[0], t.Name)
		}
		if e != entity {
			continue
		}
		for _, row := range found {
			if texts, ok := textsOf(table, row, w.columns); ok && n.canonical(e, texts) == c {
				own[row] = true
			}
		}
	}
	for _, row := range found {
		if !own[row] {
			return fmt.Sprintf("ambiguous: %s is no %s in row %d of %s", strings.Join(name, " "), entity, row, t.Table)
		}
	}
	return ""
}
