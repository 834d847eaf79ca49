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

// ProgramTable maps tasks to programs, which people wrote.
type ProgramTable struct {
	// Patterns recognise names in questions that no table has, by entity type.
	Patterns map[string]*regexp.Regexp
	// Entries are in the order of the file, at most one per task.
	Entries []Entry
}

// Entry is the program of one task, with remarks.
type Entry struct {
	// ID is the task's ID.
	ID string
	// Line is the entry's first line in the file, from 1.
	Line int
	// Program has passed [plan.Program.Types]. Its start entities are unbound.
	Program *plan.Program
	// Starts locate the program's start entities in the question, in node order.
	Starts []Place
	// Lacks describes in one line the part of the task that the program does not ask for; "" if
	// it asks for everything.
	Lacks string
	// Read describes in one line how the program resolves an ambiguity of the question; "" if
	// there is none.
	Read string
	// Fault says what a disagreement with the published keywords is due to; "" if there
	// is none.
	Fault Fault
	// Why explains Fault in one line.
	Why string
}

// Fault is the cause of a disagreement with the published keywords.
type Fault string

// The closed set of faults.
const (
	FaultKey      Fault = "key"      // a published keyword is wrong
	FaultQuestion Fault = "question" // the published question is ambiguous
	FaultTable    Fault = "table"    // the recovered tables lack rows or cells
	FaultOurs     Fault = "ours"     // the plan algebra or one of taskgrove's tools is at fault
)

// Faults returns all faults, sorted.
func Faults() []Fault { return []Fault{FaultKey, FaultOurs, FaultQuestion, FaultTable} }

// Entry returns the entry of a task; nil if there is none.
func (t *ProgramTable) Entry(id string) *Entry {
	for i := range t.Entries {
		if t.Entries[i].ID == id {
			return &t.Entries[i]
		}
	}
	return nil
}

// Read reads a table of programs for a domain from YAML. The error joins all faults, each as
// "file:line: what is wrong: what was wanted", where file is name.
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

// reader reads one file and collects its faults.
type reader struct {
	name   string
	domain *domain.Domain
	table  *ProgramTable
	faults []error
}

func (r *reader) fault(line int, what, wanted string) {
	r.faults = append(r.faults, fmt.Errorf("%s:%d: %s: want %s", r.name, line, what, wanted))
}

// fields calls the reader of every field of a mapping; unknown and repeated fields are faults.
func (r *reader) fields(n *yaml.Node, read map[string]func(*yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		r.fault(n.Line, "not a mapping", "a mapping of fields")
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		f := read[key.Value]
		if f == nil || seen[key.Value] {
			r.fault(key.Line, fmt.Sprintf("field %q is unknown or repeated", key.Value), "each known field once")
			continue
		}
		seen[key.Value] = true
		f(n.Content[i+1])
	}
}

// text returns a reader that stores a scalar in *to.
func (r *reader) text(to *string) func(*yaml.Node) {
	return func(n *yaml.Node) {
		if n.Kind != yaml.ScalarNode || n.Value == "" {
			r.fault(n.Line, "not a text", "a scalar that is not empty")
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
				r.fault(n.Line, fmt.Sprintf("pattern %q", n.Value), "a valid regular expression that does not match the empty text")
				return
			}
			r.table.Patterns[e.Name] = p
		}
	}
	r.fields(n, read)
}

func (r *reader) tasks(n *yaml.Node) {
	if n.Kind != yaml.SequenceNode {
		r.fault(n.Line, "not a list", "a list of tasks")
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
		r.fault(n.Line, fmt.Sprintf("id %q is empty or repeated", e.ID), "a unique id")
	case steps == nil || steps.Kind != yaml.SequenceNode:
		r.fault(n.Line, fmt.Sprintf("task %s has no plan", e.ID), "a list of steps")
	case (fault == "") != (e.Why == "") || (fault != "" && !slices.Contains(Faults(), e.Fault)):
		r.fault(n.Line, fmt.Sprintf("task %s has fault %q and why %q", e.ID, fault, e.Why), "both fault (key, question, table or ours) and why, or neither")
	default:
		r.program(&e, steps, template)
	}
}

// program builds the program of an entry from its steps.
func (r *reader) program(e *Entry, steps *yaml.Node, template string) {
	c := composer{domain: r.domain, program: &plan.Program{Template: template}, origins: map[string]origin{}}
	for _, n := range steps.Content {
		err := errors.New("not a text: want a step")
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
