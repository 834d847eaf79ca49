package published

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// ReplayWorld is what programs run over. It is safe for concurrent use.
type ReplayWorld struct {
	// Domain declares the tables and tools.
	Domain *domain.Domain
	// Names finds the starts in questions.
	Names *NameFinder
	// Tools are called.
	Tools tool.Caller
	// Recording tells which lookups are known to be whole.
	Recording *Recording
}

// Verdict says how a program's answers stand to the published keys.
type Verdict string

// The closed set of verdicts.
const (
	Agree    Verdict = "agree"    // the answers are the keys
	Partial  Verdict = "partial"  // some of the answers are some of the keys
	Disagree Verdict = "disagree" // no answer is a key
	Missing  Verdict = "missing"  // a lookup has no row in the tables
	Stopped  Verdict = "stopped"  // the data has no valid result for another reason
	Unnamed  Verdict = "unnamed"  // a start was not found in the question
)

// Executed reports whether the program ran to its end.
func (v Verdict) Executed() bool { return v == Agree || v == Partial || v == Disagree }

// ProgramOutcome is what came of one program. It is a record.
type ProgramOutcome struct {
	// Verdict is how it stands.
	Verdict Verdict
	// Keys is the number of different published keys, Matched how many of them are
	// answered, Surplus how many answers are no key.
	Keys, Matched, Surplus int
	// Void are the reasons for which answers have no value, in order, where others
	// have one.
	Void []plan.Reason
	// Reason, Op and Table say why and where the program stopped: Table is the table of
	// a lookup. "" where it did not.
	Reason plan.Reason
	Op     string
	Table  string
	// Lookups is the number of lookups made, Recorded how many of them were recorded, so
	// that the tables are known to have all rows they find, or rightly none.
	Lookups, Recorded int
}

// Run binds a program to a question, runs it and compares what it answers with the
// keys. The error is for broken tools alone.
func Run(ctx context.Context, w *ReplayWorld, e *Entry, t *PublishedTask) (ProgramOutcome, error) {
	_, _, o, err := Trace(ctx, w, e, t)
	return o, err
}

// Trace is [Run] that also returns what was run, and the trace of it: the program
// without the answers that have no value. Both are nil where a start was not found.
func Trace(ctx context.Context, w *ReplayWorld, e *Entry, t *PublishedTask) (*plan.Program, *plan.Trace, ProgramOutcome, error) {
	var names [][]string
	for _, p := range e.Starts {
		name, err := w.Names.Find(t.Question, p)
		if err != nil {
			return nil, nil, ProgramOutcome{Verdict: Unnamed}, nil
		}
		names = append(names, name)
	}
	p := e.Program.Bind(names...)
	var o ProgramOutcome
	for {
		x, err := plan.NewExecutor(w.Domain, w.Tools, p)
		if err != nil {
			return nil, nil, o, fmt.Errorf("task %s: %w", e.ID, err)
		}
		trace, reason, err := x.Run(ctx, nil)
		if err != nil {
			return nil, nil, o, fmt.Errorf("task %s: %w", e.ID, err)
		}
		if reason == "" {
			o.compare(w, p, trace, t.Keys)
			return p, trace, o, o.count(w, trace)
		}
		n := &p.Nodes[len(trace.Results)]
		rest, ok := without(p, n.Name)
		if !ok {
			o.stopped(w.Domain, n, reason)
			return p, trace, o, o.count(w, trace)
		}
		o.Void = append(o.Void, reason)
		p = rest
	}
}

// without returns the program without the answer that a node is for; false if the
// node is for more, or for the only answer.
func without(p *plan.Program, name string) (*plan.Program, bool) {
	q := *p
	q.Answers = slices.DeleteFunc(slices.Clone(p.Answers), func(a plan.AnswerSpec) bool { return a.From == name })
	q.Nodes = slices.DeleteFunc(slices.Clone(p.Nodes), func(n plan.Node) bool { return n.Name == name })
	read := slices.ContainsFunc(q.Nodes, func(n plan.Node) bool { return slices.Contains(n.From, name) })
	return &q, !read && len(q.Answers) > 0 && len(q.Answers) < len(p.Answers)
}

// stopped says where a program stopped.
func (o *ProgramOutcome) stopped(d *domain.Domain, n *plan.Node, reason plan.Reason) {
	o.Verdict, o.Reason, o.Op = Stopped, reason, n.Do.Kind()
	if c, ok := n.Do.(*plan.Call); ok && reason == plan.Missing {
		o.Verdict, o.Table = Missing, d.Tool(c.Tool).Table
	}
}

// compare sets the verdict of a program that ran.
func (o *ProgramOutcome) compare(w *ReplayWorld, p *plan.Program, t *plan.Trace, keys []string) {
	var given []answer
	for i := range p.Answers {
		if r := t.Result(p.Answers[i].From); r != nil {
			given = append(given, answers(w.Domain, &p.Answers[i], r)...)
		}
	}
	keys = slices.Compact(slices.Sorted(slices.Values(keys)))
	o.Keys = len(keys)
	for _, k := range keys {
		if slices.ContainsFunc(given, func(a answer) bool { return a.is(k) }) {
			o.Matched++
		}
	}
	for _, a := range given {
		if !slices.ContainsFunc(keys, a.is) {
			o.Surplus++
		}
	}
	switch {
	case o.Matched == o.Keys && o.Surplus == 0:
		o.Verdict = Agree
	case o.Matched > 0:
		o.Verdict = Partial
	default:
		o.Verdict = Disagree
	}
}

// count counts the lookups made.
func (o *ProgramOutcome) count(w *ReplayWorld, t *plan.Trace) error {
	steps, err := t.Steps()
	if err != nil {
		return err
	}
	for _, s := range steps {
		spec := w.Domain.Tool(s.Tool)
		if spec == nil || spec.Kind != domain.Lookup {
			continue
		}
		var args any
		if err := json.Unmarshal(s.Arguments, &args); err != nil {
			return err
		}
		o.Lookups++
		if w.Recording.Recorded(tool.Call{Tool: s.Tool, Args: args}) {
			o.Recorded++
		}
	}
	return nil
}
