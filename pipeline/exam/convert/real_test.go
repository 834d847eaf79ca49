package convert_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/exam"
)

// realExams reads the essays of oab_bench, and skips the test where they are absent.
func realExams(t *testing.T) *exam.Collection {
	t.Helper()
	dir := os.Getenv("TASKGROVE_DATA")
	if dir == "" {
		dir = "../../../../shared/data"
	}
	dir = filepath.Join(dir, "exams", "oab_bench")
	lines := func(name string) (out []map[string]any) {
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			t.Skipf("no real exams: %v", err)
		}
		defer f.Close()
		s := bufio.NewScanner(f)
		s.Buffer(nil, 1<<24)
		for s.Scan() {
			var m map[string]any
			if err := json.Unmarshal(s.Bytes(), &m); err != nil {
				t.Fatal(err)
			}
			out = append(out, m)
		}
		return out
	}
	answers := make(map[string][]any)
	for _, g := range lines("guidelines.jsonl") {
		answers[g["question_id"].(string)] = g["choices"].([]any)[0].(map[string]any)["turns"].([]any)
	}
	row := regexp.MustCompile(`^\|\s*(.*?)\s*\|\s*(.*?)\s*\|$`)
	c := &exam.Collection{}
	for _, q := range lines("question.jsonl") {
		id := q["question_id"].(string)
		_, field, _ := strings.Cut(q["category"].(string), "_")
		e := exam.Essay{ID: id, Statement: q["statement"].(string), Origin: exam.Origin{Field: field, Language: "pt"}}
		for i, turn := range q["turns"].([]any) {
			p := exam.Part{Label: string(rune('A' + i)), Question: turn.(string)}
			var text []string
			for line := range strings.Lines(answers[id][i].(string)) {
				line = strings.TrimSpace(line)
				m := row.FindStringSubmatch(line)
				switch {
				case m == nil:
					if !regexp.MustCompile(`(?i)distribuição dos pontos`).MatchString(line) {
						text = append(text, line)
					}
				case m[1] == "ITEM" || strings.HasPrefix(m[1], ":-"):
				case m[2] == "nan":
					p.Points = append(p.Points, exam.Point{Text: m[1]})
				default:
					p.Points = append(p.Points, exam.Point{Text: m[1], Values: []int{0, 60}})
				}
			}
			p.Answer = strings.TrimSpace(strings.Join(text, "\n"))
			e.Parts = append(e.Parts, p)
		}
		c.Essays = append(c.Essays, e)
	}
	return c
}
