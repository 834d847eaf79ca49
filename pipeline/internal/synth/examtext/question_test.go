package examtext

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// madeLaw is a law of one-sentence articles, each of which has a number of days.
func madeLaw(day time.Time, articles ...*asked) *bank {
	b := &bank{days: map[time.Time][]*provision{}, askedOfDay: map[time.Time][]*asked{}}
	for _, q := range articles {
		q.provision.asked = []*asked{q}
		b.days[day] = append(b.days[day], q.provision)
		b.askedOfDay[day] = append(b.askedOfDay[day], q)
	}
	return b
}

var objection = &form{Form: "objection_days", Slot: "days"}

func article(subject, text, value string, about ...string) *asked {
	return &asked{
		provision: &provision{text: text, published: statute.PublishedArticle{Subject: subject}},
		form:      objection, value: value, about: about,
	}
}

// A wrong option is never what another article says of the same subject, nor a part of another
// option, wherever the draws fall.
func TestWrongOptions(t *testing.T) {
	day := time.Date(2020, 3, 8, 0, 0, 0, 0, time.UTC)
	own := article("sale", "the buyer objects to the seller within 10 days", "10 days", "buyer", "seller")
	law := madeLaw(day, own,
		article("sale", "the buyer pays the seller within 20 days", "20 days", "buyer", "pays"), // has the words of the subject
		article("lease", "the tenant objects within 20 days", "20 days", "tenant"),
		article("lease", "the tenant pays within 30 days", "30 days", "tenant"),
		article("loan", "the borrower pays within 45 days", "45 days", "borrower"),
		article("loan", "the borrower answers within 5 days", "5 days", "borrower"), // within 45 days
		article("loan", "the borrower asks within 60 days", "60 days", "borrower"),
		article("loan", "the borrower complains within 10 days", "10 days", "borrower"),
	)
	d := &drawer{bank: law}
	drawn := map[string]bool{}
	for seed := range uint64(200) {
		options := d.wrongOptions(rand.New(rand.NewPCG(seed, 1)), day, own)
		for _, o := range options {
			drawn[o] = true
		}
		if slices.Contains(options, "5 days") && slices.Contains(options, "45 days") {
			t.Errorf("options %q, of which one contains another", options)
		}
	}
	if drawn["20 days"] || drawn["10 days"] || !drawn["30 days"] || !drawn["45 days"] || !drawn["60 days"] {
		t.Errorf("drawn %v, want 30, 45 and 60 days, and neither 10 nor 20", drawn)
	}
	few := madeLaw(day, own, article("lease", "the tenant pays within 30 days", "30 days", "tenant"))
	if options := (&drawer{bank: few}).wrongOptions(rand.New(rand.NewPCG(1, 1)), day, own); options != nil {
		t.Errorf("options %q of a law with one other number", options)
	}
}

// What two articles on one subject number differently is not asked for.
func TestUniqueAnswer(t *testing.T) {
	day := time.Date(2020, 3, 8, 0, 0, 0, 0, time.UTC)
	for other, want := range map[*asked]bool{
		article("sale", "the buyer objects to the seller within 20 days", "20 days", "buyer", "seller"):  false,
		article("sale", "the buyer objects to the seller within 10 days", "10 days", "buyer", "seller"):  true,
		article("lease", "the buyer objects to the seller within 20 days", "20 days", "buyer", "seller"): true,
		article("sale", "the carrier objects within 20 days", "20 days", "carrier"):                      true,
	} {
		own := article("sale", "the buyer objects to the seller within 10 days", "10 days", "buyer", "seller")
		if got := madeLaw(day, own, other).unique(day, own); got != want {
			t.Errorf("%s: unique %t, want %t", fmt.Sprint(other.text), got, want)
		}
	}
}
