package domain

import (
	"fmt"
	"slices"
	"strings"
)

func (c *checker) tables() {
	taken := names{}
	for i := range c.d.Tables {
		t, ptr := &c.d.Tables[i], pointer("/tables", i)
		c.claim(taken, ptr, t.Name, fmt.Sprintf("table %q", t.Name))
		c.text(t.Label, ptr+"/label")
		c.text(t.Row, ptr+"/row")
		c.text(t.Measure, ptr+"/measure")
		for _, key := range t.KeyColumns() {
			if t.Column(key) == nil {
				c.fault(ptr+"/key", "one of the table's columns", "key %q is not a column of table %s", key, t.Name)
			}
		}
		if t.Names != "" {
			switch col := t.Column(t.Names); {
			case col == nil:
				c.fault(ptr+"/names", "one of the table's columns", "names %q is not a column of table %s", t.Names, t.Name)
			case col.Kind != "" && col.Kind != KindText:
				c.fault(ptr+"/names", "a column of texts or of an entity", "column %s holds %s, and rows have no such names", col.Name, col.Kind)
			case col.Sense != "":
				c.fault(ptr+"/names", "a column without a sense", "column %s has sense %s, so no row is called by it", col.Name, col.Sense)
			}
		}
		c.columns(t, ptr)
		c.parts(t, ptr)
	}
}

func (c *checker) columns(t *Table, ptr string) {
	taken := names{}
	called := names{} // by language and phrase
	for i := range t.Columns {
		col, at := &t.Columns[i], pointer(ptr+"/columns", i)
		owner := fmt.Sprintf("column %q of table %s", col.Name, t.Name)
		c.claim(taken, at, col.Name, owner)
		c.text(col.Label, at+"/label")
		c.text(col.Phrase, at+"/phrase")
		c.text(col.Measure, at+"/measure")
		c.text(col.Whole, at+"/whole")
		c.clause(col, at+"/clause")
		c.text(col.Event, at+"/event")
		c.text(col.Action, at+"/action")
		for _, lang := range c.langs {
			phrase := col.Called(lang)
			if phrase == "" {
				continue
			}
			key := lang + " " + phrase
			if first, ok := called[key]; ok && first != owner {
				c.fault(at, "different phrases, so that questions differ", "%s has the phrase %q of %s", owner, phrase, first)
				continue
			}
			called[key] = owner
		}
		c.columnType(t, col, at)
		c.columnParts(t, col, at+"/parts")
		c.sense(t, col, at)
		c.facts(t, col, at)
	}
}

// clause checks the sentence for what a row has in a column.
func (c *checker) clause(col *Column, ptr string) {
	c.text(col.Clause, ptr)
	for _, lang := range c.langs {
		text := col.Clause.In(lang)
		asked := strings.Count(text, SlotWhich) + strings.Count(text, SlotWho)
		if text != "" && (strings.Count(text, Slot) != 1 || asked != 1) {
			c.fault(pointer(ptr, lang), "one "+Slot+" for the row, and one "+SlotWhich+" or "+SlotWho+" for the content", "clause %q has %d %s and %d places for the content", text, strings.Count(text, Slot), Slot, asked)
		}
	}
}

// columnType checks what a column holds.
func (c *checker) columnType(t *Table, col *Column, ptr string) {
	switch {
	case (col.Entity == "") == (col.Kind == ""):
		c.fault(ptr, "exactly one of them", "column %q of table %s has %s of entity and kind", col.Name, t.Name, oneOf(col.Entity != ""))
		return
	case col.Entity != "":
		c.columnEntity(col, ptr+"/entity")
	}
	amount := []ColumnKind{KindNumber, KindMoney, KindRatio, KindCount}
	if col.Unit != "" && !slices.Contains(amount, col.Kind) {
		c.fault(ptr+"/unit", "a unit for number, money, ratio or count only", "column %q of table %s has unit %q but holds no amounts", col.Name, t.Name, col.Unit)
	}
	if col.Measure != nil && col.Kind != KindCount {
		c.fault(ptr+"/measure", "a measure for count only", "column %q of table %s has a measure but holds no counts", col.Name, t.Name)
	}
	if col.Event != nil && col.Kind != KindDate {
		c.fault(ptr+"/event", "an event for date only", "column %q of table %s has an event but holds no days", col.Name, t.Name)
	}
	if col.DayOrder != "" && (col.Kind != KindDate || c.d.FileOrder) {
		c.fault(ptr+"/day_order", "an order for date only, in a domain without file_order", "column %q of table %s has an order of day and month", col.Name, t.Name)
	}
	if col.Action != nil && !slices.Contains(amount, col.Kind) {
		c.fault(ptr+"/action", "an action for number, money, ratio or count only", "column %q of table %s has an action but holds no amounts", col.Name, t.Name)
	}
	if col.Whole != nil && col.Kind != KindRatio {
		c.fault(ptr+"/whole", "whole for ratio only", "column %q of table %s has whole but holds no shares", col.Name, t.Name)
	}
}

// columnParts checks the columns of which one is put together.
func (c *checker) columnParts(t *Table, col *Column, ptr string) {
	if col.Parts == nil {
		return
	}
	if col.Kind != "" && col.Kind != KindText || col.Separators != nil || slices.Contains(t.KeyColumns(), col.Name) {
		c.fault(ptr, "a column of single texts or names that is no key", "column %q of table %s is put together of others", col.Name, t.Name)
	}
	for _, name := range col.Parts {
		if part := t.Column(name); part == nil || part.Parts != nil || part.Separators != nil {
			c.fault(ptr, "columns of the source with one value in a cell", "column %q of table %s cannot be put together of %q", col.Name, t.Name, name)
		}
	}
}

func (c *checker) columnEntity(col *Column, ptr string) {
	name, part, dotted := strings.Cut(col.Entity, ".")
	e := c.entity(name, ptr)
	switch {
	case e == nil:
	case e.Parts == nil && dotted:
		c.fault(ptr, fmt.Sprintf("%s alone", name), "entity %q has no parts, not %q", name, part)
	case e.Parts != nil && !slices.Contains(e.Parts, part):
		c.fault(ptr, fmt.Sprintf("%s.%s", name, strings.Join(e.Parts, " or "+name+".")), "entity %q has parts, and %q is not one of them", name, part)
	}
}

// parts checks that a table that has one part of an entity has each once.
func (c *checker) parts(t *Table, ptr string) {
	for _, e := range c.d.Entities {
		count := map[string]int{}
		for _, col := range t.Columns {
			if name, part, ok := strings.Cut(col.Entity, "."); ok && name == e.Name {
				count[part]++
			}
		}
		if len(count) == 0 {
			continue
		}
		for _, p := range e.Parts {
			if count[p] != 1 {
				c.fault(ptr, "each part once", "table %s has %d columns for part %s of entity %s", t.Name, count[p], p, e.Name)
			}
		}
	}
}
