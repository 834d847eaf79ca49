package tablefile

import (
	"io"
	"sync"

	"github.com/parquet-go/parquet-go"
)

// groupRows is how many rows a row group has, the last of a file fewer. It is part
// of the bytes of every Parquet file.
const groupRows = 1 << 14

// parquetEncoder writes rows as a Parquet file.
type parquetEncoder struct {
	w       *parquet.GenericWriter[any]
	columns int
	free    sync.Pool // of *chunk
}

func newParquet(w io.Writer, name string, columns []string) *parquetEncoder {
	return &parquetEncoder{columns: len(columns), w: parquet.NewGenericWriter[any](w,
		parquet.NewSchema(name, newTexts(columns)),
		parquet.CreatedBy("taskgrove", "1", "0"), // the library's own version would change the bytes
		parquet.Compression(&parquet.Snappy),     // the one compression every reader has
		parquet.PageBufferSize(1<<16),            // times the columns of all files, as all are open
		parquet.MaxRowsPerRowGroup(groupRows))}
}

func (e *parquetEncoder) chunk() *chunk {
	if c, ok := e.free.Get().(*chunk); ok {
		c.values = c.values[:0]
		return c
	}
	return &chunk{}
}

func (e *parquetEncoder) add(c *chunk, cells []Cell) {
	for i, cell := range cells {
		v := parquet.NullValue().Level(0, 0, i)
		if cell.Form != Null {
			v = parquet.ValueOf(cell.Text).Level(0, 1, i)
		}
		c.values = append(c.values, v)
	}
}

func (e *parquetEncoder) write(c *chunk) error {
	rows := make([]parquet.Row, 0, blockRows)
	for from := 0; from < len(c.values); from += e.columns {
		rows = append(rows, parquet.Row(c.values[from:from+e.columns]))
	}
	_, err := e.w.WriteRows(rows)
	clear(c.values) // they hold the texts
	e.free.Put(c)
	return err
}

func (e *parquetEncoder) end() error { return e.w.Close() }

// texts is the root of a schema of optional text columns in a given order. A
// group alone has them sorted by name.
type texts struct {
	parquet.Group
	fields []parquet.Field
}

func newTexts(columns []string) texts {
	t := texts{Group: parquet.Group{}}
	for _, name := range columns {
		t.Group[name] = parquet.Optional(parquet.Encoded(parquet.Leaf(text{parquet.String().Type()}), &parquet.Plain))
	}
	byName := map[string]parquet.Field{}
	for _, f := range t.Group.Fields() {
		byName[f.Name()] = f
	}
	for _, name := range columns {
		t.fields = append(t.fields, byName[name])
	}
	return t
}

// Fields implements [parquet.Node].
func (t texts) Fields() []parquet.Field { return t.fields }

// text is the type of the columns: strings, of which the library keeps the least
// and the greatest of each page until the file ends. It writes a few bytes of
// each and keeps them whole, which for prose takes more memory than any page.
type text struct{ parquet.Type }

// NewColumnIndexer implements [parquet.Type].
func (t text) NewColumnIndexer(limit int) parquet.ColumnIndexer {
	return bounds{t.Type.NewColumnIndexer(limit), limit}
}

// bounds hands on as many bytes of each bound as show that there are more than the
// limit, so that the file has the same bytes.
type bounds struct {
	parquet.ColumnIndexer
	limit int
}

// IndexPage implements [parquet.ColumnIndexer].
func (b bounds) IndexPage(values, nulls int64, least, greatest parquet.Value) {
	b.ColumnIndexer.IndexPage(values, nulls, b.cut(least), b.cut(greatest))
}

func (b bounds) cut(v parquet.Value) parquet.Value {
	if v.IsNull() || len(v.ByteArray()) <= b.limit {
		return v
	}
	return parquet.ByteArrayValue(v.ByteArray()[:b.limit+1])
}
