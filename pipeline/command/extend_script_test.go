package command_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
)

// toyLookups are the lookups of the toy world: the table that each reads, and the columns one of which
// has the identifier.
var toyLookups = map[string]struct {
	table   string
	columns []string
}{
	"get_company":       {"Company", []string{"公司名称"}},
	"get_company_cases": {"Case", []string{"关联公司"}},
	"get_case":          {"Case", []string{"案号"}},
	"get_court":         {"Court", []string{"法院名称", "法院代字"}},
}

// recorded is what a recount reads of a task.
type recorded struct {
	ID         string `json:"id"`
	Question   string `json:"question"`
	Provenance struct {
		Predecessor string `json:"predecessor"`
	} `json:"provenance"`
	Steps []struct {
		Tool      string `json:"tool"`
		Arguments struct {
			Identifier string   `json:"identifier"`
			Columns    []string `json:"columns"`
		} `json:"arguments"`
		Observation json.RawMessage `json:"observation"`
	} `json:"steps"`
}

// recountStale holds the tasks that an extension retires to those of which some lookup selects other
// cells, by scans of the files: recount RUN TABLES NEWTABLES EXTENDED COUNT. The others must be there as
// they were, apart from the certificates.
func recountStale(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 5 {
		ts.Fatalf("usage: recount RUN TABLES NEWTABLES EXTENDED COUNT")
	}
	asked, old := map[string]int{}, map[string]bool{}
	was, is := lines(ts, args[0]+"/check/tasks.jsonl"), map[string][]byte{}
	for _, line := range lines(ts, args[3]+"/check/tasks.jsonl") {
		is[decoded[recorded](ts, line).ID] = line
	}
	var want, got []string
	for _, line := range was {
		t := decoded[recorded](ts, line)
		asked[t.Question]++
		old[t.ID] = true
		if staleByScan(ts, &t, args[1], args[2]) {
			want = append(want, t.ID)
			continue
		}
		if a, b := withoutChecks(ts, line), withoutChecks(ts, is[t.ID]); a != b {
			ts.Fatalf("task %s was\n%s\nand is\n%s", t.ID, a, b)
		}
	}
	for _, line := range lines(ts, args[3]+"/extension/retired.jsonl") {
		got = append(got, decoded[recorded](ts, line).ID)
	}
	for _, line := range is {
		if t := decoded[recorded](ts, line); !old[t.ID] && asked[t.Question] == 0 == (t.Provenance.Predecessor != "") {
			ts.Fatalf("task %s, the successor of %q, asks %s: want an old question of a successor, and no other task with one", t.ID, t.Provenance.Predecessor, t.Question)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if n, err := strconv.Atoi(args[4]); err != nil || len(want) != n {
		ts.Fatalf("%d of %d tasks read a cell that changed: want %s", len(want), len(was), args[4])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		ts.Fatalf("retired (-recount +extension):\n%s", diff)
	}
}

// compareOutcomes holds what an extension made of the tasks of a set to what several made, one after the other:
// outcomes RUN ONCE FIRST ... LAST. The same tasks are kept, to the byte, and the others retired.
func compareOutcomes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 4 {
		ts.Fatalf("usage: outcomes RUN ONCE FIRST ... LAST")
	}
	outcome := func(runs []string) map[string]string {
		fates := map[string]string{}
		for _, dir := range runs {
			for _, line := range lines(ts, dir+"/extension/retired.jsonl") {
				fates[decoded[recorded](ts, line).ID] = "retired"
			}
		}
		for _, line := range lines(ts, runs[len(runs)-1]+"/check/tasks.jsonl") {
			fates[decoded[recorded](ts, line).ID] += string(line)
		}
		return fates
	}
	once, several := outcome(args[1:2]), outcome(args[2:])
	kept, retired := 0, 0
	for _, line := range lines(ts, args[0]+"/check/tasks.jsonl") {
		id := decoded[recorded](ts, line).ID
		switch {
		case once[id] == "" || once[id] != several[id]:
			ts.Fatalf("task %s is\n%s\nof one extension, and of several\n%s", id, once[id], several[id])
		case once[id] == "retired":
			retired++
		default:
			kept++
		}
	}
	if kept == 0 || retired == 0 {
		ts.Fatalf("%d tasks kept and %d retired: want some of both", kept, retired)
	}
}

// staleByScan reports whether a lookup of a task selects other cells in the later tables.
func staleByScan(ts *testscript.TestScript, t *recorded, before, after string) bool {
	for _, s := range t.Steps {
		l, ok := toyLookups[s.Tool]
		if !ok {
			if s.Arguments.Identifier != "" {
				ts.Fatalf("task %s calls %s, a lookup that is not recounted", t.ID, s.Tool)
			}
			continue
		}
		old := scan(ts, filepath.Join(before, l.table+".jsonl"), l.columns, s.Arguments.Identifier, s.Arguments.Columns)
		if rows := bytes.Count(s.Observation, []byte("{")); rows != len(old) {
			ts.Fatalf("task %s: %s %s found %d rows, a scan finds %d", t.ID, s.Tool, s.Arguments.Identifier, rows, len(old))
		}
		if !slices.Equal(old, scan(ts, filepath.Join(after, l.table+".jsonl"), l.columns, s.Arguments.Identifier, s.Arguments.Columns)) {
			return true
		}
	}
	return false
}

// scan returns some columns of the rows of a file that have an identifier, each row as one text.
func scan(ts *testscript.TestScript, file string, in []string, identifier string, columns []string) (found []string) {
	for _, line := range lines(ts, file) {
		row := decoded[map[string]json.RawMessage](ts, line)
		if !slices.ContainsFunc(in, func(c string) bool { return string(row[c]) == strconv.Quote(identifier) }) {
			continue
		}
		text := ""
		for _, c := range columns {
			text += string(row[c]) + "|"
		}
		found = append(found, text)
	}
	return found
}

func lines(ts *testscript.TestScript, file string) (all [][]byte) {
	b, err := os.ReadFile(ts.MkAbs(file))
	ts.Check(err)
	in := bufio.NewScanner(bytes.NewReader(b))
	in.Buffer(nil, len(b)+1)
	for in.Scan() {
		all = append(all, slices.Clone(in.Bytes()))
	}
	return all
}

func decoded[T any](ts *testscript.TestScript, line []byte) (v T) {
	ts.Check(json.Unmarshal(line, &v))
	return v
}

// withoutChecks returns a task's record without its verdicts.
func withoutChecks(ts *testscript.TestScript, line []byte) string {
	if line == nil {
		return "not there"
	}
	record := decoded[map[string]json.RawMessage](ts, line)
	delete(record, "checks")
	b, err := json.Marshal(record)
	ts.Check(err)
	return string(b)
}

// alterTables copies the toy world's tables with changes as those of swap: altered DIR [TABLE OLD NEW ...]
func alterTables(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args)%3 != 1 {
		ts.Fatalf("usage: altered DIR [TABLE OLD NEW ...]")
	}
	dir := ts.MkAbs(args[0])
	ts.Check(os.CopyFS(dir, os.DirFS(ts.Getenv("TOY"))))
	for change := range slices.Chunk(args[1:], 3) {
		file := filepath.Join(dir, change[0]+".jsonl")
		ts.Check(os.Chmod(file, 0o666))
		swapText(ts, false, []string{file, change[1], change[2]})
	}
}

// renameText replaces a text in files, wherever it stands: rename OLD NEW FILE ... A \n in NEW is a line break.
func renameText(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: rename OLD NEW FILE ...")
	}
	for _, name := range args[2:] {
		file := ts.MkAbs(name)
		b, err := os.ReadFile(file)
		ts.Check(err)
		if !bytes.Contains(b, []byte(args[0])) {
			ts.Fatalf("%s has no %q", name, args[0])
		}
		ts.Check(os.WriteFile(file, bytes.ReplaceAll(b, []byte(args[0]), []byte(strings.ReplaceAll(args[1], `\n`, "\n"))), 0o666))
	}
}

// swapText changes a file: swap FILE OLD NEW. OLD, which must be there, becomes NEW where it first stands; the
// line that has OLD goes if NEW is -, and NEW is a new last line if OLD is +. An OLD of
// ~ turns the lines round.
func swapText(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: swap FILE OLD NEW")
	}
	file, was, is := ts.MkAbs(args[0]), args[1], args[2]
	b, err := os.ReadFile(file)
	ts.Check(err)
	text := string(b)
	switch {
	case was == "+":
		text += is + "\n"
	case was == "~":
		rows := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		slices.Reverse(rows)
		text = strings.Join(rows, "\n") + "\n"
	case !strings.Contains(text, was):
		ts.Fatalf("%s has no %q", file, was)
	case is == "-":
		at := strings.Index(text, was)
		begin, end := strings.LastIndexByte(text[:at], '\n')+1, at+strings.IndexByte(text[at:], '\n')+1
		text = text[:begin] + text[end:]
	default:
		text = strings.Replace(text, was, is, 1)
	}
	ts.Check(os.WriteFile(file, []byte(text), 0o666))
}
