package cli

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain turns the test program into a command for the tests of [Main].
func TestMain(m *testing.M) {
	if os.Getenv("CLI_TEST_WAIT") != "" {
		Main(Command{Name: "toy", Run: func(ctx context.Context, env Env) error {
			if os.Getenv("CLI_TEST_WAIT") == "busy" {
				env.InFlight.Add(2)
				fmt.Fprintln(env.Stdout, "ready")
				select {}
			}
			fmt.Fprintln(env.Stdout, "ready")
			<-ctx.Done()
			return fmt.Errorf("stage tree: %w", context.Cause(ctx))
		}})
	}
	if os.Getenv("CLI_TEST_CORE") != "" {
		Main(Command{Name: "toy", Run: func(ctx context.Context, env Env) error {
			limit, err := exec.CommandContext(ctx, "sh", "-c", "ulimit -c").Output()
			env.Stdout.Write(limit)
			return err
		}})
	}
	if os.Getenv("CLI_TEST_MEMORY") != "" {
		Main(Command{Name: "toy", Run: func(context.Context, Env) error {
			var kept []byte
			for {
				kept = append(kept, bytes.Repeat([]byte{1}, 1<<26)...)
				if len(kept) == 0 {
					return nil
				}
			}
		}})
	}
	os.Exit(m.Run())
}

// greet is a command that fails in each way on request.
func greet(ctx context.Context, env Env) error {
	f := NewFlags(Help{
		Usage: "greet [flags]", Doc: "Greet says hello.", Notes: "Nobody is kept.\n",
		Examples: []Example{{"greet -n 2", "greet twice"}, {Line: "greet"}},
	})
	n := f.Int("n", 1, "`times` to greet")
	fail := ""
	f.Common(func(fs *flag.FlagSet) {
		fs.Func("color", "`shade` of the greeting", func(s string) error { return fmt.Errorf("%q: want green", s) })
		fs.StringVar(&fail, "fail", "", "how to fail, which is said here at such a length that it takes a second line")
	})
	if err := f.Parse(env.Args); err != nil {
		return err
	}
	if err := NoArgs(f.Args()); err != nil {
		return err
	}
	if *n < 1 {
		return Usage(fmt.Sprintf("-n must be at least 1, not %d", *n))
	}
	for range *n {
		fmt.Fprintln(env.Stdout, "hello")
	}
	switch fail {
	case "partly":
		return fmt.Errorf("greet: %w", Partial(2))
	case "faults":
		return errors.Join(errors.New("a.csv:3: no such column"), errors.New("a.csv:4: no such column"))
	case "twice":
		return errors.Join(errors.New("a.csv: no such file"), errors.New("a.csv: no such file"))
	case "ctx":
		return fmt.Errorf("stage greet: %w", ctx.Err())
	}
	return nil
}

func TestExec(t *testing.T) {
	const head = `usage: greet [flags]

  greet -n 2            greet twice
  greet

Greet says hello.

Flags:
  -n times              times to greet (default 1)
`
	const short = head + `
Common flags, explained by -h all:
  -color -fail
`
	const long = head + `
Common flags:
  -color shade          shade of the greeting
  -fail string          how to fail, which is said here at such a length that it takes a
                        second line

Nobody is kept.

The manual.
`
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tc := range []struct {
		args           string
		ctx            context.Context
		code           int
		stdout, stderr string
	}{
		{"", nil, 0, "hello\n", ""},
		{"-n 2", nil, 0, "hello\nhello\n", ""},
		{"-h", nil, 0, short, ""},
		{"-n 2 -help", nil, 0, short, ""},
		{"-h all", nil, 0, long, ""},
		{"-version", nil, 0, "greet " + versionLine() + "\n", ""},
		{"-x", nil, 2, "", "greet: unknown flag -x (see -h)\n"},
		{"-n x", nil, 2, "", "greet: invalid value \"x\" for flag -n: parse error (see -h)\n"},
		{"-n 0", nil, 2, "", "greet: -n must be at least 1, not 0 (see -h)\n"},
		{"you", nil, 2, "", "greet: unexpected argument \"you\" (see -h)\n"},
		{"you -n 0", nil, 2, "", "greet: unexpected argument \"you\" (see -h)\n"},
		{"you -x", nil, 2, "", "greet: unknown flag -x (see -h)\n"},
		{"you -h all", nil, 0, long, ""},
		{"-n 2 -- -n", nil, 2, "", "greet: unexpected argument \"-n\" (see -h)\n"},
		{"-fai partly", nil, 2, "", "greet: unknown flag -fai: did you mean -fail? (see -h)\n"},
		{"-fial=partly", nil, 2, "", "greet: unknown flag -fial: did you mean -fail? (see -h)\n"},
		{"-color red", nil, 2, "", "greet: invalid value \"red\" for flag -color: want green (see -h)\n"},
		{"-fail twice", nil, 1, "hello\n", "greet: a.csv: no such file\n"},
		{"-fail partly", nil, 3, "hello\n", "greet: greet: 2 items failed\n"},
		{"-fail faults", nil, 1, "hello\n", "greet: a.csv:3: no such column\ngreet: a.csv:4: no such column\n"},
		{"-fail ctx", ended, 130, "hello\n", "greet: interrupted\n"},
		{"-fail faults", ended, 130, "hello\n", "greet: a.csv:3: no such column\ngreet: a.csv:4: no such column\n"},
		{"", ended, 0, "hello\n", ""},
		{"-x", ended, 2, "", "greet: unknown flag -x (see -h)\n"},
	} {
		var stdout, stderr bytes.Buffer
		ctx := tc.ctx
		if ctx == nil {
			ctx = t.Context()
		}
		c := Command{Name: "greet", Manual: "The manual.\n", Run: greet}
		code := c.Exec(ctx, Env{Args: strings.Fields(tc.args), Stdout: &stdout, Stderr: &stderr})
		if code != tc.code || stdout.String() != tc.stdout || stderr.String() != tc.stderr {
			t.Errorf("greet %s = %d, %q, %q, want %d, %q, %q", tc.args, code, &stdout, &stderr, tc.code, tc.stdout, tc.stderr)
		}
	}
}

// Whatever an error quotes, a terminal shows it and obeys none of it.
func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"":                            "",
		"plain, 表格　“x”\tä":            "plain, 表格　“x”\tä",
		"\x1b[2J\a\x00\r\n\x7f\u009b": `\x1b[2J\a\x00\r\n\x7f\u009b`,
		"a\u202eb\u2066c\u200b\u2028": `a\u202eb\u2066c\u200b\u2028`,
		"\xff\ufffd\xe4\xb8":          "\\xff\ufffd\\xe4\\xb8",
	} {
		if got := Visible(in); got != want {
			t.Errorf("Visible(%q) = %q, want %q", in, got, want)
		}
	}
	var stderr bytes.Buffer
	for _, err := range []error{Usage("-x \x1b[2J"), errors.New("server says: \x1b[2J\nand \u202e")} {
		c := Command{Name: "toy", Run: func(context.Context, Env) error { return err }}
		c.Exec(t.Context(), Env{Stdout: io.Discard, Stderr: &stderr})
	}
	want := `toy: -x \x1b[2J (see -h)
toy: server says: \x1b[2J
toy: and \u202e
`
	if got := stderr.String(); got != want {
		t.Errorf("messages of errors that quote controls: %q, want %q", got, want)
	}
}

// limited is a stdout with room for that many bytes.
type limited int

func (l *limited) Write(p []byte) (int, error) {
	if len(p) > int(*l) {
		return 0, &os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.ENOSPC}
	}
	*l -= limited(len(p))
	return len(p), nil
}

// greet looks at no error of its writes; a full disk is a failure all the same.
func TestFullStdout(t *testing.T) {
	for _, args := range []string{"-n 2", "-h", "-n 2 -fail partly"} {
		room := limited(8)
		var stderr bytes.Buffer
		c := Command{Name: "greet", Manual: "The manual.\n", Run: greet}
		code := c.Exec(t.Context(), Env{Args: strings.Fields(args), Stdout: &room, Stderr: &stderr})
		if want := "greet: stdout: no space left on device\n"; code != Failed || stderr.String() != want {
			t.Errorf("greet %s on a full disk = %d, %q, want %d, %q", args, code, &stderr, Failed, want)
		}
	}
}

func TestPartial(t *testing.T) {
	for p, want := range map[Partial]string{1: "1 item failed", 7: "7 items failed"} {
		if got := p.Error(); got != want {
			t.Errorf("Partial(%d).Error() = %q, want %q", int(p), got, want)
		}
	}
}

func TestLog(t *testing.T) {
	const lines = `sample    160 of 18,483 choices kept (took 14 s)
warning: the last answer was cut off (file a.jsonl, error no space left, took.time 1.0 s)
rewrite   error: a \\x1b[2J b
`
	for _, tc := range []struct {
		verbose bool
		want    string
	}{{false, lines}, {true, "starts (why never run)\n" + lines}} {
		var b bytes.Buffer
		log := Env{Stderr: &b}.Log(tc.verbose)
		log.Debug("starts", "why", "never run")
		log.With("stage", "sample").Info("160 of 18,483 choices kept", "funnel", struct{ In int }{18483}, "took", 14200*time.Millisecond)
		log.Warn("the last answer was cut off", "file", "a.jsonl", "error", errors.New("no space left"), slog.Group("took", "time", time.Second))
		log.With("stage", "rewrite").Error("a \x1b[2J b", "empty", "")
		if b.String() != strings.ReplaceAll(tc.want, `\\`, `\`) {
			t.Errorf("Log(%v) prints %q, want %q", tc.verbose, &b, tc.want)
		}
	}
}

func TestLogJSON(t *testing.T) {
	var b bytes.Buffer
	log := Env{Stderr: &b}.LogJSON(false)
	log.Debug("starts")
	log.With("stage", "sample").Info("2 of 3 kept", "funnel", struct {
		In int `json:"in"`
	}{3})
	if want := `{"level":"INFO","msg":"2 of 3 kept","stage":"sample","funnel":{"in":3}}` + "\n"; b.String() != want {
		t.Errorf("LogJSON prints %q, want %q", &b, want)
	}
}

func TestManual(t *testing.T) {
	got, err := Manual("// Copyright nobody.\n\n/*\nGreet says hello.\n\n# Flags\n\n\t-n N  how often\n*/\npackage main\n\nfunc main() { syntax error")
	if want := "Greet says hello.\n\n# Flags\n\n\t-n N  how often\n"; got != want || err != nil {
		t.Errorf("Manual = %q, %v, want %q", got, err, want)
	}
	if got, err := Manual("package main\n"); err == nil || err.Error() != "package main has no comment: want the manual" {
		t.Errorf("Manual without a comment = %q, %v, want an error", got, err)
	}
}

func TestMainIsInterrupted(t *testing.T) {
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		exe, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), exe)
		cmd.Env = append(os.Environ(), "CLI_TEST_WAIT=1")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(out, make([]byte, len("ready\n"))); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		err = cmd.Wait()
		if cmd.ProcessState.ExitCode() != Interrupted || stderr.String() != "toy: interrupted\n" {
			t.Errorf("toy after %v: %v, %q, want exit code %d and that it was interrupted", sig, err, &stderr, Interrupted)
		}
	}
}

func TestNearest(t *testing.T) {
	flags := []string{"in-flight", "n", "out", "rehearse", "run", "tasks", "twins", "v"}
	for word, want := range map[string]string{
		"twin": "twins", "rehearsal": "rehearse", "inflight": "in-flight", "outt": "out", "ru": "run",
		"x": "", "": "", "verbose": "", "format": "",
	} {
		if got := Nearest(word, flags); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

// A program without memory crashes, which is not taken for a wrong call.
func TestMainWithoutMemory(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell to limit memory with")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), shell, "-c", `ulimit -c 0; ulimit -v 2000000 && exec "$0"`, exe)
	cmd.Env = append(os.Environ(), "CLI_TEST_MEMORY=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err = cmd.Run()
	if !strings.Contains(stderr.String(), "out of memory") {
		t.Skipf("this system does not limit memory: %v, %.200s", err, &stderr)
	}
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() || status.Signal() != syscall.SIGABRT {
		t.Errorf("a program without memory: %v, want an end by SIGABRT", err)
	}
}

// A crash leaves no core file, where the keys could be read.
func TestMainForbidsCoreFile(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell to set the limit with")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), shell, "-c", `ulimit -S -c "$(ulimit -H -c)"; ulimit -c; exec "$0"`, exe)
	cmd.Env = append(os.Environ(), "CLI_TEST_CORE=1")
	out, err := cmd.Output()
	limits := strings.Fields(string(out))
	if err != nil || len(limits) != 2 {
		t.Fatalf("limits %q, %v, want one before the command and one in it", limits, err)
	}
	if limits[0] == "0" {
		t.Skip("this system allows no core files")
	}
	if limits[1] != "0" {
		t.Errorf("core files of %s in the command, want 0", limits[1])
	}
}

// The first signal waits for what is paid for, and says so in one line. The second one
// ends the process at once.
func TestMainIsInterruptedTwice(t *testing.T) {
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		exe, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), exe)
		cmd.Env = append(os.Environ(), "CLI_TEST_WAIT=busy")
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		stderr, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(stdout, make([]byte, len("ready\n"))); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		want := "toy: interrupted: waiting for the answers to the requests in flight, 2, because they are paid for; a second signal ends at once\n"
		said := make([]byte, len(want))
		if n, err := io.ReadFull(stderr, said); err != nil || string(said) != want {
			t.Fatalf("after %v: %q, %v, want %q", sig, said[:n], err, want)
		}
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		rest, err := io.ReadAll(stderr)
		if err != nil || len(rest) > 0 {
			t.Errorf("after a second %v: %q, %v, want no more", sig, rest, err)
		}
		cmd.Wait()
		if got := cmd.ProcessState.ExitCode(); got != Interrupted {
			t.Errorf("after a second %v: exit code %d, want %d", sig, got, Interrupted)
		}
	}
}
