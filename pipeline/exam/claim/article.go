package claim

import "github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"

// articleNumbers match what cites an article of law by its number, or a part of one.
var articleNumbers = lazyregexp.New(`(?i)` +
	`(?:^|[^\pL])arts?(?:\.|igos?)?\s*(?:n[.º°o]*\s*)?\d` + // Art. 5º, artigos 3 e 4
	`|§+\s*\d|(?:^|[^\pL])par[aá]grafo\s+(?:[uú]nico|primeiro|segundo|terceiro|quarto|quinto)` +
	`|(?:^|[^\pL])incisos?\s+[ivxlc\d]+(?:[^\pL]|$)|(?:^|[^\pL])al[ií]neas?\s+["“'‘]?[a-z]["”'’]?(?:[^\pL]|$)` +
	`|第[〇零一二两三四五六七八九十百千万\d]+条` +
	`|(?:^|[^\pL])(?:articles?|sections?|sec\.|ss?\.)\s*\d`)

// Article returns the first passage that cites an article of law by its number, in any of the
// languages: "Art. 5º", "inciso II", "第五条", "Article 5"; "" if there is none.
func Article(text string) string {
	return articleNumbers.FindString(halfWidth(text))
}

// halfWidth returns a text with full-width digits and letters in half width.
func halfWidth(text string) string {
	runes := []rune(text)
	for i, r := range runes {
		if r >= '！' && r <= '～' {
			runes[i] = r - '！' + '!'
		}
	}
	return string(runes)
}
