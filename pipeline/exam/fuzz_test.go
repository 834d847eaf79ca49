package exam

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// collected returns what a file alone holds.
func collected(file string, data []byte, t *Taxonomy) *Collection {
	r := newFileReader(file)
	r.read(data)
	r.countOptions()
	r.fillLanguages()
	c := &Collection{Essays: r.essays, Faults: r.faults}
	for _, q := range r.questions {
		c.Questions = append(c.Questions, q.Question)
	}
	var pairs benchPairs
	pairs.add(r)
	essays, faults := pairs.essays()
	c.Essays, c.Faults = append(c.Essays, essays...), append(c.Faults, faults...)
	c.check()
	c.Classify(t)
	return c
}

// letters returns the letters and digits of a text.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return r
		}
		return -1
	}, value.StripInvisible(text))
}

// allText returns the letters of all texts of a collection.
func allText(c *Collection) string {
	var b strings.Builder
	for _, e := range c.Essays {
		b.WriteString(letters(e.Title + e.Statement + e.Area + e.Exam))
		for _, p := range e.Parts {
			b.WriteString(letters(strings.Join(p.Assumptions, "")))
			b.WriteString(letters(p.Question + p.Answer))
			for _, row := range p.Points {
				b.WriteString(letters(row.Text))
			}
		}
	}
	for _, q := range c.Questions {
		b.WriteString(letters(q.Stem))
		for _, o := range q.Options {
			b.WriteString(letters(o))
		}
	}
	return b.String()
}

// checkCollection checks what holds of every collection that is read.
func checkCollection(t *testing.T, c *Collection) {
	t.Helper()
	ids := map[string]bool{}
	for _, e := range c.Essays {
		if ids[e.ID] || len(e.Parts) == 0 || e.ID == "" || e.Language == "" {
			t.Errorf("essay %q of language %q with %d parts: want it once, with parts", e.ID, e.Language, len(e.Parts))
		}
		ids[e.ID] = true
		for _, p := range e.Parts {
			if e.Statement+p.Question == "" || p.Answer == "" && p.Points == nil {
				t.Errorf("part %s of essay %s lacks question or answer", p.Label, e.ID)
			}
			for _, row := range p.Points {
				if !slices.IsSorted(row.Values) || row.Values != nil && len(row.Values) == 0 {
					t.Errorf("values %v: want them ascending, nil for none", row.Values)
				}
			}
		}
	}
	for _, q := range c.Questions {
		if ids[q.ID] || q.Stem == "" || len(q.Options) < 2 || slices.Contains(q.Options, "") || len(q.Key) == 0 || q.Key[0] < 0 || q.Key[len(q.Key)-1] >= len(q.Options) || !slices.IsSorted(q.Key) {
			t.Errorf("question %+v is not whole", q)
		}
		ids[q.ID] = true
	}
	for _, f := range c.Faults {
		if f.Line < 0 || !slices.Contains(Reasons(), f.Reason) || !strings.Contains(f.Detail, "want ") || !utf8.ValidString(f.Detail) || value.FindControl(f.Detail, false) != "" {
			t.Errorf("fault %q of reason %q: want one line that says what is wrong and what was wanted", f, f.Reason)
		}
	}
	prose := []string{"statement", "question", "answer", "assumption", "text", "stem"}
	for _, sheet := range c.Sheets() {
		for i := range sheet.Rows {
			for k, cell := range sheet.Row(i) {
				lines := slices.Contains(prose, sheet.Columns[k])
				if !utf8.ValidString(cell.Text) || value.FindControl(cell.Text, lines) != "" || value.StripInvisible(cell.Text) != cell.Text || strings.Contains(cell.Text, "\r") {
					t.Errorf("%s, column %s: cell %q: want text that tables keep", sheet.Name, sheet.Columns[k], cell.Text)
				}
			}
		}
	}
}

// Whatever a file holds, what is read of it is whole, and the rest is told.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"id":"1","stem":"s","options":["a","b"],"key":["A",1]}`), ".jsonl")
	f.Add([]byte(`{"statement":"s","value":1,"parts":[{"question":"q","answer":"a\n| I | Pontos |\n|-|-|\n| t | 0,1 |","points":[{"text":"t","values":[0,"0,5"]}]}]}`), ".jsonl")
	f.Add([]byte(`{"question_id":"39_x","statement":"Q\n\ns","turns":["Suponha que a. b?",""],"values":[0.5]}`+"\n"+`{"question_id":"39_x","choices":[{"turns":["a","b","c"]}]}`), ".jsonl")
	f.Add([]byte(`[{"answer":"a","question":"q"},{"choices":{"text":["a","b"]},"answerKey":"B","question":"q"}]`), ".json")
	f.Add([]byte("Questão 1\nAREA X\nstem\nOPTIONS\nA:CORRECT) a\nb\nB) c\nQuestão 2 NULL\n"), ".txt")
	f.Add([]byte("1. stem\nA. a\nB. b\n2. more\nA. a\nB. b\nGabarito\n1 A 2. B\nx\n"), ".txt")
	f.Add([]byte("第一题\n题干\nA、甲\nB、乙\n答案：AB\n"), ".md")
	f.Add([]byte("# Questão 1\n## Suposição\nx\n### Pergunta A\nq\n### Resposta\na\n\n| Item | Points |\n|---|---|\n| a | 0,5 |\n"), ".md")
	f.Add([]byte("Enunciado: a\nPergunta B: Suponha que x. y?\nResposta: z\nData: 2020\n"), ".txt")
	taxonomy := ShippedTaxonomy()
	f.Fuzz(func(t *testing.T, data []byte, ext string) {
		if !slices.Contains(extensions(), ext) || ext == ".pdf" {
			ext = ".txt"
		}
		c := collected("a"+ext, data, taxonomy)
		checkCollection(t, c)
		if diff := cmp.Diff(c, collected("a"+ext, data, taxonomy)); diff != "" {
			t.Errorf("read again:\n%s", diff)
		}
		left, _ := c.Faulty()
		if len(left) > 0 || strings.HasPrefix(ext, ".json") {
			return
		}
		all := allText(c)
		for line := range strings.Lines(string(data)) {
			kept, _ := plain(strings.ReplaceAll(line, "\r", "\n"))
			for line := range strings.Lines(kept) {
				if len(inlineOptions(line)) > 1 {
					continue
				}
				if !strings.Contains(all, letters(withoutMarks(line))) {
					t.Errorf("line %q is in nothing that is read", line)
				}
			}
		}
	})
}

// withoutMarks returns the part of a line that must be in the texts of questions; "" for a line that
// only says what stands where.
func withoutMarks(line string) string {
	line, _ = plain(line)
	q, head := headOf(line, true, 0)
	_, heading := essayHeadingOf(line)
	switch m := optionStart.FindStringSubmatch(line); {
	case strings.Contains(line, "|") || keyLine.MatchString(line) || areaLine.MatchString(line) || optionsHead.MatchString(line) || sheetLine.MatchString(line) || sheetHead.MatchString(line) || pointsHeading.MatchString(line) || numberHead.MatchString(line) || sectionLine.MatchString(line) && (areaWord.MatchString(line) || len(line) < 20) || kindOfQuestion.MatchString(line):
		return ""
	case m != nil:
		return markedAtEnd.ReplaceAllString(m[4], "")
	case head:
		return strings.Join(q.stem, "")
	case heading:
		return ""
	default:
		return markedAtEnd.ReplaceAllString(line, "")
	}
}

// Whatever an answer holds, its letters are in the text, in a row or in the values.
func FuzzSplitPoints(f *testing.F) {
	f.Add("a\n\nDISTRIBUIÇÃO DOS PONTOS\n\n| ITEM | PONTUAÇÃO |\n|:--|:--|\n| x | 0,00/0,55 0,65 |\n| y | nan |\n| z\n w | 1,5 |\nb")
	f.Add("| a | b |\n|-|-|\n| c | d |")
	f.Add("| a | points |\n| b | c |\n| (d | |\n| e) | 0/1/ |\n| | 2 |")
	f.Fuzz(func(t *testing.T, answer string) {
		text, points, odd := splitPoints(answer)
		all := letters(text)
		for _, row := range points {
			all += letters(row.Text)
			if row.Values != nil && len(row.Values) == 0 || !slices.IsSorted(row.Values) {
				t.Errorf("values %v", row.Values)
			}
		}
		if points == nil && all != letters(answer) {
			t.Errorf("text %q of answer %q without points", text, answer)
		}
		if points == nil && odd != nil {
			t.Errorf("odd cells %q without points", odd)
		}
	})
}

// Whatever a taxonomy holds, every area of it has a field.
func FuzzReadTaxonomy(f *testing.F) {
	f.Add(string(shippedTaxonomy))
	f.Add("groups:\n- name: g\n  fields:\n  - {name: x, areas: [y, \"\\a\"]}\n")
	f.Fuzz(func(t *testing.T, data string) {
		taxonomy, err := ReadTaxonomy("t.yaml", []byte(data))
		if err != nil {
			if !strings.Contains(err.Error(), "want ") {
				t.Errorf("%v: want what was wanted", err)
			}
			return
		}
		for _, g := range taxonomy.Groups() {
			for _, field := range g.Fields {
				for _, area := range field.Areas {
					if name, group, ok := taxonomy.Field(area, "pt"); foldArea(area) != "" && (!ok || name != field.Name || group != g.Name) {
						t.Errorf("area %q is of %q in %q, %v: want %q in %q", area, name, group, ok, field.Name, g.Name)
					}
				}
			}
		}
	})
}

// Whatever tables hold, what is made of them is whole.
func FuzzFromTables(f *testing.F) {
	f.Add("e", "e", "0.65", "A/B", "e/1", "0,5/x")
	f.Add("", "", "", "", "", "")
	f.Fuzz(func(t *testing.T, id, of, points, key, part, values string) {
		var tables tables
		for _, name := range TableNames() {
			for n, text := range []string{"x", ""} {
				row := map[string]string{
					"id": oneLine(strings.ToValidUTF8(id, "")) + fmt.Sprint(n), "essay": of, "exam_question": of, "part": part, "value": points, "key": key, "values": values,
					"label": text, "question": text, "answer": text, "statement": text, "stem": text, "text": text, "assumption": text, "language": "pt",
				}
				for name, text := range row {
					row[name], _ = plain(strings.ToValidUTF8(text, ""))
				}
				tables.row(name, n+1, func(column string) string { return row[column] })
			}
		}
		tables.result.check()
		for i := range tables.result.Faults {
			tables.result.Faults[i].Detail += " want "
		}
		checkCollection(t, &tables.result)
	})
}
