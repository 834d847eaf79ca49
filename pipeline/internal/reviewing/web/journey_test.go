package web_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/browsertest"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// toyTasks is how many tasks the flags of [toyRun] make.
const toyTasks = 8

// toyRun is the program, over a small run directory.
type toyRun struct {
	binary, dir string
	flags       []string
}

func newToyRun(t *testing.T) *toyRun {
	t.Helper()
	r := &toyRun{binary: filepath.Join(t.TempDir(), "verify"), dir: filepath.Join(t.TempDir(), "out")}
	r.flags = []string{"-domain", "toy", "-corpus", filepath.Join("..", "..", "..", "command", "testdata", "toy"), "-lang", "en", "-paths", "4,2,2", "-entities", "1", "-variants", "1", "-out", r.dir}
	if out, err := exec.Command("go", "build", "-o", r.binary, "github.com/taskgrove/taskgrove/cmd/verify").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return r
}

// run runs a subcommand to its end.
func (r *toyRun) run(t *testing.T, words ...string) {
	t.Helper()
	if out, err := exec.Command(r.binary, append(words, r.flags...)...).CombinedOutput(); err != nil {
		t.Fatalf("verify %q: %v\n%s", words, err, out)
	}
}

// serve starts the page and returns its address; stop ends it as Ctrl-C does.
func (r *toyRun) serve(t *testing.T) (address string, stop func()) {
	t.Helper()
	cmd := exec.Command(r.binary, append([]string{"serve", "-listen", "127.0.0.1:0"}, r.flags...)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := false
	stop = func() {
		if ended {
			return
		}
		ended = true
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("verify serve: %v\n%s", err, stderr.Bytes())
		}
	}
	t.Cleanup(stop)
	line, err := bufio.NewReader(out).ReadString('\n')
	address, ok := strings.CutPrefix(strings.TrimSpace(line), "review page: ")
	if err != nil || !ok {
		t.Fatalf("verify serve printed %q: %v", line, err)
	}
	return address, stop
}

// invite makes a link for a role at the keyboard, whose name begins with a letter.
func (b tab) invite(letter, note string) string {
	b.T.Helper()
	before := look[string](b, `document.querySelector(".made input")?.value ?? ""`)
	b.tabTo("main form select")
	b.Press(letter)
	b.tabTo("main form input")
	b.Press(note, "Enter")
	b.Wait(`(document.querySelector(".made input")?.value ?? "") !== ` + quote(before))
	return look[string](b, `document.querySelector(".made input").value`)
}

// Two annotators and a senior review eight tasks from the first look to the dataset
// without ever touching a pointer: they differ, edit, take back and settle.
func TestPageAtTheKeyboard(t *testing.T) {
	t.Parallel()
	browsertest.Require(t)
	r := newToyRun(t)
	address, stop := r.serve(t)

	// The owner looks at no task, so that none is kept for her.
	owner := open(t, address+"/#/status")
	owner.join("Olga")
	owner.tabTo(`nav a[href="#/team"]`)
	owner.Press("Enter")
	owner.Wait(`document.querySelector("main form select")`)
	forAnn, forBen, seniors := owner.invite("a", "Ann"), owner.invite("a", "Ben"), owner.invite("s", "the senior")

	// The first annotator doubts after all what she approved, rejects one, and mends one.
	ann := open(t, forAnn)
	ann.join("Ann")
	var rejected, edited, doubted string
	id, n := ann.another(""), 0
	for ; id != ""; n++ {
		switch n {
		case 2:
			rejected = id
			ann.Press("r", "4", "Enter")
		case 4:
			edited = id
			ann.Press("e")
			ann.Wait(`document.activeElement.closest(".edit-form")`)
			ann.Press(" Please.")
			ann.sees(".verdict", "Still passes every check")
			ann.Press("Ctrl+Enter")
			ann.sees(".meta", "question")
			ann.Press("a", "Enter")
		case 6:
			doubted = id
			ann.Press("a", "Enter")
			ann.another(id)
			ann.Press("u")
			ann.sees(".panel", doubted)
			ann.Press("Enter")
			ann.Wait(`(` + shown + `) === ` + quote(doubted))
			ann.Press("d", "Enter")
		default:
			ann.Press("a", "Enter") // three keys are allowed; two do
		}
		id = ann.another(id)
	}
	if n != toyTasks {
		t.Fatalf("the first annotator was given %d tasks, want %d", n, toyTasks)
	}

	ben := open(t, forBen)
	ben.join("Ben")
	for id, n = ben.another(""), 0; id != ""; n++ {
		ben.Press("a", "Enter")
		id = ben.another(id)
	}
	if n != toyTasks {
		t.Fatalf("the second annotator was given %d tasks, want %d", n, toyTasks)
	}

	// What is in dispute comes to the senior first.
	sue := open(t, seniors)
	sue.join("Sue")
	id = sue.another("")
	for range 2 {
		switch id {
		case rejected:
			sue.sees(".settling", "ambiguous")
			sue.Press("v", "4", "Enter")
		case doubted:
			sue.sees(".settling", "doubt")
			sue.Press("f", "Enter")
		default:
			t.Fatalf("the senior is given %s, want %s or %s", id, rejected, doubted)
		}
		id = sue.another(id)
	}
	sue.tabTo(`nav a[href="#/status"]`)
	sue.Press("Enter")
	sue.Wait(fmt.Sprintf(`/\b%d\b/.test(document.querySelector(".tiles")?.innerText)`, toyTasks-1))
	sue.Shot("journey-status")
	stop()

	r.run(t, "export")
	var report review.StatusReport
	b, err := os.ReadFile(filepath.Join(r.dir, "reviewed", "report.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &report); err != nil {
		t.Fatal(err)
	}
	for _, s := range report.Statuses {
		want := map[task.ReviewStatus]int{review.Approved: toyTasks - 1, review.Rejected: 1}[s.Status]
		if s.Tasks != want {
			t.Errorf("%d tasks are %s, want %d", s.Tasks, s.Status, want)
		}
	}
	if report.Edits.Tasks != 1 || report.Decisions != 2*toyTasks+5 {
		t.Errorf("%d changed tasks, %d decisions; want 1 and %d", report.Edits.Tasks, report.Decisions, 2*toyTasks+5)
	}
	for _, p := range report.Pairs {
		if p.A == "Ann" && p.B == "Ben" && p.Tasks != toyTasks {
			t.Errorf("both annotators voted on %d tasks, want %d", p.Tasks, toyTasks)
		}
	}
	if tasks := r.lines(t, "reviewed", "tasks.jsonl"); len(tasks) != toyTasks {
		t.Errorf("%d tasks are exported, want %d", len(tasks), toyTasks)
	}
	if got := strings.Join(r.lines(t, "reviewed", "tasks.jsonl"), "\n"); strings.Count(got, " Please.") != 1 || !strings.Contains(got, edited) {
		t.Error("the edited question is not exported once")
	}
	r.flags = append(r.flags, "-approved")
	r.run(t, "export")
	if tasks := r.lines(t, "reviewed", "tasks.jsonl"); len(tasks) != toyTasks-1 {
		t.Errorf("%d approved tasks are exported, want %d", len(tasks), toyTasks-1)
	}
}

// lines are the lines of a file of the run.
func (r *toyRun) lines(t *testing.T, path ...string) []string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(r.dir, filepath.Join(path...)))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(b), "\n"), "\n")
}
