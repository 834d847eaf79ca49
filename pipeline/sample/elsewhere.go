package sample

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Reasons of tasks that cannot be asked over the tables of several domains.
const (
	Foreign plan.Reason = "foreign" // the question could as well be about another domain's tables
	Altered plan.Reason = "altered" // over the tables of all, it does not have the question and answer that it had
)

// Rivals finds questions that could be about the tables of another domain, where an agent has the tools
// of all of them. It is read-only and safe for concurrent use.
type Rivals struct {
	corpus *corpus.Corpus
	lookup map[string]int // number of the domain, by lookup
}

// NewRivals returns the rivals over a corpus of a [domain.Union]; lookups holds, by domain, the names that its
// lookups have there.
func NewRivals(c *corpus.Corpus, lookups [][]string) *Rivals {
	r := &Rivals{c, map[string]int{}}
	for i, names := range lookups {
		for _, name := range names {
			r.lookup[name] = i
		}
	}
	return r
}

// Elsewhere reports whether a question could be about another domain: each of its start entities
// is a name there too, by which that domain looks up things that people call the same, as both of two shops
// have an employee 5. Only what the first lookups find is compared: what the question asks of it may
// be lacking there, but a reader learns that too late.
func (r *Rivals) Elsewhere(t *task.Task) bool {
	var common map[int]bool // domains that have rivals of all starts so far; nil for none seen
	for _, n := range t.Plan.Nodes {
		start, ok := n.Do.(*plan.Start)
		if !ok {
			continue
		}
		found := map[int]bool{}
		r.follow(t, n.Name, start.Value, found)
		if common == nil {
			common = found
		}
		for i := range common {
			if !found[i] {
				delete(common, i)
			}
		}
	}
	return len(common) > 0
}

// follow adds the other domains that have things called as those which the lookups of a name find, and of names
// that are derived from it.
func (r *Rivals) follow(t *task.Task, node string, name []string, found map[int]bool) {
	d := r.corpus.Domain()
	for _, next := range t.Plan.Nodes {
		if !slices.Contains(next.From, node) {
			continue
		}
		switch do := next.Do.(type) {
		case *plan.Call:
			r.rivals(d.Tool(do.Tool), name, t.Language, found)
		case *plan.Derive:
			if derived, ok := d.Derivation(do.Derivation).Extractor()(name[0]); ok {
				r.follow(t, next.Name, []string{derived}, found)
			}
		}
	}
}

// rivals adds the other domains that have things called as those which a lookup finds, under the name.
func (r *Rivals) rivals(lookup *domain.Tool, name []string, lang string, found map[int]bool) {
	d := r.corpus.Domain()
	own, known := r.lookup[lookup.Name]
	if !known {
		return
	}
	for i := range d.Tools {
		other := &d.Tools[i]
		in, ok := r.lookup[other.Name]
		if !ok || in == own || found[in] || other.Kind != domain.Lookup || !calledAlike(d, lookup, other, lang) {
			continue
		}
		found[in] = r.finds(other, name)
	}
}

// calledAlike reports whether people call what two lookups find the same.
func calledAlike(d *domain.Domain, a, b *domain.Tool, lang string) bool {
	return strings.EqualFold(a.Phrase.In(lang), b.Phrase.In(lang)) ||
		strings.EqualFold(d.Table(a.Table).Row.In(lang), d.Table(b.Table).Row.In(lang))
}

// finds reports whether a lookup finds a row by a name.
func (r *Rivals) finds(lookup *domain.Tool, name []string) bool {
	table := r.corpus.Table(lookup.Table)
	return slices.ContainsFunc(lookup.Match, func(m domain.LookupMatch) bool {
		if len(m.Columns) != len(name) {
			return false
		}
		columns := make([]int, len(name))
		for i, c := range m.Columns {
			columns[i] = table.Column(c)
		}
		return len(table.MatchAll(columns, name)) > 0
	})
}
