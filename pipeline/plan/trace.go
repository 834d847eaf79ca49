package plan

import (
	"encoding/json"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Reason is why a program has no valid result on the data; "" means it has one.
// Reasons are one word, and the funnel counts them.
type Reason string

// The closed set of reasons an execution can end with.
const (
	Missing    Reason = "missing"    // a lookup found no row
	Several    Reason = "several"    // a single row or value is wanted and there are more
	Ambiguous  Reason = "ambiguous"  // a name may stand for what another one does
	Unobserved Reason = "unobserved" // a cell that is needed was never observed
	Blank      Reason = "blank"      // a cell that is needed is empty
	Sentinel   Reason = "sentinel"   // a cell that is needed holds the source's mark for none
	Masked     Reason = "masked"     // a name that is needed is masked
	Unparsed   Reason = "unparsed"   // a cell that is needed does not parse as its column's kind
	Tie        Reason = "tie"        // two share a place, or the first place, in a ranking
	Trivial    Reason = "trivial"    // an operation has nothing to choose between, see [Trace.Idle]
	Undefined  Reason = "undefined"  // a division by nothing, or amounts too long to compute with
	Underived  Reason = "underived"  // a name does not fit the derivation's pattern
	Undated    Reason = "undated"    // nothing tells which version of a work was in force
)

// NodeResult is the value of a node in one execution. Callers must not change it.
type NodeResult struct {
	// Type is the node's type.
	Type Type
	// Source is the corpus table of rows, of values and of a number made of a column;
	// nil for other numbers, for entities and where there are no rows.
	Source *corpus.Table
	// Rows are row numbers of Source, in file order, for shape rows.
	Rows []int32
	// Entity names the entity, one string a part, for results that name one.
	Entity []string
	// Values are the typed values, for shapes values and number: in row order, for
	// an entity of several parts the parts of a row in order.
	Values []value.Value
	// Truth is whether it is so, for shape truth.
	Truth bool
	// Passages are the passages found, whole and best first, for shape passages.
	Passages []string
	// Cited are what the passages that were cited are called by, for the values of a
	// cite node, in their order; the version only where it was in force for sure.
	Cited []domain.Heading
}

// Trace is one execution of a program: the result of every node.
type Trace struct {
	// Program is what was run, its start bound.
	Program *Program
	// Results are one per node, in node order; nil for a node that was not executed.
	Results     []*NodeResult
	calls       map[int][]toolCall // by node
	restsOnIdle []bool             // by node, of RunAll
}

// RestsOnIdle reports whether the i-th node, or one that it depends on, had nothing to
// choose between, see [Node.Idle]. It is for traces of [Executor.RunAll] alone.
func (t *Trace) RestsOnIdle(i int) bool { return t.restsOnIdle[i] }

type toolCall struct {
	call   tool.Call
	result tool.Result
}

// Step is one tool call of an executed node, or the node itself where it calls
// none, as the task record keeps it.
type Step struct {
	// Node and Op are the node's name and operation; "" for what ends a task.
	Node string `json:"node"`
	Op   string `json:"op"`
	// Tool, Arguments and Observation are the call and what came back, for calls.
	Tool        string          `json:"tool,omitempty"`
	Arguments   json.RawMessage `json:"arguments,omitempty"`
	Observation json.RawMessage `json:"observation,omitempty"`
	// Rows is the number of rows of a result of rows, on the node's last step.
	Rows int `json:"rows,omitempty"`
	// Selected are the texts of an entity, values or a number, "yes" or "no": what the
	// node hands on, on its last step. For rows it is nil.
	Selected []string `json:"selected,omitempty"`
}

// Result returns the result of the named node; nil if there is no such node or
// the execution ended before it.
func (t *Trace) Result(name string) *NodeResult {
	for i := range t.Results {
		if t.Program.Nodes[i].Name == name {
			return t.Results[i]
		}
	}
	return nil
}

// Outcome returns the result of the named node, which must have been executed, as the
// rules of soundness see it.
func (t *Trace) Outcome(name string) Outcome { return t.Result(name) }

// Steps renders the trace in node order: a step for each call of a node, one for a
// node that makes none, and none for a node that was not asked for.
func (t *Trace) Steps() ([]Step, error) {
	var steps []Step
	for i, r := range t.Results {
		if r == nil {
			continue
		}
		n := &t.Program.Nodes[i]
		last := Step{Node: n.Name, Op: n.Do.Kind(), Rows: len(r.Rows), Selected: r.selected()}
		calls := t.calls[i]
		for j, c := range calls {
			args, err := json.Marshal(c.call.Args)
			if err != nil {
				return nil, err
			}
			s := Step{Node: n.Name, Op: n.Do.Kind()}
			if j == len(calls)-1 {
				s = last
			}
			s.Tool, s.Arguments, s.Observation = c.call.Tool, args, c.result.Observation()
			steps = append(steps, s)
		}
		if calls == nil {
			steps = append(steps, last)
		}
	}
	return steps, nil
}

// selected returns what a result hands on.
func (r *NodeResult) selected() []string {
	if r.Type.Shape != ShapeTruth {
		return r.Texts()
	}
	if r.Truth {
		return []string{"yes"}
	}
	return []string{"no"}
}

// Texts returns the canonical texts of what the result holds: the entity's
// parts, or the values; nil for rows.
func (r *NodeResult) Texts() []string {
	if r.Values == nil {
		return r.Entity
	}
	return texts(r.Values)
}

func texts(values []value.Value) []string {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = v.Text
	}
	return list
}

// Idle returns the name of the first node that had nothing to choose between, as
// [Node.Idle] has it; "" if there is none.
func (t *Trace) Idle() string {
	for i, r := range t.Results {
		if r == nil {
			continue
		}
		n := &t.Program.Nodes[i]
		var in []Outcome
		for _, f := range n.From {
			in = append(in, t.Result(f))
		}
		if n.Idle(in, r) != "" {
			return n.Name
		}
	}
	return ""
}
