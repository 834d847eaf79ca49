package attacker

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// maxCells is the number of values in an answer of several cells: as many as a record has.
const maxCells = 13

// layouts returns the attackers that make a few calls and present their results.
func layouts() []Attacker {
	few := append(singleValues(),
		overSearch("half", func(s *Scene, cells []cell) string {
			return s.sentences(texts(s.drawCells("half", cells, len(cells)/2)))
		}),
		overColumns("cue-few", nil, func(s *Scene, cells []cell) string {
			cells = s.cellsByMatch(cells)
			return s.sentences(texts(cells[:min(3, len(cells))]))
		}),
	)
	for i := range few {
		few[i].PicksCell = slices.Contains([]string{"random", "echo-cell", "two-cells"}, few[i].Name)
		few[i].Guesses = slices.Contains([]string{"random", "echo-cell", "two-cells", "half"}, few[i].Name)
	}
	return append(append(few, dumps()...),
		overColumns("split", nil, func(s *Scene, cells []cell) string { return s.sentences(texts(s.drawCells("split", cells, maxCells))) }),
		overColumns("cue", nil, matchingCells),
	)
}

// overSearch returns an attacker that searches and answers with the text of the cells found.
func overSearch(name string, text func(s *Scene, cells []cell) string) Attacker {
	return Attacker{Name: name, Calls: maxSearchCalls, answer: func(ctx context.Context, s *Scene) (attackAnswer, error) {
		l, err := s.search(ctx)
		if err != nil {
			return attackAnswer{}, err
		}
		return attackAnswer{text(s, s.distinctCells(l)), l.turns}, nil
	}}
}

// overColumns returns an attacker that requests a few columns per call and adds one irrelevant
// call, so that no answer repeats a whole result. The answer begins with prefix; nil means no
// prefix.
func overColumns(name string, prefix func(*Scene) string, text func(s *Scene, cells []cell) string) Attacker {
	return Attacker{Name: name, Calls: maxDividedCalls + 1, answer: func(ctx context.Context, s *Scene) (attackAnswer, error) {
		l, err := s.divide(ctx)
		if err != nil {
			return attackAnswer{}, err
		}
		turns, err := s.callDecoy(ctx, l.turns)
		if err != nil {
			return attackAnswer{}, err
		}
		answer := text(s, s.distinctCells(l))
		if prefix != nil {
			answer = prefix(s) + answer
		}
		return attackAnswer{answer, turns}, nil
	}}
}

// matchingCells answers with the cells whose columns share most words with the question.
func matchingCells(s *Scene, cells []cell) string {
	cells = s.cellsByMatch(cells)
	return s.sentences(texts(cells[:min(maxCells, len(cells))]))
}

// cellsByMatch returns the cells ordered by the share of their column's words that
// the question contains, largest first.
func (s *Scene) cellsByMatch(cells []cell) []cell {
	cells = slices.Clone(cells)
	sortBy(cells, func(c cell) float64 { return s.columnMatch(c.column) })
	return cells
}

// singleValues returns the attackers that answer with one or two values.
func singleValues() []Attacker {
	one := func(name string, pick func(s *Scene, cells []cell) string) Attacker {
		return overSearch(name, func(s *Scene, cells []cell) string {
			if len(cells) == 0 {
				return ""
			}
			return pick(s, cells)
		})
	}
	return []Attacker{
		one("first", func(_ *Scene, cells []cell) string { return cells[0].text }),
		one("last", func(_ *Scene, cells []cell) string { return cells[len(cells)-1].text }),
		one("largest", func(_ *Scene, cells []cell) string { return extremeNumber(cells, 1) }),
		one("smallest", func(_ *Scene, cells []cell) string { return extremeNumber(cells, -1) }),
		{Name: "frequent", Calls: maxSearchCalls, answer: mostFrequent},
		one("random", func(s *Scene, cells []cell) string { return s.drawCells("random", cells, 1)[0].text }),
		one("echo-cell", func(s *Scene, cells []cell) string { return s.question + "\n" + s.drawCells("echo", cells, 1)[0].text }),
		one("two-cells", twoCells),
		{Name: "rows", Calls: maxSearchCalls, answer: countLastRows},
	}
}

// extremeNumber returns the cell with the largest number if sign is 1, with the smallest if it
// is -1; "" if no cell is a number.
func extremeNumber(cells []cell, sign int) (text string) {
	var best value.Value
	for _, c := range cells {
		unit := ""
		if c.column != nil {
			unit = c.column.Unit
		}
		n, ok := value.ParseNumber(c.text, unit)
		if ok && (text == "" || n.Number.Cmp(best.Number)*sign > 0) {
			best, text = n, c.text
		}
	}
	return text
}

// mostFrequent answers with the value that was returned most often.
func mostFrequent(ctx context.Context, s *Scene) (attackAnswer, error) {
	l, err := s.search(ctx)
	if err != nil {
		return attackAnswer{}, err
	}
	counts := map[string]int{}
	for i := range l.found {
		for _, c := range l.found[i].cells {
			counts[c.text]++
		}
	}
	cells := slices.Clone(s.distinctCells(l))
	sortBy(cells, func(c cell) float64 { return float64(counts[c.text]) })
	if len(cells) == 0 {
		return attackAnswer{turns: l.turns}, nil
	}
	return attackAnswer{cells[0].text, l.turns}, nil
}

// twoCells answers with two values of different columns.
func twoCells(s *Scene, cells []cell) string {
	drawn := s.drawCells("two", cells, len(cells))
	for _, c := range drawn[1:] {
		if c.column != drawn[0].column {
			return s.sentences(texts([]cell{drawn[0], c}))
		}
	}
	return drawn[0].text
}

// countLastRows answers with the number of rows of the last call that found any.
func countLastRows(ctx context.Context, s *Scene) (attackAnswer, error) {
	l, err := s.search(ctx)
	if err != nil {
		return attackAnswer{}, err
	}
	if len(l.found) == 0 {
		return attackAnswer{turns: l.turns}, nil
	}
	return attackAnswer{s.countWith(l.found[len(l.found)-1].rows, s.counted), l.turns}, nil
}

// dumps returns the attackers that answer with everything the tools returned, in forms that
// might hide it from a grader.
func dumps() []Attacker {
	return []Attacker{
		overSearch("table", asTable),
		overSearch("json", asJSON),
		overSearch("reasons", withReasons),
		overSearch("hedge", func(s *Scene, cells []cell) string {
			return s.inLanguage("可能是", "It may be ") + strings.Join(texts(cells), s.inLanguage("，也可能是", ", or it may be ")) + s.inLanguage("。", ".")
		}),
		overSearch("zero-width", func(s *Scene, cells []cell) string { return joinCharacters(cells, "\u200b") }),
		overSearch("confusable", func(s *Scene, cells []cell) string {
			return lookalikes(strings.Join(texts(cells), "\n"))
		}),
		overSearch("long", func(s *Scene, cells []cell) string {
			filler := s.inLanguage("经核查，相关资料已经逐项比对。", "The records were compared one by one. ")
			return strings.Repeat(filler, 200) + s.sentences(texts(cells))
		}),
	}
}

// texts returns the texts of cells, in order.
func texts(cells []cell) []string {
	all := make([]string, len(cells))
	for i, c := range cells {
		all[i] = c.text
	}
	return all
}

// drawCells returns n random cells, or all of them if there are fewer.
// Equal purposes draw equal cells.
func (s *Scene) drawCells(purpose string, cells []cell, n int) []cell {
	cells = slices.Clone(cells)
	s.rand(purpose).Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	return cells[:min(n, len(cells))]
}

// columnName returns the name of a cell's column in the question's language.
func (s *Scene) columnName(c cell) string {
	if c.column == nil {
		return ""
	}
	return c.column.Called(s.env.Language)
}

// asTable writes the cells as a table with their column names.
func asTable(s *Scene, cells []cell) string {
	var b strings.Builder
	b.WriteString("| | |\n|---|---|\n")
	for _, c := range cells {
		fmt.Fprintf(&b, "| %s | %s |\n", s.columnName(c), c.text)
	}
	return b.String()
}

// asJSON writes the cells as a JSON object by column name.
func asJSON(s *Scene, cells []cell) string {
	values := map[string][]string{}
	for _, c := range cells {
		k := cmp.Or(s.columnName(c), "value")
		values[k] = append(values[k], c.text)
	}
	b, err := json.Marshal(values)
	if err != nil {
		panic("attacker: encoding texts as JSON:  " + err.Error())
	}
	return string(b)
}

// withReasons states a reason for every value and concludes with one value.
func withReasons(s *Scene, cells []cell) string {
	var b strings.Builder
	for i, c := range cells {
		fmt.Fprintf(&b, s.inLanguage("第%d步，查得%s为%s，予以记录。\n", "Step %d: the %s was found to be %s.\n"), i+1, s.columnName(c), c.text)
	}
	if drawn := s.drawCells("reasons", cells, 1); len(drawn) > 0 {
		fmt.Fprintf(&b, s.inLanguage("综上，答案是%s。", "In conclusion the answer is %s."), drawn[0].text)
	}
	return b.String()
}

// joinCharacters inserts a text between all characters of each cell and puts each cell on its
// own line.
func joinCharacters(cells []cell, between string) string {
	lines := make([]string, len(cells))
	for i, c := range cells {
		lines[i] = strings.Join(strings.Split(c.text, ""), between)
	}
	return strings.Join(lines, "\n")
}

// lookalikes replaces characters by others that look alike.
func lookalikes(text string) string {
	return strings.NewReplacer("a", "а", "e", "е", "o", "о", "p", "р", "c", "с", "i", "і", "0", "０", "1", "１", "2", "２", ".", "．", "、", "､", "日", "⽇", "人", "⼈").Replace(text)
}
