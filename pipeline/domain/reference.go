package domain

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// A PassageNaming says what the passages of a corpus are called and how texts cite them:
// a passage is a work, such as a case, or a part of one, such as an article of a law.
type PassageNaming struct {
	// Headings are regular expressions with a group work and, where passages are parts,
	// a group part: the first that matches a passage finds what it is. A passage that
	// none matches has no name. A group number holds the part's number, in digits or
	// Chinese numerals. The groups version and year, which InForce needs, hold what tells
	// a version of the work from others and the year in it; they match nothing in the
	// version that is the latest.
	Headings []string `yaml:"headings"`
	// Names are ways to call a passage, with the groups of the headings in braces, such
	// as {work} and {part}; {number} is written in digits. The first, of {work} and
	// {part} alone, is its name, the others are as right. One that speaks of a version
	// counts for passages that have one. At least one.
	Names []string `yaml:"names"`
	// Omit is a regular expression that finds what may be left out of a work in its
	// names: its group if it has one, else its whole match; "" for nothing.
	Omit string `yaml:"omit,omitempty" json:",omitempty"`
	// Cited is a regular expression that finds a passage cited in a text, with {work} and
	// {part}; "" where no text cites them.
	Cited string `yaml:"cited,omitempty" json:",omitempty"`
	// InForce are regular expressions with the groups year, month and day that find in
	// the text behind a heading from which day its version of the work is in force. Nil
	// for works that have no versions.
	InForce []string `yaml:"in_force,omitempty" json:",omitempty"`
	// Of names other passages, which have InForce, where passages only speak of parts of
	// their works: of the latest version of each. "" otherwise.
	Of string `yaml:"of,omitempty" json:",omitempty"`
}

// The groups of a heading, and of an expression of a day.
const (
	HeadingWork    = "work"
	HeadingPart    = "part"
	HeadingNumber  = "number"
	HeadingVersion = "version"
	HeadingYear    = "year"

	dayMonth = "month"
	dayDay   = "day"
)

// Heading is what one passage is called by.
type Heading struct {
	// Work and Part are what it is; Part is "" for a whole work.
	Work, Part string
	// Version is what tells its version of the work from others; "" for the latest and
	// for works without versions. Year is the year in it, 0 for none.
	Version string
	Year    int
	// Wording is the text behind the heading, without the space around it.
	Wording string

	reference *PassageNaming
	groups    map[string]string
	short     string // what is left of Work in its short form
}

// Reader returns the function that reads a passage's heading, or reports false where
// it has none. The function is safe for concurrent use. Reader panics on expressions
// that [Load] would have refused.
func (r *PassageNaming) Reader() func(passage string) (Heading, bool) {
	headings := make([]*regexp.Regexp, len(r.Headings))
	for i, expr := range r.Headings {
		headings[i] = regexp.MustCompile(expr)
	}
	omit := func(work string) string { return work }
	if r.Omit != "" {
		omit = (&EntityType{Strip: []string{r.Omit}}).Stripper()
	}
	return func(passage string) (Heading, bool) {
		for _, re := range headings {
			m := re.FindStringSubmatchIndex(passage)
			if m == nil {
				continue
			}
			groups := map[string]string{}
			for i, name := range re.SubexpNames() {
				if name != "" && m[2*i] >= 0 {
					groups[name] = passage[m[2*i]:m[2*i+1]]
				} else if name != "" {
					groups[name] = ""
				}
			}
			h := Heading{
				Work: groups[HeadingWork], Part: groups[HeadingPart], Version: groups[HeadingVersion],
				Wording:   strings.TrimSpace(passage[m[1]:]),
				reference: r, groups: groups, short: omit(groups[HeadingWork]),
			}
			h.Year, _ = strconv.Atoi(groups[HeadingYear])
			return h, true
		}
		return Heading{}, false
	}
}

// Name is what the passage is called.
func (h Heading) Name() string { return h.fill(h.reference.Names[0], h.Work) }

// Names are all ways to call the passage, each once, the name first: those with the work
// in full before those with its short form.
func (h Heading) Names() []string {
	works := []string{h.Work}
	if h.short != "" {
		works = append(works, h.short)
	}
	var names []string
	for _, work := range works {
		for _, name := range h.reference.Names {
			if h.Version == "" && strings.Contains(name, "{"+HeadingVersion+"}") {
				continue
			}
			if name = h.fill(name, work); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// fill fills in a name of the passage, with a form of its work.
func (h Heading) fill(name, work string) string {
	groups := maps.Clone(h.groups)
	groups[HeadingWork] = work
	if n, ok := value.ParseOrdinal(groups[HeadingNumber]); ok {
		groups[HeadingNumber] = strconv.Itoa(n)
	}
	return Fill(name, groups)
}

// Cited reports whether a text cites the passage.
func (h Heading) Cited(text string) bool {
	if h.reference == nil || h.reference.Cited == "" || !strings.Contains(text, h.Work) || !strings.Contains(text, h.Part) {
		return false
	}
	return regexp.MustCompile(Fill(h.reference.Cited, map[string]string{
		HeadingWork: regexp.QuoteMeta(h.Work), HeadingPart: regexp.QuoteMeta(h.Part),
	})).MatchString(text)
}

// Days returns the function that reads from which day on a version is in force out of
// the wording of one of its passages, as an ISO day; it reports false where the wording
// tells none, or several. The function is safe for concurrent use. Days panics on
// expressions that [Load] would have refused.
func (r *PassageNaming) Days() func(wording string) (day string, ok bool) {
	exprs := make([]*regexp.Regexp, len(r.InForce))
	for i, expr := range r.InForce {
		exprs[i] = regexp.MustCompile(expr)
	}
	return func(wording string) (string, bool) {
		var told string
		for _, re := range exprs {
			for _, m := range re.FindAllStringSubmatch(wording, -1) {
				of := func(group string) string { return m[re.SubexpIndex(group)] }
				v, ok := value.ParseDate(of(HeadingYear) + "-" + of(dayMonth) + "-" + of(dayDay))
				if !ok || told != "" && told != v.Text {
					return "", false
				}
				told = v.Text
			}
		}
		return told, told != ""
	}
}

// Versioned returns the name of the passages that hold the versions of the works that
// the named passages are, or speak of, parts of; "" where these have no versions.
func (d *Domain) Versioned(passages string) string {
	p := d.Passage(passages)
	switch {
	case p == nil || p.Reference == nil:
		return ""
	case p.Reference.InForce != nil:
		return passages
	}
	return p.Reference.Of
}
