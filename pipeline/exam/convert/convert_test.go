package convert_test

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/exam/claim"
	"github.com/taskgrove/taskgrove/pipeline/exam/convert"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

func bytesOf(t interface{ Fatal(...any) }, tasks ...*task.Task) string {
	var b bytes.Buffer
	if err := task.Write(&b, tasks); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The 70 real essays give at least 300 items of all six types in seconds, each of which holds
// what an item must.
func TestRealEssays(t *testing.T) {
	c := realExams(t, "oab_bench")
	start := time.Now()
	x, err := convert.NewClaimIndex(c)
	if err != nil {
		t.Fatal(err)
	}
	items, rejected := x.Convert(convert.ConversionSpec{Seed: 1})
	if took := time.Since(start); took > time.Minute {
		t.Errorf("Convert took %v, want less than a minute", took)
	}
	types := make(map[string]int)
	for _, i := range items {
		types[i.Type]++
		checkItem(t, c, x, i)
	}
	t.Logf("%d items: %v; %d rejected", len(items), types, len(rejected))
	if len(items) < 300 {
		t.Errorf("%d items, want at least 300", len(items))
	}
	for _, kind := range task.ExamTypes() {
		if types[kind] == 0 {
			t.Errorf("no items of type %s", kind)
		}
	}
	for _, r := range rejected {
		if r.Reason == "" || r.Source == "" {
			t.Errorf("rejected %+v: want a source and a reason", r)
		}
	}
	checkTruth(t, items)
	if again := bytesOf(t, must(x.Convert(convert.ConversionSpec{Seed: 1}))...); again != bytesOf(t, items...) {
		t.Error("a second conversion gives other bytes")
	}
	if other := bytesOf(t, must(x.Convert(convert.ConversionSpec{Seed: 2}))...); other == bytesOf(t, items...) {
		t.Error("another seed gives the same bytes")
	}
}

// The papers of a small generated world give items of all six types in both of its languages.
func TestGeneratedPapers(t *testing.T) {
	for _, lang := range []string{"zh", "en"} {
		t.Run(lang, func(t *testing.T) {
			c := generated(t, lang)
			x, err := convert.NewClaimIndex(c)
			if err != nil {
				t.Fatal(err)
			}
			items, _ := x.Convert(convert.ConversionSpec{Seed: 1})
			types := make(map[string]int)
			for _, i := range items {
				types[i.Type]++
				if i.Derivation.Rule != convert.KeyedRule {
					checkItem(t, c, x, i)
				}
			}
			for _, kind := range task.ExamTypes() {
				if types[kind] == 0 {
					t.Errorf("%d items %v, none of type %s", len(items), types, kind)
				}
			}
		})
	}
}

func must(items []*task.Task, _ []convert.Omission) []*task.Task { return items }

// checkItem checks what holds for each item that a rule makes of an essay.
func checkItem(t *testing.T, c *exam.Collection, x *convert.ClaimIndex, i *task.Task) {
	t.Helper()
	at := fmt.Sprintf("item %s (%s, %s of %s %s)", i.ID, i.Type, i.Derivation.Rule, i.Derivation.Source, i.Derivation.Part)
	if cited := claim.Article(i.Question); cited != "" {
		t.Errorf("%s cites %q", at, cited)
	}
	again, err := x.Again(i)
	if err != nil {
		t.Errorf("%s: %v", at, err)
	} else if diff := cmp.Diff(i, again); diff != "" {
		t.Errorf("%s is another item when it is made again:\n%s", at, diff)
	}
	for _, q := range i.Derivation.Quotes {
		if got := quoted(c, q); got != q.Text {
			t.Errorf("%s: the source says %q at the place of the quote %q", at, got, q.Text)
		}
	}
	if len(i.Derivation.Quotes) == 0 {
		t.Errorf("%s quotes nothing", at)
	}
	for _, list := range [][]string{i.Choices.Options, i.Choices.Matches} {
		for a := range list {
			for b := range list {
				if a != b && claim.Holds(claim.Fold(list[a]), claim.Fold(list[b])) {
					t.Errorf("%s: option %q holds %q", at, list[a], list[b])
				}
			}
		}
	}
	if !slices.IsSorted(i.Choices.Key) && i.Type != task.Matching || len(i.KeyAnswer) != len(i.Choices.Key) {
		t.Errorf("%s: key %v, key answer %v", at, i.Choices.Key, i.KeyAnswer)
	}
}

// quoted is what the source of a quote says at its place.
func quoted(c *exam.Collection, q task.Quote) string {
	for _, e := range c.Essays {
		for _, p := range e.Parts {
			if e.ID != q.Source || p.Label != q.Part {
				continue
			}
			text := p.Answer
			if q.Point > 0 {
				text = p.Points[q.Point-1].Text
			}
			return text[q.First:q.End]
		}
	}
	return ""
}

// checkTruth checks that half of the true-false items are true, within each field but for one.
func checkTruth(t *testing.T, items []*task.Task) {
	t.Helper()
	right, all := make(map[string]int), make(map[string]int)
	for _, i := range items {
		if i.Type == task.TrueFalse {
			for _, of := range []string{"", i.Derivation.Field} {
				all[of]++
				right[of] += 1 - i.Choices.Key[0]
			}
		}
	}
	for of, n := range all {
		if off := math.Abs(float64(right[of]) - float64(n)/2); off > 4 {
			t.Errorf("field %q: %d of %d statements are true, want half", of, right[of], n)
		}
	}
}

// Right options are even over the places within a type and number of options.
func TestRealPlaces(t *testing.T) {
	items, _, err := convert.Convert(realExams(t, "oab_bench"), convert.ConversionSpec{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	places := make(map[string][]int)
	for _, i := range items {
		if i.Type == task.TrueFalse || i.Type == task.Matching {
			continue
		}
		of := fmt.Sprint(i.Type, len(i.Choices.Options))
		if places[of] == nil {
			places[of] = make([]int, len(i.Choices.Options))
		}
		for _, k := range i.Choices.Key {
			places[of][k]++
		}
	}
	for of, counts := range places {
		if slices.Max(counts)-slices.Min(counts) > 1 {
			t.Errorf("%s: right options by place %v, want counts that differ by one at most", of, counts)
		}
	}
}

// Questions with one key are taken over as they are, unless the specification shuffles them.
func TestRealQuestions(t *testing.T) {
	c := realExams(t, "oab_exams")
	x, err := convert.NewClaimIndex(c)
	if err != nil {
		t.Fatal(err)
	}
	items, rejected := x.Convert(convert.ConversionSpec{Seed: 1})
	questions := make(map[string]exam.Question)
	one := 0
	for _, q := range c.Questions {
		questions[q.ID] = q
		if len(q.Key) == 1 {
			one++
		}
	}
	if len(items) != one || len(rejected) != len(c.Questions)-one || one < 1159 {
		t.Errorf("%d items, %d rejected, of %d questions, want %d items", len(items), len(rejected), len(c.Questions), one)
	}
	for _, i := range items {
		q := questions[i.Derivation.Source]
		if i.Derivation.Rule != convert.KeyedRule || !strings.HasPrefix(i.Question, q.Stem+"\n\nA) "+q.Options[0]) ||
			i.KeyAnswer[0] != string(rune('A'+q.Key[0])) || i.Answer != "A resposta correta é: "+i.KeyAnswer[0] {
			t.Errorf("question %s became %q, key %v", q.ID, i.Question, i.KeyAnswer)
		}
	}
	shuffled := must(x.Convert(convert.ConversionSpec{Seed: 1, ShuffleKeyed: true}))
	moved := 0
	for _, i := range shuffled {
		q := questions[i.Derivation.Source]
		if i.Choices.Options[i.Choices.Key[0]] != q.Options[q.Key[0]] {
			t.Errorf("question %s: the right option is %q, want %q", q.ID, i.Choices.Options[i.Choices.Key[0]], q.Options[q.Key[0]])
		}
		if i.Choices.Key[0] != q.Key[0] {
			moved++
		}
	}
	if moved < one/2 {
		t.Errorf("%d of %d keys moved in a shuffle, want most", moved, one)
	}
}

// Draws that name what the collection does not have are errors, and never other items.
func TestAgainFaults(t *testing.T) {
	x, err := convert.NewClaimIndex(paper())
	if err != nil {
		t.Fatal(err)
	}
	items, _ := x.Convert(convert.ConversionSpec{Seed: 1})
	if len(items) == 0 {
		t.Fatal("no items")
	}
	rapid.Check(t, func(t *rapid.T) {
		i := *rapid.SampledFrom(items).Draw(t, "item")
		d := *i.Derivation
		i.Derivation = &d
		d.Draws = rapid.SliceOfN(rapid.IntRange(-2, 60), 0, 10).Draw(t, "draws")
		if again, err := x.Again(&i); err == nil && !slices.Equal(again.Derivation.Draws, d.Draws) {
			t.Fatalf("Again(%v) has draws %v", d.Draws, again.Derivation.Draws)
		}
		d.Rule = rapid.String().Draw(t, "rule")
		_, _ = x.Again(&i)
	})
	for name, d := range map[string]*task.Derivation{
		"no derivation": nil,
		"rule":          {Source: "e1", Part: "A", Rule: "guess"},
		"part":          {Source: "e1", Part: "Z", Rule: "verdict"},
		"source":        {Source: "e9", Rule: "keyed"},
		"draws":         {Source: "e1", Part: "A", Rule: "verdict", Draws: []int{5}},
	} {
		if _, err := x.Again(&task.Task{ID: "x", Derivation: d}); err == nil {
			t.Errorf("Again of a fault in %s: no error", name)
		}
	}
}

// Limits hold, and arranging items again changes nothing.
func TestConvertLaws(t *testing.T) {
	x, err := convert.NewClaimIndex(paper())
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		spec := convert.ConversionSpec{Seed: rapid.Uint64().Draw(t, "seed"), Limits: map[string]int{
			"negate": rapid.IntRange(0, 3).Draw(t, "limit"),
		}}
		items, _ := x.Convert(spec)
		if again := x.Arrange(items, spec.Seed, false); bytesOf(t, again...) != bytesOf(t, items...) {
			t.Fatal("arranging the items again changes them")
		}
		made := make(map[string]int)
		for _, i := range items {
			if i.Derivation.Rule == "negate" {
				made[i.Derivation.Source+i.Derivation.Part]++
			}
		}
		for part, n := range made {
			if n > spec.Limits["negate"] {
				t.Fatalf("%d items of %s, want at most %d", n, part, spec.Limits["negate"])
			}
		}
	})
}

// Items do not depend on the order of the collection.
func TestConvertOrder(t *testing.T) {
	for seed := range uint64(3) {
		c := paper()
		items, _, err := convert.Convert(c, convert.ConversionSpec{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		slices.Reverse(c.Essays)
		slices.Reverse(c.Questions)
		turned, _, err := convert.Convert(c, convert.ConversionSpec{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if bytesOf(t, turned...) != bytesOf(t, items...) {
			t.Errorf("seed %d: the order of the collection changes the items", seed)
		}
	}
}

// The questions of each type in each language, as they are shown.
func TestRender(t *testing.T) {
	c := &task.Choices{Options: []string{"one", "two"}, Matches: []string{"first", "second"}}
	for _, test := range []struct{ kind, lang, want string }{
		{task.MultipleChoice, "pt", "Stem\n\nA) one\nB) two\n\nTermine com uma linha desta forma, com a letra da alternativa: “A resposta correta é: X”."},
		{task.TrueFalse, "en", "Stem\n\nEnd with one of these lines: “The statement is true” or “The statement is false”."},
		{task.MultipleSelection, "zh", "Stem\n\nA) one\nB) two\n\n请在最后一行按以下格式写出所选的全部字母：“正确选项为：X、Y”。"},
		{task.Matching, "en", "Stem\n\nFirst list:\nA) one\nB) two\n\nSecond list:\n1) first\n2) second\n\nEnd with a line of this form, with a number for each letter: “The correct pairs are: A-n, B-n, C-n”."},
	} {
		if got := convert.Render(test.kind, test.lang, "Stem", c); got != test.want {
			t.Errorf("Render(%s, %s) = %q, want %q", test.kind, test.lang, got, test.want)
		}
	}
}

// The lists of a matching never run in one order, and all values of one have one unit.
func TestMatchingLists(t *testing.T) {
	unit := regexp.MustCompile(`[\d,. ]+`)
	for _, lang := range []string{"zh", "en"} {
		items, _, err := convert.Convert(generated(t, lang), convert.ConversionSpec{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range items {
			if i.Type != task.Matching {
				continue
			}
			if slices.IsSorted(i.Choices.Key) {
				t.Errorf("item %s: key %v", i.ID, i.Choices.Key)
			}
			units := make(map[string]bool)
			for _, m := range i.Choices.Matches {
				units[strings.TrimSuffix(unit.ReplaceAllString(m, ""), "s")] = true
			}
			if lang == "en" && i.Derivation.Rule == "values" && len(units) != 1 {
				t.Errorf("item %s: values %q of several units", i.ID, i.Choices.Matches)
			}
		}
	}
}
