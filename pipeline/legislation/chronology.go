package legislation

import (
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// date fills in the days of a law's versions, which are ordered by the days of their files,
// and their names.
//
// A day is certain if the text itself gives it its role, or a later version's text does. A law
// that is amended article by article keeps the clause on its entry into force; so the clause
// holds for a version only if its day is not before the day on which the version was made.
func date(law string, docs []*document) []Version {
	versions := make([]Version, len(docs))
	for i, d := range docs {
		own := d.eventOn(d.dated, docs[i+1:])
		v := &versions[i]
		*v = Version{
			Law: law, Language: d.grammar.language, Dated: d.dated, Articles: d.articles, Entries: len(d.entries), File: d.file,
			Name:    d.grammar.versionName(law, d.grammar.formatDay(d.dated.Year(), int(d.dated.Month()), d.dated.Day()), own.role, own.verb),
			Adopted: d.adopted(), Amended: d.amended(own),
		}
		v.InForce = d.inForce(own, v.Amended)
		if i > 0 {
			v.Previous, versions[i-1].Next = versions[i-1].Name, v.Name
		}
	}
	for i := range versions[:len(versions)-1] {
		if v, next := &versions[i], &versions[i+1]; !v.InForce.IsZero() && v.InForce.Before(next.InForce) && docs[i+1].follows(docs[i]) {
			v.Until = next.InForce
		}
	}
	return versions
}

// eventOn returns what happened on a day according to the document or, where it is silent, to
// later versions, which repeat the history. An event of no role is returned if none says so.
func (d *document) eventOn(day time.Time, later []*document) event {
	var found event
	for _, other := range append([]*document{d}, later...) {
		for i, e := range other.block {
			if !e.day.Equal(day) {
				continue
			}
			if e.role == adoptedRole && other.adoptedBefore(i) {
				e.role = amendedRole
			}
			if found.role == noRole || e.role == amendedRole && found.role != adoptedRole {
				found = e
			}
		}
		if found.role != noRole {
			return found
		}
	}
	return found
}

// adoptedBefore reports whether the law had been adopted or published before event i of the
// block: what was adopted then is an amendment.
func (d *document) adoptedBefore(i int) bool {
	for _, e := range d.block[:i] {
		if e.day.Before(d.block[i].day) && (e.role == adoptedRole || e.role == promulgatedRole || e.role == amendedRole) {
			return true
		}
	}
	return false
}

// adopted returns the day of the first adoption or, without one, of the first publication or
// approval.
func (d *document) adopted() time.Time {
	for _, r := range []role{adoptedRole, promulgatedRole, approvedRole} {
		var first time.Time
		for _, e := range d.block {
			if e.role == r && (first.IsZero() || e.day.Before(first)) {
				first = e.day
			}
		}
		if !first.IsZero() {
			return first
		}
	}
	return time.Time{}
}

// amended returns the day of the last amendment. It is unknown if the document's own day is
// later and nothing says what happened then: an amendment may be missing from its block.
func (d *document) amended(own event) time.Time {
	var last time.Time
	for i, e := range d.block {
		amends := e.role == amendedRole || e.role == adoptedRole && d.adoptedBefore(i)
		if amends && e.day.After(last) && !e.day.After(d.dated) {
			last = e.day
		}
	}
	switch own.role {
	case noRole:
		return time.Time{}
	case amendedRole:
		return own.day
	}
	return last
}

// inForce returns the first day on which the version was in force.
func (d *document) inForce(own event, amended time.Time) time.Time {
	made := d.adopted()
	if amended.After(made) {
		made = amended
	}
	for _, e := range d.block {
		if e.role == inForceRole && !e.day.Before(made) && (!made.IsZero() || e.day.Equal(d.dated)) {
			return e.day
		}
	}
	if own.role == noRole || made.IsZero() {
		return time.Time{}
	}
	clause, ok := d.force()
	switch {
	case !ok:
		return time.Time{}
	case !clause.onPromulgation:
		if clause.day.Before(made) {
			return time.Time{}
		}
		return clause.day
	}
	for i := len(d.block) - 1; i >= 0; i-- {
		if e := d.block[i]; e.role == promulgatedRole && !e.day.Before(made) {
			return e.day
		}
	}
	return time.Time{}
}

// force returns the clause on the entry into force, from the last articles.
func (d *document) force() (forceClause, bool) {
	for i := len(d.entries) - 1; i >= 0 && i >= len(d.entries)-lastEntries; i-- {
		if c, ok := d.grammar.force(d.entries[i].text); ok {
			return c, true
		}
	}
	return forceClause{}, false
}

// lastEntries is how many provisions at the end of a law are searched for the clause on its
// entry into force.
const lastEntries = 6

// follows reports whether the text names no change between the document before and its own.
func (d *document) follows(before *document) bool {
	if len(d.block) == 0 {
		return false
	}
	own := 0
	for _, e := range d.block {
		if e.role != amendedRole && e.role != adoptedRole || !e.day.After(before.dated) {
			continue
		}
		own++
	}
	return own == 1
}

// cleanTitle cleans the title of a law of title marks around the whole, and marks titles within it as
// [value.InnerTitles] does.
func cleanTitle(title string) string {
	if strings.HasPrefix(title, "《") && strings.HasSuffix(title, "》") && strings.Count(title, "《") == 1 {
		title = strings.TrimSuffix(strings.TrimPrefix(title, "《"), "》")
	}
	return value.InnerTitles(title)
}
