package domain

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// PassageSubject declares what people remember of a passage whose name they do not know, such as
// the issue of a case and the sum claimed, and whose record the passage is.
type PassageSubject struct {
	// Entity is the type of what is remembered. It has the parts in Parts, and no table names one.
	Entity string `yaml:"entity"`
	// Parts are regular expressions (RE2) over the text of a passage, by part of the entity. The
	// first group is what is remembered, without space around it.
	Parts map[string]string `yaml:"parts"`
	// Record is the entity type whose record the passage is. It has a single part.
	Record string `yaml:"record"`
	// Pattern is a regular expression (RE2) over the text of a passage; its match is the name of
	// the entity whose record it is.
	Pattern string `yaml:"pattern"`
}

// SubjectReader reads what passages are about. It is safe for concurrent use.
type SubjectReader struct {
	parts   []*regexp.Regexp // in the order of the entity's parts
	pattern *regexp.Regexp
}

// SubjectReader returns a reader of the passages; nil if they declare no subject.
func (d *Domain) SubjectReader(p *Passages) *SubjectReader {
	if p.Subject == nil {
		return nil
	}
	r := &SubjectReader{pattern: regexp.MustCompile(p.Subject.Pattern)}
	for _, part := range d.Entity(p.Subject.Entity).Parts {
		r.parts = append(r.parts, regexp.MustCompile(p.Subject.Parts[part]))
	}
	return r
}

// Subject returns what people remember of a passage, one text for each part; false if the passage
// lacks a part or has several texts for one.
func (r *SubjectReader) Subject(passage string) (parts []string, ok bool) {
	for _, re := range r.parts {
		var found []string
		for _, m := range re.FindAllStringSubmatch(passage, -1) {
			found = append(found, strings.TrimSpace(m[1]))
		}
		part, one := only(found)
		if !one {
			return nil, false
		}
		parts = append(parts, part)
	}
	return parts, true
}

// Record returns the name of the entity whose record a passage is; false if it has no such name, or
// several.
func (r *SubjectReader) Record(passage string) (name string, ok bool) {
	return only(r.pattern.FindAllString(passage, -1))
}

// only returns the text that all of a list are; false for none, the empty text and different ones.
func only(texts []string) (text string, ok bool) {
	texts = slices.Compact(slices.Sorted(slices.Values(texts)))
	if len(texts) != 1 || texts[0] == "" {
		return "", false
	}
	return texts[0], true
}

// subject checks what people remember of passages.
func (c *checker) subject(s *PassageSubject, ptr string) {
	if s == nil {
		return
	}
	if e := c.entity(s.Entity, ptr+"/entity"); e != nil && !slices.Equal(slices.Sorted(slices.Values(e.Parts)), slices.Sorted(maps.Keys(s.Parts))) {
		c.fault(ptr+"/parts", "one for each part of "+e.Name, "%d parts are remembered", len(s.Parts))
	}
	if e := c.entity(s.Record, ptr+"/record"); e != nil && len(e.Parts) > 0 {
		c.fault(ptr+"/record", "an entity of a single name", "%s has parts", e.Name)
	}
	for _, part := range slices.Sorted(maps.Keys(s.Parts)) {
		at := pointer(ptr+"/parts", part)
		if re := c.expression(s.Parts[part], at); re != nil && re.NumSubexp() == 0 {
			c.fault(at, "a group around what is remembered", "expression %q has no group", s.Parts[part])
		}
	}
	c.expression(s.Pattern, ptr+"/pattern")
}

// stepRecognize checks a step that finds whose record the passage is of which the start tells.
func (c *checker) stepRecognize(s *TemplateStep, template *Template, of []finding, ptr string) finding {
	if len(of) != 2 || of[0].passages == nil || of[0].passages.Subject == nil || s.Of[1] != TemplateStartName || of[0].passages.Subject.Entity != template.Start.Entity {
		c.fault(ptr+"/of", "passages with a subject, and a start that is one", "step %q recognizes another thing", s.Name)
	}
	return finding{what: foundText}
}
