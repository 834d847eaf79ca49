//go:build unix

package command_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
)

// hostileValues are values that no flag wants, or that few do.
var hostileValues = []string{
	"", " ", "-", "--", "-1", "1e999999999", "NaN", "0x10", strings.Repeat("9", 1000), strings.Repeat("a", 100_000),
	"\x1b[2J\x1b]0;x\a", "mit\nevil: true", "\u202ea\u200b", "\xff\xfe", "../../../..", "/dev/zero", "$(id)", "{}%s%n",
}

// TestHostileFlags gives each flag that has a value a third of the hostile ones, each of which
// goes to a third of the flags, and has commands run with streams that are closed or full and
// in strange environments. Nothing but a directory of the run may be made, and what the run
// makes is the same everywhere.
func TestHostileFlags(t *testing.T) {
	t.Parallel()
	var cases []hostile
	for i, flag := range strings.Fields("-accept-loss -approved -corpus -creator -depth -domain -lang -license -listen -out -overlap -paths -published -release -sample -scale -seed -url -workers -writing") {
		for j, value := range hostileValues {
			if (i+j)%3 != 0 {
				continue
			}
			cases = append(cases, hostile{fmt.Sprintf("%s %.40q", flag, value), func(dir string) error {
				args := []string{"-domain", "toy", "-corpus", os.Getenv("TOY"), "-n", flag + "=" + value}
				o := attempt(t, dir, "verify", args...)
				if flag == "-listen" {
					o = attempt(t, dir, "verify", append([]string{"serve"}, args...)...)
				}
				errs := []error{o.faults()}
				if o.code == cli.Misused && strings.Count(o.stderr, "\n") != 1 {
					errs = append(errs, fmt.Errorf("want one line: %s", o))
				}
				if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
					errs = append(errs, fmt.Errorf("a dry run leaves %v (%w)", left, err))
				}
				return errors.Join(errs...)
			}})
		}
	}
	for _, c := range []struct {
		name, script string
		code         int
	}{
		// Go's runtime opens /dev/null in the place of a closed stream, so no program sees it.
		{"standard output is closed", `exec plantree "$@" >&-`, 0},
		{"standard output is full", `exec plantree "$@" >/dev/full`, 1},
		{"standard error is closed", `exec plantree "$@" 2>&-`, 0},
		{"standard error is full", `exec plantree "$@" 2>/dev/full`, 0},
		{"standard input is closed", `exec plantree "$@" <&-`, 0},
		{"all are closed", `exec plantree "$@" <&- >&- 2>&-`, 0},
		{"help without standard output", `exec plantree -h >/dev/full`, 1},
		{"no environment", `exec env -i CMD="$CMD" "$(command -v plantree)" "$@"`, 0},
		{"another language", `LC_ALL=tr_TR.UTF-8 LANG=tr_TR.UTF-8 exec plantree "$@"`, 0},
		{"no language", `LC_ALL=C exec plantree "$@"`, 0},
		{"a dumb terminal", `TERM=dumb NO_COLOR=1 COLUMNS=1 exec plantree "$@"`, 0},
		{"a zone of time", `TZ=Pacific/Kiritimati exec plantree "$@"`, 0},
		{"a directory for temporary files that is none", `TMPDIR=/nowhere exec plantree "$@"`, 0},
		{"no home", `HOME=/nowhere XDG_CACHE_HOME= exec plantree "$@"`, 0},
		{"one processor", `GOMAXPROCS=1 exec plantree "$@"`, 0},
		{"little memory", `GOMEMLIMIT=1MiB exec plantree "$@"`, 0},
		{"few descriptors", `ulimit -n 24; exec plantree "$@"`, 0},
		{"no permissions", `umask 0777; exec plantree "$@"`, -1},
	} {
		cases = append(cases, hostile{c.name, func(dir string) error {
			if _, err := os.Stat("/dev/full"); err != nil && strings.Contains(c.script, "/dev/full") {
				return nil
			}
			ctx, stop := context.WithTimeout(t.Context(), hostileWait)
			defer stop()
			args := strings.Fields("-domain toy -depth 2 -corpus " + os.Getenv("TOY"))
			sh := exec.CommandContext(ctx, "sh", append([]string{"-c", c.script, "sh"}, args...)...)
			sh.Dir = dir
			o := outcomeOf(sh)
			if strings.Contains(c.script, "2>") && o.stderr == "" {
				o.stderr = "\n" // nobody can read it
			}
			if c.code < 0 {
				return o.faults()
			}
			if err := errors.Join(o.faults(), o.wants(c.code, "")); err != nil {
				return err
			}
			if c.code != cli.Done {
				return nil
			}
			plain := attempt(t, dir, "plantree", append(args, "-out", "plain")...)
			here, err := os.ReadFile(filepath.Join(dir, "out", "plantree", "plantree.manifest.json"))
			there, other := os.ReadFile(filepath.Join(dir, "plain", "plantree", "plantree.manifest.json"))
			if err := errors.Join(err, other, plain.faults()); err != nil {
				return err
			}
			if string(here) != string(there) {
				return errors.New("the run makes other files than elsewhere")
			}
			return nil
		}})
	}
	tryAll(t, "flags, streams and environments", 12, cases)
}
