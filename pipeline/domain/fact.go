package domain

import (
	"regexp"
	"slices"
	"strings"
)

// A Fact is a value that the texts of a prose column state in fixed words and that no column
// holds: the day from which interest runs, a fee.
type Fact struct {
	Name   string     `yaml:"name"`           // unique among the table's facts and columns
	Phrase Text       `yaml:"phrase"`         // the fact's name in questions
	Kind   ColumnKind `yaml:"kind"`           // a day, or a kind of number
	Unit   string     `yaml:"unit,omitempty"` // of numbers, as in [Column]
	// Named says that people ask for the fact only of a row that the question names.
	Named bool `yaml:"named,omitempty" json:",omitempty"`
	// Patterns are regular expressions that match the fixed words; their first group matches
	// the value. Wherever in a text they match, the value must be the same.
	Patterns []string `yaml:"patterns"`
}

// Column returns the fact as if a column of its kind held it, with the same name.
func (f *Fact) Column() *Column {
	return &Column{Name: f.Name, Label: f.Phrase, Phrase: f.Phrase, Kind: f.Kind, Unit: f.Unit}
}

// Reader returns a function that finds the places of a text that state the fact, each
// different wording of the value once. The function is safe for concurrent use. Reader
// panics on expressions that [Load] refuses.
func (f *Fact) Reader() func(text string) []string {
	patterns := make([]*regexp.Regexp, len(f.Patterns))
	for i, expr := range f.Patterns {
		patterns[i] = regexp.MustCompile(expr)
	}
	return func(text string) []string {
		var found []string
		for _, re := range patterns {
			for _, m := range re.FindAllStringSubmatch(text, -1) {
				if piece := strings.TrimSpace(m[1]); piece != "" && !slices.Contains(found, piece) {
					found = append(found, piece)
				}
			}
		}
		return found
	}
}

// Fact returns the fact of that name and the column whose texts state it; nil if the table
// has none.
func (t *Table) Fact(name string) (*Fact, *Column) {
	for i := range t.Columns {
		c := &t.Columns[i]
		for j := range c.Facts {
			if c.Facts[j].Name == name {
				return &c.Facts[j], c
			}
		}
	}
	return nil, nil
}

// ColumnOrFact returns the column of that name, or the fact of that name as a column; nil
// for none.
func (t *Table) ColumnOrFact(name string) *Column {
	if c := t.Column(name); c != nil {
		return c
	}
	if f, _ := t.Fact(name); f != nil {
		return f.Column()
	}
	return nil
}

// WithFacts returns the domain with the citations and facts of the texts of each table as
// columns behind the table's own, for readers of questions, to whom they are columns like any
// other. The column of citations has the name and label of the passages. WithFacts returns
// the domain itself if no text has any.
func (d *Domain) WithFacts() *Domain {
	with := *d
	with.Tables = slices.Clone(d.Tables)
	any := false
	for i := range with.Tables {
		t := &with.Tables[i]
		columns := slices.Clone(t.Columns)
		for _, c := range t.Columns {
			if p := d.Passage(c.Cites); p != nil {
				columns, any = append(columns, Column{Name: p.Name, Label: p.Label, Kind: KindText}), true
			}
			for j := range c.Facts {
				columns, any = append(columns, *c.Facts[j].Column()), true
			}
		}
		t.Columns = columns
	}
	if !any {
		return d
	}
	return &with
}

func (c *checker) facts(t *Table, col *Column, ptr string) {
	if col.Facts != nil && col.Kind != KindProse {
		c.fault(ptr+"/facts", "facts of prose only", "column %q of table %s has facts but holds no prose", col.Name, t.Name)
	}
	if p := c.d.Passage(col.Cites); col.Cites != "" && (col.Kind != KindProse || p == nil || p.Reference == nil || p.Reference.List == "") {
		c.fault(ptr+"/cites", "passages whose reference has list and part, cited in a column of prose", "column %q of table %s cites %q", col.Name, t.Name, col.Cites)
	}
	for i := range col.Facts {
		f, at := &col.Facts[i], pointer(ptr+"/facts", i)
		if first, of := t.Fact(f.Name); t.Column(f.Name) != nil || first != f || of != col {
			c.fault(at+"/name", "unique names", "fact %q of table %s has the name of a column or another fact", f.Name, t.Name)
		}
		c.text(f.Phrase, at+"/phrase")
		for _, lang := range c.langs {
			for j := range t.Columns {
				if t.Columns[j].Called(lang) == f.Phrase.In(lang) {
					c.fault(at+"/phrase", "different phrases, so that questions differ", "fact %q has the phrase of column %q", f.Name, t.Columns[j].Name)
				}
			}
		}
		if f.Kind != KindDate && !f.Kind.Numeric() {
			c.fault(at+"/kind", "date, or a kind of number", "fact %q is of kind %s", f.Name, f.Kind)
		}
		for j, expr := range f.Patterns {
			if re := c.expression(expr, pointer(at+"/patterns", j)); re != nil && re.NumSubexp() == 0 {
				c.fault(pointer(at+"/patterns", j), "a group around the value", "pattern %q has no group", expr)
			}
		}
	}
}
