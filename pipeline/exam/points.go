package exam

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// pointsHeading matches the line above a points table that says what it is.
var pointsHeading = lazyregexp.New(`(?i)^(?:#+\s*|\*\*)?(?:distribui[çc][ãa]o d[eo]s? pontos|pontua[çc][ãa]o|points(?: table)?|distribution of points|marking scheme|评分标准|评分要点|得分点|分值分布)\s*[:：]?\s*(?:\*\*)?$`)

// pointsColumn matches the head of a column of points.
var pointsColumn = lazyregexp.New(`(?i)^\**(?:pontua[çc][ãa]o|pontos?|nota|valor|points?|marks?|score|value|values|分值|分数|得分)\**$`)

// rule matches a cell of the line between the head and the rows of a Markdown table.
var rule = lazyregexp.New(`^:?-+:?$`)

// splitPoints divides an official answer into its text and the rows of the points tables in it,
// which are Markdown tables whose last column holds points. Other tables stay in the text. odd are
// cells that should be points and are not; the row is a heading then, and has the cell in its text.
func splitPoints(answer string) (text string, points []Point, odd []string) {
	lines := strings.Split(answer, "\n")
	var kept []string
	for i := 0; i < len(lines); {
		table, next := tableAt(lines, i)
		var rows []Point
		var faults []string
		if isPointsTable(table) {
			rows, faults = rowsOf(table)
		}
		if rows == nil {
			kept = append(kept, lines[i:next]...)
			i = next
			continue
		}
		points, odd = append(points, rows...), append(odd, faults...)
		for len(kept) > 0 && strings.TrimSpace(kept[len(kept)-1]) == "" {
			kept = kept[:len(kept)-1]
		}
		if len(kept) > 0 && pointsHeading.MatchString(strings.TrimSpace(kept[len(kept)-1])) {
			kept = kept[:len(kept)-1]
		}
		i = next
	}
	return strings.TrimSpace(strings.Join(kept, "\n")), points, odd
}

// tableAt returns the cells of the rows of the Markdown table that begins at a line, nil if none
// does, and the line after it. A row whose line does not end with a bar goes on in the next line.
func tableAt(lines []string, i int) (table [][]string, next int) {
	for next = i; next < len(lines); {
		row := []string{strings.TrimSpace(lines[next])}
		if !strings.HasPrefix(row[0], "|") {
			break
		}
		end := next + 1
		for !isClosed(row[len(row)-1]) && end < len(lines) {
			line := strings.TrimSpace(lines[end])
			if line == "" || strings.HasPrefix(line, "|") {
				break
			}
			row = append(row, line)
			end++
		}
		table, next = append(table, cellsOf(strings.Join(row, " "))), end
	}
	return table, max(next, i+1)
}

func isClosed(row string) bool {
	return len(row) > 1 && strings.HasSuffix(row, "|") && !strings.HasSuffix(row, `\|`)
}

// cellsOf returns the cells of a row of a Markdown table, without the space around them.
func cellsOf(row string) []string {
	var cells []string
	var cell strings.Builder
	row = strings.TrimPrefix(row, "|")
	if isClosed("|" + row) {
		row = strings.TrimSuffix(row, "|")
	}
	for i := 0; i < len(row); i++ {
		switch {
		case row[i] == '\\' && i+1 < len(row) && row[i+1] == '|':
			cell.WriteByte('|')
			i++
		case row[i] == '|':
			cells = append(cells, strings.TrimSpace(cell.String()))
			cell.Reset()
		default:
			cell.WriteByte(row[i])
		}
	}
	return append(cells, strings.TrimSpace(cell.String()))
}

// isPointsTable reports whether a table has a column of points last.
func isPointsTable(table [][]string) bool {
	return len(table) >= 2 && len(table[0]) >= 2 && pointsColumn.MatchString(table[0][len(table[0])-1])
}

// rowsOf returns the rows of a points table below its head. A row that was broken into several
// rows, each with a part of its text or of its values, is one.
func rowsOf(table [][]string) (points []Point, odd []string) {
	var rows []brokenRow
	for _, cells := range table[1:] {
		if !slices.ContainsFunc(cells, func(c string) bool { return !rule.MatchString(c) }) {
			continue
		}
		text, worth := strings.Join(cells, " "), ""
		if len(cells) > 1 {
			text, worth = strings.TrimSpace(strings.Join(cells[:len(cells)-1], " ")), cells[len(cells)-1]
		}
		if text == "" && worth == "" {
			continue
		}
		if last := len(rows) - 1; last >= 0 && rows[last].goesOn(text, worth) {
			rows[last].add(text, worth)
			continue
		}
		rows = append(rows, brokenRow{})
		rows[len(rows)-1].add(text, worth)
	}
	for i := range rows {
		p := Point{Text: strings.Join(rows[i].texts, " ")}
		cell := strings.Join(rows[i].values, " ")
		var ok bool
		if p.Values, ok = parseValues(cell); !ok {
			odd = append(odd, cell)
			p.Text = strings.TrimSpace(p.Text + " | " + cell)
		}
		points = append(points, p)
	}
	return points, odd
}

// A brokenRow is a row of a points table in pieces, without empty ones.
type brokenRow struct{ texts, values []string }

func (b *brokenRow) add(text, values string) {
	if text != "" {
		b.texts = append(b.texts, text)
	}
	if values != "" {
		b.values = append(b.values, values)
	}
}

// goesOn reports whether another row continues it: one without a text, or after values that end
// with a slash; or one that begins in the middle of a sentence after a text that has not ended, if
// not both have values.
func (b *brokenRow) goesOn(text, values string) bool {
	own := ""
	if len(b.values) > 0 {
		own = b.values[len(b.values)-1]
	}
	if strings.HasSuffix(own, "/") || text == "" {
		return true
	}
	if values != "" && own != "" || own != "" && isNone(own) || values != "" && isNone(values) || len(b.texts) == 0 {
		return false
	}
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(b.texts[len(b.texts)-1])
	return (unicode.IsLower(first) || first == '(') && !strings.ContainsRune(".;:!?。；：", last)
}

// isNone reports whether the cell of values says that there are none.
func isNone(cell string) bool {
	return slices.Contains([]string{"", "nan", "none", "null", "n/a", "-", "–", "—"}, value.Fold(cell))
}

// betweenValues separates the sums of points in a cell.
func betweenValues(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("/;|、", r) }

// parseValues reads a cell such as "0,00/0,55/0,65" in hundredths, ascending; nil for a cell that
// says there are none. ok is false if a part of it is no number.
func parseValues(cell string) (values []int, ok bool) {
	if isNone(cell) {
		return nil, true
	}
	for _, part := range strings.FieldsFunc(cell, betweenValues) {
		v, ok := parsePoints(part)
		if !ok {
			return nil, false
		}
		values = append(values, v)
	}
	slices.Sort(values)
	return slices.Compact(values), values != nil
}
