package analysis

import (
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
)

// SelectionReport has the figures on the tools and tables that a model selected before its first
// turn, over trials with a selection. Precisions, recalls and rates are means over tasks.
//
// What the plan calls is one way to the answer: a tool that another plan can do without counts as
// needed, and a trial that succeeded without it lost nothing.
type SelectionReport struct {
	// Trials is the number of trials with a selection, and Unusable the number of those in which
	// nothing selected could be used, so that all tools were offered.
	Trials   int `json:"trials"`
	Unusable int `json:"unusable"`
	// TablePrecision and ToolPrecision are the shares of what was selected that the plan uses, over
	// trials that selected some; TableRecall and ToolRecall the shares of what the plan uses that
	// was selected, over all but unusable selections.
	TablePrecision estimate.Estimate `json:"table_precision"`
	TableRecall    estimate.Estimate `json:"table_recall"`
	ToolPrecision  estimate.Estimate `json:"tool_precision"`
	ToolRecall     estimate.Estimate `json:"tool_recall"`
	// Offered is the mean number of lookups that were offered.
	Offered float64 `json:"offered"`
	// Lacked is the number of trials that were not offered a lookup of the plan, and Lost the number
	// of those that did not solve their task.
	Lacked int `json:"lacked"`
	Lost   int `json:"lost"`
	// Complete is the mean strict success rate of trials that were offered all lookups of the plan,
	// and Lacking that of the others.
	Complete estimate.Estimate `json:"complete"`
	Lacking  estimate.Estimate `json:"lacking"`
}

// selection reports the selections of an agent; nil if it made none.
func (s *taskSet) selection(of *agentMarks, tasks []int, level float64) *SelectionReport {
	r := &SelectionReport{}
	for _, m := range of.marks(tasks) {
		if m.Selection == nil {
			continue
		}
		r.Trials++
		r.Offered += float64(m.Selection.Offered)
		if m.Selection.Unusable {
			r.Unusable++
		}
		if m.Selection.Lacked != nil {
			r.Lacked++
			if x := m.Strict.Success; x != nil && *x < 1 {
				r.Lost++
			}
		}
	}
	if r.Trials == 0 {
		return nil
	}
	r.Offered = round(r.Offered / float64(r.Trials))
	mean := func(share func(*bench.Mark) *float64) estimate.Estimate {
		return estimate.Share(s.values(of, tasks, func(m *bench.Mark) *float64 {
			if m.Selection == nil {
				return nil
			}
			return share(m)
		}), level)
	}
	usable := func(share func(*bench.Selection) *float64) estimate.Estimate {
		return mean(func(m *bench.Mark) *float64 {
			if m.Selection.Unusable {
				return nil
			}
			return share(m.Selection)
		})
	}
	r.TablePrecision = usable(func(s *bench.Selection) *float64 { return s.Tables.Precision() })
	r.TableRecall = usable(func(s *bench.Selection) *float64 { return s.Tables.Recall() })
	r.ToolPrecision = usable(func(s *bench.Selection) *float64 { return s.Tools.Precision() })
	r.ToolRecall = usable(func(s *bench.Selection) *float64 { return s.Tools.Recall() })
	success := func(lacking bool) estimate.Estimate {
		return mean(func(m *bench.Mark) *float64 {
			if (m.Selection.Lacked != nil) != lacking {
				return nil
			}
			return m.Strict.Success
		})
	}
	r.Complete, r.Lacking = success(false), success(true)
	return r
}

// selections returns the table of what models selected, over all tasks.
func (a *Analysis) selections() table {
	t := table{
		title: "tools and tables that models selected, against those of the plan, in percent",
		head: []string{"agent", "trials", "unusable", "table precision", "table recall", "tool precision", "tool recall", "lookups offered",
			"lacked one", "and failed", "success with all", "success without"},
	}
	few := false
	for i := range a.Agents {
		r := a.Agents[i].overall().Selection
		if r == nil {
			continue
		}
		few = few || isFew(&r.Complete) || isFew(&r.Lacking)
		t.rows = append(t.rows, []string{a.Agents[i].Agent, strconv.Itoa(r.Trials), strconv.Itoa(r.Unusable),
			formatRate(&r.TablePrecision), formatRate(&r.TableRecall), formatRate(&r.ToolPrecision), formatRate(&r.ToolRecall), formatDecimals(&r.Offered, 1),
			strconv.Itoa(r.Lacked), strconv.Itoa(r.Lost), formatRate(&r.Complete), formatRate(&r.Lacking)})
	}
	if t.rows == nil {
		return table{}
	}
	t.noteFew(few)
	t.notes = append(t.notes, "a tool of the plan that another way can do without counts as needed; a trial that lacked it and succeeded lost nothing",
		"retrievers and arithmetic are offered whatever is selected, as are all tools where a selection is unusable")
	return t
}

// selectionColumns are the columns of selections in CSV.
var selectionColumns = []string{"selections", "selections_unusable", "table_precision", "table_recall", "tool_precision", "tool_recall", "lookups_offered",
	"lacked", "lost", "success_complete", "success_lacking"}

// csv returns the cells of selectionColumns; nil for nil.
func (r *SelectionReport) csv() []string {
	if r == nil {
		return nil
	}
	return []string{strconv.Itoa(r.Trials), strconv.Itoa(r.Unusable),
		csvPercent(r.TablePrecision.Mean), csvPercent(r.TableRecall.Mean), csvPercent(r.ToolPrecision.Mean), csvPercent(r.ToolRecall.Mean), csvDecimals(&r.Offered, 1),
		strconv.Itoa(r.Lacked), strconv.Itoa(r.Lost), csvPercent(r.Complete.Mean), csvPercent(r.Lacking.Mean)}
}
