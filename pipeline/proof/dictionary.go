package proof

import (
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// dictionary numbers the texts of a column, in the form in which lookups compare them (see
// textOf), so that a join compares numbers.
type dictionary struct {
	number map[string]uint32 // by text, from 1
	rows   []uint32          // by row, the number of its text; 0 for a cell without one
}

// tableColumn is a column, by number, of a table.
type tableColumn struct {
	table  *corpus.Table
	column int
}

// dictionaries holds a dictionary for each column that lookups match, made on first use.
type dictionaries map[tableColumn]func() *dictionary

func newDictionaries(d *domain.Domain, c *corpus.Corpus) dictionaries {
	all := dictionaries{}
	for _, t := range d.Tools {
		table := c.Table(t.Table)
		for _, m := range t.Match {
			for _, name := range m.Columns {
				if k := (tableColumn{table, table.Column(name)}); all[k] == nil {
					all[k] = sync.OnceValue(func() *dictionary { return newDictionary(k.table, k.column) })
				}
			}
		}
	}
	return all
}

func newDictionary(t *corpus.Table, column int) *dictionary {
	d := &dictionary{number: map[string]uint32{}, rows: make([]uint32, t.Len())}
	for row := range d.rows {
		text, ok := textOf(t.Cell(row, column).Source)
		if !ok {
			continue
		}
		n := d.number[text]
		if n == 0 {
			n = uint32(len(d.number) + 1)
			d.number[text] = n
		}
		d.rows[row] = n
	}
	return d
}
