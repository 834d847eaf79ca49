package bench_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/exam/convert"
	"github.com/taskgrove/taskgrove/pipeline/internal/examtest"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/choice"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// convertedExams returns the items that rules make of the real essays; it skips without them.
func convertedExams(t *testing.T) []*task.Task {
	t.Helper()
	data := os.Getenv("TASKGROVE_DATA")
	if data == "" {
		data = filepath.FromSlash("../../../shared/data")
	}
	dir := filepath.Join(data, "exams", "oab_bench")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no real exams: %v", err)
	}
	c, err := exam.Read(t.Context(), dir, 2)
	if err != nil {
		t.Fatal(err)
	}
	items, _, err := convert.Convert(c, convert.ConversionSpec{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return items
}

// strictOf is the strict rate of an answer to a task.
func strictOf(t *task.Task, answer string) float64 {
	return *task.Grade(t, &score.Attempt{Answer: answer, Unsummarised: true}).Strict.Success
}

// answersTo are answers that say nothing but what a task's key is, by name.
func answersTo(t *task.Task) map[string]string {
	keys := strings.Join(t.KeyAnswer, ", ")
	words := map[string]string{"reference": t.Answer, "key": keys, "json": fmt.Sprintf(`{"answer": %q}`, keys), "bold": "**" + keys + "**", "reasoned": "Let us see.\n\n" + t.Answer}
	if !slices.Contains([]string{task.TrueFalse, task.Matching}, t.Type) {
		var options []string
		for _, p := range t.Choices.Key {
			options = append(options, fmt.Sprintf("%c) %s", 'A'+p, t.Choices.Options[p]))
		}
		words["options"] = strings.Join(options, "\n")
	}
	return words
}

// The reference of every item, and its key in other forms, is right; whatever gives no answer is not:
// silence, the question, the agents that understand nothing, all options, an answer that leaves two
// open.
func TestExamItemsAreGraded(t *testing.T) {
	_, honest := examtest.Honest()
	items := slices.Concat(honest, convertedExams(t))
	byType := map[string]int{}
	for i, one := range items {
		if testing.Short() && i%4 != 0 {
			continue
		}
		it, ok := task.ChoiceItem(one)
		if !ok {
			t.Errorf("%s has no options to be graded by", one.ID)
			continue
		}
		byType[one.Type]++
		for form, answer := range answersTo(one) {
			if strictOf(one, answer) != 1 {
				c := choice.Parse(it, answer)
				t.Errorf("%s, %s in %s: the %s %q is read as %+v, want the key %v", one.ID, one.Type, one.Language, form, answer, c, it.Key)
			}
		}
		wrong := map[string]string{"question": one.Question, "silence": "", "decliner": "Não sei.", "hedge": "A ou B"}
		for _, d := range agent.Degenerate() {
			tr, err := d.Agent.Solve(t.Context(), one.Question, nil, agent.TrialEnv{Language: one.Language})
			if err != nil {
				t.Fatal(err)
			}
			wrong[d.Name] = tr.Answer
		}
		for name, answer := range wrong {
			if strictOf(one, answer) != 0 {
				t.Errorf("%s, %s in %s: %s scores, with %.80q", one.ID, one.Type, one.Language, name, answer)
			}
		}
	}
	for _, kind := range task.ExamTypes() {
		if byType[kind] == 0 {
			t.Errorf("no item of %s among %d", kind, len(items))
		}
	}
}

// On the items that rules make, always A and always true score exactly what chance allows by the
// paper's score, since each option is right somewhere; the longest option gets no more.
func TestConvertedItemsByChance(t *testing.T) {
	items := convertedExams(t)
	for name, say := range map[string]func(it *choice.KeyedItem) string{
		"always A": func(*choice.KeyedItem) string { return "A resposta correta é: A" },
		"longest": func(it *choice.KeyedItem) string {
			longest := 0
			for i, o := range it.Options {
				if len(o) > len(it.Options[longest]) {
					longest = i
				}
			}
			return fmt.Sprintf("A resposta correta é: %c", 'A'+longest)
		},
		"always true": func(*choice.KeyedItem) string { return "A afirmação é verdadeira" },
	} {
		var graded []choice.GradedItem
		for _, one := range items {
			it, ok := task.ChoiceItem(one)
			if !ok || (it.Form != choice.OneOption || name == "always true") && (it.Form != choice.TrueOrFalse || name != "always true") {
				continue
			}
			s := task.Grade(one, &score.Attempt{Answer: say(it), Unsummarised: true})
			paper, strict := choice.Chance(it)
			graded = append(graded, choice.GradedItem{Type: one.Type, Form: it.Form, Class: one.KeyAnswer[0], Cluster: one.Derivation.Source, Paper: s.Paper.Success, Strict: s.Strict.Success, PaperChance: paper, StrictChance: strict})
		}
		for _, c := range choice.Tabulate(graded, task.ExamTypes(), 0.95) {
			if c.By != choice.ByType {
				continue
			}
			t.Logf("%s: %s, %d items, paper %.3f (%.3f to %.3f), chance %.3f", name, c.Type, c.Items, *c.Paper.Mean, *c.Paper.Low, *c.Paper.High, c.PaperChance)
			if above := *c.Paper.Low > c.PaperChance; above || name != "longest" && math.Abs(*c.Paper.Mean-c.PaperChance) > 1e-9 {
				t.Errorf("%s scores %.3f (%.3f to %.3f) on %d items of %s, want chance, %.3f", name, *c.Paper.Mean, *c.Paper.Low, *c.Paper.High, c.Items, c.Type, c.PaperChance)
			}
		}
	}
	for kind, chance := range bench.Chance(items) {
		if chance <= 0 || chance > 0.75 {
			t.Errorf("chance of %s is %v", kind, chance)
		}
	}
}
