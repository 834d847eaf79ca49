package plan

import (
	"encoding/json"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Reason says in a single word why a program has no valid result on the data; "" if it has
// one. Funnels count reasons.
type Reason string

// The closed set of reasons for which an execution ends.
const (
	Missing    Reason = "missing"    // a lookup found no row
	Several    Reason = "several"    // there are several rows or values, and the operation needs one
	Ambiguous  Reason = "ambiguous"  // two different names may stand for the same entity
	Unobserved Reason = "unobserved" // a required cell was never observed
	Blank      Reason = "blank"      // a required cell is empty
	Sentinel   Reason = "sentinel"   // a required cell holds the source's mark for "none"
	Masked     Reason = "masked"     // a required name is masked
	Unparsed   Reason = "unparsed"   // a required cell does not parse as its column's kind
	Tie        Reason = "tie"        // two rows or values share a place of a ranking
	Trivial    Reason = "trivial"    // an operation has nothing to choose between, see [Trace.Idle]
	Undefined  Reason = "undefined"  // a division by zero, or amounts too long to compute with
	Underived  Reason = "underived"  // a text does not match a pattern
	Undated    Reason = "undated"    // it is unknown which version of a work was in force
)

// NodeResult is the value of a node in one execution. Callers must not change it.
type NodeResult struct {
	// Type is the node's type.
	Type Type
	// Source is the corpus table of rows, of values and of a number computed from a column;
	// nil for other numbers, for entities, for what a text states and for a lookup without
	// rows.
	Source *corpus.Table
	// Rows are row numbers of Source, in the order of the table, for shape rows.
	Rows []int32
	// Entity is the entity's name, one string for each part, for results that name one.
	Entity []string
	// Values are the typed values, for shapes values and number, in row order. An entity
	// of several parts has its parts one after the other.
	Values []value.Value
	// Truth is the result of shape truth.
	Truth bool
	// Passages are the full texts of the passages found, best first, for shape passages.
	Passages []string
	// Cited are the headings of the cited passages, for the values of a cite or citations
	// node and in their order. A heading's version is set only if it was certainly in force.
	Cited []domain.Heading
}

// Trace is one execution of a program: the result of every node.
type Trace struct {
	// Program is the program that was run; [Executor.Run] binds its starts.
	Program *Program
	// Results holds one result per node, in node order; nil for a node that was not
	// executed. It is shorter than Program.Nodes if the execution ended early.
	Results     []*NodeResult
	calls       map[int][]toolCall // by node
	restsOnIdle []bool             // by node, of RunAll
}

// RestsOnIdle reports whether the i-th node, or a node that it depends on, had nothing to
// choose between, see [Node.Idle]. It works only for traces of [Executor.RunAll].
func (t *Trace) RestsOnIdle(i int) bool { return t.restsOnIdle[i] }

type toolCall struct {
	call   tool.Call
	result tool.Result
}

// Step is one tool call of an executed node, or the node itself if it calls no tool, in the
// form that tasks store.
type Step struct {
	// Node is the node's name, and Op its [Operation].Kind. In the step that ends a task
	// Node is "" and Op is "finish".
	Node string `json:"node"`
	Op   string `json:"op"`
	// Tool, Arguments and Observation are the tool called, its arguments and its result;
	// empty for a step that calls no tool.
	Tool        string          `json:"tool,omitempty"`
	Arguments   json.RawMessage `json:"arguments,omitempty"`
	Observation json.RawMessage `json:"observation,omitempty"`
	// Rows is the number of rows of the node's result, on the node's last step.
	Rows int `json:"rows,omitempty"`
	// Selected holds the node's result as texts, on its last step: the parts of an entity,
	// values, a number, or "yes" or "no". It is nil for rows.
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

// Outcome returns the result of the named node for the soundness rules. The node must have
// been executed; otherwise the methods of the result panic.
func (t *Trace) Outcome(name string) Outcome { return t.Result(name) }

// Steps returns the steps of the trace in node order: one for each tool call of a node, one
// for a node that calls no tool, and none for a node that was not executed. It returns an
// error if arguments cannot be encoded.
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

// Calls returns the number of different tool calls of the trace: a call that is repeated
// with the same arguments counts once. It returns an error if arguments cannot be encoded.
func (t *Trace) Calls() (int, error) {
	different := map[[2]string]bool{}
	for _, calls := range t.calls {
		for _, c := range calls {
			args, err := json.Marshal(c.call.Args)
			if err != nil {
				return 0, err
			}
			different[[2]string{c.call.Tool, string(args)}] = true
		}
	}
	return len(different), nil
}

// selected returns the texts for [Step.Selected].
func (r *NodeResult) selected() []string {
	if r.Type.Shape != ShapeTruth {
		return r.Texts()
	}
	if r.Truth {
		return []string{"yes"}
	}
	return []string{"no"}
}

// Texts returns the Text of each of the result's values or, if it has none, the parts of
// its entity's name; nil for rows.
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

// Idle returns the name of the first node that had nothing to choose between, see
// [Node.Idle]; "" if there is none.
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
