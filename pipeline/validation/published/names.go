package published

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Place locates a start entity in a question.
type Place struct {
	// Entity is the entity type.
	Entity string
	// Nth selects the n-th name of the type in the question, from 1; 0 selects the span From to
	// To.
	Nth int
	// From and To are the span, in runes from 0, To excluded; used only if Nth is 0.
	From, To int
}

// NameFinder finds names of entities in questions. It is safe for concurrent use.
type NameFinder struct {
	domain   *domain.Domain
	patterns map[string]*regexp.Regexp
	known    map[string]map[string]string // by entity type: names of one part, by their spellings
	longest  map[string]int               // longest spelling in known, in bytes
	wholes   map[string][][]string        // names of several parts, sorted and distinct
}

// NewNames returns a finder for the names that the tables of a corpus have. A name is
// found wherever a question mentions it, whichever column of its entity type holds it.
// Patterns, by entity type, recognise further names: the whole match is the name, and it
// may begin anywhere in the question. Patterns may be nil.
func NewNames(c *corpus.Corpus, patterns map[string]*regexp.Regexp) *NameFinder {
	d := c.Domain()
	n := &NameFinder{domain: d, patterns: patterns, known: map[string]map[string]string{}, longest: map[string]int{}, wholes: map[string][][]string{}}
	for i := range d.Tables {
		t := c.Table(d.Tables[i].Name)
		for col := range d.Tables[i].Columns {
			n.collect(t, col)
		}
		for j := range d.Entities {
			if e := &d.Entities[j]; len(e.Parts) > 0 {
				n.collectParts(t, e)
			}
		}
	}
	for i := range d.Entities {
		n.alias(&d.Entities[i])
	}
	for e, list := range n.wholes {
		slices.SortFunc(list, slices.Compare)
		n.wholes[e] = slices.CompactFunc(list, slices.Equal)
	}
	return n
}

// collect adds the names of one column.
func (n *NameFinder) collect(t *corpus.Table, col int) {
	e := t.Spec().Columns[col].Entity
	if e == "" || strings.Contains(e, ".") {
		return
	}
	if n.known[e] == nil {
		n.known[e] = map[string]string{}
	}
	for cell := range t.Cells(col) {
		for _, v := range cell.Values {
			if v.Kind == value.Text && utf8.RuneCountInString(v.Text) > 1 {
				called := wide.Replace(v.Text)
				n.known[e][called] = v.Text
				n.longest[e] = max(n.longest[e], len(called))
			}
		}
	}
}

// alias adds the short form of each name of an entity type, as left by the type's Strip
// patterns, unless it is a name itself or the short form of several names.
func (n *NameFinder) alias(e *domain.EntityType) {
	if e.Strip == nil {
		return
	}
	cut := e.Stripper()
	names := map[string]string{}
	for called, name := range n.known[e.Name] {
		short := cut(called)
		if _, several := names[short]; several {
			name = ""
		}
		names[short] = name
	}
	for short, name := range names {
		if _, known := n.known[e.Name][short]; !known && name != "" {
			n.known[e.Name][short] = name
		}
	}
}

// collectParts adds the names of several parts in the rows of a table.
func (n *NameFinder) collectParts(t *corpus.Table, e *domain.EntityType) {
	cols := make([]int, len(e.Parts))
	for i, part := range e.Parts {
		cols[i] = slices.IndexFunc(t.Spec().Columns, func(c domain.Column) bool { return c.Entity == e.Name+"."+part })
		if cols[i] < 0 {
			return
		}
	}
rows:
	for row := range t.Len() {
		parts := make([]string, len(cols))
		for i, col := range cols {
			cell := t.Cell(row, col)
			if len(cell.Values) != 1 {
				continue rows
			}
			parts[i] = cell.Values[0].Text
		}
		n.wholes[e.Name] = append(n.wholes[e.Name], parts)
	}
}

// Find returns the name at a place of a question, one string per part: the p.Nth different
// name of the type in the order of first occurrence, or the text of the span.
//
// A name of one part is a name in a table, its short form under the type's Strip patterns, or a
// match of the type's pattern, with round brackets of either width. Of names that begin at the
// same place, the longest counts; names do not overlap.
//
// A name of several parts is a name in one row of a table. Its parts follow one another in the
// question, in full or without their last character ("北京海淀"). All parts but the last two may be
// missing, and so may a part equal to the one before it; Find returns them in full all the
// same. Only the names with the longest matching text count; names at the same place are in
// sorted order.
//
// It is an error if the question has fewer than p.Nth names of the type, or is shorter than
// the span.
func (n *NameFinder) Find(question string, p Place) ([]string, error) {
	if p.Nth == 0 {
		runes := []rune(question)
		if p.To > len(runes) {
			return nil, fmt.Errorf("runes %d to %d: want a span of the question's %d runes", p.From, p.To, len(runes))
		}
		return []string{string(runes[p.From:p.To])}, nil
	}
	var found [][]string
	if len(n.domain.Entity(p.Entity).Parts) > 0 {
		found = n.several(question, p.Entity)
	} else {
		found = n.one(wide.Replace(question), p.Entity)
	}
	if len(found) < p.Nth {
		return nil, fmt.Errorf("name %[2]d of type %[1]s: the question has only %[3]d", p.Entity, p.Nth, len(found))
	}
	return found[p.Nth-1], nil
}

// one returns the distinct names of one part in a question, in order of first occurrence.
func (n *NameFinder) one(question, entity string) [][]string {
	var found [][]string
	for i := 0; i < len(question); {
		name, size := n.at(question[i:], entity)
		if size == 0 {
			_, size = utf8.DecodeRuneInString(question[i:])
			i += size
			continue
		}
		if !slices.ContainsFunc(found, func(f []string) bool { return f[0] == name }) {
			found = append(found, []string{name})
		}
		i += size
	}
	return found
}

// at returns the name with the longest spelling at the beginning of a text, and the length of
// that spelling in bytes; 0 if there is none.
func (n *NameFinder) at(text, entity string) (name string, size int) {
	for size = min(len(text), n.longest[entity]); size > 0; size-- {
		if name = n.known[entity][text[:size]]; name != "" {
			break
		}
	}
	if p := n.patterns[entity]; p != nil {
		if m := p.FindStringIndex(text); m != nil && m[0] == 0 && m[1] > size {
			return text[:m[1]], m[1]
		}
	}
	return name, size
}

// several returns the names of several parts with the longest spellings, in order of first
// occurrence.
func (n *NameFinder) several(question, entity string) [][]string {
	spoken := map[int]map[string][]string{} // longest spelling and its names, by place
	longest := 0
	for _, parts := range n.wholes[entity] {
		for _, text := range spellings(parts) {
			at := strings.Index(question, text)
			if at < 0 || len(text) < longest {
				continue
			}
			if len(text) > longest {
				longest, spoken = len(text), map[int]map[string][]string{}
			}
			if spoken[at] == nil {
				spoken[at] = map[string][]string{}
			}
			spoken[at][strings.Join(parts, "\x1f")] = parts
		}
	}
	var found [][]string
	for _, at := range slices.Sorted(maps.Keys(spoken)) {
		for _, key := range slices.Sorted(maps.Keys(spoken[at])) {
			found = append(found, spoken[at][key])
		}
	}
	return found
}

// spellings returns the texts that stand for a name of several parts.
func spellings(parts []string) []string {
	parts = slices.Compact(slices.Clone(parts))
	var list []string
	for first := range max(1, len(parts)-1) {
		texts := []string{""}
		for _, part := range parts[first:] {
			var longer []string
			_, last := utf8.DecodeLastRuneInString(part)
			for _, t := range texts {
				longer = append(longer, t+part)
				if utf8.RuneCountInString(part) > 2 {
					longer = append(longer, t+part[:len(part)-last])
				}
			}
			texts = longer
		}
		list = append(list, texts...)
	}
	return list
}
