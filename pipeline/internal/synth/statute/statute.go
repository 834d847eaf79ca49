// Package statute is the law of a generated world: the statutes of an invented legislature,
// their dated versions with their articles, and passages that explain articles.
//
// A [Law] is structure: the statutes, the days on which versions came into force, and the
// articles amended, added, moved and repealed. The structure depends only on a key and the
// sizes; all languages share it. Texts are made on demand, article by article. An article has
// the same content about the same parties in every language.
package statute

import (
	"fmt"
	"slices"
	"sort"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
)

// SubjectMatter is the subject area of a rule or a dispute.
type SubjectMatter string

// The closed set of matters.
const (
	Sale           SubjectMatter = "sale"           // sale of goods
	Construction   SubjectMatter = "construction"   // building works
	Lease          SubjectMatter = "lease"          // lease and hire
	Loan           SubjectMatter = "loan"           // lending of money
	Guarantee      SubjectMatter = "guarantee"      // suretyship, mortgage and pledge
	Service        SubjectMatter = "service"        // services and mandates
	Labour         SubjectMatter = "labour"         // employment
	Traffic        SubjectMatter = "traffic"        // road accidents
	Tort           SubjectMatter = "tort"           // other wrongs
	Property       SubjectMatter = "property"       // ownership and possession
	Intellectual   SubjectMatter = "intellectual"   // patents, marks and copyright
	Corporate      SubjectMatter = "corporate"      // companies and their members
	Securities     SubjectMatter = "securities"     // issue and trade of securities
	Insurance      SubjectMatter = "insurance"      // insurance contracts
	Transport      SubjectMatter = "transport"      // carriage of goods and passengers
	Partnership    SubjectMatter = "partnership"    // partnerships
	Procedure      SubjectMatter = "procedure"      // civil procedure
	Enforcement    SubjectMatter = "enforcement"    // enforcement of judgments
	Market         SubjectMatter = "market"         // market supervision
	Environment    SubjectMatter = "environment"    // pollution and nature
	Safety         SubjectMatter = "safety"         // safety at work and against fire
	Tax            SubjectMatter = "tax"            // taxes and their collection
	Urban          SubjectMatter = "urban"          // planning, housing and city upkeep
	Finance        SubjectMatter = "finance"        // banking and payment
	Administration SubjectMatter = "administration" // acts of authorities
)

// Matters returns all matters in a fixed order.
func Matters() []SubjectMatter {
	return []SubjectMatter{
		Sale, Construction, Lease, Loan, Guarantee, Service, Labour, Traffic, Tort, Property,
		Intellectual, Corporate, Securities, Insurance, Transport, Partnership, Procedure, Enforcement,
		Market, Environment, Safety, Tax, Urban, Finance, Administration,
	}
}

// Law holds all statutes of one legislature. It is immutable and safe for concurrent use.
type Law struct {
	// Statutes are ordered so that a statute precedes those that implement it.
	Statutes []Statute

	articles, knowledge int              // articles of Statutes
	general             []generalArticle // passages behind those of Statutes
	jurisdiction        jurisdiction
	lexicon             *lexicon
	text                *writer
	knowledgeKey        chance.Key     // of the knowledge passages
	byMatter            [][]int        // statutes with articles on each matter, by the matter's number
	byFirst             []versionPlace // all versions in the order of their passages
}

// jurisdiction is the area in which a law applies.
type jurisdiction struct{ nation, region string }

// Statute is one statute with all its versions.
type Statute struct {
	Title    string        // unique in the law, without title marks; carries the nation's or the region's name
	Matter   SubjectMatter // main matter; a code has articles on several matters
	Versions []Version     // oldest first, at least one
	Repealed time.Time     // the day from which no version is in force; zero if it was not repealed
	// Successor is the index of the statute that replaced it on the day of its repeal; -1 if it
	// was not repealed.
	Successor int
	// Parent is the index of the statute that it implements; -1 for none.
	Parent int

	form       form
	volume     int // 0, or its number among statutes of equal subject and form
	subject    int
	replaces   []int // statutes it took the place of, ascending
	provisions []provision
	key        chance.Key // of its texts
}

// Version is a statute as it was in force from Date until the day before the next version's
// Date or the statute's repeal. Its articles are numbered 1, 2, 3 … without gaps; an
// article that was put between two numbers has the number of the article before it and a
// branch.
type Version struct {
	Adopted  time.Time // UTC midnight, not after Date
	Date     time.Time // the first day in force, UTC midnight
	Note     Note      // how the version came about; Enacted only for the first
	Articles []Article // in order

	first   int       // passage index of its first article
	inForce time.Time // the day of force that its last article names
	heading string    // beginning of its passages
	at      []int32   // position in Articles by provision, -1 if it is not in this version
}

// Note says how a version differs from the one before.
type Note string

// The closed set of notes.
const (
	Enacted Note = "enacted" // the first version
	Amended Note = "amended" // some articles were changed
	Revised Note = "revised" // it was gone over as a whole and put in force anew
)

// Article is an article of one version.
type Article struct {
	Number    int // from 1
	Branch    int // 0, or 1, 2 … for 第十二条之一, 第十二条之二 … / Article 12-1, 12-2 …
	Provision int // identity through all versions of its statute, from 0
	Revision  int // how often its text was amended before, from 0
}

// versionPlace is the location of a version and the number of its first passage.
type versionPlace struct{ statute, version, first int }

// New returns the law of a legislature with exactly the given numbers of article
// passages, counted over all versions of all statutes, and knowledge passages. Both
// are at least 1. The language is zh or en. An empty region is the whole nation,
// another the name of the province whose legislature it is. Of the structure only
// titles depend on the language and the names.
//
// From 300 articles on every matter has a statute in force on every day from 2005
// to 2024.
func New(k chance.Key, language, nation, region string, articles, knowledge int) (*Law, error) {
	if articles < 1 || knowledge < 1 {
		return nil, fmt.Errorf("a law of %d articles and %d knowledge passages: want at least 1 of each", articles, knowledge)
	}
	if nation == "" {
		return nil, fmt.Errorf("a law without a nation: want its name")
	}
	lex, err := loadLexicon(language)
	if err != nil {
		return nil, err
	}
	where := jurisdiction{nation, region}
	text, err := newWriter(language, where)
	if err != nil {
		return nil, err
	}
	return newLaw(k, lex, text, where, articles, knowledge), nil
}

// newLaw draws the law of a jurisdiction.
func newLaw(k chance.Key, lex *lexicon, text *writer, where jurisdiction, articles, knowledge int) *Law {
	l := &Law{
		articles: articles, knowledge: knowledge,
		jurisdiction: where,
		lexicon:      lex, text: text,
		knowledgeKey: k.Of("knowledge"),
	}
	b := builder{lexicon: lex, structure: k.Of("statutes"), texts: k.Of("articles"), total: articles}
	l.Statutes = b.build()
	for i := range l.Statutes {
		l.Statutes[i].Title = l.title(&l.Statutes[i])
	}
	l.place()
	for i := range l.Statutes {
		l.headings(&l.Statutes[i])
	}
	return l
}

// place numbers the passages and indexes statutes by matter.
func (l *Law) place() {
	l.byMatter = make([][]int, len(l.lexicon.matters))
	next := 0
	for i := range l.Statutes {
		s := &l.Statutes[i]
		for j := range s.Versions {
			s.Versions[j].first = next
			l.byFirst = append(l.byFirst, versionPlace{i, j, next})
			next += len(s.Versions[j].Articles)
			s.Versions[j].inForce = s.Versions[j].Date
			if j > 0 && s.Versions[j].Note == Amended {
				s.Versions[j].inForce = s.Versions[j-1].inForce
			}
		}
		for _, p := range s.provisions {
			m := l.lexicon.subjects[p.subject].matter
			if list := l.byMatter[m]; len(list) == 0 || list[len(list)-1] != i {
				l.byMatter[m] = append(list, i)
			}
		}
	}
	if next != l.articles {
		panic(fmt.Sprintf("a law of %d articles has %d", l.articles, next))
	}
}

// Articles returns the number of article passages.
func (l *Law) Articles() int { return l.articles + len(l.general) }

// Passages returns the number of knowledge passages.
func (l *Law) Passages() int { return l.knowledge }

// InForce returns the index of the version of a statute, given by its index, that was in
// force on a day. ok is false before the first version and after the repeal.
func (l *Law) InForce(statute int, on time.Time) (version int, ok bool) {
	s := &l.Statutes[statute]
	n := sort.Search(len(s.Versions), func(i int) bool { return s.Versions[i].Date.After(on) })
	if n == 0 || !s.Repealed.IsZero() && !on.Before(s.Repealed) {
		return 0, false
	}
	return n - 1, true
}

// locate returns the location of a passage's article.
func (l *Law) locate(passage int) place {
	n := sort.Search(len(l.byFirst), func(i int) bool { return l.byFirst[i].first > passage }) - 1
	v := l.byFirst[n]
	return place{v.statute, v.version, passage - v.first}
}

// place is the location of an article: statute, version and position in the version.
type place struct{ statute, version, position int }

// matterNumber returns a matter's index in Matters; -1 for an unknown matter.
func matterNumber(m SubjectMatter) int { return slices.Index(Matters(), m) }
