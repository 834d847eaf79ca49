package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// RetiredFile has the tasks of an earlier release that this one does not have because they no longer
// hold, one JSON object per line. Only releases that extend another have it.
const RetiredFile = "retired.jsonl"

// Extension says what became of the tasks of an earlier release that a release extends. It is the record
// extension.json.
type Extension struct {
	// Earlier is the number of tasks of the earlier release: Kept and Retired together.
	Earlier int `json:"earlier"`
	// Kept are the tasks that hold, and Retired those that do not. Reanswered are the successors of
	// retired tasks.
	Kept       int `json:"kept"`
	Retired    int `json:"retired"`
	Reanswered int `json:"reanswered"`
	// Added is the number of tasks that are new, and Wanted the number that was asked for.
	Added  int `json:"added"`
	Wanted int `json:"wanted"`
	// Reasons counts the retired tasks by reason; never nil.
	Reasons map[string]int `json:"reasons"`
	// Revisit are the IDs of kept tasks whose certificates have changed: they hold, and reviews of them count, but
	// what was proved of rows beside their own is something else now, so that a second look is worth the
	// time. Never nil.
	Revisit []string `json:"revisit"`
	// Rewritten is the number of kept tasks that an older version of taskgrove made, which listed rows in another
	// order or wrote numbers as texts: their steps are as tools return them now.
	Rewritten int `json:"rewritten,omitempty"`
	// Corpus is the digest of the tables that all tasks were proved on.
	Corpus digest.Digest `json:"corpus"`
	// Coverage compares what the tasks of both cover of the later tables and tools; those of this
	// release are counted before the checks of new tasks.
	Coverage []CoverageChange `json:"coverage"`
}

// CoverageChange says how many elements of a kind the tasks of two releases use.
type CoverageChange struct {
	// Elements is the plural name of the kind: "tools".
	Elements string `json:"elements"`
	// Before are those that the earlier tasks use, and Now those that the tasks of this release use,
	// of those Declared.
	Before   int `json:"before"`
	Now      int `json:"now"`
	Declared int `json:"declared"`
}

// CompareCoverage compares two measurements over the same domain, in the kinds that both have.
func CompareCoverage(before, now *coverage.Coverage) []CoverageChange {
	was, list := before.Rows(), []CoverageChange{}
	for i, row := range now.Rows() {
		if row.Declared > 0 && row.Declared == was[i].Declared {
			list = append(list, CoverageChange{row.Name, was[i].Covered, row.Covered, row.Declared})
		}
	}
	return list
}

// WriteRetired writes retired tasks as JSON lines. The error is the writer's.
func WriteRetired(w io.Writer, retired []task.Retired) error {
	return writeLines(w, len(retired), func(i int) (any, error) { return retired[i], nil })
}

// readRetired reads the retired tasks of a release; nil if it has no such file.
func readRetired(dir fs.FS) (retired []task.Retired, err error) {
	b, err := inputfile.ReadFS(dir, RetiredFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(bytes.NewReader(b)); ; {
		var r task.Retired
		switch err := d.Decode(&r); {
		case errors.Is(err, io.EOF):
			return retired, nil
		case err != nil:
			return nil, fmt.Errorf("%s: after record %d: %w", RetiredFile, len(retired), err)
		}
		retired = append(retired, r)
	}
}

// writeExtension writes what became of the tasks of the earlier release.
func (c *card) writeExtension() {
	x := c.r.Extension
	if x == nil {
		return
	}
	c.printf("### Changes since the earlier release\n\nAll %d tasks of the earlier release were proved again on these tables. %d hold and stay as they were. %d do not and are retired: `%s` has each with the reason and with the cells that changed.", x.Earlier, x.Kept, x.Retired, RetiredFile)
	if x.Reanswered > 0 {
		c.printf(" %d of these have a successor here, which asks the same question and has the new answer; its provenance names its predecessor.", x.Reanswered)
	}
	switch x.Added {
	case 0:
		c.printf(" No task is new.")
	case 1:
		c.printf(" One task is new.")
	default:
		c.printf(" %d tasks are new.", x.Added)
	}
	if n := len(x.Revisit); n > 0 {
		c.printf(" The certificates of %d that hold have changed with rows beside theirs; whoever approved these may want to look again.", n)
	}
	if c.r.Changelog != nil {
		c.printf(" `%s` lists all changes.", ChangelogFile)
	}
	c.printf("\n\n")
	var reasons [][]string
	for _, reason := range largestFirst(x.Reasons) {
		reasons = append(reasons, []string{reason, fmt.Sprint(x.Reasons[reason]), task.DropWords("reprove", reason)})
	}
	if reasons != nil {
		c.table([]string{"reason", "retired", "what it says"}, reasons)
	}
	var rows [][]string
	for _, k := range x.Coverage {
		rows = append(rows, []string{k.Elements, fmt.Sprint(k.Before), fmt.Sprint(k.Now), fmt.Sprint(k.Declared)})
	}
	c.table([]string{"coverage", "before", "now", "declared"}, rows)
}

// retirementReasons say why a task was retired or re-answered, and what its new answer is.
func retirementReasons(kind TaskDiffKind, r *task.Retired) []string {
	fate := "retired: "
	if kind == Reanswered {
		fate = "re-answered: "
	}
	why := fmt.Sprintf("%scheck %s: %s: %s", fate, r.Check, r.Reason, r.Detail)
	var cells []string
	for i, c := range r.Cells {
		if i == mostCells {
			cells = append(cells, fmt.Sprintf("and %d more", len(r.Cells)-i))
			break
		}
		cells = append(cells, cellWords(&c))
	}
	if cells != nil {
		why = fate + strings.Join(cells, ", ")
	}
	if r.NewAnswer != "" && r.NewAnswer != r.Answer {
		return []string{why, fmt.Sprintf("keywords %s → %s", excerpt(jsonLine(r.KeyAnswer)), excerpt(jsonLine(r.NewKeyAnswer)))}
	}
	return []string{why}
}

// mostCells is how many changed cells a reason lists.
const mostCells = 3

// cellWords says how a cell changed: Company.capital (甲) 5 → 7; of a row that is there alone before or after,
// that it is one less or one more.
func cellWords(c *task.ChangedCell) string {
	name := c.Tool
	if c.Table != "" {
		name = c.Table
	}
	if c.Column != "" {
		name += "." + c.Column
	}
	name = fmt.Sprintf("%s (%s)", name, excerpt(argumentWords(c.Arguments)))
	is := func(v json.RawMessage) string {
		if v == nil {
			return "none"
		}
		return excerpt(string(v))
	}
	switch {
	case c.Column == "" && c.Old == nil:
		return fmt.Sprintf("%s one row more: %s", name, is(c.New))
	case c.Column == "" && c.New == nil:
		return fmt.Sprintf("%s one row less: %s", name, is(c.Old))
	}
	return fmt.Sprintf("%s %s → %s", name, is(c.Old), is(c.New))
}

// argumentWords returns the texts of a call's arguments, in the order of their names; arguments of another form as
// they are.
func argumentWords(arguments json.RawMessage) string {
	var named map[string]string
	if json.Unmarshal(arguments, &named) != nil {
		return string(arguments)
	}
	var words []string
	for _, name := range slices.Sorted(maps.Keys(named)) {
		words = append(words, named[name])
	}
	return strings.Join(words, ", ")
}
