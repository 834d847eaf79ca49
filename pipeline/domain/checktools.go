package domain

import (
	"fmt"
	"slices"
	"strings"
)

func (c *checker) tools() {
	taken := names{}
	phrased := names{} // lookups by language and phrase
	known := names{}   // lookups by language and what they know
	for i := range c.d.Tools {
		t, ptr := &c.d.Tools[i], pointer("/tools", i)
		c.claim(taken, ptr, t.Name, fmt.Sprintf("tool %q", t.Name))
		for j, alias := range t.Aliases {
			c.claim(taken, pointer(ptr+"/aliases", j), alias, fmt.Sprintf("alias %q of tool %s", alias, t.Name))
		}
		c.text(t.Description, ptr+"/description")
		c.inputs(t, ptr)
		c.keys(t, ptr)
		switch t.Kind {
		case Lookup:
			c.lookup(t, ptr)
			c.lookupPhrase(t, ptr, phrased)
			c.knownPhrase(t, ptr+"/known", known)
		case Retriever:
			c.retriever(t, ptr)
		case Arithmetic:
			c.arithmetic(t, ptr)
		}
	}
}

func (c *checker) inputs(t *Tool, ptr string) {
	taken := names{}
	for i := range t.Inputs {
		in, at := &t.Inputs[i], pointer(ptr+"/inputs", i)
		c.claim(taken, at, in.Name, fmt.Sprintf("input %q of tool %s", in.Name, t.Name))
		c.text(in.Description, at+"/description")
	}
}

// keys checks that a tool has the keys of its kind and no others.
func (c *checker) keys(t *Tool, ptr string) {
	for _, k := range []struct {
		name string
		set  bool
		kind ToolKind // that needs it
	}{
		{"table", t.Table != "", Lookup},
		{"match", t.Match != nil, Lookup},
		{"returns", t.Returns != "", Lookup},
		{"phrase", t.Phrase != nil, Lookup},
		{"passages", t.Passages != "", Retriever},
		{"operation", t.Operation != "", Arithmetic},
	} {
		switch {
		case t.Kind == "":
		case k.set && t.Kind != k.kind:
			c.fault(ptr+"/"+k.name, fmt.Sprintf("%s for a %s tool only", k.name, k.kind), "tool %q of kind %s has %s", t.Name, t.Kind, k.name)
		case !k.set && t.Kind == k.kind:
			c.fault(ptr, fmt.Sprintf("%s, since its kind is %s", k.name, t.Kind), "tool %q has no %s", t.Name, k.name)
		}
	}
	if t.Known != nil && t.Kind != "" && t.Kind != Lookup {
		c.fault(ptr+"/known", "known for a lookup only", "tool %q of kind %s has known", t.Name, t.Kind)
	}
	for i, name := range t.Otherwise {
		if o := c.d.Tool(name); o == nil || o.Kind != Lookup || o.Table == t.Table || t.Known == nil {
			c.fault(pointer(ptr+"/otherwise", i), "a lookup in another table, behind one with known", "tool %q is told apart by %q", t.Name, name)
		}
	}
	if t.Plural && t.Returns != Many {
		c.fault(ptr+"/plural", "plural with returns: many only", "tool %q is plural and returns %q", t.Name, t.Returns)
	}
	if t.Yearly && !t.Plural {
		c.fault(ptr+"/yearly", "yearly with plural: true only", "tool %q is yearly and not plural", t.Name)
	}
	switch {
	case t.Column != "" && t.Returns != Field:
		c.fault(ptr+"/column", "a column with returns: field only", "tool %q has a column and returns %q", t.Name, t.Returns)
	case t.Column == "" && t.Returns == Field:
		c.fault(ptr, "the column to return", "tool %q returns a field and has no column", t.Name)
	}
}

func (c *checker) lookup(t *Tool, ptr string) {
	table := c.d.Table(t.Table)
	if table == nil {
		if t.Table != "" {
			c.fault(ptr+"/table", "one of the tables", "tool %q: unknown table %q", t.Name, t.Table)
		}
		return
	}
	if t.Column != "" && table.Column(t.Column) == nil {
		c.fault(ptr+"/column", "a column of table "+table.Name, "tool %q: unknown column %q", t.Name, t.Column)
	}
	if col := table.Column(t.Linked); t.Linked != "" && (col == nil || col.Entity == "" || t.Returns != Many || c.d.Home(col.Entity) == nil || c.d.Home(col.Entity) == table) {
		c.fault(ptr+"/linked", "a column of table "+table.Name+" that names the rows of another table, with returns: many", "tool %q has no rows called after column %q", t.Name, t.Linked)
	}
	for i, m := range t.Match {
		c.match(t, table, m, pointer(ptr+"/match", i))
	}
}

func (c *checker) match(t *Tool, table *Table, m LookupMatch, ptr string) {
	known := true
	for i, name := range m.Columns {
		if table.Column(name) == nil {
			known = false
			c.fault(pointer(ptr+"/columns", i), "a column of table "+table.Name, "tool %q: unknown column %q", t.Name, name)
		}
	}
	for i, name := range m.Inputs {
		at := pointer(ptr+"/inputs", i)
		j := slices.IndexFunc(t.Inputs, func(in ToolInput) bool { return in.Name == name })
		switch {
		case j < 0:
			c.fault(at, "one of its inputs", "tool %q: unknown input %q", t.Name, name)
		case t.Inputs[j].Type != InputString:
			c.fault(at, "an input of type string", "tool %q matches input %q of type %s", t.Name, name, t.Inputs[j].Type)
		}
	}
	for _, in := range t.Inputs {
		if !in.Optional && in.Type != InputColumns && !slices.Contains(m.Inputs, in.Name) {
			c.fault(ptr, "every input that is not optional in every match", "tool %q always needs input %q, which this match does not use", t.Name, in.Name)
		}
	}
	switch {
	case len(m.Columns) != len(m.Inputs):
		c.fault(ptr, "one input per column", "tool %q matches %d columns with %d inputs", t.Name, len(m.Columns), len(m.Inputs))
	case known && len(m.Columns) > 0 && c.named(table, m.Columns) == "":
		c.fault(ptr, "the column of one entity type, or all its parts in their order", "tool %q matches %s, which do not name an entity", t.Name, strings.Join(m.Columns, ", "))
	}
}

func (c *checker) lookupPhrase(t *Tool, ptr string, phrased names) {
	c.template(t.Phrase, ptr+"/phrase")
	for _, lang := range c.langs {
		phrase := t.Phrase.In(lang)
		if phrase == "" {
			continue
		}
		key := lang + " " + phrase
		if first, ok := phrased[key]; ok {
			c.fault(pointer(ptr+"/phrase", lang), "different phrases, so that questions differ", "tool %q has the phrase %q of tool %q", t.Name, phrase, first)
			continue
		}
		phrased[key] = t.Name
	}
}

// verbs are the words that what a lookup knows begins with, by language: questions
// turn them round.
var verbs = map[string][]string{"zh": {"是", "有"}, "en": {"is ", "has "}}

func (c *checker) knownPhrase(t *Tool, ptr string, taken names) {
	c.text(t.Known, ptr)
	for _, lang := range c.langs {
		known := t.Known.In(lang)
		if known == "" {
			continue
		}
		at := pointer(ptr, lang)
		if first, ok := taken[lang+" "+known]; ok {
			c.fault(at, "different phrases, so that questions differ", "tool %q has the known phrase %q of tool %q", t.Name, known, first)
		}
		taken[lang+" "+known] = t.Name
		begins := func(verb string) bool { return strings.HasPrefix(known, verb) }
		if vs := verbs[lang]; vs != nil && !slices.ContainsFunc(vs, begins) {
			c.fault(at, "one of "+strings.Join(vs, ", ")+" at the beginning", "tool %q has the known phrase %q", t.Name, known)
		}
	}
}

func (c *checker) retriever(t *Tool, ptr string) {
	if t.Passages != "" && !slices.ContainsFunc(c.d.Passages, func(p Passages) bool { return p.Name == t.Passages }) {
		c.fault(ptr+"/passages", "one of the passages", "tool %q: unknown passages %q", t.Name, t.Passages)
	}
	c.takes(t, ptr, InputString)
}

func (c *checker) arithmetic(t *Tool, ptr string) {
	switch t.Operation {
	case Subtract, Divide:
		c.takes(t, ptr, InputNumber, InputNumber)
	case Sum, Multiply, Rank:
		c.takes(t, ptr, InputNumbers)
	}
	if t.Operation != "" && c.d.Replies.Failed[t.Operation] == "" {
		c.fault("/replies/failed", "a reply for arithmetic that fails", "no reply for operation %s of tool %q", t.Operation, t.Name)
	}
}

// takes checks that the inputs a tool needs are of the types, in order.
func (c *checker) takes(t *Tool, ptr string, types ...InputType) {
	var got []InputType
	for _, in := range t.Inputs {
		if !in.Optional {
			got = append(got, in.Type)
		}
	}
	if !slices.Equal(got, types) {
		c.fault(ptr+"/inputs", fmt.Sprintf("inputs of types %v, and optional inputs", types), "tool %q needs inputs of types %v", t.Name, got)
	}
}
