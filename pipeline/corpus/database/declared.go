package database

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
)

// row is a row of a query about what is declared.
type row []string

// each calls take with the rows of a query, null as "".
func each(ctx context.Context, tx *sql.Tx, take func(row), query string, args ...any) error {
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	cells, into := make([]sql.NullString, len(columns)), make([]any, len(columns))
	for i := range cells {
		into[i] = &cells[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		r := make(row, len(cells))
		for i, c := range cells {
			r[i] = c.String
		}
		take(r)
	}
	return rows.Err()
}

// builder puts what is declared together, from rows in the order of tables.
type builder struct {
	list   []DeclaredTable
	hidden []string           // tables of which the role may not read some columns, each once
	open   map[[2]string]bool // foreign keys of which some columns are there, by table and name
}

// hide notes that the role may not read a column of a table.
func (b *builder) hide(table string) {
	if !slices.Contains(b.hidden, table) {
		b.hidden = append(b.hidden, table)
	}
}

// column adds a column, and its table if it is the first.
func (b *builder) column(schema, table, name, typ string, f form) {
	t := b.table(table)
	if t == nil {
		b.list = append(b.list, DeclaredTable{Name: table, schema: schema})
		t = &b.list[len(b.list)-1]
	}
	t.Columns = append(t.Columns, DeclaredColumn{Name: name, Type: typ, form: f})
}

func (b *builder) table(name string) *DeclaredTable {
	i := slices.IndexFunc(b.list, func(t DeclaredTable) bool { return t.Name == name })
	if i < 0 {
		return nil
	}
	return &b.list[i]
}

// key adds a column of a table's primary key.
func (b *builder) key(table, column string) {
	if t := b.table(table); t != nil {
		t.Key = append(t.Key, column)
	}
}

// reference adds a column of a foreign key; to is "" for a column of the primary key.
func (b *builder) reference(table, constraint, column, of, to string) {
	t := b.table(table)
	if t == nil {
		return
	}
	if at := [2]string{table, constraint}; !b.open[at] {
		if b.open == nil {
			b.open = map[[2]string]bool{}
		}
		b.open[at] = true
		t.References = append(t.References, ForeignKey{Table: of})
	}
	r := &t.References[len(t.References)-1]
	r.Columns, r.To = append(r.Columns, column), append(r.To, to)
}

// finish returns the tables sorted by name. A key or reference with a table or column that cannot be
// seen is left out.
func (b *builder) finish() []DeclaredTable {
	slices.SortFunc(b.list, func(x, y DeclaredTable) int { return cmp.Compare(x.Name, y.Name) })
	for i := range b.list {
		t := &b.list[i]
		if !t.has(t.Key) {
			t.Key = nil
		}
		var found []ForeignKey
		for _, r := range t.References {
			if t.has(r.Columns) && b.find(&r) {
				found = append(found, r)
			}
		}
		t.References = found
	}
	return b.list
}

// has reports whether all columns of the names can be seen.
func (t *DeclaredTable) has(names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		return !slices.ContainsFunc(t.Columns, func(c DeclaredColumn) bool { return c.Name == name })
	})
}

// find gives a reference the names as the table and columns that it refers to have them. It is
// false if there are none.
func (b *builder) find(r *ForeignKey) bool {
	of := named(b.list, r.Table, func(t *DeclaredTable) string { return t.Name })
	if of == nil {
		return false
	}
	if r.Table = of.Name; r.To[0] == "" {
		copy(r.To, of.Key)
	}
	for i, name := range r.To {
		c := named(of.Columns, name, func(c *DeclaredColumn) string { return c.Name })
		if c == nil {
			return false
		}
		r.To[i] = c.Name
	}
	return true
}
