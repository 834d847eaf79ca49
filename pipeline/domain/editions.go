package domain

import (
	"cmp"
	"fmt"
	"slices"
)

// Force says whether a part of a work was in force on a day as it is worded.
type Force string

// The closed set of answers.
const (
	InForce    Force = "in force"     // it was, in these words
	NotInForce Force = "not in force" // the part read otherwise, or there was none
	Untold     Force = "untold"       // the passages leave it open
)

// Editions are the versions of the works that the passages of a corpus are parts of.
// They are safe for concurrent use.
//
// From when a version is in force is told by its own clause and by the year in its
// heading. A day that several versions tell is that of the earliest of them, since an
// amendment leaves the clause as it was. So the latest version, which has no year, may
// have come into force on any day since the one before. A corpus in which no version
// bears a year does not keep versions apart, and all is untold.
//
// Nothing tells when a work was repealed: its last version counts on.
type Editions struct {
	works map[string][]*edition // oldest first; nil where their order is not told
}

// The first and the last of days.
const (
	firstDay = "0000-01-01"
	lastDay  = "9999-12-31"
)

// edition is one version of a work.
type edition struct {
	version string
	year    int // 0 for none
	// from is the earliest and until the latest day on which it can have come into force.
	from, until string
	told        string              // the day in its clause; "" for none
	torn        bool                // its clauses tell different days
	parts       map[string][]string // by part, its different wordings
}

// NewEditions reads the versions of all works out of passages that r describes; r has
// InForce.
func NewEditions(r *PassageNaming, passages []string) *Editions {
	e := &Editions{works: map[string][]*edition{}}
	read, days := r.Reader(), r.Days()
	marked := false
	for _, p := range passages {
		h, ok := read(p)
		if !ok {
			continue
		}
		marked = marked || h.Version != ""
		v := e.edition(&h)
		if !slices.Contains(v.parts[h.Part], h.Wording) {
			v.parts[h.Part] = append(v.parts[h.Part], h.Wording)
		}
		if day, ok := days(h.Wording); ok {
			v.torn = v.torn || v.told != "" && v.told != day
			v.told = day
		}
	}
	for work, versions := range e.works {
		if !marked || !date(versions) {
			e.works[work] = nil
		}
	}
	return e
}

// edition returns the version that a heading is of.
func (e *Editions) edition(h *Heading) *edition {
	for _, v := range e.works[h.Work] {
		if v.version == h.Version {
			return v
		}
	}
	v := &edition{version: h.Version, year: h.Year, parts: map[string][]string{}}
	e.works[h.Work] = append(e.works[h.Work], v)
	return v
}

// date orders versions and sets between which days each came into force. It reports
// false where what the passages tell leaves the order open, or contradicts it.
func date(versions []*edition) bool {
	slices.SortFunc(versions, func(a, b *edition) int {
		if last := cmp.Compare(len(b.version), 0) - cmp.Compare(len(a.version), 0); last != 0 {
			return last
		}
		return cmp.Compare(a.year, b.year)
	})
	seen := map[string]bool{}
	for i, v := range versions {
		if v.version != "" && (v.year == 0 || i > 0 && versions[i-1].year == v.year) {
			return false
		}
		v.from, v.until = firstDay, lastDay
		if v.year > 0 {
			v.from, v.until = fmt.Sprintf("%04d-01-01", v.year), fmt.Sprintf("%04d-12-31", v.year)
		}
		before := firstDay
		if i > 0 {
			before = versions[i-1].from
		}
		if v.told != "" && !v.torn {
			if !seen[v.told] && v.told >= v.from {
				v.from, v.until = v.told, v.told
			}
			seen[v.told] = true
		}
		v.from = max(v.from, before)
		if v.from > v.until {
			return false
		}
	}
	for i := len(versions) - 2; i >= 0; i-- {
		versions[i].until = min(versions[i].until, versions[i+1].until)
	}
	return true
}

// possible returns the versions of a work of which any may have been in force on an
// ISO day, and whether one of them was for sure; nil for a work whose versions have no
// told order.
func (e *Editions) possible(work, day string) (versions []*edition, sure bool) {
	all := e.works[work]
	if all == nil {
		return nil, false
	}
	versions = []*edition{}
	for i, v := range all {
		if v.from <= day && (i+1 == len(all) || all[i+1].until > day) {
			versions = append(versions, v)
		}
	}
	return versions, all[0].until <= day
}

// Version returns the version of a work that was in force on an ISO day, "" for the
// latest. It is not ok where that is not told.
func (e *Editions) Version(work, day string) (version string, ok bool) {
	versions, sure := e.possible(work, day)
	if !sure || len(versions) != 1 {
		return "", false
	}
	return versions[0].version, true
}

// Force says whether a part of a work, worded so, was in force on an ISO day. Where it
// is not told which version was, it is told all the same if the part reads alike, or
// otherwise, in all that may have been.
func (e *Editions) Force(work, part, wording, day string) Force {
	versions, sure := e.possible(work, day)
	if versions == nil {
		return Untold
	}
	same, other := 0, 0
	for _, v := range versions {
		switch words := v.parts[part]; {
		case len(words) > 1:
			return Untold
		case len(words) == 1 && words[0] == wording:
			same++
		default:
			other++
		}
	}
	switch {
	case same == 0:
		return NotInForce
	case other == 0 && sure:
		return InForce
	}
	return Untold
}

// ForceOfLatest says whether a part of a work was in force on an ISO day as the latest
// version words it. It is [Untold] for a work without one, or without the part in it.
func (e *Editions) ForceOfLatest(work, part, day string) Force {
	versions := e.works[work]
	if len(versions) == 0 {
		return Untold
	}
	last := versions[len(versions)-1]
	if words := last.parts[part]; last.version == "" && len(words) == 1 {
		return e.Force(work, part, words[0], day)
	}
	return Untold
}
