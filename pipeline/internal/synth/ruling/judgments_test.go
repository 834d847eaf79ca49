package ruling

import (
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// told is a case with the slots of its abstract, and the abstract.
type told struct {
	*caseContext
	text string
}

// abstracts are the judgments of both languages that an abstract tells.
func abstracts(t *testing.T, check func(tell *shardRenderer, i int, a *told)) {
	t.Helper()
	for _, language := range languages {
		tell := open(t, language)
		for _, i := range tell.shard.Abstracts {
			a := tell.newContext(i)
			tell.addNarrative(i, a, tell.abstracts.At(i).Rand())
			check(tell, i, &told{a, tell.abstract(i)[2].Text})
			if t.Failed() {
				t.FailNow()
			}
		}
	}
}

// The table and the text of a judgment have its orders in the same words, and one clause on appeal at most, the same
// and last. Judgments that are final have none.
func TestOrdersHaveOneWording(t *testing.T) {
	abstracts(t, func(tell *shardRenderer, i int, a *told) {
		fresh := tell.newContext(i)
		end := tell.end(i, fresh)
		for _, order := range end.orders {
			if order = tell.language.tidy(order); !strings.Contains(a.text, order) {
				t.Errorf("case %d has the order %q, which its abstract words in another way: %s", i, order, a.text)
			}
		}
		clause := end.closing["closing_appeal"]
		if first := a.stage == firstInstance && reasonSuffixes[a.Outcome] != ""; first == (clause == "") {
			t.Errorf("case %d: clause on appeal %q", i, clause)
		}
		body := strings.TrimRight(a.text, "\n")
		if note := tell.renamed(tell.abstracts.At(i).Rand(), a.caseContext); note != "" {
			body = strings.TrimSuffix(body, "\n"+tell.language.tidy(note))
		}
		if at := strings.Index(body, tell.shard.Courts[max(a.appellateCourt, 0)].Name); a.appellateCourt >= 0 && a.stage == firstInstance && at >= 0 && !strings.HasSuffix(body, clause) {
			t.Errorf("case %d does not end in its clause on appeal: %s", i, a.text)
		}
	})
}

// What is cut of a claim is named with its sum, in the facts, unless the court assesses it, and in the reasons, and the sums add up.
func TestCutsAreNamed(t *testing.T) {
	cuts := map[cut]bool{}
	abstracts(t, func(tell *shardRenderer, i int, a *told) {
		if a.stage != firstInstance || a.Outcome != society.Partly {
			if a.first.Outcome != society.Partly && a.cut != "" {
				t.Errorf("case %d cuts %s of what is granted or dismissed", i, a.cut)
			}
			return
		}
		cuts[a.cut] = true
		cut, left := a.slots["cut_sum"], a.slots["cut_left"]
		if cut == "" || left != a.slots["award"] || cut != a.slots["rest"] {
			t.Fatalf("case %d: of %s %s is cut and %s left", i, a.slots["claim"], cut, left)
		}
		if a.cut != discretion && !strings.Contains(a.slots["found"], cut) || !strings.Contains(a.slots["reason"], cut) || !strings.Contains(a.slots["reason"], left) {
			t.Errorf("case %d cuts %s and leaves %s: %s %s", i, cut, left, a.slots["found"], a.slots["reason"])
		}
	})
	if len(cuts) < 5 {
		t.Errorf("parts are cut for %v only", cuts)
	}
}

// Each plea that is told is the ground of the dismissal, bears out what is cut, or is answered in the reasons; nothing
// else is answered. Who is in default pleads nothing.
func TestPleasAreAnswered(t *testing.T) {
	answered := 0
	abstracts(t, func(tell *shardRenderer, i int, a *told) {
		if a.stage != firstInstance || a.story.Family == review {
			return
		}
		pleaded := tell.pleasIn(a.slots["denial"], a.caseContext)
		if a.absent && len(pleaded) > 0 {
			t.Errorf("case %d: who is in default pleads %s", i, pleaded[0].ID)
		}
		for k := range tell.pleas {
			p := &tell.pleas[k]
			told := false
			for r, n := tell.abstracts.At(i).Rand(), 0; n < 32 && !told && tell.has["answer_"+p.ID]; n++ { // an answer has two wordings at most
				answer := tell.expand(r, tell.roleRule("answer_"+p.ID, a.caseContext), a.caseContext)
				told = answer != "" && strings.Contains(a.slots["reason"], answer)
			}
			switch made := slices.Contains(pleaded, p); {
			case !made && told:
				t.Errorf("case %d answers %s, which nobody pleads: %s", i, p.ID, a.text)
			case !made || a.ground != "" || p.ID == cutRules[a.cut].plea:
			case !told:
				t.Errorf("case %d leaves %s unanswered: %s", i, p.ID, a.text)
			default:
				answered++
			}
		}
		if a.ground != "" && a.ground.needsPlea() && len(pleaded) == 0 || a.ground == paid && len(pleaded) == 0 {
			t.Errorf("case %d dismisses on %s, which nobody pleads: %s", i, a.ground, a.text)
		}
	})
	if answered == 0 {
		t.Error("no plea is answered")
	}
}

// Every defendant beside the first has a role in the facts, and the reasons say what follows from it.
func TestDefendantsHaveRoles(t *testing.T) {
	several := 0
	abstracts(t, func(tell *shardRenderer, i int, a *told) {
		if a.stage != firstInstance || len(a.first.Defendants) < 2 || a.story.Family == review {
			return
		}
		several++
		if more := a.slots["more"]; !strings.Contains(a.slots["more_told"], more) || !strings.Contains(a.slots["reason"], more) {
			t.Errorf("case %d does not say what %s has to do with it: %s", i, more, a.text)
		}
	})
	if several == 0 {
		t.Error("no case against several")
	}
}

// A claim that is not for money is granted or dismissed with reasons of its own, and orders name what is to be done.
func TestOtherClaimsHaveReasons(t *testing.T) {
	others := 0
	abstracts(t, func(tell *shardRenderer, i int, a *told) {
		if a.first.Claim > 0 || a.stage != firstInstance {
			return
		}
		others++
		if a.Outcome == society.Partly || !tell.has[a.story.ID+reasonSuffixes[a.Outcome]] {
			t.Errorf("case %d of %s is decided by outcome %d without reasons of its own", i, a.story.ID, a.Outcome)
		}
	})
	if others == 0 {
		t.Error("no claims for other things than money")
	}
}

// Decisions of one kind and day rest on one article of procedure, and all decisions of a day on one statute.
func TestProcedureHasOneArticle(t *testing.T) {
	tell := open(t, "zh")
	titles := map[kindOfLaw]string{}
	type kind struct {
		stage   stage
		outcome society.RulingOutcome
		day     society.Day
		review  bool
	}
	last := map[kind]string{}
	for _, i := range tell.shard.Abstracts {
		a := tell.newContext(i)
		cited := tell.drawCitations(i, a)
		c := cited[len(cited)-1]
		k := kind{a.stage, a.Outcome, a.Decided, a.story.Family == review}
		if was := last[k]; was != "" && was != c.Title+c.Article {
			t.Errorf("case %d rests on %s %s, another like it on %s", i, c.Title, c.Article, was)
		}
		last[k] = c.Title + c.Article
		of := kindOfLaw{a.Decided.Year(), k.review}
		if was := titles[of]; was != "" && was != c.Title {
			t.Errorf("case %d rests on %s, another of %d on %s", i, c.Title, of.year, was)
		}
		titles[of] = c.Title
	}
}

// kindOfLaw are the decisions of a year that rest on one statute of procedure.
type kindOfLaw struct {
	year   int
	review bool
}

// A court above says what is objected to the judgment below, in the words of the appeal, and answers it.
func TestAppealsAreAnswered(t *testing.T) {
	answered := map[string]bool{}
	abstracts(t, func(tell *shardRenderer, i int, a *told) {
		if a.stage != appeal && a.stage != retrial || reasonSuffixes[a.first.Outcome] == "" {
			return
		}
		objection := a.slots["objection"]
		if objection == "" || !strings.Contains(a.slots["history"], objection) {
			t.Errorf("case %d does not say what is objected to the judgment: %s", i, a.text)
		}
		if a.Outcome != society.Upheld {
			return
		}
		if answer := a.slots["answer"]; answer == "" || !strings.Contains(a.slots["reason"], objection) || !strings.Contains(a.slots["reason"], answer) {
			t.Errorf("case %d leaves %q unanswered: %s", i, objection, a.text)
		}
		answered[objection] = true
	})
	if len(answered) < 8 {
		t.Errorf("appeals are about %v only", answered)
	}
}

// A guarantee has a term, within which the creditor sues.
func TestGuaranteesHaveTerms(t *testing.T) {
	terms := map[string]string{"zh": "起三年", "en": "for three years from"}
	guarantees := 0
	judgments(t, func(tell *shardRenderer, i int, a *told) {
		if !a.stands() {
			return
		}
		guarantees++
		if late := a.first.Filed.Time().After(a.due.Time().AddDate(3, 0, 0)); late || !strings.Contains(a.slots["more_told"], terms[tell.tag]) {
			t.Errorf("case %d of %s has a guarantee without a term or after it: %s", i, a.story.ID, a.text)
		}
	})
	tell := open(t, "zh")
	for years, want := range map[int]liability{2: jointly, 4: alike} {
		c := society.Case{Claim: 1, Due: society.NewDay(2015, 3, 2), Filed: society.NewDay(2015+years, 3, 3), Defendants: make([]society.Party, 2)}
		if got := tell.liabilityOf(jointly, &c, tell.stories.byID["goods"]); got != want {
			t.Errorf("a guarantor sued %d years after the day of payment is liable %v, want %v", years, got, want)
		}
	}
	if guarantees == 0 {
		t.Error("nobody gives a guarantee")
	}
}
