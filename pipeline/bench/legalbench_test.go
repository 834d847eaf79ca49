package bench_test

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// predictions reads the made-up file in the format of LegalBench.PT.
func predictions(t *testing.T) (tasks []*task.Task, answers []bench.ExternalAnswer) {
	t.Helper()
	const name = "testdata/predictions.jsonl"
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bench.IsPredictions(b) {
		t.Errorf("%s is not taken for answers with their items", name)
	}
	if tasks, err = bench.ReadTasks(b, name); err != nil {
		t.Fatal(err)
	}
	if answers, err = bench.ReadAnswers(b, name); err != nil {
		t.Fatal(err)
	}
	return tasks, answers
}

func TestReadPublishedItems(t *testing.T) {
	tasks, answers := predictions(t)
	if len(tasks) != 14 || len(answers) != 14 {
		t.Fatalf("%d tasks and %d answers, want 14 each", len(tasks), len(answers))
	}
	for _, tt := range []struct {
		id      string
		keys    []string
		choices *task.Choices
		from    *task.Derivation
	}{
		{"101", []string{"a"}, &task.Choices{Options: []string{"um ano", "dois anos", "três anos", "quatro anos"}, Key: []int{0}}, &task.Derivation{Source: "101", Rule: task.LegalBenchPT, Field: "Direito Administrativo", Group: "Public"}},
		{"106", []string{"Falso"}, &task.Choices{Options: []string{"Verdadeiro", "Falso"}, Key: []int{1}}, &task.Derivation{Source: "106", Rule: task.LegalBenchPT, Field: "Direito Administrativo", Group: "Public"}},
		{"203", []string{"a", "b"}, &task.Choices{Options: []string{"O dono.", "O locatário.", "O vizinho."}, Key: []int{0, 1}}, &task.Derivation{Source: "203", Rule: task.LegalBenchPT, Field: "Direito Marítimo", Group: "Private"}},
		{"206", []string{"a-2", "b-1"}, &task.Choices{Options: []string{"Barco de pesca", "Barco de recreio"}, Matches: []string{"Um ano", "Dois anos"}, Key: []int{1, 0}}, &task.Derivation{Source: "206", Rule: task.LegalBenchPT, Field: "Direito Marítimo", Group: "Private"}},
		{"301", []string{"a"}, &task.Choices{Options: []string{"um ano", "dois anos", "três anos", "quatro anos"}, Key: []int{0}}, &task.Derivation{Source: "301", Rule: task.LegalBenchPT, Field: "Direito Lunar"}},
	} {
		i := slices.IndexFunc(tasks, func(one *task.Task) bool { return one.ID == tt.id })
		one := tasks[i]
		if diff := cmp.Diff([]any{tt.keys, tt.choices, tt.from}, []any{one.KeyAnswer, one.Choices, one.Derivation}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.id, diff)
		}
		if _, ok := task.ChoiceItem(one); !ok {
			t.Errorf("%s cannot be graded by its options", tt.id)
		}
	}
}

// The published grade of each answer, and what it chooses; worked by hand. The capital A of 102, the
// free words of 104 and 107, and the letters without anything before them of 204 are nothing to the
// published scorer; the strict rule reads them. 202 is a hedge, of which the scorer takes the first
// letter. 203 has one of two letters and one too many: 1/2. 204: the scorer sees b alone. 205 has one
// of two pairs: 1/2.
func TestGradesOfPublishedItems(t *testing.T) {
	tasks, answers := predictions(t)
	trials, _ := bench.ScoreAnswers("model", tasks, answers, nil)
	want := map[string][2]float64{
		"101": {1, 1}, "102": {0, 1}, "103": {1, 1}, "104": {0, 1}, "105": {1, 1}, "106": {1, 1}, "107": {0, 1},
		"201": {1, 1}, "202": {0, 0}, "203": {0.5, 0}, "204": {1, 0}, "205": {0.5, 0}, "206": {1, 1}, "301": {0, 0},
	}
	for _, trial := range trials {
		s := trial.Score
		if got := [2]float64{*s.Paper.Success, *s.Strict.Success}; math.Abs(got[0]-want[trial.Task][0]) > 1e-12 || got[1] != want[trial.Task][1] {
			t.Errorf("%s: paper and strict %v, want %v", trial.Task, got, want[trial.Task])
		}
	}
}

// Items about one statement have one source.
func TestSourceOfPublishedItems(t *testing.T) {
	line := func(id, statement string) string {
		return fmt.Sprintf(`{"Field of Law": "Direito Penal", "Type": "True/False", "Question": "Exame.\n\n\n%sInstrução:\nClassifica.\n\n\nAfirmação:\nNúmero %s.", "Answer": "Falso", "ID": "%s"}`, statement, id, id)
	}
	b := strings.Join([]string{line("1", `Enunciado:\nA vendeu um barco.\n\n\n`), line("2", `Enunciado:\nA vendeu um barco.\n\n\n`), line("3", `Enunciado:\nB comprou uma casa.\n\n\n`), line("4", ""), line("5", "")}, "\n")
	tasks, err := bench.ReadTasks([]byte(b), "f")
	if err != nil {
		t.Fatal(err)
	}
	source := func(i int) string { return tasks[i].Derivation.Source }
	if source(0) != source(1) || source(0) == source(2) || source(3) != "4" || source(4) != "5" {
		t.Errorf("sources %q, want one for the first two, and each of the last two its own", []string{source(0), source(1), source(2), source(3), source(4)})
	}
	if !bench.IsPredictions([]byte(b + "\n" + strings.Replace(line("6", ""), "}", `, "Prediction": ""}`, 1))) {
		t.Error("items of which the last alone has a prediction are not taken for answers, so that nobody is told which lack one")
	}
	if bench.IsPredictions([]byte(b)) || bench.IsPredictions([]byte(`{"id": 1}`)) || bench.IsPredictions(nil) {
		t.Error("items without predictions are taken for answers")
	}
}

// Options that the question does not show are counted up to the key; a letter without a number has no
// match.
func TestOddPublishedItems(t *testing.T) {
	tasks, err := bench.ReadTasks([]byte(`[{"Field of Law": "X", "Type": "Multiple Choice", "Question": "Qual?", "Answer": "C", "ID": 1},
		{"Field of Law": "X", "Type": "Matching Questions", "Question": "Relaciona:\na) um\nb) dois\n1) x\n2) y", "Answer": [["b", "2"]], "ID": 2},
		{"Field of Law": "X", "Type": "Multiple Choice", "Question": "a) antes\nb) disto\nQual?\na) um\nb) dois\nc) três", "Answer": "b", "ID": 3}]`), "f")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []*task.Choices{{Options: []string{"", "", ""}, Key: []int{2}}, {Options: []string{"um", "dois"}, Matches: []string{"x", "y"}, Key: []int{-1, 1}}, {Options: []string{"um", "dois", "três"}, Key: []int{1}}} {
		if diff := cmp.Diff(want, tasks[i].Choices); diff != "" {
			t.Errorf("item %d (-want +got):\n%s", i+1, diff)
		}
		if it, ok := task.ChoiceItem(tasks[i]); !ok {
			t.Errorf("item %d cannot be graded: %+v", i+1, it)
		}
	}
}

// All faults are told, each with its line.
func TestFaultyPublishedItems(t *testing.T) {
	item := func(id, kind, answer string) string {
		return fmt.Sprintf(`{"Field of Law": "Direito Penal", "Type": "%s", "Question": "?", "Answer": %s, "ID": "%s", "Prediction": "a"}`, kind, answer, id)
	}
	lines := []string{
		item("1", "Multiple Choice", `"a"`), item("2", "Essay", `"a"`), item("3", "Multiple Choice", `"ab"`), item("4", "True/False", `"falsa"`), item("5", "Multiple Selection Questions", `"a, b"`),
		item("6", "Matching Questions", `"[['a', '1'], ['a', '2']]"`), item("7", "Matching Questions", `"[['a', '0']]"`), item("8", "Multiple Selection Questions", `"['a', 'A']"`), item("1", "Cloze Tasks", `"a"`), item("", "Cloze Tasks", `"a"`),
		strings.Replace(item("11", "Cloze Tasks", `"a"`), `"?"`, `" "`, 1), strings.Replace(item("12", "Cloze Tasks", `"a"`), "Direito Penal", "", 1), `{"Field of Law"`,
	}
	b := []byte(strings.Join(lines, "\n"))
	_, err := bench.ReadTasks(b, "f.jsonl")
	if err == nil {
		t.Fatal("no fault")
	}
	got := strings.Split(err.Error(), "\n")
	want := map[int]string{
		2: `type "Essay": want Multiple Choice, `, 3: `answer "ab": want an Answer of one letter`, 4: `answer "falsa": want an Answer of Verdadeiro or Falso`, 5: `answer "a, b": want an Answer such as ['a', 'c']`, 6: "letter a with two numbers", 7: `number "0"`,
		8: "has a part twice", 9: "id 1 again, as in line 1", 10: "no id", 11: "no Question", 12: "no Field of Law", 13: "not JSON",
	}
	if len(got) != len(want) {
		t.Errorf("%d faults, want %d:\n%s", len(got), len(want), err)
	}
	for line, says := range want {
		if !slices.ContainsFunc(got, func(s string) bool {
			return strings.HasPrefix(s, fmt.Sprintf("f.jsonl:%d: ", line)) && strings.Contains(s, says)
		}) {
			t.Errorf("no fault of line %d that says %q:\n%s", line, says, err)
		}
	}
	if _, err := bench.ReadAnswers([]byte(`{"Field of Law": "X", "Type": "Cloze Tasks", "Question": "?", "Answer": "a", "ID": "1"}`), "f"); err == nil || !strings.HasPrefix(err.Error(), "f:1: no Prediction") {
		t.Errorf("no prediction: %v, want a fault of line 1", err)
	}
}
