package caselaw

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// recordsOfLines reads JSON lines: an object a line; empty lines are passed over.
func recordsOfLines(file string, data []byte, h headings) (records []record, faults []SourceFault) {
	from := 0
	for line := 1; from < len(data); line++ {
		end := len(data)
		if i := bytes.IndexByte(data[from:], '\n'); i >= 0 {
			end = from + i + 1
		}
		if len(bytes.TrimSpace(data[from:end])) > 0 {
			sections, err := objectSections(data[from:end], int64(from), h)
			if err != nil {
				faults = append(faults, SourceFault{file, line, err.Error()})
			} else {
				records = append(records, record{file, line, objectSpan(data, from, end), sections})
			}
		}
		from = end
	}
	return records, faults
}

// objectSpan returns the span of an object between two offsets of a file, without the space
// around it.
func objectSpan(data []byte, from, end int) Span {
	first := end - len(bytes.TrimLeft(data[from:end], spaces))
	return Span{int64(first), int64(first + len(bytes.TrimRight(data[first:end], spaces)))}
}

// recordsOfJSON reads a file that is one object, or a list of objects.
func recordsOfJSON(file string, data []byte, h headings) (records []record, faults []SourceFault) {
	dec := jsontext.NewDecoder(bytes.NewReader(data))
	list := dec.PeekKind() == '['
	if list {
		if _, err := dec.ReadToken(); err != nil {
			return nil, []SourceFault{{file, 1, wantObject(err)}}
		}
	}
	for dec.PeekKind() != ']' {
		raw, err := dec.ReadValue()
		if errors.Is(err, io.EOF) && !list {
			break
		}
		if err != nil {
			at := dec.InputOffset()
			if fault := (*jsontext.SyntacticError)(nil); errors.As(err, &fault) {
				at = fault.ByteOffset
			}
			return records, append(faults, SourceFault{file, lineAt(data, at), wantObject(err)})
		}
		end := dec.InputOffset()
		first := end - int64(len(raw))
		line := lineAt(data, first)
		sections, err := objectSections(raw, first, h)
		if err != nil {
			faults = append(faults, SourceFault{file, line, err.Error()})
			continue
		}
		records = append(records, record{file, line, Span{first, end}, sections})
	}
	return records, faults
}

// lineAt returns the line of an offset, from 1.
func lineAt(data []byte, at int64) int {
	return 1 + bytes.Count(data[:min(at, int64(len(data)))], []byte("\n"))
}

func wantObject(err error) string {
	return strings.TrimPrefix(err.Error(), "jsontext: ") + ": want an object with the parts of a case"
}

// A walker collects the sections of an object.
type walker struct {
	data     []byte
	from     int64 // offset of data in the file
	dec      *jsontext.Decoder
	headings headings
	sections []section
}

// objectSections returns the sections of one object: its keys are headings. A key whose
// value is an object, or a list of objects, has sections within.
func objectSections(data []byte, from int64, h headings) ([]section, error) {
	w := walker{data: data, from: from, dec: jsontext.NewDecoder(bytes.NewReader(data)), headings: h}
	if w.dec.PeekKind() != '{' {
		_, err := w.dec.ReadValue()
		if err == nil {
			err = fmt.Errorf("no object")
		}
		return nil, errors.New(wantObject(err))
	}
	if err := w.object(); err != nil {
		return nil, errors.New(wantObject(err))
	}
	if _, err := w.dec.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, errors.New(wantObject(fmt.Errorf("more after the object")))
	}
	return w.sections, nil
}

// object collects the sections of the object that comes next. An object with a key for a
// heading and one for its text is one section.
func (w *walker) object() error {
	if _, err := w.dec.ReadToken(); err != nil {
		return err
	}
	begin := len(w.sections)
	for w.dec.PeekKind() != '}' {
		key, err := w.dec.ReadToken()
		if err != nil {
			return err
		}
		if err := w.value(key.String()); err != nil {
			return err
		}
	}
	if _, err := w.dec.ReadToken(); err != nil {
		return err
	}
	w.joinHeading(begin)
	return nil
}

// joinHeading makes one section of those from begin on if one says the heading and another
// is the text.
func (w *walker) joinHeading(begin int) {
	var heading string
	var paragraphs []paragraph
	for _, s := range w.sections[begin:] {
		switch r, _ := w.headings.of(s.heading); {
		case r == roleHeading && len(s.paragraphs) == 1:
			heading = s.paragraphs[0].text
		case r == roleText:
			paragraphs = s.paragraphs
		default:
			return
		}
	}
	if heading != "" {
		w.sections = append(w.sections[:begin], section{heading, paragraphs})
	}
}

// value collects the value that comes next as the section of a heading.
func (w *walker) value(heading string) error {
	at := len(w.sections)
	w.sections = append(w.sections, section{heading: heading})
	nested, err := w.paragraphs(at)
	if nested && len(w.sections[at].paragraphs) == 0 {
		w.sections = append(w.sections[:at], w.sections[at+1:]...)
	}
	return err
}

// paragraphs adds the value that comes next to the section at an index, and the sections of
// objects in it behind; nested reports that there are such objects.
func (w *walker) paragraphs(at int) (nested bool, err error) {
	switch w.dec.PeekKind() {
	case '{':
		return true, w.object()
	case '[':
		if _, err := w.dec.ReadToken(); err != nil {
			return false, err
		}
		for w.dec.PeekKind() != ']' {
			inner, err := w.paragraphs(at)
			if err != nil {
				return false, err
			}
			nested = nested || inner
		}
		_, err := w.dec.ReadToken()
		return nested, err
	}
	raw, err := w.dec.ReadValue()
	if err != nil {
		return false, err
	}
	p := paragraph{text: string(raw), from: w.from + w.dec.InputOffset() - int64(len(raw))}
	switch raw.Kind() {
	case 'n':
		return false, nil
	case '"':
		if p, err = literal(raw, p.from); err != nil {
			return false, err
		}
	}
	w.sections[at].paragraphs = append(w.sections[at].paragraphs, p)
	return false, nil
}
