package proof

import (
	"fmt"
	"slices"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// standing says whether what a passage says may have been the law on a day, and
// whether it may not. One of the two holds at least.
type standing struct{ may, mayNot bool }

// statutes are the works on a shelf, each as its versions. They are read when first
// asked for, which is safe for concurrent use.
type statutes struct {
	once sync.Once
	by   map[string]map[string]*version // by work and by what tells the version
	none bool                           // no passage says which version it is of
}

// version is a version of a work as its passages have it.
type version struct {
	year    int
	days    map[string]bool            // that its clauses name as the first in force
	wording map[string]map[string]bool // by part
}

// enact sorts the passages of a shelf by work and version.
func (s *shelf) enact() {
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

// standing works out whether a passage of a shelf was the law on a day. It goes through
// all ways the history of its work can have gone: in each, some of its versions, the
// oldest ones, had begun on the day, and the last of them was the law.
func (r *relational) standing(on *shelf, passage int, day string) standing {
	h, law := on.heading(passage), on
	if of := on.reference.Of; of != "" {
		law = r.shelves[of]
	}
	law.statutes.once.Do(law.enact)
	work := law.statutes.by[h.Work]
	order := history(work)
	if order == nil || law.statutes.none {
		return standing{true, true}
	}
	text := h.Wording
	if law != on {
		latest := work[""]
		if latest == nil || len(latest.wording[h.Part]) != 1 {
			return standing{true, true}
		}
		for text = range latest.wording[h.Part] {
		}
	}
	var out standing
	for begun := 0; begun <= len(order); begun++ {
		if !could(order, begun, day) {
			continue
		}
		if begun == 0 {
			out.mayNot = true
			continue
		}
		words := order[begun-1].wording[h.Part]
		switch {
		case len(words) > 1:
			return standing{true, true}
		case words[text]:
			out.may = true
		default:
			out.mayNot = true
		}
	}
	return out
}

// history returns the versions of a work, oldest first; nil where that order is not
// told or is at odds with the days that are.
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
	if !could(order, len(order), "9999-12-31") {
		return nil
	}
	return order
}

// could reports whether the first versions of a history, as many as had begun, can have
// come into force by a day and the others after it, each not before the one ahead of it.
func could(order []*version, begun int, day string) bool {
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

// window returns between which days a version came into force, given the ones ahead of
// it: on the day that its clause names, unless that is of a year before its own or an
// older version's day, which amendments leave as it was; else in its year; else on any.
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

// after is the day after an ISO day.
func after(day string) string {
	v, ok := value.ParseDate(day)
	t, _ := v.Time()
	if !ok {
		panic("no day: " + day)
	}
	return t.AddDate(0, 0, 1).Format(value.DateISO)
}
