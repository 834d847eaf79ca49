package proof

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/internal/examtest"
	decided "github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// handSources are the sources of the items written by hand, which are made again by looking them
// up.
func handSources() (Sources, []*task.Task) {
	c, items := examtest.Honest()
	byID := map[string]*task.Task{}
	_, again := examtest.Honest()
	for _, t := range again {
		byID[t.ID] = t
	}
	return Sources{
		Exams: c,
		Again: func(_ *exam.Collection, t *task.Task) (*task.Task, error) { return byID[t.ID], nil },
		Texts: func(string) ([]byte, error) { return examtest.Source(), nil },
	}, items
}

// itemChecksOf are the checks of exam items alone.
func itemChecksOf(w Sources) []Check {
	p := &prover{Sources: w}
	p.exams = p.readExams
	x, err := p.readExams()
	p.exams = func() (*examined, error) { return x, err }
	return p.itemChecks()
}

// The items written by hand pass all checks.
func TestHonestItemsPass(t *testing.T) {
	w, items := handSources()
	kept, dropped, err := RunChecks(t.Context(), itemChecksOf(w), items, 2)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, d := range dropped {
		t.Errorf("%s fails %s: %s: %s", d.ID, d.Check, d.Reason, d.Detail)
		count[d.Check+" "+d.Reason]++
	}
	for _, reason := range slices.Sorted(maps.Keys(count)) {
		t.Logf("%s: %d", reason, count[reason])
	}
	if len(kept) != 200 {
		t.Errorf("%d pass, want 200", len(kept))
	}
}

// A set may hold tasks with a plan and exam items: each is proved by the checks of its kind, and a
// replay finds what was recorded, or what was changed.
func TestPlansAndItemsTogether(t *testing.T) {
	w := load(t, small(), healthy())
	hand, items := handSources()
	w.Exams, w.Again = hand.Exams, hand.Again
	plain := makeTask(t, w, share(), "zh")
	alone, _, err := Run(t.Context(), load(t, small(), healthy()), []*task.Task{plain}, 1)
	if err != nil {
		t.Fatal(err)
	}
	kept, dropped, err := Run(t.Context(), w, []*task.Task{items[0], plain, items[1]}, 2)
	if err != nil || len(kept) != 3 {
		t.Fatalf("%d kept, %+v, %v", len(kept), dropped, err)
	}
	if !slices.Equal(kept[1].Checks, alone[0].Checks) {
		t.Errorf("with exams the task with a plan has the checks %+v, without %+v", kept[1].Checks, alone[0].Checks)
	}
	var names []string
	for _, c := range kept[0].Checks {
		names = append(names, c.Name)
	}
	if want := []string{"derived", "keyed", "exclusive", "standing", "dated"}; !slices.Equal(names, want) {
		t.Errorf("the item has the checks %v, want %v", names, want)
	}
	if m, err := Replay(t.Context(), w, noTwins, kept, 1); err != nil || len(m) > 0 {
		t.Errorf("replay: %+v, %v", m, err)
	}
	kept[2].Checks[1].Detail = "x"
	if m, err := Replay(t.Context(), w, noTwins, kept, 1); err != nil || len(m) != 1 || m[0].Check != "keyed" {
		t.Errorf("replay of a changed certificate: %+v, %v", m, err)
	}
}

// An item that a model wrote in its own words stays open until two people approve it; one with
// another key than the answer gives fails all the same.
func TestModelItemsStayOpen(t *testing.T) {
	w, items := handSources()
	w.Again = nil
	at := slices.IndexFunc(items, func(t *task.Task) bool { return t.ID == "pt-01-2" })
	written := items[at]
	written.Derivation.Writer, written.Derivation.Rule = "some-model", "model"
	kept, dropped, err := RunChecks(t.Context(), itemChecksOf(w), []*task.Task{written}, 1)
	if err != nil || len(kept) != 1 || len(kept[0].Open()) > 0 || !decided.Publishable(kept[0]) {
		t.Fatalf("an item in the words of the answer: %+v, %+v, %v", kept, dropped, err)
	}
	written.Question = strings.Replace(written.Question, "Otávio responde pela perda do trator, ainda que decorrente de força maior.",
		"Quem usava o maquinário alheio arca com o prejuízo mesmo havendo enchente.", 1)
	kept, dropped, err = RunChecks(t.Context(), itemChecksOf(w), []*task.Task{written}, 1)
	if err != nil || len(kept) != 1 || !slices.Equal(kept[0].Open(), []string{"keyed"}) {
		t.Fatalf("an item in other words: %+v, %+v, %v", kept, dropped, err)
	}
	for _, c := range []struct {
		review task.Review
		want   bool
	}{
		{task.Review{}, false},
		{task.Review{Status: decided.Approved, Reviewers: []string{"ana"}}, false},
		{task.Review{Status: decided.Disputed, Reviewers: []string{"ana", "rui"}}, false},
		{task.Review{Status: decided.Approved, Reviewers: []string{"ana", "rui"}}, true},
	} {
		kept[0].Review = c.review
		if got := decided.Publishable(kept[0]); got != c.want {
			t.Errorf("Publishable with %+v = %v, want %v", c.review, got, c.want)
		}
	}
	if m, err := replay(t.Context(), itemChecksOf(w), kept[0]); err != nil || m != nil {
		t.Errorf("replay: %+v, %v", m, err)
	}
	_, items = handSources()
	other := items[at]
	other.Derivation.Writer = "some-model"
	rekey(other, 1-right(other))
	if kept, _, err := RunChecks(t.Context(), itemChecksOf(w), []*task.Task{other}, 1); err != nil || len(kept) > 0 {
		t.Errorf("an item with another key is kept: %+v, %v", kept, err)
	}
}

// Laws that changed after the exam are named, and the articles that have other words.
func TestDated(t *testing.T) {
	statutes := governingSources(t, func(ts tables) {
		ts["Law"] = append(ts["Law"], row{"law": "Lei das Eclusas"}, row{"law": "Lei dos Portos"})
		ts["Version"] = append(ts["Version"],
			row{"version": "Eclusas 2001", "law": "Lei das Eclusas", "in_force": "2001-05-01", "next": "Eclusas 2015", "file": "a"},
			row{"version": "Eclusas 2015", "law": "Lei das Eclusas", "in_force": "2015-05-01", "file": "b"},
			row{"version": "Portos 1999", "law": "Lei dos Portos", "in_force": "1999-01-01", "file": "c"})
		provision := func(id, law, version, article, text string) row {
			r := maps.Clone(ts["Provision"][0])
			maps.Copy(r, row{"id": id, "law": law, "version": version, "citation": article + ", " + law, "reference": id, "article": article, "text": text})
			return r
		}
		ts["Provision"] = append(ts["Provision"],
			provision("e1", "Lei das Eclusas", "Eclusas 2001", "Art. 5", "O prazo é de dez dias."), provision("e2", "Lei das Eclusas", "Eclusas 2015", "Art. 5", "O prazo é de vinte dias."),
			provision("e3", "Lei das Eclusas", "Eclusas 2001", "Art. 6", "A taxa é anual."), provision("e4", "Lei das Eclusas", "Eclusas 2015", "Art. 6", "A taxa é anual."))
	})
	version := func(name string) string {
		tab := statutes.Corpus.Table(versionTable)
		for i := range tab.Len() {
			if cell := cellTexts(tab, i); cell("version") == name {
				return cell("in_force")
			}
		}
		t.Fatalf("no version %s", name)
		return ""
	}
	title := strings.Trim(locks, "《》")
	law2012, law2020 := version(locks2012), version(locks2020)
	for _, c := range []struct{ language, day, answer, want string }{
		{"pt", "2010-03", "Dez dias, Art. 5 da Lei das Eclusas.", "changed since the exam of 2010-03: Lei das Eclusas has a version in force from 2015-05-01, with other words in Art. 5"},
		{"pt", "2014", "Dez dias, Art. 5 da Lei das Eclusas.", "changed since the exam of 2014: Lei das Eclusas has a version in force from 2015-05-01, with other words in Art. 5"},
		{"pt", "2015-04-30", "Dez dias, ART. 5 da LEI DAS ECLUSAS.", "changed since the exam of 2015-04-30: Lei das Eclusas has a version in force from 2015-05-01, with other words in ART. 5"},
		{"pt", "2015-05-01", "Vinte dias, Art. 5 da Lei das Eclusas.", "unchanged since the exam of 2015-05-01: Lei das Eclusas"},
		{"pt", "2015", "Vinte dias, Art. 5 da Lei das Eclusas.", "unchanged since the exam of 2015: Lei das Eclusas"},
		{"pt", "2010-03", "A taxa é anual, Art. 6 da Lei das Eclusas.", "changed since the exam of 2010-03: Lei das Eclusas has a version in force from 2015-05-01, with the same words in Art. 6"},
		{"pt", "2010-03", "A taxa é anual, segundo a Lei das Eclusas.", "changed since the exam of 2010-03: Lei das Eclusas has a version in force from 2015-05-01"},
		{"pt", "2010", "Conforme a Lei dos Portos.", "unchanged since the exam of 2010: Lei dos Portos"},
		{"pt", "2010", "Conforme a Lei das Eclusas e a Lei dos Portos.", "changed since the exam of 2010: Lei das Eclusas has a version in force from 2015-05-01"},
		{"pt", "2010", "Conforme o Código Civil.", "the answer cites none of the statutes at hand"},
		{"pt", "", "Conforme a Lei das Eclusas.", noExamDay},
		{"zh", "2010", "依照" + locks + "。", "changed since the exam of 2010: " + title + " has a version in force from " + law2012},
		{"zh", "2013-01", "依照" + locks + "。", "changed since the exam of 2013-01: " + title + " has a version in force from " + law2020},
		{"zh", law2020, "依照" + locks + "。", "unchanged since the exam of " + law2020 + ": " + title},
		{"zh", "2010", "依照" + locks + "第二条。", "changed since the exam of 2010: " + title + " has a version in force from " + law2012 + ", with other words in 第二条"},
		{"zh", "2010", "依照" + locks + "第九十条。", "changed since the exam of 2010: " + title + " has a version in force from " + law2012},
		{"zh", "2025", "依照" + locks + "第二条。", "unchanged since the exam of 2025: " + title},
		{"zh", "2011-06-30", "依照" + locks + "第一条、第二条。", "changed since the exam of 2011-06-30: " + title + " has a version in force from " + law2012 + ", with other words in 第二条"},
		{"zh", "2012", "依照《中华人民共和国民法典》。", "the answer cites none of the statutes at hand"},
		{"zh", "2009", "依照民法典。", "the answer cites none of the statutes at hand"},
		{"zh", "", "依照" + locks + "。", noExamDay},
	} {
		w := statutes
		w.Exams = &exam.Collection{Essays: []exam.Essay{{ID: "e", Origin: exam.Origin{Language: c.language}, Parts: []exam.Part{{Label: "A", Answer: c.answer}}}}}
		it := &task.Task{Language: c.language, Type: task.TrueFalse, Derivation: &task.Derivation{Source: "e", Part: "A", Day: c.day}, Choices: &task.Choices{}}
		checks := itemChecksOf(w)
		found, err := checks[len(checks)-1].Run(t.Context(), it)
		if err != nil || found.Fault != "" || found.Certificate != c.want {
			t.Errorf("%s of %q: %+v, %v; want %q", c.answer, c.day, found, err, c.want)
		}
	}
	w, items := handSources()
	checks := itemChecksOf(w)
	if found, err := checks[len(checks)-1].Run(t.Context(), items[0]); err != nil || found.Certificate != noStatutes {
		t.Errorf("without statutes: %+v, %v", found, err)
	}
}
