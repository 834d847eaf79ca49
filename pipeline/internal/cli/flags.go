package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

// Help is the text that -h prints besides the flags.
type Help struct {
	Usage    string    // "bench report [-run NAME] [flags]"
	Examples []Example // printed first
	Doc      string    // what the command does, in a sentence or a few
	// Commands are the other subcommands, if this is the help of a command.
	Commands []Example
	Notes    string // printed by -h all, below the common flags
}

// Example is a command line and its purpose.
type Example struct {
	Line string // "bench report -run models"
	Doc  string
}

// Flags are the flags of one subcommand. They print nothing by themselves.
type Flags struct {
	*flag.FlagSet
	Help     Help
	common   map[string]bool
	operands []string
}

// NewFlags returns an empty flag set.
func NewFlags(h Help) *Flags {
	f := flag.NewFlagSet("", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Usage = func() {}
	return &Flags{FlagSet: f, Help: h, common: map[string]bool{}}
}

// Common declares flags that many subcommands share: -h names them in one line, and only
// -h all explains them.
func (f *Flags) Common(declare func(*flag.FlagSet)) {
	common := flag.NewFlagSet("", flag.ContinueOnError)
	declare(common)
	common.VisitAll(func(fl *flag.Flag) { f.common[fl.Name] = true })
	declare(f.FlagSet)
}

// helpRequest is the error for -h: it makes Exec print help.
type helpRequest struct {
	text string
	all  bool // with the manual
}

// Error implements error.
func (*helpRequest) Error() string { return "help requested" }

// Parse parses flags, which may stand before, between and behind the operands; all after
// "--" are operands. For a wrong flag the error is a [Usage]. For -h it is an error with
// which [Command.Exec] prints the help without common flags; for "-h all" Exec prints the
// help with all flags, and the manual.
func (f *Flags) Parse(args []string) error {
	f.operands = nil
	for {
		err := f.FlagSet.Parse(args)
		rest := f.FlagSet.Args()
		switch {
		case errors.Is(err, flag.ErrHelp):
			all := len(rest) > 0 && rest[0] == "all"
			return &helpRequest{f.Text(all), all}
		case err != nil:
			return Usage(f.plain(err.Error()))
		}
		read := len(args) - len(rest)
		if ended := read > 0 && args[read-1] == "--"; ended || len(rest) == 0 {
			f.operands = append(f.operands, rest...)
			return nil
		}
		f.operands, args = append(f.operands, rest[0]), rest[1:]
	}
}

// Args returns the arguments of the last [Flags.Parse] that are no flags, in order.
func (f *Flags) Args() []string { return f.operands }

// plain rewrites an error of package flag: an unknown flag comes with the nearest one, and
// a value that the reason quotes is quoted once.
func (f *Flags) plain(message string) string {
	if name, ok := strings.CutPrefix(message, "flag provided but not defined: -"); ok {
		message = "unknown flag -" + name
		var names []string
		f.VisitAll(func(fl *flag.Flag) { names = append(names, fl.Name) })
		if near := Nearest(name, names); near != "" {
			message += ": did you mean -" + near + "?"
		}
		return message
	}
	start, reason, ok := strings.Cut(message, ": ")
	if quoted, _, has := strings.Cut(strings.TrimPrefix(start, "invalid value "), " for flag -"); ok && has {
		return start + ": " + strings.TrimPrefix(reason, quoted+": ")
	}
	return message
}

// NoArgs returns a [Usage] error if args is not empty, for a command that takes only flags;
// nil otherwise.
func NoArgs(args []string) error {
	if len(args) == 0 {
		return nil
	}
	return Usage(fmt.Sprintf("unexpected argument %q", args[0]))
}

// Text returns the text that -h prints, or -h all without the manual: the usage line,
// examples, the flags with their help, and the common flags in one line, or in full with
// all.
func (f *Flags) Text(all bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "usage: %s\n\n", f.Help.Usage)
	printTable(&b, f.Help.Examples)
	fmt.Fprintf(&b, "\n%s\n", wrap(f.Help.Doc, 0))
	var own, common []Example
	f.VisitAll(func(fl *flag.Flag) {
		if f.common[fl.Name] {
			common = append(common, describeFlag(fl))
		} else {
			own = append(own, describeFlag(fl))
		}
	})
	if own != nil {
		b.WriteString("\nFlags:\n")
		printTable(&b, own)
	}
	if f.Help.Commands != nil {
		b.WriteString("\nSubcommands, each with a -h of its own:\n")
		printTable(&b, f.Help.Commands)
	}
	switch {
	case common == nil:
	case all:
		b.WriteString("\nCommon flags:\n")
		printTable(&b, common)
		b.WriteString("\n" + f.Help.Notes)
	default:
		b.WriteString("\nCommon flags, explained by -h all:\n")
		var names []string
		for _, c := range common {
			name, _, _ := strings.Cut(c.Line, " ")
			names = append(names, name)
		}
		fmt.Fprintf(&b, "  %s\n", wrap(strings.Join(names, " "), 2))
	}
	return b.String()
}

// describeFlag returns a flag with the name of its value, and its help with the default.
func describeFlag(fl *flag.Flag) Example {
	name, usage := flag.UnquoteUsage(fl)
	line := "-" + fl.Name
	if name != "" {
		line += " " + name
	}
	if d := fl.DefValue; d != "" && d != "0" && d != "false" {
		usage += " (default " + d + ")"
	}
	return Example{line, usage}
}

const (
	helpWidth = 88 // columns of help
	leftWidth = 24 // of them for a flag and its value
)

// printTable prints rows of two columns; a row whose first cell is too wide has its second
// on the next line.
func printTable(b *strings.Builder, rows []Example) {
	for _, r := range rows {
		switch {
		case r.Doc == "":
			fmt.Fprintf(b, "  %s\n", r.Line)
		case len(r.Line) > leftWidth-4:
			fmt.Fprintf(b, "  %s\n%s%s\n", r.Line, strings.Repeat(" ", leftWidth), wrap(r.Doc, leftWidth))
		default:
			fmt.Fprintf(b, "  %-*s%s\n", leftWidth-2, r.Line, wrap(r.Doc, leftWidth))
		}
	}
}

// wrap breaks text into lines of at most helpWidth columns, those after the first indented.
func wrap(text string, indent int) string {
	var b strings.Builder
	column := indent
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
		case column+1+len(word) > helpWidth:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}
