package examtext

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// published is the text of a law's articles that are in force on a day, found by code that shares
// nothing with the draws.
func published(l *statute.Law, day time.Time) map[[3]int]string {
	texts := map[[3]int]string{}
	for i := range l.Statutes {
		s := &l.Statutes[i]
		for v := range s.Versions {
			ends := s.Repealed
			if v+1 < len(s.Versions) {
				ends = s.Versions[v+1].Date
			}
			if s.Versions[v].Date.After(day) || !ends.IsZero() && !day.Before(ends) {
				continue
			}
			for a, article := range l.Published(i, v) {
				var b strings.Builder
				for _, p := range article.Paragraphs {
					b.WriteString(p.Text + "\n" + strings.Join(p.Items, "\n") + "\n")
				}
				texts[[3]int{i, v, a}] = strings.ToLower(b.String())
			}
		}
	}
	return texts
}

func hasAll(text string, words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, strings.ToLower(w)) })
}

// Every key stands in an article that is in force on its day, beside all words of its subject, and
// no article in force that has these words says what a wrong option says.
func TestKeys(t *testing.T) {
	worlds(t, func(t *testing.T, w *world) {
		if testing.Short() && w.Essays() > 2*leastEssays {
			t.Skip("a large world")
		}
		days := map[time.Time]map[[3]int]string{}
		options := map[string]*question{}
		answers := map[string]string{}
		w.items(func(e *essay) {
			for _, p := range e.Parts {
				answers[e.ID+p.Label] = p.Answer
			}
		}, func(q *question) { options[q.ID] = q })
		proved := 0
		for _, k := range w.Known() {
			if days[k.Day] == nil {
				days[k.Day] = published(w.Law, k.Day)
			}
			texts := days[k.Day]
			own, ok := texts[[3]int{k.Statute, k.Version, k.Position}]
			if !ok || !hasAll(own, append([]string{k.Value}, k.About...)) {
				t.Errorf("%s %s: %q on %q is not said by %d/%d/%d, in force %t", k.Item, k.Part, k.Value, k.About, k.Statute, k.Version, k.Position, ok)
			}
			if k.Part != "" {
				if !strings.Contains(strings.ToLower(answers[k.Item+k.Part]), strings.ToLower(k.Value)) {
					t.Errorf("%s %s: no %q in %q", k.Item, k.Part, k.Value, answers[k.Item+k.Part])
				}
				continue
			}
			q := options[k.Item]
			for i, o := range q.Options {
				right := string(rune('A'+i)) == q.Key[0]
				if strings.Contains(o, k.Value) != right {
					t.Errorf("%s: option %q, key %v, want %q", q.ID, o, q.Key, k.Value)
				}
				if !right && !slices.ContainsFunc(k.Distractors, func(d string) bool { return strings.Contains(o, d) }) {
					t.Errorf("%s: option %q is none of %q", q.ID, o, k.Distractors)
				}
				for j, other := range q.Options {
					if i != j && strings.Contains(o, other) {
						t.Errorf("%s: option %q contains %q", q.ID, o, other)
					}
				}
			}
			if len(q.Options) != 4 || len(k.Distractors) != 3 {
				t.Errorf("%s: %d options", q.ID, len(q.Options))
			}
			for at, text := range texts {
				if !hasAll(text, k.About) {
					continue
				}
				for _, d := range k.Distractors {
					proved++
					if strings.Contains(text, strings.ToLower(d)) {
						t.Errorf("%s: %v says %q of %q", q.ID, at, d, k.About)
					}
				}
			}
		}
		if proved < 3*w.Questions() {
			t.Errorf("%d distractors looked for, want all of %d questions", proved, w.Questions())
		}
	})
}

// reading is how the test reads days, numbers and conclusions of a language.
type reading struct {
	applied, day, layout, share string
	yes                         []string
}

var readings = map[string]reading{
	"zh": {
		applied: `([零一二三四五六七八九十百]+(?:日|个月|年))的期限自(\S+?)起算，至(\S+?)届满，(\S+?日)(尚在期限之内|已经超过期限)。`, day: `[0-9]{4}年[0-9]+月[0-9]+日`, layout: "2006年1月2日",
		share: `以([0-9]+万?元)计算，百分之(\S+?)为(\S+?)，(\S+?)(没有超过这一数额|超过了这一数额|低于这一数额|不低于这一数额)。`, yes: []string{"能。", "是。"},
	},
	"en": {
		applied: `The period of ([0-9]+ \w+) began on (.+?) and ended on (.+?); (.+?) is (within that time|after that day)\.`, day: `[0-9]+ [A-Z][a-z]+ [0-9]{4}`, layout: "2 January 2006",
		share: `At (\S+ yuan), ([0-9]+) per cent comes to (\S+ yuan), and (\S+ yuan) is (no more than that|more than that|less than that|no less than that)\.`, yes: []string{"Yes."},
	},
}

// number reads a number of a law or of a statement.
func number(t *testing.T, text string) int {
	t.Helper()
	text = strings.TrimSuffix(strings.TrimSuffix(strings.ReplaceAll(text, ",", ""), " yuan"), "元")
	times := 1
	if rest, ok := strings.CutSuffix(text, "万"); ok {
		text, times = rest, 10_000
	}
	if n, err := strconv.Atoi(text); err == nil {
		return n * times
	}
	for n := range 2000 {
		if statute.Numeral(n) == text {
			return n * times
		}
	}
	t.Fatalf("%q is no number", text)
	return 0
}

// ends returns the last day of a period.
func ends(t *testing.T, period string, start time.Time) time.Time {
	for unit, by := range map[string][3]int{
		"个月": {0, 1, 0}, "年": {1, 0, 0}, "日": {0, 0, 1}, " months": {0, 1, 0}, " month": {0, 1, 0}, " years": {1, 0, 0}, " year": {1, 0, 0}, " days": {0, 0, 1}, " day": {0, 0, 1},
	} {
		if n, ok := strings.CutSuffix(period, unit); ok {
			k := number(t, n)
			return start.AddDate(by[0]*k, by[1]*k, by[2]*k)
		}
	}
	t.Fatalf("%q is no period", period)
	return start
}

// What answers reckon is right, and rests on days and sums of the statement or the assumption.
func TestReckoning(t *testing.T) {
	worlds(t, func(t *testing.T, w *world) {
		rd := readings[w.language]
		period, share := regexp.MustCompile(rd.applied), regexp.MustCompile(rd.share)
		found := 0
		w.items(func(e *essay) {
			for _, p := range e.Parts {
				given := e.Statement + strings.Join(p.Assumptions, " ")
				if m := period.FindStringSubmatch(p.Answer); m != nil {
					found++
					day := func(text string) time.Time {
						d, err := time.Parse(rd.layout, text)
						if err != nil {
							t.Fatal(err)
						}
						return d
					}
					if !ends(t, m[1], day(m[2])).Equal(day(m[3])) {
						t.Errorf("%s %s: %q", e.ID, p.Label, m[0])
					}
					within := m[5] == "尚在期限之内" || m[5] == "within that time"
					if day(m[4]).After(day(m[3])) == within {
						t.Errorf("%s %s: %q", e.ID, p.Label, m[0])
					}
					if !strings.Contains(given, m[2]) || !strings.Contains(given, m[4]) {
						t.Errorf("%s %s: %q or %q is not in %q", e.ID, p.Label, m[2], m[4], given)
					}
				}
				if m := share.FindStringSubmatch(p.Answer); m != nil {
					found++
					if number(t, m[1])/100*number(t, m[2]) != number(t, m[3]) {
						t.Errorf("%s %s: %q", e.ID, p.Label, m[0])
					}
					over := number(t, m[4]) - number(t, m[3])
					want := map[string]bool{
						"没有超过这一数额": over <= 0, "超过了这一数额": over > 0, "低于这一数额": over < 0, "不低于这一数额": over >= 0,
						"no more than that": over <= 0, "more than that": over > 0, "less than that": over < 0, "no less than that": over >= 0,
					}
					if !want[m[5]] || !strings.Contains(given, m[1]) || !strings.Contains(given, m[4]) {
						t.Errorf("%s %s: %q of %q", e.ID, p.Label, m[0], given)
					}
				}
			}
		}, func(*question) {})
		if found < 3 {
			t.Errorf("%d reckonings, want some", found)
		}
	})
}

// A part that supposes another day or sum names one of the statement; a reversed part has the other
// conclusion; a question about the statement names nobody who is not in it, and any other question
// names its statute.
func TestStanding(t *testing.T) {
	worlds(t, func(t *testing.T, w *world) {
		rd := readings[w.language]
		value := regexp.MustCompile(rd.day + `|[0-9]+(?:\.[0-9]+)?万?元|[0-9,]+ yuan`)
		keys := map[string]KnownKey{}
		for _, k := range w.Known() {
			keys[k.Item+k.Part] = k
		}
		yes := func(p part) bool {
			return slices.ContainsFunc(rd.yes, func(s string) bool { return strings.HasPrefix(p.Answer, s) })
		}
		w.items(func(e *essay) {
			for i, p := range e.Parts {
				for _, a := range p.Assumptions {
					found := value.FindAllString(a, -1)
					if e.Statement == "" || len(found) > 0 && !slices.ContainsFunc(found, func(v string) bool { return strings.Contains(e.Statement, v) }) {
						t.Errorf("%s %s: %q of %q", e.ID, p.Label, a, e.Statement)
					}
					if len(found) > 0 && yes(p) == yes(e.Parts[i-1]) {
						t.Errorf("%s %s: %q changes nothing", e.ID, p.Label, a)
					}
				}
				k := keys[e.ID+p.Label]
				title := w.Law.Statutes[k.Statute].Title
				asksLaw := strings.Contains(p.Question, title)
				if !strings.Contains(p.Answer, title) || e.Statement == "" && !asksLaw {
					t.Errorf("%s %s: no %q in %q or %q", e.ID, p.Label, title, p.Question, p.Answer)
				}
				if asksLaw {
					continue
				}
				values := w.Law.Rule(k.Statute, k.Version, k.Position).Values
				for _, slot := range []string{"a", "b", "g", "seeker", "decider", "claimant"} {
					if role := values[slot]; role != "" && strings.Contains(p.Question, role) && !strings.Contains(strings.ToLower(e.Statement), strings.ToLower(role)) {
						t.Errorf("%s %s: %q of %q is not in %q", e.ID, p.Label, role, p.Question, e.Statement)
					}
				}
			}
		}, func(q *question) {
			if title := w.Law.Statutes[keys[q.ID].Statute].Title; !strings.Contains(q.Stem, title) {
				t.Errorf("%s: no %q in %q", q.ID, title, q.Stem)
			}
		})
	})
}

// Points print with two decimals and are numbers in files.
func TestPointsText(t *testing.T) {
	for p, want := range map[points]string{0: "0.00 0", 5: "0.05 0.05", 40: "0.40 0.4", 125: "1.25 1.25"} {
		b, err := p.MarshalJSON()
		if got := fmt.Sprintf("%s %s", p, b); got != want || err != nil {
			t.Errorf("%d: %q, %v, want %q", int(p), got, err, want)
		}
	}
}
