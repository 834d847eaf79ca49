package ruling

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/yamlfile"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

var listNumber = regexp.MustCompile(`(?m)^\d\. `)

// A complaint tells its case up to the day of filing. It has nothing of the answer to it, of the
// court's reasons and orders, of the articles that apply, and of the defendant's registration.
func TestComplaintsKnowNothingOfTheDecision(t *testing.T) {
	for _, language := range languages {
		tell := open(t, language)
		defended := 0
		for _, i := range tell.shard.Files {
			a := tell.newContext(i)
			tell.addNarrative(i, a, tell.abstracts.At(i).Rand())
			row := tell.casefile(i)
			complaint, told, defence := row[2].Text, row[3].Text, row[4].Text
			handed := complaint + "\n" + told
			for _, c := range a.first.Plaintiffs {
				if c.Company >= 0 {
					handed = strings.ReplaceAll(handed, tell.shard.Companies[c.Company].Address, "")
				}
			}
			for _, text := range []string{handed, defence} {
				if err := foreign(t, tell, i, listNumber.ReplaceAllString(text, ""), language); err != nil {
					t.Errorf("%s file of case %d %v\n%s", language, i, err, text)
				}
			}
			for _, part := range []string{"first_court", "first_filed", "claim", "p", "ds"} {
				if !strings.Contains(complaint, a.slots[part]) {
					t.Errorf("%s complaint of case %d doesn't give %s %q\n%s", language, i, part, a.slots[part], complaint)
				}
			}
			for _, slot := range []string{"denial", "reason", "rule", "burden", "third_told", "more_told"} {
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
			points := strings.Split(row[5].Text, tell.language.separator())
			if row[5].Text == "" {
				if told != "" || defence != "" {
					t.Errorf("%s file of case %d has half a defence", language, i)
				}
				continue
			}
			defended++
			for _, p := range points {
				if !strings.Contains(strings.ToLower(defence), strings.ToLower(p)) {
					t.Errorf("%s defence in case %d doesn't make the point %q\n%s", language, i, p, defence)
				}
			}
		}
		if defended < len(tell.shard.Files)/4 {
			t.Errorf("%s: %d of %d files have a defence, want a fourth", language, defended, len(tell.shard.Files))
		}
	}
}

// Every excuse of the grammars is a plea, and every plea stands in them, in both languages. An
// argument makes its points, and the client tells none of them.
func TestPleasAreThoseOfTheGrammars(t *testing.T) {
	concede := []string{"希望能够分期支付", "请求免除利息部分", "offered to pay by instalments", "asked to be spared interest"}
	for _, language := range languages {
		tell := open(t, language)
		var rules map[string][]any
		if err := yamlfile.Read(texts, "text/"+language+"/telling.yaml", &rules); err != nil {
			t.Fatal(err)
		}
		said := slices.Clone(concede)
		for rule, all := range rules {
			if !strings.HasSuffix(rule, "_excuse") || rule == "review_excuse" {
				continue
			}
			for _, text := range all {
				said = append(said, text.(string))
				if !slices.ContainsFunc(tell.pleas, func(p plea) bool { return p.wording(language) == text }) {
					t.Errorf("%s: %q of %s is no plea", language, text, rule)
				}
			}
		}
		for i := range tell.pleas {
			for _, id := range tell.pleas[i].NotWith {
				if !slices.ContainsFunc(tell.pleas, func(p plea) bool { return p.ID == id }) {
					t.Errorf("%s is not with %q, which is no plea", tell.pleas[i].ID, id)
				}
			}
		}
		slots := map[string]string{"pl": "P", "df": "D", "p": "P", "head": "H", "claim": "C", "due": "T"}
		for i := range tell.pleas {
			p := &tell.pleas[i]
			if !slices.Contains(said, p.wording(language)) {
				t.Errorf("%s: nothing says %q", language, p.wording(language))
			}
			if (p.Asks == "") != (p.Points == nil) {
				t.Errorf("plea %s asks for %q and has %d points", p.ID, p.Asks, len(p.Points))
			}
			if p.Asks == "" {
				continue
			}
			r := tell.files.Of(p.ID).Rand()
			fact, argument := tell.texts.Expand(r, "fact_"+p.ID, slots), tell.texts.Expand(r, "argue_"+p.ID, slots)
			made := &score.Reference{Question: "Q", KeyAnswer: []string{"A"}, KeyMiddle: p.Points[language], Written: true}
			_, verdicts := score.Strict(made, &score.Attempt{Answer: argument})
			for k, point := range p.Points[language] {
				if verdicts[k+1].Outcome != score.Credited {
					t.Errorf("%s: argument %s doesn't make the point %q: %s", language, p.ID, point, argument)
				}
				if strings.Contains(strings.ToLower(fact), strings.ToLower(point)) {
					t.Errorf("%s: the client makes the point %q of %s", language, point, p.ID)
				}
			}
		}
	}
}

// A plea suits the case that its kind of dispute, its parties and its days allow.
func TestPleasSuitTheirCase(t *testing.T) {
	tell := open(t, "zh")
	asked := map[relief]int{}
	for _, i := range tell.shard.Files {
		a := tell.newContext(i)
		tell.addNarrative(i, a, tell.abstracts.At(i).Rand())
		if tell.casefile(i)[5].Text == "" {
			continue
		}
		made := tell.pleasIn(a.slots["denial"], a)
		for _, p := range made {
			if slices.ContainsFunc(made, func(q *plea) bool { return slices.Contains(p.NotWith, q.ID) }) {
				t.Errorf("case %d contradicts itself: %s", i, p.ID)
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
