package alternative

import (
	"hash/maphash"
	"strings"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Searcher searches for shorter chains of lookups from the start entities of a program to
// its answers. It caches the rows of each lookup for each entity, so that each lookup is made
// once for all searches. It is safe for concurrent use; a result does not depend on earlier
// searches.
//
// Chains. A chain of n lookups begins with a start entity, calls a tool for it, takes any
// name from any row returned, calls a tool for that name, and so on. Deriving names from
// names costs nothing. The search follows all chains, breadth first: it continues from every
// row of a set and from every name in a cell. So it reaches every row that any program with
// at most n lookups on its longest chain can see, whatever its operators choose. A program
// needs all its lookups if no row that fewer lookups reach contains its answer. The converse
// need not hold, because the search does not ask whether a question can select the row on
// the shorter chain.
//
// Targets. Texts, names, days and amounts are searched for by value, in every cell of their
// kind and among the names derived from names in the rows. A number with fewer than
// [FewDigits] digits, zeros at both ends left out, occurs in other places by chance; it is
// searched for only in the same column of the same table. Counts, sums and other computed
// results are in no cell; for them the search looks for every row they were computed from.
// All values or rows of a set must be reached, by one chain or several. "No" and a count of
// zero depend on no row and have no shorter chain.
//
// An answer also counts as found if a name passed to the program's own lookups reveals it:
// the name contains a text of three or more characters, or the answer is the name followed
// by at most four characters. The names of starts are not considered.
//
// Length of the program's own chain. An answer is as far away as the rows that hold it.
// Lookups that only served to choose these rows are not counted: those that found the
// operand of a filter by name, served a having, or led to the other set of an intersection.
// [Dropped] shows that they are needed.
//
// Cost. All searches together look up each entity that is nearer than an answer with each
// tool that accepts it, and read every row found. Each search then reads the rows that hold
// a target and compares hashes for the others.
type Searcher struct {
	domain *domain.Domain
	corpus *corpus.Corpus
	kinds  map[string]*entityType // by entity type
	seed   maphash.Seed           // of the hashes of rows and values

	mu       sync.Mutex
	entities map[string]*entity
	same     map[[3]string]bool // columns that are twins, see [Searcher.twins]
}

// FewDigits is the least number of digits, zeros at both ends left out, with which a number
// is searched for in every column.
const FewDigits = 4

// entityType holds the lookups and derivations for entities of one type.
type entityType struct {
	name    string
	lookups []lookup
	derive  []derivation
}

// lookup is one tool that accepts the type.
type lookup struct {
	tool  *domain.Tool
	table *corpus.Table
	find  func(name []string) []int32
	shown []int  // returned columns that can hold an answer
	links []link // returned columns that name entities
}

type link struct {
	to      *entityType
	columns []int
}

type derivation struct {
	to   *entityType
	name func(string) (string, bool)
}

// entity is an entity and the cached results of its lookups.
type entity struct {
	id   int
	kind *entityType
	name []string

	asked sync.Once
	found [][]int32 // by lookup of the kind

	seen   sync.Once
	hashes []uint32 // see [Searcher.hashes]

	expanded sync.Once
	next     []*entity

	making sync.Once
	made   []*entity // entities whose names are derived from its own in one step
}

// NewSearcher returns a searcher over the tables of a corpus, which must not change while
// the searcher is in use. It fails if the corpus's domain is inconsistent.
func NewSearcher(c *corpus.Corpus) (*Searcher, error) {
	d := c.Domain()
	s := &Searcher{domain: d, corpus: c, kinds: map[string]*entityType{}, seed: maphash.MakeSeed(), entities: map[string]*entity{}, same: map[[3]string]bool{}}
	for i := range d.Entities {
		s.kinds[d.Entities[i].Name] = &entityType{name: d.Entities[i].Name}
	}
	for i := range d.Derivations {
		if v := &d.Derivations[i]; v.Pattern != "" {
			k := s.kinds[v.From]
			k.derive = append(k.derive, derivation{s.kinds[v.To], v.Extractor()})
		}
	}
	for i := range d.Tools {
		t := &d.Tools[i]
		for _, accepted := range plan.Accepts(d, t) {
			find, err := plan.Finder(c, t.Name, accepted)
			if err != nil {
				return nil, err
			}
			k := s.kinds[accepted]
			k.lookups = append(k.lookups, s.lookup(t, accepted, find))
		}
	}
	return s, nil
}

// lookup returns the lookup of a tool for entities of a type.
func (s *Searcher) lookup(t *domain.Tool, accepted string, find func([]string) []int32) lookup {
	a := lookup{tool: t, table: s.corpus.Table(t.Table), find: find}
	for i, c := range a.table.Spec().Columns {
		if c.Kind != domain.KindProse && (t.Returns != domain.Field || c.Name == t.Column) {
			a.shown = append(a.shown, i)
		}
	}
	for _, e := range s.domain.Entities {
		for _, names := range plan.VisibleLinks(s.domain, t, accepted, e.Name) {
			l := link{to: s.kinds[e.Name]}
			for _, name := range names {
				l.columns = append(l.columns, a.table.Column(name))
			}
			a.links = append(a.links, l)
		}
	}
	return a
}

// entity returns the entity of a name: the same pointer for equal names.
func (s *Searcher) entity(k *entityType, name []string) *entity {
	key := k.name + "\x1f" + strings.Join(name, "\x1f")
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.entities[key]
	if p == nil {
		p = &entity{id: len(s.entities), kind: k, name: name}
		s.entities[key] = p
	}
	return p
}

// ask returns the rows that each lookup of the entity's type returns for it.
func (p *entity) ask() [][]int32 {
	p.asked.Do(func() {
		p.found = make([][]int32, len(p.kind.lookups))
		for i := range p.kind.lookups {
			a := &p.kind.lookups[i]
			rows := a.find(p.name)
			if a.tool.Returns != domain.Many && len(rows) > 1 {
				rows = rows[:1:1]
			}
			p.found[i] = rows
		}
	})
	return p.found
}

// named returns the entities named in the rows of an entity, each once.
func (s *Searcher) named(p *entity) []*entity {
	p.expanded.Do(func() {
		seen := map[*entity]bool{p: true}
		for i, rows := range p.ask() {
			a := &p.kind.lookups[i]
			for _, l := range a.links {
				for _, row := range rows {
					s.eachName(a.table, row, l.columns, func(name []string) {
						if q := s.entity(l.to, name); !seen[q] {
							seen[q] = true
							p.next = append(p.next, q)
						}
					})
				}
			}
		}
	})
	return p.next
}

// derivedFrom returns the entities whose names are derived from an entity's in one step.
func (s *Searcher) derivedFrom(p *entity) []*entity {
	p.making.Do(func() {
		for _, d := range p.kind.derive {
			if name, ok := d.name(p.name[0]); ok {
				p.made = append(p.made, s.entity(d.to, []string{name}))
			}
		}
	})
	return p.made
}

// eachName calls f for every entity that a row names in the columns: each name in a single
// column, or the entity whose parts are in several columns.
func (s *Searcher) eachName(t *corpus.Table, row int32, columns []int, f func(name []string)) {
	if len(columns) == 1 {
		for _, v := range t.Cell(int(row), columns[0]).Values {
			if !corpus.Masked(s.domain, v.Text) {
				f([]string{v.Text})
			}
		}
		return
	}
	name := make([]string, len(columns))
	for i, col := range columns {
		c := t.Cell(int(row), col)
		if c.State != value.Present || len(c.Values) != 1 {
			return
		}
		name[i] = c.Values[0].Text
	}
	f(name)
}
