package statute

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
)

// builder makes the statutes of a law, one after the other, until their articles
// make up the total.
type builder struct {
	lexicon          *lexicon
	structure, texts chance.Key
	total            int // articles wanted
	made             int // articles so far
	statutes         []Statute
	volumes          map[topic]int // statutes so far on a subject in a form
}

// topic identifies a statute's title, apart from its volume.
type topic struct {
	subject int
	form    form
}

// statutePlan is what is decided about a statute before it is drawn.
type statutePlan struct {
	topic
	subjects    []int // of its chapters, the main subject first
	size        int   // articles in the first version, at least 1
	versions    int   // at most this many
	from, until time.Time
	parent      int
	replaces    []int
}

// The days between which statutes come into force. Every matter has a statute from
// settled on.
var (
	firstDay    = day(1990, 1, 1)
	coverageDay = day(2004, 12, 31)
	lastDay     = day(2024, 7, 1)
)

// Sizes of laws and statutes.
const (
	leastForCode = 5000 // articles of a law that has a code
	mostInCode   = 1260
	mostArticles = 320 // in the first version of a matter's main statute
	mostSpecial  = 90  // in the first version of a statute on a special subject
	leastRest    = 5   // articles of a statute that is there to make up the total
)

// day is UTC midnight.
func day(y, m, d int) time.Time { return time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC) }

// build makes all statutes: the main statute of every matter, together with at most four fifths
// of all articles; the code, which incorporates some of them; and others until the total is
// reached.
func (b *builder) build() []Statute {
	b.volumes = map[topic]int{}
	r := b.structure.Of("plan").Rand()
	codified, coded := day(2017+r.IntN(5), 1, 1), map[SubjectMatter]bool{}
	if b.total >= leastForCode {
		for _, m := range []SubjectMatter{Sale, Construction, Lease, Loan, Guarantee, Service, Tort, Property, Partnership} {
			coded[m] = true
		}
	}
	matters := Matters()
	for i, m := range matters[:min(len(matters), b.total)] {
		b.addMain(r, m, (b.total*8/10-b.made)/(len(matters)-i), coded[m], codified)
	}
	if b.total >= leastForCode {
		b.addCode(r, coded, codified)
	}
	for b.made < b.total {
		b.addOther(r)
	}
	return b.statutes
}

// addMain adds the main statute of a matter with at most the given number of articles in all
// versions.
func (b *builder) addMain(r *rand.Rand, m SubjectMatter, most int, coded bool, codified time.Time) {
	words := b.lexicon.matters[matterNumber(m)]
	size := min(mostArticles, 60+int(80*math.Exp(r.NormFloat64()*0.7)), max(1, most*6/10))
	f := act
	if words.family == regulation && r.IntN(3) == 0 {
		f = ordinance
	}
	until := lastDay
	if coded {
		until = codified.AddDate(-1, 0, 0)
	}
	b.addStatute(statutePlan{
		topic:    topic{words.first, f},
		subjects: b.chapters(r, words.first, size),
		size:     size, versions: 1 + r.IntN(4),
		from: firstDay, until: until,
		parent: -1,
	}, max(1, most), coverageDay)
}

// addCode adds the code, which incorporates the main statutes of some matters.
func (b *builder) addCode(r *rand.Rand, coded map[SubjectMatter]bool, codified time.Time) {
	p := statutePlan{
		size: min(mostInCode, max(100, b.total/55)), versions: 1 + r.IntN(2),
		from: codified, until: lastDay, parent: -1,
	}
	for i := range b.statutes {
		words := b.lexicon.matters[matterNumber(b.statutes[i].Matter)]
		if !coded[b.statutes[i].Matter] {
			continue
		}
		p.replaces = append(p.replaces, i)
		for s := words.first; s < words.behind; s++ {
			p.subjects = append(p.subjects, s)
		}
	}
	p.topic = topic{p.subjects[0], code}
	b.addStatute(p, b.total-b.made, codified.AddDate(0, 1, 0))
}

// addOther adds a statute that is not the main statute of its matter.
func (b *builder) addOther(r *rand.Rand) {
	rest := b.total - b.made
	p := statutePlan{topic: b.drawTopic(r), from: firstDay, until: lastDay, parent: -1}
	p.size = min(mostIn[p.form], max(leastRest, int(46*math.Exp(r.NormFloat64()*0.85))))
	p.versions = 1 + chance.WeightedIndex(r, []int{30, 38, 22, 10})
	if b.lexicon.matters[b.lexicon.subjects[p.subject].matter].first != p.subject {
		p.size = min(p.size, mostSpecial)
	}
	if p.size > rest-leastRest {
		p.size, p.versions = rest, 1
	}
	if p.form == implementing {
		b.setParent(&p)
	} else if r.IntN(100) < 18 {
		b.setReplaced(r, &p)
	}
	if p.subjects = []int{p.subject}; p.form != interpretation {
		p.subjects = b.chapters(r, p.subject, p.size)
	}
	b.addStatute(p, rest, lastDay)
}

// drawTopic draws a subject and a form, preferring unused pairs.
func (b *builder) drawTopic(r *rand.Rand) (t topic) {
	for range 60 {
		t.subject = r.IntN(b.lexicon.general)
		weights := formWeights[b.lexicon.matters[b.lexicon.subjects[t.subject].matter].family]
		t.form = form(chance.WeightedIndex(r, weights[:]))
		if b.volumes[t] == 0 {
			break
		}
	}
	return t
}

// chapters draws the subjects of a statute's chapters: its own and, for a large statute on the
// general subject of its matter, others.
func (b *builder) chapters(r *rand.Rand, own, size int) []int {
	words := b.lexicon.matters[b.lexicon.subjects[own].matter]
	list := []int{own}
	if own != words.first {
		return list
	}
	for _, i := range r.Perm(words.behind - words.first) {
		if len(list) > size/55 {
			break
		}
		if s := words.first + i; s != own {
			list = append(list, s)
		}
	}
	return list
}

// setParent sets the parent of an implementing statute: the first act on its subject that no
// statute implements. Without such an act it becomes a statute of measures.
func (b *builder) setParent(p *statutePlan) {
	for i := range b.statutes {
		s := &b.statutes[i]
		if s.form != act || s.subject != p.subject || b.volumes[p.topic] > 0 {
			continue
		}
		p.parent = i
		p.from = s.Versions[0].Date.AddDate(0, 3, 0)
		if !s.Repealed.IsZero() && s.Repealed.Before(p.until) {
			p.until = s.Repealed.AddDate(0, -3, 0)
		}
		return
	}
	p.form = measures
}

// setReplaced lets a statute replace an earlier one on the same subject, if there is one.
func (b *builder) setReplaced(r *rand.Rand, p *statutePlan) {
	for i := len(Matters()); i < len(b.statutes); i++ {
		s := &b.statutes[i]
		last := s.Versions[len(s.Versions)-1].Date.AddDate(2, 0, 0)
		if s.subject == p.subject && s.form != code && s.form != act && s.Repealed.IsZero() && last.Before(p.until.AddDate(-2, 0, 0)) {
			p.replaces, p.from = []int{i}, last
			return
		}
	}
}

// addStatute draws a statute and keeps as many of its versions as fit into room. Its first
// version is in force by the latest day.
func (b *builder) addStatute(p statutePlan, room int, latest time.Time) {
	i := len(b.statutes)
	p.size = min(p.size, room)
	d := drafter{lexicon: b.lexicon, statutePlan: p, r: b.structure.At(i).Rand()}
	s := Statute{
		Matter:    Matters()[b.lexicon.subjects[p.subject].matter],
		Successor: -1, Parent: p.parent,
		form: p.form, subject: p.subject, replaces: p.replaces,
		key: b.texts.At(i),
	}
	s.volume = b.volumes[p.topic]
	b.volumes[p.topic]++
	s.Versions = d.draft(latest)
	articles := 0
	for j, v := range s.Versions {
		if n := articles + len(v.Articles); n > room || room-n > 0 && room-n < leastRest && room == b.total-b.made {
			if j > 0 {
				s.Versions = s.Versions[:j]
				break
			}
		}
		articles += len(v.Articles)
	}
	s.provisions = d.provisions
	for _, old := range p.replaces {
		b.statutes[old].Repealed, b.statutes[old].Successor = s.Versions[0].Date, i
	}
	b.made += articles
	b.statutes = append(b.statutes, s)
}
