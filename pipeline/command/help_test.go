package command

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
)

// allCommands are the subcommands of each command.
var allCommands = map[string][]subcommand{
	"plantree": plantreeCommands(), "sample": sampleCommands(), "rewrite": rewriteCommands(), "verify": verifyCommands(), "bench": benchCommands(nil),
}

// Every flag that a subcommand accepts is in its -h all, with help; its own flags are in its
// -h and in the manual; and its examples parse.
func TestHelp(t *testing.T) {
	for name, subs := range allCommands {
		source, err := os.ReadFile(filepath.Join("..", "..", "cmd", name, "main.go"))
		if err != nil {
			t.Fatal(err)
		}
		manual, err := cli.Manual(string(source))
		if err != nil {
			t.Fatal(err)
		}
		for at, s := range subs {
			fs := newFlags(subs, at, s.make(cli.Env{}))
			short, all := fs.Text(false), fs.Text(true)
			if !strings.HasPrefix(short, "usage: "+name) || len(fs.Help.Examples) == 0 || fs.Help.Doc == "" {
				t.Errorf("%s %s -h prints\n%s\nwant usage, examples and what it does", name, s.name, short)
			}
			fs.VisitAll(func(fl *flag.Flag) {
				line := regexp.MustCompile(`(?m)^  -` + fl.Name + `( |$)`)
				if !line.MatchString(all) || fl.Usage == "" {
					t.Errorf("%s %s -h all does not explain -%s", name, s.name, fl.Name)
				}
				ownFlags, _, _ := strings.Cut(short, "\nCommon flags")
				own := line.MatchString(ownFlags)
				if !own && !strings.Contains(short, "-"+fl.Name) {
					t.Errorf("%s %s -h does not name -%s", name, s.name, fl.Name)
				}
				if own && !regexp.MustCompile(`-`+fl.Name+`\b`).MatchString(manual) {
					t.Errorf("the manual of %s does not name -%s", name, fl.Name)
				}
			})
			for _, x := range fs.Help.Examples {
				args := strings.Fields(x.Line)
				if args[0] != name {
					t.Errorf("%q is an example of %s", x.Line, name)
				}
				args = args[1:]
				if s.name != "" && len(args) > 0 && args[0] == s.name {
					args = args[1:]
				}
				for len(args) > 0 && isWord(args[0]) {
					args = args[1:]
				}
				if err := newFlags(subs, at, s.make(cli.Env{})).Parse(args); err != nil {
					t.Errorf("example %q: %v", x.Line, err)
				}
			}
		}
	}
}

// Only the first subcommand of a command lists the others, and no two share a name.
func TestSubcommands(t *testing.T) {
	for name, subs := range allCommands {
		seen := map[string]bool{}
		for at, s := range subs {
			text := newFlags(subs, at, s.make(cli.Env{})).Text(false)
			if lists := strings.Contains(text, "Subcommands"); lists != (at == 0 && len(subs) > 1) || seen[s.name] {
				t.Errorf("%s %s: lists subcommands %v, is there twice %v", name, s.name, lists, seen[s.name])
			}
			seen[s.name] = true
		}
	}
}
