package infer

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// nounWords returns the words of a column as a noun, where the name is no noun: "admitted date" for the days
// admitted_at, "prescribing physician" for the reference prescribed_by, "attending physician" for
// attending_id. Other words are returned as they are.
func (d *drafter) nounWords(p *profile, words []string) []string {
	last := len(words) - 1
	if last < 0 {
		return words
	}
	noun := ""
	if p.entity != nil && p.entity.home != nil {
		noun = d.noun(p.entity.home.table)
	}
	isDay := p.spec.Kind == domain.KindDate || p.isWrittenDay()
	switch {
	case isDay && last == 0 && words[0] == "time": // questions ask for the day
		words[0] = "date"
	case isDay && slices.Contains([]string{"date", "day", "time"}, words[0]): // date created
	case isDay && last > 0 && slices.Contains([]string{"at", "on", "since"}, words[last]) && isParticiple(words[last-1]):
		words[last] = "date"
	case isDay && last > 0 && slices.Contains([]string{"at", "on"}, words[last]) && strings.HasSuffix(words[last-1], "s"): // starts at
		words[last-1], words[last] = strings.TrimSuffix(words[last-1], "s"), "date"
	case isDay && isParticiple(words[last]):
		words = append(words, "date")
	case last > 0 && words[last] == "year" && isParticiple(words[last-1]) && words[last-1] != "due": // founded year
		words = append(slices.Clone(words[:last-1]), "year", "of", doing(words[last-1]))
	case last == 0 && isParticiple(words[0]) && words[0] != "due" && p.isYear(): // built
		words = []string{"year", "of", doing(words[0])}
	case noun != "" && last > 0 && words[last] == "by" && strings.HasSuffix(words[last-1], "ed"):
		words = append(words[:last-1], doing(words[last-1]), noun)
	case noun != "" && strings.HasSuffix(words[last], "ing") && !strings.HasSuffix(noun, words[last]): // no "rating movie rating"
		words = append(words, noun)
	}
	if last = len(words) - 1; last > 0 && words[last] == "time" && words[last-1] != "date" && isDay && !p.table.hasDayOf(words[:last]) { // questions ask for the day
		words[last] = "date"
	}
	if last > 0 && words[last] == "date" && dayNouns[words[last-1]] != "" {
		words[last-1] = dayNouns[words[last-1]]
	} else if last > 0 && words[last] == "date" {
		// Neither a left date nor a taking date.
		if noun := doings[words[last-1]]; noun != "" && (words[last-1] == "left" || !strings.HasSuffix(noun, "ing")) {
			words[last-1] = noun
		}
	}
	return words
}

// dayNouns are what days are called after on which something was done: the delivery date, of delivered_on.
var dayNouns = map[string]string{
	"admitted": "admission", "approved": "approval", "booked": "booking", "cancelled": "cancellation", "canceled": "cancellation", "closed": "closing", "completed": "completion",
	"created": "creation", "delivered": "delivery", "departed": "departure", "discharged": "discharge", "ended": "end", "expired": "expiry", "finished": "completion", "installed": "installation",
	"issued": "issue", "joined": "joining", "modified": "modification", "opened": "opening", "ordered": "order", "published": "publication", "purchased": "purchase", "received": "receipt", "registered": "registration",
	"released": "release", "returned": "return", "scheduled": "scheduled", "shipped": "shipping", "signed": "signing", "started": "start", "updated": "update",
}

// hasDayOf reports whether a table has a column of the day for which another column has the time.
func (t *tableProfile) hasDayOf(words []string) bool {
	return slices.ContainsFunc(t.columns, func(c *profile) bool {
		return len(c.words) == len(words)+1 && slices.Equal(c.words[:len(words)], words) && c.words[len(words)] == "date"
	})
}

// isParticiple reports whether a word says what was done.
func isParticiple(word string) bool {
	return len(word) > 4 && strings.HasSuffix(word, "ed") && word != "speed" && word != "breed" || slices.Contains([]string{"begun", "born", "built", "due", "left", "made", "paid", "sent", "sold", "taken"}, word)
}

// isYear reports whether a column is declared to hold years: amounts that were paid may look like some.
func (p *profile) isYear() bool {
	return p.spec.Kind == domain.KindText && p.isInteger() && p.length == 4 && p.within(1000, 2200)
}

// doings are the nouns for what irregular participles say.
var doings = map[string]string{"begun": "beginning", "born": "birth", "built": "building", "left": "leaving", "made": "making", "paid": "payment", "sent": "sending", "sold": "sale", "taken": "taking"}

// doing returns the present participle of a past one in -ed, or the noun for an irregular one.
func doing(done string) string {
	if noun, ok := doings[done]; ok {
		return noun
	}
	if stem, ok := strings.CutSuffix(done, "ied"); ok {
		return stem + "ying"
	}
	if stem, ok := strings.CutSuffix(done, "eed"); ok { // agreed
		return stem + "eeing"
	}
	return strings.TrimSuffix(done, "ed") + "ing"
}
