package infer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Names of columns that hold the two parts of people's names, without marks. The last of each is the
// name of something else where the other part does not stand beside it.
const (
	givenNames  = "firstname|givenname|forename|fname|first|given|名字|名|name"
	familyNames = "lastname|familyname|surname|lname|last|family|姓氏|姓"
)

// addFullName adds a column for people's whole names to a table that has their parts in two columns
// and no column of that name. The first given name and the first family name of the lists count, alone or
// behind the table's own name: customer_first_name, but not contact_first_name.
func (t *tableProfile) addFullName(s speller) {
	given, family := t.nameColumn(givenNames), t.nameColumn(familyNames)
	if given == nil || family == nil || given.isNumeric() || family.isNumeric() {
		return
	}
	name := fullNameLike(given.column.Name)
	if slices.ContainsFunc(t.columns, func(p *profile) bool { return squash(p.column.Name) == squash(name) }) {
		return
	}
	parts := []*profile{given, family}
	if len(family.sample) > 0 && isHan(family.sample[0]) {
		parts = []*profile{family, given}
	}
	at := func(row int) string {
		var texts []string
		for _, p := range parts {
			text := strings.TrimSpace(p.column.At(row))
			if slices.Contains(p.marks, text) {
				text = ""
			}
			texts = append(texts, text)
		}
		return domain.PutTogether(texts)
	}
	cells := func(yield func(string, int) bool) {
		for row := range t.table.Rows {
			if !yield(at(row), 1) {
				return
			}
		}
	}
	c := newProfile(&RawColumn{Name: name, Cells: cells, At: at}, s)
	c.table, c.parts = t, parts
	t.columns = append(t.columns, c)
}

// nameColumn returns the column of the first of the names, separated by bars, that the table has.
func (t *tableProfile) nameColumn(names string) *profile {
	own := []string{"", squash(strings.Join(t.words, "")), squash(strings.Join(t.noun, ""))}
	for _, name := range strings.Split(names, "|") {
		for _, prefix := range own { // "customer", "staff member"
			for _, c := range t.columns {
				if squash(c.column.Name) == prefix+name && c.rows > 0 {
					return c
				}
			}
		}
	}
	return nil
}

// fullNameLike returns the name of the column of whole names, in the style of that of given names.
func fullNameLike(given string) string {
	switch {
	case isHan(given):
		return "姓名"
	case strings.Contains(given, "_"):
		return "full_name"
	case strings.Contains(given, " "):
		return "Full Name"
	case given == strings.ToLower(given):
		return "fullname"
	}
	return "FullName"
}

// settleFullName keeps the column of whole names if it says what rows are called. Nobody then asks for
// the parts.
func (t *tableProfile) settleFullName() {
	at := slices.IndexFunc(t.columns, func(p *profile) bool { return p.parts != nil })
	if at < 0 {
		return
	}
	p := t.columns[at]
	if p != t.title {
		t.columns = slices.Delete(t.columns, at, at+1)
		return
	}
	first, second := p.parts[0], p.parts[1]
	for _, part := range p.parts {
		p.spec.Parts = append(p.spec.Parts, part.column.Name)
		part.whole = p
	}
	p.finding.Evidence = append(p.finding.Evidence, fmt.Sprintf("%s and %s are the parts of people's names; together %d of %d rows have one of their own", first.column.Name, second.column.Name, p.single(), t.table.Rows))
	for _, part := range p.parts {
		if squash(part.column.Name) == "name" {
			p.finding.Doubts = append(p.finding.Doubts, fmt.Sprintf("%s is taken for given names, since family names stand beside it", part.column.Name))
		}
	}
}

// single returns how many rows have a text that no other row has.
func (p *profile) single() (n int) {
	for _, rows := range p.counts {
		if rows == 1 {
			n++
		}
	}
	return n
}
