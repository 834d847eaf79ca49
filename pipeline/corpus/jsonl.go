package corpus

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// lines reads lines of any length.
type lines struct {
	r    *bufio.Reader
	n    int // the number of the line last returned, from 1
	long []byte
}

func newLines(r io.Reader) *lines {
	return &lines{r: bufio.NewReaderSize(r, 1<<16)}
}

// next returns the next line that is not blank, without surrounding space and,
// on the first line, without a byte order mark. It is valid until the next call.
// The error is io.EOF after the last line.
func (l *lines) next() ([]byte, error) {
	for {
		line, err := l.whole()
		if len(line) == 0 && err != nil {
			return nil, err
		}
		if err == errLongRecord {
			return nil, fmt.Errorf("behind line %d: %w", l.n, err)
		}
		if err != nil && err != io.EOF {
			return nil, err
		}
		l.n++
		if l.n == 1 {
			line = bytes.TrimPrefix(line, byteOrderMark)
		}
		if line = bytes.Trim(line, " \t\r\n"); len(line) > 0 {
			return line, nil
		}
	}
}

// whole returns bytes up to and with the next line end.
func (l *lines) whole() ([]byte, error) {
	line, err := l.r.ReadSlice('\n')
	if err != bufio.ErrBufferFull {
		return line, err
	}
	l.long = l.long[:0]
	for err == bufio.ErrBufferFull {
		if l.long = append(l.long, line...); len(l.long) > maxRecord {
			return l.long, errLongRecord
		}
		line, err = l.r.ReadSlice('\n')
	}
	l.long = append(l.long, line...)
	return l.long, err
}

// objects reads JSON objects member by member.
type objects struct {
	decoder *jsontext.Decoder
	line    bytes.Buffer
}

func newObjects() *objects {
	o := &objects{}
	o.decoder = jsontext.NewDecoder(&o.line)
	return o
}

// scan calls visit with the name, a JSON string, and the source of each member of
// the object that a line is. Both are valid during the call. What is wrong with the line comes
// back as text, "" for nothing: syntax, a name that stands twice, bytes that are
// not UTF-8, anything but one object. Members before the fault have been visited.
func (o *objects) scan(line []byte, visit func(name, source []byte)) (what string) {
	o.line.Reset()
	o.line.Write(line)
	o.decoder.Reset(&o.line)
	if o.decoder.PeekKind() != '{' {
		if v, err := o.decoder.ReadValue(); err != nil {
			return complaint(err)
		} else if err := o.end(); err != "" {
			return err
		} else {
			return "a JSON " + kindName(v.Kind())
		}
	}
	if _, err := o.decoder.ReadToken(); err != nil {
		return complaint(err)
	}
	var name []byte // a copy: the decoder's own bytes last until its next call
	for o.decoder.PeekKind() != '}' {
		quoted, err := o.decoder.ReadValue()
		if err != nil {
			return complaint(err)
		}
		name = append(name[:0], quoted...)
		source, err := o.decoder.ReadValue()
		if err != nil {
			return complaint(err)
		}
		visit(name, source)
	}
	if _, err := o.decoder.ReadToken(); err != nil {
		return complaint(err)
	}
	return o.end()
}

// end says what stands behind the value, "" for nothing.
func (o *objects) end() string {
	if _, err := o.decoder.ReadToken(); err != io.EOF {
		return fmt.Sprintf("byte %d: more behind the JSON value", o.decoder.InputOffset()+1)
	}
	return ""
}

// complaint returns a syntax error without the decoder's own prefix.
func complaint(err error) string {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		return fmt.Sprintf("byte %d: %v", syntax.ByteOffset+1, syntax.Err)
	}
	return err.Error()
}

func kindName(k jsontext.Kind) string {
	switch k {
	case '"':
		return "string"
	case '0':
		return "number"
	case '[':
		return "list"
	case 'n':
		return "null"
	}
	return "boolean"
}

// scalar reports whether a JSON value is no list and no object.
func scalar(source []byte) bool { return source[0] != '[' && source[0] != '{' }

// readJSONL reads a table with one JSON object a line.
func readJSONL(ctx context.Context, r io.Reader, b *builder) error {
	in, objects := newLines(r), newObjects()
	var text []byte // the cells' sources, one behind the other
	spans := make([][2]int, len(b.cells))
	cells := make([][]byte, len(b.cells))
	var ignored []func()
	columns := map[string]int{} // by name as a JSON string, so that most names need no decoding
	for i := range b.table.spec.Columns {
		quoted, _ := jsontext.AppendQuote(nil, b.table.spec.Columns[i].Name)
		columns[string(quoted)] = i
	}
	for {
		line, err := in.next()
		if err != nil {
			return noEOF(err)
		}
		text, ignored = text[:0], ignored[:0]
		clear(spans)
		clear(cells)
		what := objects.scan(line, func(name, source []byte) {
			n, ok := columns[string(name)]
			if !ok {
				n = b.column(value.Unquote(string(name)))
			}
			switch {
			case n < 0:
				column := value.Unquote(string(name))
				ignored = append(ignored, func() { b.unknown(in.n, column) })
			case !scalar(source):
				ignored = append(ignored, func() { b.ignore(in.n, Nested, b.table.spec.Columns[n].Name) })
			default:
				spans[n][0] = len(text)
				text = append(text, source...)
				spans[n][1] = len(text)
			}
		})
		if what != "" {
			err = b.drop(ctx, in.n, what, wantObject)
		} else {
			for _, report := range ignored {
				report()
			}
			for n, s := range spans {
				if s[1] > s[0] {
					cells[n] = text[s[0]:s[1]]
				}
			}
			err = b.add(ctx, in.n, cells)
		}
		if err != nil {
			return err
		}
	}
}

// readTexts reads passages: one a line, in the declared field of a JSON object or
// as a bare JSON string.
func readTexts(ctx context.Context, r io.Reader, t *texts) error {
	in, objects := newLines(r), newObjects()
	for {
		line, err := in.next()
		if err != nil {
			return noEOF(err)
		}
		text, what := objects.text(line, t.spec.Field)
		if what != "" {
			err = t.drop(ctx, in.n, what, wantObjectOrString)
		} else {
			err = t.take(ctx, in.n, text)
		}
		if err != nil {
			return err
		}
	}
}

// text returns the text of a passage's line, "" where it has none, and what is
// wrong with the line.
func (o *objects) text(line []byte, field string) (text, what string) {
	if line[0] == '"' {
		v := jsontext.Value(line)
		if !v.IsValid() {
			return "", "a JSON string that does not end or is not UTF-8"
		}
		return value.Unquote(string(line)), ""
	}
	what = o.scan(line, func(name, source []byte) {
		if source[0] == '"' && value.Unquote(string(name)) == field {
			text = value.Unquote(string(source))
		}
	})
	return text, what
}
