package command_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/internal/longtest"
)

var (
	consoleBlock = regexp.MustCompile("(?s)```console\n(.*?)```")
	jsonBlock    = regexp.MustCompile("(?s)```json\n(.*?)```")
	commandLine  = regexp.MustCompile(`^\$ go run \./cmd/([a-z]+)(.*)$`)
	link         = regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)|(?:src|href)="([^"#:]+)"`)
	sourcePath   = regexp.MustCompile(`(?:^|[\s(\x60]|\./)((?:pipeline|schemas|cmd|docs|\.ci)/[A-Za-z0-9_/*-]+(?:\.[a-z]+)*)`)
	goName       = regexp.MustCompile("`([a-z]+)\\.([A-Z]\\w*)`")
	testName     = regexp.MustCompile(`go test .*-(?:run|bench) '?\^?((?:Test|Benchmark)\w+)\$?'?.* \./(pipeline[\w/]*)`)
)

// pages returns the pages a reader is sent to, as paths from the repository's root, in
// the order in which their commands are run.
func pages(t *testing.T) []string {
	t.Helper()
	docs, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(docs) == 0 {
		t.Fatalf("docs has no pages (error %v): want at least one", err)
	}
	all := []string{"README.md", "README.zh-CN.md"}
	for _, name := range docs {
		all = append(all, "docs/"+filepath.Base(name))
	}
	return all
}

// TestReadme runs the console blocks of README.md and docs, in order and in one
// directory, and compares what the commands print with what the pages show. A line "…"
// ends the part of an output that a page shows. The task that docs/method.md follows
// must be one of those made. With -short only README.md is tested. UPDATE=1 writes what
// the commands print, and another such task if that one is gone.
func TestReadme(t *testing.T) {
	t.Parallel()
	longtest.Need(t, "whole runs of both default worlds")
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(filepath.Join(root, "pipeline"), filepath.Join(dir, "pipeline")); err != nil {
		t.Fatal(err)
	}
	all := pages(t)
	if testing.Short() {
		all = all[:1]
	}
	for _, name := range all {
		path := filepath.Join(root, name)
		text := read(t, path)
		got := consoleBlock.ReplaceAllStringFunc(text, func(block string) string {
			return "```console\n" + replayed(t, dir, consoleBlock.FindStringSubmatch(block)[1]) + "```"
		})
		switch {
		case got == text:
		case os.Getenv("UPDATE") != "":
			if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		default:
			t.Errorf("%s shows other results than its commands print (UPDATE=1 writes them):\n%s", name, got)
		}
		if name == "README.md" && !consoleBlock.MatchString(text) {
			t.Errorf("%s has no console block: want at least one", name)
		}
	}
	if testing.Short() {
		return
	}
	followTask(t, filepath.Join(root, "docs", "method.md"), slices.Collect(strings.Lines(read(t, filepath.Join(dir, "en", "check", "tasks.jsonl")))))
}

// replayed runs each command of a console block in dir and returns the block with what
// the commands print. Of an output that the block ends with "…" it returns as many lines
// as the block shows.
func replayed(t *testing.T, dir, block string) string {
	t.Helper()
	var out strings.Builder
	lines := strings.Split(strings.TrimSuffix(block, "\n"), "\n")
	for i := 0; i < len(lines); {
		m := commandLine.FindStringSubmatch(lines[i])
		if m == nil {
			t.Fatalf("%q: want $ go run ./cmd/NAME, and then what it prints", lines[i])
		}
		first := i + 1
		for i = first; i < len(lines) && !strings.HasPrefix(lines[i], "$ "); i++ {
		}
		printed := run(t, dir, m[1], strings.Fields(m[2])...)
		if i > first && lines[i-1] == "…" {
			all := strings.SplitAfter(printed, "\n")
			printed = strings.Join(all[:min(i-1-first, len(all))], "") + "…\n"
		}
		out.WriteString(m[0] + "\n" + printed)
	}
	return out.String()
}

// followTask checks that the fields of the task that a page shows are those of the task of
// the same ID in tasks. With UPDATE=1 it shows the first task with the path and the
// operators of the task that was shown, since the page explains those.
func followTask(t *testing.T, page string, tasks []string) {
	t.Helper()
	text := read(t, page)
	at := jsonBlock.FindStringSubmatchIndex(text)
	if at == nil {
		t.Fatalf("%s has no JSON block: want the task that it follows", page)
	}
	var shown, task map[string]any
	unmarshal(t, []byte(text[at[2]:at[3]]), &shown)
	update := os.Getenv("UPDATE") != ""
	find := func(fits func() bool) int {
		return slices.IndexFunc(tasks, func(line string) bool {
			task = nil
			unmarshal(t, []byte(line), &task)
			return fits()
		})
	}
	i := find(func() bool { return task["id"] == shown["id"] })
	if i < 0 && update {
		i = find(func() bool { return task["path"] == shown["path"] && slices.Equal(operators(task), operators(shown)) })
	}
	if i < 0 {
		t.Fatalf("%s shows task %v: want one of the tasks that are made (UPDATE=1 takes another with its path and operators)", page, shown["id"])
	}
	if update {
		text = text[:at[2]] + excerpt(t, tasks[i]) + text[at[3]:]
		if err := os.WriteFile(page, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	for field := range shown {
		if diff := cmp.Diff(shown[field], task[field]); diff != "" {
			t.Errorf("%s, task %v: %s differs from the task that is made (-shown +made):\n%s", page, shown["id"], field, diff)
		}
	}
}

// operators returns the operators of a task's program, in order.
func operators(task map[string]any) (ops []any) {
	plan, _ := task["plan"].(map[string]any)
	nodes, _ := plan["nodes"].([]any)
	for _, n := range nodes {
		node, _ := n.(map[string]any)
		ops = append(ops, node["op"])
	}
	return ops
}

// excerpt returns the fields of a task, one JSON object, that docs/method.md shows: a node
// and a check a line.
func excerpt(t *testing.T, line string) string {
	t.Helper()
	var task, plan map[string]json.RawMessage
	unmarshal(t, []byte(line), &task)
	unmarshal(t, task["plan"], &plan)
	rows := func(indent string, list json.RawMessage) string {
		var all []json.RawMessage
		unmarshal(t, list, &all)
		lines := make([]string, len(all))
		for i, row := range all {
			lines[i] = indent + "  " + string(row)
		}
		return "[\n" + strings.Join(lines, ",\n") + "\n" + indent + "]"
	}
	var fields []string
	for _, name := range []string{"id", "type", "path", "plan", "draft", "question", "answer", "key_answer", "key_middle", "checks"} {
		shown := string(task[name])
		switch name {
		case "plan":
			shown = "{\n    \"nodes\": " + rows("    ", plan["nodes"]) + ",\n    \"answers\": " + rows("    ", plan["answers"]) + "\n  }"
		case "checks":
			shown = rows("  ", task[name])
		}
		fields = append(fields, fmt.Sprintf("  %q: %s", name, shown))
	}
	return "{\n" + strings.Join(fields, ",\n") + "\n}\n"
}

// unmarshal reads JSON that the commands wrote.
func unmarshal(t *testing.T, b []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(b, v); err != nil {
		t.Fatal(err)
	}
}

// TestPagesPointSomewhere checks that every link, source file, Go name and test that a
// page names is there.
func TestPagesPointSomewhere(t *testing.T) {
	root := filepath.Join("..", "..")
	for _, name := range append(pages(t), "CONTRIBUTING.md", "out/README.md") {
		text := read(t, filepath.Join(root, name))
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			path := filepath.Join(root, filepath.Dir(name), m[1]+m[2])
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s links to %s%s: want a file of the repository", name, m[1], m[2])
			}
		}
		for _, m := range sourcePath.FindAllStringSubmatch(text, -1) {
			pattern := strings.NewReplacer("LANGUAGE", "*", "NAME", "*").Replace(strings.TrimRight(m[1], "/"))
			if found, err := filepath.Glob(filepath.Join(root, pattern)); err != nil || len(found) == 0 {
				t.Errorf("%s names %s: want a file of the repository", name, m[1])
			}
		}
		for _, m := range goName.FindAllStringSubmatch(text, -1) {
			files, err := filepath.Glob(filepath.Join(root, "pipeline", "*", m[1], "*.go"))
			more, _ := filepath.Glob(filepath.Join(root, "pipeline", m[1], "*.go"))
			if err != nil {
				t.Fatal(err)
			}
			declared := regexp.MustCompile(`(?m)^(?:func|type|var|const|\t) ?` + m[2] + `\b`)
			if !slices.ContainsFunc(append(files, more...), func(file string) bool { return declared.MatchString(read(t, file)) }) {
				t.Errorf("%s names %s.%s: want an exported name of that package", name, m[1], m[2])
			}
		}
		for _, m := range testName.FindAllStringSubmatch(text, -1) {
			files, err := filepath.Glob(filepath.Join(root, m[2], "*_test.go"))
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(files, func(file string) bool { return strings.Contains(read(t, file), "func "+m[1]) }) {
				t.Errorf("%s names %s of %s: want a test or benchmark there", name, m[1], m[2])
			}
		}
	}
}
