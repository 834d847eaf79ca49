package ruling

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

type english struct{}

func (english) columns() (doc, abstract []string) {
	return []string{"Related Company", "Title", "Case Number", "Document Type", "Plaintiff", "Defendant", "Plaintiff's Law Firm",
			"Defendant's Law Firm", "Cause of Action", "Amount Involved (CNY)", "Judgment Outcome", "Date", "File Name"},
		[]string{"File Name", "Case Number", "Text Summary"}
}

func (english) names(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

func (english) role(r role, several bool) string {
	text := "the " + [...]string{"plaintiff", "defendant", "appellant", "appellee", "petitioner", "respondent", "judgment creditor", "judgment debtor"}[r]
	if several {
		text += "s"
	}
	return text + " "
}

func (english) sum(t *name.Namer, cents int64, _ int) string { return "CNY " + grouped(yuan(t, cents)) }

func (english) rate(bank string, tenths int, due, decided society.Day) string {
	of := func(rate string) string {
		if tenths == 10 {
			return rate
		}
		return multiple(tenths) + " times " + rate
	}
	old, prime := of("the benchmark lending rate of the "+bank), of("the loan prime rate published by the "+bank)
	switch {
	case decided < primeRateDay:
		return old
	case due >= primeRateDay:
		return prime
	}
	return old + " (and since " + english{}.day(primeRateDay) + " " + prime + ")"
}

func (english) day(d society.Day) string { return d.Time().Format("2 January 2006") }

func (english) form(f society.RulingForm) string {
	return [...]string{"Civil Judgment", "Civil Ruling", "Enforcement Ruling", "Administrative Judgment", "Administrative Ruling"}[f]
}

func (e english) sides(plaintiffs, defendants []string, comma, cut bool) string {
	joint := " v. "
	if comma {
		joint = " and "
	}
	if cut {
		side := func(list []string) string {
			if len(list) > 1 {
				return list[0] + " et al."
			}
			return list[0]
		}
		return side(plaintiffs) + joint + side(defendants)
	}
	return strings.Join(plaintiffs, ", ") + joint + strings.Join(defendants, ", ")
}

func (english) orders(list []string) []string {
	out := make([]string, len(list))
	for i, text := range list {
		if len(list) > 1 {
			text = fmt.Sprintf("%d. %s", i+1, text)
		}
		if i < len(list)-1 {
			out[i] = text + ";"
		} else {
			out[i] = text + "."
		}
	}
	return out
}

func (e english) law(cited []statute.CitableArticle) string {
	var laws, articles []string
	for i, c := range cited {
		articles = append(articles, c.Article)
		if i == len(cited)-1 || cited[i+1].Title != c.Title {
			laws = append(laws, e.names(articles)+" of the "+c.Title)
			articles = nil
		}
	}
	return e.names(laws)
}

func (e english) abbreviated(list []string) string {
	if len(list) > few {
		return fmt.Sprintf("%s, %s and %d others", list[0], list[1], len(list)-2)
	}
	return e.names(list)
}

func (e english) reference(r role, list []string) string {
	text := strings.TrimSpace(e.role(r, r == plaintiffRole && len(list) > 1))
	if r == defendantRole && len(list) > 1 {
		return "the first defendant"
	}
	return text
}

func (e english) decision(f society.RulingForm) string { return e.form(f) }

func (english) together(n int) string { return choose(n > 1, "the defendants", "the defendant") }

func (english) instance(retrial bool) string {
	if retrial {
		return "on retrial"
	}
	return "on appeal"
}

func (english) branch(administrative bool) string {
	if administrative {
		return "administrative"
	}
	return "civil"
}

func (english) clause(n int) string { return strconv.Itoa(n) }

func (english) inline(orders []string) string { return strings.Join(orders, " ") }

func (english) gaps() []string {
	return []string{"\n\n", "\n\n", "\n\n\n\n\n\n", "\n\n\n\n\n\n\t", "\n\n\n", "\n"}
}

func (english) indent() string { return "" }

func (english) space() string { return " " }

func (e english) outcome(paragraphs []string) string {
	return e.tidy(strings.Join(paragraphs, ` \n `)) + " "
}

// tidy takes the second full stop from names that end with one, at the end of a
// sentence.
func (english) tidy(text string) string { return strings.ReplaceAll(text, "..", ".") }

func (english) fileColumns() []string {
	return []string{"Case Number", "Court", "Filing Date", "Complaint", "Client's Statement", "Defence", "Points of Defence"}
}

func (english) separator() string { return "; " }

func (english) opponent() string { return "the plaintiff" }

func (english) plaintiff(name, address, head string) string {
	text := "Plaintiff: " + name
	switch {
	case head != "":
		text += ", of " + address + "; " + office(name) + ": " + head
	case address != "":
		text += "; " + address
	}
	return text
}

// office returns what the head of a company is called: only a legal person has a legal representative.
func office(company string) string {
	switch {
	case (english{}).legalPerson(company):
		return "legal representative"
	case strings.HasSuffix(company, " LP"):
		return "managing partner"
	}
	return "person in charge"
}

func (english) legalPerson(company string) bool {
	return !strings.HasSuffix(company, " LP") && !strings.HasSuffix(company, " Branch")
}

// house matches the address of a house, or of a flat in one; zone is a place of business.
var (
	house = regexp.MustCompile(`^(?:(?:Building|Block|Unit) \d+, )?\d+ `)
	zone  = regexp.MustCompile(`Zone|Park\b|Estate|Industrial|Technology|Development`)
)

func (english) dwelling(address string) bool {
	return house.MatchString(address) && !zone.MatchString(address)
}

func (english) counsel(firm string) string { return "Represented by: lawyers of " + firm }

func (english) complaint(c *filedComplaint) string {
	facts := make([]string, len(c.facts))
	for i, text := range c.facts {
		facts[i] = c.heads[i] + "\n" + text
	}
	return strings.Join([]string{
		"STATEMENT OF CLAIM",
		strings.Join(c.plaintiffs, "\n") + "\nDefendant: " + c.defendants,
		"Claims:\n" + strings.Join(numbered(c.claims), ";\n") + ".",
		"Facts and reasons:\n" + strings.Join(facts, "\n") + "\n" + c.prayer,
		"Evidence, and what it is to show:\n" + strings.Join(numbered(c.papers), ";\n") + ".",
		"To the " + c.court,
		"Signed: " + c.signed + "\n" + c.day,
		"Enclosed: a copy of this statement, and copies of the evidence.",
	}, "\n\n")
}

func (english) defence(d *filedDefence) string {
	lines := make([]string, 0, len(d.arguments)+1)
	for i, text := range d.arguments {
		if d.alternative != "" && i == d.alternatives {
			lines = append(lines, d.alternative)
		}
		lines = append(lines, fmt.Sprintf("%d. %s", i+1, text))
	}
	if d.closing != "" {
		lines = append(lines, d.closing)
	}
	return "Against: " + d.opponent + "\n\nRelief sought:\n" + d.relief + "\n\nIssues raised:\n" + strings.Join(numbered(d.issues), "\n") + "\n\nFacts and reasons:\n" + strings.Join(lines, "\n")
}

func (english) nearSign(sign, _ string) string {
	if last := sign[len(sign)-1]; strings.IndexByte("aeiou", last) >= 0 {
		return sign[:len(sign)-1] + choose(last == 'a', "o", "a")
	}
	return sign + "a"
}

func (e english) farSign(sign, other string) string {
	const alike = 2 // letters
	if far := sign[:alike] + strings.ToLower(other[alike:]); far != sign && len(other) > alike {
		return far
	}
	return e.nearSign(sign, other)
}

func (english) actNumber(on society.Day, n int) string {
	year, _, _ := on.Date()
	return fmt.Sprintf("No. %d of %d", n, year)
}

func (english) severally() string { return " jointly and severally" }
