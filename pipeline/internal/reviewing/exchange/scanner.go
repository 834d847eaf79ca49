package exchange

import (
	"errors"
	"io"
	"strings"
)

// scanner splits CSV into records as RFC 4180 has it. Unlike [encoding/csv] it leaves the
// ends of lines inside quotes as they are: CR LF stays CR LF.
type scanner struct {
	text   string
	comma  byte
	line   int  // the line that comes next, from 1
	start  int  // the line on which the last record began
	broken bool // the rest cannot be split
}

// newScanner finds out what separates the columns from the header row, where no name holds
// a separator.
func newScanner(text string) *scanner {
	head, _, _ := strings.Cut(text, "\n")
	s := &scanner{text: text, comma: ',', line: 1}
	for _, c := range []byte{';', '\t'} {
		if strings.Count(head, string(c)) > strings.Count(head, string(s.comma)) {
			s.comma = c
		}
	}
	return s
}

// record returns the next record; [io.EOF] after the last. Lines with nothing in them are
// passed over.
func (s *scanner) record() ([]string, error) {
	for {
		s.start = s.line
		if s.text == "" {
			return nil, io.EOF
		}
		if !s.end() {
			break
		}
	}
	var cells []string
	for {
		cell, err := s.cell()
		if err != nil {
			s.broken = true
			return nil, err
		}
		cells = append(cells, cell)
		if s.text == "" || s.end() {
			return cells, nil
		}
		if s.text[0] != s.comma {
			s.broken = true
			return nil, errors.New("text after the quote that ends a cell: want a separator or the end of the line")
		}
		s.text = s.text[1:]
	}
}

// end takes the end of a line, if that is what comes next.
func (s *scanner) end() bool {
	for _, end := range []string{"\r\n", "\n"} {
		if rest, ok := strings.CutPrefix(s.text, end); ok {
			s.text = rest
			s.line++
			return true
		}
	}
	return false
}

// cell takes the next cell.
func (s *scanner) cell() (string, error) {
	if rest, ok := strings.CutPrefix(s.text, `"`); ok {
		s.text = rest
		return s.quoted()
	}
	i := strings.IndexAny(s.text, string(s.comma)+"\n")
	if i < 0 {
		i = len(s.text)
	}
	cell := s.text[:i]
	if i < len(s.text) && s.text[i] == '\n' {
		cell = strings.TrimSuffix(cell, "\r")
	}
	if strings.ContainsAny(cell, "\"\r") {
		return "", errors.New("a quote or a carriage return in a cell without quotes: want the cell in quotes")
	}
	s.text = s.text[len(cell):]
	return cell, nil
}

// quoted takes the rest of a cell in quotes.
func (s *scanner) quoted() (string, error) {
	var b strings.Builder
	for {
		part, rest, ok := strings.Cut(s.text, `"`)
		if !ok {
			return "", errors.New("a quote that does not end: want another one")
		}
		b.WriteString(part)
		s.line += strings.Count(part, "\n")
		s.text = rest
		if !strings.HasPrefix(rest, `"`) {
			return b.String(), nil
		}
		b.WriteByte('"')
		s.text = rest[1:]
	}
}
