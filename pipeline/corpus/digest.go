package corpus

import (
	"encoding/binary"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// blockRows is how many cells of a column are framed at a time. It is part of
// the digest: another number gives every corpus another name.
const blockRows = 4096

// Digest identifies the content: every table's kept rows and every passage, in order, with
// cells as in their source. File names, formats and dropped rows do not affect it, nor do
// tables without rows and columns without observed cells, so a declaration can grow without
// changing the digest of its data. It is computed on the first call.
//
// Files in different formats with the same cells have the same digest only if both formats
// can represent the cells: numbers are texts in CSV and in a text column of Parquet, and
// null is an empty text in CSV. The State, Text and Values of such cells are equal; the
// source, which tools show to agents, is not. Passages do not depend on the format.
func (c *Corpus) Digest() digest.Digest { return c.digest() }

func (c *Corpus) sum() digest.Digest {
	h := digest.New("corpus")
	for i := range c.domain.Tables {
		if t := c.tables[c.domain.Tables[i].Name]; t.rows > 0 {
			t.sum(h)
		}
	}
	for _, p := range c.domain.Passages {
		texts := c.passages[p.Name]
		if len(texts) == 0 {
			continue
		}
		h.String("passages", p.Name).Int("texts", len(texts))
		for _, text := range texts {
			h.String("text", text)
		}
	}
	return h.Sum()
}

// sum adds a table, column by column. Cells are framed here by their length, in
// blocks, because a hasher's own frame costs more than most cells.
func (t *Table) sum(h *digest.Hasher) {
	h.String("table", t.spec.Name).Int("rows", t.rows)
	var block []byte
	for i := range t.columns {
		c := &t.columns[i]
		if len(c.sources) == 1 {
			continue
		}
		h.String("column", t.spec.Columns[i].Name)
		for from := 0; from < t.rows; from += blockRows {
			block = block[:0]
			for _, code := range c.codes[from:min(from+blockRows, t.rows)] {
				source := c.sources[code]
				block = binary.AppendUvarint(block, uint64(len(source)))
				block = append(block, source...)
			}
			h.Field("cells", block)
		}
	}
}
