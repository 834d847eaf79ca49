package corpus

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// readCSV reads records with a header row, in UTF-8, with or without a byte order
// mark (RFC 4180), with a delimiter between the fields. Every cell is a string.
func readCSV(ctx context.Context, r io.Reader, delimiter rune, t taker) error {
	records := &recordReader{r: r}
	buffered := bufio.NewReaderSize(records, 1<<16)
	if head, _ := buffered.Peek(len(byteOrderMark)); bytes.Equal(head, byteOrderMark) {
		buffered.Discard(len(byteOrderMark))
	}
	in := csv.NewReader(buffered)
	in.Comma, in.ReuseRecord = delimiter, true
	in.LazyQuotes = delimiter == '\t' // most programs that write tabs leave quotes as they are (5" disk)
	header, err := in.Read()
	switch {
	case err == io.EOF:
		return errors.New("empty file: want a header row")
	case err != nil:
		return fmt.Errorf("header row: %w", err)
	case slices.ContainsFunc(header, func(name string) bool { return strings.Contains(name, "\r") }):
		return errors.New("header row: a carriage return in a name: want lines that end in a line feed")
	}
	if len(header) > maxColumns {
		return tooManyColumns(len(header))
	}
	line, _ := in.FieldPos(0)
	h := newHeader(header, line, t)
	for {
		records.next()
		record, err := in.Read()
		switch {
		case err == io.EOF:
			return nil
		case errors.Is(err, errLongRecord):
			return fmt.Errorf("behind line %d: %w", line, err)
		case len(record) > 0: // one that begins with a stray quote has no field
			line, _ = in.FieldPos(0)
		}
		if err = h.add(ctx, in, record, err, t); err != nil {
			return err
		}
	}
}

// tooManyColumns is the error of a table that is wider than anything people mean by one.
func tooManyColumns(n int) error {
	return fmt.Errorf("%d columns: want at most %d", n, maxColumns)
}

// header maps the fields of a record to columns.
type header struct {
	columns []int    // by field; -1 for an ignored one
	unknown []string // the columns that are not wanted
	line    int
	fields  [][]byte
	text    []byte
	ends    []int
}

// newHeader reads a header row. Columns that are not wanted are ignored, as is one
// that is named again.
func newHeader(names []string, line int, t taker) *header {
	h := &header{columns: make([]int, len(names)), line: line, fields: make([][]byte, len(t.columns()))}
	seen := map[int]bool{}
	for i, name := range names {
		n := t.column(name)
		switch {
		case n < 0:
			h.unknown = append(h.unknown, name)
		case seen[n]:
			t.repeated(h.line, name)
			n = -1
		}
		seen[n] = true
		h.columns[i] = n
	}
	return h
}

// add takes a record, or the error that reading it gave.
func (h *header) add(ctx context.Context, in *csv.Reader, record []string, failed error, t taker) error {
	if failed != nil {
		var parse *csv.ParseError
		if !errors.As(failed, &parse) {
			return failed
		}
		what, wanted := parse.Err.Error(), "a CSV record (RFC 4180)"
		switch {
		case errors.Is(failed, csv.ErrQuote) && parse.Line > parse.StartLine:
			what = fmt.Sprintf("%v, which takes the lines up to %d with it", parse.Err, parse.Line)
		case errors.Is(failed, csv.ErrFieldCount):
			what, wanted = fmt.Sprintf("%d fields", len(record)), fmt.Sprintf("%d, as in the header", len(h.columns))
		}
		return t.drop(ctx, parse.StartLine, what, wanted)
	}
	line, _ := in.FieldPos(0)
	if !h.quote(record) {
		return t.drop(ctx, line, "bytes that are not UTF-8", convert)
	}
	for _, name := range h.unknown {
		t.unknown(h.line, name)
	}
	return t.add(ctx, line, h.fields)
}

// quote makes JSON strings of a record's fields; it is false for bytes that are
// not UTF-8.
func (h *header) quote(record []string) bool {
	h.text, h.ends = h.text[:0], h.ends[:0]
	for i, field := range record {
		if !utf8.ValidString(field) {
			return false
		}
		if h.columns[i] >= 0 {
			h.text, _ = jsontext.AppendQuote(h.text, field)
		}
		h.ends = append(h.ends, len(h.text))
	}
	from := 0
	for i, n := range h.columns {
		if n >= 0 {
			h.fields[n] = h.text[from:h.ends[i]]
		}
		from = h.ends[i]
	}
	return true
}
