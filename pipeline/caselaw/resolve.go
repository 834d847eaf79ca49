package caselaw

// A VersionInterval is the time in which one version of a law is in force.
type VersionInterval struct {
	Law     string // title
	Version string // name of the version
	// InForce is the first day in force, such as 2016-05-31; "" if it is unknown.
	InForce string
	// Until is the first day no longer in force; "" if it is unknown or there is none.
	Until string
	// Last says that no version follows, so that an Until of "" means still in force.
	Last bool
}

// Unresolved is the reason why a citation cannot be resolved to one version of a law.
type Unresolved string

// The closed set of reasons.
const (
	NoDay       Unresolved = "day"     // the day of decision is unknown
	NoLaw       Unresolved = "law"     // no version of the law is known
	NotInForce  Unresolved = "version" // no version can have been in force on the day
	InDoubt     Unresolved = "doubt"   // several can have been, or one whose interval is not known
	NoProvision Unresolved = "article" // the version in force has no such article
)

// Resolve returns the version of the cited law that was in force on a day, such as
// 2016-05-31; why is "" if there is one. A short title stands for the full one if this is
// the short one after 中华人民共和国. An unknown end of an interval never lets a version pass:
// if it can have been in force on the day, the citation is in doubt. Holds, if not nil,
// reports whether a version has an article.
func Resolve(cited CitedArticle, day string, versions []VersionInterval, holds func(version, article string) bool) (version string, why Unresolved) {
	if day == "" {
		return "", NoDay
	}
	known, possible, certain := 0, 0, 0
	for _, v := range versions {
		if !sameLaw(v.Law, cited.Law) {
			continue
		}
		known++
		if v.InForce != "" && v.InForce > day || v.Until != "" && v.Until <= day {
			continue
		}
		possible++
		if v.InForce != "" && (v.Until != "" || v.Last) {
			certain++
			version = v.Version
		}
	}
	switch {
	case known == 0:
		return "", NoLaw
	case possible == 0:
		return "", NotInForce
	case possible > 1 || certain != 1:
		return "", InDoubt
	case holds != nil && !holds(version, cited.Article):
		return "", NoProvision
	}
	return version, ""
}

// Resolve finds the version that each citation of the cases means on the day of decision, as
// [Resolve] does, and notes it, or the reason why there is none, in the citation. It returns the
// number of citations with a version, and that of the others by reason.
func (r *CaseReading) Resolve(versions []VersionInterval, holds func(version, article string) bool) (resolved int, why map[Unresolved]int) {
	why = map[Unresolved]int{}
	for i := range r.Cases {
		for n := range r.Cases[i].Citations {
			c := &r.Cases[i].Citations[n]
			if c.Version, c.Unresolved = Resolve(*c, r.Cases[i].Decided, versions, holds); c.Unresolved != "" {
				why[c.Unresolved]++
			} else {
				resolved++
			}
		}
	}
	return resolved, why
}
