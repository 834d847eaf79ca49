package statute

import "github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"

// Sheets returns the passages of a law, LegalKnowledge and LegalArticle, each with the single
// column contents in every language.
func Sheets(l *Law) []tablefile.Sheet {
	passages := func(name string, rows int, text func(int) string) tablefile.Sheet {
		return tablefile.Sheet{
			Name: name, Columns: []string{"contents"}, Rows: rows,
			Row: func(i int) []tablefile.Cell { return []tablefile.Cell{tablefile.Text(text(i))} },
		}
	}
	return []tablefile.Sheet{
		passages("LegalKnowledge", l.knowledge, l.Knowledge),
		passages("LegalArticle", l.Articles(), l.Article),
	}
}
