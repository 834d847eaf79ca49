package statute

import "taskgrove/pipeline/synth/sheet"

// Sheets are the passages of a law: LegalKnowledge and LegalArticle, each with the
// one column contents in every language.
func Sheets(l *Law) []sheet.Sheet {
	passages := func(name string, rows int, text func(int) string) sheet.Sheet {
		return sheet.Sheet{
			Name: name, Columns: []string{"contents"}, Rows: rows,
			Row: func(i int) []sheet.Cell { return []sheet.Cell{sheet.Text(text(i))} },
		}
	}
	return []sheet.Sheet{
		passages("LegalKnowledge", l.knowledge, l.Knowledge),
		passages("LegalArticle", l.articles, l.Article),
	}
}
