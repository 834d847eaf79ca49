package enforcement

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// languages are those that rows are tested in.
var languages = []string{"zh", "en"}

// fine finds the word in an outcome.
var fine = regexp.MustCompile(`罚款|(?i:\bfined?\b)`)

// An outcome has a fine where the amount is a number, the same in every way it is
// written, and none where it is not.
func TestFinesAreTheAmounts(t *testing.T) {
	for _, language := range languages {
		ways := map[string]int{}
		for _, row := range tables(t, language, shard(t, 1, language, 1, 0, 1), shard(t, 2, language, 1, 0, 1))["AdministrativeCase"].rows {
			outcome, amount := strings.ReplaceAll(row[3].Text, row[0].Text, ""), row[4]
			found := money(language, outcome)
			fined := fine.MatchString(outcome)
			if amount.Form != tablefile.Number {
				if fined || len(found) > 0 || amount.Text != "-" {
					t.Errorf("outcome %q with amount %q", outcome, amount.Text)
				}
				continue
			}
			if !fined || len(found) == 0 {
				t.Errorf("outcome %q with amount %s: no fine found", outcome, amount.Text)
			}
			for way, cents := range found {
				ways[way]++
				if plain(cents) != amount.Text {
					t.Errorf("outcome %q: %s is %s, the amount %s", outcome, way, plain(cents), amount.Text)
				}
			}
		}
		for _, way := range []string{"digits", "groups", "words", "scale"} {
			if ways[way] == 0 {
				t.Errorf("no fine in %s is written in %s", language, way)
			}
		}
	}
}

// How outcomes write money: in digits, with a scale behind them, and in words; and
// other numbers that they have.
var (
	otherNumbers = regexp.MustCompile(`[一二]、|十五日|[0-9]+日|[0-9]\. |[0-9]+ days|fifteen days`)
	inDigits     = regexp.MustCompile(`([0-9][0-9,]*(?:\.[0-9]+)?)( ?[（(]?(?:万元|thousand yuan))?`)
	inNumerals   = map[string]*regexp.Regexp{
		"zh": regexp.MustCompile(`[零壹贰叁肆伍陆柒捌玖拾佰仟万一二三四五六七八九十百千]+元[零壹贰叁肆伍陆柒捌玖角分整]*`),
		"en": regexp.MustCompile(`(?i)\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[a-z]+teen|[a-z]+ty)\b[a-z -]* yuan(?: and [a-z-]+ cents?)?`),
	}
)

// money finds the amounts of an outcome, in cents by the way they are written.
func money(language, text string) map[string]int64 {
	found := map[string]int64{}
	text = otherNumbers.ReplaceAllString(text, "")
	for _, m := range inDigits.FindAllStringSubmatch(text, -1) {
		v, err := strconv.ParseFloat(strings.ReplaceAll(m[1], ",", ""), 64)
		if err != nil {
			continue
		}
		switch {
		case strings.Contains(m[2], "万元"):
			found["scale"] = int64(v*10_000_00 + 0.5)
		case m[2] != "":
			found["scale"] = int64(v*1_000_00 + 0.5)
		case strings.Contains(m[1], ","):
			found["groups"] = int64(v*100 + 0.5)
		default:
			found["digits"] = int64(v*100 + 0.5)
		}
	}
	for _, m := range inNumerals[language].FindAllString(inDigits.ReplaceAllString(text, ""), -1) {
		read := readHan
		if language == "en" {
			read = readEnglish
		}
		if cents, ok := read(m); ok {
			found["words"] = cents
		}
	}
	return found
}

// What facts tell is the row's: the company and no other, its head and address, the
// number, authority and date of the decision, and days in their order, after the
// company was founded.
func TestFactsAreTheRows(t *testing.T) {
	for _, language := range languages {
		firm := regexp.MustCompile(`有限公司|\b(Ltd|LLC|Inc)\b`)
		dates := regexp.MustCompile(`[0-9]{4}年[0-9]{2}月[0-9]{2}日`)
		form := "2006年01月02日"
		if language == "en" {
			dates, form = regexp.MustCompile(`[0-9]{4}-[0-9]{2}-[0-9]{2}`), "2006-01-02"
		}
		on := func(text string) time.Time {
			day, err := time.Parse(form, text)
			if err != nil {
				t.Fatal(err)
			}
			return day
		}
		s := shard(t, 1, language, 1, 0, 1)
		founded := map[string]time.Time{}
		for _, c := range s.Companies {
			founded[c.Name] = c.Founded.Time()
		}
		named := 0
		for _, row := range tables(t, language, s)["AdministrativeCase"].rows {
			company, facts := row[0].Text, row[2].Text
			rest := strings.ReplaceAll(facts, company, "")
			if len(rest) < len(facts) {
				named++
			}
			if firm.MatchString(rest) {
				t.Errorf("facts of a penalty of %s name somebody else: %s", company, facts)
			}
			last := founded[company]
			for _, text := range dates.FindAllString(facts, -1) {
				day := on(text)
				if day.Equal(founded[company]) {
					continue // told as such
				}
				if day.Before(last) || day.After(on(row[6].Text)) {
					t.Errorf("penalty of %s, founded %s: %s", row[6].Text, founded[company].Format(form), facts)
				}
				last = day
			}
			for label, cell := range map[string]int{"文书号：": 1, "机关：": 5, "决定日期：": 6, "编号：": 1, "decision: ": 1, "authority: ": 5, "date of decision: ": 6} {
				if _, told, ok := strings.Cut(facts, label); ok && !strings.HasPrefix(told, row[cell].Text) {
					t.Errorf("after %q in %q: want %s", label, facts, row[cell].Text)
				}
			}
		}
		if named < 50 {
			t.Errorf("%d facts in %s name the company", named, language)
		}
	}
}

// What texts tell of the model is as the model has it: the serial of the decision,
// the company's registration, what it makes.
func TestFactsAreTheModels(t *testing.T) {
	for _, language := range languages {
		s := shard(t, 1, language, 1, 0, 1)
		k := newPenaltyRows(renderer(t, language), s)
		heads, credits, products := 0, 0, 0
		for i := range s.Penalties {
			c := s.Companies[s.Penalties[i].Company]
			row := k.penalty(i)
			number, facts := row[1].Text, row[2].Text
			if !strings.Contains(number, strconv.Itoa(s.Penalties[i].Serial)) {
				t.Errorf("number %q of decision %d", number, s.Penalties[i].Serial)
			}
			for _, told := range []struct {
				label, want string
				n           *int
			}{
				{"法定代表人：", c.Head, &heads}, {"法定代表人姓名：", c.Head, &heads}, {"legal representative: ", c.Head, &heads},
				{"信用代码：", c.CreditCode, &credits}, {"credit code: ", c.CreditCode, &credits}, {"住所：", c.Address, &credits}, {"seat: ", c.Address, &credits},
			} {
				if _, text, ok := strings.Cut(facts, told.label); ok {
					if *told.n++; !strings.HasPrefix(text, told.want) {
						t.Errorf("after %q in %q: want %s", told.label, facts, told.want)
					}
				}
			}
			if trade := c.NameParts.Trade; trade >= 0 && k.section(&s.Penalties[i]) == "make" {
				for _, product := range s.World.Names.Trades()[trade].Products {
					if strings.Contains(facts, product) {
						products++
						break
					}
				}
			}
		}
		if heads == 0 || credits == 0 || products == 0 {
			t.Errorf("in %s %d facts tell the head, %d the registration and %d a product: want some of each", language, heads, credits, products)
		}
	}
}

// What surrounds a penalty happens in its order: the company is founded, breaks a
// rule, is found out (after the case that brought it to light), is told, and is
// penalized.
func TestCircumstances(t *testing.T) {
	s := shard(t, 1, "en", 1, 0, 1)
	k := newPenaltyRows(renderer(t, "en"), s)
	led := 0
	for i := range s.Penalties {
		p := &s.Penalties[i]
		slots := map[string]string{}
		k.addCircumstances(p, i, string(p.Kind), slots)
		on := func(d society.Day) string { return s.World.Names.Date(d.Date()) }
		found := slots["visited"] + slots["opened"] // one of them
		order := []string{on(s.Companies[p.Company].Founded), slots["date"], found, slots["told"], on(p.Day)}
		if !slices.IsSorted(order) || slices.Contains(order, "") || found == slots["date"] {
			t.Errorf("penalty %d: %v", i, order)
		}
		if p.Basis < 0 {
			continue
		}
		c := s.Cases[p.Basis]
		if led++; slots["case"] != c.Number || slots["court"] != s.Courts[c.Court].Name || found < on(c.Decided) {
			t.Errorf("penalty for what case %s of %s brought to light: %v", c.Number, on(c.Decided), slots)
		}
	}
	if led == 0 {
		t.Error("no penalty has a case before it")
	}
}

// Decisions have numbers of their own, in whatever form, in all shards of a world,
// and none looks like a court's.
func TestDecisionsAreUnique(t *testing.T) {
	court := regexp.MustCompile(`^[（(]20`)
	for _, language := range languages {
		seen := map[string]bool{}
		for n := range 3 {
			for _, row := range tables(t, language, shard(t, 6, language, 3, n, 0.3))["AdministrativeCase"].rows {
				number := row[1].Text
				if seen[number] || number == "" {
					t.Errorf("number %q is another decision's", number)
				}
				seen[number] = true
				if court.MatchString(number) {
					t.Errorf("number %q looks like a court's", number)
				}
				if year := row[6].Text[:4]; !strings.Contains(number, year) {
					t.Errorf("number %q of a decision of %s", number, year)
				}
			}
		}
	}
}

// An offence in one language stands for one in the other: equal worlds have the
// same, wherever facts are a phrase.
func TestOffencesAreTheSame(t *testing.T) {
	there, back := map[string]string{}, map[string]string{}
	for _, seed := range []uint64{1, 2} {
		a, b := shard(t, seed, "zh", 1, 0, 1), shard(t, seed, "en", 1, 0, 1)
		zh, en := newPenaltyRows(renderer(t, "zh"), a), newPenaltyRows(renderer(t, "en"), b)
		for i := range a.Penalties {
			rule := zh.offenceRule(zh.rows.At(i).Rand(), &a.Penalties[i])
			if other := en.offenceRule(en.rows.At(i).Rand(), &b.Penalties[i]); other != rule {
				t.Fatalf("penalty %d is for %s in Chinese and %s in English", i, rule, other)
			}
			x := rule + " " + zh.text.Expand(zh.offences.At(i).Rand(), rule, nil)
			y := rule + " " + en.text.Expand(en.offences.At(i).Rand(), rule, nil)
			if old, ok := there[x]; ok && old != y {
				t.Errorf("%q is %q and %q", x, old, y)
			}
			if old, ok := back[y]; ok && old != x {
				t.Errorf("%q is %q and %q", y, old, x)
			}
			there[x], back[y] = y, x
		}
	}
	if len(there) < 150 {
		t.Errorf("%d offences in two worlds: want more", len(there))
	}
}

// Nothing in a text is doubled, left open or badly joined.
func TestTextsReadWell(t *testing.T) {
	bad := map[string]*regexp.Regexp{
		"zh": regexp.MustCompile(`[，。；、：]{2}|[{}$]|[a-z]{2}|，$|[（][）]| |公司公司|的的|了了|有有|被被|、等证据等`),
		"en": regexp.MustCompile(`[,.;:] ?[,;:]|[{}$]|  | [,.;:]|\b(the the|a a|of of|to to|in in)\b|\b[Aa] [aeiou][a-tv-z]|\b[Aa]n [^aeiouAEIOU]|\b1 [a-z]+s\b|\p{Han}|\.\.`),
	}
	forms := strings.NewReplacer("Co., Ltd.", "Co Ltd", "Inc.", "Inc", "Ltd.", "Ltd")
	for _, language := range languages {
		for _, row := range tables(t, language, shard(t, 1, language, 1, 0, 1), shard(t, 2, language, 1, 0, 1))["AdministrativeCase"].rows {
			for _, c := range row[1:4] {
				if m := bad[language].FindString(forms.Replace(c.Text)); m != "" {
					t.Errorf("%q in %q", m, c.Text)
				}
			}
		}
	}
}

// Texts differ: of the facts of a world few are told twice in the same words, and
// those of more than a phrase never.
func TestFactsVary(t *testing.T) {
	for _, language := range languages {
		seen, phrases, all := map[string]int{}, map[string]bool{}, 0
		for _, row := range tables(t, language, shard(t, 2, language, 1, 0, 1))["AdministrativeCase"].rows {
			facts := row[2].Text
			if all++; strings.Contains(facts, row[0].Text) {
				if seen[facts]++; seen[facts] > 1 {
					t.Errorf("told twice: %s", facts)
				}
			} else {
				phrases[facts] = true
			}
		}
		if len(phrases) < all/4 {
			t.Errorf("%d phrases in %d facts: %s", len(phrases), all, fmt.Sprint(phrases))
		}
	}
}
