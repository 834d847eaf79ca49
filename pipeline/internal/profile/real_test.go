package profile

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
)

// open loads the corpus of a directory and fails the test where it cannot be.
func open(t testing.TB, d *domain.Domain, dir string) *corpus.Corpus {
	t.Helper()
	c, _, err := corpus.Load(context.Background(), dir, d)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// shippedDomain returns a domain that ships.
func shippedDomain(t testing.TB, name string) *domain.Domain {
	t.Helper()
	d := toytest.Domain(t, name)
	return d
}

// realTables is the directory of the published tables; the test is skipped where
// they are absent.
func realTables(t testing.TB) string {
	t.Helper()
	data := os.Getenv("TASKGROVE_DATA")
	if data == "" {
		data = filepath.Join("..", "..", "..", "..", "shared", "data")
	}
	dir := filepath.Join(data, "legalagentbench", "corpus")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no real tables: set TASKGROVE_DATA to the directory that holds legalagentbench/corpus")
	}
	return dir
}

// flagged returns the flagged rows of a comparison, spelt out.
func flagged(c *WorldComparison) []string {
	var found []string
	for _, p := range c.Parts {
		for _, l := range p.Lines {
			for _, r := range l.Rows {
				if r.Verdict.Flagged() {
					found = append(found, fmt.Sprintf("%s.%s %s: %s", l.Table, l.Column, l.Target, formatRow(&l, &r).English))
				}
			}
		}
	}
	return found
}

// Real rows do not differ from themselves.
func TestRealRowsAreLikeThemselves(t *testing.T) {
	p := Of(open(t, shippedDomain(t, "legal"), realTables(t)))
	if found := flagged(Compare(p, p)); len(found) > 0 {
		t.Errorf("the real rows differ from themselves:\n%s", strings.Join(found, "\n"))
	}
}

// Two halves of the real rows differ by chance alone, which the rule must see: of
// some 600 comparisons that 99 % intervals decide, very few may be flagged.
func TestHalvesOfRealRows(t *testing.T) {
	d, dir := shippedDomain(t, "legal"), realTables(t)
	halves := [2]string{t.TempDir(), t.TempDir()}
	files, err := corpus.Files(dir, d)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		data, err := os.ReadFile(f.Path)
		if err != nil {
			t.Fatal(err)
		}
		var half [2][]byte
		for line := range bytes.Lines(data) {
			h := fnv.New32a()
			h.Write(line)
			i := h.Sum32() >> 16 & 1
			half[i] = append(half[i], line...)
		}
		for i := range half {
			if err := os.WriteFile(filepath.Join(halves[i], f.Name), half[i], 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	a, b := Of(open(t, d, halves[0])), Of(open(t, d, halves[1]))
	a.Joins, b.Joins = nil, nil // half a target finds half as much
	c := Compare(a, b)
	compared := c.Verdicts[Alike] + c.Verdicts[Chance] + c.Verdicts[Differs]
	if compared < 600 || c.Verdicts[Chance] < 20 || c.Verdicts[Differs] > 6 {
		t.Errorf("verdicts %v: want over 600 compared, over 20 by chance, at most 6 that differ", c.Verdicts)
		t.Logf("flagged:\n%s", strings.Join(flagged(c), "\n"))
	}
	t.Log(c.Verdicts)
}
