package exchange

import (
	"errors"
	"io"
	"strings"
)

// scanner splits CSV into records according to RFC 4180. Unlike [encoding/csv] it does not
// change line ends inside quotes: CR LF stays CR LF.
type scanner struct {
	text   string
	comma  byte
	line   int  // number of the next line, from 1
	start  int  // number of the first line of the last record
	broken bool // after an error the rest cannot be split
}

// newScanner returns a scanner of text. It detects the separator from the header row, in
// which no name contains a separator.
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

// record returns the next record, or [io.EOF] after the last. It skips empty lines.
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
			return nil, errors.New("text after the closing quote of a cell: want a separator or the end of the line")
		}
		s.text = s.text[1:]
	}
}

// end skips the end of a line, and reports whether there was one.
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

// cell returns the next cell.
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
		return "", errors.New("a quote or a carriage return in a cell without quotes: put the cell in quotes")
	}
	s.text = s.text[len(cell):]
	return cell, nil
}

// quoted returns the cell whose opening quote was just read.
func (s *scanner) quoted() (string, error) {
	var b strings.Builder
	for {
		part, rest, ok := strings.Cut(s.text, `"`)
		if !ok {
			return "", errors.New("a cell without its closing quote")
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
