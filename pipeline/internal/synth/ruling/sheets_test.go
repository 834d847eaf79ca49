//go:build sheets

package ruling

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// kindOf returns what tells the abstracts of one kind from others: the story, the instance, the outcome, and why a
// claim fails or is cut.
func (a *caseContext) kindOf() string {
	return fmt.Sprintf("%s %d %d %s%s", a.story.ID, a.stage, a.Outcome, a.ground, a.cut)
}

// TestSheets writes rulings for people to judge, to the directory that the environment variable RULINGS names: one
// abstract of each kind, and 30 of causes as different as can be, of the seed that RULINGS_SEED gives. It is built with the tag sheets alone, as it tests nothing.
func TestSheets(t *testing.T) {
	dir := os.Getenv("RULINGS")
	if dir == "" {
		t.Fatal("RULINGS names no directory")
	}
	seed, err := strconv.ParseUint(cmp.Or(os.Getenv("RULINGS_SEED"), "7"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range languages {
		tell := openSeed(t, language, seed, 1)
		seen, causes := map[string]bool{}, map[string]int{}
		var kinds, drawn []int
		order := tell.shard.Key.Of("sheet").Order(len(tell.shard.Cases))
		for n := range tell.shard.Cases {
			i := order(n)
			a := tell.newContext(i)
			if a.Form != society.Judgment && a.Form != society.AdministrativeJudgment {
				continue
			}
			if kind := a.kindOf(); !seen[kind] {
				seen[kind] = true
				kinds = append(kinds, i)
			}
			causes[a.subject]++
			if causes[a.subject] == 1 && len(drawn) < 30 {
				drawn = append(drawn, i)
			}
		}
		slices.SortFunc(kinds, func(i, k int) int {
			return strings.Compare(tell.newContext(i).kindOf(), tell.newContext(k).kindOf())
		})
		tell.writeSheet(t, filepath.Join(dir, "kinds-"+language+".md"), kinds)
		tell.writeSheet(t, filepath.Join(dir, "sheet-"+language+".md"), drawn)
	}
}

// writeSheet writes abstracts with their rows of the table of rulings to a file.
func (t *shardRenderer) writeSheet(tb testing.TB, file string, cases []int) {
	tb.Helper()
	var b strings.Builder
	for n, i := range cases {
		a := t.newContext(i)
		row := t.doc(i)
		fmt.Fprintf(&b, "## %d. %s  <!-- %s -->\n\n%s\n\n> %s\n\n%s\n\n", n+1, a.Number, a.kindOf(), row[1].Text, row[10].Text, t.abstract(i)[2].Text)
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		tb.Fatal(err)
	}
}
