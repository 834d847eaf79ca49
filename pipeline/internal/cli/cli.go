// Package cli is what all commands share around their work: the manual, flags,
// signals, exit codes and a stdout that remembers a failed write.
//
// A command is a [Command] value over an [Env], so that tests call it in
// process with buffers for its streams and a clock of their own.
package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"
)

// Exit codes of every command.
const (
	Done        = 0   // all done
	Failed      = 1   // not done
	Misused     = 2   // called wrongly; nothing was done
	PartlyDone  = 3   // done, but some items failed or are awaited
	Interrupted = 130 // stopped by SIGINT or SIGTERM
)

// Command is the specification of one command.
type Command struct {
	Name   string // as in messages: "plantree"
	Manual string // what -h prints, see [Manual]
	// Run does the work. Results go to env.Stdout and nothing else does. It
	// returns nil, [Usage], [Partial], [Waiting], what [Parse] returned, or any other error
	// for a failure; each may be wrapped.
	Run func(ctx context.Context, env Env) error
}

// Env is everything a command knows of the process it runs in.
type Env struct {
	Args     []string // without the command's name
	Stdin    io.Reader
	Stdout   io.Writer // results
	Stderr   io.Writer // messages, logs, progress
	Getenv   func(string) string
	Now      func() time.Time
	Terminal bool // Stderr is a terminal
}

// Usage is the error of a command that was called wrongly: one line that names
// the flag or argument. It ends the command with Misused.
type Usage string

// Error implements error.
func (u Usage) Error() string { return string(u) }

// Partial is the error of a command that did its work except for that many
// items, which its output accounts for. It ends the command with PartlyDone.
type Partial int

// Error implements error.
func (p Partial) Error() string {
	if p == 1 {
		return "1 item failed"
	}
	return fmt.Sprintf("%d items failed", int(p))
}

// Waiting is the error of a command that has done what could be done by now: what is
// awaited, and that running it again goes on. It ends the command with PartlyDone.
type Waiting string

// Error implements error.
func (w Waiting) Error() string { return string(w) }

// Main runs the command in this process and exits with its code. SIGINT and
// SIGTERM end its context; a second one ends the process at once.
func Main(c Command) {
	ignoreFileSize()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	os.Exit(c.Exec(ctx, Env{
		Args:     os.Args[1:],
		Stdin:    os.Stdin,
		Stdout:   os.Stdout,
		Stderr:   os.Stderr,
		Getenv:   os.Getenv,
		Now:      time.Now,
		Terminal: term.IsTerminal(int(os.Stderr.Fd())),
	}))
}

// Exec runs the command and returns its exit code. It prints what is to be said
// about the error, if any, on env.Stderr; each line starts with the command's
// name. An ended ctx is an interruption unless Run returned nil. A write to
// Stdout that failed makes a failure of what Run took for a success.
func (c Command) Exec(ctx context.Context, env Env) int {
	out := &results{w: env.Stdout}
	env.Stdout = out
	err := c.Run(ctx, env)
	if errors.Is(err, flag.ErrHelp) {
		err = nil
		io.WriteString(out, c.Manual) // out remembers a failure
	}
	code := code(ctx, err)
	if out.err != nil && (code == Done || code == PartlyDone) {
		err, code = fmt.Errorf("stdout: %w", out.err), Failed
	}
	for _, line := range complaint(ctx, err, code) {
		fmt.Fprintf(env.Stderr, "%s: %s\n", c.Name, line)
	}
	return code
}

// code is the exit code for what Run returned.
func code(ctx context.Context, err error) int {
	var usage Usage
	var partial Partial
	var waiting Waiting
	switch {
	case err == nil:
		return Done
	case errors.As(err, &usage):
		return Misused
	case ctx.Err() != nil:
		return Interrupted
	case errors.As(err, &partial), errors.As(err, &waiting):
		return PartlyDone
	}
	return Failed
}

// complaint is what to say about the error, in lines.
func complaint(ctx context.Context, err error, code int) []string {
	switch {
	case err == nil:
		return nil
	case code == Misused:
		return []string{Visible(strings.ReplaceAll(err.Error(), "\n", " ")) + " (-h prints the manual)"}
	case code == Interrupted && (errors.Is(err, context.Cause(ctx)) || errors.Is(err, context.Canceled)):
		return []string{"interrupted"}
	}
	lines := strings.Split(strings.TrimRight(err.Error(), "\n"), "\n")
	for i, line := range lines {
		lines[i] = Visible(line)
	}
	return lines
}

// Visible spells out what a terminal would obey or not show: controls, marks that turn
// the direction of text, bytes that are no text. Line breaks are controls too, tabs are
// none. What servers and files say goes through it on its way to people.
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

// results passes writes on and remembers the first that failed.
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

// Flags returns an empty flag set for [Parse]. It prints nothing by itself.
func Flags(name string) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Usage = func() {}
	return f
}

// Parse parses flags; what follows them is f.Args(). The error is a Usage, or
// for -h one that makes Exec print the manual.
func Parse(f *flag.FlagSet, args []string) error {
	err := f.Parse(args)
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return err
	}
	return Usage(err.Error())
}

// NoArgs is the Usage error for a command that was given an argument where it
// takes only flags, and nil if it wasn't.
func NoArgs(f *flag.FlagSet) error {
	if f.NArg() == 0 {
		return nil
	}
	return Usage(fmt.Sprintf("unexpected argument %q", f.Arg(0)))
}

// Log returns the logger for messages on env.Stderr, as key=value lines without
// times. Verbose adds those of level Debug.
func (env Env) Log(verbose bool) *slog.Logger {
	o := &slog.HandlerOptions{ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey && len(groups) == 0 {
			return slog.Attr{}
		}
		return a
	}}
	if verbose {
		o.Level = slog.LevelDebug
	}
	return slog.New(slog.NewTextHandler(env.Stderr, o))
}
