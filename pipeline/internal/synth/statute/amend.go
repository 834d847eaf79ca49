package statute

import (
	"math"
	"slices"
	"time"
)

// changeCounts are the numbers of articles that a new version changes, adds and removes.
type changeCounts struct{ changed, added, removed int }

// drawChanges draws the extent of an amendment. The shares follow successive versions of real
// statutes: on average a quarter of the articles changed, an eighth added, a twentieth removed;
// most amendments are far below, revisions far above.
func (d *drafter) drawChanges(note Note) changeCounts {
	n := float64(len(d.order))
	share := func(most float64) float64 { return most * math.Pow(d.r.Float64(), 1.5) }
	var e changeCounts
	if note == Revised {
		e = changeCounts{int(n * (0.25 + share(0.7))), int(n * (0.04 + share(0.75))), int(n * share(0.5))}
	} else {
		e = changeCounts{int(n * (0.02 + share(0.5))), 0, 0}
		if d.r.IntN(2) == 0 {
			e.added = int(math.Ceil(n * share(0.16)))
		}
		if d.r.IntN(3) == 0 {
			e.removed = int(math.Ceil(n * share(0.12)))
		}
	}
	if e.changed+e.added+e.removed == 0 {
		e.changed = 1
	}
	return e
}

// amend draws the version after last. A branching statute inserts new articles without
// renumbering old ones.
func (d *drafter) amend(last *Version, date time.Time, note Note, branching bool) Version {
	e := d.drawChanges(note)
	for range e.changed {
		d.change(d.order[d.r.IntN(len(d.order))], last, note)
	}
	if note == Revised {
		if i := d.order[len(d.order)-1]; d.provisions[i].kind == force {
			d.change(i, last, note)
		}
	}
	if branching && note == Amended {
		names := d.branch(last, e.added)
		return d.version(date, note, names)
	}
	for range e.removed {
		d.remove(d.r.IntN(len(d.order)))
	}
	for range e.added {
		d.insert(d.r.IntN(len(d.order)))
	}
	return d.version(date, note, nil)
}

// change amends the text of a provision, at most once per version. The purpose never changes,
// and the day of force changes only if the whole statute is revised.
func (d *drafter) change(i int, last *Version, note Note) {
	if k := d.provisions[i].kind; k == purpose || k == force && note != Revised {
		return
	}
	if last.Articles[last.at[i]].Revision == d.revisions[i] {
		d.revisions[i]++
	}
}

// remove repeals the provision at a position, unless its statute needs it or another provision
// refers to it.
func (d *drafter) remove(at int) {
	i := d.order[at]
	if p := traits[d.provisions[i].kind].part; p == head || p == tail || d.referred[i] || len(d.order) < 4 {
		return
	}
	d.order = slices.Delete(d.order, at, at+1)
}

// insert adds a new provision behind a position, if that is in the middle part of the statute,
// and reports whether it did.
func (d *drafter) insert(at int) bool {
	p := d.provisions[d.order[at]]
	part := traits[p.kind].part
	if part == tail {
		return false
	}
	if part == head {
		if at+1 < len(d.order) && traits[d.provisions[d.order[at+1]].kind].part == head {
			return false
		}
		part = body
	}
	i := d.addProvision(d.kind(part, p.subject), p.subject)
	d.setReference(i)
	d.order = slices.Insert(d.order, at+1, i)
	return true
}

// branch adds n new provisions behind old ones, which keep their numbers, and returns the
// numbers of all articles by provision.
func (d *drafter) branch(last *Version, n int) map[int]Article {
	names := make(map[int]Article, len(d.order)+n)
	for _, a := range last.Articles {
		names[a.Provision] = a
	}
	for range n {
		at := d.r.IntN(len(d.order))
		for at+1 < len(d.order) && names[d.order[at+1]].Branch > 0 {
			at++
		}
		if behind := names[d.order[at]]; d.insert(at) {
			names[d.order[at+1]] = Article{Number: behind.Number, Branch: behind.Branch + 1}
		}
	}
	return names
}
