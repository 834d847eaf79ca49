package domain

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// sense checks that a column's sense, frequency and usual unit fit what it holds, and that rows have the keys of
// which it lists parts.
func (c *checker) sense(t *Table, col *Column, ptr string) {
	fits := true
	switch col.Sense {
	case Measurement:
		fits = col.Kind.Numeric() && col.Kind != KindRank
	case Stock, Flow, Price:
		fits = slices.Contains([]ColumnKind{KindNumber, KindMoney, KindCount}, col.Kind)
	case Share:
		fits = col.Kind == KindRatio || col.Kind == KindNumber
	case Place:
		fits = col.Kind == KindRank || col.Kind == KindNumber
	case Identifier, Label:
		fits = col.Kind == KindText || col.Kind == KindProse || col.Entity != ""
	case Filing:
		fits = col.Entity != "" && !strings.Contains(col.Entity, ".")
	}
	if !fits {
		c.fault(ptr+"/sense", "a sense that fits: stock, flow, price or measurement for amounts, identifier or label for texts and names, filing for a name",
			"column %q of table %s has sense %s", col.Name, t.Name, col.Sense)
	}
	if col.Unlike != nil && t.Key == "" {
		c.fault(ptr+"/unlike", "a table whose rows one column identifies, as unlike lists parts of its values", "column %q of table %s has unlike", col.Name, t.Name)
	}
	if col.Usual != "" && (col.Unit == "" || !strings.HasSuffix(col.Usual, col.Unit) || col.Usual == col.Unit) {
		c.fault(ptr+"/usual", fmt.Sprintf("a larger unit that ends in the unit %q, such as 万元 for 元 and million CNY for CNY", col.Unit),
			"column %q of table %s has the usual unit %q", col.Name, t.Name, col.Usual)
	}
}

func (c *checker) relations() {
	taken := names{}
	for i := range c.d.Relations {
		r, ptr := &c.d.Relations[i], pointer("/relations", i)
		c.claim(taken, ptr, r.Name, fmt.Sprintf("relation %q", r.Name))
		c.text(r.Called, ptr+"/called")
		c.text(r.Phrase, ptr+"/phrase")
		for _, lang := range c.langs {
			if text := r.Phrase.In(lang); text != "" && strings.Count(text, Slot) != 1 {
				c.fault(pointer(ptr+"/phrase", lang), "one "+Slot+" for what both quantities are of", "phrase %q of relation %q has %d", text, r.Name, strings.Count(text, Slot))
			}
		}
		c.quantity(r, r.Of, ptr+"/of")
		c.quantity(r, r.By, ptr+"/by")
	}
}

// quantity checks that a relation's column exists and holds numbers, or days if these are counted.
func (c *checker) quantity(r *Relation, name RelatedQuantity, ptr string) {
	t := c.d.Table(name.Table)
	if t == nil {
		c.fault(ptr+"/table", "one of the tables", "relation %q: unknown table %q", r.Name, name.Table)
		return
	}
	switch col := t.Column(name.Column); {
	case col == nil:
		c.fault(ptr+"/column", "one of the table's columns", "relation %q: table %s has no column %q", r.Name, t.Name, name.Column)
	case r.Operation == RelationDays && col.Kind != KindDate:
		c.fault(ptr+"/column", "a column of days", "relation %q: column %q of table %s holds no days", r.Name, col.Name, t.Name)
	case r.Operation != RelationDays && !col.Kind.Numeric():
		c.fault(ptr+"/column", "a column of numbers", "relation %q: column %q of table %s holds no numbers", r.Name, col.Name, t.Name)
	}
	if col := t.Column(name.About); name.About != "" && (col == nil || col.Entity == "") {
		c.fault(ptr+"/about", "one of the table's columns that name an entity", "relation %q: table %s has no name %q", r.Name, t.Name, name.About)
	}
}

func (c *checker) matters() {
	taken := names{}
	for i := range c.d.Matters {
		m, ptr := &c.d.Matters[i], pointer("/matters", i)
		c.claim(taken, ptr, m.Name, fmt.Sprintf("matter %q", m.Name))
		c.text(m.Label, ptr+"/label")
		c.once(ptr+"/fields", "field", m.Fields)
		for j, start := range m.Starts {
			c.entity(start, pointer(ptr+"/starts", j))
		}
		tables := names{}
		for j := range m.Tables {
			mt, at := &m.Tables[j], pointer(ptr+"/tables", j)
			c.claim(tables, at, mt.Name, fmt.Sprintf("table %q of matter %q", mt.Name, m.Name))
			c.matterTable(m, mt, at)
		}
		for _, entity := range slices.Sorted(maps.Keys(m.Leads)) {
			c.leads(m, entity, pointer(ptr+"/leads", entity))
		}
		roles := names{}
		for j := range m.Roles {
			role, at := &m.Roles[j], pointer(ptr+"/roles", j)
			c.claim(roles, at, role.Entity, fmt.Sprintf("the role of %s in matter %q", role.Entity, m.Name))
			c.entity(role.Entity, at+"/entity")
			c.text(role.Called, at+"/called")
		}
	}
}

// leads checks that a matter leads from an entity type to tables of its own.
func (c *checker) leads(m *Matter, entity, ptr string) {
	c.entity(entity, ptr)
	c.once(ptr, "table", m.Leads[entity])
	for i, name := range m.Leads[entity] {
		if m.table(name) == nil {
			c.fault(pointer(ptr, i), "one of the matter's tables", "matter %q leads from %s to table %q", m.Name, entity, name)
		}
	}
}

// matterTable checks that a table of a matter and the columns that decide exist.
func (c *checker) matterTable(m *Matter, mt *MatterTable, ptr string) {
	t := c.d.Table(mt.Name)
	if t == nil {
		c.fault(ptr+"/name", "one of the tables", "matter %q: unknown table %q", m.Name, mt.Name)
		return
	}
	c.once(ptr+"/decide", "column", mt.Decide)
	for i, entity := range mt.To {
		c.entity(entity, pointer(ptr+"/to", i))
	}
	c.once(ptr+"/others", "table", mt.Others)
	for i, name := range mt.Others {
		if m.table(name) == nil {
			c.fault(pointer(ptr+"/others", i), "one of the matter's tables", "matter %q leads from others in %s to table %q", m.Name, mt.Name, name)
		}
	}
	for i, name := range mt.Decide {
		if name != RowsDecide && t.Column(name) == nil {
			c.fault(pointer(ptr+"/decide", i), "one of the table's columns, or * for the number of rows", "matter %q: table %s has no column %q", m.Name, t.Name, name)
		}
	}
}
