package legislation

import (
	"fmt"
	"slices"
	"strings"
)

// reference is a place in a text that cites articles.
type reference struct {
	law      string // title or abbreviation as written; "" for the law itself
	from, to articleNumber
	previous bool // the article before, instead of a number
}

// articleNumber is the number of an article.
type articleNumber struct{ number, branch int }

// citedLaw is a law that texts can cite.
type citedLaw struct {
	title    string
	grammar  *grammar
	articles map[articleNumber]bool // those of any version
}

// titles are the laws by each name that other laws call them.
type titles map[string]*citedLaw

// newTitles gathers the names of laws. A name that several laws could have names none.
func newTitles(laws []lawTexts) titles {
	all := make(titles)
	add := func(name string, law *citedLaw) {
		if other, ok := all[name]; ok && other != law {
			law = nil
		}
		all[name] = law
	}
	for _, l := range laws {
		law := &citedLaw{title: l.title, grammar: l.docs[0].grammar, articles: make(map[articleNumber]bool)}
		for _, d := range l.docs {
			for _, e := range d.entries {
				law.articles[articleNumber{e.article, e.branch}] = true
			}
		}
		add(foldTitle(l.title), law)
		if short, ok := strings.CutPrefix(l.title, "中华人民共和国"); ok {
			add(foldTitle(short), law)
		}
	}
	return all
}

// foldTitle makes a title comparable.
func foldTitle(title string) string { return fold(strings.ToLower(title)) }

// citer finds the citations of one document.
type citer struct {
	*document
	law      string
	titles   titles
	defined  map[string]string // titles by the abbreviations that the document defines
	articles []articleNumber   // of the document, in order
}

func newCiter(d *document, law string, titles titles) *citer {
	c := &citer{document: d, law: law, titles: titles, defined: make(map[string]string)}
	texts := slices.Clone(d.preface)
	for _, e := range d.entries {
		texts = append(texts, e.text)
		n := articleNumber{e.article, e.branch}
		if len(c.articles) == 0 || c.articles[len(c.articles)-1] != n {
			c.articles = append(c.articles, n)
		}
	}
	for _, text := range texts {
		for short, title := range d.grammar.abbreviations(text) {
			if old, ok := c.defined[short]; ok && old != title {
				title = "" // it stands for two
			}
			c.defined[short] = title
		}
	}
	return c
}

// in returns the citations in a provision, each article once.
func (c *citer) in(e entry, p CitableUnit) (found []LawCitation) {
	seen := make(map[string]bool)
	names := make([]string, 0, len(c.defined))
	for short := range c.defined {
		names = append(names, short)
	}
	slices.Sort(names)
	for _, ref := range c.grammar.references(e.text, names) {
		law, articles := c.resolve(ref, articleNumber{e.article, e.branch})
		for _, n := range articles {
			label := c.grammar.article(unit{article: n.number, branch: n.branch})
			cited := c.grammar.cite(law, [4]string{label})
			if seen[cited] {
				continue
			}
			seen[cited] = true
			found = append(found, LawCitation{ID: fmt.Sprintf("%s~%d", p.ID, len(found)+1), Provision: p.ID, Version: p.Version,
				Citing: p.Citation, CitedLaw: law, Cited: cited, CitedArticle: label})
		}
	}
	return found
}

// resolve returns the law and the articles that a reference in an article names; none if that
// is not certain.
func (c *citer) resolve(ref reference, at articleNumber) (law string, articles []articleNumber) {
	if ref.previous {
		if i := slices.Index(c.articles, at); i > 0 && len(c.repeated) == 0 {
			return c.law, c.articles[i-1 : i]
		}
		return "", nil
	}
	if ref.law == "" {
		return c.law, between(c.articles, ref)
	}
	title := ref.law
	if full, ok := c.defined[title]; ok {
		title = full
	}
	other := c.titles[foldTitle(title)]
	if other == nil {
		return "", nil
	}
	if other.title == c.law {
		return c.law, between(c.articles, ref)
	}
	if ref.from == ref.to && other.articles[ref.from] {
		return other.title, []articleNumber{ref.from}
	}
	return "", nil
}

// between returns the articles from the first to the last that a reference names. Both must
// exist.
func between(articles []articleNumber, ref reference) []articleNumber {
	first, last := slices.Index(articles, ref.from), slices.Index(articles, ref.to)
	if first < 0 || last < first {
		return nil
	}
	return articles[first : last+1]
}
