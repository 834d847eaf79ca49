package domain

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// A PassageNaming declares the names of the passages of a corpus and the form in which
// texts cite them. A passage is a work, such as a case, or a part of a work, such as an
// article of a law.
type PassageNaming struct {
	// Headings are regular expressions with a group work and, if passages are parts, a group
	// part. The first expression that matches a passage determines its work and part; a
	// passage without a match has no name. The group number matches the part's number, in
	// digits or Chinese numerals. The groups version and year, which InForce requires, match
	// the mark that distinguishes the work's versions and the year in the mark; they match
	// nothing in the latest version.
	Headings []string `yaml:"headings"`
	// Names are the forms of a passage's name, at least one, with groups of the headings in
	// braces, such as {work} and {part}; {number} is written in digits. The first form, which
	// uses {work} and {part} only, is the name; the others are accepted too. A form with
	// {version} applies only to passages with a version.
	Names []string `yaml:"names"`
	// Omit is a regular expression for the part of a work that a name may omit: the match of
	// its group if it has one, else the whole match; "" for none.
	Omit string `yaml:"omit,omitempty" json:",omitempty"`
	// Cited is a regular expression, with {work} and {part}, that matches a citation of a
	// passage in a text; "" if texts do not cite these passages.
	Cited string `yaml:"cited,omitempty" json:",omitempty"`
	// List is a regular expression that matches, in a text, a work and the parts of it that
	// are cited there, with groups work and parts, in which {part} stands for a part. Part is
	// a regular expression that matches one part, with the groups of a heading that names
	// use. Both are "" if citations cannot be read without the passages.
	List string `yaml:"list,omitempty" json:",omitempty"`
	Part string `yaml:"part,omitempty" json:",omitempty"`
	// Unread is a regular expression that matches parts cited in a form that Part does not
	// read: several under one noun ("Articles 5 and 6"), a range (第五条至第七条). What a text
	// with a match cites is undecided. "" if texts have no other forms.
	Unread string `yaml:"unread,omitempty" json:",omitempty"`
	// InForce are regular expressions with the groups year, month and day that match, in the
	// text after a heading, the day from which the version is in force. nil for works without
	// versions.
	InForce []string `yaml:"in_force,omitempty" json:",omitempty"`
	// Of is the name of other passages, which have InForce, if these passages only refer to
	// parts of those works, always in the latest version; "" otherwise.
	Of string `yaml:"of,omitempty" json:",omitempty"`
}

// The names of groups in Headings and InForce.
const (
	HeadingWork    = "work"
	HeadingPart    = "part"
	HeadingNumber  = "number"
	HeadingVersion = "version"
	HeadingYear    = "year"

	listParts = "parts"

	dayMonth = "month"
	dayDay   = "day"
)

// Heading is the parsed heading of one passage.
type Heading struct {
	// Work and Part identify the passage; Part is "" for a whole work.
	Work, Part string
	// Version is the mark that distinguishes this version of the work from others; "" for the
	// latest version and for works without versions. Year is the year in the mark, 0 for
	// none.
	Version string
	Year    int
	// Wording is the text after the heading, without surrounding space.
	Wording string

	reference *PassageNaming
	groups    map[string]string
	short     string // Work in its short form
}

// Reader returns a function that parses a passage's heading; it reports false for a passage
// without a heading. The function is safe for concurrent use. Reader panics on expressions
// that [Load] refuses.
func (r *PassageNaming) Reader() func(passage string) (Heading, bool) {
	headings := make([]*regexp.Regexp, len(r.Headings))
	for i, expr := range r.Headings {
		headings[i] = regexp.MustCompile(expr)
	}
	omit := r.omitter()
	return func(passage string) (Heading, bool) {
		for _, re := range headings {
			m := re.FindStringSubmatchIndex(passage)
			if m == nil {
				continue
			}
			groups := matchedGroups(re, passage, m)
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

// Name returns the name of the passage. It panics for the zero Heading.
func (h Heading) Name() string { return h.fill(h.reference.Names[0], h.Work) }

// Names returns all accepted names of the passage, each once, the name itself first: first
// the names with the work in full, then those with its short form.
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

// fill returns a form of name with the groups replaced and with work as the work.
func (h Heading) fill(name, work string) string {
	groups := maps.Clone(h.groups)
	groups[HeadingWork] = work
	if n, ok := value.ParseOrdinal(groups[HeadingNumber]); ok {
		groups[HeadingNumber] = strconv.Itoa(n)
	}
	return Fill(name, groups)
}

// Cited reports whether a text contains a citation of the passage's work and part, in the
// form that [PassageNaming] declares. It is false for every text if no form is declared,
// and for the zero Heading.
func (h Heading) Cited(text string) bool {
	if h.reference == nil || h.reference.Cited == "" || !strings.Contains(text, h.Work) || !strings.Contains(text, h.Part) {
		return false
	}
	return regexp.MustCompile(Fill(h.reference.Cited, map[string]string{
		HeadingWork: regexp.QuoteMeta(h.Work), HeadingPart: regexp.QuoteMeta(h.Part),
	})).MatchString(text)
}

// CitationReader returns a function that reads the citations in a text, each part once, in
// the order of the text. The headings have no version and no wording. ok is false if a part
// is mentioned in another form than [PassageNaming].List declares, or in one that Unread
// matches, so that a citation may be missing. The function is safe for concurrent use.
// CitationReader panics on expressions that [Load] refuses, and if List is "".
func (r *PassageNaming) CitationReader() func(text string) (cited []Heading, ok bool) {
	if r.List == "" {
		panic("domain: passages without a form in which texts list citations")
	}
	list, part, omit := regexp.MustCompile(r.ListExpression()), regexp.MustCompile(r.Part), r.omitter()
	work, parts := list.SubexpIndex(HeadingWork), list.SubexpIndex(listParts)
	return func(text string) ([]Heading, bool) {
		var cited []Heading
		for _, m := range list.FindAllStringSubmatch(text, -1) {
			for _, at := range part.FindAllStringSubmatchIndex(m[parts], -1) {
				groups := matchedGroups(part, m[parts], at)
				groups[HeadingWork] = m[work]
				h := Heading{Work: m[work], Part: groups[HeadingPart], reference: r, groups: groups, short: omit(m[work])}
				if !slices.ContainsFunc(cited, func(c Heading) bool { return c.Work == h.Work && c.Part == h.Part }) {
					cited = append(cited, h)
				}
			}
		}
		return cited, !part.MatchString(list.ReplaceAllLiteralString(text, "\n")) && !r.HasUnread(text)
	}
}

// HasUnread reports whether a text cites parts in a form that [PassageNaming].Unread matches.
func (r *PassageNaming) HasUnread(text string) bool {
	return r.Unread != "" && regexp.MustCompile(r.Unread).MatchString(text)
}

// namedGroup matches the beginning of a named group of an expression.
var namedGroup = regexp.MustCompile(`\(\?P<[^>]*>`)

// ListExpression returns List with Part, without its groups, in place of {part}.
func (r *PassageNaming) ListExpression() string {
	return Fill(r.List, map[string]string{HeadingPart: "(?:" + namedGroup.ReplaceAllString(r.Part, "(?:") + ")"})
}

// omitter returns a function that gives a work's short form.
func (r *PassageNaming) omitter() func(work string) string {
	if r.Omit == "" {
		return func(work string) string { return work }
	}
	return (&EntityType{Strip: []string{r.Omit}}).Stripper()
}

// matchedGroups returns the named groups of a match in a text, "" for those that match
// nothing.
func matchedGroups(re *regexp.Regexp, text string, at []int) map[string]string {
	groups := map[string]string{}
	for i, name := range re.SubexpNames() {
		switch {
		case name == "":
		case at[2*i] >= 0:
			groups[name] = text[at[2*i]:at[2*i+1]]
		default:
			groups[name] = ""
		}
	}
	return groups
}

// Days returns a function that finds, in the wording of a version's passage, the ISO day
// from which the version is in force; it reports false if the wording has no such day or
// several. The function is safe for concurrent use. Days panics on expressions that [Load]
// refuses.
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

// Versioned returns the name of the passages that hold the versions of the works of which
// the named passages are parts, or to which the named passages refer; "" if there are no
// versions.
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
