package legislation

import (
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

var enDay = lazyregexp.New(`(?:([0-9]{1,2}) ([A-Z][a-z]+)|([A-Z][a-z]+) ([0-9]{1,2}),?) ([0-9]{4})\b`)

// readEnglishDay reads the parts that enDay finds.
func readEnglishDay(m []string) (time.Time, bool) {
	name, number := m[2]+m[3], m[1]+m[4]
	for month := time.January; month <= time.December; month++ {
		if month.String() == name {
			y, _ := parseNumber(m[5])
			d, _ := parseNumber(number)
			return makeDay(y, int(month), d)
		}
	}
	return time.Time{}, false
}

// englishEvents reads the days that a line of a title block names, each after its verb: Adopted
// on 3 May 2001, amended on 26 October 2018.
func englishEvents(line string) (events []event) {
	if endsSentence(line) && !strings.HasSuffix(line, ",") {
		line = strings.TrimRight(line, ".")
		if strings.Contains(line, ". ") {
			return nil
		}
	}
	start := 0
	for _, m := range enDay.FindAllStringSubmatchIndex(line, -1) {
		verbs := enVerb.FindAllString(line[start:m[0]], -1)
		start = m[1]
		day, ok := readEnglishDay(enDay.FindStringSubmatch(line[m[0]:m[1]]))
		if !ok || len(verbs) == 0 {
			continue
		}
		verb := strings.ToLower(verbs[len(verbs)-1])
		r := map[string]role{"adopted": adoptedRole, "enacted": adoptedRole, "passed": adoptedRole, "amended": amendedRole, "revised": amendedRole,
			"published": promulgatedRole, "promulgated": promulgatedRole, "approved": approvedRole, "into force": inForceRole, "in force": inForceRole}[verb]
		events = append(events, event{day, r, verb})
	}
	return events
}

// englishForce reads the clause on the entry into force.
func englishForce(text string) (forceClause, bool) {
	for _, sentence := range strings.SplitAfter(text, ". ") {
		m := enForce.FindStringSubmatch(strings.TrimSpace(sentence))
		if m == nil {
			continue
		}
		if day, err := time.Parse(time.DateOnly, strings.TrimRight(strings.Fields(m[1] + " .")[0], ".")); err == nil {
			return forceClause{day: day}, true
		}
		if d := enDay.FindStringSubmatch(m[1]); d != nil {
			if day, ok := readEnglishDay(d); ok {
				return forceClause{day: day}, true
			}
		}
		if strings.Contains(m[1], "its publication") || strings.Contains(m[1], "its promulgation") {
			return forceClause{onPromulgation: true}, true
		}
	}
	return forceClause{}, false
}

// englishReferences implements [grammar.references]. Articles of a law that is not named are
// those of the law itself.
func englishReferences(text string, _ []string) (refs []reference) {
	for _, m := range enArticles.FindAllStringSubmatchIndex(text, -1) {
		sub := enArticles.FindStringSubmatch(text[m[0]:m[1]])
		n, _ := parseNumber(sub[1])
		branch, _ := parseNumber(sub[2])
		at := articleNumber{n, branch}
		rest := text[m[1]:]
		law := ""
		switch {
		case strings.HasPrefix(text[m[0]:], "Articles"), strings.HasPrefix(rest, " and "), strings.HasPrefix(rest, " to "):
			continue // a list, whose law may stand at its end
		case enOwn.MatchString(rest):
		case strings.HasPrefix(rest, " of the "), strings.HasPrefix(rest, " of "):
			law = namedLaw(strings.TrimPrefix(strings.TrimPrefix(rest, " of "), "the "))
			if law == "" {
				continue
			}
		}
		refs = append(refs, reference{law: law, from: at, to: at})
	}
	return refs
}

// namedLaw returns the name of a law that a text begins with: its words in capitals, with of,
// on, and and for between them, up to the kind of law.
func namedLaw(text string) string {
	words := strings.Fields(text)
	for i, w := range words {
		bare := strings.TrimRight(w, ".,;:)")
		switch bare {
		case "Act", "Law", "Code", "Regulation", "Regulations", "Rules", "Measures", "Statute":
			return strings.Join(append(words[:i:i], bare), " ")
		case "of", "on", "and", "for", "the", "to", "in":
			continue
		}
		if bare != w || bare == "" || bare[0] < 'A' || bare[0] > 'Z' {
			return ""
		}
	}
	return ""
}
