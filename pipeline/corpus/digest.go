package corpus

import (
	"encoding/binary"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// blockRows is how many cells of a column are framed at a time. It is part of
// the digest: another number gives every corpus another name.
const blockRows = 4096

// Digest identifies the content: the kept rows of every table, with cells as in their
// source, and every passage. The order in which the domain declares tables and columns
// counts; the order of columns in a file does not, nor that of rows and passages, except
// where [Load] keeps it.
// File names, formats and dropped rows do not affect the digest, nor do tables without rows
// and columns without observed cells, so a declaration can grow without changing the digest
// of its data. Digest is computed on the first call and is safe for concurrent use.
//
// Equal rows have the same digest in every format, because their cells have the same source, which
// is what tools show to agents, see [Cell.Source]. A key that a JSON line lacks is no cell, and so
// differs from null. In a domain with FileOrder, types of JSON lines and Parquet count. The digest
// of passages does not depend on the format.
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
