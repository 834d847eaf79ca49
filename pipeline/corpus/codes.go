package corpus

import "iter"

// Cells yields the cells of a column, each with the number of rows that hold it. The
// numbers add up to the table's rows.
//
// Unobserved cells come first, as one cell, if there are any. The others are in the order
// of their first rows. Rows with the same source are usually yielded together; a column
// whose values hardly repeat may yield them as several cells, so a caller that needs each
// source once must merge them.
//
// Cells are parsed as they come and not kept, so that a pass over a whole table leaves
// nothing behind in memory. Cells panics if the column is out of range.
func (t *Table) Cells(col int) iter.Seq2[Cell, int] {
	c := &t.columns[col]
	return func(yield func(Cell, int) bool) {
		counts := make([]int32, len(c.sources))
		for _, code := range c.codes {
			counts[code]++
		}
		for code, n := range counts {
			if n == 0 {
				continue
			}
			if cell, _ := c.reading.cell(c.sources[code]); !yield(*cell, int(n)) {
				return
			}
		}
	}
}

// Sources returns the maximum number of cells that [Table.Cells] yields for a column. It
// panics if the column is out of range.
func (t *Table) Sources(col int) int { return len(t.columns[col].sources) }
