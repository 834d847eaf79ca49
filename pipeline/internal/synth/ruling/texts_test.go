package ruling

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// Appeals are told to go to the court that hears them in the model.
func TestUpperCourtIsTheModels(t *testing.T) {
	tell := open(t, "zh")
	appeals := 0
	for i := range tell.shard.Cases {
		c := &tell.shard.Cases[i]
		if stages[c.Proceeding] != appeal {
			continue
		}
		appeals++
		if got, want := tell.appellateCourts[tell.shard.Cases[c.Before].Court], c.Court; got != want {
			t.Fatalf("case %s was appealed to court %d, told is %d", c.Number, want, got)
		}
	}
	if appeals == 0 {
		t.Error("no appeals")
	}
}

var (
	zhSum  = regexp.MustCompile(`([\d,]+(?:\.\d+)?)(万?)元`)
	zhDate = regexp.MustCompile(`\d{4}年\d{1,2}月\d{1,2}日`)
	zhRest = regexp.MustCompile(`(?:生效(?:之日起|后)?|之日起)\d+日内|的\d(?:\.\d)?倍|等\d+方`)
	enSum  = regexp.MustCompile(`CNY ([\d,]+(?:\.\d+)?)()|([\d,]+(?:\.\d+)?) yuan`)
	enDate = regexp.MustCompile(`\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}`)
	enRest = regexp.MustCompile(`\d+ days|\d(?:\.\d)? times|and \d+ others|(?m:(?:^| |\\n )\d\. )|\(\d\)`)
	digits = regexp.MustCompile(`\d`)
)

// sums are the sums of a text in cents, which is returned without them.
func sums(t *testing.T, text, language string) ([]int64, string) {
	t.Helper()
	pattern := zhSum
	if language == "en" {
		pattern = enSum
	}
	var list []int64
	for _, m := range pattern.FindAllStringSubmatch(text, -1) {
		number := m[1]
		if number == "" {
			number = m[3]
		}
		whole, fraction, _ := strings.Cut(strings.ReplaceAll(strings.Trim(number, ","), ",", ""), ".")
		unit := int64(100)
		places := 2
		if m[2] != "" {
			unit, places = 1_000_000, 6
		}
		n, err := strconv.ParseInt(whole, 10, 64)
		if err != nil {
			t.Fatalf("%q: %v", m[0], err)
		}
		n *= unit
		if fraction != "" {
			f, err := strconv.ParseInt((fraction + "000000")[:places], 10, 64)
			if err != nil {
				t.Fatalf("%q: %v", m[0], err)
			}
			n += f
		}
		list = append(list, n)
	}
	return list, pattern.ReplaceAllString(text, "")
}

// facts are what a text about a case may name: sums, days, and names and numbers,
// the longest first.
func facts(tell *shardRenderer, i int) (money []int64, days, names []string) {
	s := tell.shard
	a := tell.newContext(i)
	money = []int64{
		a.first.Claim, a.Claim, a.Award, a.first.Award, a.basis.Award, a.Costs, a.Costs / 2, a.first.Costs, a.first.Costs / 2,
		a.first.Claim - a.Award, a.first.Claim - a.first.Award, a.first.Value,
	}
	tell.addIntroduction(a)
	money = append(money, a.reckoned...)
	money = append(money, a.lent, a.lent-a.first.Claim, a.wage)
	borne := a.firstShare(a.Award)
	money = append(money, borne.plaintiffs, borne.defendants)
	if a.stage == appeal && a.Outcome == society.Reversed {
		borne = a.appealShare()
		money = append(money, borne.plaintiffs, borne.defendants)
	}
	if b := tell.itemised(a); b != nil {
		for _, cents := range b.sums {
			money = append(money, cents)
		}
	}
	if a.before != nil {
		given := a.basisBefore()
		money, days = append(money, a.before.Award, a.Award-given, given-a.Award), append(days, tell.language.day(a.before.Decided))
	}
	for _, d := range []society.Day{a.first.Began, a.due, a.due + 1, a.cutDay, a.promised, a.acted, a.done, a.noticed, a.received, a.opened, a.bound, a.granted, a.arbitrated, a.first.Filed, a.first.Decided, a.Filed, a.Decided} {
		days = append(days, tell.language.day(d))
	}
	for _, d := range a.shownDays {
		days = append(days, tell.language.day(d))
	}
	for c := a.Case; ; c = &s.Cases[c.Before] {
		names = append(names, c.Number, s.Courts[c.Court].Name)
		if up := tell.appellateCourts[c.Court]; up >= 0 {
			names = append(names, s.Courts[up].Name)
		}
		for _, p := range append(slices.Clone(c.Plaintiffs), c.Defendants...) {
			names = append(names, p.Name)
		}
		if c.Before < 0 {
			break
		}
	}
	names = append(names, "权利要求1", "laim 1") // of a patent
	names = append(names, counts(tell.tag, a)...)
	names = append(names, a.slots["act_number"], a.slots["sign_number"], a.slots["near_number"], a.slots["stake"], a.slots["elsewhere"], a.slots["sibling"], s.Companies[a.Related].Name, s.Companies[a.Related].Former)
	slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) })
	return money, days, names
}

// counted are the slots of numbers that are neither sums nor days, with the words in which texts have them, Chinese first.
var counted = []struct {
	slot   string
	zh, en []string
}{
	{"rest_days", []string{"%s个休息日"}, []string{"%s rest days"}},
	{"months", []string{"%s倍"}, []string{"%s times"}},
	{"pay_days", []string{"%s日内付清"}, []string{"%s days of"}},
	{"outlets", []string{"%s处网页", "%s个推广链接"}, []string{"%s pages", "%s such links", "%s places"}},
	{"units_used", []string{"%s个台日", "%s个工日"}, []string{"%s machine days", "%s days were worked"}},
	{"term_months", []string{"%s个月"}, []string{"%s months"}},
	{"papers", []string{"%s份"}, []string{"notes, %s in number"}},
	{"pictures", []string{"%s幅"}, []string{"%s pictures"}},
	{"stay", []string{"住院%s日"}, []string{"lasted %s days"}},
	{"traded", []string{"%s股", "%s张"}, []string{"bought %s of"}},
}

// counts returns the numbers by which a claim is reckoned and others that are neither sums nor days, as texts have them.
func counts(language string, a *caseContext) []string {
	var told []string
	for _, c := range counted {
		words := c.zh
		if language == "en" {
			words = c.en
		}
		for _, w := range words {
			if n := a.slots[c.slot]; n != "" {
				told = append(told, fmt.Sprintf(w, n))
			}
		}
	}
	return told
}

// foreign says what in a text is not of its case: a sum, a day, or a number of
// anything else.
func foreign(t *testing.T, tell *shardRenderer, i int, text, language string) error {
	t.Helper()
	money, days, names := facts(tell, i)
	for _, n := range names {
		if n != "" {
			text = strings.ReplaceAll(text, n, "X")
		}
	}
	dates, rest := zhDate, zhRest
	if language == "en" {
		dates, rest = enDate, enRest
	}
	days = append(slices.Clone(days), tell.language.day(primeRateDay)) // which the interest of any case may name
	for _, d := range dates.FindAllString(text, -1) {
		if !slices.Contains(days, d) {
			return fmt.Errorf("names the day %s, which is none of the case's %q", d, days)
		}
	}
	text = dates.ReplaceAllString(text, "")
	list, text := sums(t, text, language)
	for _, n := range list {
		if !slices.Contains(money, n) {
			return fmt.Errorf("names %d cents, which is none of the case's %d", n, money)
		}
	}
	if left := rest.ReplaceAllString(text, ""); digits.MatchString(left) {
		return fmt.Errorf("has a number that is none of the case's: %s", left)
	}
	return nil
}

// Every sum, day and number in a text is its case's.
func TestTextsStateTheirCase(t *testing.T) {
	for _, language := range languages {
		tell := open(t, language)
		for i := range tell.shard.Cases {
			a := tell.newContext(i)
			text := tell.outcome(i, a)
			if strings.TrimSpace(text) == "" {
				t.Fatalf("%s case %d has no outcome", language, i)
			}
			if err := foreign(t, tell, i, text, language); err != nil {
				t.Errorf("%s outcome of case %d %v\n%s", language, i, err, text)
			}
			if !strings.Contains(text, a.slots["award"]) && (a.stage == firstInstance || a.Outcome == society.Reversed) && a.Outcome != society.Preserved {
				t.Errorf("%s outcome of case %d doesn't give %s\n%s", language, i, a.slots["award"], text)
			}
		}
		for n := range tell.shard.PassageCases {
			i := tell.shard.PassageCases[n]
			text := withoutLaw(tell, i, tell.passage(i))
			if err := foreign(t, tell, i, text, language); err != nil {
				t.Errorf("%s passage of case %d %v\n%s", language, i, err, text)
			}
		}
		for _, i := range tell.shard.Abstracts {
			text := withoutLaw(tell, i, tell.abstract(i)[2].Text)
			if err := foreign(t, tell, i, text, language); err != nil {
				t.Errorf("%s abstract of case %d %v\n%s", language, i, err, text)
			}
			for _, p := range []society.Party{tell.newContext(i).first.Plaintiffs[0], tell.newContext(i).first.Defendants[0]} {
				if !strings.Contains(text, p.Name) {
					t.Errorf("%s abstract of case %d doesn't name %s", language, i, p.Name)
				}
			}
		}
		if t.Failed() {
			break
		}
	}
}

// withoutLaw takes titles and gists of what is cited out of a text.
func withoutLaw(tell *shardRenderer, i int, text string) string {
	a := tell.newContext(i)
	tell.addIntroduction(a)
	tell.addCitations(i, a)
	for _, part := range []string{"law", "statute", "article", "gist"} {
		if a.slots[part] != "" {
			text = strings.ReplaceAll(text, a.slots[part], "")
		}
	}
	return text
}

// Every article that is cited stands in the version of its statute that the dates
// say was in force on the day of the ruling.
func TestCitationsAreInForce(t *testing.T) {
	tell := open(t, "zh")
	law := tell.shard.World.Law
	type span struct{ first, behind int } // passages of a version
	var spans [][]span
	titles, next := map[string]int{}, 0
	for i, s := range law.Statutes {
		titles[s.Title] = i
		spans = append(spans, nil)
		for _, v := range s.Versions {
			spans[i] = append(spans[i], span{next, next + len(v.Articles)})
			next += len(v.Articles)
		}
	}
	for _, i := range append(slices.Clone(tell.shard.PassageCases), tell.shard.Abstracts...) {
		a := tell.newContext(i)
		on := a.Decided.Time()
		for _, c := range tell.drawCitations(i, a) {
			if d, ok := law.Doctrine(a.doctrine(), on); ok && d.Index == c.Index {
				continue // of the general part, which is in force throughout
			}
			at, ok := titles[c.Title]
			if !ok {
				t.Fatalf("case %d cites %q, which is no statute of the nation", i, c.Title)
			}
			s := law.Statutes[at]
			n := slices.IndexFunc(s.Versions, func(v statute.Version) bool { return v.Date.After(on) }) - 1
			if n == -2 {
				n = len(s.Versions) - 1
			}
			if n < 0 || !s.Repealed.IsZero() && !on.Before(s.Repealed) {
				t.Errorf("case %d of %v cites %s, which was not in force", i, on, c.Title)
				continue
			}
			if in := spans[at][n]; !c.Version.Equal(s.Versions[n].Date) || c.Index < in.first || c.Index >= in.behind {
				t.Errorf("case %d of %v cites passage %d of %s as of %v, want one in %v as of %v", i, on, c.Index, c.Title, c.Version, in, s.Versions[n].Date)
			}
			if text := law.Article(c.Index); !strings.HasPrefix(text, c.Title) || !strings.Contains(text, c.Article) {
				t.Errorf("case %d cites %s of %s, which reads %s", i, c.Article, c.Title, text)
			}
		}
		tell.addCitations(i, a)
		if a.slots["statute"] == "" || a.slots["law"] == "" {
			t.Errorf("case %d cites nothing", i)
		}
	}
	for _, i := range tell.shard.PassageCases {
		a := tell.newContext(i)
		if tell.addCitations(i, a); !strings.Contains(tell.passage(i), a.slots["statute"]) {
			t.Errorf("case %d doesn't cite %s", i, a.slots["statute"])
		}
	}
}

// The articles that stories and causes ask for are on subjects that statutes have,
// and a court cites what it asks for where a statute on it is in force.
func TestCitationsFitTheCause(t *testing.T) {
	tell := open(t, "zh")
	subjects := tell.shard.World.Law.Subjects()
	check := func(who string, law []string) {
		for _, s := range law {
			if !slices.Contains(subjects, s) {
				t.Errorf("%s asks for articles on %q, which is no subject", who, s)
			}
		}
	}
	for id, st := range tell.stories.byID {
		check(id, st.Law)
	}
	for cause, p := range tell.stories.byCause {
		check(cause, p.Law)
	}
	marks := 0
	for i := range tell.shard.Cases {
		a := tell.newContext(i)
		if a.story.ID != "mark" {
			continue
		}
		marks++
		tell.addCitations(i, a)
		if statute := a.slots["statute"]; !strings.Contains(statute, "商标") {
			t.Errorf("case %d about a trade mark cites %s", i, statute)
		}
	}
	if marks == 0 {
		t.Error("no case about a trade mark")
	}
}

// Titles of passages name who brought the dispute first, whoever appealed.
func TestPassageTitlesNameThePlaintiffFirst(t *testing.T) {
	for _, language := range []string{"zh", "en"} {
		tell := open(t, language)
		for _, i := range tell.shard.PassageCases {
			a := tell.newContext(i)
			title, _, _ := strings.Cut(strings.TrimSpace(tell.passage(i)), "\n")
			first := strings.Index(title, a.first.Plaintiffs[0].Name)
			if second := strings.LastIndex(title, a.first.Defendants[0].Name); first < 0 || second < first {
				t.Errorf("case %d of %s against %s is titled %s", i, a.first.Plaintiffs[0].Name, a.first.Defendants[0].Name, title)
			}
		}
	}
}

// Few passages say a clause twice.
func TestClausesAreFresh(t *testing.T) {
	for _, language := range []string{"zh", "en"} {
		tell := open(t, language)
		repeats := 0
		for _, i := range tell.shard.PassageCases {
			a := tell.newContext(i)
			tell.addNarrative(i, a, tell.passages.At(i).Rand())
			seen := map[string]bool{}
			for _, c := range clauses(tell.joinSentences(a.slots["view"], a.slots["reason"], a.slots["open"], a.slots["worth"], a.slots["lesson"], a.slots["close"])) {
				if seen[c] {
					repeats++
					t.Logf("%s case %d twice says %q", language, i, c)
					break
				}
				seen[c] = true
			}
		}
		if n := len(tell.shard.PassageCases); repeats*100 > n {
			t.Errorf("%d of %d %s passages repeat a clause", repeats, n, language)
		}
	}
}

// Lengths lie within a factor of those of the real rows, in characters: 28, 104 and
// 452 of outcomes at the 10th, 50th and 90th percentile; 27, 38 and 48 of titles;
// 374, 726 and 1,643 of the shortest, the middle and the longest of the four
// abstracts; 707, 1,004 and 1,602 of case passages.
func TestLengths(t *testing.T) {
	tell := open(t, "zh")
	var titles, outcomes, abstracts, passages []int
	for i := range tell.shard.Cases {
		a := tell.newContext(i)
		titles = append(titles, utf8.RuneCountInString(tell.title(i, a)))
		outcomes = append(outcomes, utf8.RuneCountInString(tell.outcome(i, a)))
	}
	for _, i := range tell.shard.Abstracts {
		abstracts = append(abstracts, utf8.RuneCountInString(tell.abstract(i)[2].Text))
	}
	for _, i := range tell.shard.PassageCases {
		passages = append(passages, utf8.RuneCountInString(tell.passage(i)))
	}
	for _, c := range []struct {
		name    string
		lengths []int
		want    [3]int
		factor  float64
	}{
		{"titles", titles, [3]int{27, 38, 48}, 1.25},
		{"outcomes", outcomes, [3]int{28, 104, 452}, 1.5},
		{"abstracts", abstracts, [3]int{374, 726, 1643}, 2.1},
		{"passages", passages, [3]int{707, 1004, 1602}, 1.5},
	} {
		slices.Sort(c.lengths)
		for n, share := range []float64{.1, .5, .9} {
			got, want := float64(c.lengths[int(share*float64(len(c.lengths)))]), float64(c.want[n])
			if got > want*c.factor || got < want/c.factor {
				t.Errorf("%s: %.0f characters at %.0f%%, want about %.0f", c.name, got, share*100, want)
			}
		}
	}
}

// No sentence stands in more than a few of a hundred passages, but for what closes
// a section. One that names an article may stand in more: the law of a small world
// has few on a matter.
func TestPassagesVary(t *testing.T) {
	tell := open(t, "zh")
	seen := map[string]int{}
	for _, i := range tell.shard.PassageCases {
		for _, s := range strings.FieldsFunc(tell.passage(i), func(r rune) bool { return r == '。' || r == '\n' }) {
			if s = strings.TrimSpace(s); utf8.RuneCountInString(s) > 24 {
				seen[s]++
			}
		}
	}
	for s, n := range seen {
		most := len(tell.shard.PassageCases) * 8 / 100
		if strings.Contains(s, "》第") {
			most *= 2
		}
		if n > most {
			t.Errorf("%d of %d passages say %q", n, len(tell.shard.PassageCases), s)
		}
	}
}

// English texts have the right article before what stories are about, no full stop
// twice and no hole.
func TestEnglishReads(t *testing.T) {
	tell := open(t, "en")
	wrong := regexp.MustCompile(`\b[Aa] [aeioAEIO]|\b[Aa]n [bcdfgjklmnpqrstvwxyz]|\.\.|  |\b(the the|of of|to to|and and)\b| [,.;]`)
	for _, i := range tell.shard.PassageCases {
		if text := tell.passage(i); wrong.MatchString(text) {
			t.Errorf("case %d reads %q in %s", i, wrong.FindString(text), text)
		}
	}
}

// Chinese texts have no narrow punctuation but in numbers and names, and none twice.
func TestChineseReads(t *testing.T) {
	tell := open(t, "zh")
	wrong := regexp.MustCompile(`[，。；、：]{2}|[。，]；|\p{Han}[,;:]|拖欠拖欠|欠欠|[^目标]的的|，$`)
	for _, i := range tell.shard.PassageCases {
		if text := tell.passage(i); wrong.MatchString(text) {
			t.Errorf("case %d reads %q in %s", i, wrong.FindString(text), text)
		}
	}
}
