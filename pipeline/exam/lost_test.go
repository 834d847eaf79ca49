package exam

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/internal/schematest"
)

// squeezed returns a text without space.
func squeezed(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}

// paperText writes questions as oab_exams has them.
func paperText(questions []Question) string {
	var b strings.Builder
	for _, q := range questions {
		fmt.Fprintf(&b, "Questão %s\n\nAREA %s\n\n%s\n\nOPTIONS\n\n", q.ID[strings.LastIndexByte(q.ID, '-')+1:], q.Area, q.Stem)
		for i, o := range q.Options {
			mark := ""
			if slices.Contains(q.Key, i) {
				mark = ":CORRECT"
			}
			fmt.Fprintf(&b, "%s%s) %s\n\n", letter(i), mark, o)
		}
	}
	return b.String()
}

// The questions that are read, written again, are the real files but for space and the question
// that was annulled.
func TestRealPapersAreCovered(t *testing.T) {
	dir := realExams(t, "oab_exams")
	c := readReal(t, "oab_exams")
	byFile := map[string][]Question{}
	for _, q := range c.Questions {
		byFile[q.File] = append(byFile[q.File], q)
	}
	for file, questions := range byFile {
		slices.SortFunc(questions, func(a, b Question) int { return a.Line - b.Line })
		data, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(data), "\n")
		for _, f := range c.Faults {
			if f.File != file || !f.LeftOut {
				continue
			}
			end := f.Line
			for end < len(lines) && !strings.HasPrefix(lines[end], "Questão ") {
				end++
			}
			lines = slices.Concat(lines[:f.Line-1], lines[end:])
		}
		if got, want := squeezed(paperText(questions)), squeezed(strings.Join(lines, "\n")); got != want {
			t.Errorf("%s: what is read is not what stands there", file)
		}
	}
}

// The essays that are read hold every text of the real files: statements, questions, answers and rows.
func TestRealEssaysAreCovered(t *testing.T) {
	dir := realExams(t, "oab_bench")
	essays := map[string]*Essay{}
	c := readReal(t, "oab_bench")
	for i := range c.Essays {
		essays[c.Essays[i].ID] = &c.Essays[i]
	}
	rest := regexp.MustCompile(`(?i)^(?:distribuiçãodospontos)?\|item\|pontuação\|\|:-*\|:-*\|$`)
	each := func(file string, take func(id string, line map[string]any)) {
		data, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			var record map[string]any
			if err := json.Unmarshal([]byte(line), &record); err != nil {
				t.Fatal(err)
			}
			take(record["question_id"].(string), record)
		}
	}
	each("question.jsonl", func(id string, record map[string]any) {
		e := essays[id]
		if got := squeezed(e.Title + e.Statement); got != squeezed(record["statement"].(string)) {
			t.Errorf("%s: statement %q", id, got)
		}
		for i, turn := range record["turns"].([]any) {
			if got := squeezed(strings.Join(e.Parts[i].Assumptions, "") + e.Parts[i].Question); got != squeezed(turn.(string)) {
				t.Errorf("%s: question %q: want %q", id, got, turn)
			}
		}
	})
	each("guidelines.jsonl", func(id string, record map[string]any) {
		for i, turn := range record["choices"].([]any)[0].(map[string]any)["turns"].([]any) {
			p := &essays[id].Parts[i]
			text, found := strings.CutPrefix(squeezed(turn.(string)), squeezed(p.Answer))
			if !found {
				t.Errorf("%s: answer %q is not how %q begins", id, p.Answer, turn)
			}
			for _, row := range p.Points {
				values := "nan"
				if !row.Heading() {
					values = ""
				}
				at := "|" + squeezed(row.Text) + "|" + values
				before, after, found := strings.Cut(text, at)
				if !found {
					t.Errorf("%s: row %q is not in the source", id, row.Text)
				}
				if !row.Heading() {
					cell, more, _ := strings.Cut(after, "|")
					for _, v := range row.Values {
						if comma := strings.Replace(hundredths(v), ".", ",", 1); !strings.Contains(strings.Replace(cell, "0,0/", "0,00/", 1), comma) {
							t.Errorf("%s: value %s of row %q is not in %q", id, comma, row.Text, cell)
						}
					}
					after = "|" + more
				}
				text = before + strings.TrimPrefix(after, "|")
			}
			if !rest.MatchString(text) {
				t.Errorf("%s: %q is in no part", id, text)
			}
		}
	})
}

// A paper in the form of oab_exams that is written of questions gives them again.
func TestPaperRoundTrip(t *testing.T) {
	line := rapid.Custom(func(t *rapid.T) string {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"o", "juiz", "A)", "ex-", "I.", "Questão", "12", "OPTIONS,", "§", "a;", "(B)", "Gabarito:", "não."}), 1, 6).Draw(t, "words")
		return "x" + strings.Join(words, " ")
	})
	rapid.Check(t, func(t *rapid.T) {
		var want []Question
		options := rapid.IntRange(2, 6).Draw(t, "options")
		for i := range rapid.IntRange(1, 4).Draw(t, "questions") {
			q := Question{ID: fmt.Sprintf("p-%d", i+1), Stem: strings.Join(rapid.SliceOfN(line, 1, 3).Draw(t, "stem"), "\n\n"), Key: []int{rapid.IntRange(0, options-1).Draw(t, "key")}}
			for range options {
				q.Options = append(q.Options, strings.Join(rapid.SliceOfN(line, 1, 2).Draw(t, "option"), "\n\n"))
			}
			want = append(want, q)
		}
		r := newFileReader("p.txt")
		r.read([]byte(paperText(want)))
		r.countOptions()
		if len(r.faults) > 0 || len(r.questions) != len(want) {
			t.Fatalf("%d questions, faults %v: want %d and none", len(r.questions), r.faults, len(want))
		}
		for i := range want {
			got := r.questions[i].Question
			same := got.ID == want[i].ID && squeezed(got.Stem) == squeezed(want[i].Stem) && slices.Equal(got.Key, want[i].Key) && len(got.Options) == options
			for k := range got.Options {
				same = same && squeezed(got.Options[k]) == squeezed(want[i].Options[k])
			}
			if !same {
				t.Errorf("read %+v: want %+v", got, want[i])
			}
		}
	})
}

// JSON lines that are written of a collection fit the schema and give it again.
func TestJSONRoundTrip(t *testing.T) {
	schema := schematest.Compile(t, "exam.schema.json")
	rapid.Check(t, func(t *rapid.T) {
		want := draw(t)
		var b strings.Builder
		write := func(record map[string]any) {
			maps.DeleteFunc(record, func(_ string, v any) bool { return v == "" })
			line, err := json.Marshal(record)
			if err != nil {
				t.Fatal(err)
			}
			if err := schematest.Validate(schema, line); err != nil {
				t.Errorf("%s: %v", line, err)
			}
			fmt.Fprintf(&b, "%s\n", line)
		}
		origin := func(o Origin) map[string]any {
			return map[string]any{"exam": o.Exam, "area": o.Area, "day": o.Day, "language": o.Language}
		}
		for _, e := range want.Essays {
			record := origin(e.Origin)
			var parts []any
			for _, p := range e.Parts {
				rows := []any{}
				for _, row := range p.Points {
					rows = append(rows, map[string]any{"text": row.Text, "values": worths(row.Values)})
				}
				parts = append(parts, map[string]any{"label": p.Label, "assumptions": p.Assumptions, "question": p.Question, "answer": p.Answer, "points": rows, "value": json.Number(hundredths(p.Value))})
			}
			record["id"], record["title"], record["statement"], record["parts"], record["value"] = e.ID, e.Title, e.Statement, parts, json.Number(hundredths(e.Value))
			write(record)
		}
		for _, q := range want.Questions {
			record := origin(q.Origin)
			record["id"], record["stem"], record["options"], record["key"] = q.ID, q.Stem, q.Options, q.Key
			write(record)
		}
		r := newFileReader("p.jsonl")
		r.read([]byte(b.String()))
		got := &Collection{Essays: r.essays}
		for _, q := range r.questions {
			got.Questions = append(got.Questions, q.Question)
		}
		got.check()
		blank := func(o *Origin, like Origin) {
			if like.Exam == "" && o.Exam == "p" {
				o.Exam = ""
			}
			o.Field, o.Group, o.File, o.Line = like.Field, like.Group, like.File, like.Line
		}
		for i := range got.Essays {
			blank(&got.Essays[i].Origin, want.Essays[i].Origin)
		}
		for i := range got.Questions {
			blank(&got.Questions[i].Origin, want.Questions[i].Origin)
		}
		if diff := cmp.Diff(want.Essays, got.Essays, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("essays (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(want.Questions, got.Questions, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("questions (-want +got):\n%s", diff)
		}
	})
}

// What fits the schema is read without a doubt about its form, and what does not is told.
func TestSchema(t *testing.T) {
	schema := schematest.Compile(t, "exam.schema.json")
	for _, tt := range []struct {
		line string
		fits bool
	}{
		{`{"id":"1","area":"civil","day":"2020-01-31","language":"pt","statement":"s","parts":[{"question":"q","answer":"a","points":[{"text":"t"},{"text":"u","value":"0,65"}],"value":0.65}],"value":"0.65"}`, true},
		{`{"id":1,"area":"civil","question":"q","answer":"a","points":[{"text":"t","values":[0,0.55,0.65]}]}`, true},
		{`{"area":"civil","question":"q","options":["a","b"],"key":"b"}`, true},
		{`{"area":"civil","stem":"q","options":["a","b"],"key":[0,"B"]}`, true},
		{`{"area":"civil","stem":"q","options":["a","b"],"key":[]}`, false},
		{`{"area":"civil","stem":"q","options":["a"],"key":"A"}`, false},
		{`{"area":"civil","stem":"q","options":["a","b"],"key":"first"}`, false},
		{`{"area":"civil","stem":"q","options":["a","b"],"key":"A","hint":"h"}`, false},
		{`{"area":"civil","statement":"s"}`, false},
		{`{"area":"civil","question":"q","answer":"a","points":[{"text":"t","value":"much"}]}`, false},
		{`{"area":"civil","question":"q","answer":"a","points":[{"text":"t","value":0.655}]}`, false},
		{`{"area":"civil","question":"q","answer":"a","day":"31 May"}`, false},
		{`{"area":"civil","question":"q","answer":"a","language":"la"}`, false},
		{`{"area":"civil","statement":"s","parts":[{"question":"q"}]}`, false},
	} {
		err := schematest.Validate(schema, []byte(tt.line))
		faults := collected("a.jsonl", []byte(tt.line), ShippedTaxonomy()).Faults
		if (err == nil) != tt.fits || (len(faults) == 0) != tt.fits {
			t.Errorf("%s: schema says %v, faults %v: want fits = %v", tt.line, err, faults, tt.fits)
		}
	}
}
