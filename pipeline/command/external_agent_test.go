package command_test

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// What people do with tasks in other tools, for scripts.

// fill fills in a sheet: two reject its first task, bo has another question for the second
// and approves that, and there is a remark on the third. With a name one reviewer does
// it all, and approves the second task as it was as well, or with a vote says that of the
// other question: fill SHEET FILLED [NAME [VOTE]]
func fill(ts *testscript.TestScript, _ bool, args []string) {
	b, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(b), "\ufeff"))).ReadAll()
	ts.Check(err)
	head, tasks := rows[0], rows[1:]
	filled := [][]string{head}
	set := func(task int, cells ...string) {
		row := slices.Clone(tasks[task])
		for i := 0; i < len(cells); i += 2 {
			row[slices.Index(head, cells[i])] = cells[i+1]
		}
		filled = append(filled, row)
	}
	one, other, vote := "A", "bo", "approve"
	if len(args) > 3 {
		other, vote = args[2], args[3]
	} else if len(args) > 2 {
		one, other = args[2], args[2]
		set(1, "by", other, "kind", "approve")
	}
	set(0, "by", one, "kind", "reject", "reason", "trivial", "note", "'=HYPERLINK(1)")
	set(0, "by", other, "kind", "Reject")
	question := tasks[1][slices.Index(head, "question")]
	set(1, "by", other, "kind", vote, "edited", question+"多谢。")
	set(2, "by", one, "note", "hm")
	set(3)
	f, err := os.Create(ts.MkAbs(args[1]))
	ts.Check(err)
	w := csv.NewWriter(f)
	ts.Check(w.WriteAll(filled))
	ts.Check(f.Close())
}

// annotate makes an export of Label Studio from the tasks it was given: an approval of the
// first by user 7, a doubt about the second, a cancelled annotation, and an approval of
// a task that is not there: annotate TASKS EXPORT
func annotate(ts *testscript.TestScript, _ bool, args []string) {
	var tasks []map[string]any
	readList(ts, args[0], &tasks)
	say := func(task int, by any, kind string, cancelled bool) {
		tasks[task]["annotations"] = []any{map[string]any{
			"id": 100 + task, "completed_by": by, "was_cancelled": cancelled, "lead_time": 3.5, "created_at": "2026-01-02T03:04:05.123456Z",
			"result": []any{map[string]any{"from_name": "decision", "type": "choices", "value": map[string]any{"choices": []string{kind}}}},
		}}
	}
	say(0, 7, "approve", false)
	say(1, map[string]any{"id": 8, "email": "dee@example.org"}, "doubt", false)
	say(2, 7, "approve", true)
	say(3, 7, "approve", false)
	tasks[3]["data"].(map[string]any)["task_id"] = "nowhere"
	writeList(ts, args[1], tasks[:4])
}

func readList(ts *testscript.TestScript, name string, list any) {
	b, err := os.ReadFile(ts.MkAbs(name))
	ts.Check(err)
	ts.Check(json.Unmarshal(b, list))
}

func writeList(ts *testscript.TestScript, name string, list any) {
	b, err := json.MarshalIndent(list, "", " ")
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(name), b, 0o666))
}
