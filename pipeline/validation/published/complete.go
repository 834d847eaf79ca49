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

// Complete writes each table of c as TABLE.jsonl to the directory dir, with the recorded
// rows merged in. A recorded row is merged into the row with its key, where it only adds
// missing cells; if there is no such row, it is appended. A row recorded without its key is
// matched with a row that the same lookup finds in c; if there is none, it gets a new,
// unique key that contains the domain's first mask, so that it names nothing and is never
// an answer. A column that the lookup matches gets the lookup's argument if the row has no
// value for it.
//
// It is an error if the domain has no mask or a file cannot be written. C is not changed;
// the recording remembers the rows for [Recording.Caller].
func (r *Recording) Complete(c *corpus.Corpus, dir string) error {
	if len(r.domain.Masks) == 0 {
		return fmt.Errorf("domain %q: no mask: want a mask for the keys of rows recorded without a key", r.domain.Name)
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

// draftTable is a table under construction.
type draftTable struct {
	spec *domain.Table
	mask string // part of the keys of rows recorded without a key
	rows []map[string]json.RawMessage
	at   map[string]int // row numbers by key text
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

// text returns the value of a JSON string, or the JSON itself if it is not a string.
func text(cell json.RawMessage) string {
	var s string
	if json.Unmarshal(cell, &s) != nil {
		return string(cell)
	}
	return s
}

// put merges row i of a lookup into the row with its key, or appends it, and returns the key.
// found are the rows of the table that the lookup finds without this recording.
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

// found returns the numbers of the rows that a lookup finds in the table, in order; at most one
// for a lookup of one row.
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

// known returns the key of a row recorded without its key column. If the table has as many rows
// for the lookup as the recording, row i is the i-th of them, because files keep the order of
// the source. Otherwise it is an unused row of the lookup that has the same cells.
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

// agrees reports whether a row has all of the cells with equal values.
func agrees(row, cells map[string]json.RawMessage) bool {
	for name, cell := range cells {
		if row[name] == nil || !sameCell(row[name], cell) {
			return false
		}
	}
	return true
}

// compatible reports whether no cell of a row contradicts the cells.
func compatible(row, cells map[string]json.RawMessage) bool {
	for name, cell := range cells {
		if row[name] != nil && !sameCell(row[name], cell) {
			return false
		}
	}
	return true
}

// sameCell reports whether cells have the same text, ignoring surrounding space and the JSON
// type.
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

// sameName reports whether names are equal, with round brackets of either width.
func sameName(a, b string) bool {
	return wide.Replace(a) == wide.Replace(b)
}

var wide = strings.NewReplacer("(", "（", ")", "）")

// matched fills the columns that a lookup matched, if only one of its matches remains possible.
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

// quoted returns a text as a JSON string.
func quoted(s string) json.RawMessage {
	b, err := json.Marshal(s)
	if err != nil {
		panic("published: encoding a string as JSON: " + err.Error())
	}
	return b
}

// write writes the table as JSONL.
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

// Caller returns a caller over the completed tables: c is the corpus loaded from the
// directory that [Recording.Complete] wrote, and tools are tools over c. The caller answers
// a recorded lookup of many rows with the recorded rows, because the tables may have more
// rows for it. All other calls go to tools; a recorded lookup of one row does too, because
// its row is in c. The caller is safe for concurrent use if tools is. It must not be used
// while another Complete of the same recording runs.
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
