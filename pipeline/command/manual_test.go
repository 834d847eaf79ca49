package command

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
)

// TestManuals holds the flags that each manual lists to those that all commands
// take.
func TestManuals(t *testing.T) {
	f := new(flags)
	fs := cli.Flags("all")
	f.common(fs)
	f.growing(fs)
	f.sampling(fs)
	f.reviewing(fs)
	f.publishing(fs)
	want := []string{"h"}
	fs.VisitAll(func(fl *flag.Flag) { want = append(want, fl.Name) })
	slices.Sort(want)
	section := regexp.MustCompile(`(?s)Flags of all commands:\n\n(.*?)\n\n\S`)
	listed := regexp.MustCompile(`(?m)^\s+-([a-z-]+)\s`)
	for _, name := range []string{"plantree", "sample", "rewrite", "verify", "bench"} {
		source, err := os.ReadFile(filepath.Join("..", "..", "cmd", name, "main.go"))
		if err != nil {
			t.Fatal(err)
		}
		manual, err := cli.Manual(string(source))
		if err != nil {
			t.Fatal(err)
		}
		m := section.FindStringSubmatch(manual)
		if m == nil {
			t.Errorf("the manual of %s has no flags of all commands", name)
			continue
		}
		var got []string
		for _, l := range listed.FindAllStringSubmatch(m[1], -1) {
			got = append(got, l[1])
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("the manual of %s lists flags %q: want %q", name, got, want)
		}
	}
}
