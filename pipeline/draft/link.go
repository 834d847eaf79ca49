package draft

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// linked returns the column of the things after which the rows of a node are called, or those that it is made
// from, as the rows of a table of links are called tracks of a playlist; nil for other rows.
func (c *composer) linked(node string) *domain.Column {
	n := c.program.Node(node)
	for n.Lookup() == "" && len(n.From) > 0 && c.types[n.From[0]].Table == c.types[node].Table {
		n = c.program.Node(n.From[0])
	}
	if t := c.domain.Tool(n.Lookup()); t != nil && t.Linked != "" && t.Table == c.types[node].Table {
		return c.domain.Table(t.Table).Column(t.Linked)
	}
	return nil
}

// isLinked reports whether a projected column is that of the things after which its rows are called.
func (c *composer) isLinked(n *plan.Node) bool {
	col := c.linked(n.From[0])
	return col != nil && slices.Equal(n.Columns(), []string{col.Name})
}

// rowTable returns the table after which the rows of a node are called: that of linked things, or their own.
func (c *composer) rowTable(node string) *domain.Table {
	if col := c.linked(node); col != nil {
		return c.words.Table(c.domain.Home(col.Entity).Name)
	}
	return c.words.Table(c.types[node].Table)
}

// tableFound returns the table after which the rows that a lookup finds are called.
func (c *composer) tableFound(t *domain.Tool) *domain.Table {
	if t.Linked != "" {
		return c.words.Table(c.domain.Home(c.domain.Table(t.Table).Column(t.Linked).Entity).Name)
	}
	return c.words.Table(t.Table)
}

// keyLabel returns what the column of linked things is called beside them: the flight numbers of flights.
func (c *composer) keyLabel(linked *domain.Column) string {
	home := c.words.Table(c.domain.Home(linked.Entity).Name)
	at := slices.IndexFunc(home.Columns, func(col domain.Column) bool { return col.Entity == linked.Entity })
	return home.Columns[at].Called(c.lang)
}
