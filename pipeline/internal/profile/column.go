package profile

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Of profiles a corpus. It measures as many columns at once as there are
// processors and holds the distinct texts of each of them meanwhile.
func Of(c *corpus.Corpus) *Profile {
	d := c.Domain()
	p := &Profile{Tables: make([]TableProfile, len(d.Tables)), Passages: make([]PassagesProfile, len(d.Passages))}
	var todo []func()
	for i := range d.Tables {
		spec := &d.Tables[i]
		t := c.Table(spec.Name)
		columns := make([]ColumnProfile, len(spec.Columns))
		p.Tables[i] = TableProfile{Name: spec.Name, Label: label(d, spec.Label), Rows: t.Len(), Columns: columns}
		for j := range columns {
			todo = append(todo, func() { columns[j] = newColumn(c, t, j) })
		}
	}
	for i, spec := range d.Passages {
		todo = append(todo, func() {
			p.Passages[i] = newPassages(c.Passages(spec.Name))
			p.Passages[i].Name, p.Passages[i].Label = spec.Name, label(d, spec.Label)
		})
	}
	joins := newJoins(c)
	todo = append(todo, joins.todo()...)
	runAll(todo)
	p.Joins = joins.list
	return p
}

// runAll runs all functions, as many at once as there are processors.
func runAll(todo []func()) {
	var next atomic.Int64
	var done sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		done.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(todo) {
					return
				}
				todo[i]()
			}
		})
	}
	done.Wait()
}

// newColumn measures one column.
func newColumn(c *corpus.Corpus, t *corpus.Table, col int) ColumnProfile {
	d, spec := c.Domain(), &t.Spec().Columns[col]
	m := measurer{
		ColumnProfile: ColumnProfile{Name: spec.Name, Label: label(d, spec.Label), Holds: spec.Entity},
		masked:        c.Masked,
		texts:         make(map[string]int, t.Sources(col)),
		lengths:       map[int]int{},
	}
	if spec.Entity == "" {
		m.Holds = string(spec.Kind)
	}
	if kind := cellKind(spec); kind != value.Text {
		m.kind, m.Forms = kind, &Forms{}
	} else if spec.Kind != domain.KindProse && len(d.Masks) > 0 {
		m.Masks = &Masks{}
	}
	if len(spec.Separators) > 0 {
		m.Values = &Values{}
	}
	for cell, rows := range t.Cells(col) {
		m.add(cell, rows)
	}
	return m.column()
}

// cellKind returns the kind that the cells of a column are read as.
func cellKind(c *domain.Column) value.Kind {
	switch {
	case c.Kind.Numeric():
		return value.Number
	case c.Kind == domain.KindDate:
		return value.Date
	}
	return value.Text
}

// measurer accumulates the cells of one column.
type measurer struct {
	ColumnProfile
	kind    value.Kind // "" for text
	masked  func(string) bool
	texts   map[string]int // rows by text
	lengths map[int]int    // rows by characters
	numbers weightedValues
}

// add counts a cell that occurs in the given number of rows.
func (m *measurer) add(cell corpus.Cell, rows int) {
	switch cell.State {
	case value.Unobserved:
		return
	case value.Empty:
		m.Empty += rows
	case value.Sentinel:
		m.Sentinel += rows
	case value.Present:
		m.Present += rows
		m.present(cell, rows)
	}
	m.Observed += rows
}

// present measures a cell that holds a value.
func (m *measurer) present(cell corpus.Cell, rows int) {
	text := cell.Text()
	m.texts[text] += rows
	m.lengths[utf8.RuneCountInString(text)] += rows
	if m.Values != nil {
		m.Values.PerCell.add(len(cell.Values), rows)
		if len(cell.Values) > 1 {
			m.Values.Several += rows
		}
	}
	if m.Masks != nil {
		m.Masks.Values += rows * len(cell.Values)
		for _, v := range cell.Values {
			if m.masked(v.Text) {
				m.Masks.Masked += rows
			}
		}
	}
	if m.Forms != nil {
		m.typed(cell, text, rows)
	}
}

// typed measures a cell of a numeric or date column.
func (m *measurer) typed(cell corpus.Cell, text string, rows int) {
	parsed := true
	for _, v := range cell.Values {
		if v.Kind != m.kind {
			parsed = false
			continue
		}
		m.numbers.add(number(v), rows)
	}
	if !parsed {
		m.Forms.Unparsed += rows
		return
	}
	if cell.Source[0] != '"' {
		m.Forms.Numerals += rows
	}
	if slices.ContainsFunc(cell.Values, weekend) {
		m.Forms.Weekends += rows
	}
	if m.kind == value.Number && hasScale(text) {
		m.Forms.Scaled += rows
	}
}

// number returns an amount, or a day counted from 1970-01-01.
func number(v value.Value) float64 {
	if t, ok := v.Time(); ok {
		return float64(t.Unix() / secondsPerDay)
	}
	return v.Number.InexactFloat64()
}

// weekend reports whether a value is a day of a weekend.
func weekend(v value.Value) bool {
	t, ok := v.Time()
	return ok && (t.Weekday() == time.Saturday || t.Weekday() == time.Sunday)
}

const secondsPerDay = 24 * 60 * 60

// hasScale reports whether a number has letters, other than those of an exponent.
func hasScale(text string) bool {
	for i, r := range text {
		exponent := (r == 'e' || r == 'E') && i > 0 && unicode.IsDigit(rune(text[i-1]))
		if unicode.IsLetter(r) && !exponent {
			return true
		}
	}
	return false
}

// column returns the profile of the cells added so far.
func (m *measurer) column() ColumnProfile {
	c := m.ColumnProfile
	c.Repeats = newRepeats(m.texts)
	c.Length = lengthQuantiles(m.lengths)
	switch m.kind {
	case value.Number:
		c.Amounts = m.numbers.quantiles()
	case value.Date:
		c.Days = m.numbers.quantiles()
	}
	return c
}

// lengthQuantiles returns the quantiles of lengths, given the count of each.
func lengthQuantiles(lengths map[int]int) *Quantiles {
	var w weightedValues
	for length, n := range lengths {
		w.add(float64(length), n)
	}
	return w.quantiles()
}

// newPassages measures the texts of a retrieval corpus.
func newPassages(texts []string) PassagesProfile {
	counts, lengths := make(map[string]int, len(texts)), map[int]int{}
	for _, text := range texts {
		counts[text]++
		lengths[utf8.RuneCountInString(text)]++
	}
	return PassagesProfile{Texts: len(texts), Repeats: newRepeats(counts), Length: lengthQuantiles(lengths)}
}
