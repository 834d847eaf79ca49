package corpus

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// texts makes passages of the records that a format's reader hands it. It is a
// [taker] of one column, the declared field.
type texts struct {
	spec   *domain.Passages
	report PassagesReport
	faults *faults
	kept   []string
	known  bool // a header or schema has the column
	listed bool // the file's order is kept
}

func newTexts(d *domain.Domain, spec *domain.Passages, file string) *texts {
	return &texts{spec: spec, listed: d.FileOrder || spec.FileOrder, report: PassagesReport{Name: spec.Name, File: file}, faults: newFaults(file)}
}

func (t *texts) column(name string) int {
	if name != t.spec.Field {
		return -1
	}
	t.known = true
	return 0
}

func (t *texts) columns() []string { return []string{t.spec.Field} }

func (t *texts) add(ctx context.Context, line int, cells [][]byte) error {
	text := ""
	if source := cells[0]; len(source) > 0 && source[0] == '"' {
		text = value.Unquote(string(source))
	}
	return t.take(ctx, line, text)
}

// take takes a text, "" for none.
func (t *texts) take(ctx context.Context, line int, text string) error {
	text = value.StripInvisible(text)
	control := value.FindControl(text, true)
	switch {
	case strings.TrimSpace(text) == "":
		t.faults.add(line, MissingText, "no text", fmt.Sprintf("a string in field %q", t.spec.Field))
	case control != "":
		t.faults.add(line, Malformed, "the text holds "+control, "text without control characters")
	default:
		t.kept = append(t.kept, text)
	}
	return t.count(ctx)
}

func (t *texts) drop(ctx context.Context, line int, what, wanted string) error {
	t.faults.add(line, Malformed, what, wanted)
	return t.count(ctx)
}

// count counts a record and now and then asks whether to go on.
func (t *texts) count(ctx context.Context) error {
	t.report.Rows++
	if t.report.Rows%4096 == 0 {
		return ctx.Err()
	}
	return nil
}

// unknown lets other fields be: texts may come with what is known of them.
func (t *texts) unknown(int, string) {}

// ignore adds nothing: the record has no text, which is the fault.
func (t *texts) ignore(int, LoadReason, string) {}

func (t *texts) repeated(line int, name string) {
	t.faults.add(line, DuplicateColumn, fmt.Sprintf("column %q stands twice", name), "each column once")
}

// missing is the error of a file with columns, none of which is the field.
func (t *texts) missing() error {
	if t.known {
		return nil
	}
	return fmt.Errorf("no column %q: want the column that holds the texts", t.spec.Field)
}

// finish returns what was read, the texts in order unless the domain keeps the file's.
func (t *texts) finish() part {
	if !t.listed {
		slices.SortFunc(t.kept, compareNaturally)
	}
	t.report.Kept = len(t.kept)
	t.report.Dropped, t.report.Drops = t.report.Rows-t.report.Kept, t.faults.dropped()
	return part{passages: t.kept, texts: t.report, faults: t.faults}
}
