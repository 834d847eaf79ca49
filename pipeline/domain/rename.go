package domain

import (
	"fmt"
	"slices"
)

// A ColumnRename says that a column of a table was called otherwise, so that tasks of earlier releases can be
// read. What people call the column is not concerned: that is its label and phrase.
type ColumnRename struct {
	Table string `yaml:"table"` // as it is called now
	From  string `yaml:"from"`  // no column of the table now
	To    string `yaml:"to"`    // a column of the table, or From of a later rename
}

// Renamed returns what a column of a table is called now, by the renames in their order; a column that has none
// keeps its name.
func (d *Domain) Renamed(table, column string) string {
	for _, r := range d.Renames {
		if r.Table == table && r.From == column {
			column = r.To
		}
	}
	return column
}

// renames checks that earlier names of columns lead to columns.
func (c *checker) renames() {
	taken := names{}
	for i, r := range c.d.Renames {
		ptr := pointer("/renames", i)
		t := c.d.Table(r.Table)
		if t == nil {
			c.fault(ptr+"/table", "one of the tables", "rename of column %q: unknown table %q", r.From, r.Table)
			continue
		}
		c.claim(taken, ptr, r.Table+"\x00"+r.From, "the rename of column \""+r.From+"\" of table "+t.Name)
		if t.Column(r.From) != nil {
			what, wanted := c.d.notGone(t, &r)
			c.fault(ptr+"/from", wanted, "%s", what)
		}
		if now := c.d.Renamed(r.Table, r.From); t.Column(now) == nil {
			c.fault(ptr+"/to", "one of the table's columns", "column %q of table %s is to be %q, which is not a column", r.From, t.Name, now)
		}
	}
}

// notGone says of a rename what is wrong with an earlier name that a column of the table has still, and what was wanted.
func (d *Domain) notGone(t *Table, r *ColumnRename) (what, wanted string) {
	what, wanted = fmt.Sprintf("table %s has column %q still", t.Name, r.From), "the name of a column that is gone"
	i := slices.IndexFunc(d.Renames, func(o ColumnRename) bool { return o.Table == r.Table && o.To == r.From })
	if i < 0 || t.Column(r.To) == nil {
		return what, wanted
	}
	taker := d.Renames[i].From
	if taker == r.To {
		what = fmt.Sprintf("columns %q and %q of table %s swap their names", min(taker, r.From), max(taker, r.From), t.Name)
	} else {
		what += fmt.Sprintf(", since the column that was %q has its name", taker)
	}
	return what, fmt.Sprintf("no entry for %q: an earlier task that reads it could not be told from a later one, so such tasks are retired", r.From)
}
