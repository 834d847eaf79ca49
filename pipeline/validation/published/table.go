package published

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// ProgramTable maps tasks to programs. It is a specification, written by people.
type ProgramTable struct {
	// Patterns find names of an entity type in a question that no table knows, by
	// entity type.
	Patterns map[string]*regexp.Regexp
	// Entries are in the order of the file, one a task.
	Entries []Entry
}

// Entry is the program of one task.
type Entry struct {
	// ID is the task's.
	ID string
	// Line is where the entry stands in the file, from 1.
	Line int
	// Program has passed [plan.Program.Types]; its starts are unbound.
	Program *plan.Program
	// Starts say where in the question the program's starts stand, one each in node
	// order.
	Starts []Place
	// Lacks says in a line what of the task the program does not ask; "" if nothing.
	Lacks string
	// Read says in a line how the program reads what the question leaves open; "" where
	// it leaves nothing open.
	Read string
	// Fault says whose fault it is that the program does not give the published keys;
	// "" where it does.
	Fault Fault
	// Why is the reason for Fault, in a line.
	Why string
}

// Fault is whose fault a disagreement is.
type Fault string

// The closed set of faults.
const (
	FaultKey      Fault = "key"      // a published key is wrong
	FaultQuestion Fault = "question" // the published question leaves open what is asked
	FaultTable    Fault = "table"    // the recovered tables lack rows or cells
	FaultOurs     Fault = "ours"     // the algebra or a tool of ours
)

// Faults returns the closed set of faults, in order of their names.
func Faults() []Fault { return []Fault{FaultKey, FaultOurs, FaultQuestion, FaultTable} }

// Entry returns the entry of a task, or nil.
func (t *ProgramTable) Entry(id string) *Entry {
	for i := range t.Entries {
		if t.Entries[i].ID == id {
			return &t.Entries[i]
		}
	}
	return nil
}

// Read reads a table of programs for a domain from YAML. Name stands in errors,
// which join every fault as "file:line: what is wrong: what was wanted".
func Read(b []byte, name string, d *domain.Domain) (*ProgramTable, error) {
	r := reader{name: name, domain: d, table: &ProgramTable{Patterns: map[string]*regexp.Regexp{}}}
	var doc yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(b))
	if err := dec.Decode(&doc); err != nil {
		return nil, fmt.Errorf("%s: %w: want YAML with patterns and tasks", name, err)
	}
	if err := dec.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: a second document: want one", name)
	}
	r.fields(doc.Content[0], map[string]func(*yaml.Node){"patterns": r.patterns, "tasks": r.tasks})
	if r.faults != nil {
		return nil, errors.Join(r.faults...)
	}
	return r.table, nil
}

// reader reads one file and goes on past what is wrong.
type reader struct {
	name   string
	domain *domain.Domain
	table  *ProgramTable
	faults []error
}

func (r *reader) fault(line int, what, wanted string) {
	r.faults = append(r.faults, fmt.Errorf("%s:%d: %s: want %s", r.name, line, what, wanted))
}

// fields has every field of a mapping read, each known one at most once.
func (r *reader) fields(n *yaml.Node, read map[string]func(*yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		r.fault(n.Line, "no mapping", "fields")
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		f := read[key.Value]
		if f == nil || seen[key.Value] {
			r.fault(key.Line, fmt.Sprintf("field %q is unknown or again", key.Value), "each known field once")
			continue
		}
		seen[key.Value] = true
		f(n.Content[i+1])
	}
}

// text reads a scalar into a string.
func (r *reader) text(to *string) func(*yaml.Node) {
	return func(n *yaml.Node) {
		if n.Kind != yaml.ScalarNode || n.Value == "" {
			r.fault(n.Line, "no text", "a text")
			return
		}
		*to = n.Value
	}
}

func (r *reader) patterns(n *yaml.Node) {
	read := map[string]func(*yaml.Node){}
	for _, e := range r.domain.Entities {
		read[e.Name] = func(n *yaml.Node) {
			p, err := regexp.Compile(n.Value)
			if err != nil || p.MatchString("") {
				r.fault(n.Line, fmt.Sprintf("pattern %q", n.Value), "a regular expression that needs characters")
				return
			}
			r.table.Patterns[e.Name] = p
		}
	}
	r.fields(n, read)
}

func (r *reader) tasks(n *yaml.Node) {
	if n.Kind != yaml.SequenceNode {
		r.fault(n.Line, "no list", "a list of tasks")
		return
	}
	for _, item := range n.Content {
		r.entry(item)
	}
}

func (r *reader) entry(n *yaml.Node) {
	e := Entry{Line: n.Line}
	var fault, template string
	var steps *yaml.Node
	before := len(r.faults)
	r.fields(n, map[string]func(*yaml.Node){
		"id": r.text(&e.ID), "template": r.text(&template), "lacks": r.text(&e.Lacks), "read": r.text(&e.Read),
		"fault": r.text(&fault), "why": r.text(&e.Why),
		"plan": func(n *yaml.Node) { steps = n },
	})
	e.Fault = Fault(fault)
	switch {
	case len(r.faults) > before:
		return
	case e.ID == "" || r.table.Entry(e.ID) != nil:
		r.fault(n.Line, fmt.Sprintf("id %q is empty or taken", e.ID), "one of its own")
	case steps == nil || steps.Kind != yaml.SequenceNode:
		r.fault(n.Line, fmt.Sprintf("task %s has no plan", e.ID), "a list of steps")
	case (fault == "") != (e.Why == "") || (fault != "" && !slices.Contains(Faults(), e.Fault)):
		r.fault(n.Line, fmt.Sprintf("task %s has fault %q and why %q", e.ID, fault, e.Why), "key, question, table or ours, and why, or neither")
	default:
		r.program(&e, steps, template)
	}
}

// program reads the steps of an entry.
func (r *reader) program(e *Entry, steps *yaml.Node, template string) {
	c := composer{domain: r.domain, program: &plan.Program{Template: template}, origins: map[string]origin{}}
	for _, n := range steps.Content {
		err := errors.New("no text: want a step")
		if n.Kind == yaml.ScalarNode {
			err = c.step(n.Value)
		}
		if err != nil {
			r.faults = append(r.faults, fmt.Errorf("%s:%d: step %q: %w", r.name, n.Line, n.Value, err))
			return
		}
	}
	if _, err := c.program.Types(r.domain); err != nil {
		r.faults = append(r.faults, fmt.Errorf("%s:%d: task %s: %w", r.name, e.Line, e.ID, err))
		return
	}
	e.Program, e.Starts = c.program, c.starts
	r.table.Entries = append(r.table.Entries, *e)
}
