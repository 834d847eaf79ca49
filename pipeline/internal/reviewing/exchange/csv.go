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

// columns are those of a decision, in order.
func columns() []string {
	return []string{"id", "at", "by", "role", "task", "shown", "kind", "reason", "note", "change", "attempt", "withdraws", "answers", "guideline", "seconds"}
}

// mark is UTF-8's byte order mark. Spreadsheets take a file without it for one in the
// encoding of their country.
const mark = "\ufeff"

// WriteCSV writes decisions as CSV in UTF-8, after a byte order mark, with a header row and
// lines that end in CR LF (RFC 4180). A change, an attempt and answers are JSON, and what is
// not there is an empty cell.
//
// A cell that begins with what spreadsheets take for a formula, one of = + - @, the same in
// full width, a tab, CR or LF, or with an apostrophe, has an apostrophe before it. [ReadCSV]
// takes it off again: what is read is what was written.
func WriteCSV(w io.Writer, decisions []*review.Decision) error {
	b := bufio.NewWriter(w)
	b.WriteString(mark)
	writeRow(b, columns())
	for _, d := range decisions {
		if err := d.Validate(); err != nil {
			return fmt.Errorf("decision %q: %w", d.ID, err)
		}
		row := []string{d.ID, d.At.Format(time.RFC3339Nano), d.By, string(d.Role), d.Task, string(d.Shown), string(d.Kind),
			string(d.Reason), d.Note, "", "", d.Withdraws, "", string(d.Guideline), ""}
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
		writeRow(b, row)
	}
	return b.Flush()
}

// text returns a value as JSON in which markup stays readable.
func text(v any) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// writeRow writes cells as one record.
func writeRow(b *bufio.Writer, cells []string) {
	for i, cell := range cells {
		if i > 0 {
			b.WriteByte(',')
		}
		if cell = guard(cell); strings.ContainsAny(cell, ",\"\r\n") || strings.TrimSpace(cell) != cell {
			cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
		}
		b.WriteString(cell)
	}
	b.WriteString("\r\n")
}

// guard puts an apostrophe before what a spreadsheet would not take for text, and before
// another one, so that it can be told from it.
func guard(cell string) string {
	if r, _ := utf8.DecodeRuneInString(cell); cell != "" && strings.ContainsRune("=+-@＝＋－＠\t\r\n'", r) {
		return "'" + cell
	}
	return cell
}

// ReadCSV reads decisions as [WriteCSV] writes them, and what people filled in in a sheet
// of [WriteSheet]: rows without an id, of which those without a kind, a note and another
// question are passed over. The name is for errors, which have the form `name:line: what is
// wrong` and come all at once; there is no Import then.
//
// Columns can be in any order, separated by commas, semicolons or tabs, with a byte order
// mark or without; others than those wanted are not looked at.
func ReadCSV(r io.Reader, name string, o ImportOptions) (*ImportedFile, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if line := notUTF8(b); line > 0 {
		return nil, fmt.Errorf("%s:%d: not UTF-8: want CSV in UTF-8", name, line)
	}
	s := newScanner(strings.TrimPrefix(string(b), mark))
	head, err := s.record()
	if err != nil {
		return nil, fmt.Errorf("%s:%d: header row: %w", name, s.start, err)
	}
	index := map[string]int{}
	for i, column := range head {
		if _, twice := index[column]; twice && slices.Contains(append(columns(), "edited", "question"), column) {
			return nil, fmt.Errorf("%s:%d: column %q is there twice: want it once", name, s.start, column)
		}
		index[column] = i
	}
	for _, column := range []string{"by", "task", "shown", "kind"} {
		if _, ok := index[column]; !ok {
			return nil, fmt.Errorf("%s:1: no column %q: want by, task, shown and kind at least", name, column)
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
			err = i.row(row{index, cells}, at, o)
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

// row is a record whose cells have names.
type row struct {
	index map[string]int
	cells []string
}

// cell returns a cell as it was before it was guarded; "" where there is no such column.
func (r row) cell(column string) string {
	i, ok := r.index[column]
	if !ok {
		return ""
	}
	return strings.TrimPrefix(r.cells[i], "'")
}

// row takes one row up.
func (i *ImportedFile) row(r row, at string, o ImportOptions) error {
	seconds := 0.0
	if s := r.cell("seconds"); s != "" {
		var err error
		if seconds, err = strconv.ParseFloat(s, 64); err != nil {
			return fmt.Errorf("seconds %q: want a number", s)
		}
	}
	when, err := moment(r.cell("at"))
	if err != nil {
		return err
	}
	if r.cell("id") == "" {
		by := tidy(r.cell("by"))
		return i.add(statement{
			at: at, source: "csv", by: o.name(by, by), when: when, task: r.cell("task"), shown: r.cell("shown"),
			question: r.cell("question"), edited: r.cell("edited"), kind: r.cell("kind"), reason: r.cell("reason"),
			note: r.cell("note"), seconds: seconds,
		}, o)
	}
	d := &review.Decision{
		ID: r.cell("id"), At: when.UTC(), By: r.cell("by"), Role: review.ReviewerRole(r.cell("role")), Task: r.cell("task"),
		Shown: digest.Digest(r.cell("shown")), Kind: review.DecisionKind(r.cell("kind")), Reason: task.ReviewReason(r.cell("reason")),
		Note: r.cell("note"), Withdraws: r.cell("withdraws"), Guideline: digest.Digest(r.cell("guideline")), Seconds: seconds,
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

// decode reads a cell of JSON; an empty one is nothing.
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
		return fmt.Errorf("%s: more than one value: want one", column)
	}
	return nil
}
