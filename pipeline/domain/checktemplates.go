package domain

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// renameSteps gives the columns that a base's templates take their new names: by
// table and old name.
func renameSteps(base map[string]any, called map[string]map[string]string) {
	templates, ok := base["templates"]
	if !ok {
		return
	}
	tables := map[string]string{} // by lookup
	for tool := range items(base["tools"]) {
		if table, ok := tool["table"].(string); ok {
			tables[tool["name"].(string)] = table
		}
	}
	for template := range items(templates) {
		rows := map[string]string{} // by step, the table of its row
		for step := range items(template["steps"]) {
			if lookup, ok := step["lookup"].(string); ok {
				rows[step["name"].(string)] = tables[lookup]
			}
			if table, ok := step["record"].(string); ok {
				rows[step["name"].(string)] = table
			}
			if column, ok := step["column"].(string); ok {
				step["column"] = called[rows[step["of"].([]any)[0].(string)]][column]
			}
		}
	}
}

func (c *checker) templates() {
	taken := names{}
	for i := range c.d.Templates {
		t, ptr := &c.d.Templates[i], pointer("/templates", i)
		c.claim(taken, ptr, t.Name, fmt.Sprintf("template %q", t.Name))
		c.text(t.Label, ptr+"/label")
		c.text(t.Layout, ptr+"/layout")
		e := c.entity(t.Start.Entity, ptr+"/start/entity")
		if e != nil && e.Parts != nil && !t.Question() {
			c.fault(ptr+"/start/entity", "an entity without parts", "template %q is about %s, which has parts", t.Name, e.Name)
		}
		c.expression(t.Start.Pattern, ptr+"/start/pattern")
		steps := c.steps(t, ptr+"/steps")
		c.given(t, ptr+"/given", steps)
		c.leading(t, ptr+"/steps")
		c.slots(t, e, ptr, steps)
		c.strata(t, ptr)
		c.wordings(t, e, ptr)
	}
}

// What a step of a template finds.
const (
	foundEntity   = "a name"
	foundRow      = "a row"
	foundRows     = "a set of rows"
	foundText     = "a text"
	foundProse    = "a long text" // never an answer or a keyword
	foundPassages = "passages"
	foundDay      = "a day"
	foundNumber   = "a number"
)

// finding is a step that was checked.
type finding struct {
	what     string
	table    *Table    // of a row or rows
	passages *Passages // of passages
}

// steps checks the steps of a template and returns what each finds, by name.
func (c *checker) steps(t *Template, ptr string) map[string]finding {
	found := map[string]finding{TemplateStartName: {what: foundEntity}}
	for i := range t.Steps {
		s, at := &t.Steps[i], pointer(ptr, i)
		if _, ok := found[s.Name]; ok || s.Name == TemplateSlots {
			c.fault(at, "a unique name", "the name of step %q is taken", s.Name)
			continue
		}
		ways := 0
		for _, set := range []bool{s.Lookup != "", s.Record != "", s.Column != "", s.Covering != nil, s.Latest != "", s.Only, s.Extract != "", s.Retrieve != "", s.Cite != ""} {
			if set {
				ways++
			}
		}
		if ways != 1 {
			c.fault(at, "one of lookup, record, column, covering, latest, only, extract, retrieve and cite", "step %q has %d of them", s.Name, ways)
			continue
		}
		if s.Name == TemplateDay && t.DrawsDay() {
			c.fault(at, "another name", "the name of step %q is that of the day that a step draws", s.Name)
		}
		if s.Covering != nil && len(s.Of) == 1 && !slices.ContainsFunc(t.Steps[:i], func(e TemplateStep) bool {
			return e.Name == s.Of[0] && e.Lookup != "" && slices.Equal(e.Of, []string{TemplateStartName})
		}) {
			c.fault(at+"/of", "a day, or the rows that a lookup of the start finds, to draw a day from", "step %q draws a day", s.Name)
			continue
		}
		if f := c.step(t, s, found, at); f.what != "" {
			found[s.Name] = f
		}
	}
	return found
}

// leading reports steps that lead to nothing that is asked for: no slot, fact, point or given text.
func (c *checker) leading(t *Template, ptr string) {
	asked := append(slices.Concat(t.Facts, t.Points), t.CitedOn)
	for _, s := range t.Slots {
		asked = append(asked, s.Name)
	}
	for _, g := range t.Given {
		asked = append(asked, g.Name)
	}
	for i := len(t.Steps) - 1; i >= 0; i-- {
		s := &t.Steps[i]
		if !slices.Contains(asked, s.Name) {
			c.fault(pointer(ptr, i), "a step that leads to a slot, a fact, a point or a given text", "step %q leads to nothing that is asked for", s.Name)
			continue
		}
		asked = append(asked, s.Of...)
	}
}

// step checks one step; what it returns finds nothing where it is at fault.
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
	switch {
	case s.Lookup != "":
		return c.stepLookup(t, s, of, ptr)
	case s.Record != "":
		return c.stepRecord(s, t, of, ptr)
	case s.Column != "":
		if !reads(foundRow) || of[0].table == nil {
			return finding{}
		}
		return c.stepColumn(t, s, of[0].table, ptr)
	case s.Covering != nil:
		return c.stepCovering(s, of, ptr)
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
	case of.Question():
		return finding{what: foundNumber}
	default:
		c.fault(ptr+"/column", "a column of texts, names or days", "step %q takes column %q, which holds other values", s.Name, s.Column)
	}
	return finding{}
}

func (c *checker) stepLookup(template *Template, s *TemplateStep, of []finding, ptr string) finding {
	t := c.d.Tool(s.Lookup)
	if t == nil || t.Kind != Lookup || t.Returns != One && !(template.Question() && t.Returns == Many) {
		c.fault(ptr+"/lookup", "the name of a lookup that returns one row", "step %q: unknown lookup %q", s.Name, s.Lookup)
		return finding{}
	}
	if len(of) != 1 || of[0].what != foundEntity && of[0].what != foundText {
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

// given checks the texts that a question hands over.
func (c *checker) given(t *Template, ptr string, found map[string]finding) {
	taken := names{}
	for i, g := range t.Given {
		at := pointer(ptr, i)
		c.claim(taken, at, g.Name, fmt.Sprintf("given text %q of template %s", g.Name, t.Name))
		f, step := found[g.Name]
		switch {
		case g.Form != nil:
			if step || slices.ContainsFunc(t.Steps, func(s TemplateStep) bool { return s.Name == g.Name }) || g.Name == TemplateSlots || g.Name == TemplateDay {
				c.fault(at+"/name", "a name that no step has", "the name of form %q is taken", g.Name)
			}
			c.text(g.Form, at+"/form")
		case f.what != foundText && f.what != foundProse:
			c.fault(at+"/name", "the name of a step that finds a text, or a form", "template %q: given text %q", t.Name, g.Name)
		}
	}
}

// givenNames returns the names of the texts that a question hands over.
func (t *Template) givenNames() []string {
	var all []string
	for _, g := range t.Given {
		all = append(all, g.Name)
	}
	return all
}

// slots checks what a text must hold, or a question asks for.
func (c *checker) slots(t *Template, e *EntityType, ptr string, found map[string]finding) {
	taken := names{}
	values := []string{foundText}
	if t.Question() {
		values = append(values, foundProse, foundDay, foundNumber)
	}
	held := func(at, name string, more ...string) {
		if f := found[name]; !slices.Contains(append(more, values...), f.what) {
			c.fault(at, "the name of a step that finds a text", "template %q: slot, fact or point %q", t.Name, name)
		}
		if slices.Contains(t.givenNames(), name) {
			c.fault(at, "a step that the question does not hand over", "template %q: %q is given", t.Name, name)
		}
		c.claim(taken, at, name, fmt.Sprintf("%q of template %s", name, t.Name))
	}
	for i, s := range t.Slots {
		at := pointer(ptr+"/slots", i)
		held(at, s.Name)
		c.text(s.Phrase, at+"/phrase")
	}
	for i, name := range t.Facts {
		held(pointer(ptr+"/facts", i), name, foundProse)
	}
	if name := t.CitedOn; name != "" && found[name].what != foundDay {
		c.fault(ptr+"/cited_on", "a step that finds a day", "template %q: passages cited on the day %q", t.Name, name)
	}
	for i, name := range t.Points {
		held(pointer(ptr+"/points", i), name)
	}
	required := slices.Clone(t.Facts)
	for _, s := range t.Slots {
		required = append(required, s.Name)
	}
	known := slices.Concat(startNames(e), required, t.givenNames())
	if t.DrawsDay() {
		known = append(known, TemplateDay)
	}
	for _, lang := range c.langs {
		layout, at := t.Layout.In(lang), pointer(ptr+"/layout", lang)
		if layout == "" {
			continue
		}
		got := inBraces(layout)
		for _, name := range got {
			if !slices.Contains(known, name) {
				c.fault(at, "start, slots, facts and given texts", "the layout of template %q has {%s}", t.Name, name)
			}
		}
		for _, name := range required {
			if !slices.Contains(got, name) {
				c.fault(at, "every slot and fact", "the layout of template %q has no {%s}", t.Name, name)
			}
		}
	}
}

// startNames returns the placeholders for the name of an entity: its parts if it has any.
func startNames(e *EntityType) []string {
	if e == nil || len(e.Parts) == 0 {
		return []string{TemplateStartName}
	}
	return e.Parts
}

// strata checks the columns by which entities are drawn evenly, and by which they are chosen.
func (c *checker) strata(t *Template, ptr string) {
	var table *Table
	for _, s := range t.Steps {
		if tool := c.d.Tool(s.Lookup); table == nil && tool != nil && slices.Equal(s.Of, []string{TemplateStartName}) {
			table = c.d.Table(tool.Table)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(t.Start.Where)) {
		if table == nil || table.Column(name) == nil {
			c.fault(pointer(ptr+"/start/where", name), "a column of the rows that the first lookup of the start finds", "template %q: unknown column %q", t.Name, name)
		}
	}
	for i, name := range t.Strata {
		if table == nil || table.Column(name) == nil {
			c.fault(pointer(ptr+"/strata", i), "a column of the rows that the first lookup of the start finds", "template %q: unknown column %q", t.Name, name)
		}
	}
}

// wordings checks the ways to ask for a text or a question.
func (c *checker) wordings(t *Template, e *EntityType, ptr string) {
	taken := names{} // by language and phrase
	want := slices.Clone(startNames(e))
	want = append(want, t.givenNames()...)
	if !t.FixedWords() {
		want = append(want, TemplateSlots)
	}
	if t.DrawsDay() {
		want = append(want, TemplateDay)
	}
	slices.Sort(want)
	for i, r := range t.Requests {
		at := pointer(ptr+"/requests", i) + "/phrase"
		c.text(r.Phrase, at)
		for _, lang := range c.langs {
			phrase := r.Phrase.In(lang)
			if phrase == "" {
				continue
			}
			c.claim(taken, pointer(at, lang), lang+" "+phrase, fmt.Sprintf("request %q", phrase))
			if got := inBraces(phrase); !slices.Equal(slices.Sorted(slices.Values(got)), want) {
				c.fault(pointer(at, lang), "each once: {"+strings.Join(want, "}, {")+"}", "a request of template %q has %q", t.Name, got)
			}
		}
	}
}
