package statute

// Paragraph is a paragraph of an article, with the list that it leads into.
type Paragraph struct {
	Text  string   // without a number
	Items []string // without their numbers, each with the mark at its end; nil for no list
}

// Division is the function of a run of articles in a statute. Statutes have them in this order,
// and need not have all.
type Division string

// The closed set of divisions.
const (
	General     Division = "general"     // purpose, scope and principles
	Rules       Division = "rules"       // the rules on a subject
	Supervision Division = "supervision" // what the authority does
	Sanctions   Division = "sanctions"   // what follows from a breach
	Final       Division = "final"       // meanings, transition and the day of force
)

// Lawmaker is the body that makes a statute.
type Lawmaker string

// The closed set of lawmakers.
const (
	Legislature Lawmaker = "legislature"
	Government  Lawmaker = "government"
	Department  Lawmaker = "department"
	HighCourt   Lawmaker = "court"
)

// PublishedArticle is an article of one version as it is published.
type PublishedArticle struct {
	Label      string // 第十二条之一, Article 12-1
	Provision  int    // identity through all versions of its statute, from 0
	Division   Division
	Subject    string // of its rules, in the law's language
	Matter     SubjectMatter
	Paragraphs []Paragraph
}

// Published returns the articles of a version, given by the indexes of its statute and of
// itself, in order.
func (l *Law) Published(statute, version int) []PublishedArticle {
	v := &l.Statutes[statute].Versions[version]
	articles := make([]PublishedArticle, len(v.Articles))
	for i := range v.Articles {
		articles[i] = l.PublishedArticle(statute, version, i)
	}
	return articles
}

// PublishedArticle returns an article of a version as it is published, given by the indexes of its
// statute, its version and itself.
func (l *Law) PublishedArticle(statute, version, article int) PublishedArticle {
	v := &l.Statutes[statute].Versions[version]
	a := v.Articles[article]
	t := l.at(place{statute, version, article})
	return PublishedArticle{
		Label:      l.text.formatter.article(a.Number, a.Branch),
		Provision:  a.Provision,
		Division:   [...]Division{head: General, body: Rules, control: Supervision, sanctions: Sanctions, tail: Final}[traits[t.prov.kind].part],
		Subject:    t.subject.name,
		Matter:     Matters()[t.subject.matter],
		Paragraphs: t.paragraphs(),
	}
}

// Lawmaker returns the body that made the statute.
func (s *Statute) Lawmaker() Lawmaker {
	switch s.form {
	case act, code:
		return Legislature
	case ordinance, implementing:
		return Government
	case interpretation:
		return HighCourt
	}
	return Department
}
