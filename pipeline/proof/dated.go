package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/exam/claim"
	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Certificates of the check "dated".
const (
	noStatutes = "no statutes at hand to compare with"
	noExamDay  = "the day of the exam is unknown"
)

// dated names the laws that the official answer, or a question that was taken over, cites and that have a version in force from a day
// after the exam. It never fails: whether the change matters is for people to say.
func (x *examined) dated(t *task.Task) (Finding, error) {
	if x.Corpus == nil || x.Corpus.Table(versionTable) == nil || x.Corpus.Table("Law") == nil {
		return Finding{Certificate: noStatutes}, nil
	}
	day := t.Derivation.Day
	if day == "" {
		return Finding{Certificate: noExamDay}, nil
	}
	var texts []string
	if x.takenOver(t) != nil {
		texts = append([]string{t.Question}, t.Choices.Options...) // it has no other answer
	}
	for _, p := range x.parts(t) {
		texts = append(texts, p.Answer)
		for _, row := range p.Points {
			texts = append(texts, row.Text)
		}
	}
	text := strings.Join(texts, "\n")
	folded := claim.Fold(text)
	var changed, same []string
	for _, law := range x.laws().titles {
		if !namesLaw(folded, law) {
			continue
		}
		if later := x.laterVersion(law, day); later != "" {
			changed = append(changed, fmt.Sprintf("%s has a version in force from %s%s", law, later, x.articlesSince(law, day, text)))
		} else {
			same = append(same, law)
		}
	}
	switch {
	case len(changed) > 0:
		return Finding{Certificate: fmt.Sprintf("changed since the exam of %s: %s", day, strings.Join(changed, "; "))}, nil
	case len(same) > 0:
		return Finding{Certificate: fmt.Sprintf("unchanged since the exam of %s: %s", day, strings.Join(same, "; "))}, nil
	}
	return Finding{Certificate: "the answer cites none of the statutes at hand"}, nil
}

// lawTable are the statutes at hand.
type lawTable struct {
	titles     []string
	longest    []string         // titles, the longest first
	provisions map[string][]int // rows by law
}

// readLaws reads the tables of statutes.
func (x *examined) readLaws() lawTable {
	l := lawTable{provisions: map[string][]int{}}
	laws := x.Corpus.Table("Law")
	for row := range laws.Len() {
		l.titles = append(l.titles, cellTexts(laws, row)("law"))
	}
	for _, title := range l.titles {
		l.longest = append(l.longest, title)
		if short := strings.TrimPrefix(title, stateName); short != title {
			l.longest = append(l.longest, short)
		}
	}
	slices.SortStableFunc(l.longest, func(a, b string) int { return len(b) - len(a) })
	if provisions := x.Corpus.Table("Provision"); provisions != nil {
		for row := range provisions.Len() {
			law := cellTexts(provisions, row)("law")
			l.provisions[law] = append(l.provisions[law], row)
		}
	}
	return l
}

// stateName is the name of the state, which titles of laws may go without.
const stateName = "中华人民共和国"

// namesLaw reports whether a folded text names a law by its title, which in Chinese may go without
// the name of the state.
func namesLaw(folded, law string) bool {
	return claim.Holds(folded, claim.Fold(law)) || claim.Holds(folded, claim.Fold(strings.TrimPrefix(law, stateName)))
}

// laterVersion returns the day from which the first version after a day is in force; "" if there
// is none. A day may be a month or a year, of which all days count as the same.
func (x *examined) laterVersion(law, day string) string {
	first := ""
	for _, v := range x.versionsOf(law) {
		if len(v.begin) >= len(day) && v.begin[:len(day)] > day && (first == "" || v.begin < first) {
			first = v.begin
		}
	}
	return first
}

// citedArticle matches the number of an article in a text.
var citedArticle = lazyregexp.New(`第[〇零一二三四五六七八九十百千万]+条(?:之[一二三四五六七八九十]+)?|(?i:\b(?:article|art\.?|section|artigo)\s*(\d+))`)

// articlesSince says which of the articles that a text cites have other words in the last version
// of a law than on the day; "" if none of the articles is found.
func (x *examined) articlesSince(law, day, text string) string {
	provisions := x.Corpus.Table("Provision")
	if provisions == nil {
		return ""
	}
	var then, now string // versions
	for _, v := range x.versionsOf(law) {
		if v.begin != "" && v.begin[:min(len(v.begin), len(day))] <= day {
			then = v.name
		}
		if v.next == "" {
			now = v.name
		}
	}
	words := func(version, article string) string {
		var all []string
		for _, row := range x.laws().provisions[law] {
			if cell := cellTexts(provisions, row); cell("version") == version && sameArticle(cell("article"), article) {
				all = append(all, claim.Fold(cell("text")))
			}
		}
		return strings.Join(all, "\n")
	}
	var others, found []string
	for _, article := range citedArticle.FindAllString(text, -1) {
		before, after := words(then, article), words(now, article)
		if before == "" && after == "" || slices.Contains(found, article) {
			continue
		}
		found = append(found, article)
		if before != after {
			others = append(others, article)
		}
	}
	switch {
	case len(others) > 0:
		return ", with other words in " + strings.Join(others, ", ")
	case len(found) > 0:
		return ", with the same words in " + strings.Join(found, ", ")
	}
	return ""
}

var firstDigits = lazyregexp.New(`\d+`)

// sameArticle reports whether two labels are of the same article: 第五条; Article 5 and Art. 5.
func sameArticle(a, b string) bool {
	x, y := firstDigits.FindString(a), firstDigits.FindString(b)
	return a == b || x != "" && x == y
}
