package command_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/goldentest"
	"github.com/taskgrove/taskgrove/pipeline/internal/schematest"
)

// predictions is a made-up file in the format of LegalBench.PT.
const predictions = "../bench/testdata/predictions.jsonl"

// Answers with their items are scored by field, type and group. Worked by hand, in paper mode:
//
// Direito Administrativo has four items of multiple choice with the keys a, a, b and c. Of a one of two
// is right, since the other answer has a capital A; b is right; c is not in the form that the scorer
// knows. The balanced accuracy is (1/2 + 1 + 0) / 3 = 1/2. Of the claims the true one is right and
// one of two false ones: (1 + 1/2) / 2 = 3/4. The field has (4·1/2 + 3·3/4) / 7 = 17/28 = 60.7 %.
//
// Direito Marítimo has a cloze task (1), a case analysis (0), two selections of F1 1/2 and 1, and two
// matchings of F1 1/2 and 1: (1 + 0 + 2·3/4 + 2·3/4) / 6 = 2/3. Direito Lunar has one wrong item, and no
// group.
//
// All are (17/4 + 4 + 0) / 14 = 33/56 = 58.9 %, multiple choice (4·1/2 + 0) / 5 = 40 %. Strictly nine of
// fourteen are right, of Direito Administrativo all seven: 64.3 % and 100 %.
func TestScorePredictions(t *testing.T) {
	t.Parallel()
	out := benchScore(t, cli.Done, "-answers", predictions)
	goldentest.Compare(t, "testdata/predictions.txt", strings.ReplaceAll(out, filepath.Dir(predictions)+"/", ""))
	all, err := csv.NewReader(strings.NewReader(benchScore(t, cli.Done, "-answers", predictions, "-format", "csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := map[string]int{}
	for i, name := range all[0] {
		column[name] = i
	}
	for _, want := range []struct{ by, group, field, kind, items, paper, strict string }{
		{"all", "", "", "ALL", "14", "58.9", "64.3"}, {"group", "Public", "", "ALL", "7", "60.7", "100.0"}, {"group", "Private", "", "ALL", "6", "66.7", "33.3"}, {"group", "", "", "ALL", "1", "0.0", "0.0"},
		{"type", "", "", "multiple-choice", "5", "40.0", "80.0"}, {"type", "", "", "true-false", "3", "75.0", "100.0"}, {"field", "Private", "Direito Marítimo", "ALL", "6", "66.7", "33.3"},
		{"field-type", "Public", "Direito Administrativo", "multiple-choice", "4", "50.0", "100.0"}, {"field-type", "Private", "Direito Marítimo", "matching", "2", "75.0", "50.0"},
	} {
		found := false
		for _, line := range all[1:] {
			if line[column["by"]] == want.by && line[column["group"]] == want.group && line[column["field"]] == want.field && line[column["type"]] == want.kind {
				found = true
				if got := []string{line[column["tasks"]], line[column["paper_success"]], line[column["strict_success"]]}; strings.Join(got, " ") != want.items+" "+want.paper+" "+want.strict {
					t.Errorf("%+v: items, paper and strict %v", want, got)
				}
			}
		}
		if !found {
			t.Errorf("no line %+v", want)
		}
	}
	for format, has := range map[string]string{"markdown": "| Direito Marítimo |", "latex": "Direito Marítimo &"} {
		if out := benchScore(t, cli.Done, "-answers", predictions, "-format", format); !strings.Contains(out, has) {
			t.Errorf("%s has no %q:\n%s", format, has, out)
		}
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(benchScore(t, cli.Done, "-answers", predictions, "-format", "json")))
	if err != nil {
		t.Fatal(err)
	}
	if err := schematest.Compile(t, "scores.schema.json").Validate(doc); err != nil {
		t.Error(err)
	}
}

// Answers that come without their items need tasks; faults are all told with their lines; answers to
// items of ours are scored like others.
func TestScoreExamAnswers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	answers := write("answers.jsonl", `{"id": "x1", "answer": "正确答案是：B"}
{"id": "x2", "answer": "正确选项为：A"}
`)
	if out := benchScore(t, cli.Misused, "-answers", answers); !strings.Contains(out, "come without their tasks") {
		t.Error(out)
	}
	b, err := os.ReadFile(predictions)
	if err != nil {
		t.Fatal(err)
	}
	bad := write("bad.jsonl", string(bytes.Replace(bytes.Replace(b, []byte("Case Analysis Questions"), []byte("Essay"), 1), []byte(`"Verdadeiro"`), []byte(`"V"`), 1)))
	out := benchScore(t, cli.Failed, "-answers", bad)
	for _, want := range []string{`bad.jsonl:5: answer "V": want an Answer of Verdadeiro or Falso`, `bad.jsonl:9: type "Essay": want Multiple Choice`} {
		if !strings.Contains(out, want) {
			t.Errorf("%s\nwant %q", out, want)
		}
	}
	item := func(id, kind string, keys []string, options []string, key []int) string {
		line, err := json.Marshal(map[string]any{"id": id, "family": "exam", "type": kind, "language": "zh", "question": "甲可以如何救济？", "answer": "—", "key_answer": keys,
			"choices": map[string]any{"options": options, "key": key}, "derivation": map[string]any{"source": "e1", "rule": "r", "field": "行政法", "group": "Public"}})
		if err != nil {
			t.Fatal(err)
		}
		return string(line) + "\n"
	}
	tasks := write("tasks.jsonl", item("x1", "multiple-choice", []string{"B"}, []string{"申请复议", "提起诉讼"}, []int{1})+item("x2", "multiple-selection", []string{"A", "B"}, []string{"甲", "乙", "丙"}, []int{0, 1}))
	out = benchScore(t, cli.Done, "-tasks", tasks, "-answers", answers)
	for _, want := range []string{"\nexam scores by field, in percent", "行政法"} {
		if !strings.Contains(out, want) {
			t.Errorf("%s\nwant %q", out, want)
		}
	}
}
