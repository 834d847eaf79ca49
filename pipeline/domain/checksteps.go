package domain

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// step checks one step and returns what the step finds; nothing if the step is at fault.
func (c *checker) step(t *Template, s *TemplateStep, found map[string]finding, ptr string) finding {
	var of []finding
	for i, name := range s.Of {
		f, ok := found[name]
		if !ok {
			c.fault(pointer(ptr+"/of", i), "start or an earlier step without faults", "step %q reads %q", s.Name, name)
			return finding{}
		}
		of = append(of, f)
	}
	if (s.Passages > 0) != (s.Retrieve != "") {
		c.fault(ptr, "a number of passages for retrieve, and for nothing else", "step %q finds %d passages", s.Name, s.Passages)
	}
	reads := func(what ...string) bool {
		got := make([]string, len(of))
		for i, f := range of {
			got[i] = f.what
			if f.what == foundProse {
				got[i] = foundText
			}
		}
		if slices.Equal(got, what) {
			return true
		}
		c.fault(ptr+"/of", strings.Join(what, " and "), "step %q reads %s", s.Name, strings.Join(got, " and "))
		return false
	}
	if s.Empty && s.Lookup == "" && s.Where == nil {
		c.fault(ptr+"/empty", "empty for a lookup of rows or where, and for nothing else", "step %q may find none", s.Name)
	}
	if (s.Stated != "") != (s.Tiers != nil) {
		c.fault(ptr, "the form that states the tiers, for tiers and for nothing else", "step %q is stated in %q", s.Name, s.Stated)
	}
	switch {
	case s.Lookup != "":
		return c.stepLookup(s, of, ptr)
	case s.Entity != "":
		if e := c.d.Entity(s.Entity); reads(foundRow) && of[0].table != nil && (e == nil || of[0].table.NameColumns(e) == nil) {
			c.fault(ptr+"/entity", "an entity type of whose name the row has all parts", "step %q takes %q from a row of %s", s.Name, s.Entity, of[0].table.Name)
		}
		return finding{what: foundParts}
	case s.Record != "":
		return c.stepRecord(s, t, of, ptr)
	case s.Column != "":
		if !reads(foundRow) || of[0].table == nil {
			return finding{}
		}
		return c.stepColumn(t, s, of[0].table, ptr)
	case s.Covering != nil:
		return c.stepCovering(s, of, ptr)
	case s.Where != nil:
		return c.stepWhere(s, of, ptr)
	case s.Count:
		reads(foundRows)
		return finding{what: foundNumber}
	case s.Sum != "":
		if !reads(foundRows) {
			return finding{}
		}
		if col := of[0].table.Column(s.Sum); col == nil || !col.Adds() {
			c.fault(ptr+"/sum", "a column of table "+of[0].table.Name+" whose numbers have a sum", "step %q: column %q", s.Name, s.Sum)
		}
		return finding{what: foundNumber}
	case s.Compute != "":
		reads(foundNumber, foundNumber)
		return finding{what: foundNumber}
	case s.Tiers != nil:
		return c.stepTiers(t, s, of, ptr)
	case s.Latest != "":
		if !reads(foundRows) {
			return finding{}
		}
		if col := of[0].table.Column(s.Latest); col == nil || col.Kind != KindDate {
			c.fault(ptr+"/latest", "a column of days of table "+of[0].table.Name, "step %q: column %q", s.Name, s.Latest)
		}
		return finding{what: foundRow, table: of[0].table}
	case s.Only:
		if !reads(foundRows) {
			return finding{}
		}
		return finding{what: foundRow, table: of[0].table}
	case s.Extract != "":
		if re := c.expression(s.Extract, ptr+"/extract"); re != nil && re.NumSubexp() == 0 {
			c.fault(ptr+"/extract", "a group around the text to take", "expression %q has no group", s.Extract)
		}
		reads(foundText)
		return finding{what: foundText}
	case s.Retrieve != "":
		return c.stepRetrieve(s, of, ptr)
	case s.Recognize:
		return c.stepRecognize(s, t, of, ptr)
	}
	want := []string{foundPassages}
	if s.Cite == CiteAll {
		want = append(want, foundText)
	}
	if of[0].passages != nil && c.d.Versioned(of[0].passages.Name) != "" {
		want = append(want, foundDay)
	}
	if reads(want...) && of[0].passages != nil {
		r := of[0].passages.Reference
		if r == nil || s.Cite == CiteAll && r.Cited == "" {
			c.fault(ptr+"/of", "passages whose reference has names and cited", "step %q cites %s", s.Name, of[0].passages.Name)
		}
	}
	return finding{what: foundText}
}

// stepCovering checks a step that keeps the rows whose interval covers a day.
func (c *checker) stepCovering(s *TemplateStep, of []finding, ptr string) finding {
	if len(of) == 0 || of[0].what != foundRows || len(of) > 2 || len(of) == 2 && of[1].what != foundDay {
		c.fault(ptr+"/of", "a set of rows, and a day unless one is drawn", "step %q reads other things", s.Name)
		return finding{}
	}
	for key, name := range map[string]string{"begin": s.Covering.Begin, "end": s.Covering.End} {
		if col := of[0].table.Column(name); col == nil || col.Kind != KindDate {
			c.fault(ptr+"/covering/"+key, "a column of days of table "+of[0].table.Name, "step %q: column %q", s.Name, name)
		}
	}
	return finding{what: foundRows, table: of[0].table}
}

func (c *checker) stepColumn(of *Template, s *TemplateStep, t *Table, ptr string) finding {
	switch col := t.Column(s.Column); {
	case col == nil:
		c.fault(ptr+"/column", "a column of table "+t.Name, "step %q: unknown column %q", s.Name, s.Column)
	case col.Kind == KindProse:
		return finding{what: foundProse}
	case col.Kind == KindDate:
		return finding{what: foundDay}
	case col.Kind == KindText || col.Entity != "" && (of.Question() || !strings.Contains(col.Entity, ".")):
		return finding{what: foundText}
	case col.Entity != "":
		c.fault(ptr+"/column", "a column of whole names", "step %q takes column %q, which holds a part of one", s.Name, s.Column)
	default:
		return finding{what: foundNumber}
	}
	return finding{}
}

func (c *checker) stepLookup(s *TemplateStep, of []finding, ptr string) finding {
	t := c.d.Tool(s.Lookup)
	if t == nil || t.Kind != Lookup || t.Returns == Field || s.Empty && t.Returns == One {
		c.fault(ptr+"/lookup", "the name of a lookup that returns a row, or rows, which may be none", "step %q: unknown lookup %q", s.Name, s.Lookup)
		return finding{}
	}
	if len(of) != 1 || of[0].what != foundEntity && of[0].what != foundText && of[0].what != foundParts {
		c.fault(ptr+"/of", "the start or one text", "step %q looks up %d inputs that are not a name", s.Name, len(of))
	}
	if t.Returns == Many {
		return finding{what: foundRows, table: c.d.Table(t.Table)}
	}
	return finding{what: foundRow, table: c.d.Table(t.Table)}
}

// stepRecord checks a step that finds the row of a table by its key.
func (c *checker) stepRecord(s *TemplateStep, template *Template, of []finding, ptr string) finding {
	t := c.d.Table(s.Record)
	if t == nil {
		c.fault(ptr+"/record", "the name of a table", "step %q: unknown table %q", s.Name, s.Record)
		return finding{}
	}
	key := t.Column(t.Key)
	if len(of) != 1 || of[0].what != foundEntity || key == nil || key.Entity != template.Start.Entity {
		c.fault(ptr+"/of", "start, and a table whose key names such an entity", "step %q finds a row of %s by another thing", s.Name, t.Name)
		return finding{}
	}
	return finding{what: foundRow, table: t}
}

func (c *checker) stepRetrieve(s *TemplateStep, of []finding, ptr string) finding {
	t := c.d.Tool(s.Retrieve)
	if t == nil || t.Kind != Retriever || !slices.ContainsFunc(t.Inputs, func(in ToolInput) bool { return in.Type == InputInteger }) {
		c.fault(ptr+"/retrieve", "the name of a retriever that takes a number of passages", "step %q: unknown retriever %q", s.Name, s.Retrieve)
		return finding{}
	}
	if len(of) == 0 || slices.ContainsFunc(of, func(f finding) bool { return f.what != foundEntity && f.what != foundText && f.what != foundProse }) {
		c.fault(ptr+"/of", "texts to search for", "step %q searches for an input that is not a text", s.Name)
	}
	return finding{what: foundPassages, passages: c.d.Passage(t.Passages)}
}

// stepWhere checks a step that keeps the rows that meet a condition.
func (c *checker) stepWhere(s *TemplateStep, of []finding, ptr string) finding {
	w := s.Where
	want := []string{foundRows}
	if w.Names {
		want = append(want, foundEntity)
	}
	var got []string
	for _, f := range of {
		got = append(got, f.what)
	}
	if !slices.Equal(got, want) {
		c.fault(ptr+"/of", strings.Join(want, " and "), "step %q reads %s", s.Name, strings.Join(got, " and "))
		return finding{}
	}
	ways := 0
	for _, set := range []bool{w.Year != "", w.Names, w.Stated} {
		if set {
			ways++
		}
	}
	col := of[0].table.Column(w.Column)
	switch {
	case ways != 1:
		c.fault(ptr+"/where", "one of year, names and stated", "step %q has %d of them", s.Name, ways)
	case col == nil, w.Year != "" && col.Kind != KindDate, w.Names && col.Entity == "":
		c.fault(ptr+"/where/column", "a column of table "+of[0].table.Name+", of days for year and of names for names", "step %q: column %q", s.Name, w.Column)
	}
	return finding{what: foundRows, table: of[0].table}
}

// digits matches the numbers of a text.
var digits = regexp.MustCompile(`[0-9]+(?:\.[0-9]+)?`)

// stepTiers checks a step that takes a rate, and that the form which states its tiers has their
// numbers.
func (c *checker) stepTiers(t *Template, s *TemplateStep, of []finding, ptr string) finding {
	if len(of) == 0 || slices.ContainsFunc(of, func(f finding) bool { return f.what != foundNumber }) {
		c.fault(ptr+"/of", "numbers", "step %q reads other things", s.Name)
	}
	var numbers []string
	for i, tier := range s.Tiers {
		want := len(of)
		if i == len(s.Tiers)-1 {
			want = 0
		}
		if len(tier.AtLeast) != want || len(s.Tiers) < 2 {
			c.fault(pointer(ptr+"/tiers", i), "two tiers or more, each with a threshold for every number read, but the last with none", "step %q: %d thresholds", s.Name, len(tier.AtLeast))
		}
		numbers = append(append(numbers, tier.AtLeast...), tier.Rate)
	}
	for _, text := range numbers {
		if _, err := strconv.ParseFloat(text, 64); err != nil {
			c.fault(ptr+"/tiers", "numbers", "step %q: %q", s.Name, text)
		}
	}
	i := slices.IndexFunc(t.Given, func(g TemplateGiven) bool { return g.Name == s.Stated && g.Form != nil })
	if i < 0 {
		c.fault(ptr+"/stated", "a given form", "step %q: %q", s.Name, s.Stated)
		return finding{what: foundNumber}
	}
	for _, lang := range c.langs {
		if got := digits.FindAllString(t.Given[i].Form.In(lang), -1); !slices.Equal(got, numbers) {
			c.fault(ptr+"/stated", "the numbers of the tiers in their order: "+strings.Join(numbers, ", "), "form %q has %s in %s", s.Stated, strings.Join(got, ", "), lang)
		}
	}
	return finding{what: foundNumber}
}
