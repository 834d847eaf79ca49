package command_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// guideBlock matches a block of docs/guide.md: its language, its file if it is one, and its text.
var guideBlock = regexp.MustCompile("(?s)```([a-z-]+)(?: ([^\\n]+))?\n(.*?)```")

// TestGuide does what docs/guide.md says in an empty directory: it writes the files, makes the
// corrections, runs the commands, and compares what they print with what the page shows. UPDATE=1
// writes what they print, and answers to the tasks that are made.
func TestGuide(t *testing.T) {
	t.Parallel()
	dir, page := t.TempDir(), filepath.Join("..", "..", "docs", "guide.md")
	text, commands := read(t, page), 0
	got := guideBlock.ReplaceAllStringFunc(text, func(block string) string {
		m := guideBlock.FindStringSubmatch(block)
		language, name, body := m[1], m[2], m[3]
		file := filepath.Join(dir, filepath.FromSlash(name))
		switch {
		case language == "sh-session":
			commands++
			body = replayed(t, dir, body)
		case language == "diff":
			correct(t, file, body)
		case name == "answers.jsonl" && os.Getenv("UPDATE") != "":
			body = someAnswers(t, filepath.Join(dir, "out", "check", "tasks.jsonl"))
			fallthrough
		case name != "":
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(body), 0o777); err != nil {
				t.Fatal(err)
			}
		}
		head, _, _ := strings.Cut(block, "\n")
		return head + "\n" + body + "```"
	})
	if commands < 5 {
		t.Errorf("%s has %d blocks of commands: want at least 5", page, commands)
	}
	switch {
	case got == text:
	case os.Getenv("UPDATE") != "":
		if err := os.WriteFile(page, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("docs/guide.md shows other results than its commands print (UPDATE=1 writes them):\n%s", got)
	}
}

// correct puts the lines of a block that begin with + in the place of those that begin with -.
func correct(t *testing.T, file, block string) {
	t.Helper()
	var before, after strings.Builder
	for line := range strings.Lines(block) {
		if rest, ok := strings.CutPrefix(line, "-"); ok {
			before.WriteString(rest)
		} else if rest, ok := strings.CutPrefix(line, "+"); ok {
			after.WriteString(rest)
		}
	}
	text := read(t, file)
	if strings.Count(text, before.String()) != 1 {
		t.Fatalf("%s has these lines not once:\n%s", file, before.String())
	}
	if err := os.WriteFile(file, []byte(strings.Replace(text, before.String(), after.String(), 1)), 0o666); err != nil {
		t.Fatal(err)
	}
}

// someAnswers answers the tasks of a file, every third one wrongly.
func someAnswers(t *testing.T, file string) string {
	t.Helper()
	tasks, err := task.Read(strings.NewReader(read(t, file)), file)
	if err != nil {
		t.Fatal(err)
	}
	var lines strings.Builder
	for i, one := range tasks {
		answer := one.Answer
		if i%3 == 2 {
			answer = "I do not know."
		}
		line, err := json.Marshal(struct {
			ID     string `json:"id"`
			Answer string `json:"answer"`
		}{one.ID, answer})
		if err != nil {
			t.Fatal(err)
		}
		lines.Write(append(line, '\n'))
	}
	return lines.String()
}
