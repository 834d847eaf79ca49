package published

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Complete writes the tables of a corpus to a directory, completed by what the
// recording shows of rows beyond the corpus: a row found by a lookup has the
// lookup's arguments in the columns that were matched, which recovered rows lack
// where nobody asked for them. A row whose key nobody saw gets one with the
// domain's first mask in it, which names nothing and is never an answer; a domain
// without masks is an error.
func (r *Recording) Complete(c *corpus.Corpus, dir string) error {
	if len(r.domain.Masks) == 0 {
		return fmt.Errorf("domain %q: no mask: want one for rows whose key nobody saw", r.domain.Name)
	}
	tables := map[string]*draftTable{}
	for i := range r.domain.Tables {
		spec := &r.domain.Tables[i]
		tables[spec.Name] = newDraftTable(c.Table(spec.Name), r.domain.Masks[0])
	}
	for _, key := range r.order {
		l := r.lookups[key]
		l.keys = nil
		t := tables[l.spec.Table]
		found := t.found(l)
		for i, row := range l.rows {
			l.keys = append(l.keys, t.put(l, i, row, found))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		if err := tables[name].write(filepath.Join(dir, name+".jsonl")); err != nil {
			return err
		}
	}
	return nil
}

// draftTable is a table that rows are added to.
type draftTable struct {
	spec *domain.Table
	mask string // marks a key that nobody saw
	rows []map[string]json.RawMessage
	at   map[string]int // rows by the text of their key
}

func newDraftTable(t *corpus.Table, mask string) *draftTable {
	d := &draftTable{mask: mask, spec: t.Spec(), at: map[string]int{}}
	for row := range t.Len() {
		cells := map[string]json.RawMessage{}
		for col, c := range t.Spec().Columns {
			if source := t.Cell(row, col).Source; source != "" {
				cells[c.Name] = json.RawMessage(source)
			}
		}
		d.at[text(cells[d.spec.Key])] = len(d.rows)
		d.rows = append(d.rows, cells)
	}
	return d
}

// text returns the content of a JSON string, or the JSON itself.
func text(cell json.RawMessage) string {
	var s string
	if json.Unmarshal(cell, &s) != nil {
		return string(cell)
	}
	return s
}

// put adds the i-th row a lookup found, or its cells to the row of its key, and
// returns the key. The table had the rows found before.
func (d *draftTable) put(l *lookup, i int, row map[string]json.RawMessage, found []int) string {
	cells := maps.Clone(row)
	cell, ok := cells[d.spec.Key]
	if !ok {
		key, ok := d.known(l, i, cells, found)
		if !ok {
			key = fmt.Sprintf("%s%s %d", d.mask, strings.Join(slices.Sorted(maps.Values(l.args)), " "), i+1)
		}
		cell = quoted(key)
		cells[d.spec.Key] = cell
	}
	key := text(cell)
	if slices.Contains(l.keys, key) { // the same key twice in one list
		key = fmt.Sprintf("%s%s %d", key, d.mask, i+1)
		cells[d.spec.Key] = quoted(key)
	}
	at, ok := d.at[key]
	if !ok {
		at = len(d.rows)
		d.at[key] = at
		d.rows = append(d.rows, map[string]json.RawMessage{})
	}
	for name, cell := range cells {
		if _, has := d.rows[at][name]; !has {
			d.rows[at][name] = cell
		}
	}
	d.matched(l, d.rows[at])
	return key
}

// found returns the rows the table has for a lookup.
func (d *draftTable) found(l *lookup) []int {
	var found []int
	for at, row := range d.rows {
		if d.matches(l, row) {
			found = append(found, at)
		}
	}
	if l.spec.Returns != domain.Many && len(found) > 0 {
		found = found[:1]
	}
	return found
}

// known finds the key of a row whose key was not asked for. Where the table has as
// many rows for the lookup as it found, they are the same, for files keep the order
// of the source; else it is a row of the lookup with the same cells.
func (d *draftTable) known(l *lookup, i int, cells map[string]json.RawMessage, found []int) (string, bool) {
	same := agrees
	if len(found) == len(l.rows) {
		found, same = found[i:i+1], compatible
	}
	for _, at := range found {
		key := text(d.rows[at][d.spec.Key])
		if same(d.rows[at], cells) && !slices.Contains(l.keys, key) {
			return key, true
		}
	}
	return "", false
}

// agrees reports whether a row has all of the cells.
func agrees(row, cells map[string]json.RawMessage) bool {
	for name, cell := range cells {
		if row[name] == nil || !sameCell(row[name], cell) {
			return false
		}
	}
	return true
}

// compatible reports whether a row has no other cell where there is one of the cells.
func compatible(row, cells map[string]json.RawMessage) bool {
	for name, cell := range cells {
		if row[name] != nil && !sameCell(row[name], cell) {
			return false
		}
	}
	return true
}

// sameCell compares cells as texts, space around them and its kind aside.
func sameCell(a, b json.RawMessage) bool {
	return value.Fold(text(a)) == value.Fold(text(b))
}

// matches reports whether a lookup finds a row.
func (d *draftTable) matches(l *lookup, row map[string]json.RawMessage) bool {
	return slices.ContainsFunc(l.spec.Match, func(m domain.LookupMatch) bool {
		for i, column := range m.Columns {
			if row[column] == nil || !sameName(text(row[column]), l.args[m.Inputs[i]]) {
				return false
			}
		}
		return true
	})
}

// sameName compares names whose round brackets may be of either width.
func sameName(a, b string) bool {
	return wide.Replace(a) == wide.Replace(b)
}

var wide = strings.NewReplacer("(", "（", ")", "）")

// matched fills the columns a lookup matched, where only one way to match is left.
func (d *draftTable) matched(l *lookup, row map[string]json.RawMessage) {
	if d.matches(l, row) {
		return
	}
	var left []domain.LookupMatch
	for _, m := range l.spec.Match {
		if !slices.ContainsFunc(m.Columns, func(column string) bool { return row[column] != nil }) {
			left = append(left, m)
		}
	}
	if len(left) != 1 {
		return
	}
	for i, column := range left[0].Columns {
		row[column] = quoted(l.args[left[0].Inputs[i]])
	}
}

// quoted returns a text as JSON.
func quoted(s string) json.RawMessage {
	b, err := json.Marshal(s)
	if err != nil {
		panic("published: a text without JSON: " + err.Error())
	}
	return b
}

// write writes the table, a row a line.
func (d *draftTable) write(path string) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() {
		if e := f.Close(); err == nil {
			err = e
		}
	}()
	w := bufio.NewWriter(f)
	for _, row := range d.rows {
		b, err := json.Marshal(row)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		w.Write(append(b, '\n'))
	}
	return w.Flush()
}

// Caller answers lookups of lists that were recorded as the whole tables answered
// them, with rows of the corpus that [Recording.Complete] wrote, and everything else
// with tools over that corpus.
func (r *Recording) Caller(c *corpus.Corpus, tools tool.Caller) tool.Caller {
	return &replayer{r, c, tools}
}

type replayer struct {
	recording *Recording
	corpus    *corpus.Corpus
	tools     tool.Caller
}

// Call implements [tool.Caller].
func (p *replayer) Call(ctx context.Context, call tool.Call) (tool.Result, error) {
	key, _, ok := p.recording.key(call)
	l := p.recording.lookups[key]
	if !ok || l == nil || l.spec.Returns != domain.Many || len(l.rows) == 0 {
		return p.tools.Call(ctx, call)
	}
	t := p.corpus.Table(l.spec.Table)
	res := tool.Result{Table: t}
	for _, key := range l.keys {
		res.Rows = append(res.Rows, t.Match(t.Column(t.Spec().Key), key)...)
	}
	slices.Sort(res.Rows)
	for i := range t.Spec().Columns {
		res.Columns = append(res.Columns, i)
	}
	return res, nil
}
