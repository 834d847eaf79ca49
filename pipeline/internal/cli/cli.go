// Package cli has the parts that all commands share: flags and help, version, signals, exit
// codes and a stdout that remembers a failed write.
//
// A command is a [Command] value over an [Env], so that tests call it in process with
// buffers for its streams and a clock of their own.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"
)

// Exit codes of every command.
const (
	Done        = 0   // everything was done
	Failed      = 1   // the work failed
	Misused     = 2   // wrong arguments; nothing was done
	PartlyDone  = 3   // done, but some items failed or are pending
	Interrupted = 130 // stopped by SIGINT or SIGTERM
)

// Command declares one command.
type Command struct {
	Name   string // the command's name in messages: "plantree"
	Manual string // text that -h all prints below all flags, see [Manual]
	// Run does the work. Results go to env.Stdout and nothing else does. It returns nil,
	// [Usage], [Partial], [Waiting], [Short], the error of [Flags.Parse], or any other error for a
	// failure; each may be wrapped.
	Run func(ctx context.Context, env Env) error
}

// Env is all that a command knows about the process it runs in.
type Env struct {
	Args     []string // without the command's name
	Stdin    io.Reader
	Stdout   io.Writer // results
	Stderr   io.Writer // messages, logs, progress
	Getenv   func(string) string
	Now      func() time.Time
	Terminal bool // Stderr is a terminal

	// InFlight is the number of requests in flight whose answers are paid for. After the
	// first signal the command waits for them. It may be nil.
	InFlight *atomic.Int64
}

// Usage is the error of a command that was called wrongly: one line that names the flag or
// argument. It ends the command with Misused.
type Usage string

// Error implements error.
func (u Usage) Error() string { return string(u) }

// Partial is the error of a command whose work failed for that many items; its output says
// which. It ends the command with PartlyDone.
type Partial int

// Error implements error.
func (p Partial) Error() string {
	if p == 1 {
		return "1 item failed"
	}
	return fmt.Sprintf("%d items failed", int(p))
}

// Waiting is the error of a command that cannot go on yet. Its text says what the command
// waits for and that running it again continues. It ends the command with [PartlyDone].
type Waiting string

// Error implements error.
func (w Waiting) Error() string { return string(w) }

// Short is the error of a command that did its work and made less than was wanted of it. Its text
// says how much. It ends the command with [PartlyDone].
type Short string

// Error implements error.
func (s Short) Error() string { return string(s) }

// Main runs the command in this process and exits with its code. SIGINT and SIGTERM end
// its context. If requests are in flight then, a line on stderr says how many the command
// waits for. A second signal ends the process at once, with Interrupted. A crash, such as
// that of the Go runtime without memory, ends it with SIGABRT, which a shell reports as
// 134, and writes no core file, which would hold the API keys; nor do the programs that
// the command starts, unless they raise the limit.
//
// Note: the runtime would end a crash with exit code 2, which is [Misused] here, and no
// program can change that code; SIGABRT is what GOTRACEBACK=crash gives.
func Main(c Command) {
	forbidCoreFile()
	debug.SetTraceback("crash")
	ignoreFileSize()
	ctx, cancel := context.WithCancel(context.Background())
	inFlight := new(atomic.Int64)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		cancel()
		if n := inFlight.Load(); n > 0 {
			fmt.Fprintf(os.Stderr, "%s: interrupted: waiting for the answers to the requests in flight, %d, because they are paid for; a second signal ends at once\n", c.Name, n)
		}
		<-signals
		os.Exit(Interrupted)
	}()
	os.Exit(c.Exec(ctx, Env{
		Args:     os.Args[1:],
		Stdin:    os.Stdin,
		Stdout:   os.Stdout,
		Stderr:   os.Stderr,
		Getenv:   os.Getenv,
		Now:      time.Now,
		Terminal: term.IsTerminal(int(os.Stderr.Fd())),
		InFlight: inFlight,
	}))
}

// Exec runs the command and returns its exit code. With -version alone it prints the
// program's version, with -h its help. It prints the error, if any, on env.Stderr; each
// line starts with the command's name. If ctx has ended, any error of Run is taken for an
// interruption. If a write to Stdout failed, the command failed, even if Run returned nil.
func (c Command) Exec(ctx context.Context, env Env) int {
	out := &results{w: env.Stdout}
	env.Stdout = out
	var err error
	if len(env.Args) == 1 && (env.Args[0] == "-version" || env.Args[0] == "--version") {
		fmt.Fprintln(out, c.Name, versionLine()) // out remembers a failure
	} else {
		err = c.Run(ctx, env)
	}
	var help *helpRequest
	if errors.As(err, &help) {
		err = nil
		io.WriteString(out, help.text)
		if help.all {
			io.WriteString(out, "\n"+c.Manual)
		}
	}
	code := code(ctx, err)
	if out.err != nil && (code == Done || code == PartlyDone) {
		err, code = fmt.Errorf("stdout: %w", out.err), Failed
	}
	for _, line := range messages(ctx, err, code) {
		fmt.Fprintf(env.Stderr, "%s: %s\n", c.Name, line)
	}
	return code
}

// code is the exit code for what Run returned.
func code(ctx context.Context, err error) int {
	var usage Usage
	var partial Partial
	var waiting Waiting
	var short Short
	switch {
	case err == nil:
		return Done
	case errors.As(err, &usage):
		return Misused
	case ctx.Err() != nil:
		return Interrupted
	case errors.As(err, &partial), errors.As(err, &waiting), errors.As(err, &short):
		return PartlyDone
	}
	return Failed
}

// messages returns the lines to print about the error.
func messages(ctx context.Context, err error, code int) []string {
	switch {
	case err == nil:
		return nil
	case code == Misused:
		return []string{Visible(strings.ReplaceAll(err.Error(), "\n", " ")) + " (see -h)"}
	case code == Interrupted && (errors.Is(err, context.Cause(ctx)) || errors.Is(err, context.Canceled)):
		return []string{"interrupted"}
	}
	lines := strings.Split(strings.TrimRight(err.Error(), "\n"), "\n")
	for i, line := range lines {
		lines[i] = Visible(line)
	}
	return distinct(lines)
}

// distinct returns each line once, where it first stands: several operands may fail for
// one reason.
func distinct(lines []string) (once []string) {
	for _, line := range lines {
		if !slices.Contains(once, line) {
			once = append(once, line)
		}
	}
	return once
}

// Visible escapes every character that a terminal would interpret or not show: control
// characters and line breaks (but not tabs), marks that change the direction of text, and
// bytes that are not UTF-8. Text from servers and files is printed through it.
func Visible(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\ufffd"):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case unicode.IsGraphic(r), r == '\t':
			b.WriteRune(r)
		default:
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		}
	}
	return b.String()
}

// results passes writes on and remembers the first error.
type results struct {
	w   io.Writer
	err error
}

func (r *results) Write(p []byte) (int, error) {
	n, err := r.w.Write(p)
	if err != nil && r.err == nil {
		r.err = err
		var path *os.PathError
		if errors.As(err, &path) {
			r.err = path.Err
		}
	}
	return n, err
}
