package command

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/plantree"
)

func TestDescribeFunnel(t *testing.T) {
	for _, tc := range []struct {
		stage          string
		funnel         run.Funnel
		summary, drops string
	}{
		{"world", run.Funnel{In: 162277, Out: 162277}, "162,277 rows", ""},
		{
			"sample",
			run.Funnel{In: 1200, Out: 160, Dropped: map[string]int{"missing": 1000, "several": 20, "tie": 10, "long": 5, "weak": 3, "few": 2}},
			"160 of 1,200 choices kept",
			"most dropped: a lookup finds no row 1,000; several rows or values where one is needed 20; two rows share a place of a ranking 10; " +
				"the answer has too many values to list 5; an answer is too short, zero or part of another 3; other reasons 2",
		},
		{"rewrite", run.Funnel{In: 3, Out: 1, Failed: map[string]int{"server": 2}}, "1 of 3 questions kept, 2 failed", ""},
		{"twin", run.Funnel{In: 3, Out: 1, Dropped: map[string]int{"set": 2}}, "1 of 3 tasks have a twin", "most dropped: the answer is a set of rows 2"},
		{"other", run.Funnel{}, "0 items", ""},
	} {
		if summary, drops := describeFunnel(tc.stage, tc.funnel); summary != tc.summary || drops != tc.drops {
			t.Errorf("describeFunnel(%q, %v) = %q, %q, want %q, %q", tc.stage, tc.funnel, summary, drops, tc.summary, tc.drops)
		}
	}
}

func TestPrintFunnel(t *testing.T) {
	var b strings.Builder
	printFunnel(&b, "sample", run.Funnel{In: 1043, Out: 1, Dropped: map[string]int{"missing": 1000, "tie": 40}, Failed: map[string]int{"server": 2}})
	const want = `sample    1 of 1,043 choices kept, 2 failed
            1,000 a lookup finds no row
               40 two rows share a place of a ranking
                2 server
`
	if b.String() != want {
		t.Errorf("printFunnel prints\n%swant\n%s", &b, want)
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1000: "-1,000", -100: "-100"} {
		if got := grouped(n); got != want {
			t.Errorf("grouped(%d) = %q, want %q", n, got, want)
		}
	}
}

// The paths of the tree are counted, and what is left out of its file or of the search for tasks is said.
func TestDrawnPathsAreTold(t *testing.T) {
	var funnel run.Funnel
	tree := plantree.TreeCoverage{Paths: []plantree.PathCount{{Hops: 1, Paths: 6}, {Hops: 2, Paths: 413_708}}}
	for i, n := range []int{6, 51_489} {
		countWritten(&funnel, &tree.Paths[i], n)
	}
	if funnel.In != 413_714 || funnel.Out != 51_495 || funnel.Dropped["undrawn"] != 362_219 {
		t.Errorf("the funnel is %+v", funnel)
	}
	out := t.TempDir()
	var text bytes.Buffer
	if err := tree.Write(&text); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"plantree/coverage.json": text.String(),
		samplingFunnel:           `[{"hops":2,"paths":413708,"looked":51489,"live":40000,"by_path":[{"path":"a----b","tasks":2}]}]`,
	} {
		if err := cmp.Or(os.MkdirAll(filepath.Dir(filepath.Join(out, name)), 0o777), os.WriteFile(filepath.Join(out, name), []byte(content), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	var b strings.Builder
	if err := cmp.Or(printPathCounts(&b, out), printEntities(&b, &flags{settings: settings{}, out: out})); err != nil {
		t.Fatal(err)
	}
	const want = `  hops   paths  written
     1       6        6
     2  413708    51489

start entities  paths tried  drawn  possible  tried  fit  tasks
2-hop           1            0      0         0      0    2
2-hop: of 413708 paths, too many to look at all, 51489 were drawn by the names on them
`
	if b.String() != want {
		t.Errorf("printed:\n%s\nwant:\n%s", b.String(), want)
	}
}
