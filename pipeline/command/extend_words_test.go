package command_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// rewordAnswers writes the toy tasks of a file as an earlier version would have made them: reworded FILE NEW MARK WORDS.
// Each answer that has MARK has WORDS now, in which {} is the answer of before.
func rewordAnswers(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: reworded FILE NEW MARK WORDS")
	}
	in, err := os.Open(ts.MkAbs(args[0]))
	ts.Check(err)
	defer in.Close()
	tasks, err := task.Read(in, args[0])
	ts.Check(err)
	d, err := domain.Open("toy")
	ts.Check(err)
	for i, t := range tasks {
		if strings.Contains(t.Answer, args[2]) {
			old := &task.Task{Answer: strings.ReplaceAll(args[3], "{}", t.Answer), KeyAnswer: t.KeyAnswer, KeyMiddle: t.KeyMiddle}
			tasks[i], err = t.InWordsOf(d, old)
			ts.Check(err)
		}
		tasks[i].Provenance.Versions["check"] = 1
	}
	ts.Check(os.MkdirAll(filepath.Dir(ts.MkAbs(args[1])), 0o777))
	out, err := os.Create(ts.MkAbs(args[1]))
	ts.Check(err)
	ts.Check(task.Write(out, tasks))
	ts.Check(out.Close())
}

// compareKept holds the tasks of a file to those of an extension of it: unchanged FILE EXTENDED COUNT. COUNT of them are
// there, with every byte but for their verdicts.
func compareKept(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: unchanged FILE EXTENDED COUNT")
	}
	is := map[string][]byte{}
	for _, line := range lines(ts, args[1]) {
		is[decoded[recorded](ts, line).ID] = line
	}
	kept := 0
	for _, line := range lines(ts, args[0]) {
		now := is[decoded[recorded](ts, line).ID]
		if now == nil {
			continue
		}
		kept++
		if a, b := withoutChecks(ts, line), withoutChecks(ts, now); a != b {
			ts.Fatalf("a task was\n%s\nand is\n%s", a, b)
		}
	}
	if strconv.Itoa(kept) != args[2] {
		ts.Fatalf("%d tasks of %s are in %s: want %s", kept, args[0], args[1], args[2])
	}
}
