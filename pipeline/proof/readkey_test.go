package proof

import (
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Two readings in other orders prove the key of an item that a model wrote, and one other key that
// both find drops it. Readings that differ, decide nothing or are too few leave it to people.
func TestReadings(t *testing.T) {
	w, items := handSources()
	w.Again = nil
	find := func(kind string) *task.Task {
		_, items = handSources()
		it := items[slices.IndexFunc(items, func(t *task.Task) bool { return t.Type == kind && wasMade(t) })]
		it.Derivation.Writer, it.Derivation.Rule = "some-model", "model"
		return it
	}
	check := itemChecksOf(w)
	for _, kind := range task.ExamTypes() {
		it := find(kind)
		n := positions(it)
		straight, reversed := make([]int, n), make([]int, n)
		for i := range n {
			straight[i], reversed[n-1-i] = i, i
		}
		key := it.Choices.Key
		other := slices.Clone(key)
		switch {
		case kind == task.Matching:
			other[0], other[1] = other[1], other[0]
		case kind == task.MultipleSelection:
			other = other[:1]
		default:
			other = []int{(key[0] + 1) % n}
		}
		for name, tt := range map[string]struct {
			readings []task.KeyReading
			want     string // pass, open, or a reason
		}{
			"both":        {[]task.KeyReading{{Model: "m", Order: straight, Key: key}, {Model: "m", Order: reversed, Key: key}}, "pass"},
			"one":         {[]task.KeyReading{{Model: "m", Order: straight, Key: key}}, "open"},
			"differ":      {[]task.KeyReading{{Model: "m", Order: straight, Key: key}, {Model: "m", Order: reversed, Key: other}}, "open"},
			"undecided":   {[]task.KeyReading{{Model: "m", Order: straight}, {Model: "m", Order: reversed}}, "open"},
			"beyond":      {[]task.KeyReading{{Model: "m", Order: straight, Key: []int{99}}, {Model: "m", Order: reversed, Key: []int{99}}}, "open"},
			"below":       {[]task.KeyReading{{Model: "m", Order: straight, Key: []int{-2}}, {Model: "m", Order: reversed, Key: []int{-2}}}, "open"},
			"another key": {[]task.KeyReading{{Model: "m", Order: straight, Key: other}, {Model: "m", Order: reversed, Key: other}}, otherKey},
			"one order":   {[]task.KeyReading{{Model: "m", Order: straight, Key: key}, {Model: "m", Order: straight, Key: key}}, misshapen},
			"short order": {[]task.KeyReading{{Model: "m", Order: straight[1:], Key: key}, {Model: "m", Order: reversed, Key: key}}, misshapen},
		} {
			it.Derivation.Readings = tt.readings
			found, err := check[1].Run(t.Context(), it)
			if err != nil {
				t.Fatal(err)
			}
			got := "pass"
			if found.Open != "" {
				got = "open"
			} else if found.Fault != "" {
				got, _, _ = strings.Cut(found.Fault, ": ")
			}
			if got != tt.want || found.Fault+found.Open+found.Certificate == "" {
				t.Errorf("%s, %s: %+v: want %s", kind, name, found, tt.want)
			}
		}
	}
	byRule := items[slices.IndexFunc(items, func(t *task.Task) bool { return t.Type == task.MultipleChoice && wasMade(t) })]
	byRule.Derivation.Writer = ""
	rekey(byRule, wrong(byRule))
	byRule.Derivation.Readings = []task.KeyReading{{Model: "m", Order: []int{0, 1, 2, 3}, Key: byRule.Choices.Key}, {Model: "m", Order: []int{3, 2, 1, 0}, Key: byRule.Choices.Key}}
	if found, err := check[1].Run(t.Context(), byRule); err != nil || found.Fault == "" {
		t.Errorf("an item by rule with readings of a wrong key: %+v, %v, want a fault", found, err)
	}
}

// A model makes a case up for a question of theory, and its item may refer to it.
func TestOwnCase(t *testing.T) {
	w, items := handSources()
	at := slices.IndexFunc(items, func(t *task.Task) bool {
		return t.Type == task.CaseAnalysis && t.Language == "pt" && wasMade(t)
	})
	it := items[at]
	essay := essayOf(it, w.Exams)
	essay.Statement = ""
	for i := range essay.Parts {
		essay.Parts[i].Assumptions = nil
	}
	it.Question = strings.Replace(it.Question, it.Choices.Options[0], "Nesse caso, "+it.Choices.Options[0], 1)
	it.Choices.Options[0] = "Nesse caso, " + it.Choices.Options[0]
	for _, tt := range []struct {
		writer string
		wants  bool
	}{{"", false}, {"some-model", true}} {
		it.Derivation.Writer = tt.writer
		check := itemChecksOf(w)
		found, err := check[3].Run(t.Context(), it)
		if err != nil || (found.Fault == "") != tt.wants {
			t.Errorf("written by %q: %+v, %v: want it to pass: %v", tt.writer, found, err, tt.wants)
		}
	}
}

// A model's wrong option may have all words of the answer, put together in another way, but not a
// sentence of it.
func TestExchangedWords(t *testing.T) {
	const source = "A prescrição extingue a pretensão; a decadência extingue o próprio direito potestativo. A ação cabe ao credor da obrigação."
	w := Sources{Exams: &exam.Collection{Essays: []exam.Essay{{
		ID: "e", Origin: exam.Origin{Language: "pt"}, Parts: []exam.Part{{Label: "1", Question: "Distinga os institutos.", Answer: source}},
	}}}}
	for _, tt := range []struct {
		wrong, byModel, byRule string
	}{
		{"A prescrição extingue o próprio direito potestativo", "", saidWrong},
		{"A decadência extingue a pretensão; a prescrição extingue o próprio direito potestativo", "", nearWrong},
		{"A ação cabe ao devedor", "", ""},
		{"A decadência extingue o próprio direito potestativo. A ação cabe ao credor da obrigação.", saidWrong, saidWrong},
		{"A ação cabe ao credor da obrigação", saidWrong, saidWrong},
	} {
		for writer, want := range map[string]string{"some-model": tt.byModel, "": tt.byRule} {
			it := &task.Task{
				Family: task.Exam, Type: task.MultipleChoice, Language: "pt", Question: "Qual está certa?\n\nA) Cada instituto atinge coisa diversa\nB) " + tt.wrong,
				Derivation: &task.Derivation{Source: "e", Part: "1", Rule: "r", Writer: writer},
				Choices:    &task.Choices{Options: []string{"Cada instituto atinge coisa diversa", tt.wrong}, Key: []int{0}},
			}
			found, err := itemChecksOf(w)[2].Run(t.Context(), it)
			if got, _, _ := strings.Cut(found.Fault, ": "); err != nil || got != want {
				t.Errorf("%q by %q: %+v, %v: want %q", tt.wrong, writer, found, err, want)
			}
		}
	}
}
