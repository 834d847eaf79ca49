package command_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"github.com/taskgrove/taskgrove/pipeline/command"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/score/bert/onnx"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// commands are all five, as they are built, with the manuals of their sources.
var commands = map[string]func() cli.Command{
	"plantree": command.Plantree, "sample": command.Sample, "rewrite": command.Rewrite,
	"verify": command.Verify, "bench": benchCommand,
}

// benchCommand is bench with the encoders that it is built with.
func benchCommand() cli.Command {
	return command.Bench(func(dir string) (command.ClosableEncoder, error) { return onnx.Open(dir) })
}

func TestMain(m *testing.M) {
	programs := map[string]func(){}
	for name, c := range commands {
		programs[name] = func() {
			source, err := os.ReadFile(filepath.Join(os.Getenv("CMD"), name, "main.go"))
			if err != nil {
				panic(err)
			}
			command.Main(c(), string(source))
		}
	}
	testscript.Main(testMain{m}, programs)
}

// TestScripts runs whole commands on a toy world of three tables and six tools. With -short
// it runs one that does much at once.
func TestScripts(t *testing.T) {
	p := testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Vars = append(e.Vars, "STATUTES="+os.Getenv("STATUTES"), "PORTUGUESE="+os.Getenv("PORTUGUESE"), "GOVERNING="+os.Getenv("GOVERNING"), "TOY="+os.Getenv("TOY"), "ENCODER="+os.Getenv("ENCODER"), "CMD="+os.Getenv("CMD"))
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":     exits,
			"cmptree":   compareTrees,
			"sametasks": sameTasks,
			"truncate":  truncate,
			"fill":      fill,
			"annotate":  annotate,
			"review":    reviewItems,
			"startfrom": startScriptFrom,
			"recount":   recountStale,
			"outcomes":  compareOutcomes,
			"reworded":  rewordAnswers,
			"unchanged": compareKept,
			"altered":   alterTables,
			"swap":      swapText,
			"rename":    renameText,
		},
		UpdateScripts: os.Getenv("UPDATE") != "",
	}
	if testing.Short() {
		p.Dir, p.Files = "", []string{"testdata/script/agents.txtar"}
	}
	testscript.Run(t, p)
}

// startScriptFrom copies a run that tests share: startfrom NAME DIR
func startScriptFrom(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: startfrom NAME DIR")
	}
	ts.Check(copyRun(args[0], ts.MkAbs(args[1])))
}

// exits runs a command and holds its exit code: exits 2 bench -x
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND [ARG ...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := err.(interface{ ExitCode() int })
		if !ok {
			ts.Fatalf("%s: %v", args[1], err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("%s exits with %d: want %d", args[1], got, want)
	}
}

// unkeyed are the files of a run directory that hold times and settings.
var unkeyed = map[string]bool{"log.jsonl": true, "config.json": true, ".lock": true}

// compareTrees holds two run directories to the same files and bytes, apart from
// times and settings: cmptree out1 out2
func compareTrees(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: cmptree DIR DIR")
	}
	a, b := tree(ts, args[0]), tree(ts, args[1])
	same := len(a) == len(b)
	for name, content := range a {
		if b[name] != content {
			ts.Logf("%s differs", name)
			same = false
		}
	}
	if len(a) == 0 || same == neg {
		ts.Fatalf("%s and %s: %d and %d files, same: %v", args[0], args[1], len(a), len(b), same)
	}
}

func tree(ts *testscript.TestScript, dir string) map[string]string {
	files := map[string]string{}
	root := ts.MkAbs(dir)
	ts.Check(filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil || unkeyed[name] {
			return err
		}
		b, err := os.ReadFile(path)
		files[name] = string(b)
		return err
	}))
	return files
}

// sameTasks holds two files of tasks to the same questions and answers, in any
// order: sametasks FILE FILE
func sameTasks(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sametasks FILE FILE")
	}
	var lists [2][]string
	for i, name := range args {
		f, err := os.Open(ts.MkAbs(name))
		ts.Check(err)
		tasks, err := task.Read(f, name)
		f.Close()
		ts.Check(err)
		for _, t := range tasks {
			lists[i] = append(lists[i], fmt.Sprintf("%s %s %s %q %q", t.Type, t.Draft, t.Answer, t.KeyAnswer, t.KeyMiddle))
		}
		slices.Sort(lists[i])
	}
	if diff := cmp.Diff(lists[0], lists[1]); diff != "" || len(lists[0]) == 0 {
		ts.Fatalf("%d and %d tasks (-%s +%s):\n%s", len(lists[0]), len(lists[1]), args[0], args[1], diff)
	}
}

// truncate cuts a file to a number of bytes: truncate FILE N
func truncate(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), n))
}
