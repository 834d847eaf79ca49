package domain

import (
	"cmp"
	"fmt"
	"slices"
)

// Force says whether a part of a work, in a certain wording, was in force on a day.
type Force string

// The closed set of answers.
const (
	InForce    Force = "in force"     // it was in force, in this wording
	NotInForce Force = "not in force" // the part had another wording or did not exist
	Untold     Force = "untold"       // the passages do not decide it
)

// Editions are the versions of the works to which the passages of a corpus belong. They are
// safe for concurrent use.
//
// The day on which a version came into force is determined by its own clause and by the
// year in its heading. If several versions state the same day, it belongs to the earliest,
// since an amendment leaves the clause unchanged. The latest version has no year and may
// therefore have come into force on any day since its predecessor. In a corpus without a
// year in any heading, versions cannot be told apart and every answer is [Untold].
//
// Repeals are not recorded: the last version is taken to stay in force.
type Editions struct {
	works map[string][]*edition // oldest first; nil if their order is unknown
}

// Bounds of unknown days, which compare below and above every real one.
const (
	firstDay = "0000-01-01"
	lastDay  = "9999-12-31"
)

// edition is one version of a work.
type edition struct {
	version string
	year    int // 0 for none
	// from and until are the earliest and latest possible day of its coming into force.
	from, until string
	told        string              // the day stated in its clause; "" for none
	torn        bool                // its clauses state different days
	parts       map[string][]string // the distinct wordings of each part
}

// NewEditions collects the versions of all works from passages named as r declares;
// r.InForce must be set.
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

// edition returns the version to which a heading belongs, adding it if it is new.
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

// date sorts versions and sets the bounds of the day on which each came into force. It
// reports false if the passages leave the order open or contradict it.
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

// possible returns the versions of a work that may have been in force on an ISO day, and
// whether one of them certainly was; nil if the order of the work's versions is unknown.
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

// Version returns the mark of the version of a work that was in force on an ISO day, "" for
// the latest version. ok is false if the passages do not decide which it was.
func (e *Editions) Version(work, day string) (version string, ok bool) {
	versions, sure := e.possible(work, day)
	if !sure || len(versions) != 1 {
		return "", false
	}
	return versions[0].version, true
}

// Force returns whether a part of a work, in the given wording, was in force on an ISO day.
// Of the versions that may have been in force, if none has the wording the answer is
// [NotInForce]; if all have it, and one was certainly in force, [InForce]; otherwise
// [Untold], as for an unknown work.
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

// ForceOfLatest returns whether a part of a work, in the wording of the latest version, was
// in force on an ISO day. It is [Untold] if the work has no latest version in the corpus,
// or the latest version has no such part or several wordings of it.
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
