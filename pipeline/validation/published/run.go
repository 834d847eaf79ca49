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

// ReplayWorld is the data that programs run over. It is safe for concurrent use.
type ReplayWorld struct {
	// Domain declares the tables and tools.
	Domain *domain.Domain
	// Names finds the start entities in questions.
	Names *NameFinder
	// Tools answer the calls of programs.
	Tools tool.Caller
	// Recording says which lookups were recorded.
	Recording *Recording
}

// Verdict is the result of a program: how its answers compare with the published keywords,
// or why it has no answers.
type Verdict string

// The closed set of verdicts.
const (
	Agree    Verdict = "agree"    // the answers are exactly the keywords
	Partial  Verdict = "partial"  // some keywords are answered; others are not, or an answer is no keyword
	Disagree Verdict = "disagree" // no answer is a keyword
	Missing  Verdict = "missing"  // a lookup found no row in the tables
	Stopped  Verdict = "stopped"  // the program stopped for another reason
	Unnamed  Verdict = "unnamed"  // a start entity was not found in the question
)

// Executed reports whether the program ran to its end.
func (v Verdict) Executed() bool { return v == Agree || v == Partial || v == Disagree }

// ProgramOutcome is the result of running one program.
type ProgramOutcome struct {
	// Verdict says how the program ended.
	Verdict Verdict
	// Keys is the number of distinct published keywords, Matched the number of them that
	// an answer equals, and Surplus the number of answers that equal no keyword.
	Keys, Matched, Surplus int
	// Void has one reason for each answer that has no value, if another answer has one,
	// in the order in which execution met them; nil if there are none.
	Void []plan.Reason
	// Reason says why the program stopped, and Op, an operation's Kind, where: "" for a
	// program that ran to its end and for verdict Unnamed. Table is the table of a
	// lookup that found no row; "" otherwise.
	Reason plan.Reason
	Op     string
	Table  string
	// Lookups is the number of lookups made, and Recorded the number of them whose
	// complete results are known because they were recorded.
	Lookups, Recorded int
}

// Run binds a program to a question, runs it and compares its answers with the published
// keywords. The error means that a tool is broken or ctx is done; every other result is a
// verdict.
func Run(ctx context.Context, w *ReplayWorld, e *Entry, t *PublishedTask) (ProgramOutcome, error) {
	_, _, o, err := Trace(ctx, w, e, t)
	return o, err
}

// Trace runs a program as [Run] does, and also returns the program and its trace. If an
// answer has no value and others have one, Trace removes that answer from the program and
// runs it again. All results are those of the last run, and the outcome lists the removed
// answers in Void; keywords that only they would equal are unmatched. Program and trace are
// nil if a start entity was not found in the question. The error is as for Run; the other
// results have no meaning then.
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

// without returns the program without the named node and its answer; false if another node
// reads the node, or if it gives the only answer.
func without(p *plan.Program, name string) (*plan.Program, bool) {
	q := *p
	q.Answers = slices.DeleteFunc(slices.Clone(p.Answers), func(a plan.AnswerSpec) bool { return a.From == name })
	q.Nodes = slices.DeleteFunc(slices.Clone(p.Nodes), func(n plan.Node) bool { return n.Name == name })
	read := slices.ContainsFunc(q.Nodes, func(n plan.Node) bool { return slices.Contains(n.From, name) })
	return &q, !read && len(q.Answers) > 0 && len(q.Answers) < len(p.Answers)
}

// stopped records where a program stopped.
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
