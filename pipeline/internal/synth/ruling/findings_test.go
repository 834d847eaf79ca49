package ruling

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// judgments calls a function for each judgment of a first court of a world, in both languages.
func judgments(t *testing.T, check func(tell *shardRenderer, i int, a *told)) {
	t.Helper()
	for _, language := range languages {
		tell := open(t, language)
		for i := range tell.shard.Cases {
			a := tell.newContext(i)
			if a.stage != firstInstance || reasonSuffixes[a.Outcome] == "" {
				continue
			}
			tell.addNarrative(i, a, tell.abstracts.At(i).Rand())
			check(tell, i, &told{a, tell.abstract(i)[2].Text})
			if t.Failed() {
				t.FailNow()
			}
		}
	}
}

// A payment that the plaintiff left out was shown by a defendant who appeared, went to somebody else than the plaintiff or
// came from somebody else than the defendant, and is no bank's oversight. One of the whole claim was made before it was due,
// or at the end of the term for which it is.
func TestPaymentsLeftOutHaveReasons(t *testing.T) {
	payments := 0
	judgments(t, func(tell *shardRenderer, i int, a *told) {
		left := a.cut == payment || a.cut == repaid
		if !left && a.ground != paid {
			return
		}
		payments++
		if slices.Contains(banks, a.story.ID) {
			t.Errorf("case %d of %s leaves a payment out", i, a.story.ID)
		}
		given := 0
		for _, slot := range payees {
			if a.slots[slot] != "" {
				given++
			}
		}
		if given != 1 {
			t.Errorf("case %d has no reason, or several, for leaving a payment out: %s", i, a.text)
		}
		if left && a.absent || a.cutDay >= a.due && a.due > a.first.Began+3 && !slices.Contains(termly, a.story.ID) || a.cutDay > a.due {
			t.Errorf("case %d leaves out what was paid on %s; the defendant is absent: %v", i, tell.language.day(a.cutDay), a.absent)
		}
	})
	if payments == 0 {
		t.Error("no payment is left out")
	}
}

// Nobody guarantees what employees and labourers owe or are owed, and sureties answer for a
// debtor with a name.
func TestPartsAreOfTheirKind(t *testing.T) {
	guarantee := map[string]string{"zh": "出具保证书", "en": "letter of guarantee"}
	judgments(t, func(tell *shardRenderer, i int, a *told) {
		own := a.family() == labour || a.family() == wrong || slices.Contains(unsecured, a.story.ID)
		if own && strings.Contains(a.text, guarantee[tell.tag]) {
			t.Errorf("case %d of %s is about a guarantee: %s", i, a.story.ID, a.text)
		}
		if owner := a.slots["owner"]; slices.Contains(thirdParty, a.story.ID) && (owner == "" || !strings.Contains(a.text, owner)) {
			t.Errorf("case %d does not name the third party %q: %s", i, owner, a.text)
		}
	})
}

// doubled matches an introduction to findings that stands twice.
var doubled = regexp.MustCompile(`[查认]明[：，]经查|诉讼过程中，[^。]*。诉讼过程中，|Before the hearing [^.]*\. Before the hearing`)

// plural matches a sentence whose verb is in the singular, though there may be several plaintiffs.
var plural = regexp.MustCompile(`\{\^\$pl\} (?:does|has|is|was|owes|denies|claims|bears|admits|keeps|holds)\b|and \{\$pl\} has |which \{\$pl\} has `)

// The verbs of English judgments suit one plaintiff and several.
func TestVerbsSuitPlaintiffs(t *testing.T) {
	files, err := fs.Glob(texts, "text/en/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("texts %q: %v", files, err)
	}
	filed := []string{"text/en/casefile.yaml", "text/en/defence.yaml", "text/en/defence_rights.yaml", "text/en/law.yaml"} // of files of cases, not of judgments
	for _, file := range files {
		if slices.Contains(filed, file) {
			continue
		}
		text, err := fs.ReadFile(texts, file)
		if err != nil {
			t.Fatal(err)
		}
		if found := plural.FindString(string(text)); found != "" {
			t.Errorf("%s has %q", file, found)
		}
	}
}

// Who insures is a company; a person is sued for a premium that was collected.
func TestInsurersAreCompanies(t *testing.T) {
	tell := open(t, "en")
	for who, want := range map[bool]string{true: "premium", false: "cover"} {
		c := society.Case{Matter: statute.Insurance, Claim: 1, Dealing: -1, Plaintiffs: []society.Party{{}}, Defendants: []society.Party{{Person: who}}}
		for range 8 { // draws
			if got := tell.stories.storyOf(tell.plots.Rand(), "", &c).ID; got != want {
				t.Errorf("a defendant who is a person: %v, is sued about %s, want %s", who, got, want)
			}
		}
	}
}

// A summary names the court and, where interest is asked for, the day on which the debt was due. What the defendant
// says goes together, and nothing stands twice.
func TestSummariesAreWhole(t *testing.T) {
	judgments(t, func(tell *shardRenderer, i int, a *told) {
		if !strings.Contains(a.text, a.slots["first_court"]) {
			t.Errorf("case %d names no court: %s", i, a.text)
		}
		if a.stage == firstInstance && a.ground == "" && a.slots["interest_due"] != "" && !strings.Contains(a.slots["found"], a.slots["due"]) {
			t.Errorf("case %d does not find when the debt was due: %s", i, a.text)
		}
		if found := doubled.FindString(a.text); found != "" {
			t.Errorf("case %d has %q: %s", i, found, a.text)
		}
		if tell.tag == "en" && strings.Contains(a.text, " yuan") {
			t.Errorf("case %d has two words for the currency: %s", i, a.text)
		}
		denies := slices.ContainsFunc(tell.pleasIn(a.slots["denial"], a.caseContext), (*plea).denies)
		if offers := a.slots["may_pay"] != ""; offers && (denies || a.first.Claim == 0) {
			t.Errorf("case %d lets a defendant who owes nothing offer to pay: %s", i, a.slots["denial"])
		}
		if a.Outcome == society.Granted && strings.Contains(a.text, "百分之三十至五十") && a.story.ID != "goods" {
			t.Errorf("case %d adds to the rate of what is no sale", i)
		}
	})
}
