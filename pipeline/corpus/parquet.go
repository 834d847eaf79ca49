package corpus

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"os"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
	"github.com/shopspring/decimal"
)

// readParquet reads records by column name. Nulls, and the NaN that data frames
// write for them, are null cells; numbers become plain digits; days, and points
// in time at midnight, ISO days; other points in time RFC 3339 text; bytes text,
// which must be UTF-8.
func readParquet(ctx context.Context, f *os.File, t taker) (err error) {
	// The library panics on some damaged files.
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("damaged Parquet file: %v", p)
		}
	}()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	file, err := parquet.OpenFile(f, info.Size(), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return fmt.Errorf("no Parquet file: %w", err)
	}
	p := newParquetRows(file.Schema(), t)
	for _, group := range file.RowGroups() {
		if err := p.group(ctx, group, t); err != nil {
			return err
		}
	}
	return nil
}

// parquetRows maps the leaves of a schema to columns.
type parquetRows struct {
	leaves  []leaf
	names   []string // of the wanted columns
	nested  []string // those of them that hold lists or groups
	unknown []string // columns that are not wanted
	row     int      // the number of the row last read, from 1
	cells   [][]byte
	scratch [][]byte // one buffer per column
}

// leaf is one leaf column of a Parquet schema.
type leaf struct {
	column int // -1 for an ignored one
	typ    parquet.Type
}

func newParquetRows(schema *parquet.Schema, t taker) *parquetRows {
	p := &parquetRows{names: t.columns()}
	p.cells, p.scratch = make([][]byte, len(p.names)), make([][]byte, len(p.names))
	for _, field := range schema.Fields() {
		n := t.column(field.Name())
		flat := field.Leaf() && !field.Repeated()
		switch {
		case n < 0:
			p.unknown = append(p.unknown, field.Name())
		case !flat:
			p.nested = append(p.nested, field.Name())
			n = -1
		}
		if flat {
			p.leaves = append(p.leaves, leaf{n, field.Type()})
			continue
		}
		for _, path := range schema.Columns() {
			if path[0] == field.Name() {
				p.leaves = append(p.leaves, leaf{column: -1})
			}
		}
	}
	return p
}

// group reads the rows of one row group.
func (p *parquetRows) group(ctx context.Context, g parquet.RowGroup, t taker) error {
	rows := g.Rows()
	defer rows.Close()
	buffer := make([]parquet.Row, 256)
	for {
		n, err := rows.ReadRows(buffer)
		for _, row := range buffer[:n] {
			if err := p.add(ctx, row, t); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("after row %d: %w", p.row, err)
		}
		if n == 0 {
			return fmt.Errorf("after row %d: %w", p.row, io.ErrNoProgress)
		}
	}
}

// add takes one row.
func (p *parquetRows) add(ctx context.Context, row parquet.Row, t taker) error {
	p.row++
	clear(p.cells)
	for _, v := range row {
		l := p.leaves[v.Column()]
		if l.column < 0 {
			continue
		}
		source, ok := appendSource(p.scratch[l.column][:0], v, l.typ)
		if !ok {
			return t.drop(ctx, p.row, "bytes that are not UTF-8 in column "+p.names[l.column], "text")
		}
		p.scratch[l.column], p.cells[l.column] = source, source
	}
	for _, name := range p.unknown {
		t.unknown(p.row, name)
	}
	for _, name := range p.nested {
		t.nested(p.row, name)
	}
	return t.add(ctx, p.row, p.cells)
}

// appendSource writes a value as JSON; it is false for bytes that are not UTF-8.
func appendSource(dst []byte, v parquet.Value, t parquet.Type) ([]byte, bool) {
	if v.IsNull() {
		return append(dst, "null"...), true
	}
	if logical := t.LogicalType(); logical != nil {
		switch l := logical.Value.(type) {
		case *format.DecimalType:
			return append(dst, decimal.NewFromBigInt(unscaled(v), -l.Scale).String()...), true
		case *format.DateType:
			day := time.Unix(0, 0).UTC().AddDate(0, 0, int(v.Int32()))
			return quote(dst, []byte(day.Format(time.DateOnly)))
		case *format.TimestampType:
			return quote(dst, []byte(instant(v.Int64(), l.Unit)))
		case *format.IntType:
			if !l.IsSigned {
				return strconv.AppendUint(dst, unsigned(v), 10), true
			}
		}
	}
	switch v.Kind() {
	case parquet.Boolean:
		return strconv.AppendBool(dst, v.Boolean()), true
	case parquet.Int32:
		return strconv.AppendInt(dst, int64(v.Int32()), 10), true
	case parquet.Int64:
		return strconv.AppendInt(dst, v.Int64(), 10), true
	case parquet.Float:
		return appendFloat(dst, float64(v.Float()), 32), true
	case parquet.Double:
		return appendFloat(dst, v.Double(), 64), true
	case parquet.Int96:
		return quote(dst, []byte(v.String()))
	}
	return quote(dst, v.ByteArray())
}

// appendFloat writes the shortest digits that read back as n.
func appendFloat(dst []byte, n float64, bits int) []byte {
	switch {
	case math.IsNaN(n):
		return append(dst, "null"...)
	case math.IsInf(n, 0):
		return strconv.AppendQuote(dst, strconv.FormatFloat(n, 'f', -1, bits))
	}
	return strconv.AppendFloat(dst, n, 'f', -1, bits)
}

// unscaled returns the integer of a decimal: an integer, or bytes in big-endian
// two's complement.
func unscaled(v parquet.Value) *big.Int {
	switch v.Kind() {
	case parquet.Int32:
		return big.NewInt(int64(v.Int32()))
	case parquet.Int64:
		return big.NewInt(v.Int64())
	}
	b := v.ByteArray()
	n := new(big.Int).SetBytes(b)
	if len(b) > 0 && b[0]&0x80 != 0 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return n
}

func unsigned(v parquet.Value) uint64 {
	if v.Kind() == parquet.Int32 {
		return uint64(v.Uint32())
	}
	return v.Uint64()
}

// instant writes a point in time, as a day alone at midnight UTC.
func instant(n int64, unit format.TimeUnit) string {
	var t time.Time
	switch unit.Value.(type) {
	case *format.MilliSeconds:
		t = time.UnixMilli(n)
	case *format.MicroSeconds:
		t = time.UnixMicro(n)
	default:
		t = time.Unix(0, n)
	}
	t = t.UTC()
	if t.Equal(t.Truncate(24 * time.Hour)) {
		return t.Format(time.DateOnly)
	}
	return t.Format(time.RFC3339Nano)
}

// quote appends a JSON string.
func quote(dst, text []byte) ([]byte, bool) {
	if !utf8.Valid(text) {
		return dst, false
	}
	dst, err := jsontext.AppendQuote(dst, text)
	return dst, err == nil
}
