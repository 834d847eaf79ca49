package corpus

import (
	"encoding/binary"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// blockRows is how many cells of a column are framed at a time. It is part of
// the digest: another number gives every corpus another name.
const blockRows = 4096

// Digest names the content: every table's kept rows and every passage, in order,
// cells as their source had them. File names, formats as such and what was
// dropped don't enter, nor do tables without rows and columns nobody observed,
// so that a declaration can grow without renaming the data. It is computed on
// the first call.
//
// Two files with the same cells have one digest only if their formats can say the
// same of a cell: numbers are texts in CSV and in a text column of Parquet, and
// null is an empty text in CSV. State, text and values of such cells are equal and
// the source, which tools show to agents, is not. Passages are the same in all.
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
