package proof

import (
	"fmt"
	"slices"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// forceStatus tells whether a passage may have been in force on a day, and whether it may
// not have been. At least one is true.
type forceStatus struct{ may, mayNot bool }

// statutes holds the versions of the works in a passage set. They are read on first use, which is
// safe for concurrent use.
type statutes struct {
	once sync.Once
	by   map[string]map[string]*version // by work and version mark
	none bool                           // no passage has a version mark
}

// version is a version of a work, read from its passages.
type version struct {
	year    int
	days    map[string]bool            // days on which its clauses say that it comes into force
	wording map[string]map[string]bool // by part
}

// readVersions groups the passages of a passage set by work and version.
func (s *passageSet) readVersions() {
	s.read.Do(s.catalogue)
	s.statutes.by, s.statutes.none = map[string]map[string]*version{}, true
	for _, h := range s.headings {
		if h == nil {
			continue
		}
		work := s.statutes.by[h.Work]
		if work == nil {
			work = map[string]*version{}
			s.statutes.by[h.Work] = work
		}
		v := work[h.Version]
		if v == nil {
			v = &version{year: h.Year, days: map[string]bool{}, wording: map[string]map[string]bool{}}
			work[h.Version] = v
		}
		if v.wording[h.Part] == nil {
			v.wording[h.Part] = map[string]bool{}
		}
		v.wording[h.Part][h.Wording] = true
		for _, expr := range s.inForce {
			for _, m := range expr.FindAllStringSubmatch(h.Wording, -1) {
				if d, ok := value.ParseDate(m[expr.SubexpIndex("year")] + "/" + m[expr.SubexpIndex("month")] + "/" + m[expr.SubexpIndex("day")]); ok {
					v.days[d.Text] = true
				}
			}
		}
		s.statutes.none = s.statutes.none && h.Version == ""
	}
}

// forceStatusOf determines whether a passage was in force on a day. It considers each
// possible history of the passage's work: in each, the oldest versions, as many as begun,
// had come into force by the day, and the last of them was in force.
func (r *relational) forceStatusOf(on *passageSet, passage int, day string) forceStatus {
	h, law := on.heading(passage), on
	if of := on.reference.Of; of != "" {
		law = r.passageSets[of]
	}
	law.statutes.once.Do(law.readVersions)
	work := law.statutes.by[h.Work]
	order := history(work)
	if order == nil || law.statutes.none {
		return forceStatus{true, true}
	}
	text := h.Wording
	if law != on {
		latest := work[""]
		if latest == nil || len(latest.wording[h.Part]) != 1 {
			return forceStatus{true, true}
		}
		for text = range latest.wording[h.Part] {
		}
	}
	var out forceStatus
	for begun := 0; begun <= len(order); begun++ {
		if !possible(order, begun, day) {
			continue
		}
		if begun == 0 {
			out.mayNot = true
			continue
		}
		words := order[begun-1].wording[h.Part]
		switch {
		case len(words) > 1:
			return forceStatus{true, true}
		case words[text]:
			out.may = true
		default:
			out.mayNot = true
		}
	}
	return out
}

// history returns the versions of a work, oldest first; nil if the order is unknown or
// contradicts the days on which versions came into force.
func history(work map[string]*version) []*version {
	var order []*version
	years := map[int]bool{}
	for mark, v := range work {
		if mark == "" {
			continue
		}
		if v.year == 0 || years[v.year] {
			return nil
		}
		years[v.year] = true
		order = append(order, v)
	}
	slices.SortFunc(order, func(a, b *version) int { return a.year - b.year })
	if latest := work[""]; latest != nil {
		order = append(order, latest)
	}
	if !possible(order, len(order), "9999-12-31") {
		return nil
	}
	return order
}

// possible reports whether the first versions of a history, as many as begun, can have come
// into force by a day and the others after it, no version before its predecessor.
func possible(order []*version, begun int, day string) bool {
	earliest := ""
	for i, v := range order {
		from, until := v.window(order[:i])
		if i < begun {
			until = min(until, day)
		} else {
			from = max(from, after(day))
		}
		earliest = max(earliest, from)
		if earliest > until {
			return false
		}
	}
	return true
}

// window returns the first and last day on which a version can have come into force, given
// the versions ahead of it. It is the day that the version's clause names, unless that day
// is in an earlier year or belongs to an older version, whose clause amendments leave
// unchanged. Otherwise it is the version's year, or any day if the year is unknown.
func (v *version) window(ahead []*version) (from, until string) {
	var in string
	if v.year > 0 {
		in = fmt.Sprintf("%04d", v.year)
	}
	for day := range v.days {
		older := slices.ContainsFunc(ahead, func(o *version) bool { return len(o.days) == 1 && o.days[day] })
		if len(v.days) == 1 && !older && day >= in {
			return day, day
		}
	}
	if in != "" {
		return in + "-01-01", in + "-12-31"
	}
	return "", "9999-12-31"
}

// after returns the day after an ISO day.
func after(day string) string {
	v, ok := value.ParseDate(day)
	t, _ := v.Time()
	if !ok {
		panic("proof: not an ISO day: " + day)
	}
	return t.AddDate(0, 0, 1).Format(value.DateISO)
}
