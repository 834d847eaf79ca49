package bench_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

func TestReadTasks(t *testing.T) {
	want := []*task.Task{
		{ID: "1", Type: "1-hop", Language: "zh", Question: "q", Answer: "a", KeyAnswer: []string{"k"}, KeyMiddle: []string{}, Path: "get_x"},
		{ID: "x", Type: "writing", Language: "zh", KeyAnswer: []string{"k", "k"}},
	}
	array := `[
 {"id": 1, "question": "q", "answer": "a", "key": ["k"], "key_middle": [], "type": "1-7-2", "way": "get_x"},
 {"id": "x", "key": ["k", "k"], "type": ""}
]`
	lines := "\ufeff" + `{"id": 1, "question": "q", "answer": "a", "key": ["k"], "key_middle": [], "type": "1-7-2", "way": "get_x"}

{"id": "x", "key": ["k", "k"], "type": ""}`
	var ours, parquet bytes.Buffer
	if err := task.Write(&ours, want); err != nil {
		t.Fatal(err)
	}
	if err := task.WriteParquet(&parquet, want); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"array": array, "lines": lines, "ours": ours.String(), "parquet": parquet.String()} {
		got, err := bench.ReadTasks([]byte(text), name)
		if err != nil {
			t.Errorf("ReadTasks(%s): %v", name, err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("ReadTasks(%s) (-want +got):\n%s", name, d)
		}
	}
}

func TestReadTasksParquetFaults(t *testing.T) {
	var b bytes.Buffer
	one := &task.Task{ID: "1", KeyAnswer: []string{"k"}}
	if err := task.WriteParquet(&b, []*task.Task{one, one, {ID: "2"}, {KeyAnswer: []string{"k"}}}); err != nil {
		t.Fatal(err)
	}
	tasks, err := bench.ReadTasks(b.Bytes(), "t.parquet")
	want := `t.parquet: row 2: id 1 again, as in row 1: want each id once
t.parquet: row 3: task 2 has no keywords: want at least one in key_answer
t.parquet: row 4: no id: want an id`
	if err == nil || err.Error() != want || tasks != nil {
		t.Errorf("ReadTasks = %v, %v, want no tasks and\n%s", tasks, err, want)
	}
}

func TestType(t *testing.T) {
	for name, want := range map[string]string{
		"": "writing", "1-7-2": "1-hop", "5-1": "5-hop", "10-2-3": "10-hop",
		"1-hop": "1-hop", "writing": "writing", "parallel": "parallel", "1": "1", "0-1": "0-1", "1-x": "1-x",
	} {
		if got := bench.PublishedType(name); got != want {
			t.Errorf("Type(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestTypeByID(t *testing.T) {
	for id, want := range map[string]string{
		"1": "1-hop", "80": "1-hop", "81": "2-hop", "160": "2-hop", "161": "3-hop", "193": "3-hop", "220": "3-hop",
		"221": "4-hop", "260": "4-hop", "261": "5-hop", "280": "5-hop", "281": "writing", "300": "writing",
		"0": "", "301": "", "-1": "", "+1": "", "01": "", "1.0": "", "x": "", "": "",
	} {
		if got := bench.TypeByID(id); got != want {
			t.Errorf("TypeByID(%q) = %q, want %q", id, got, want)
		}
	}
}

// LegalAgentBench's own file is grouped by the IDs of its tasks, and its report says so;
// a file that lacks one of its fields or has another ID keeps the names of its types.
func TestTypesOfOwnFile(t *testing.T) {
	one := func(id, fields string) string {
		return `{"id": ` + id + `, "question": "?", "key": ["k"]` + fields + `}`
	}
	for name, tt := range map[string]struct {
		text  string
		want  []string
		noted bool
	}{
		"own":         {one("193", `, "type": "2-15-1", "way": "a----b----c"`) + "\n" + one("283", `, "type": "", "way": ""`), []string{"3-hop", "writing"}, true},
		"another ID":  {one("193", `, "type": "2-15-1", "way": "a"`) + "\n" + one("301", `, "type": "1-1", "way": "a"`), []string{"2-hop", "1-hop"}, false},
		"no number":   {one("193", `, "type": "2-15-1", "way": "a"`) + "\n" + one(`"x"`, `, "type": "1-1", "way": "a"`), []string{"2-hop", "1-hop"}, false},
		"without way": {one("193", `, "type": "2-15-1"`), []string{"2-hop"}, false},
		"type absent": {one("193", `, "way": "a"`), []string{"writing"}, false},
		"ours":        {`{"id": "193", "type": "parallel", "path": "a", "key_answer": ["k"]}`, []string{"parallel"}, false},
		"ours, bare":  {`{"id": "x", "type": "", "path": "a", "key_answer": ["k"]}`, []string{""}, false},
	} {
		tasks, err := bench.ReadTasks([]byte(tt.text), name)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, tk := range tasks {
			got = append(got, tk.Type)
		}
		_, report := bench.ScoreAnswers("them", tasks, []bench.ExternalAnswer{{ID: tasks[0].ID}}, nil)
		if d := cmp.Diff(tt.want, got); d != "" || (len(report.Notes) > 0) != tt.noted {
			t.Errorf("%s: notes %q, types (-want +got):\n%s", name, report.Notes, d)
		}
	}
}

func TestReadAnswers(t *testing.T) {
	summary := "s"
	want := []bench.ExternalAnswer{{ID: "1", Answer: "a", Summary: &summary}, {ID: "2"}}
	for _, text := range []string{
		`{"id": 1, "res": "a", "summary": "s"}` + "\n" + `{"id": "2", "answer": null}`,
		`[{"id": "1", "answer": "a", "summary": "s"}, {"id": 2, "res": "", "summary": null}]`,
	} {
		got, err := bench.ReadAnswers([]byte(text), "a")
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("ReadAnswers(%q) (-want +got):\n%s", text, d)
		}
	}
}

func TestReadTokens(t *testing.T) {
	got, err := bench.ReadTokens([]byte(`{"id": 1, "input_token": 5, "output_token": 2, "total_token": 9}`+"\n"+`{"id": 2, "input_token": 5, "output_token": 2}`), "t")
	if err != nil {
		t.Fatal(err)
	}
	want := []bench.TokenCount{
		{ID: "1", Tokens: score.Tokens{Input: 5, Output: 2, Total: 9}},
		{ID: "2", Tokens: score.Tokens{Input: 5, Output: 2, Total: 7}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("ReadTokens (-want +got):\n%s", d)
	}
}

// Every fault of a file is told at once, each with its line.
func TestFaults(t *testing.T) {
	tasks := func(b []byte, name string) error { _, err := bench.ReadTasks(b, name); return err }
	answers := func(b []byte, name string) error { _, err := bench.ReadAnswers(b, name); return err }
	tokens := func(b []byte, name string) error { _, err := bench.ReadTokens(b, name); return err }
	trials := func(b []byte, name string) error { _, err := bench.ReadTrials(b, name); return err }
	tests := []struct {
		name string
		read func([]byte, string) error
		text string
		want []string // beginnings of the lines of the error
	}{
		{"lines", tasks, "{\"id\":1,\"key\":[\"k\"]}\nnonsense\n{\"id\":\"1\",\"key\":[\"k\"]}\n{\"id\":2,\"key\":[]}\n[1]\n{\"key\":[\"k\"]}\n{\"id\":1.5,\"key\":[\"k\"]}",
			[]string{"f:2: not JSON", "f:3: id 1 again, as in line 1", "f:4: task 2 has no keywords", "f:5: ", "f:6: no id", "f:7: id 1.5: want an integer or a string"}},
		{"array", tasks, "[{\"id\":1,\"key\":[\"k\"]},\n\n{\"id\":2,\n\"key\":3}\n, {\"id\":1,\"key\":[\"k\"]}]", []string{"f:3: ", "f:5: id 1 again, as in line 1"}},
		{"array broken off", tasks, "[{\"id\":1,\"key\":[\"k\"]},\n{\"id\":2", []string{"f:2: "}},
		{"array not closed", tasks, "[{\"id\":1,\"key\":[\"k\"]}\n", []string{"f:1: the array is broken off"}},
		{"more behind", tasks, "[]\n{}", []string{"f:1: more text behind the array"}},
		{"ours", tasks, `{"id":"1","key_answer":"k"}`, []string{"f:1: "}},
		{"parquet", tasks, "PAR1 and nothing more", []string{"f: "}},
		{"answers", answers, "{\"id\":1}\n{\"id\":2,\"res\":\"a\",\"answer\":\"b\"}\n{\"id\":3,\"res\":4}\n{\"id\":true,\"res\":\"a\"}\nnull",
			[]string{"f:1: neither res nor answer", "f:2: neither res nor answer, or both", "f:3: ", "f:4: id true", "f:5: "}},
		{"tokens", tokens, "{\"id\":1,\"input_token\":1}\n{\"id\":2,\"input_token\":1,\"output_token\":-2}\n{\"id\":3,\"input_token\":\"x\",\"output_token\":2}",
			[]string{"f:1: no input_token or no output_token", "f:2: a negative count", "f:3: "}},
		{"trials", trials, "{}\n{\"task\":1}", []string{"f:1: no task, agent or transcript", "f:2: "}},
	}
	for _, tt := range tests {
		err := tt.read([]byte(tt.text), "f")
		if err == nil {
			t.Errorf("%s: no error, want %q", tt.name, tt.want)
			continue
		}
		lines := strings.Split(err.Error(), "\n")
		for i, want := range tt.want {
			if len(lines) != len(tt.want) || !strings.HasPrefix(lines[i], want) || !strings.Contains(lines[i], "want") && tt.name != "parquet" {
				t.Errorf("%s: error %q, want lines that begin %q", tt.name, lines, tt.want)
				break
			}
		}
	}
}

func TestScoreMatchesByID(t *testing.T) {
	tasks := []*task.Task{
		{ID: "1", Type: "1-hop", Question: "?", KeyAnswer: []string{"甲乙"}},
		{ID: "2", Type: "1-hop", Question: "?", KeyAnswer: []string{"丙丁"}},
		{ID: "3", Type: "2-hop", Question: "?", KeyAnswer: []string{"戊己"}},
	}
	answers := []bench.ExternalAnswer{{ID: "9", Answer: "甲乙"}, {ID: "2", Answer: "丙丁"}, {ID: "1", Answer: "丙丁"}}
	counts := []bench.TokenCount{{ID: "2", Tokens: score.Tokens{Input: 3, Output: 1, Total: 4}}, {ID: "3"}}
	trials, report := bench.ScoreAnswers("them", tasks, answers, counts)
	if len(trials) != 2 || trials[0].Task != "1" || trials[1].Task != "2" {
		t.Errorf("Score: trials %+v, want tasks 1 and 2", trials)
	}
	if d := cmp.Diff(&bench.Unmatched{Tasks: []string{"3"}, Answers: []string{"9"}, Tokens: []string{"3"}}, report.Unmatched); d != "" {
		t.Errorf("unmatched (-want +got):\n%s", d)
	}
	var b strings.Builder
	if err := report.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	const want = `type   tasks  answered  success (paper)  process (paper)  success (strict)  process (strict)  tokens (mean)  tokens (total)
1-hop  2      2         0.5000           -                0.5000            -                 4.0            4
2-hop  1      0         -                -                -                 -                 -              -
ALL    3      2         0.5000           -                0.5000            -                 4.0            4
1 tasks without an answer: 3
1 answers without a task: 9
1 token counts without an answer: 3
`
	if d := cmp.Diff(want, b.String()); d != "" {
		t.Errorf("report (-want +got):\n%s", d)
	}
	if _, empty := bench.ScoreAnswers("them", tasks, nil, nil); len(empty.Agents) != 1 || empty.Agents[0].Rows[0].Tasks != 2 {
		t.Errorf("Score without answers: %+v, want one standing with all tasks", empty.Agents)
	}
}

// An answer without a summary has a process rate of 0 in paper mode, unless the agent was
// asked for none at all.
func TestScoreSummaries(t *testing.T) {
	tasks := []*task.Task{
		{ID: "a", Type: "1-hop", Question: "?", KeyAnswer: []string{"甲乙"}},
		{ID: "b", Type: "1-hop", Question: "?", KeyAnswer: []string{"丙丁"}},
	}
	summary := "甲乙"
	half := 0.5
	for name, tt := range map[string]struct {
		summary *string
		want    score.Mean
	}{
		"one of two": {&summary, score.Mean{N: 2, Mean: &half}},
		"none":       {nil, score.Mean{}},
	} {
		_, report := bench.ScoreAnswers("them", tasks, []bench.ExternalAnswer{{ID: "a", Answer: "甲乙", Summary: tt.summary}, {ID: "b", Answer: "丙丁"}}, nil)
		rows := report.Agents[0].Rows
		if d := cmp.Diff(tt.want, rows[len(rows)-1].Paper.Process); d != "" {
			t.Errorf("%s: process in paper mode (-want +got):\n%s", name, d)
		}
	}
}

func FuzzReadTasks(f *testing.F) {
	f.Add([]byte(`[{"id": 1, "key": ["k"], "type": "1-2"}, {"id": "2", "key": ["k"]}]`))
	f.Add([]byte("{\"id\": \"1\", \"key_answer\": [\"k\"]}\n\n{\"id\": 2, \"key\": []}"))
	f.Add([]byte("[1,\n[2"))
	f.Add([]byte("PAR1"))
	f.Fuzz(func(t *testing.T, b []byte) {
		tasks, err := bench.ReadTasks(b, "f")
		if err != nil && tasks != nil && !bytes.HasPrefix(b, []byte("PAR1")) {
			t.Errorf("ReadTasks(%q) gives both %d tasks and %v", b, len(tasks), err)
		}
		seen := map[string]bool{}
		for _, tk := range tasks {
			if err == nil && (tk.ID == "" || seen[tk.ID]) && !bytes.HasPrefix(b, []byte("PAR1")) {
				t.Errorf("ReadTasks(%q): id %q is empty or comes twice", b, tk.ID)
			}
			seen[tk.ID] = true
		}
	})
}

func FuzzReadAnswers(f *testing.F) {
	f.Add([]byte(`{"id": 1, "res": "a", "summary": "s"}`))
	f.Add([]byte(`[{"id": "1", "answer": null}]`))
	f.Add([]byte("[{\"id\": 1, \"res\": \"a\"}\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		answers, err := bench.ReadAnswers(b, "f")
		if err != nil && answers != nil {
			t.Errorf("ReadAnswers(%q) gives both answers and %v", b, err)
		}
		if _, err := bench.ReadTokens(b, "f"); err != nil && !strings.HasPrefix(err.Error(), "f:") {
			t.Errorf("ReadTokens(%q) = %v, want errors that begin with file and line", b, err)
		}
	})
}
