// Package readset tells which tasks a change of tables can concern. A proof is a function of what its
// lookups find: a task whose lookups find the same in later tables has the same proof there. So a proof
// records its lookups in a [Recorder], a [LookupIndex] has a digest of the rows that each lookup finds, and two
// indexes show which lookups find something else. This is the verifying trace of build systems (Mokhov,
// Mitchell, Peyton Jones, Build systems à la carte, 2018).
//
// A lookup is by name in columns of a table. Its rows are all that a name finds there in any spelling, also
// beside others in one cell, so that one digest answers lookups, counts of spellings and mentions. What is
// none of these has a digest of the whole: passages, columns with equal values, and tables whose rows
// are in the order of their file, of which no lookup says where its rows stand.
package readset

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Version is the version of the rules by which lookups get their keys and digests. It is raised whenever equal
// tables could give others, so that those of earlier versions are not compared with them.
const Version = 1

// LookupKey names what a proof looks up, by the first 64 bits of a SHA-256. Two lookups with one key are taken
// for one, which costs a proof at most.
type LookupKey uint64

// columns are columns of a table in which names are looked up: one, or one for each part of a name.
type columns struct {
	names   []string
	numbers []int // in the table
	entity  string
	matched bool // by a lookup of the domain
}

// Schema names the lookups in the tables of a domain. It is immutable and safe for concurrent use.
type Schema struct {
	domain  *domain.Domain
	strip   map[string]func(string) string // by entity type
	tables  map[string][]columns
	inOrder map[string]bool // tables whose rows are in the order of their file
}

// NewSchema returns the schema of a domain: names are looked up in the columns that lookups match, in
// keys, and in columns that name entities.
func NewSchema(d *domain.Domain) *Schema {
	s := &Schema{domain: d, strip: map[string]func(string) string{}, tables: map[string][]columns{}, inOrder: map[string]bool{}}
	for i := range d.Entities {
		s.strip[d.Entities[i].Name] = d.Entities[i].Stripper()
	}
	for i := range d.Tools {
		for _, m := range d.Tools[i].Match {
			s.add(d.Table(d.Tools[i].Table), m.Columns, true)
		}
	}
	for i := range d.Tables {
		t := &d.Tables[i]
		s.inOrder[t.Name] = d.FileOrder || t.FileOrder || len(t.KeyColumns()) == 0
		if t.Key != "" {
			s.add(t, []string{t.Key}, false)
		}
		for _, c := range t.Columns {
			if c.Entity != "" {
				s.add(t, []string{c.Name}, false)
			}
		}
	}
	return s
}

// add adds columns of a table unless they are there.
func (s *Schema) add(t *domain.Table, names []string, matched bool) {
	if t == nil || slices.ContainsFunc(s.tables[t.Name], func(c columns) bool { return slices.Equal(c.names, names) }) {
		return
	}
	c := columns{names: names, matched: matched}
	for _, name := range names {
		c.numbers = append(c.numbers, slices.IndexFunc(t.Columns, func(c domain.Column) bool { return c.Name == name }))
	}
	c.entity, _, _ = strings.Cut(t.Columns[c.numbers[0]].Entity, ".")
	s.tables[t.Name] = append(s.tables[t.Name], c)
}

// of returns columns of a table by name; nil if names are not looked up in them.
func (s *Schema) of(table string, names []string) *columns {
	for i := range s.tables[table] {
		if c := &s.tables[table][i]; slices.Equal(c.names, names) {
			return c
		}
	}
	return nil
}

// LookupKeys returns the keys of a lookup of a name, one text for each part, in columns of a table; nil for
// columns in which names are not looked up.
func (s *Schema) LookupKeys(table string, columns, name []string) []LookupKey {
	c := s.of(table, columns)
	if c == nil || len(name) != len(columns) {
		return nil
	}
	keys := s.keys(table, c, name)
	if s.inOrder[table] {
		keys = append(keys, tableKey(table))
	}
	return keys
}

// keys returns the keys of a name, one text for each part: in the form in which names of the entity type are
// compared, and if that is another, in one width and case alone, as mentions are.
func (s *Schema) keys(table string, c *columns, name []string) []LookupKey {
	folded, stripped := make([]string, len(name)), make([]string, len(name))
	for i, part := range name {
		folded[i] = value.Fold(part)
		if stripped[i] = folded[i]; s.strip[c.entity] != nil {
			stripped[i] = value.Fold(s.strip[c.entity](part))
		}
	}
	keys := []LookupKey{keyOf("lookup", table, c.names, stripped)}
	if !slices.Equal(folded, stripped) {
		keys = append(keys, keyOf("lookup", table, c.names, folded))
	}
	return keys
}

// keyOf returns the key of something of a kind.
func keyOf(kind, of string, lists ...[]string) LookupKey {
	b := frame(frame(nil, kind), of)
	for _, list := range lists {
		b = binary.AppendUvarint(b, uint64(len(list)))
		for _, text := range list {
			b = frame(b, text)
		}
	}
	return LookupKey(sum(b))
}

// frame appends a text with its length.
func frame(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// sum returns the first 64 bits of a SHA-256.
func sum(b []byte) uint64 {
	h := sha256.Sum256(b)
	return binary.BigEndian.Uint64(h[:])
}

// The keys of what is digested as a whole.
func tableKey(table string) LookupKey   { return keyOf("table", table) }
func twinsKey(table string) LookupKey   { return keyOf("twins", table) }
func passagesKey(name string) LookupKey { return keyOf("passages", name) }
