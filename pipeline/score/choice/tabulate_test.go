package choice_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/score/choice"
)

// graded is an item of a field and type with its class and grades.
func graded(field, kind string, form choice.AnswerForm, class string, paper, strict float64) choice.GradedItem {
	return choice.GradedItem{Field: field, Group: "group of " + field[:1], Type: kind, Form: form, Class: class, Paper: &paper, Strict: &strict, PaperChance: 0.25, StrictChance: 0.25}
}

// cellOf returns the cell of these names.
func cellOf(t *testing.T, cells []choice.ScoreCell, by choice.Grouping, group, field, kind string) choice.ScoreCell {
	t.Helper()
	i := slices.IndexFunc(cells, func(c choice.ScoreCell) bool {
		return c.By == by && c.Group == group && c.Field == field && c.Type == kind
	})
	if i < 0 {
		t.Fatalf("no cell %s %q %q %q", by, group, field, kind)
	}
	return cells[i]
}

// Worked by hand.
//
// Field a1, "choice": the keys are A, A, A, B, B, C, and no D: D is no class. Right are two of three
// A, none of two B, one of one C. The balanced accuracy is (2/3 + 0 + 1) / 3 = 5/9; the plain
// accuracy 3/6. An empty prediction is a wrong one like any other, and adds no class.
//
// Field a1, "selection": F1 of 1, 0.5 and 0, so the mean is 0.5.
//
// Field b1, "choice": one item, right. Its balanced accuracy is 1.
//
// Totals weigh cells by items: field a1 has (6·5/9 + 3·0.5) / 9 = (10/3 + 3/2) / 9 = 29/54; the type
// "choice" (6·5/9 + 1) / 7 = 13/21; all (10/3 + 3/2 + 1) / 10 = 7/12.
func TestTabulate(t *testing.T) {
	one, several := choice.OneOption, choice.SeveralOptions
	items := []choice.GradedItem{
		graded("a1", "choice", one, "A", 1, 1), graded("a1", "choice", one, "A", 1, 1), graded("a1", "choice", one, "A", 0, 0),
		graded("a1", "choice", one, "B", 0, 0), graded("a1", "choice", one, "B", 0, 0), graded("a1", "choice", one, "C", 1, 1),
		graded("a1", "selection", several, "", 1, 1), graded("a1", "selection", several, "", 0.5, 0), graded("a1", "selection", several, "", 0, 0),
		graded("b1", "choice", one, "C", 1, 1),
		{Field: "b1", Group: "group of b", Type: "choice", Form: one, Class: "B"}, // not answered: it enters no score, and is no class
	}
	for i := range items {
		items[i].Cluster = fmt.Sprint(i)
	}
	cells := choice.Tabulate(items, []string{"selection", "choice"}, 0.95)
	for _, tt := range []struct {
		by                 choice.Grouping
		group, field, kind string
		items              int
		paper, strict      float64
	}{
		{choice.Overall, "", "", "", 11, 7. / 12, 0.5},
		{choice.ByGroup, "group of a", "", "", 9, 29. / 54, 4. / 9}, {choice.ByGroup, "group of b", "", "", 2, 1, 1},
		{choice.ByType, "", "", "choice", 8, 13. / 21, 4. / 7}, {choice.ByType, "", "", "selection", 3, 0.5, 1. / 3},
		{choice.ByField, "group of a", "a1", "", 9, 29. / 54, 4. / 9},
		{choice.ByFieldType, "group of a", "a1", "choice", 6, 5. / 9, 0.5}, {choice.ByFieldType, "group of a", "a1", "selection", 3, 0.5, 1. / 3}, {choice.ByFieldType, "group of b", "b1", "choice", 2, 1, 1},
	} {
		c := cellOf(t, cells, tt.by, tt.group, tt.field, tt.kind)
		if c.Items != tt.items || !c.Few || math.Abs(*c.Paper.Mean-tt.paper) > 1e-9 || math.Abs(*c.Strict.Mean-tt.strict) > 1e-9 || math.Abs(c.PaperChance-0.25) > 1e-9 || c.StrictChance != 0.25 {
			t.Errorf("%+v: %d items, few %v, paper %v, strict %v, chance %v", tt, c.Items, c.Few, *c.Paper.Mean, *c.Strict.Mean, c.PaperChance)
		}
	}
	if i, j := slices.IndexFunc(cells, func(c choice.ScoreCell) bool { return c.Type == "selection" }), slices.IndexFunc(cells, func(c choice.ScoreCell) bool { return c.Type == "choice" }); i > j {
		t.Error("types are not in the given order")
	}
	if choice.Tabulate(nil, nil, 0.95) != nil {
		t.Error("no items have cells")
	}
}

// The case of letters: where keys are lower-case, an agent that answers in capitals scores 0 by the
// published reading, and full marks by ours.
func TestCapitalLetters(t *testing.T) {
	key := []string{"b"}
	it := &choice.KeyedItem{Form: choice.OneOption, Options: make([]string, 4), Key: []int{1}}
	c := choice.Parse(it, "A resposta correta é: B")
	if g := choice.GradePublished(it.Form, key, "A resposta correta é: B"); g != 0 || !choice.Grade(it, &c).Right {
		t.Errorf("a capital: %v by the published scorer and right %v, want 0 and true", g, choice.Grade(it, &c).Right)
	}
}

// scripted are agents that answer without knowing anything, and what they say.
var scripted = map[string]func(it *choice.KeyedItem) string{
	"always A": func(*choice.KeyedItem) string { return "A resposta correta é: A" },
	"longest": func(it *choice.KeyedItem) string {
		longest := 0
		for i, o := range it.Options {
			if len(o) > len(it.Options[longest]) {
				longest = i
			}
		}
		return "A resposta correta é: " + string(rune('A'+longest))
	},
	"always true": func(*choice.KeyedItem) string { return "A afirmação é verdadeira" },
}

// balancedSet draws a set in which each position is right equally often, and the longest option
// stands at each position equally often among the items of each key.
func balancedSet(t *rapid.T, form choice.AnswerForm) (items []*choice.KeyedItem) {
	n := 2
	if form == choice.OneOption {
		n = rapid.IntRange(2, 5).Draw(t, "options")
	}
	for range rapid.IntRange(1, 2).Draw(t, "rounds") {
		for key := range n {
			for longest := range n {
				it := &choice.KeyedItem{Form: form, Key: []int{key}}
				for i := range n {
					text := fmt.Sprintf("opção de número %d", i)
					if i == longest {
						text += ", que é a mais longa"
					}
					it.Options = append(it.Options, text)
				}
				if form == choice.TrueOrFalse {
					it.Options = []string{"verdadeira", "falsa"}
				}
				items = append(items, it)
			}
		}
	}
	return items
}

// On a balanced set, in fields of any cut that leaves each balanced, always A, longest and always
// true score exactly what chance allows, by both scores; a right agent scores 1, one that hedges or
// refuses 0.
func TestAgentsThatKnowNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for name, of := range map[string]choice.AnswerForm{"always A": choice.OneOption, "longest": choice.OneOption, "always true": choice.TrueOrFalse, "right": choice.OneOption, "hedging": choice.OneOption, "refusing": choice.TrueOrFalse} {
			say := scripted[name]
			want := 0.
			switch name {
			case "right":
				want, say = 1, func(it *choice.KeyedItem) string { return "Resposta: " + string(rune('A'+it.Key[0])) }
			case "hedging":
				say = func(*choice.KeyedItem) string { return "A resposta correta é: A ou B" }
			case "refusing":
				say = func(*choice.KeyedItem) string { return "Não sei." }
			}
			var all []choice.GradedItem
			for f := range rapid.IntRange(1, 2).Draw(t, "fields") {
				for i, it := range balancedSet(t, of) {
					c := choice.Parse(it, say(it))
					g := choice.Grade(it, &c)
					strict := 0.
					if g.Right {
						strict = 1
					}
					paper, right := choice.Chance(it)
					all = append(all, choice.GradedItem{Field: fmt.Sprint(f), Type: "choice", Form: of, Class: string(rune('A' + it.Key[0])), Cluster: fmt.Sprint(f, i), Paper: &g.F1, Strict: &strict, PaperChance: paper, StrictChance: right})
				}
			}
			for _, c := range choice.Tabulate(all, nil, 0.95) {
				want := want
				if scripted[name] != nil {
					want = c.PaperChance
				}
				if math.Abs(*c.Paper.Mean-want) > 1e-9 || math.Abs(*c.Strict.Mean-want) > 1e-9 {
					t.Fatalf("%s, %s %q: paper %v, strict %v, want %v", name, c.By, c.Field, *c.Paper.Mean, *c.Strict.Mean, want)
				}
				if c.PaperChance != c.StrictChance {
					t.Fatalf("%s: chance %v by the paper and %v strictly, want the same over equal numbers of options", name, c.PaperChance, c.StrictChance)
				}
			}
		}
	})
}

// The interval of a balanced accuracy holds the truth about as often as it says, over classes of
// unequal size and clusters of unequal difficulty.
func TestPaperInterval(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const runs = 400
	held := 0
	for range runs {
		var items []choice.GradedItem
		truth, classes := 0., []int{90, 40, 20, 10}
		for class, n := range classes {
			p := []float64{0.8, 0.5, 0.6, 0.3}[class]
			truth += p / float64(len(classes))
			for range n {
				right := 0.
				if rng.Float64() < p {
					right = 1
				}
				items = append(items, choice.GradedItem{Field: "f", Type: "t", Form: choice.OneOption, Class: fmt.Sprint(class), Cluster: fmt.Sprint(len(items)), Paper: &right, Strict: &right})
			}
		}
		c := cellOf(t, choice.Tabulate(items, nil, 0.95), choice.ByFieldType, "", "f", "t")
		if *c.Paper.Low <= truth && truth <= *c.Paper.High {
			held++
		}
	}
	if share := float64(held) / runs; share < 0.93 {
		t.Errorf("the interval held the truth in %.3f of %d runs, want 0.95", share, runs)
	} else {
		t.Logf("held in %.3f", share)
	}
}
