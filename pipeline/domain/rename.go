package domain

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
			c.fault(ptr+"/from", "the name of a column that is gone", "table %s has column %q still", t.Name, r.From)
		}
		if now := c.d.Renamed(r.Table, r.From); t.Column(now) == nil {
			c.fault(ptr+"/to", "one of the table's columns", "column %q of table %s is to be %q, which is not a column", r.From, t.Name, now)
		}
	}
}
