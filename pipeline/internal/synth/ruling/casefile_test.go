package ruling

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/score"
)

var listNumber = regexp.MustCompile(`(?m)^\d\. `)

// listedPlaintiff matches the line that describes a plaintiff.
var listedPlaintiff = regexp.MustCompile(`(?m)^(?:原告：|Plaintiff: ).*$`)

// quotedLaw matches a citation with what it quotes.
var quotedLaw = regexp.MustCompile(`《[^》]+》第[^规]+条(?:之[^规]+)?规定：“[^”]+”|Article [0-9-]+ of the [^"]+ provides: "[^"]+"`)

// narrated returns the context of a case with the slots of long texts.
func narrated(tell *shardRenderer, i int) *caseContext {
	a := tell.newContext(i)
	tell.addNarrative(i, a, tell.abstracts.At(i).Rand())
	return a
}

// filed returns the context of a case with the slots of its file.
func filed(tell *shardRenderer, i int) *caseContext {
	a := narrated(tell, i)
	tell.addParticulars(a)
	return a
}

// withoutParticulars returns a text of a file without the days, sums and names that only files have.
func withoutParticulars(tell *shardRenderer, i int, text string) string {
	own, a := narrated(tell, i).slots, filed(tell, i)
	text = listedPlaintiff.ReplaceAllString(text, "")
	tell.defence(tell.files.Rand(), a, tell.defencePleas(a), "")
	told := []string{own["began"], own["due"], own["first_filed"], own["claim"]}
	for slot, value := range a.slots {
		if value != own[slot] {
			told = append(told, value)
		}
	}
	told = slices.DeleteFunc(told, func(s string) bool { return s == "" })
	slices.SortFunc(told, func(a, b string) int { return len(b) - len(a) })
	for _, value := range told {
		pattern := regexp.QuoteMeta(value)
		if digits.MatchString(value[:1]) {
			pattern = `\b` + pattern
		}
		if digits.MatchString(value[len(value)-1:]) {
			pattern += `\b`
		}
		text = regexp.MustCompile(pattern).ReplaceAllString(text, "·")
	}
	return text
}

// A complaint tells its case up to the day of filing. It has nothing of the answer to it, of the
// court's reasons and orders, of the articles that apply, and of the defendant's registration.
func TestComplaintsKnowNothingOfTheDecision(t *testing.T) {
	for _, language := range languages {
		tell := open(t, language)
		defended := 0
		for _, i := range tell.shard.Files {
			a := narrated(tell, i)
			row := tell.casefile(i)
			complaint, told, defence := row[3].Text, row[4].Text, row[5].Text
			handed := complaint + "\n" + told
			for _, c := range a.first.Plaintiffs {
				if c.Company >= 0 {
					handed = strings.ReplaceAll(handed, tell.shard.Companies[c.Company].Address, "")
				}
			}
			for _, text := range []string{handed, quotedLaw.ReplaceAllString(defence, "")} {
				if err := foreign(t, tell, i, listNumber.ReplaceAllString(withoutParticulars(tell, i, text), ""), language); err != nil {
					t.Errorf("%s file of case %d %v\n%s", language, i, err, text)
				}
			}
			for _, part := range []string{"first_court", "first_filed", "claim", "p", "ds"} {
				if !strings.Contains(complaint, a.slots[part]) {
					t.Errorf("%s complaint of case %d doesn't give %s %q\n%s", language, i, part, a.slots[part], complaint)
				}
			}
			for _, slot := range []string{"denial", "reason", "rule", "burden", "found", "stated", "more_told"} {
				if told := slot == "found" || slot == "stated"; told && a.ground == "" {
					continue // the story's own, which the complaint tells too
				}
				for _, said := range clauses(a.slots[slot]) {
					names := a.slots["head"] != "" && strings.Contains(said, a.slots["head"]) // what is claimed, which both may name
					if !names && strings.Contains(handed, said) {
						t.Errorf("%s file of case %d hands over %q of its %s", language, i, said, slot)
					}
				}
			}
			for _, said := range append(clauses(a.slots["law"]), a.slots["decided"], a.slots["number"]) {
				if strings.Contains(handed, said) {
					t.Errorf("%s file of case %d hands over %q", language, i, said)
				}
			}
			if a.slots["award"] != "" && a.slots["award"] != a.slots["claim"] && strings.Contains(handed, a.slots["award"]) {
				t.Errorf("%s file of case %d hands over the award", language, i)
			}
			if d := a.first.Defendants[0].Company; d >= 0 {
				c := &tell.shard.Companies[d]
				for _, secret := range []string{c.Address, c.Head, c.CreditCode} {
					if strings.Contains(complaint+told, secret) {
						t.Errorf("%s file of case %d hands over %q of the defendant", language, i, secret)
					}
				}
			}
			points := strings.Split(row[6].Text, tell.language.separator())
			if row[6].Text == "" {
				if told != "" || defence != "" {
					t.Errorf("%s file of case %d has half a defence", language, i)
				}
				continue
			}
			defended++
			if len(points) < 2*pleasOfDefence-1 {
				t.Errorf("%s defence in case %d makes %d points: %q", language, i, len(points), points)
			}
			for _, p := range points {
				if p = mainTerm(p); !strings.Contains(strings.ToLower(defence), strings.ToLower(p)) {
					t.Errorf("%s defence in case %d doesn't make the point %q\n%s", language, i, p, defence)
				}
			}
		}
		if defended < len(tell.shard.Files)/4 {
			t.Errorf("%s: %d of %d files have a defence, want a fourth", language, defended, len(tell.shard.Files))
		}
	}
}

// A plea that the grammars do not word stands in case files only. An argument makes its points, and the
// client tells none of them.
func TestPleasMakeTheirPoints(t *testing.T) {
	for _, language := range languages {
		tell := open(t, language)
		for i := range tell.pleas {
			for _, id := range tell.pleas[i].NotWith {
				if !slices.ContainsFunc(tell.pleas, func(p plea) bool { return p.ID == id }) {
					t.Errorf("%s is not with %q, which is no plea", tell.pleas[i].ID, id)
				}
			}
		}
		slots := map[string]string{"pl": "P", "df": "D", "p": "P", "head": "H", "claim": "C", "due": "T", "goods": "G"}
		for _, rule := range tell.texts.Rules() {
			for _, slot := range tell.texts.Slots(rule) {
				if plead.MatchString(rule) && slots[slot] == "" {
					slots[slot] = "S"
				}
			}
		}
		for i := range tell.pleas {
			p := &tell.pleas[i]
			if (p.Asks == "") != (p.Points == nil) {
				t.Errorf("plea %s asks for %q and has %d points", p.ID, p.Asks, len(p.Points))
			}
			if p.Asks != "" {
				makesItsPoints(t, tell, p, slots)
			}
		}
	}
}

// plead matches the rules about pleas.
var plead = regexp.MustCompile("^(?:fact|issue|argue)_")

// makesItsPoints checks that each argument of a plea makes its points, and that the client and the issue
// tell none of them.
func makesItsPoints(t *testing.T, tell *shardRenderer, p *plea, slots map[string]string) {
	t.Helper()
	r := tell.files.Of(p.ID).Rand()
	var points []string
	for _, point := range p.Points {
		points = append(points, point[0])
	}
	told := regexp.MustCompile("^(?:fact|issue)_" + p.ID + "(?:_[a-z]+)?$")
	argued := regexp.MustCompile("^argue_" + p.ID + "(?:_[a-z]+)?$")
	for rule := range tell.has {
		switch {
		case told.MatchString(rule) && tell.owns(p, rule):
			text := strings.ToLower(tell.texts.Expand(r, rule, slots))
			stated := score.StatesPattern(text)
			for _, point := range p.Points {
				for _, term := range point {
					if stated(term) || strings.Contains(text, strings.ToLower(term)) {
						t.Errorf("%s: %s makes the point %q of %s", tell.tag, rule, term, p.ID)
					}
				}
			}
		case argued.MatchString(rule) && tell.owns(p, rule):
			text := tell.texts.Expand(r, rule, slots)
			made := &score.Reference{Question: "Q", KeyAnswer: []string{"A"}, KeyMiddle: points, Written: true}
			_, verdicts := score.Strict(made, &score.Attempt{Answer: text})
			for k, point := range points {
				if verdicts[k+1].Outcome != score.Credited {
					t.Errorf("%s: %s doesn't make the point %q: %s", tell.tag, rule, point, text)
				}
			}
		}
	}
}

// owns reports whether a rule is one of the plea's and not of another plea whose name is longer.
func (t *shardRenderer) owns(p *plea, rule string) bool {
	_, id, _ := strings.Cut(rule, "_")
	return id == p.ID || !slices.ContainsFunc(t.pleas, func(q plea) bool { return q.ID == id })
}

// A plea suits the case that its kind of dispute, its parties and its days allow.
func TestPleasSuitTheirCase(t *testing.T) {
	tell := open(t, "zh")
	asked := map[relief]int{}
	for _, i := range tell.shard.Files {
		a := filed(tell, i)
		if tell.casefile(i)[6].Text == "" {
			continue
		}
		made := tell.pleasOf(a)
		for _, p := range tell.pleasIn(a.slots["denial"], a) {
			if !slices.Contains(made, p) && tell.fits(p, a) && p.agrees(made) {
				t.Errorf("case %d leaves out %s, which the defendant pleaded", i, p.ID)
			}
		}
		for k, p := range made {
			if !p.agrees(made) {
				t.Errorf("case %d contradicts itself: %s", i, p.ID)
			}
			if k > 0 && p.Asks == dismissal && made[k-1].Asks == reduction {
				t.Errorf("case %d asks for dismissal in the alternative", i)
			}
			asked[p.Asks]++
			switch {
			case p.Asks == "":
				t.Errorf("case %d is defended although %q concedes it", i, p.ZH)
			case p.ID == "limitation" && !a.first.Filed.Time().After(a.due.Time().AddDate(3, 0, 0)):
				t.Errorf("case %d is out of time %d days after the debt was due", i, a.first.Filed-a.due)
			case p.ID == "source" && a.story.ID != "mark" && a.story.ID != "patent" && a.story.ID != "work":
				t.Errorf("case %d, of %s, has a lawful source", i, a.story.ID)
			}
		}
	}
	if asked[dismissal] == 0 || asked[reduction] == 0 {
		t.Errorf("defences ask for %v: want both", asked)
	}
}

// What a defence says does not defeat itself, and no plea is about another claim than the one that is made.
func TestPleasDoNotDefeatEachOther(t *testing.T) {
	tell := open(t, "zh")
	of := map[string]*plea{}
	for i := range tell.pleas {
		of[tell.pleas[i].ID] = &tell.pleas[i]
	}
	for _, pair := range [][2]string{
		{"not_agreed", "standing"},     // what both sides signed, and the plaintiff did not sign
		{"not_agreed", "first_breach"}, // performance was withheld, and was never owed
		{"unfinished", "defects"},      // cracks after the handover of works that were never handed over
		{"unfinished", "rectify"},      // the same of leaks after completion
	} {
		if of[pair[0]].agrees([]*plea{of[pair[1]]}) {
			t.Errorf("%s and %s are pleaded together", pair[0], pair[1])
		}
	}
	if only := of["staff_rules"].Stories; !slices.Equal(only, []string{"dismissal"}) {
		t.Errorf("what justifies a dismissal is pleaded in %v", only)
	}
}
