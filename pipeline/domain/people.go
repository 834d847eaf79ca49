package domain

// Home returns the table that lists the entities of a type: that whose rows are named by them, by the key
// or by name. nil if there is none.
func (d *Domain) Home(entity string) *Table {
	for i := range d.Tables {
		t := &d.Tables[i]
		if t.KeyEntity() == entity {
			return t
		}
		if c := t.Column(t.Names); c != nil && c.Entity == entity {
			return t
		}
	}
	return nil
}

// NamesPeople reports whether the rows of a table are natural persons by the column that says what they are
// called: it is put together of first and last names, or is declared to have the names of persons.
func (t *Table) NamesPeople() bool {
	c := t.Column(t.Names)
	return c != nil && (c.Parts != nil || c.Personal == PersonNames)
}
