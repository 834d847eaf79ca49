package corpus

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// column holds one column's cells. Rows hold the codes of distinct sources, so
// that a value that repeats is stored and parsed once; code 0 is the unobserved
// cell. A column whose values hardly repeat may hold one source under several
// codes.
type column struct {
	reading reading
	codes   []uint32 // one per row
	sources []string // one per code

	touch sync.Once
	cells []atomic.Pointer[Cell] // one per code, filled when asked for

	indexing sync.Once
	postings index
}

// cell returns the cell of a code. Two goroutines may parse the same cell at
// once; what they keep is equal.
func (c *column) cell(code uint32) *Cell {
	c.touch.Do(func() { c.cells = make([]atomic.Pointer[Cell], len(c.sources)) })
	if p := c.cells[code].Load(); p != nil {
		return p
	}
	p, _ := c.reading.cell(c.sources[code])
	c.cells[code].Store(p)
	return p
}

// index returns the column's index, which it builds once.
func (c *column) index() *index {
	c.indexing.Do(func() { c.postings = newIndex(c.codes, c.sources) })
	return &c.postings
}

// reading says how the cells of a column are read.
type reading struct {
	kind       value.Kind
	prose      bool // texts may have several lines
	whole      bool // numbers must be whole
	order      domain.DayOrder
	unit       string
	separators []string
	sentinels  []string
}

// newReading returns how the domain says a column is read. A ratio without a
// unit is in percent.
func newReading(d *domain.Domain, c *domain.Column) reading {
	r := reading{
		kind:       value.Text,
		prose:      c.Kind == domain.KindProse,
		unit:       c.Unit,
		separators: c.Separators,
		order:      c.DayOrder,
	}
	for _, s := range slices.Concat(d.Sentinels, c.Sentinels) {
		r.sentinels = append(r.sentinels, strings.TrimSpace(s))
	}
	switch c.Kind {
	case domain.KindNumber, domain.KindMoney:
		r.kind = value.Number
	case domain.KindRatio:
		r.kind = value.Number
		if r.unit == "" {
			r.unit = "%"
		}
	case domain.KindCount, domain.KindRank:
		r.kind, r.whole = value.Number, true
	case domain.KindDate:
		r.kind = value.Date
	}
	return r
}

// cell reads a source; parsed is false where a value is not of the column's
// kind and stands as a text.
func (r *reading) cell(source string) (c *Cell, parsed bool) {
	state := value.StateOf(source, r.sentinels)
	if state != value.Present {
		return &Cell{State: state, Source: source}, true
	}
	text := value.Unquote(source)
	if len(r.separators) > 0 {
		return r.several(source, text)
	}
	// One allocation holds the cell and its only value.
	one := new(struct {
		Cell
		values [1]value.Value
	})
	one.values[0], parsed = r.value(text)
	one.Cell = Cell{State: value.Present, Source: source, Values: one.values[:]}
	return &one.Cell, parsed
}

// check returns the state of a source and whether its values are of the column's
// kind, as cell does.
func (r *reading) check(source string) (state value.State, parsed bool) {
	if r.kind == value.Text && len(r.separators) == 0 {
		return value.StateOf(source, r.sentinels), true
	}
	c, parsed := r.cell(source)
	return c.State, parsed
}

// several reads a cell that may hold several values. Blank parts and sentinel
// parts are no values; a cell of nothing else has the state of its parts.
func (r *reading) several(source, text string) (c *Cell, parsed bool) {
	c, parsed = &Cell{State: value.Empty, Source: source}, true
	for _, part := range split(text, r.separators) {
		switch part = strings.TrimSpace(part); {
		case part == "":
		case slices.Contains(r.sentinels, part):
			if c.State == value.Empty {
				c.State = value.Sentinel
			}
		default:
			v, ok := r.value(part)
			c.State, c.Values = value.Present, append(c.Values, v)
			parsed = parsed && ok
		}
	}
	c.Values = slices.Clip(c.Values)
	return c, parsed
}

// value reads one value, which is not blank.
func (r *reading) value(text string) (v value.Value, parsed bool) {
	switch r.kind {
	case value.Number:
		v, parsed = value.ParseNumber(text, r.unit)
		parsed = parsed && (!r.whole || v.Number.IsInteger())
	case value.Date:
		if v, parsed = value.ParseDate(text); !parsed {
			v, parsed = value.ParseTimestamp(text)
		}
	default:
		return value.ParseText(text)
	}
	if !parsed {
		v = value.NewText(text)
	}
	return v, parsed
}

// split cuts text at every separator.
func split(text string, separators []string) []string {
	parts := []string{text}
	for _, sep := range separators {
		if sep == "" || !strings.Contains(text, sep) {
			continue
		}
		var finer []string
		for _, p := range parts {
			finer = append(finer, strings.Split(p, sep)...)
		}
		parts = finer
	}
	return parts
}
