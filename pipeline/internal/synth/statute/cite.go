package statute

import (
	"math/rand/v2"
	"slices"
	"time"
)

// CitableArticle is an article that a court can apply.
type CitableArticle struct {
	Title   string    // title of the statute, without title marks
	Article string    // 第十二条, Article 12
	Version time.Time // first day in force of the cited version
	Index   int       // number of the article's passage
	Gist    string    // its content, as a phrase to follow 关于 or "on"
}

// Cite returns at most n distinct articles on a matter that were in force on a day, ordered by
// statute and number. It returns fewer if fewer exist, and none for an unknown matter. Some
// statutes and articles are cited far more often than others.
//
// The articles are on the given subjects, by the names of [Law.Subjects] and of any matter, or
// without subjects on the general rules of the matter. Statutes on a subject and codes come
// before chapters of other statutes. If all these are too few, other articles on the matter
// follow.
func (l *Law) Cite(r *rand.Rand, m SubjectMatter, on time.Time, n int, subjects ...string) []CitableArticle {
	number := matterNumber(m)
	if number < 0 {
		return nil
	}
	wanted := l.subjects(subjects)
	if len(wanted) == 0 {
		wanted = []int{l.lexicon.matters[number].first}
	}
	own := func(s *Statute, p provision) bool {
		return slices.Contains(wanted, p.subject) && (s.form == code || slices.Contains(wanted, s.subject))
	}
	near := func(_ *Statute, p provision) bool { return slices.Contains(wanted, p.subject) }
	general := func(_ *Statute, p provision) bool { return p.subject == l.lexicon.matters[number].first }
	matter := func(_ *Statute, p provision) bool { return l.lexicon.subjects[p.subject].matter == number }
	matters := []int{number}
	for _, s := range wanted {
		if m := l.lexicon.subjects[s].matter; !slices.Contains(matters, m) {
			matters = append(matters, m)
		}
	}
	var found []place
	for _, fits := range []func(*Statute, provision) bool{own, near, general, matter} {
		if found = l.find(r, found, l.candidates(matters, on, fits), n); len(found) >= n {
			break
		}
	}
	slices.SortFunc(found, placeOrder)
	list := make([]CitableArticle, len(found))
	for i, p := range found {
		list[i] = l.citation(p)
	}
	return list
}

// CiteCode returns at most n distinct articles of codes that were in force on a day and are on the given subjects of a matter, ordered
// by code and number.
func (l *Law) CiteCode(r *rand.Rand, m SubjectMatter, on time.Time, n int, subjects ...string) []CitableArticle {
	number, wanted := matterNumber(m), l.subjects(subjects)
	if number < 0 {
		return nil
	}
	found := l.find(r, nil, l.candidates([]int{number}, on, func(s *Statute, p provision) bool { return s.form == code && slices.Contains(wanted, p.subject) }), n)
	slices.SortFunc(found, placeOrder)
	list := make([]CitableArticle, len(found))
	for i, p := range found {
		list[i] = l.citation(p)
	}
	return list
}

// CiteLeading returns an article that was in force on a day and is on a subject of a matter, of the statute that
// stands before all others that have such articles: draws differ in the article only. ok is false if there is none.
func (l *Law) CiteLeading(r *rand.Rand, m SubjectMatter, on time.Time, subject string) (c CitableArticle, ok bool) {
	number, wanted := matterNumber(m), l.subjects([]string{subject})
	if number < 0 || len(wanted) == 0 {
		return CitableArticle{}, false
	}
	from := l.candidates([]int{number}, on, func(s *Statute, p provision) bool { return p.subject == wanted[0] && s.subject == wanted[0] })
	if len(from) == 0 {
		return CitableArticle{}, false
	}
	return l.citation(l.find(r, nil, from[:1], 1)[0]), true
}

// Subjects returns the distinct subjects of articles, by names that are the same in every
// language.
func (l *Law) Subjects() []string {
	list := make([]string, l.lexicon.general)
	for i := range list {
		list[i] = l.lexicon.subjects[i].id
	}
	return list
}

// FirstSubject returns the subject of a matter's general rules, by its name in [Law.Subjects]; ""
// for an unknown matter.
func (l *Law) FirstSubject(m SubjectMatter) string {
	n := matterNumber(m)
	if n < 0 {
		return ""
	}
	return l.lexicon.subjects[l.lexicon.matters[n].first].id
}

// subjects returns the numbers of the named subjects and ignores unknown names.
func (l *Law) subjects(names []string) []int {
	var list []int
	for _, name := range names {
		if i := slices.IndexFunc(l.lexicon.subjects, func(s subject) bool { return s.id == name }); i >= 0 {
			list = append(list, i)
		}
	}
	return list
}

// candidates returns the articles in force that satisfy fits, by statute.
func (l *Law) candidates(matters []int, on time.Time, fits func(*Statute, provision) bool) [][]place {
	var list [][]place
	for _, m := range matters {
		for _, i := range l.byMatter[m] {
			v, ok := l.InForce(i, on)
			if !ok || slices.ContainsFunc(list, func(of []place) bool { return of[0].statute == i }) {
				continue
			}
			s := &l.Statutes[i]
			var of []place
			for at, a := range s.Versions[v].Articles {
				if fits(s, s.provisions[a.Provision]) {
					of = append(of, place{i, v, at})
				}
			}
			if len(of) > 0 {
				list = append(list, of)
			}
		}
	}
	return list
}

// find extends found to n places. Early statutes, and the kinds of articles that courts apply,
// are drawn more often than others; if draws are not enough, places are taken in order.
func (l *Law) find(r *rand.Rand, found []place, from [][]place, n int) []place {
	if len(from) == 0 {
		return found
	}
	for range 24 * n {
		if len(found) >= n {
			return found
		}
		u := r.Float64()
		of := from[int(u*u*float64(len(from)))]
		p := of[r.IntN(len(of))]
		s := &l.Statutes[p.statute]
		kind := s.provisions[s.Versions[p.version].Articles[p.position].Provision].kind
		const most = 16
		if r.IntN(most) < traits[kind].cited && !slices.Contains(found, p) {
			found = append(found, p)
		}
	}
	for _, of := range from {
		for _, p := range of {
			if len(found) < n && !slices.Contains(found, p) {
				found = append(found, p)
			}
		}
	}
	return found
}

// placeOrder compares places by the order of their passages.
func placeOrder(a, b place) int {
	return slices.Compare([]int{a.statute, a.version, a.position}, []int{b.statute, b.version, b.position})
}

// citation returns the citation of the article at a place.
func (l *Law) citation(p place) CitableArticle {
	s := &l.Statutes[p.statute]
	v := &s.Versions[p.version]
	a := v.Articles[p.position]
	return CitableArticle{
		Title:   s.Title,
		Article: l.text.formatter.article(a.Number, a.Branch),
		Version: v.Date,
		Index:   v.first + p.position,
		Gist:    l.gist(p),
	}
}

// gist returns a phrase for the content of the article at a place.
func (l *Law) gist(p place) string {
	t := l.at(p)
	return t.expand(t.key.Rand(), t.rules.gist)
}
