package proof

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// asked is what a tool was asked about one entity, and what its table knows.
type asked struct {
	name  []string
	found []int // every row that matches, in file order
	rows  []int // those the tool returns: all, or the first; nil if that holds nothing to return
}

// ask joins entities with the rows that a tool means by them: those that spell the
// name as it is, else with its round brackets in full width, else in ASCII, which is
// how the tools promise to read brackets.
func (r *relational) ask(t *domain.Tool, entity string, names [][]string) []asked {
	table := r.corpus.Table(t.Table)
	all := make([]asked, len(names))
	for i, name := range names {
		all[i].name = name
	}
	for i, spell := range spellings {
		build := join{table: table, all: r.dictionaries}
		for j := range all {
			a := &all[j]
			spelt := make([]string, len(a.name))
			for k, part := range a.name {
				spelt[k] = spell.Replace(part)
			}
			if a.found == nil && (i == 0 || !slices.Equal(spelt, a.name)) {
				build.add(a, waysFor(t, table.Spec(), entity, spelt))
			}
		}
		build.probe(r.absent)
	}
	for i := range all {
		all[i].returned(t, table)
	}
	return all
}

// returned sets the rows that a tool returns of those that match.
func (a *asked) returned(t *domain.Tool, table *corpus.Table) {
	a.rows = a.found
	if t.Returns == domain.Many || a.rows == nil {
		return
	}
	a.rows = a.found[:1]
	if t.Returns == domain.Field && table.Cell(a.rows[0], table.Column(t.Column)).Source == "" {
		a.rows = nil
	}
}

var spellings = []*strings.Replacer{
	strings.NewReplacer(),
	strings.NewReplacer("(", "（", ")", "）"),
	strings.NewReplacer("（", "(", "）", ")"),
}

// way is one way a row can match: these columns hold these texts.
type way struct {
	columns []int
	texts   []string
}

// waysFor returns the ways of a lookup for an entity: the first match the entity
// type fits says which inputs are given, and every match of given inputs alone is
// a way.
func waysFor(t *domain.Tool, spec *domain.Table, entity string, name []string) []way {
	given := map[string]string{}
	for _, m := range t.Match {
		if e, _ := entityOf(spec.Column(m.Columns[0])); e == entity {
			for i, in := range m.Inputs {
				given[in] = name[i]
			}
			break
		}
	}
	var ways []way
	for _, m := range t.Match {
		if w, ok := wayOf(&m, spec, given); ok {
			ways = append(ways, w)
		}
	}
	return ways
}

func wayOf(m *domain.LookupMatch, spec *domain.Table, given map[string]string) (w way, ok bool) {
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

// join is a hash join of ways to match with the rows of a table.
type join struct {
	table *corpus.Table
	all   dictionaries
	sides []side // one for each column that is the first of a way
}

// side is what is looked for in one column.
type side struct {
	column int
	rows   []uint32               // see dictionary
	wanted []bool                 // by the number of a text
	by     map[uint32][]candidate // who wants it
}

// candidate is one way in which a row is one that was asked for.
type candidate struct {
	way
	to *asked
}

// add looks for an entity in each of the ways; in none of which the column has no such
// text.
func (j *join) add(a *asked, ways []way) {
	for _, w := range ways {
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

// probe gives every row of the table but an absent one, in file order, to whoever
// asked for it, once.
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

// holds reports whether a row has the way's texts in its columns.
func (w way) holds(t *corpus.Table, row int) bool {
	texts, ok := textsOf(t, row, w.columns)
	return ok && slices.Equal(texts, w.texts)
}

// key joins texts without letting one run into the next.
func key(first string, more ...string) string { return fmt.Sprintf("%q%q", first, more) }

// textsIn returns the texts of data.
func textsIn(data []datum) []string {
	texts := make([]string, len(data))
	for i, d := range data {
		texts[i] = d.text
	}
	return texts
}

// textsOf returns the texts of a row's cells; ok is false where one has none.
func textsOf(t *corpus.Table, row int, columns []int) (texts []string, ok bool) {
	texts = make([]string, len(columns))
	for i, col := range columns {
		if texts[i], ok = textOf(t.Cell(row, col).Source); !ok {
			return nil, false
		}
	}
	return texts, true
}

// textOf returns the text of a cell as a lookup compares it: what a JSON string
// says, any other value as it is written. An unobserved cell and null have none.
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

// entityOf returns the entity type a column names, and which part of it.
func entityOf(c *domain.Column) (entity, part string) {
	entity, part, _ = strings.Cut(c.Entity, ".")
	return entity, part
}
