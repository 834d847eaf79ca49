package exchange

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// columns are the columns of a decision, in order.
func columns() []string {
	return []string{"id", "at", "by", "role", "task", "shown", "kind", "reason", "note", "change", "attempt", "withdraws", "answers", "guideline", "seconds", "format", "source"}
}

// byteOrderMark is UTF-8's byte order mark. Spreadsheets read a file without it in a regional
// encoding.
const byteOrderMark = "\ufeff"

// WriteCSV writes decisions as CSV in UTF-8 with a byte order mark, a header row and lines
// that end in CR LF (RFC 4180). A change, an attempt and answers are written as JSON, and an
// absent value as an empty cell. An invalid decision is an error.
//
// If a cell begins with a character that makes spreadsheets read a formula (= + - @, their
// full-width forms, a tab, CR or LF) or with an apostrophe, an apostrophe is put before it.
// [ReadCSV] removes it, so that it reads the decisions that were written.
func WriteCSV(w io.Writer, decisions []*review.Decision) error {
	b := bufio.NewWriter(w)
	b.WriteString(byteOrderMark)
	writeRow(b, columns())
	for _, d := range decisions {
		if err := d.Validate(); err != nil {
			return fmt.Errorf("decision %q: %w", d.ID, err)
		}
		row := []string{d.ID, d.At.Format(time.RFC3339Nano), d.By, string(d.Role), d.Task, string(d.Shown), string(d.Kind),
			string(d.Reason), d.Note, "", "", d.Withdraws, "", string(d.Guideline), "", "", d.Source}
		var err error
		if d.Change != nil {
			row[9], err = text(d.Change)
		}
		if d.Attempt != nil && err == nil {
			row[10], err = text(d.Attempt)
		}
		if len(d.Answers) > 0 && err == nil {
			row[12], err = text(d.Answers)
		}
		if err != nil {
			return fmt.Errorf("decision %q: %w", d.ID, err)
		}
		if d.Seconds != 0 {
			row[14] = strconv.FormatFloat(d.Seconds, 'g', -1, 64)
		}
		if d.Format != 0 {
			row[15] = strconv.Itoa(d.Format)
		}
		writeRow(b, row)
	}
	return b.Flush()
}

// text returns a value as JSON without HTML escapes.
func text(v any) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// writeRow writes one record.
func writeRow(b *bufio.Writer, cells []string) {
	for i, cell := range cells {
		if i > 0 {
			b.WriteByte(',')
		}
		if cell = escapeFormula(cell); strings.ContainsAny(cell, ",\"\r\n") || strings.TrimSpace(cell) != cell {
			cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
		}
		b.WriteString(cell)
	}
	b.WriteString("\r\n")
}

// escapeFormula puts an apostrophe before a cell that a spreadsheet would not read as text,
// and before a cell that begins with an apostrophe, so that unescaping is unambiguous.
func escapeFormula(cell string) string {
	if r, _ := utf8.DecodeRuneInString(cell); cell != "" && strings.ContainsRune("=+-@＝＋－＠\t\r\n'", r) {
		return "'" + cell
	}
	return cell
}

// ReadCSV reads the decisions that [WriteCSV] wrote and the sheets of [WriteSheet] that
// reviewers filled in. The rows of a sheet have no id. A row that has neither a kind nor a
// note nor a changed question counts as [ImportedFile.Passed]; a note without a kind is a
// comment. The error lists all faulty rows, each as `name:line: what is wrong`; the result
// is nil then.
//
// Columns can be in any order and separated by commas, semicolons or tabs. The byte order
// mark is optional. Unknown columns are ignored.
func ReadCSV(r io.Reader, name string, o ImportOptions) (*ImportedFile, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if line := notUTF8(b); line > 0 {
		return nil, fmt.Errorf("%s:%d: not UTF-8: want CSV in UTF-8", name, line)
	}
	s := newScanner(strings.TrimPrefix(string(b), byteOrderMark))
	head, err := s.record()
	if err != nil {
		return nil, fmt.Errorf("%s:%d: header row: %w", name, s.start, err)
	}
	index := map[string]int{}
	for i, column := range head {
		if _, twice := index[column]; twice && slices.Contains(append(columns(), "edited", "question"), column) {
			return nil, fmt.Errorf("%s:%d: column %q appears twice", name, s.start, column)
		}
		index[column] = i
	}
	for _, column := range []string{"by", "task", "shown", "kind"} {
		if _, ok := index[column]; !ok {
			return nil, fmt.Errorf("%s:1: no column %q: the columns by, task, shown and kind are required", name, column)
		}
	}
	i := &ImportedFile{}
	var faults []error
	for {
		cells, err := s.record()
		if err == io.EOF {
			break
		}
		at := fmt.Sprintf("%s:%d", name, s.start)
		if err == nil && len(cells) != len(head) {
			err = fmt.Errorf("%d cells: want %d", len(cells), len(head))
		}
		if err == nil {
			err = i.addRow(row{index, cells}, at, o)
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", at, err))
		}
		if s.broken {
			break
		}
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	return i, nil
}

// row is a record with the names of its columns.
type row struct {
	index map[string]int
	cells []string
}

// cell returns an unescaped cell; "" if there is no such column.
func (r row) cell(column string) string {
	i, ok := r.index[column]
	if !ok {
		return ""
	}
	return strings.TrimPrefix(r.cells[i], "'")
}

// addRow adds the decisions of one row.
func (i *ImportedFile) addRow(r row, at string, o ImportOptions) error {
	seconds := 0.0
	if s := r.cell("seconds"); s != "" {
		var err error
		if seconds, err = strconv.ParseFloat(s, 64); err != nil {
			return fmt.Errorf("seconds %q: want a number", s)
		}
	}
	when, err := parseTime(r.cell("at"))
	if err != nil {
		return err
	}
	if r.cell("id") == "" {
		by := tidy(r.cell("by"))
		return i.add(statement{
			at: at, source: "csv", by: o.name(by, by), when: when, task: r.cell("task"), shown: r.cell("shown"),
			question: r.cell("question"), edited: r.cell("edited"), kind: r.cell("kind"), reason: r.cell("reason"),
			note: r.cell("note"), from: r.cell("source"), seconds: seconds,
		}, o)
	}
	d := &review.Decision{
		ID: r.cell("id"), At: when.UTC(), By: r.cell("by"), Role: review.ReviewerRole(r.cell("role")), Task: r.cell("task"),
		Shown: digest.Digest(r.cell("shown")), Kind: review.DecisionKind(r.cell("kind")), Reason: task.ReviewReason(r.cell("reason")),
		Note: r.cell("note"), Source: r.cell("source"), Withdraws: r.cell("withdraws"), Guideline: digest.Digest(r.cell("guideline")), Seconds: seconds,
	}
	if s := r.cell("format"); s != "" {
		if d.Format, err = strconv.Atoi(s); err != nil {
			return fmt.Errorf("format %q: want %d", s, review.CurrentFormat)
		}
	}
	if err := r.decode("change", &d.Change); err != nil {
		return err
	}
	if err := r.decode("attempt", &d.Attempt); err != nil {
		return err
	}
	if err := r.decode("answers", &d.Answers); err != nil {
		return err
	}
	if err := d.Validate(); err != nil {
		return err
	}
	i.Entries = append(i.Entries, ImportedDecision{Decision: d, At: at})
	return nil
}

// decode reads the JSON in a cell into to; an empty cell leaves it unchanged.
func (r row) decode(column string, to any) error {
	cell := r.cell(column)
	if cell == "" {
		return nil
	}
	in := json.NewDecoder(strings.NewReader(cell))
	in.DisallowUnknownFields()
	if err := in.Decode(to); err != nil {
		return fmt.Errorf("%s: %w: want JSON as verify decisions writes it", column, err)
	}
	if _, err := in.Token(); err != io.EOF {
		return fmt.Errorf("%s: want only one JSON value", column)
	}
	return nil
}
