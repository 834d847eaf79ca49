package command_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/command"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest/batchtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/prompttest"
	"github.com/taskgrove/taskgrove/pipeline/rewrite"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// secret is a key that no file, log or message may show.
const secret = "sk-taskgrove-test-5f0c9d7e1b"

// user runs commands in a run directory on the toy world, with an environment.
type user struct {
	t    *testing.T
	out  string
	vars map[string]string
	said *bytes.Buffer // all they printed
}

func newUser(t *testing.T) *user {
	t.Helper()
	return &user{t, filepath.Join(t.TempDir(), "out"), map[string]string{"OPENAI_API_KEY": secret}, new(bytes.Buffer)}
}

// newSampledUser is a user whose tasks are sampled.
func newSampledUser(t *testing.T) *user {
	t.Helper()
	u := newUser(t)
	if err := copyRun("sampled", u.out); err != nil {
		t.Fatal(err)
	}
	return u
}

// run runs a command and returns its exit code and what it printed.
func (u *user) run(c cli.Command, args ...string) (code int, stdout, stderr string) {
	u.t.Helper()
	var out, errs bytes.Buffer
	code = c.Exec(context.Background(), cli.Env{
		Args:   append([]string{"-domain", "toy", "-corpus", os.Getenv("TOY"), "-paths", "6,3,2", "-depth", "3", "-out", u.out}, args...),
		Stdout: &out, Stderr: &errs, Now: time.Now,
		Getenv: func(name string) string { return u.vars[name] },
	})
	u.said.WriteString(out.String() + errs.String())
	return code, out.String(), errs.String()
}

// must runs a command that has to succeed.
func (u *user) must(c cli.Command, args ...string) string {
	u.t.Helper()
	code, stdout, stderr := u.run(c, args...)
	if code != cli.Done {
		u.t.Fatalf("%s %v exits with %d:\n%s%s", c.Name, args, code, stdout, stderr)
	}
	return stdout
}

// tasks reads an output of tasks.
func (u *user) tasks(name string) []*task.Task {
	u.t.Helper()
	f, err := os.Open(filepath.Join(u.out, name))
	if err != nil {
		u.t.Fatal(err)
	}
	defer f.Close()
	tasks, err := task.Read(f, name)
	if err != nil || len(tasks) == 0 {
		u.t.Fatal(len(tasks), err)
	}
	return tasks
}

func (u *user) account() (a rewrite.Account) {
	u.t.Helper()
	b, err := os.ReadFile(filepath.Join(u.out, "rewrite", "cost.json"))
	if err == nil {
		err = json.Unmarshal(b, &a)
	}
	if err != nil {
		u.t.Fatal(err)
	}
	return a
}

// serve starts a server whose model knows the user's drafts, and points the user to it.
func (u *user) serve(o llmtest.ServerOptions) *llmtest.ModelServer {
	u.t.Helper()
	d, err := domain.Open("toy")
	if err != nil {
		u.t.Fatal(err)
	}
	s, err := style.Open("toy", d, "zh")
	if err != nil {
		u.t.Fatal(err)
	}
	o.Script = prompttest.Model(d, map[string]*style.Style{"zh": s}, u.tasks("sample/tasks.jsonl"), 99)
	o.Key = secret
	server := llmtest.Start(u.t, o)
	u.vars["OPENAI_BASE_URL"] = server.URL
	return server
}

// A model writes the questions; what it answered is never asked for again.
func TestModel(t *testing.T) {
	t.Parallel()
	u := newSampledUser(t)
	server := u.serve(llmtest.ServerOptions{})
	drafts := len(u.tasks("sample/tasks.jsonl"))
	dry := u.must(command.Rewrite(), "-model", llmtest.DefaultModel, "-n")
	if server.Calls() != 0 || !strings.Contains(dry, "estimate") {
		t.Errorf("a dry run makes %d calls and prints:\n%s", server.Calls(), dry)
	}
	u.must(command.Rewrite(), "-model", llmtest.DefaultModel)
	calls := server.Calls()
	a := u.account()
	if a.Written < drafts*9/10 || a.Written+a.FellBack+a.Dropped != drafts || a.Offline != 0 {
		t.Errorf("%d drafts became %+v", drafts, a)
	}
	if a.Writing.Answers+a.RoundTrip.Answers != calls || a.RoundTrip.Answers < a.Written {
		t.Errorf("the account has %d and %d answers of %d calls", a.Writing.Answers, a.RoundTrip.Answers, calls)
	}
	for _, one := range u.tasks("rewrite/tasks.jsonl") {
		if one.Rewriter != llmtest.DefaultModel && one.Rewriter != "offline after "+llmtest.DefaultModel {
			t.Errorf("task %s has the rewriter %q", one.ID, one.Rewriter)
		}
	}
	before := contents(t, u.out)

	u.must(command.Bench(nil)) // asks nobody
	if err := os.RemoveAll(filepath.Join(u.out, "rewrite")); err != nil {
		t.Fatal(err)
	}
	u.must(command.Bench(nil)) // and neither does it where the stage is done again
	u.must(command.Rewrite(), "-workers", "1")
	after := contents(t, u.out)
	for name, content := range before {
		if strings.HasPrefix(name, "rewrite/") && after[name] != content {
			t.Errorf("%s differs when it is made again from what is recorded", name)
		}
	}
	if server.Calls() != calls {
		t.Errorf("%d calls more were made for nothing", server.Calls()-calls)
	}

	if err := os.Remove(filepath.Join(u.out, "llm", "answers.jsonl")); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(u.out, "rewrite")); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := u.run(command.Bench(nil)); code != cli.Failed || !strings.Contains(stderr, "run rewrite") || server.Calls() != calls {
		t.Errorf("bench without the answers exits with %d after %d calls: %s", code, server.Calls()-calls, stderr)
	}
	if u.must(command.Rewrite(), "-model", "offline"); u.account().Offline != drafts {
		t.Errorf("without a model: %+v", u.account())
	}
	u.keepsSecret()
}

// keepsSecret looks for the key in everything that was printed and written.
func (u *user) keepsSecret() {
	u.t.Helper()
	if strings.Contains(u.said.String(), secret) {
		u.t.Error("the key is printed")
	}
	err := filepath.WalkDir(filepath.Dir(u.out), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		if bytes.Contains(b, []byte(secret)) {
			u.t.Errorf("the key is in %s", path)
		}
		return err
	})
	if err != nil {
		u.t.Error(err)
	}
}

// Batches are submitted, left and collected, and give the questions that asking at
// once gives.
func TestModelBatch(t *testing.T) {
	t.Parallel()
	u := newSampledUser(t)
	server := u.serve(llmtest.ServerOptions{})
	batches := batchtest.Serve(server, 0)
	waits := 0
	for {
		code, _, stderr := u.run(command.Rewrite(), "-model", llmtest.DefaultModel, "-batch")
		if code == cli.Done {
			break
		}
		if waits++; code != cli.PartlyDone || !strings.Contains(stderr, "run again") || waits > 40 {
			t.Fatalf("wait %d exits with %d: %s", waits, code, stderr)
		}
	}
	if waits < 2 || server.Calls("/v1/chat/completions") != batches.Lines() {
		t.Errorf("%d waits, %d calls outside of batches", waits, server.Calls("/v1/chat/completions")-batches.Lines())
	}
	batch, err := os.ReadFile(filepath.Join(u.out, "rewrite", "tasks.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"rewrite", "llm"} {
		if err := os.RemoveAll(filepath.Join(u.out, dir)); err != nil {
			t.Fatal(err)
		}
	}
	u.must(command.Rewrite())
	single, err := os.ReadFile(filepath.Join(u.out, "rewrite", "tasks.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(single), string(batch)); diff != "" {
		t.Errorf("batches give other questions (-single +batch):\n%s", diff)
	}
	u.keepsSecret()
}

// What stands between the command and its answers is said, with what to do, and what
// was paid for is kept.
func TestModelFaults(t *testing.T) {
	t.Parallel()
	t.Run("key", func(t *testing.T) {
		t.Parallel()
		u := newSampledUser(t)
		u.serve(llmtest.ServerOptions{})
		u.vars["OPENAI_API_KEY"] = "sk-" + secret
		code, _, stderr := u.run(command.Rewrite(), "-model", llmtest.DefaultModel, "-v")
		wants(t, code, cli.Failed, stderr, "check the key in OPENAI_API_KEY", "0 answers in")
		u.keepsSecret()
	})
	t.Run("no key", func(t *testing.T) {
		t.Parallel()
		u := newSampledUser(t)
		u.vars = nil
		code, _, stderr := u.run(command.Rewrite(), "-model", "any")
		wants(t, code, cli.Failed, stderr, "api.openai.com needs a key", "OPENAI_API_KEY")
	})
	t.Run("model", func(t *testing.T) {
		t.Parallel()
		u := newSampledUser(t)
		u.serve(llmtest.ServerOptions{})
		code, _, stderr := u.run(command.Rewrite(), "-model", "nobody")
		wants(t, code, cli.Failed, stderr, "check -model")
	})
	t.Run("host", func(t *testing.T) {
		t.Parallel()
		u := newSampledUser(t)
		u.vars["OPENAI_BASE_URL"] = "http://127.0.0.1:1/v1"
		code, _, stderr := u.run(command.Rewrite(), "-model", llmtest.DefaultModel)
		wants(t, code, cli.Failed, stderr, "check the address")
	})
	t.Run("budget", func(t *testing.T) {
		t.Parallel()
		u := newSampledUser(t)
		server := u.serve(llmtest.ServerOptions{})
		code, _, stderr := u.run(command.Rewrite(), "-model", llmtest.DefaultModel, "-max-tokens", "9000")
		wants(t, code, cli.Failed, stderr, "raise -max-cost or -max-tokens", "answers in", "running again goes on")
		calls := server.Calls()
		if calls == 0 {
			t.Error("nothing was asked within the budget")
		}
		u.must(command.Rewrite(), "-model", llmtest.DefaultModel)
		if a := u.account(); a.Writing.Answers+a.RoundTrip.Answers != server.Calls() {
			t.Errorf("%d and %d answers of %d calls, %d of them before", a.Writing.Answers, a.RoundTrip.Answers, server.Calls(), calls)
		}
	})
	t.Run("price", func(t *testing.T) {
		t.Parallel()
		u := newSampledUser(t)
		server := u.serve(llmtest.ServerOptions{})
		prices := filepath.Join(t.TempDir(), "prices.yaml")
		if err := os.WriteFile(prices, []byte("currency: USD\nmodels:\n  another: {input: 1, output: 2}\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		code, _, stderr := u.run(command.Rewrite(), "-model", llmtest.DefaultModel, "-max-cost", "1", "-prices", prices)
		wants(t, code, cli.Failed, stderr, "give it a price")
		if server.Calls() != 0 {
			t.Errorf("%d calls without a price", server.Calls())
		}
	})
	for _, c := range []struct {
		args string
		want string
	}{
		{"-max-cost 1", "-prices"},
		{"-endpoint http://127.0.0.1:1/v1,weight=none", "weight=N"},
		{"-temperature 3", "from 0 to 2"},
		{"-attempts 0", "-attempts must be at least 1"},
		{"-model rehearsal", "-rehearse"},
		{"-rehearse -model another", "want -rehearse without -model"},
		{"-rehearse -batch", "and -batch"}, // which the next process would look for at another server
		{"-endpoint http://127.0.0.1:1/v1,key=" + secret, "the name of a variable"},
		{"-endpoint http://127.0.0.1:1/v1," + secret, "the name of a variable"},
	} {
		u := newUser(t)
		code, _, stderr := u.run(command.Rewrite(), strings.Fields(c.args)...)
		wants(t, code, cli.Misused, stderr, c.want)
		u.keepsSecret()
	}
	t.Run("key of an endpoint", func(t *testing.T) {
		t.Parallel()
		u := newSampledUser(t)
		code, _, stderr := u.run(command.Rewrite(), "-model", "any", "-endpoint", "http://"+secret+"@127.0.0.1:1/v1,key=OTHER")
		wants(t, code, cli.Failed, stderr, "127.0.0.1:1 needs a key", "variable OTHER")
		u.keepsSecret()
	})
}

// A dry run estimates what would be asked: without a key, beside a journal whose last
// answer was cut off, and nothing where nothing would be.
func TestModelEstimate(t *testing.T) {
	t.Parallel()
	u := newSampledUser(t)
	u.serve(llmtest.ServerOptions{})
	if dry := u.must(command.Rewrite(), "-model", llmtest.DefaultModel, "-seed", "2", "-n"); !strings.Contains(dry, "0 answers are recorded; for the drafts that are there") {
		t.Errorf("with drafts of another seed:\n%s", dry)
	}
	prices := filepath.Join(t.TempDir(), "prices.yaml")
	if err := os.WriteFile(prices, []byte("currency: USD\nmodels:\n  "+llmtest.DefaultModel+": {input: 0, output: 2}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var costs [2]float64
	for i, batch := range []string{"-batch=false", "-batch"} {
		dry := u.must(command.Rewrite(), "-model", llmtest.DefaultModel, "-prices", prices, batch, "-n")
		_, cost, _ := strings.Cut(dry, "cost ")
		if _, err := fmt.Sscanf(cost, "%f USD", &costs[i]); err != nil {
			t.Fatal(err, dry)
		}
	}
	if costs[0] == 0 || math.Abs(costs[1]-costs[0]/2) > 1e-9 {
		t.Errorf("costs %v by batches, %v without: want half", costs[1], costs[0])
	}
	u.must(command.Rewrite(), "-model", llmtest.DefaultModel)
	if dry := u.must(command.Rewrite(), "-n"); strings.Contains(dry, "estimate") {
		t.Errorf("with questions that are up to date:\n%s", dry)
	}
	answers := filepath.Join(u.out, "llm", "answers.jsonl")
	f, err := os.OpenFile(answers, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = f.WriteString(`{"crc`); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	before := contents(t, u.out)
	u.vars = nil
	dry := u.must(command.Rewrite(), "-temperature", "1", "-n")
	if !strings.Contains(dry, "estimate") || strings.Contains(dry, "not up to date") {
		t.Errorf("without a key:\n%s", dry)
	}
	if diff := cmp.Diff(before, contents(t, u.out)); diff != "" {
		t.Errorf("a dry run writes:\n%s", diff)
	}
}

// wants holds an exit code and a message.
func wants(t *testing.T, code, want int, stderr string, parts ...string) {
	t.Helper()
	if code != want {
		t.Errorf("exits with %d, want %d: %s", code, want, stderr)
	}
	for _, part := range parts {
		if !strings.Contains(stderr, part) {
			t.Errorf("%q is not said: %s", part, stderr)
		}
	}
}

// A rehearsal needs neither key nor network.
func TestRehearse(t *testing.T) {
	t.Parallel()
	u := newSampledUser(t)
	u.vars = nil
	stdout := u.must(command.Rewrite(), "-rehearse")
	if a := u.account(); a.Written == 0 || a.Model != "rehearsal" || !strings.Contains(stdout, "questions by rehearsal") {
		t.Errorf("%+v\n%s", a, stdout)
	}
	if err := os.RemoveAll(filepath.Join(u.out, "llm")); err != nil {
		t.Fatal(err)
	}
	code, _, stderr := u.run(command.Bench(nil), "-seed", "2")
	wants(t, code, cli.Failed, stderr, "run rewrite -rehearse")
}
