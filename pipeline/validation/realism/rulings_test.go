package realism

import (
	"regexp"
	"slices"
	"strings"
	"time"
)

// primeRate is the day since when there is a loan prime rate.
var primeRate = time.Date(2019, 8, 20, 0, 0, 0, 0, time.UTC)

// leastDays is the least number of days from filing to judgment: a defendant has fifteen to answer
// once it is served, and a hearing is announced three days ahead.
const leastDays = 25

// rulings finds what is wrong with cases and their texts (2 to 7, 9, 10).
func (d *defects) rulings(w *records, l *language) {
	formers := map[string][]string{}
	for _, r := range w.tables["CompanyRegister"] {
		formers[r[companyName]] = regexp.MustCompile("[；;、,，] ?").Split(r[companyFormers], -1)
	}
	var spans []int
	fails := 0
	for _, r := range w.tables["LegalDoc"] {
		parties := r[docPlaintiffs] + " " + r[docDefendants]
		known := append([]string{r[docRelated]}, formers[r[docRelated]]...)
		if !slices.ContainsFunc(known, func(name string) bool { return len(name) > 1 && strings.Contains(parties, name) }) {
			d.add("9 related company", "%s is no party: %s", r[docRelated], parties)
		}
		decided, _ := dayOf(r[docDay])
		d.rate(l, r[docOutcome], decided)
		text, told := w.texts[r[docNumber]]
		if !told {
			continue
		}
		d.rate(l, text, decided)
		if m := l.filed.FindStringSubmatch(text); m != nil && strings.Contains(r[docNumber], l.first) {
			if filed, ok := dayOf(m[1]); ok {
				span := int(decided.Sub(filed).Hours() / 24)
				spans = append(spans, span)
				if span < leastDays {
					d.add("2 speed", "decided %d days after filing: %s", span, text)
				}
			}
		}
		if failed := l.claimFails.MatchString(text); failed {
			fails++
			if l.found.MatchString(text) && l.denied.MatchString(text) {
				d.add("4 findings", "%s", text)
			}
			if found := l.concession.FindString(text); found != "" {
				d.add("5 admitted", "%q: %s", found, text)
			}
		}
		d.denials(l, text)
		d.pleas(l, r[docCause], text)
	}
	slices.Sort(spans)
	if len(spans) < 50 {
		d.add("2 speed", "%d texts give the day of filing: want 50", len(spans))
	} else if median := spans[len(spans)/2]; median < 75 || median > 180 {
		d.add("2 speed", "half the judgments come %d days after filing: want 75 to 180", median)
	}
	if fails < 60 {
		d.add("5 admitted", "%d texts in which the claim fails: want 60", fails)
	}
	d.t.Logf("%d days from filing to judgment in the median of %d; %d claims fail", spans[len(spans)/2], len(spans), fails)
}

// rate finds interest by the loan prime rate for times when there was none (3).
func (d *defects) rate(l *language, text string, decided time.Time) {
	if !l.prime.MatchString(text) {
		return
	}
	if decided.Before(primeRate) {
		d.add("3 prime rate", "decided %s: %s", decided.Format(time.DateOnly), text)
	}
	for _, m := range l.due.FindAllStringSubmatch(text, -1) {
		if due, ok := dayOf(m[1]); ok && due.Before(primeRate) && !strings.Contains(text, "基准利率") && !strings.Contains(text, "benchmark") {
			d.add("3 prime rate", "due %s: %s", m[1], text)
		}
	}
}

// denials finds what a text says and denies (4).
func (d *defects) denials(l *language, text string) {
	answers := strings.Join(l.answer.FindAllString(text, -1), " ")
	for _, x := range l.denials {
		if !regexp.MustCompile(x.said).MatchString(text) {
			continue
		}
		denied := regexp.MustCompile(x.denied)
		if !x.unpleaded && denied.MatchString(text) || x.unpleaded && !denied.MatchString(answers) {
			d.add("4 findings", "%q against %q: %s", x.said, x.denied, text)
		}
	}
}

// pleas finds limitation pleaded too early (6), pleas of another cause (7) and agreements for years that
// lasted months (10).
func (d *defects) pleas(l *language, cause, text string) {
	if l.limitation.MatchString(text) {
		for _, m := range l.due.FindAllStringSubmatch(text, -1) {
			due, _ := dayOf(m[1])
			f := l.filed.FindStringSubmatch(text)
			if f == nil {
				break
			}
			if filed, ok := dayOf(f[1]); ok && filed.Before(due.AddDate(3, 0, 0)) {
				d.add("6 limitation", "%s", text)
			}
		}
	}
	for _, answer := range l.answer.FindAllString(text, -1) {
		for plea, causes := range l.misplaced {
			if len(cause) > 2 && regexp.MustCompile(plea).MatchString(answer) && !regexp.MustCompile(causes).MatchString(cause) {
				d.add("7 pleas", "%s in a %s", answer, cause)
			}
		}
	}
	if m := l.agreed.FindStringSubmatch(text); m != nil {
		agreed, _ := dayOf(m[1])
		for _, due := range l.due.FindAllStringSubmatch(text, -1) {
			if day, ok := dayOf(due[1]); ok && day.Before(agreed.AddDate(0, 11, 0)) {
				d.add("10 framework", "%s", text)
			}
		}
	}
}
