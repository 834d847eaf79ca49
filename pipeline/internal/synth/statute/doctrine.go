package statute

import (
	"fmt"
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/yamlfile"
)

// Doctrine is an article of the general part of a nation's law: a rule on which parties rest their cases
// whatever the subject, such as set-off, limitation or the burden of proof.
type Doctrine struct {
	CitableArticle
	// Rule is what the article says of it, word for word: a condition, and what the court makes of it.
	Rule string
}

// generalParts are the statutes of the general part, by the names of their files.
var generalParts = []string{"obligations", "liability", "proof", "labour", "debts"}

// statuteText is a statute of the general part as its file has it. Maps are by language.
type statuteText struct {
	Title    map[string]string `yaml:"title"`
	Articles []articleText     `yaml:"articles"`
}

// articleText is an article of the general part.
type articleText struct {
	ID       string                    `yaml:"id"`      // of the doctrine; "" for none
	Heading  map[string]string         `yaml:"heading"` // of a doctrine
	Wordings []map[string]doctrineText `yaml:"wordings"`
	More     map[string]string         `yaml:"more"` // a further paragraph
}

// doctrineText is a wording of an article.
type doctrineText struct {
	If   string `yaml:"if"` // "" for an article that states no doctrine
	Then string `yaml:"then"`
}

// rule returns the whole sentence.
func (t doctrineText) rule(gap string) string {
	if t.If == "" {
		return t.Then
	}
	return t.If + gap + t.Then
}

// generalArticle is an article of the general part.
type generalArticle struct {
	Doctrine
	id, heading, more string
}

// readGeneralPart returns the statutes of the general part, in the order of generalParts.
func readGeneralPart() ([]statuteText, error) {
	all := make([]statuteText, len(generalParts))
	for i, name := range generalParts {
		if err := yamlfile.Read(files, "text/doctrine/"+name+".yaml", &all[i]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// NewNational returns the law of a nation as [New] does, with a general part among its article passages,
// as the last of them: statutes in force from before 1998 on, in one version, whose articles state
// doctrines. The other articles are drawn as New draws them. A law that would have fewer than 300 others
// has no general part.
func NewNational(k chance.Key, language, nation string, articles, knowledge int) (*Law, error) {
	read, err := readGeneralPart()
	if err != nil {
		return nil, err
	}
	size := 0
	for _, s := range read {
		size += len(s.Articles)
	}
	if articles < leastBesides+size {
		return New(k, language, nation, "", articles, knowledge)
	}
	l, err := New(k, language, nation, "", articles-size, knowledge)
	if err != nil {
		return nil, err
	}
	k = k.Of("general part")
	for i := range read {
		l.addGeneral(k.Of(generalParts[i]), language, &read[i])
	}
	return l, nil
}

// leastBesides is the least number of articles of a law beside its general part.
const leastBesides = 300

// addGeneral draws the wordings of a statute of the general part, and its day of force.
func (l *Law) addGeneral(k chance.Key, language string, s *statuteText) {
	r := k.Rand()
	from := day(firstDay.Year()+r.IntN(8), 1+3*r.IntN(4), 1)
	fill := strings.NewReplacer("{place}", l.jurisdiction.nation, "{date}", l.text.formatter.day(from))
	_, _, gap := l.text.formatter.marks()
	for i, a := range s.Articles {
		l.general = append(l.general, generalArticle{
			id: a.ID, heading: a.Heading[language], more: a.More[language],
			Doctrine: Doctrine{
				Rule: fill.Replace(a.Wordings[r.IntN(len(a.Wordings))][language].rule(gap)),
				CitableArticle: CitableArticle{
					Title: fill.Replace(s.Title[language]), Article: l.text.formatter.article(i+1, 0), Version: from, Index: l.Articles(),
				},
			},
		})
	}
}

// Doctrine returns the article that states a doctrine, by its identifier, if it was in force on a day.
func (l *Law) Doctrine(id string, on time.Time) (d Doctrine, ok bool) {
	for _, g := range l.general {
		if g.id == id && id != "" && !on.Before(g.Version) {
			return g.Doctrine, true
		}
	}
	return Doctrine{}, false
}

// text returns the article's passage.
func (g *generalArticle) text(f formatter) string {
	colon, _, _ := f.marks()
	text := fmt.Sprintf("%s%s%s%s%s%s\n", g.Title, f.behind(), g.Article, colon, f.heading(g.heading), g.Rule)
	if g.more != "" {
		text += "\n" + g.more + "\n"
	}
	return text
}
