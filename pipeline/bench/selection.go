package bench

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/agent/method"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Selection compares what a model selected before its first turn with what the task's plan uses.
type Selection struct {
	// Tables are the tables that the model named, and those that lookups of the plan read. Tools are
	// the lookups and retrievers that the model named, and those that the plan calls: arithmetic can
	// be done without tools.
	Tables SelectionMatch `json:"tables"`
	Tools  SelectionMatch `json:"tools"`
	// Unusable says that nothing the model gave could be used, so that it was offered all tools.
	Unusable bool `json:"unusable,omitempty"`
	// Offered is the number of lookups that the model was offered. Lacked are those that the plan
	// calls and that it was not offered, in the order of the plan; nil for none. Retrievers are
	// offered whatever is selected.
	Offered int      `json:"offered"`
	Lacked  []string `json:"lacked,omitempty"`
}

// SelectionMatch counts selected and needed names.
type SelectionMatch struct {
	// Selected is the number of names selected, Needed that of names needed, and Right the number of
	// names that are both.
	Selected int `json:"selected"`
	Needed   int `json:"needed"`
	Right    int `json:"right"`
}

// Precision returns the share of the selected names that are needed; nil if none was selected.
func (m *SelectionMatch) Precision() *float64 { return shareOf(m.Right, m.Selected) }

// Recall returns the share of the needed names that were selected; nil if none is needed.
func (m *SelectionMatch) Recall() *float64 { return shareOf(m.Right, m.Needed) }

// shareOf returns the share n of all; nil for none.
func shareOf(n, all int) *float64 {
	if all == 0 {
		return nil
	}
	return new(float64(n) / float64(all))
}

// MeasureSelection compares the selection in a transcript with the task's path; nil if the model was
// not asked for a selection, the path has no tool of the domain, or the domain is nil.
func MeasureSelection(t *task.Task, tr *agent.Transcript, d *domain.Domain) *Selection {
	if d == nil {
		return nil
	}
	s := method.ReadSelected(d, tr)
	if s == nil {
		return nil
	}
	var tables, tools []string
	m := &Selection{Offered: len(s.Offered), Unusable: s.Tables == nil && s.Tools == nil}
	for name := range strings.SplitSeq(t.Path, plan.Separator) {
		spec := d.Tool(name)
		if spec == nil || !finds(spec) || slices.Contains(tools, spec.Name) {
			continue
		}
		tools = append(tools, spec.Name)
		if spec.Kind == domain.Lookup && !slices.Contains(tables, spec.Table) {
			tables = append(tables, spec.Table)
		}
		if spec.Kind == domain.Lookup && !slices.Contains(s.Offered, spec.Name) {
			m.Lacked = append(m.Lacked, spec.Name)
		}
	}
	if tools == nil {
		return nil
	}
	named := slices.DeleteFunc(s.Tools, func(name string) bool { return !finds(d.Tool(name)) })
	m.Tables, m.Tools = match(s.Tables, tables), match(named, tools)
	return m
}

// finds reports whether a tool finds rows or passages.
func finds(t *domain.Tool) bool { return t.Kind == domain.Lookup || t.Kind == domain.Retriever }

// match compares names, each of which stands in its list once.
func match(selected, needed []string) SelectionMatch {
	m := SelectionMatch{Selected: len(selected), Needed: len(needed)}
	for _, name := range selected {
		if slices.Contains(needed, name) {
			m.Right++
		}
	}
	return m
}
