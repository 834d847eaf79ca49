package task

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
)

// MaxRowBytes is the maximum size of a task as a row of a Parquet file, in bytes before
// compression. It is the limit of Hugging Face's viewer.
const MaxRowBytes = 2_000_000

// rowsPerGroup bounds the rows of one row group, so that a reader can take a
// large file in parts.
const rowsPerGroup = 1000

// row is a task as a row of a Parquet file. Lists of text are Parquet lists, null for a
// nil list; all other structured fields are JSON. The name of the type is in the file.
type row struct {
	ID           string   `parquet:"id"`
	Family       string   `parquet:"family"`
	Type         string   `parquet:"type"`
	Language     string   `parquet:"language"`
	Draft        string   `parquet:"draft"`
	Question     string   `parquet:"question"`
	Given        string   `parquet:"given"`
	Answer       string   `parquet:"answer"`
	KeyAnswer    []string `parquet:"key_answer,optional,list"`
	KeyMiddle    []string `parquet:"key_middle,optional,list"`
	MiddleValues string   `parquet:"middle_values"`
	AnswerValues string   `parquet:"answer_values"`
	Solution     string   `parquet:"solution"`
	Path         string   `parquet:"path"`
	Plan         string   `parquet:"plan"`
	Derivation   string   `parquet:"derivation"`
	Choices      string   `parquet:"choices"`
	Steps        string   `parquet:"steps"`
	Entities     string   `parquet:"entities"`
	Bystander    string   `parquet:"bystander"`
	Structure    string   `parquet:"structure"`
	Checks       string   `parquet:"checks"`
	Rewriter     string   `parquet:"rewriter"`
	Review       string   `parquet:"review"`
	Provenance   string   `parquet:"provenance"`
	Twin         string   `parquet:"twin"`
}

// later are the columns that files of earlier versions do not have.
var later = []string{"bystander", "given", "middle_values", "derivation", "choices", "solution"}

// Columns returns the names of the Parquet columns in file order. They equal the names of
// the JSON fields.
func Columns() []string {
	t := reflect.TypeFor[row]()
	names := make([]string, t.NumField())
	for i := range names {
		names[i], _, _ = strings.Cut(t.Field(i).Tag.Get("parquet"), ",")
	}
	return names
}

// WriteParquet writes tasks as the rows of a Parquet file, in the given order. Equal tasks
// give equal bytes. A task of more than [MaxRowBytes] bytes or with text that is not UTF-8
// is an error; the error names all such tasks, and nothing is written. Otherwise the error
// is the writer's.
func WriteParquet(w io.Writer, tasks []*Task) error {
	rows := make([]row, len(tasks))
	var faults []error
	for i, t := range tasks {
		var err error
		if rows[i], err = t.row(); err != nil {
			faults = append(faults, fmt.Errorf("task %s: %w", t.ID, err))
		}
	}
	if err := errors.Join(faults...); err != nil {
		return err
	}
	p := parquet.NewGenericWriter[row](w,
		parquet.CreatedBy("taskgrove", "1", "0"), // the library's own version would change the bytes
		parquet.Compression(&parquet.Snappy),     // the one compression every reader has
		parquet.MaxRowsPerRowGroup(rowsPerGroup))
	if _, err := p.Write(rows); err != nil {
		return fmt.Errorf("parquet: %w", err)
	}
	if err := p.Close(); err != nil {
		return fmt.Errorf("parquet: %w", err)
	}
	return nil
}

// ReadParquet reads a file of size bytes that [WriteParquet] wrote, in file order. It
// ignores columns that a task does not have. A missing column, unless earlier versions had
// none, a column of another type, a row that is not a task and a damaged file are errors; the tasks are nil then.
func ReadParquet(r io.ReaderAt, size int64) (tasks []*Task, err error) {
	// The library panics on some files that are cut or damaged.
	defer func() {
		if p := recover(); p != nil {
			tasks, err = nil, fmt.Errorf("parquet: damaged file: %v", p)
		}
	}()
	if err := validateFooter(r, size); err != nil {
		return nil, err
	}
	f, err := parquet.OpenFile(r, size)
	if err != nil {
		return nil, fmt.Errorf("parquet: %w", err)
	}
	if err := validateColumns(f.Schema()); err != nil {
		return nil, err
	}
	p := parquet.NewGenericReader[row](f)
	defer p.Close()
	tasks = []*Task{}
	var faults []error
	for {
		rows := make([]row, rowsPerGroup)
		n, err := p.Read(rows)
		for i := range rows[:n] {
			t, err := rows[i].task()
			if err != nil {
				faults = append(faults, fmt.Errorf("parquet: row %d: %w", len(tasks)+1, err))
			}
			tasks = append(tasks, t)
		}
		if errors.Is(err, io.EOF) || err == nil && n == 0 {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("parquet: %w", err)
		}
	}
	if int64(len(tasks)) != f.NumRows() {
		faults = append(faults, fmt.Errorf("parquet: %d rows: want the %d the file declares", len(tasks), f.NumRows()))
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	return tasks, nil
}

// validateFooter returns an error if the end of the file is not that of a Parquet file.
// It runs first because the library allocates a footer of whatever size it finds there.
func validateFooter(r io.ReaderAt, size int64) error {
	const tail = 8 // the footer's length and the format's mark
	b := make([]byte, tail)
	if size < 2*tail {
		return fmt.Errorf("parquet: %d bytes: want a Parquet file", size)
	}
	if _, err := r.ReadAt(b, size-tail); err != nil {
		return fmt.Errorf("parquet: %w", err)
	}
	if footer := int64(binary.LittleEndian.Uint32(b)); string(b[4:]) != "PAR1" || footer > size-tail {
		return errors.New("parquet: the end of the file is missing or damaged: want a Parquet file")
	}
	return nil
}

// validateColumns returns an error for each column that is missing or of another type.
func validateColumns(have *parquet.Schema) error {
	var faults []error
	for _, want := range parquet.SchemaOf(row{}).Fields() {
		i := slices.IndexFunc(have.Fields(), func(f parquet.Field) bool { return f.Name() == want.Name() })
		if i < 0 && slices.Contains(later, want.Name()) {
			continue
		}
		if i < 0 {
			faults = append(faults, fmt.Errorf("parquet: column %q is missing: want all columns of a task", want.Name()))
			continue
		}
		got := have.Fields()[i]
		if got.Leaf() != want.Leaf() || got.Repeated() || (got.Leaf() && got.Type().Kind() != want.Type().Kind()) {
			faults = append(faults, fmt.Errorf("parquet: column %q is %s: want %s", want.Name(), got, want))
		}
	}
	return errors.Join(faults...)
}

// row returns the task as a row.
func (t *Task) row() (row, error) {
	r := row{
		ID: t.ID, Family: t.Family, Type: t.Type, Language: t.Language,
		Draft: t.Draft, Question: t.Question, Answer: t.Answer,
		KeyAnswer: t.KeyAnswer, KeyMiddle: t.KeyMiddle,
		Solution: t.Solution, Path: t.Path, Rewriter: t.Rewriter,
	}
	for _, c := range []struct {
		name string
		to   *string
		from any
	}{
		{"given", &r.Given, t.Given},
		{"middle_values", &r.MiddleValues, t.MiddleValues},
		{"answer_values", &r.AnswerValues, t.AnswerValues},
		{"plan", &r.Plan, t.Plan},
		{"derivation", &r.Derivation, t.Derivation},
		{"choices", &r.Choices, t.Choices},
		{"steps", &r.Steps, t.Steps},
		{"entities", &r.Entities, t.Entities},
		{"bystander", &r.Bystander, t.Bystander},
		{"structure", &r.Structure, t.Structure},
		{"checks", &r.Checks, t.Checks},
		{"review", &r.Review, t.Review},
		{"provenance", &r.Provenance, t.Provenance},
		{"twin", &r.Twin, t.Twin},
	} {
		text, err := jsonLine(c.from)
		if err != nil {
			return row{}, fmt.Errorf("%s: %w", c.name, err)
		}
		*c.to = text
	}
	return r, r.validate(0)
}

// ValidateRow returns the error that [WriteParquet] would return for the task if its row
// were larger by extra bytes, which leaves room for parts that are filled in later; nil if
// the task can be written.
func (t *Task) ValidateRow(extra int) error {
	r, err := t.row()
	if err != nil {
		return err
	}
	return r.validate(extra)
}

// validate returns why the row with so many extra bytes cannot be written.
func (r *row) validate(extra int) error {
	size := extra
	v := reflect.ValueOf(r).Elem()
	for i, name := range Columns() {
		texts, ok := v.Field(i).Interface().([]string)
		if !ok {
			texts = []string{v.Field(i).String()}
		}
		for _, s := range texts {
			if !utf8.ValidString(s) {
				return fmt.Errorf("%s: text that is not UTF-8", name)
			}
			size += len(s)
		}
	}
	if size > MaxRowBytes {
		return fmt.Errorf("%d bytes: want at most %d in a row", size, MaxRowBytes)
	}
	return nil
}

// task returns the row as a task.
func (r *row) task() (*Task, error) {
	t := &Task{
		ID: r.ID, Family: r.Family, Type: r.Type, Language: r.Language,
		Draft: r.Draft, Question: r.Question, Answer: r.Answer,
		KeyAnswer: r.KeyAnswer, KeyMiddle: r.KeyMiddle,
		Solution: r.Solution, Path: r.Path, Rewriter: r.Rewriter,
	}
	for _, c := range []struct {
		name, from string
		to         any
	}{
		{"given", r.Given, &t.Given},
		{"middle_values", r.MiddleValues, &t.MiddleValues},
		{"answer_values", r.AnswerValues, &t.AnswerValues},
		{"plan", r.Plan, &t.Plan},
		{"derivation", r.Derivation, &t.Derivation},
		{"choices", r.Choices, &t.Choices},
		{"steps", r.Steps, &t.Steps},
		{"entities", r.Entities, &t.Entities},
		{"bystander", r.Bystander, &t.Bystander},
		{"structure", r.Structure, &t.Structure},
		{"checks", r.Checks, &t.Checks},
		{"review", r.Review, &t.Review},
		{"provenance", r.Provenance, &t.Provenance},
		{"twin", r.Twin, &t.Twin},
	} {
		if c.from == "" && slices.Contains(later, c.name) {
			continue
		}
		if err := json.Unmarshal([]byte(c.from), c.to); err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return t, nil
}

// jsonLine returns a value as JSON on one line that escapes only the characters that JSON
// requires.
func jsonLine(v any) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "", err
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}
