package readset

import (
	"cmp"
	"encoding/binary"
	"encoding/gob"
	"io"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
)

// LookupIndex has a digest of what each lookup finds in tables.
type LookupIndex struct {
	// Keys are the lookups that find something, sorted, and Sums their digests: the sum of those of the rows.
	Keys []LookupKey
	Sums []uint64

	schema *Schema
	corpus *corpus.Corpus
	rows   []entry // by key
}

// entry is a row that a lookup finds, or something digested as a whole.
type entry struct {
	key LookupKey
	sum uint64
	row int32
	of  int32 // the number of the table; -1 for no row
}

// NewLookupIndex reads the tables of a corpus of the schema's domain. It takes some 24 bytes for each row and
// column that names are looked up in.
func NewLookupIndex(s *Schema, c *corpus.Corpus) *LookupIndex {
	x := &LookupIndex{schema: s, corpus: c}
	whole := func(key LookupKey, b []byte) { x.rows = append(x.rows, entry{key, sum(b), 0, -1}) }
	for i := range s.domain.Tables {
		name := s.domain.Tables[i].Name
		t := c.Table(name)
		var all []byte
		for row := range t.Len() {
			digest := rowSum(t, row)
			for _, key := range s.keysOfRow(t, row) {
				x.rows = append(x.rows, entry{key, digest, int32(row), int32(i)})
			}
			all = binary.BigEndian.AppendUint64(all, digest)
		}
		whole(tableKey(name), all)
		whole(twinsKey(name), twins(t))
	}
	for _, p := range s.domain.Passages {
		var all []byte
		for _, text := range c.Passages(p.Name) {
			all = frame(all, text)
		}
		whole(passagesKey(p.Name), all)
	}
	slices.SortFunc(x.rows, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.of, b.of), cmp.Compare(a.row, b.row))
	})
	for i, e := range x.rows {
		if i == 0 || e.key != x.rows[i-1].key {
			x.Keys, x.Sums = append(x.Keys, e.key), append(x.Sums, 0)
		}
		x.Sums[len(x.Sums)-1] += e.sum
	}
	return x
}

// rowSum is the digest of a row, of which the number does not count.
func rowSum(t *corpus.Table, row int) uint64 {
	b := frame(nil, t.Spec().Name)
	for col := range t.Spec().Columns {
		b = frame(b, t.Source(row, col))
	}
	return sum(b)
}

// keysOfRow returns the lookups that find a row, each once.
func (s *Schema) keysOfRow(t *corpus.Table, row int) (keys []LookupKey) {
	for i := range s.tables[t.Spec().Name] {
		c := &s.tables[t.Spec().Name][i]
		name := textsOf(t, row, c)
		if name == nil {
			continue
		}
		keys = append(keys, s.keys(t.Spec().Name, c, name)...)
		if values := t.Cell(row, c.numbers[0]).Values; len(c.names) == 1 && len(values) > 0 {
			for _, v := range values {
				if v.Text != name[0] {
					keys = append(keys, s.keys(t.Spec().Name, c, []string{v.Text})...)
				}
			}
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// textsOf returns the texts of a row in columns; nil if a cell has none.
func textsOf(t *corpus.Table, row int, c *columns) []string {
	texts := make([]string, len(c.numbers))
	for i, col := range c.numbers {
		source := t.Source(row, col)
		if source == "" || source == "null" {
			return nil
		}
		texts[i] = t.Cell(row, col).Text()
	}
	return texts
}

// twins lists the pairs of columns of a table that hold the same values, see [corpus.Table.Same]. A ranking by
// numbers may go by those of another kind.
func twins(t *corpus.Table) (list []byte) {
	specs := t.Spec().Columns
	for a := range specs {
		for b := range a {
			if (specs[a].Kind == specs[b].Kind || specs[a].Kind.Numeric() && specs[b].Kind.Numeric()) && t.Same(a, b) {
				list = frame(frame(list, specs[a].Name), specs[b].Name)
			}
		}
	}
	return list
}

// Changes are the lookups that find something else in later tables.
type Changes struct {
	// Lookups is their number.
	Lookups int

	keys  map[LookupKey]bool
	names map[string][]string
}

// Since compares the index with that of earlier tables of the same domain.
func (x *LookupIndex) Since(earlier *LookupIndex) *Changes {
	c := &Changes{keys: map[LookupKey]bool{}, names: map[string][]string{}}
	for i, j := 0, 0; i < len(x.Keys) || j < len(earlier.Keys); {
		switch {
		case j == len(earlier.Keys) || i < len(x.Keys) && x.Keys[i] < earlier.Keys[j]:
			c.keys[x.Keys[i]] = true
			i++
		case i == len(x.Keys) || earlier.Keys[j] < x.Keys[i]:
			c.keys[earlier.Keys[j]] = true
			j++
		default:
			if x.Sums[i] != earlier.Sums[j] {
				c.keys[x.Keys[i]] = true
			}
			i, j = i+1, j+1
		}
	}
	c.Lookups = len(c.keys)
	for _, e := range x.rows {
		if e.of >= 0 && c.keys[e.key] {
			x.addNames(c, x.corpus.Table(x.schema.domain.Tables[e.of].Name), int(e.row))
		}
	}
	for entity, names := range c.names {
		slices.Sort(names)
		c.names[entity] = slices.Compact(names)
	}
	return c
}

// addNames adds the names by which lookups find a row, of those by which they find something else now.
func (x *LookupIndex) addNames(c *Changes, t *corpus.Table, row int) {
	for i := range x.schema.tables[t.Spec().Name] {
		in := &x.schema.tables[t.Spec().Name][i]
		if name := textsOf(t, row, in); in.matched && name != nil && c.finds(x.schema.keys(t.Spec().Name, in, name)) {
			c.names[in.entity] = append(c.names[in.entity], strings.Join(name, " "))
		}
	}
}

// Concern reports whether what looked this up may find something else.
func (c *Changes) Concern(l *Lookups) bool {
	return c.Lookups > 0 && l.Everything || c.finds(l.Keys)
}

// finds reports whether one of the lookups finds something else.
func (c *Changes) finds(keys []LookupKey) bool {
	return slices.ContainsFunc(keys, func(k LookupKey) bool { return c.keys[k] })
}

// Names returns the names of an entity type that stand in the later tables and by which a lookup finds something
// else there, as it does by every name that is new; sorted, each once.
func (c *Changes) Names(entity string) []string { return c.names[entity] }

// ReadsFile is what a run keeps of its proofs.
type ReadsFile struct {
	// Rules identifies the declaration and the checks that proofs were made with: others look up something
	// else.
	Rules string
	// Tables is the index of the tables.
	Tables *LookupIndex
	// Tasks are the reads of each proved task, in the order of the tasks.
	Tasks []Reads
}

// Write writes the file in the form of encoding/gob. Equal files are equal bytes.
func (f *ReadsFile) Write(w io.Writer) error { return gob.NewEncoder(w).Encode(f) }

// OpenReads reads what [ReadsFile.Write] wrote.
func OpenReads(r io.Reader) (*ReadsFile, error) {
	f := new(ReadsFile)
	if err := gob.NewDecoder(r).Decode(f); err != nil {
		return nil, err
	}
	if f.Tables == nil {
		f.Tables = new(LookupIndex)
	}
	return f, nil
}
