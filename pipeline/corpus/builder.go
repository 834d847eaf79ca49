package corpus

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// builder makes a table of the records that a format's reader hands it. It is a
// [taker].
type builder struct {
	domain   *domain.Domain
	table    *Table
	report   TableReport
	faults   *faults
	cells    []columnBuilder
	store    arena
	most     int64    // bytes of different cells that the table may have
	key      []int    // the numbers of the columns that name a row; nil if none do
	keyCells int      // records with a cell in a column of the key
	named    [][]byte // the cells of a record's key, as they are kept
	keys     map[string]struct{}
	lines    []int32  // of the file, by row
	ignored  []int    // cells that were not read, by column
	typed    bool     // the file's own types are kept, see [reading.byKind]
	kinds    [][]byte // cells as their kinds have them
	others   []string // the first columns of the file that are not declared, each once
}

// mostOthers is how many undeclared columns of a file are noted.
const mostOthers = 5

// newBuilder returns a builder for a table of the domain and the file it is read
// from, "" for none.
func newBuilder(d *domain.Domain, spec *domain.Table, file string) *builder {
	t := &Table{spec: spec, columns: make([]column, len(spec.Columns)), numbers: map[string]int{}}
	b := &builder{
		domain:  d,
		table:   t,
		report:  TableReport{Name: spec.Name, File: file},
		faults:  newFaults(file),
		cells:   make([]columnBuilder, len(spec.Columns)),
		ignored: make([]int, len(spec.Columns)),
		keys:    map[string]struct{}{},
		most:    maxTable,
	}
	for i := range spec.Columns {
		t.numbers[spec.Columns[i].Name] = i
		t.columns[i].reading = newReading(d, &spec.Columns[i])
		b.cells[i] = columnBuilder{sources: []string{""}, codes: map[string]uint32{"": 0}}
	}
	for _, name := range spec.KeyColumns() {
		if n := t.Column(name); n >= 0 {
			b.key = append(b.key, n)
		}
	}
	b.named = make([][]byte, len(b.key))
	return b
}

// column finds a column by its name, in which invisible characters do not count.
func (b *builder) column(name string) int { return b.table.Column(value.StripInvisible(name)) }

func (b *builder) columns() []string {
	names := make([]string, len(b.cells))
	for i := range names {
		names[i] = b.table.spec.Columns[i].Name
	}
	return names
}

func (b *builder) add(ctx context.Context, line int, cells [][]byte) error {
	if err := b.count(ctx); err != nil {
		return err
	}
	if slices.ContainsFunc(b.key, func(i int) bool { return len(cells[i]) > 0 }) {
		b.keyCells++
	}
	if !b.typed {
		cells = b.byKind(cells)
	}
	cells = b.putTogether(cells)
	if !b.accept(line, cells) {
		b.report.Dropped++
		return nil
	}
	if b.table.rows == math.MaxInt32 {
		return fmt.Errorf("more than %d rows: want several smaller tables", math.MaxInt32)
	}
	if b.store.kept > b.most {
		return fmt.Errorf("more than %d MiB of different cells: want several smaller tables, or fewer columns", b.most>>20)
	}
	b.table.rows++
	b.lines = append(b.lines, int32(min(line, math.MaxInt32)))
	for i := range b.cells {
		switch k := slices.Index(b.key, i); {
		case k >= 0 && len(b.key) == 1:
			b.cells[i].push(b.store.keep(b.named[k])) // no two are equal
		case k >= 0:
			b.keep(i, b.named[k])
		case !b.cells[i].repeat(cells[i]):
			source, what := b.table.columns[i].reading.clean(cells[i])
			b.unclean(line, i, what)
			b.keep(i, source)
		}
	}
	return nil
}

// putTogether returns the cells of a record after it has made the cells of columns with parts. It ignores
// the cells that the source has for these columns.
func (b *builder) putTogether(cells [][]byte) [][]byte {
	own := false
	for i := range cells {
		names := b.table.spec.Columns[i].Parts
		if names == nil {
			continue
		}
		if !own {
			cells, own = slices.Clone(cells), true // the reader's are its own
		}
		texts := make([]string, len(names))
		for k, name := range names {
			n := b.table.Column(name)
			if source := string(cells[n]); value.StateOf(source, b.table.columns[n].reading.sentinels) == value.Present {
				texts[k] = strings.TrimSpace(value.Unquote(source))
			}
		}
		cells[i] = []byte("null")
		if text := domain.PutTogether(texts); text != "" {
			cells[i], _ = jsontext.AppendQuote(nil, text)
		}
	}
	return cells
}

// keep adds a clean cell to a column.
func (b *builder) keep(column int, source []byte) {
	if !b.cells[column].repeat(source) {
		b.cells[column].add(source, &b.store)
	}
}

func (b *builder) drop(ctx context.Context, line int, what, wanted string) error {
	b.report.Dropped++
	b.faults.add(line, Malformed, what, wanted)
	return b.count(ctx)
}

// count counts a record and now and then asks whether to go on.
func (b *builder) count(ctx context.Context) error {
	b.report.Rows++
	if b.report.Rows%4096 == 0 {
		return ctx.Err()
	}
	return nil
}

// accept reports whether a record has a key of its own, and notes the key's cells as the table
// keeps them.
func (b *builder) accept(line int, cells [][]byte) bool {
	if b.key == nil {
		return true
	}
	for k, i := range b.key {
		r := &b.table.columns[i].reading
		cell, what := r.clean(cells[i])
		if cell == nil && what != "" {
			b.faults.add(line, MissingKey, fmt.Sprintf("key %s holds %s", b.keyName(k), what), "a value that names the row")
			return false
		}
		b.unclean(line, i, what)
		if state := value.StateOf(string(cell), r.sentinels); state != value.Present {
			b.faults.add(line, MissingKey, fmt.Sprintf("key %s is %s", b.keyName(k), state), "a value that names the row")
			return false
		}
		b.named[k] = cell
	}
	key := b.keyText()
	if _, ok := b.keys[key]; ok {
		b.faults.add(line, DuplicateKey, b.repeatedKey()+" in an earlier row", "a key of its own for each row")
		return false
	}
	b.keys[key] = struct{}{}
	return true
}

// keyName returns the name of a column of the key.
func (b *builder) keyName(k int) string { return b.table.spec.Columns[b.key[k]].Name }

// keyText returns the texts of a record's key as one text, which no other key has.
func (b *builder) keyText() string {
	if len(b.named) == 1 {
		return value.Unquote(string(b.named[0]))
	}
	var joined []byte
	for _, cell := range b.named {
		text := value.Unquote(string(cell))
		joined = append(binary.AppendUvarint(joined, uint64(len(text))), text...)
	}
	return string(joined)
}

// repeatedKey says that a record's key stands elsewhere.
func (b *builder) repeatedKey() string {
	parts := make([]string, len(b.named))
	for k, cell := range b.named {
		parts[k] = fmt.Sprintf("%s %q", b.keyName(k), value.Unquote(string(cell)))
	}
	if len(parts) == 1 {
		return parts[0] + " stands"
	}
	return strings.Join(parts, " and ") + " stand together"
}

func (b *builder) unknown(line int, name string) {
	if len(b.others) < mostOthers && !slices.Contains(b.others, name) {
		b.others = append(b.others, name)
	}
	b.faults.fold(line, UnknownColumn, fmt.Sprintf("unknown column %q", name), "a column of "+b.table.spec.Name)
}

func (b *builder) ignore(line int, reason LoadReason, name string) {
	holds, wanted := "a list or an object", "a string, a number, true, false or null"
	if reason == Binary {
		holds, wanted = "bytes that are not UTF-8", "text"
	}
	if n := b.column(name); n >= 0 {
		b.ignored[n]++
	}
	b.faults.fold(line, reason, fmt.Sprintf("column %s holds %s", name, holds), wanted)
}

// unclean reports a cell that [reading.clean] changed, or ignored for a control character;
// what is "" for neither.
func (b *builder) unclean(line, column int, what string) {
	name := b.table.spec.Columns[column].Name
	wanted := "text without control characters"
	if !b.table.columns[column].reading.prose {
		wanted += " on one line, or a column of kind " + string(domain.KindProse)
	}
	switch what {
	case "":
	case invisible:
		b.faults.fold(line, InvisibleCharacter, fmt.Sprintf("column %s holds invisible characters, which are not read", name), "text without them")
	default:
		b.ignored[column]++
		b.faults.fold(line, ControlCharacter, fmt.Sprintf("column %s holds %s", name, what), wanted)
	}
}

func (b *builder) repeated(line int, name string) {
	b.faults.add(line, DuplicateColumn, fmt.Sprintf("column %q stands twice", name), "each column once")
}

// finish returns the table, its rows in order and its columns parsed once for the report.
func (b *builder) finish() (*Table, TableReport) {
	b.keys = nil
	b.sort()
	for i := range b.cells {
		c := &b.table.columns[i]
		c.codes, c.sources = b.cells[i].rows, b.cells[i].sources
		b.cells[i] = columnBuilder{}
		r := c.account(b.table.spec.Columns[i].Name, b.lines)
		r.Ignored = b.ignored[i]
		b.report.Columns = append(b.report.Columns, r)
	}
	b.report.Kept, b.report.Drops = b.table.rows, b.faults.dropped()
	b.lines = nil
	return b.table, b.report
}

// account counts a column's cells. Each distinct source is parsed and let go:
// most are never asked for again. Lines are those of rows, 0 for rows without one.
func (c *column) account(name string, lines []int32) ColumnReport {
	const unparsed = 1 << 7
	kinds := make([]uint8, len(c.sources))
	for code, source := range c.sources {
		state, parsed := c.reading.check(source)
		kinds[code] = uint8(state)
		if !parsed {
			kinds[code] |= unparsed
		}
	}
	r := ColumnReport{Name: name}
	for row, code := range c.codes {
		kind := kinds[code]
		switch value.State(kind &^ unparsed) {
		case value.Empty:
			r.Empty++
		case value.Sentinel:
			r.Sentinel++
		case value.Present:
			r.Present++
			if kind&unparsed != 0 {
				if r.Unparsed++; r.Unparsed == 1 || int(lines[row]) < r.Line {
					r.Unread, r.Line = excerpt(value.Unquote(c.sources[code])), int(lines[row])
				}
			}
		}
	}
	r.Observed = r.Empty + r.Sentinel + r.Present
	return r
}

// excerpt returns the beginning of a text.
func excerpt(text string) string {
	const most = 40 // characters
	n := 0
	for i := range text {
		if n == most {
			return text[:i] + "…"
		}
		n++
	}
	return text
}

// columnBuilder encodes a column's cells by distinct source.
type columnBuilder struct {
	rows    []uint32
	sources []string
	codes   map[string]uint32 // by source; nil once the column is not worth it
}

// The dictionary of a column is given up where, after trialRows rows, more than
// nine sources in ten are new: names, numbers of cases, prose.
const trialRows = 1 << 16

// repeat adds a cell whose source the dictionary has, and reports whether it does. It adds
// the cell that nobody observed, too.
func (c *columnBuilder) repeat(source []byte) bool {
	code, ok := uint32(0), len(source) == 0
	if !ok {
		code, ok = c.codes[string(source)]
	}
	if ok {
		c.rows = append(c.rows, code)
		c.judge()
	}
	return ok
}

// add adds a cell whose source the dictionary does not have.
func (c *columnBuilder) add(source []byte, store *arena) {
	kept := store.keep(source)
	code := c.push(kept)
	if c.codes != nil {
		c.codes[kept] = code
	}
	c.judge()
}

// judge gives the dictionary up if the column is not worth it.
func (c *columnBuilder) judge() {
	if len(c.rows) == trialRows && len(c.sources) > trialRows/10*9 {
		c.codes = nil
	}
}

// push adds a cell with a source that is kept, under a code of its own.
func (c *columnBuilder) push(source string) (code uint32) {
	code = uint32(len(c.sources))
	c.sources = append(c.sources, source)
	c.rows = append(c.rows, code)
	return code
}

// arena keeps strings side by side in large blocks, which takes less memory and
// work than one allocation each.
type arena struct {
	block strings.Builder
	size  int
	kept  int64 // bytes
}

const (
	minBlock = 1 << 12
	maxBlock = 1 << 20
)

// keep returns b as a string, a part of the block. A full block is left to the
// strings in it: growing it would copy them all.
func (a *arena) keep(b []byte) string {
	if a.block.Cap()-a.block.Len() < len(b) {
		a.size = min(max(2*a.size, minBlock), maxBlock)
		a.block = strings.Builder{}
		a.block.Grow(max(a.size, len(b)))
	}
	from := a.block.Len()
	a.block.Write(b)
	a.kept += int64(len(b))
	return a.block.String()[from:]
}
