package command

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// countedItems says in words what the funnel of a stage counts.
type countedItems struct {
	plural string
	kept   string // what is said of the items that come out; "kept" if empty
}

// stageItems are the items of stages by the stage's name; "items" for any other.
var stageItems = map[string]countedItems{
	"world":     {plural: "rows"},
	"corpus":    {plural: "rows and passages"},
	"mask":      {plural: "rows and passages"},
	"compare":   {plural: "figures", kept: "like the other tables'"},
	"plantree":  {plural: "paths"},
	"sample":    {plural: "choices"},
	"reprove":   {plural: "tasks of the earlier release", kept: "hold"},
	"extension": {plural: "tasks"},
	"convert":   {plural: "items"},
	"rewrite":   {plural: "questions"},
	"obscurity": {plural: "questions", kept: "tried by their words"},
	"check":     {plural: "tasks", kept: "proved"},
	"review":    {plural: "tasks"},
	"twin":      {plural: "tasks", kept: "have a twin"},
	"baseline":  {plural: "trials of the built-in agents"},
	"tables":    {plural: "rows"},
	"export":    {plural: "tasks"},
}

// describeFunnel says in words what a stage did, as [run.Runner] wants it: "160 of 18,483
// choices kept", and for what reasons most of the others were dropped, "" if none were.
func describeFunnel(stage string, f run.Funnel) (summary, drops string) {
	items, ok := stageItems[stage]
	if !ok {
		items.plural = "items"
	}
	summary = fmt.Sprintf("%s %s", grouped(f.Out), items.plural)
	if f.Out != f.In {
		summary = fmt.Sprintf("%s of %s %s %s", grouped(f.Out), grouped(f.In), items.plural, cmp.Or(items.kept, "kept"))
	}
	if n := (&run.RunReport{Stages: []run.StageOutcome{{Funnel: f}}}).Failed(); n > 0 {
		summary += fmt.Sprintf(", %s failed", grouped(n))
	}
	reasons := dropReasons(stage, f.Dropped)
	if reasons == nil {
		return summary, ""
	}
	const shown = 5
	var parts []string
	rest := 0
	for i, r := range reasons {
		if i < shown {
			parts = append(parts, fmt.Sprintf("%s %s", r.words, grouped(r.count)))
		} else {
			rest += r.count
		}
	}
	if rest > 0 {
		parts = append(parts, fmt.Sprintf("other reasons %s", grouped(rest)))
	}
	return summary, "most dropped: " + strings.Join(parts, "; ")
}

// dropReason is a reason for which a stage dropped items, in words, and how many.
type dropReason struct {
	words string
	count int
}

// dropReasons returns the reasons of a stage, the most frequent first. Reasons with the
// same words are one.
func dropReasons(stage string, dropped map[string]int) (list []dropReason) {
	counts := make(map[string]int)
	for reason, n := range dropped {
		counts[task.DropWords(stage, reason)] += n
	}
	for words, n := range maps.All(counts) {
		list = append(list, dropReason{words, n})
	}
	slices.SortFunc(list, func(a, b dropReason) int {
		return cmp.Or(b.count-a.count, strings.Compare(a.words, b.words))
	})
	return list
}

// printFunnel prints what a stage did, and a line for each reason for which it dropped or
// failed on items.
func printFunnel(w io.Writer, stage string, f run.Funnel) {
	summary, _ := describeFunnel(stage, f)
	fmt.Fprintf(w, "%-9s %s\n", stage, summary)
	for _, r := range slices.Concat(dropReasons(stage, f.Dropped), dropReasons(stage, f.Failed)) {
		fmt.Fprintf(w, "%*s %s\n", 17, grouped(r.count), r.words)
	}
}

// printFunnels prints what each stage did.
func printFunnels(w io.Writer, report *run.RunReport) {
	for _, o := range report.Stages {
		printFunnel(w, o.Stage, o.Funnel)
	}
}

// grouped writes a number with a comma between groups of three digits.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0 && digits[at-1] != '-'; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}
