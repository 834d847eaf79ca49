package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// record has the fields of a task that the script reads.
type record struct {
	ID    string `json:"id"`
	Steps []step `json:"steps"`
	line  []byte
}

type step struct {
	Tool        string                     `json:"tool"`
	Arguments   map[string]json.RawMessage `json:"arguments"`
	Observation json.RawMessage            `json:"observation"`
}

// tables are the rows of files, by their names.
type tables map[string][]row

// row is a row as it was read, with the order of its columns.
type row struct {
	columns []string
	cells   map[string]string // JSON
}

// holds reports whether every recorded lookup of a task selects in other tables what was recorded; it is not
// known if the tables of the set do not show that for each of them.
func (m *measured) holds(t *record, later tables) (still, known bool) {
	still = true
	for _, s := range t.Steps {
		tool := m.domain.Tool(s.Tool)
		if s.Tool == "" || tool == nil || tool.Kind == domain.Arithmetic || tool.Kind == domain.Finish {
			continue
		}
		want, columns, ok := observed(s.Observation, tool)
		if !ok || tool.Kind != domain.Lookup || !slices.Equal(want, m.find(m.tables, tool, &s, columns)) {
			return false, false
		}
		still = still && slices.Equal(want, m.find(later, tool, &s, columns))
	}
	return still, true
}

// observed returns the rows that a tool returned, as sorted texts of their columns.
func observed(o json.RawMessage, tool *domain.Tool) (found, columns []string, ok bool) {
	if tool.Returns != domain.Field && bytes.HasPrefix(o, []byte(`"`)) { // that it finds none
		return nil, nil, true
	}
	var many []map[string]json.RawMessage
	if tool.Returns == domain.Field || json.Unmarshal(o, &many) != nil {
		var one map[string]json.RawMessage
		if tool.Returns == domain.Field || json.Unmarshal(o, &one) != nil {
			return nil, nil, false
		}
		many = []map[string]json.RawMessage{one}
	}
	for _, r := range many {
		columns = slices.Sorted(maps.Keys(r))
		found = append(found, textOf(columns, func(c string) string { return string(r[c]) }))
	}
	slices.Sort(found)
	return found, columns, true
}

// find returns the rows that a lookup asks for, of tables, as [observed] does.
func (m *measured) find(of tables, tool *domain.Tool, s *step, columns []string) (found []string) {
	spec := m.domain.Table(tool.Table)
	for _, r := range of[tool.Table] {
		match := func(l domain.LookupMatch) bool {
			for i, column := range l.Columns {
				names := []string{plain(r.cells[column])}
				for _, by := range spec.Column(column).Separators {
					var parts []string
					for _, n := range names {
						parts = append(parts, strings.Split(n, by)...)
					}
					names = parts
				}
				wanted := plain(string(s.Arguments[l.Inputs[i]]))
				if !slices.ContainsFunc(names, func(n string) bool { return strings.TrimSpace(n) == wanted }) {
					return false
				}
			}
			return true
		}
		if slices.ContainsFunc(tool.Match, match) {
			found = append(found, textOf(columns, func(c string) string { return r.cells[c] }))
		}
	}
	slices.Sort(found)
	return found
}

func textOf(columns []string, cell func(string) string) string {
	var b strings.Builder
	for _, c := range columns {
		b.WriteString(c + "=" + plain(cell(c)) + "\x00")
	}
	return b.String()
}

// plain returns the text of a cell, be it a string or a number. A blank cell is null, and a point in time at
// midnight a day, as tools return them.
func plain(j string) string {
	text := strings.TrimSpace(j)
	if strings.HasPrefix(text, `"`) {
		must(json.Unmarshal([]byte(j), &text))
	}
	if text == "null" {
		return ""
	}
	return strings.TrimSuffix(strings.TrimSuffix(text, "T00:00:00"), " 00:00:00")
}

func (r row) text() string {
	return textOf(slices.Sorted(slices.Values(r.columns)), func(c string) string { return r.cells[c] })
}

func quoted(s string) string {
	b, err := json.Marshal(s)
	must(err)
	return string(b)
}

func readTables(dir string) tables {
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	must(err)
	all := tables{}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		all[name] = []row{}
		for _, line := range lines(file) {
			r := row{cells: map[string]string{}}
			d := json.NewDecoder(bytes.NewReader(line))
			_, err := d.Token() // {
			must(err)
			for d.More() {
				column, err := d.Token()
				must(err)
				var cell json.RawMessage
				must(d.Decode(&cell))
				r.columns = append(r.columns, column.(string))
				r.cells[column.(string)] = string(cell)
			}
			all[name] = append(all[name], r)
		}
	}
	return all
}

func writeTables(dir string, of tables) {
	must(os.MkdirAll(dir, 0o777))
	for name, rows := range of {
		var b bytes.Buffer
		for _, r := range rows {
			sep := "{"
			for _, c := range r.columns {
				b.WriteString(sep + quoted(c) + ":" + r.cells[c])
				sep = ","
			}
			b.WriteString("}\n")
		}
		must(os.WriteFile(filepath.Join(dir, name+".jsonl"), b.Bytes(), 0o666))
	}
}

func readTasks(file string) (tasks []*record) {
	for _, line := range lines(file) {
		t := &record{line: line}
		must(json.Unmarshal(line, t))
		tasks = append(tasks, t)
	}
	return tasks
}

func lines(file string) (all [][]byte) {
	b, err := os.ReadFile(file)
	must(err)
	for line := range bytes.Lines(b) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			all = append(all, line)
		}
	}
	return all
}

// withoutChecks returns a task's record without its verdicts.
func withoutChecks(line []byte) string {
	var all map[string]json.RawMessage
	must(json.Unmarshal(line, &all))
	delete(all, "checks")
	b, err := json.Marshal(all)
	must(err)
	return string(b)
}
