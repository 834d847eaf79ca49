package statute

// writer makes the texts of one language. It is safe for concurrent use.
type writer struct{ language string }

// newWriter returns the writer of a language.
func newWriter(language string) (*writer, error) { return &writer{language}, nil }

// Article is the text of article passage i, in [0, Articles()): the statute's title, the
// article's number and its paragraphs. Passages of a version that was followed by
// another name the version's year.
func (l *Law) Article(i int) string {
	p := l.locate(i)
	s := &l.Statutes[p.statute]
	a := s.Versions[p.version].Articles[p.position]
	return s.Title + articleName(l.text.language, a.Number, a.Branch) + ": " + l.gist(p)
}

// Knowledge is the text of knowledge passage i, in [0, Passages()).
func (l *Law) Knowledge(i int) string {
	r := l.notions.At(i).Rand()
	return l.Article(r.IntN(l.articles))
}

// gist says in a phrase what an article is about.
func (l *Law) gist(p place) string {
	s := &l.Statutes[p.statute]
	q := s.provisions[s.Versions[p.version].Articles[p.position].Provision]
	return l.lexicon.subjects[q.subject].name + " " + traits[q.kind].name
}
