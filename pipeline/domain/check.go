package domain

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// checker looks for what a schema cannot see: names that do not exist or exist
// twice, phrases that are missing or the same, parts that do not fit. It leaves
// alone what is absent or of a wrong type, for the schema has said that.
type checker struct {
	d     *Domain
	s     *source
	langs []string // of the domain, each once
}

// check records every such fault.
func check(d *Domain, s *source) {
	c := &checker{d: d, s: s}
	for _, lang := range d.Languages {
		if !slices.Contains(c.langs, lang) {
			c.langs = append(c.langs, lang)
		}
	}
	c.once("/languages", "language", d.Languages)
	c.text(d.Title, "/title")
	c.entities()
	c.derivations()
	c.tables()
	c.passages()
	c.tools()
	c.renames()
	c.relations()
	c.matters()
	c.templates()
}

func (c *checker) fault(pointer, wanted, what string, args ...any) {
	c.s.fault(pointer, fmt.Sprintf(what, args...), wanted)
}

// once faults a list of texts for each that came before.
func (c *checker) once(ptr, noun string, list []string) {
	for i, v := range list {
		if v != "" && slices.Contains(list[:i], v) {
			c.fault(pointer(ptr, i), "each "+noun+" once", "%s %q appears twice", noun, v)
		}
	}
}

// names notes who has a name, to find who else has it.
type names map[string]string

// claim faults the second owner of a name; owner is a noun and a name.
func (c *checker) claim(taken names, ptr, name, owner string) {
	if name == "" {
		return
	}
	switch first, ok := taken[name]; {
	case ok && first == owner:
		c.fault(ptr, "unique names", "%s appears twice", owner)
		return
	case ok:
		c.fault(ptr, "unique names", "%s has the name of %s", owner, first)
		return
	}
	taken[name] = owner
}

// text checks that a phrase, where there is one, exists in exactly the domain's
// languages.
func (c *checker) text(t Text, ptr string) {
	if t == nil {
		return
	}
	what := ptr[strings.LastIndexByte(ptr, '/')+1:]
	for _, lang := range c.langs {
		if _, ok := t[lang]; !ok {
			c.fault(ptr, fmt.Sprintf("%s in each of %s", what, strings.Join(c.langs, ", ")), "%s has no %s", what, lang)
		}
	}
	for lang := range t {
		if !slices.Contains(c.langs, lang) {
			c.fault(pointer(ptr, lang), fmt.Sprintf("%s in %s only", what, strings.Join(c.langs, ", ")), "%s in %q, which is not a language of the domain", what, lang)
		}
	}
}

// template checks a phrase that has a place for an entity.
func (c *checker) template(t Text, ptr string) {
	c.text(t, ptr)
	for _, lang := range c.langs {
		if p := t.In(lang); p != "" && strings.Count(p, Slot) != 1 {
			c.fault(pointer(ptr, lang), "exactly one "+Slot+" for the entity", "phrase %q has %d %s", p, strings.Count(p, Slot), Slot)
		}
	}
}

// expression checks a regular expression and returns it, or nil.
func (c *checker) expression(expr, ptr string) *regexp.Regexp {
	re, err := regexp.Compile(expr)
	if err != nil {
		c.fault(ptr, "a regular expression in RE2 syntax", "%v", err)
	}
	return re
}

func (c *checker) entities() {
	taken := names{}
	for i := range c.d.Entities {
		e, ptr := &c.d.Entities[i], pointer("/entities", i)
		c.claim(taken, ptr, e.Name, fmt.Sprintf("entity %q", e.Name))
		c.text(e.Label, ptr+"/label")
		c.text(e.Denotes, ptr+"/denotes")
		c.once(ptr+"/parts", "part", e.Parts)
		for j, expr := range e.Strip {
			at := pointer(ptr+"/strip", j)
			if re := c.expression(expr, at); re != nil && re.NumSubexp() > 1 {
				c.fault(at, "at most one group, around the part to cut; (?:…) for other grouping", "strip %q has %d groups", expr, re.NumSubexp())
			}
		}
	}
}

func (c *checker) derivations() {
	taken := names{}
	for i := range c.d.Derivations {
		v, ptr := &c.d.Derivations[i], pointer("/derivations", i)
		c.claim(taken, ptr, v.Name, fmt.Sprintf("derivation %q", v.Name))
		c.entity(v.From, ptr+"/from")
		c.entity(v.To, ptr+"/to")
		if v.From != "" && v.From == v.To {
			c.fault(ptr+"/to", "another entity type", "derivation %q leads from %s to itself", v.Name, v.From)
		}
		c.template(v.Phrase, ptr+"/phrase")
		switch {
		case (v.Pattern == "") == (v.Tool == ""):
			c.fault(ptr, "exactly one of them", "derivation %q has %s of pattern and tool", v.Name, oneOf(v.Pattern != ""))
		case v.Tool != "":
			c.derivationTool(v, ptr)
		default:
			if re := c.expression(v.Pattern, ptr+"/pattern"); re != nil && re.NumSubexp() == 0 {
				c.fault(ptr+"/pattern", "a group around the derived name", "pattern %q has no group", v.Pattern)
			}
			c.whole(v, v.From, ptr+"/from")
			c.whole(v, v.To, ptr+"/to")
			if v.Phrase == nil {
				c.fault(ptr, "a phrase for the derived entity", "derivation %q has no phrase", v.Name)
			}
		}
	}
}

// whole checks that a pattern, which finds one text in another, is not asked to
// read or make the name of an entity with parts.
func (c *checker) whole(v *Derivation, entity, ptr string) {
	if e := c.d.Entity(entity); e != nil && e.Parts != nil {
		c.fault(ptr, "an entity without parts, or a tool instead of the pattern", "derivation %q: %s has parts, and a pattern applies to one text", v.Name, entity)
	}
}

// oneOf says how many of two alternatives there are, knowing that it is not one.
func oneOf(first bool) string {
	if first {
		return "both"
	}
	return "none"
}

func (c *checker) derivationTool(v *Derivation, ptr string) {
	at := ptr + "/tool"
	t := c.d.Tool(v.Tool)
	if t == nil || t.Kind != Lookup {
		c.fault(at, "the name of a lookup", "derivation %q: no lookup %q", v.Name, v.Tool)
		return
	}
	table := c.d.Table(t.Table)
	if table == nil {
		return
	}
	if !slices.ContainsFunc(t.Match, func(m LookupMatch) bool { return c.named(table, m.Columns) == v.From }) {
		c.fault(at, fmt.Sprintf("a lookup that takes %s", v.From), "derivation %q: %s does not take %s", v.Name, v.Tool, v.From)
	}
	if to := c.d.Entity(v.To); to != nil && !table.names(to) {
		c.fault(at, fmt.Sprintf("a lookup that returns %s", v.To), "derivation %q: %s has no column for %s", v.Name, v.Tool, v.To)
	}
}

// names reports whether a row names an entity: in one column, or in one for
// each of its parts.
func (t *Table) names(e *EntityType) bool {
	wanted := []string{e.Name}
	if e.Parts != nil {
		wanted = nil
		for _, p := range e.Parts {
			wanted = append(wanted, e.Name+"."+p)
		}
	}
	for _, w := range wanted {
		if !slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Entity == w }) {
			return false
		}
	}
	return true
}

// named returns the entity type that the columns name together, in order, or ""
// if they don't name exactly one.
func (c *checker) named(t *Table, columns []string) string {
	var got []string
	for _, name := range columns {
		col := t.Column(name)
		if col == nil || col.Entity == "" {
			return ""
		}
		got = append(got, col.Entity)
	}
	if len(got) == 0 {
		return ""
	}
	name, _, whole := strings.Cut(got[0], ".")
	e := c.d.Entity(name)
	if e == nil {
		return ""
	}
	want := []string{name}
	if whole {
		want = nil
		for _, p := range e.Parts {
			want = append(want, name+"."+p)
		}
	}
	if !slices.Equal(got, want) {
		return ""
	}
	return name
}

// entity checks the name of an entity type.
func (c *checker) entity(name, ptr string) *EntityType {
	e := c.d.Entity(name)
	if e == nil && name != "" {
		c.fault(ptr, "one of the entities", "unknown entity %q", name)
	}
	return e
}

func (c *checker) passages() {
	taken := names{}
	for i := range c.d.Tables {
		t := &c.d.Tables[i]
		if t.Name != "" && taken[t.Name] == "" {
			taken[t.Name] = fmt.Sprintf("table %q", t.Name)
		}
	}
	for i := range c.d.Passages {
		p, ptr := &c.d.Passages[i], pointer("/passages", i)
		c.claim(taken, ptr, p.Name, fmt.Sprintf("passages %q", p.Name))
		c.text(p.Label, ptr+"/label")
		c.reference(p.Reference, ptr+"/reference")
		c.subject(p.Subject, ptr+"/subject")
	}
}
