package legislation

import "github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"

// deleted matches what stands in the place of an article that was repealed.
var deleted = lazyregexp.New(`^(?:0\.0 )?[(（]?(?:删去|删除|废止|已废止|repealed|revogado)[)）]?[。.]?\n$`)

// changesOf returns what became of the articles of one version in the next: the articles
// before in their order, then those that were added.
func changesOf(law string, before, after *document, from, to Version) []ArticleChange {
	a := align(articlesOf(before), articlesOf(after))
	incomplete := len(before.repeated)+len(after.repeated) > 0 // an article that was left out may be the match
	parts := before.isPart() || after.isPart()                 // an amendment on its own replaces nothing
	cite := func(label string) string { return after.grammar.cite(law, [4]string{label}) }
	days := law + "@" + from.Dated.Format("2006-01-02") + ">" + to.Dated.Format("2006-01-02")
	var changes []ArticleChange
	for i, t := range a.from {
		c := ArticleChange{ID: days + "#" + t.id(), Law: law, FromVersion: from.Name, ToVersion: to.Name, Before: cite(t.label), ArticleBefore: t.label}
		if j := a.toOf[i]; j >= 0 {
			c.After, c.ArticleAfter, c.Similarity = cite(a.to[j].label), a.to[j].label, a.similarity[i]
		}
		if c.Kind = a.kind(i, incomplete); parts {
			c.Kind = InDoubt
		}
		changes = append(changes, c)
	}
	for j, t := range a.to {
		if a.fromOf[j] >= 0 || deleted.MatchString(t.folded) {
			continue
		}
		c := ArticleChange{ID: days + "+" + t.id(), Law: law, FromVersion: from.Name, ToVersion: to.Name, Kind: Added, After: cite(t.label), ArticleAfter: t.label}
		if a.toDoubtful[j] || incomplete || parts {
			c.Kind = InDoubt
		}
		changes = append(changes, c)
	}
	return changes
}

// kind says what became of article i.
func (a *alignment) kind(i int, incomplete bool) ChangeKind {
	j := a.toOf[i]
	if j < 0 {
		if a.fromDoubtful[i] || incomplete {
			return InDoubt
		}
		return Repealed
	}
	same := a.from[i].number == a.to[j].number && a.from[i].branch == a.to[j].branch
	switch equal := a.similarity[i] == 1; {
	case equal && same:
		return Unchanged
	case equal:
		return Renumbered
	case same:
		return Amended
	}
	return RenumberedAndAmended
}

// id returns the number as IDs have it: 12-1.
func (t articleText) id() string { return unit{article: t.number, branch: t.branch}.articleID() }

// amendmentTitle is the end of the title of an amendment, with or without its year.
var amendmentTitle = lazyregexp.New(`(?:修正案|修改决定)(?:[（(][^）)]*[）)])?$`)

// isAmendment reports whether a document is called an amendment.
func (d *document) isAmendment() bool { return amendmentTitle.MatchString(d.title) }

// isPart reports whether a document is no whole law but an amendment of one: it is called so,
// or its articles do not begin with the first.
func (d *document) isPart() bool {
	return d.isAmendment() || len(d.entries) > 0 && d.entries[0].unit.article != 1
}
