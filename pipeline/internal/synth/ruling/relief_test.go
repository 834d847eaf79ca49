package ruling

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// defendedFile is the file of a case with a defence.
type defendedFile struct {
	index                    int
	complaint, told, defence string
}

// defendedFiles are the files with a defence of the worlds of full size, by language.
var defendedFiles = sync.OnceValue(func() map[string][]defendedFile {
	all := map[string][]defendedFile{}
	for language, tell := range wholeWorlds() {
		for _, i := range tell.shard.Files {
			if row := tell.casefile(i); row[6].Text != "" {
				all[language] = append(all[language], defendedFile{i, row[3].Text, row[4].Text, row[5].Text})
			}
		}
	}
	return all
})

// defended calls a function for each file of a world with a defence.
func defended(t *testing.T, tell *shardRenderer, check func(a *caseContext, pleas []*plea, complaint, told, defence string)) {
	t.Helper()
	files := defendedFiles()[tell.tag]
	for _, f := range files {
		a := filed(tell, f.index)
		check(a, tell.defencePleas(a), f.complaint, f.told, f.defence)
	}
	if len(files) < len(tell.shard.Files)/4 {
		t.Errorf("%s: %d of %d files have a defence, want a fourth", tell.tag, len(files), len(tell.shard.Files))
	}
}

// Who attacks a paper denies what it is about, so that the whole claim falls with it: the client says
// so, and the complaint lists no paper of performance that would bear the attacked one out.
func TestPapersAreAttackedWithWhatTheyShow(t *testing.T) {
	for _, language := range languages {
		tell, attacked := openWhole(t, language), 0
		defended(t, tell, func(a *caseContext, pleas []*plea, complaint, told, defence string) {
			r := tell.files.Rand()
			for _, p := range pleas {
				if !p.NoPapers || p.ID == "settlement" || a.story.ID == "refund" {
					continue
				}
				attacked++
				denied, missing := a.slots["not_done"], argued(tell, a).slots["no_papers"]
				if denied == "" || !containsFold(told, denied) || !containsFold(defence, argued(tell, a).slots["not_done"]) || !strings.Contains(defence, missing) {
					t.Errorf("%s case %d: %s does not deny what was done\n%s\n%s", language, a.index, p.ID, told, defence)
				}
				a.slots["performed"] = a.slots["pl"]
				for range 40 { // draws
					if paper := tell.expand(r, "trade_paper", a); strings.Contains(paper, performed[language]) && strings.Contains(complaint, paper) {
						t.Errorf("%s case %d: %s, against which the complaint lists %q", language, a.index, p.ID, paper)
						break
					}
				}
			}
		})
		if attacked == 0 {
			t.Errorf("%s: no paper is attacked", language)
		}
	}
}

// performed is in the paper of performance of a complaint.
var performed = map[string]string{"zh": "履行过程中形成的单据", "en": "papers made during performance"}

// containsFold reports whether a text has a sentence, the case of whose first letter may differ.
func containsFold(text, sentence string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(sentence))
}

// What the complaint alleges beside the agreement is the story's own text for files, which all pleas of the
// story can meet. What the court found in the end is not alleged.
func TestComplaintsAllegeWhatIsAnswered(t *testing.T) {
	for _, language := range languages {
		tell := openWhole(t, language)
		defended(t, tell, func(a *caseContext, pleas []*plea, complaint, _, _ string) {
			if tell.has["filed_course_"+a.story.ID] && strings.Contains(complaint, a.slots["course"]) && a.slots["course"] != "" {
				t.Errorf("%s case %d alleges %q", language, a.index, a.slots["course"])
			}
		})
	}
}

// The relief takes a sum off the principal with the interest on it, and other interest only where a plea is about it.
// Whoever has paid a part of the debt does not deny that it is due.
func TestReliefIsWhatPleasCarry(t *testing.T) {
	for _, language := range languages {
		tell := openWhole(t, language)
		defended(t, tell, func(a *caseContext, pleas []*plea, complaint, _, defence string) {
			tell.addRelief(tell.files.Rand(), a, pleas)
			relief := tell.expand(tell.files.Rand(), reliefRule(pleas), a)
			claimed := a.slots["interest_due"] != ""
			interest := slices.ContainsFunc(pleas, func(p *plea) bool { return tell.has["interest_"+p.ID] }) || claimed && a.slots["left"] != ""
			if left := a.slots["left"]; left != "" {
				if claimed && !strings.Contains(relief, tell.expand(tell.files.Rand(), "sum_word_principal", a)) {
					t.Errorf("%s case %d does not limit the principal: %s", language, a.index, relief)
				}
			}
			if has := a.slots["interest_too"]+a.slots["only_interest"] != ""; has != interest {
				t.Errorf("%s case %d: its relief is about interest: %v, its pleas: %v", language, a.index, has, interest)
			}
			from := map[string]string{"zh": "自" + a.slots["pay_day"] + "起", "en": " from " + a.slots["pay_day"]}[tell.tag]
			if limited := slices.ContainsFunc(pleas, (*plea).limitsRate); claimed && !limited && pleaded(pleas, "paid_in_part") && !strings.Contains(relief, from) {
				t.Errorf("%s case %d leaves interest on what was paid on %s: %s", language, a.index, a.slots["pay_day"], relief)
			}
			for _, p := range pleas {
				if p.ID == "paid_in_part" && pleas[0].Asks == dismissal {
					t.Errorf("%s case %d pays in part what it owes nothing of", language, a.index)
				}
			}
		})
	}
}

// Interest is asked for from the day after that of payment, and a plaintiff who sets a time waits for it
// to run out.
func TestDaysOfComplaintsAgree(t *testing.T) {
	for _, language := range languages {
		tell := openWhole(t, language)
		defended(t, tell, func(a *caseContext, pleas []*plea, complaint, _, _ string) {
			term := slices.ContainsFunc(pleas, func(p *plea) bool { return tell.has["interest_from_"+p.ID] })
			if from := tell.language.day(a.due + 1); a.slots["interest_due"] != "" && !term && !strings.Contains(complaint, from) {
				t.Errorf("%s case %d does not ask for interest from %s\n%s", language, a.index, from, complaint)
			}
			if letter := a.particulars.days["letter_day"]; letter > 0 && letter+answered > a.first.Filed {
				t.Errorf("%s case %d is filed %d days after the letter", language, a.index, a.first.Filed-letter)
			}
		})
	}
}

// unwanted are words that no file has: of a person as of a thing, of a site where there is none, of
// inadmissibility for what has no merit, of sums with one decimal, of evidence that is lacking where the complaint lists some,
// of hours as if they were wages, and questions as headings.
var unwanted = map[string]*regexp.Regexp{
	"zh": regexp.MustCompile(`派驻现场|看现场|主体不适格|没有其他证据佐证|没有相反证据|计算基数|年终|(?m:^[一二三]、[^。\n]*(?:是否|应否)[^。\n]*$)|拆开以后|借过|\d\.\d元|中中|的的`),
	"en": regexp.MustCompile(`sent to the site|look after the site|borne out by no other|on unpacking|borrowed [^m]|CNY [\d,]+\.\d\b[^\d]|\.\.|has no evidence to the contrary|basis of calculation|bonus`),
}

// itself matches what speaks of a plaintiff as of a thing.
var itself = regexp.MustCompile(`the plaintiff[^.;,:\n]* (?:its|itself)\b|[Ww]hether the plaintiff is itself`)

func TestFilesAreWorded(t *testing.T) {
	for _, language := range languages {
		tell := openWhole(t, language)
		defended(t, tell, func(a *caseContext, _ []*plea, complaint, told, defence string) {
			text := quotedLaw.ReplaceAllString(complaint+"\n"+told+"\n"+defence, "")
			if found := unwanted[language].FindString(text); found != "" {
				t.Errorf("%s case %d has %q\n%s", language, a.index, found, text)
			}
			if found := itself.FindString(text); a.first.Plaintiffs[0].Person && found != "" {
				t.Errorf("%s case %d says %q of a person", language, a.index, found)
			}
		})
	}
}

// A claim that nobody would believe has no defence, nor has one filed shortly before it is out of time.
func TestOddClaimsAreNotDefended(t *testing.T) {
	tell := openWhole(t, "zh")
	cases := 0
	for _, i := range tell.shard.Files {
		a := filed(tell, i)
		own := a.first.Plaintiffs[0].Person || slices.Contains([]string{"wages", "dismissal", "works", "rent", "upkeep", "crew", "crash", "hurt", "body"}, a.story.ID) // whose limits follow from the case
		made := *a.story
		made.Least, made.Most, made.Days = 0, a.first.Claim/100, 0
		a.story = &made
		if !own && !a.believable() {
			t.Errorf("case %d may claim %d of at most %d", i, a.first.Claim, made.Most)
		}
		made.Most = a.first.Claim/100 - 1
		if !own && made.Most > 0 && a.believable() {
			t.Errorf("case %d claims %d, more than %d", i, a.first.Claim, made.Most)
		}
		if a.family() == wrong || a.family() == labour || a.first.Claim == 0 {
			continue
		}
		cases++
		y, m, d := a.due.Date()
		over := society.NewDay(y+3, m, d)
		for days, want := range map[society.Day]bool{-20: true, 1: false, -400: false} {
			filed := *a.first
			filed.Filed = over + days
			b := *a
			b.first = &filed
			if got := tell.nearlyLate(&b); got != want {
				t.Errorf("case %d filed %d days after its time was over is nearly late: %v", i, days, got)
			}
		}
	}
	if cases == 0 {
		t.Error("no case is about a debt")
	}
}
