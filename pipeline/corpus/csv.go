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
	in := &csvReader{Reader: csv.NewReader(buffered)}
	if delimiter == '\t' {
		in.lines = &lineReader{r: buffered}
		in.Reader = csv.NewReader(in.lines)
	}
	in.Comma, in.ReuseRecord = delimiter, true
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
	in.FieldsPerRecord = len(header)
	h := newHeader(header, in.line, t)
	for {
		records.next()
		record, err := in.Read()
		switch {
		case err == io.EOF:
			return nil
		case errors.Is(err, errLongRecord):
			return fmt.Errorf("behind line %d: %w", in.line, err)
		}
		if err = h.add(ctx, in.line, record, err, t); err != nil {
			return err
		}
	}
}

// csvReader reads records of CSV. Most programs that write tabs leave quotes as they are (5" disk), so
// a line with tabs whose quotes enclose no field is read as it stands.
type csvReader struct {
	*csv.Reader
	lines *lineReader // of a file with tabs; nil for others
	line  int         // of the last record that has a field
}

// Read reads a record.
func (c *csvReader) Read() ([]string, error) {
	record, err := c.Reader.Read()
	if len(record) > 0 { // one that begins with a stray quote has no field
		c.line, _ = c.FieldPos(0)
	}
	var parse *csv.ParseError
	if c.lines == nil || !errors.As(err, &parse) || parse.Line > parse.StartLine || parse.Err == csv.ErrFieldCount {
		return record, err
	}
	c.line = parse.Line
	record = strings.Split(strings.TrimRight(string(c.lines.last), "\r\n"), string(c.Comma))
	if c.FieldsPerRecord > 0 && len(record) != c.FieldsPerRecord {
		return record, &csv.ParseError{StartLine: c.line, Line: c.line, Err: csv.ErrFieldCount}
	}
	return record, nil
}

// lineReader reads a text line by line, so that its reader has nothing behind the last line.
type lineReader struct {
	r    *bufio.Reader
	last []byte // the line that was read last
}

// Read implements io.Reader.
func (l *lineReader) Read(p []byte) (int, error) {
	if bytes.HasSuffix(l.last, []byte("\n")) {
		l.last = l.last[:0]
	}
	some, err := l.r.Peek(1)
	if len(some) == 0 {
		return 0, err
	}
	some, _ = l.r.Peek(min(len(p), l.r.Buffered()))
	if i := bytes.IndexByte(some, '\n'); i >= 0 {
		some = some[:i+1]
	}
	l.last = append(l.last, some...)
	return l.r.Read(p[:len(some)])
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

// add takes a record that begins in a line, or the error that reading it gave.
func (h *header) add(ctx context.Context, line int, record []string, failed error, t taker) error {
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
		err := t.drop(ctx, parse.StartLine, what, wanted)
		if errors.Is(failed, csv.ErrQuote) {
			// Each line that an open quote takes may have been a record, and counts as one that is lost.
			for n := parse.StartLine + 1; n <= parse.Line && err == nil; n++ {
				err = t.drop(ctx, n, fmt.Sprintf("taken by the open quote of line %d", parse.StartLine), "that quote closed")
			}
		}
		return err
	}
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
