package ground

import (
	"strings"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// ambiguity knows which names stand for more than one row or entity in what a
// tool matches. It is safe for concurrent use.
type ambiguity struct {
	corpus *corpus.Corpus
	domain *domain.Domain
	strip  map[string]func(string) string // by entity type; nil where names are compared as they are

	mu   sync.Mutex
	find map[string]func(name []string) []int32 // by tool and entity type
	same map[string]map[string]int              // by column: names by canonical form
	with map[string]map[string]bool             // by column: names that stand beside others in a cell
}

func newAmbiguity(c *corpus.Corpus) *ambiguity {
	a := &ambiguity{
		corpus: c, domain: c.Domain(), strip: map[string]func(string) string{},
		find: map[string]func([]string) []int32{}, same: map[string]map[string]int{}, with: map[string]map[string]bool{},
	}
	for i := range a.domain.Entities {
		if e := &a.domain.Entities[i]; len(e.Strip) > 0 {
			a.strip[e.Name] = e.Stripper()
		}
	}
	return a
}

// ambiguous reports whether asking the tool about the entity could mean more than
// one thing: a lookup of one row has several to take the first of, the column
// holds the entity under a second name, so that its rows are split, or in a cell
// beside others, where a lookup does not find it.
func (a *ambiguity) ambiguous(toolName, entity string, name []string) (bool, error) {
	t := a.domain.Tool(toolName)
	if t.Returns != domain.Many {
		find, err := a.finder(toolName, entity)
		if err != nil {
			return false, err
		}
		if len(find(name)) > 1 {
			return true, nil
		}
	}
	if len(name) != 1 {
		return false, nil
	}
	for _, m := range t.Match {
		if len(m.Columns) == 1 && a.beside(t.Table, m.Columns[0])[name[0]] {
			return true, nil
		}
	}
	strip := a.strip[entity]
	if strip == nil {
		return false, nil
	}
	for _, m := range t.Match {
		if len(m.Columns) == 1 && a.named(t.Table, m.Columns[0], entity)[strip(name[0])] > 1 {
			return true, nil
		}
	}
	return false, nil
}

func (a *ambiguity) finder(toolName, entity string) (func(name []string) []int32, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	key := toolName + unit + entity
	if find := a.find[key]; find != nil {
		return find, nil
	}
	find, err := plan.Finder(a.corpus, toolName, entity)
	if err == nil {
		a.find[key] = find
	}
	return find, err
}

// named returns how many different names in a column share a canonical form.
func (a *ambiguity) named(table, column, entity string) map[string]int {
	a.mu.Lock()
	defer a.mu.Unlock()
	key := strings.Join([]string{table, column, entity}, unit)
	if counts := a.same[key]; counts != nil {
		return counts
	}
	counts, seen := map[string]int{}, map[string]bool{}
	t := a.corpus.Table(table)
	col := t.Column(column)
	for row := range t.Len() {
		c := t.Cell(row, col)
		if c.State != value.Present {
			continue
		}
		for _, v := range c.Values {
			if !seen[v.Text] {
				seen[v.Text] = true
				counts[a.strip[entity](v.Text)]++
			}
		}
	}
	a.same[key] = counts
	return counts
}

// beside returns the names that stand beside others in a cell of a column.
func (a *ambiguity) beside(table, column string) map[string]bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	key := table + unit + column
	if names := a.with[key]; names != nil {
		return names
	}
	names := map[string]bool{}
	a.with[key] = names
	t := a.corpus.Table(table)
	col := t.Column(column)
	if len(t.Spec().Columns[col].Separators) == 0 {
		return names
	}
	for row := range t.Len() {
		if c := t.Cell(row, col); c.State == value.Present && len(c.Values) > 1 {
			for _, v := range c.Values {
				names[v.Text] = true
			}
		}
	}
	return names
}
