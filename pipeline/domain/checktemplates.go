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
		first := ""                 // the table of the first lookup of the start
		for step := range items(template["steps"]) {
			if lookup, ok := step["lookup"].(string); ok {
				rows[step["name"].(string)] = tables[lookup]
				if first == "" && step["of"].([]any)[0] == TemplateStartName {
					first = tables[lookup]
				}
			}
			if table, ok := step["record"].(string); ok {
				rows[step["name"].(string)] = table
			}
			table := rows[step["of"].([]any)[0].(string)]
			for _, key := range []string{"where", "covering", "latest", "only"} {
				if step[key] != nil {
					rows[step["name"].(string)] = table
				}
			}
			rename := func(of map[string]any, keys ...string) {
				for _, key := range keys {
					if column, ok := of[key].(string); ok {
						of[key] = called[table][column]
					}
				}
			}
			rename(step, "column", "latest", "sum")
			for _, key := range []string{"where", "covering"} {
				if inner, ok := step[key].(map[string]any); ok {
					rename(inner, "column", "begin", "end")
				}
			}
		}
		start, _ := template["start"].(map[string]any)
		where, _ := start["where"].(map[string]any)
		renamed := map[string]any{}
		for column, texts := range where {
			renamed[called[first][column]] = texts
		}
		if where != nil {
			start["where"] = renamed
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
	foundParts    = "a name of several parts"
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
		for _, set := range []bool{s.Lookup != "", s.Entity != "", s.Record != "", s.Column != "", s.Covering != nil, s.Where != nil, s.Latest != "", s.Only, s.Count, s.Sum != "", s.Compute != "", s.Tiers != nil, s.Extract != "", s.Retrieve != "", s.Cite != "", s.Recognize} {
			if set {
				ways++
			}
		}
		if ways != 1 {
			c.fault(at, "one of lookup, entity, record, column, covering, where, latest, only, count, sum, compute, tiers, extract, retrieve, cite and recognize", "step %q has %d of them", s.Name, ways)
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
	values := []string{foundText, foundDay, foundNumber}
	if t.Question() {
		values = append(values, foundProse)
	}
	held := func(at, name string, more ...string) {
		if f := found[name]; !slices.Contains(append(more, values...), f.what) {
			c.fault(at, "the name of a step that finds a text, a day or a number", "template %q: slot, fact or point %q", t.Name, name)
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
