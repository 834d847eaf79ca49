package tool_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

func (p *published) lookupReason(r recorded, spec *domain.Tool, sent tool.Call) string {
	args, ok := sent.Args.(map[string]any)
	if !ok {
		return "unexplained"
	}
	rows := p.matching(spec, args)
	columns := p.asked(spec, args)
	switch v := r.value.(type) {
	case string:
		switch {
		case v == p.read(tool.FaultMissing, p.domain.Replies.Missing) && len(rows) > 0:
			return p.presentReason(r, spec, rows)
		case v == p.read(tool.FaultColumns, p.domain.Replies.Columns) && len(rows) == 0:
			return "corpus: lacks the row (the server found one and faulted the columns)"
		case spec.Returns == domain.Field && !p.reply(v) && len(rows) == 0:
			return "corpus: lacks the row"
		}
	case dict:
		if foreign(v, columns) {
			return "client: the observation has columns the call did not ask for"
		}
		if len(rows) == 0 {
			return "corpus: lacks the row"
		}
		if agreeable(v, rows[0]) && len(unobserved(v, rows[0])) > 0 {
			return "corpus: lacks a cell"
		}
	case list:
		return p.listReason(v, rows, columns, spec)
	}
	return "unexplained"
}

// listReason explains a list of rows that the corpus does not give.
func (p *published) listReason(want list, rows []map[string]any, columns []string, spec *domain.Tool) string {
	key := p.domain.Table(spec.Table).Key
	absent, cells, inOrder := 0, 0, 0
	used := make([]bool, len(rows))
	last := -1
	keyed := false
	for _, e := range want {
		w, ok := e.(dict)
		if !ok || foreign(w, columns) {
			return "unexplained"
		}
		_, has := w.get(key)
		keyed = keyed || has
		at := slices.IndexFunc(rows, func(row map[string]any) bool { return agreeable(w, row) })
		for at >= 0 && used[at] {
			next := slices.IndexFunc(rows[at+1:], func(row map[string]any) bool { return agreeable(w, row) })
			if next < 0 {
				at = -1
				break
			}
			at += 1 + next
		}
		if at < 0 {
			absent++
			continue
		}
		used[at] = true
		cells += len(unobserved(w, rows[at]))
		if at > last {
			inOrder++
		}
		last = at
	}
	switch {
	case absent > 0 && len(rows) == 0:
		return "corpus: lacks all rows of the list"
	case absent > 0:
		return "corpus: lacks some rows of the list"
	case cells > 0 && len(want) == len(rows):
		return "corpus: lacks a cell"
	case len(want) == len(rows) && inOrder < len(want) && !keyed:
		return "corpus: has the rows in another order, which the observation cannot fix as it names no key"
	case len(want) < len(rows) && inOrder == len(want):
		return p.surplusReason(spec, rows, used)
	}
	return "unexplained"
}

// presentReason explains a published miss for rows the corpus has: either the
// recording contradicts itself, or it never shows the rows.
func (p *published) presentReason(r recorded, spec *domain.Tool, rows []map[string]any) string {
	for _, other := range p.calls {
		if other.Tool != r.Tool || !sameTexts(other.Args, r.Args, spec) {
			continue
		}
		if _, bare := other.value.(string); !bare {
			return "recording: the same arguments find the row in another recorded call"
		}
	}
	if p.shown(spec, rows) == 0 {
		return "corpus: has a row that no recorded observation of the table shows"
	}
	return "unexplained"
}

// surplusReason explains rows of the corpus that a list lacks.
func (p *published) surplusReason(spec *domain.Tool, rows []map[string]any, used []bool) string {
	var surplus []map[string]any
	for i, row := range rows {
		if !used[i] {
			surplus = append(surplus, row)
		}
	}
	if p.shown(spec, surplus) == 0 {
		return "corpus: has a row that no recorded observation of the table shows"
	}
	return "unexplained"
}

// shown counts the rows whose key some recorded observation of their table has.
func (p *published) shown(spec *domain.Tool, rows []map[string]any) int {
	key := p.domain.Table(spec.Table).Key
	n := 0
	for _, row := range rows {
		if slices.ContainsFunc(p.calls, func(r recorded) bool {
			t := p.domain.Tool(r.Tool)
			return t.Table == spec.Table && holds(r.value, key, row[key])
		}) {
			n++
		}
	}
	return n
}

// holds reports whether an observation has a row with the cell.
func holds(v any, column string, want any) bool {
	switch v := v.(type) {
	case dict:
		cell, ok := v.get(column)
		return ok && same(cell, want)
	case list:
		return slices.ContainsFunc(v, func(e any) bool { return holds(e, column, want) })
	}
	return false
}

// sameTexts reports whether two calls give a tool the same text arguments.
func sameTexts(a, b any, spec *domain.Tool) bool {
	m, ok := a.(map[string]any)
	n, ok2 := b.(map[string]any)
	if !ok || !ok2 {
		return false
	}
	for _, in := range spec.Inputs {
		if in.Type == domain.InputString && m[in.Name] != n[in.Name] {
			return false
		}
	}
	return true
}

// passagesReason explains a list of passages.
func (p *published) passagesReason(r recorded, spec *domain.Tool) string {
	want, ok := r.value.(list)
	if !ok {
		return "unexplained"
	}
	lacking := 0
	for _, e := range want {
		text, ok := e.(string)
		if !ok {
			return "unexplained"
		}
		if !p.texts[spec.Passages][unspaced(text)] {
			lacking++
		}
	}
	if lacking > 0 {
		return "passages: the corpus lacks some of those the server ranked"
	}
	return "passages: all in the corpus, ranked by the server's embeddings"
}

// matching returns the rows of the file that match a call, as declared, whatever
// the width of round brackets.
func (p *published) matching(spec *domain.Tool, args map[string]any) (rows []map[string]any) {
	for _, row := range p.tables[spec.Table] {
		if slices.ContainsFunc(spec.Match, func(m domain.LookupMatch) bool {
			for i, column := range m.Columns {
				cell, observed := row[column]
				if !observed || cell == nil || plain(cell) != plain(args[m.Inputs[i]]) {
					return false
				}
			}
			return true
		}) {
			rows = append(rows, row)
		}
	}
	return rows
}

// plain returns a cell or argument as text with its round brackets in ASCII.
func plain(v any) string {
	if d, ok := v.(decimal.Decimal); ok {
		return d.String()
	}
	return strings.NewReplacer("（", "(", "）", ")").Replace(fmt.Sprint(v))
}

// asked returns the columns a call asks for, all by default.
func (p *published) asked(spec *domain.Tool, args map[string]any) (columns []string) {
	asked, _ := args["columns"].([]any)
	for _, c := range asked {
		columns = append(columns, fmt.Sprint(c))
	}
	if len(columns) == 0 {
		for _, c := range p.domain.Table(spec.Table).Columns {
			columns = append(columns, c.Name)
		}
	}
	return columns
}

// foreign reports whether a row has a column that was not asked for.
func foreign(row dict, columns []string) bool {
	return slices.ContainsFunc(row, func(f field) bool { return !slices.Contains(columns, f.name) })
}

// agreeable reports whether a row of the file contradicts no cell of a published
// one.
func agreeable(want dict, row map[string]any) bool {
	return !slices.ContainsFunc(want, func(f field) bool {
		cell, observed := row[f.name]
		return observed && !same(cell, f.value)
	})
}

// unobserved returns the columns of a published row that a row of the file lacks.
func unobserved(want dict, row map[string]any) (names []string) {
	for _, f := range want {
		if _, observed := row[f.name]; !observed {
			names = append(names, f.name)
		}
	}
	return names
}
