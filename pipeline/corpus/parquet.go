package corpus

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"os"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"
	"github.com/shopspring/decimal"
)

// Keys of a Parquet file's metadata, each with a list of columns in the form of
// [ColumnList]. They keep distinctions of the source that a column of texts cannot make.
const (
	// UnobservedKey lists the columns in which null means that the row has no such cell. In
	// every other column null is a null in the source.
	UnobservedKey = "taskgrove.unobserved"
	// JSONKey lists the columns whose texts are JSON, in addition to columns of the Parquet
	// type JSON, which not all readers accept.
	JSONKey = "taskgrove.json"
)

// ColumnList returns the value of [UnobservedKey] or [JSONKey] for the named columns: a
// JSON list of their names.
func ColumnList(columns []string) string {
	b, err := json.Marshal(columns)
	if err != nil {
		panic("corpus: a list of texts has no JSON: " + err.Error())
	}
	return string(b)
}

// readParquet reads records by column name. Nulls, and the NaN that data frames
// write for them, are null cells, unless [UnobservedKey] says otherwise; numbers
// become plain digits; days ISO days; points in time text in the form 2006-01-02 15:04:05, in
// UTC if the type has a zone, as those of databases; UUIDs their text; JSON stays what it is. Bytes
// are text if they are UTF-8, and not read otherwise.
func readParquet(ctx context.Context, f *os.File, t taker) (err error) {
	defer recoverDamaged(&err)
	file, err := openParquet(f)
	if err != nil {
		return err
	}
	if err := checkPages(f, file); err != nil {
		return err
	}
	p := newParquetRows(file.Schema(), t)
	for _, m := range []struct {
		key  string
		mark func(*leaf)
	}{
		{UnobservedKey, func(l *leaf) { l.absent = true }},
		{JSONKey, func(l *leaf) { l.json = true }},
	} {
		if list, ok := file.Lookup(m.key); ok {
			if err := p.mark(list, m.mark); err != nil {
				return fmt.Errorf("metadata %s: %w: want a list of columns", m.key, err)
			}
		}
	}
	for _, group := range file.RowGroups() {
		if err := p.group(ctx, group, t); err != nil {
			return err
		}
	}
	return nil
}

// openParquet reads what a file says of itself, and no page of it.
func openParquet(f *os.File) (*parquet.File, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if err := checkFooter(f, info.Size()); err != nil {
		return nil, err
	}
	file, err := parquet.OpenFile(f, info.Size(), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, fmt.Errorf("not a Parquet file: %w", err)
	}
	if n := len(file.Schema().Columns()); n > maxColumns {
		return nil, tooManyColumns(n)
	}
	return file, nil
}

// parquetNames has a table note its columns. It reads no page.
func parquetNames(f *os.File, t taker) (err error) {
	defer recoverDamaged(&err)
	file, err := openParquet(f)
	if err == nil {
		newParquetRows(file.Schema(), t)
	}
	return err
}

// recoverDamaged makes an error of a panic: the library panics on some damaged files.
func recoverDamaged(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("damaged Parquet file: %v", p)
	}
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
	json   bool // its values are JSON
	absent bool // null is no cell
}

// isJSON reports whether the values of a type are marked as JSON.
func isJSON(t parquet.Type) bool {
	logical := t.LogicalType()
	if logical == nil {
		return false
	}
	_, ok := logical.Value.(*format.JsonType)
	return ok
}

// mark marks the columns of a list.
func (p *parquetRows) mark(list string, mark func(*leaf)) error {
	var names []string
	if err := json.Unmarshal([]byte(list), &names); err != nil {
		return err
	}
	for i := range p.leaves {
		if l := &p.leaves[i]; l.column >= 0 && slices.Contains(names, p.names[l.column]) {
			mark(l)
		}
	}
	return nil
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
			p.leaves = append(p.leaves, leaf{column: n, typ: field.Type(), json: isJSON(field.Type())})
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
		if l.column < 0 || l.absent && v.IsNull() {
			continue
		}
		if l.json && v.Kind() == parquet.ByteArray && !v.IsNull() {
			ok, err := p.addJSON(ctx, l.column, v.ByteArray(), t)
			if err != nil || !ok {
				return err
			}
			continue
		}
		source, ok := appendSource(p.scratch[l.column][:0], v, l.typ)
		if !ok {
			t.ignore(p.row, Binary, p.names[l.column])
			continue
		}
		p.scratch[l.column], p.cells[l.column] = source, source
	}
	for _, name := range p.unknown {
		t.unknown(p.row, name)
	}
	for _, name := range p.nested {
		t.ignore(p.row, Nested, name)
	}
	return t.add(ctx, p.row, p.cells)
}

// addJSON takes a cell that is JSON; ok is false where that drops the row.
func (p *parquetRows) addJSON(ctx context.Context, column int, source []byte, t taker) (ok bool, err error) {
	source = bytes.TrimSpace(source)
	switch {
	case !jsontext.Value(source).IsValid():
		return false, t.drop(ctx, p.row, "no JSON in column "+p.names[column], "a string, a number, true, false or null")
	case source[0] == '[' || source[0] == '{':
		t.ignore(p.row, Nested, p.names[column])
	default:
		p.scratch[column] = append(p.scratch[column][:0], source...)
		p.cells[column] = p.scratch[column]
	}
	return true, nil
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
			return quote(dst, []byte(instant(v.Int64(), l.Unit).Format(pointInTime)))
		case *format.TimeType:
			return quote(dst, []byte(instant(sinceMidnight(v), l.Unit).Format(timeOfDay)))
		case *format.UUIDType:
			if b := v.ByteArray(); len(b) == 16 {
				return fmt.Appendf(dst, `"%x-%x-%x-%x-%x"`, b[:4], b[4:6], b[6:8], b[8:10], b[10:]), true
			}
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
		return quote(dst, []byte(fromInt96(v.Int96()).Format(pointInTime)))
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

// The forms of points in time, without zeros at the end of a fraction.
const (
	pointInTime = "2006-01-02 15:04:05.999999999"
	timeOfDay   = "15:04:05.999999999"
)

// instant returns a point in time, in UTC.
func instant(n int64, unit format.TimeUnit) time.Time {
	switch unit.Value.(type) {
	case *format.MilliSeconds:
		return time.UnixMilli(n).UTC()
	case *format.MicroSeconds:
		return time.UnixMicro(n).UTC()
	}
	return time.Unix(0, n).UTC()
}

// fromInt96 returns a point in time that older writers have as nanoseconds of a Julian day.
func fromInt96(v deprecated.Int96) time.Time {
	const epoch = 2440588 // the Julian day of 1970-01-01
	nanoseconds := int64(v[1])<<32 | int64(v[0])
	return time.Unix((int64(v[2])-epoch)*24*60*60, nanoseconds).UTC()
}

// sinceMidnight returns a time of day in its unit.
func sinceMidnight(v parquet.Value) int64 {
	if v.Kind() == parquet.Int32 {
		return int64(v.Int32())
	}
	return v.Int64()
}

// quote appends a JSON string.
func quote(dst, text []byte) ([]byte, bool) {
	if !utf8.Valid(text) {
		return dst, false
	}
	dst, err := jsontext.AppendQuote(dst, text)
	return dst, err == nil
}
