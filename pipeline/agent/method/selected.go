package method

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Selected is what a model selected before its first turn.
type Selected struct {
	// Tables and Tools are the names that it gave of tables and tools that there are, in the
	// order of the domain, each once and without aliases. Both are nil if nothing that it gave
	// could be used.
	Tables, Tools []string
	// Offered are the names of the lookups that it was offered then, in the order of the domain:
	// those of the tables, those named, and all of them if nothing could be used.
	Offered []string
}

// ReadSelected returns what the model of a transcript selected from a domain; nil if it was not asked
// to, as with [AllTools].
func ReadSelected(d *domain.Domain, tr *agent.Transcript) *Selected {
	var s *Selected
	var made selection
	for i := range tr.Replies {
		r := &tr.Replies[i]
		if r.Phase != agent.Selecting {
			continue
		}
		s = &Selected{}
		if r.Fault != "" {
			continue
		}
		if given, fault, _ := readSelection(r.Text); fault == "" {
			made.Tables, made.Tools = append(made.Tables, given.Tables...), append(made.Tools, given.Tools...)
		}
	}
	if s == nil {
		return nil
	}
	made = made.known(d)
	for i := range d.Tables {
		if slices.Contains(made.Tables, d.Tables[i].Name) {
			s.Tables = append(s.Tables, d.Tables[i].Name)
		}
	}
	for i := range d.Tools {
		t := &d.Tools[i]
		if slices.Contains(made.Tools, t.Name) {
			s.Tools = append(s.Tools, t.Name)
		}
		if t.Kind == domain.Lookup && (made.isEmpty() || made.offers(t)) {
			s.Offered = append(s.Offered, t.Name)
		}
	}
	return s
}

// known returns the selection with the names of tables and tools that there are, tools without
// aliases.
func (s selection) known(d *domain.Domain) (known selection) {
	for _, name := range s.Tables {
		if d.Table(name) != nil {
			known.Tables = append(known.Tables, name)
		}
	}
	for _, name := range s.Tools {
		if t := d.Tool(name); t != nil {
			known.Tools = append(known.Tools, t.Name)
		}
	}
	return known
}

// isEmpty reports whether a selection names nothing.
func (s selection) isEmpty() bool { return len(s.Tables)+len(s.Tools) == 0 }

// offers reports whether a tool is offered to whoever made the selection: every tool that is not a
// lookup, and the lookups that it names or of tables that it names.
func (s selection) offers(t *domain.Tool) bool {
	return t.Kind != domain.Lookup || slices.Contains(s.Tools, t.Name) || slices.Contains(s.Tables, t.Table)
}
