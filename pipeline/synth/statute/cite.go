package statute

import (
	"math/rand/v2"
	"slices"
	"time"
)

// Citation is an article that a court can apply.
type Citation struct {
	Title   string    // the statute's, without title marks
	Article string    // 第十二条, Article 12
	Version time.Time // from when the version that is cited was in force
	Index   int       // the passage of the article
	Gist    string    // what it is about, a phrase to follow 关于 or "on"
}

// Cite returns n distinct articles on a matter that were in force on a day, ordered
// by statute and number; fewer if there are fewer, none for a matter that is none.
// Some statutes and articles are cited far more often than others.
func (l *Law) Cite(r *rand.Rand, m Matter, on time.Time, n int) []Citation {
	number := matterNumber(m)
	if number < 0 {
		return nil
	}
	var found []place
	for range 8 * n {
		if len(found) >= n {
			break
		}
		if p, ok := l.pick(r, number, on); ok && !slices.Contains(found, p) {
			found = append(found, p)
		}
	}
	if len(found) < n {
		found = l.fill(found, number, on, n)
	}
	slices.SortFunc(found, placeOrder)
	list := make([]Citation, len(found))
	for i, p := range found {
		list[i] = l.citation(p)
	}
	return list
}

// pick draws an article on a matter: early statutes on it and the kinds that
// courts apply more often than others.
func (l *Law) pick(r *rand.Rand, matter int, on time.Time) (place, bool) {
	about := l.about[matter]
	if len(about) == 0 {
		return place{}, false
	}
	u := r.Float64()
	i := about[int(u*u*u*float64(len(about)))]
	v, ok := l.InForce(i, on)
	if !ok {
		return place{}, false
	}
	s := &l.Statutes[i]
	u = r.Float64()
	at := int(u * float64(len(s.Versions[v].Articles)))
	p := s.provisions[s.Versions[v].Articles[at].Provision]
	const most = 16
	return place{i, v, at}, l.lexicon.subjects[p.subject].matter == matter && r.IntN(most) < traits[p.kind].cited
}

// fill takes articles in order until there are n.
func (l *Law) fill(found []place, matter int, on time.Time, n int) []place {
	for _, i := range l.about[matter] {
		v, ok := l.InForce(i, on)
		if !ok {
			continue
		}
		s := &l.Statutes[i]
		for at, a := range s.Versions[v].Articles {
			if len(found) >= n {
				return found
			}
			p := place{i, v, at}
			if l.lexicon.subjects[s.provisions[a.Provision].subject].matter == matter && !slices.Contains(found, p) {
				found = append(found, p)
			}
		}
	}
	return found
}

// placeOrder orders places as their passages.
func placeOrder(a, b place) int {
	return slices.Compare([]int{a.statute, a.version, a.position}, []int{b.statute, b.version, b.position})
}

// citation names the article at a place.
func (l *Law) citation(p place) Citation {
	s := &l.Statutes[p.statute]
	v := &s.Versions[p.version]
	a := v.Articles[p.position]
	return Citation{
		Title:   s.Title,
		Article: l.text.idiom.article(a.Number, a.Branch),
		Version: v.Date,
		Index:   v.first + p.position,
		Gist:    l.gist(p),
	}
}

// gist says in a phrase what the article at a place is about.
func (l *Law) gist(p place) string {
	t := l.at(p)
	return t.expand(t.key.Rand(), t.rules.gist)
}
