package plantree

import (
	"io"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// UnreachableReason says why no path has a tool or a transition; "" if a path has it.
type UnreachableReason string

// The closed set of reasons.
const (
	TakesText     UnreachableReason = "retriever"    // the tool takes text, not an entity
	TakesNumbers  UnreachableReason = "arithmetic"   // the tool takes numbers
	EndsTrial     UnreachableReason = "finish"       // the tool ends a trial
	NeverReturned UnreachableReason = "no_accept"    // no tool returns an entity that this one accepts
	OnlyReturns   UnreachableReason = "returns_only" // the hop only leads back to its origin
	EmptyTable    UnreachableReason = "empty_table"  // the tool's table has no rows
	TooDeep       UnreachableReason = "depth"        // paths are too short for it
)

// TreeCoverage says which tools and transitions the paths of a planning tree have. Lists are
// in the domain's order and, except TableList, never nil.
type TreeCoverage struct {
	// Domain is the domain's name.
	Domain string `json:"domain"`
	// Depth is the maximum number of hops of a path.
	Depth int `json:"depth"`
	// Paths is one entry per number of hops.
	Paths []PathCount `json:"paths"`
	// Tools, Transitions and Answers count the declared elements and those that are
	// reachable.
	Tools       ReachCount `json:"tools"`
	Transitions ReachCount `json:"transitions"`
	Answers     ReachCount `json:"answers"`
	// Published has the counts of the published benchmark, for comparison.
	Published PublishedCounts `json:"published"`
	// ToolList has every tool of the domain.
	ToolList []ToolCoverage `json:"tool_list"`
	// TransitionList has every pair of lookups where the first returns an entity that the
	// second accepts, directly or by a derivation.
	TransitionList []Transition `json:"transition_list"`
	// TableList has every table with its rows; nil without a corpus.
	TableList []TableRows `json:"table_list,omitempty"`
}

// PathCount is the number of paths of one length.
type PathCount struct {
	Hops int `json:"hops"` // from 1
	// Paths is the number of paths, Sequences the number of different lists of tools that
	// they call. Written is how many paths were drawn to be written; 0 if all are written, and from
	// [MeasureCoverage].
	Paths     int `json:"paths"`
	Written   int `json:"written,omitempty"`
	Sequences int `json:"sequences"`
}

// ReachCount counts the declared elements of one kind and those that are on a path.
type ReachCount struct {
	Declared  int `json:"declared"`  // elements declared
	Reachable int `json:"reachable"` // declared elements that are on a path
}

// ToolCoverage is the coverage of one tool.
type ToolCoverage struct {
	Tool string          `json:"tool"` // name of the tool
	Kind domain.ToolKind `json:"kind"` // kind of the tool
	// Reachable reports that a path calls the tool and, with a corpus, that its table has
	// rows.
	Reachable bool `json:"reachable"`
	// Reason says why no path calls the tool; "" if one does.
	Reason UnreachableReason `json:"reason,omitempty"`
	// First says why a path can only begin with the tool: NoAccept, or the reason for which
	// all transitions to it are unreachable; "" if the tool can also follow another.
	First UnreachableReason `json:"first_only,omitempty"`
	// Answers are the possible answers of a path that ends with the tool: columns and
	// [plan.Rows]; nil if no path calls it.
	Answers []string `json:"answers,omitempty"`
}

// Transition is a lookup of an entity that another lookup returned.
type Transition struct {
	From      string            `json:"from"`             // the tool that returned the entity
	To        string            `json:"to"`               // the tool called
	Reachable bool              `json:"reachable"`        // a path has it, and with a corpus both tables have rows
	Reason    UnreachableReason `json:"reason,omitempty"` // why no path has it; "" if one does
}

// TableRows is the size of a table.
type TableRows struct {
	Table string `json:"table"` // name of the table
	Rows  int    `json:"rows"`  // number of its rows in the corpus
}

// PublishedCounts counts the parts of the 300 published tasks of LegalAgentBench, by the
// path that each task states (github.com/CSHaitao/LegalAgentBench, commit e6557ba).
type PublishedCounts struct {
	Tasks       int `json:"tasks"`       // tasks that state a path
	Tools       int `json:"tools"`       // tools that some task calls
	Transitions int `json:"transitions"` // distinct pairs of tools called one after the other
	Sequences   int `json:"sequences"`   // distinct sequences of tools of tasks without branches
}

var published = PublishedCounts{Tasks: 300, Tools: 28, Transitions: 100, Sequences: 127}

// MeasureCoverage returns the coverage of the paths of at most depth hops. With a non-nil
// corpus, tools whose tables have no rows count as unreachable, because no path with them
// has an answer.
func MeasureCoverage(g *plan.Graph, depth int, c *corpus.Corpus) *TreeCoverage {
	d, m := g.Domain(), Fold(g)
	v := &TreeCoverage{
		Domain: d.Name, Depth: depth, Published: published,
		Paths: []PathCount{}, ToolList: []ToolCoverage{}, TransitionList: []Transition{},
	}
	sequences := m.Sequences(depth)
	for i, n := range m.Counts(depth) {
		v.Paths = append(v.Paths, PathCount{Hops: i + 1, Paths: n, Sequences: sequences[i]})
	}
	if c != nil {
		for i := range d.Tables {
			v.TableList = append(v.TableList, TableRows{d.Tables[i].Name, c.Table(d.Tables[i].Name).Len()})
		}
	}
	empty := func(tool string) bool { return c != nil && c.Table(d.Tool(tool).Table).Len() == 0 }
	v.transitions(m, d, empty)
	v.tools(m, d, empty)
	return v
}

// transitions fills in what is known of every pair of lookups.
func (v *TreeCoverage) transitions(m *FoldedTree, d *domain.Domain, empty func(string) bool) {
	reached := map[[2]string]bool{}
	for _, c := range m.Calls {
		for _, r := range c.Returns {
			for _, next := range r.Next {
				reached[[2]string{c.Tool, m.Calls[next.Call].Tool}] = true
			}
		}
	}
	for i := range d.Tools {
		for j := range d.Tools {
			a, b := &d.Tools[i], &d.Tools[j]
			if !plan.Joins(d, a, b) {
				continue
			}
			t := Transition{From: a.Name, To: b.Name}
			switch {
			case !reached[[2]string{a.Name, b.Name}]:
				t.Reason = OnlyReturns
			case empty(a.Name) || empty(b.Name):
				t.Reason = EmptyTable
			case v.Depth < 2:
				t.Reason = TooDeep
			default:
				t.Reachable = true
				v.Transitions.Reachable++
			}
			v.TransitionList = append(v.TransitionList, t)
		}
	}
	v.Transitions.Declared = len(v.TransitionList)
}

// tools fills in what is known of every tool; the transitions must be there.
func (v *TreeCoverage) tools(m *FoldedTree, d *domain.Domain, empty func(string) bool) {
	answers := m.answers(d)
	for i := range d.Tools {
		t := &d.Tools[i]
		tc := ToolCoverage{Tool: t.Name, Kind: t.Kind}
		switch {
		case t.Kind == domain.Retriever:
			tc.Reason = TakesText
		case t.Kind == domain.Arithmetic:
			tc.Reason = TakesNumbers
		case t.Kind == domain.Finish:
			tc.Reason = EndsTrial
		case empty(t.Name):
			tc.Reason = EmptyTable
		case v.Depth < 1:
			tc.Reason = TooDeep
		default:
			tc.Reachable, tc.First, tc.Answers = true, v.firstOnly(t.Name), answers[t.Name]
			v.Tools.Reachable++
		}
		v.Answers.Declared += len(answers[t.Name])
		v.Answers.Reachable += len(tc.Answers)
		v.ToolList = append(v.ToolList, tc)
	}
	v.Tools.Declared = len(d.Tools)
}

// firstOnly returns why a lookup follows no other; "" if it follows one.
func (v *TreeCoverage) firstOnly(tool string) UnreachableReason {
	why := NeverReturned
	for _, t := range v.TransitionList {
		if t.To != tool {
			continue
		}
		if t.Reachable {
			return ""
		}
		if why != OnlyReturns {
			why = t.Reason
		}
	}
	return why
}

// answers returns what each lookup can be asked for at the end of a path, in
// table order, [plan.Rows] last.
func (m *FoldedTree) answers(d *domain.Domain) map[string][]string {
	asked := map[string]map[string]bool{}
	for _, c := range m.Calls {
		if asked[c.Tool] == nil {
			asked[c.Tool] = map[string]bool{}
		}
		for _, t := range c.Targets {
			asked[c.Tool][t] = true
		}
	}
	answers := map[string][]string{}
	for tool, set := range asked {
		for _, c := range d.Table(d.Tool(tool).Table).Columns {
			if set[c.Name] {
				answers[tool] = append(answers[tool], c.Name)
			}
		}
		if set[plan.Rows] {
			answers[tool] = append(answers[tool], plan.Rows)
		}
	}
	return answers
}

// Write writes the coverage as JSON. Equal coverage gives equal bytes.
func (v *TreeCoverage) Write(w io.Writer) error { return writeJSON(w, v) }
