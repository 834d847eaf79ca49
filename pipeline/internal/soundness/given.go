package soundness

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// distinctive is the least number of characters of a text whose occurrence within a longer
// text is not an accident.
const distinctive = 4

// StartRow is a row that one lookup of an entity returns and that gives an answer away.
type StartRow struct {
	// Tool is the lookup that returns the row for the entity Name.
	Tool string
	Name []string
	// Texts are the values of the answer. Each is a cell of the row or part of one.
	Texts []string
}

// Rows is a function that returns the rows that lookup t returns for an entity, as row
// numbers of the tool's [corpus.Table]; none if there are none. Entity is a type that the
// lookup accepts, and name has one string for each part of the entity's name. An error is
// one of the engine that finds the rows.
type Rows func(t *domain.Tool, entity string, name []string) ([]int, error)

// GivenAway returns a row of a start entity of the program that gives away an answer for
// which the program needs two or more lookups; nil if there is none. All values of a set
// must be in the row. GivenAway considers only lookups of one row, and only texts that are
// part of a cell; sets of rows and whole cells are left to the search for shorter chains.
//
// Texts must return the values of the answer from the named node if all of them are texts;
// nil otherwise, or if the answer's condition is false. The error is that of rows.
func GivenAway(c *corpus.Corpus, p *plan.Program, texts func(from string) []string, rows Rows) (*StartRow, error) {
	for _, a := range p.Answers {
		wanted := texts(a.From)
		short := func(text string) bool { return utf8.RuneCountInString(text) < distinctive }
		if len(wanted) == 0 || p.Lookups(a.From) < 2 || slices.ContainsFunc(wanted, short) {
			continue
		}
		for _, s := range p.Entities() {
			if found, err := startRow(c, &s, wanted, rows); found != nil || err != nil {
				return found, err
			}
		}
	}
	return nil, nil
}

// startRow returns a row of a start entity that holds all the texts.
func startRow(c *corpus.Corpus, s *plan.Start, texts []string, rows Rows) (*StartRow, error) {
	d := c.Domain()
	for i := range d.Tools {
		t := &d.Tools[i]
		if t.Returns == domain.Many || !slices.Contains(plan.Accepts(d, t), s.Entity) {
			continue
		}
		found, err := rows(t, s.Entity, s.Value)
		if err != nil {
			return nil, err
		}
		for _, row := range found {
			if holdsAll(c.Table(t.Table), t, row, texts) {
				return &StartRow{Tool: t.Name, Name: s.Value, Texts: texts}, nil
			}
		}
	}
	return nil, nil
}

// holdsAll reports whether each of the texts is part of a cell of a row that the lookup
// returns.
func holdsAll(table *corpus.Table, t *domain.Tool, row int, texts []string) bool {
	for _, text := range texts {
		if !holds(table, t, row, text) {
			return false
		}
	}
	return true
}

func holds(table *corpus.Table, t *domain.Tool, row int, text string) bool {
	for i, c := range table.Spec().Columns {
		if t.Returns == domain.Field && c.Name != t.Column {
			continue
		}
		if cell := table.Cell(row, i); cell.Source != "null" && strings.Contains(cell.Text(), text) {
			return true
		}
	}
	return false
}

// Recorded returns a row that holds, in a column, a value that the program reads from a text:
// a row that a lookup returns for the entity for which the text was found. A question must
// not ask for such a value, because the column answers it. It returns nil if there is none.
//
// Stated returns the value that a node read from a text; false if the node reads none.
// Subject returns the name of the entity of a node, and its type. Only rows of lookups that
// accept the type are considered. The error is that of rows.
func Recorded(c *corpus.Corpus, p *plan.Program, stated func(from string) (value.Value, bool), subject func(node string) (entity string, name []string), rows Rows) (*StartRow, error) {
	for _, a := range p.Answers {
		n := p.Node(a.From)
		if _, ok := n.Do.(*plan.ReadFact); !ok {
			continue
		}
		wanted, ok := stated(n.Name)
		if !ok {
			continue
		}
		for n.Lookup() == "" {
			n = p.Node(n.From[0])
		}
		entity, name := subject(n.From[0])
		d := c.Domain()
		for i := range d.Tools {
			t := &d.Tools[i]
			if t.Kind != domain.Lookup || !slices.Contains(plan.Accepts(d, t), entity) {
				continue
			}
			found, err := rows(t, entity, name)
			if err != nil {
				return nil, err
			}
			for _, row := range found {
				if holdsValue(c.Table(t.Table), t, row, wanted) {
					return &StartRow{Tool: t.Name, Name: name, Texts: []string{wanted.String()}}, nil
				}
			}
		}
	}
	return nil, nil
}

// holdsValue reports whether a cell of a row that the lookup returns holds the value.
func holdsValue(table *corpus.Table, t *domain.Tool, row int, wanted value.Value) bool {
	for i, c := range table.Spec().Columns {
		if (t.Returns != domain.Field || c.Name == t.Column) && slices.ContainsFunc(table.Cell(row, i).Values, func(v value.Value) bool { return value.Equal(v, wanted) }) {
			return true
		}
	}
	return false
}
