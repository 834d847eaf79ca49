package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// columnRename is another name for a column; the zero value renames nothing.
type columnRename struct{ table, from, to string }

// renamable chooses the column that most lookups of tasks return, of those whose name stands once in the files of
// the domain, and writes the domain under another name of it. Directory is "" if there is none.
func (m *measured) renamable() (r columnRename, directory string) {
	files, err := domain.Directory(*domainFlag)
	must(err)
	read, times := map[columnRename]int{}, map[string]int{}
	texts := map[string]string{}
	names, err := fs.Glob(files, "*.yaml")
	must(err)
	for _, name := range names {
		b, err := fs.ReadFile(files, name)
		must(err)
		texts[name] = string(b)
		for _, word := range regexp.MustCompile(`[\pL\pN_]+`).FindAllString(texts[name], -1) {
			times[word]++
		}
	}
	for _, t := range m.tasks {
		for i := range t.Steps {
			if tool := m.domain.Tool(t.Steps[i].Tool); tool != nil && tool.Kind == domain.Lookup {
				_, columns, _ := observed(t.Steps[i].Observation, tool)
				for _, c := range columns {
					if times[c] == 1 {
						read[columnRename{tool.Table, c, c + "Now"}]++
					}
				}
			}
		}
	}
	for _, c := range slices.SortedFunc(maps.Keys(read), func(a, b columnRename) int { return cmp.Compare(a.from, b.from) }) {
		if read[c] > read[r] {
			r = c
		}
	}
	if r.from == "" {
		return r, ""
	}
	directory = filepath.Join(m.dir, "renamed")
	must(os.MkdirAll(directory, 0o777))
	for name, text := range texts {
		text = regexp.MustCompile(`\b`+r.from+`\b`).ReplaceAllString(text, r.to)
		must(os.WriteFile(filepath.Join(directory, name), []byte(text), 0o666))
	}
	must(os.WriteFile(filepath.Join(directory, "renames.yaml"), fmt.Appendf(nil, "renames: [{table: %s, from: %s, to: %s}]\n", r.table, r.from, r.to), 0o666))
	return r, directory
}

// in returns tables under the new name.
func (r columnRename) in(of tables) tables {
	all := maps.Clone(of)
	all[r.table] = nil
	for _, was := range of[r.table] {
		now := row{slices.Clone(was.columns), maps.Clone(was.cells)}
		for i, c := range now.columns {
			if c == r.from {
				now.columns[i], now.cells[r.to] = r.to, was.cells[c]
				delete(now.cells, c)
			}
		}
		all[r.table] = append(all[r.table], now)
	}
	return all
}

// undone returns the record of a task under the old name, so that it can be compared with the earlier record. A
// rename may change the plan, the steps and the list of renames, and nothing else.
func (r columnRename) undone(line []byte) []byte {
	if r.from == "" || !bytes.Contains(line, []byte(`"renamed":`)) {
		return line
	}
	var all map[string]json.RawMessage
	must(json.Unmarshal(line, &all))
	for _, part := range []string{"plan", "steps"} {
		all[part] = bytes.ReplaceAll(all[part], []byte(quoted(r.to)), []byte(quoted(r.from)))
	}
	all["provenance"] = regexp.MustCompile(`,"renamed":\[.*?\]`).ReplaceAll(all["provenance"], nil)
	b, err := json.Marshal(all)
	must(err)
	return b
}

// drawn returns a key: things sorted by it are in a random order, another for each purpose.
func drawn(purpose, name string) string {
	sum := sha256.Sum256([]byte(purpose + "\x00" + name))
	return string(sum[:])
}

// shuffled turns rows and columns round.
func shuffled(of tables) tables {
	all := tables{}
	for name, rows := range of {
		for _, r := range rows {
			r.columns = slices.Clone(r.columns)
			slices.Reverse(r.columns)
			all[name] = append(all[name], r)
		}
		slices.SortFunc(all[name], func(a, b row) int { return cmp.Compare(drawn("order", a.text()), drawn("order", b.text())) })
	}
	return all
}

// grown adds to each table a twentieth of its rows: with other keys and, unless they are to be about the same, with
// another name for every entity, the same in all tables. A table without a key gets no rows about the same.
func (m *measured) grown(of tables, same bool) tables {
	all := tables{}
	for name, rows := range of {
		all[name] = slices.Clone(rows)
		spec := m.domain.Table(name)
		if spec == nil || same && len(spec.KeyColumns()) == 0 {
			continue
		}
		drawnRows := slices.SortedFunc(slices.Values(rows), func(a, b row) int { return cmp.Compare(drawn("more", a.text()), drawn("more", b.text())) })
		for _, r := range drawnRows[:(len(rows)+19)/20] {
			cells := maps.Clone(r.cells)
			for _, c := range spec.Columns {
				if text := plain(cells[c.Name]); (c.Entity != "" && !same || slices.Contains(spec.KeyColumns(), c.Name)) && text != "" && text != "-" {
					cells[c.Name] = quoted(other(text))
				}
			}
			all[name] = append(all[name], row{r.columns, cells})
		}
	}
	return all
}

// other returns a name that no entity of the tables has: with a nine before each run of digits or, without
// digits, with a word behind it.
func other(name string) string {
	if !strings.ContainsAny(name, "0123456789") {
		return name + " Novum"
	}
	var b strings.Builder
	digit := false
	for _, c := range name {
		is := c >= '0' && c <= '9'
		if is && !digit {
			b.WriteString("99")
		}
		digit = is
		b.WriteRune(c)
	}
	return b.String()
}

// corrected changes a digit in 20 cells that tasks read and that name no entity.
func (m *measured) corrected(of tables) tables {
	type cell struct{ table, row, column string }
	var read []cell
	for _, t := range m.tasks {
		for i := range t.Steps {
			s := &t.Steps[i]
			tool := m.domain.Tool(s.Tool)
			if s.Tool == "" || tool == nil || tool.Kind != domain.Lookup {
				continue
			}
			_, columns, ok := observed(s.Observation, tool)
			if !ok {
				continue
			}
			for _, r := range of[tool.Table] {
				if len(m.find(tables{tool.Table: {r}}, tool, s, columns)) == 0 {
					continue
				}
				for _, c := range columns {
					spec := m.domain.Table(tool.Table).Column(c)
					if spec != nil && spec.Entity == "" && !slices.Contains(m.domain.Table(tool.Table).KeyColumns(), c) && strings.ContainsAny(r.cells[c], "12345678") {
						read = append(read, cell{tool.Table, r.text(), c})
					}
				}
			}
		}
	}
	slices.SortFunc(read, func(a, b cell) int {
		return cmp.Compare(drawn("corrected", fmt.Sprint(a)), drawn("corrected", fmt.Sprint(b)))
	})
	read = slices.Compact(read)
	wrong := map[cell]bool{}
	for _, c := range read[:min(20, len(read))] {
		wrong[c] = true
	}
	all := tables{}
	for name, rows := range of {
		for _, r := range rows {
			text := r.text()
			for _, c := range r.columns {
				if wrong[cell{name, text, c}] {
					r.cells = maps.Clone(r.cells)
					at := strings.LastIndexAny(r.cells[c], "12345678")
					r.cells[c] = r.cells[c][:at] + string(r.cells[c][at]+1) + r.cells[c][at+1:]
				}
			}
			all[name] = append(all[name], r)
		}
	}
	return all
}

// deleted leaves out 75 rows, of each table in turn.
func deleted(of tables) tables {
	all := tables{}
	for name, rows := range of {
		all[name] = slices.SortedFunc(slices.Values(rows), func(a, b row) int { return cmp.Compare(drawn("deleted", a.text()), drawn("deleted", b.text())) })
	}
	for n := 75; n > 0; {
		for _, name := range slices.Sorted(maps.Keys(all)) {
			if len(all[name]) > 1 && n > 0 {
				all[name], n = all[name][1:], n-1
			}
		}
	}
	return all
}
