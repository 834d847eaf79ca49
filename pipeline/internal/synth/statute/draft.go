package statute

import (
	"math/rand/v2"
	"slices"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
)

// provision is the identity of an article through all versions of its statute.
type provision struct {
	kind    kind
	subject int
	ordinal int // how many of its kind and subject the statute had before
	refers  int // the provision that it refers to, -1 for none
}

// drafter draws the provisions and versions of one statute.
type drafter struct {
	statutePlan
	lexicon    *lexicon
	r          *rand.Rand
	provisions []provision
	revisions  []int          // by provision, so far
	referred   []bool         // by provision: another refers to it
	ordinals   map[[2]int]int // provisions so far, by kind and subject
	order      []int          // provisions of the version at hand
}

// draft draws all versions. The first is in force by the latest day.
func (d *drafter) draft(latest time.Time) []Version {
	d.ordinals = map[[2]int]int{}
	dates := d.dates(latest)
	for _, k := range d.planArticles() {
		d.order = append(d.order, d.addProvision(k.kind, k.subject))
	}
	for _, i := range d.order {
		d.setReference(i)
	}
	versions := []Version{d.version(dates[0], Enacted, nil)}
	branching := d.r.IntN(6) == 0
	for _, date := range dates[1:] {
		last := &versions[len(versions)-1]
		note := Amended
		if d.r.IntN(3) == 0 {
			note = Revised
		}
		versions = append(versions, d.amend(last, date, note, branching))
	}
	return versions
}

// dates draws the days on which versions come into force, at least 20 months apart.
func (d *drafter) dates(latest time.Time) []time.Time {
	const gap = 20
	first := months(d.from)
	span := months(d.until) - first
	n := max(1, min(d.versions, span/gap+1))
	most := max(1, min(span-(n-1)*gap, months(latest)-first)+1)
	at := make([]int, n)
	at[0] = d.r.IntN(most)
	for i := 1; i < n; i++ {
		at[i] = d.r.IntN(max(1, span-(n-1)*gap-at[0]+1)) + at[0]
	}
	slices.Sort(at)
	dates := make([]time.Time, n)
	for i, m := range at {
		m += first + i*gap
		dates[i] = day(m/12, m%12+1, 1)
		if d.r.IntN(4) == 0 {
			dates[i] = dates[i].AddDate(0, 0, d.r.IntN(27))
		}
	}
	return dates
}

// months returns the number of months since year 0.
func months(t time.Time) int { return t.Year()*12 + int(t.Month()) - 1 }

// adopted draws the day of adoption of a version that is in force from date.
func (d *drafter) adopted(date time.Time) time.Time {
	if d.r.IntN(5) == 0 {
		return date
	}
	return date.AddDate(0, 0, -20-d.r.IntN(180))
}

// entry is a planned article of the first version.
type entry struct {
	kind    kind
	subject int
}

// planArticles plans the first version: the kinds and subjects of its articles.
func (d *drafter) planArticles() []entry {
	n, own, whole := d.size, d.subjects[0], d.subjects[0]
	if d.form == code {
		whole = d.lexicon.general
	}
	fam := d.lexicon.matters[d.lexicon.subjects[own].matter].family
	heads, tails := []kind{purpose, scope, definition, principle, competence, promotion}, []kind{meaning, delegation, transition, force}
	if d.form == interpretation {
		heads, tails = []kind{purpose}, []kind{transition, force}
	}
	h, t := min(len(heads), (n+6)/8), min(len(tails), (n+15)/20)
	controls, sanction := n/20, n/16
	switch {
	case d.form == interpretation:
		controls, sanction = 0, 0
	case fam == regulation:
		controls, sanction = n/8, n/6
	}
	if n < 3 {
		h, t = 0, n-1
	}
	var plan []entry
	for _, k := range heads[:h] {
		plan = append(plan, entry{k, whole})
	}
	rest := n - h - t - controls - sanction
	for i, s := range d.subjects {
		for range rest*(i+1)/len(d.subjects) - rest*i/len(d.subjects) {
			plan = append(plan, entry{d.kind(body, s), s})
		}
	}
	for range controls {
		plan = append(plan, entry{d.kind(control, own), own})
	}
	for range sanction {
		s := d.subjects[d.r.IntN(len(d.subjects))]
		plan = append(plan, entry{d.kind(sanctions, s), s})
	}
	for _, k := range tails[len(tails)-t:] {
		plan = append(plan, entry{k, whole})
	}
	return plan
}

// kind draws the kind of an article in a part of the statute.
func (d *drafter) kind(p part, subject int) kind {
	list := drawableKinds(p, d.form)
	m := &d.lexicon.matters[d.lexicon.subjects[subject].matter]
	weights := make([]int, len(list))
	for i, k := range list {
		weights[i] = traits[k].weights[m.family]
		if k == contents && m.papers || k == application && !m.papers {
			weights[i] = 0
		}
	}
	return list[chance.WeightedIndex(d.r, weights)]
}

// addProvision adds a provision without a reference and returns its index.
func (d *drafter) addProvision(k kind, subject int) int {
	at := [2]int{int(k), subject}
	d.provisions = append(d.provisions, provision{k, subject, d.ordinals[at], -1})
	d.ordinals[at]++
	d.revisions = append(d.revisions, 0)
	d.referred = append(d.referred, false)
	return len(d.provisions) - 1
}

// setReference lets a provision refer to another on its subject, if its kind does so and the
// current version has one.
func (d *drafter) setReference(i int) {
	p := &d.provisions[i]
	kinds := traits[p.kind].refers
	if kinds == nil || traits[p.kind].part == body && d.r.IntN(2) == 0 {
		return
	}
	var list []int
	for _, j := range d.order {
		if q := d.provisions[j]; j != i && q.subject == p.subject && slices.Contains(kinds, q.kind) {
			list = append(list, j)
		}
	}
	if len(list) > 0 {
		p.refers = list[d.r.IntN(len(list))]
		d.referred[p.refers] = true
	}
}

// version returns the current provisions as a version. names gives the numbers of articles by
// provision; nil numbers them consecutively.
func (d *drafter) version(date time.Time, note Note, names map[int]Article) Version {
	v := Version{Adopted: d.adopted(date), Date: date, Note: note, at: make([]int32, len(d.provisions))}
	for i := range v.at {
		v.at[i] = -1
	}
	for i, p := range d.order {
		a := Article{Number: i + 1, Provision: p, Revision: d.revisions[p]}
		if names != nil {
			a.Number, a.Branch = names[p].Number, names[p].Branch
		}
		v.Articles = append(v.Articles, a)
		v.at[p] = int32(i)
	}
	return v
}
