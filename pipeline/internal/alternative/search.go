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

// Searcher looks for shorter ways from the entities a program starts from to what
// it answers. It remembers what every lookup knows about every entity it came by, so
// that each is asked once however many programs are searched for. It is safe for
// concurrent use; what it finds does not depend on what was searched before.
//
// What is searched. A way of n lookups begins with a start entity, asks a tool about
// it, takes any name from any row found, asks a tool about that, and so on; names are
// derived from names on the way, at no cost. The search follows all ways, breadth
// first: every row of a set can be gone on from, not the end of a ranking alone,
// and every name in a cell of several. So it reaches every row that any program of
// at most n lookups on its longest chain can see, whatever operators choose between
// rows and sets. A program is needed in full if what it answers stands in none of
// the rows that fewer lookups than its own reach. The converse does not hold: that
// some question picks out just the row on the shorter way is taken for granted.
//
// What the answer stands for. Texts, names, days and amounts are looked for by
// value, in every cell that holds their kind of value and among the names derived from
// those in the rows. A number of few digits, fewer
// than [FewDigits] between the first and the last that is not zero, stands elsewhere by
// chance and is looked for in the same column of the same table alone. Counts,
// sums and whatever else is computed are not in any cell, and the same number comes
// of other rows by chance: for them every row they were computed from is looked
// for. Of a set, every value or row must be reached, by one way or several. "No" and a
// count of nothing stand for no row and have no shorter way.
//
// Nor may the names that the program's own lookups are asked about say the answer: a
// text of three characters or more that stands in one, or one with at most four
// characters behind it, needs no lookup. The starts' names are not looked at.
//
// How long its own way is. An answer is as far as the rows it stands in, not as what
// they were chosen by: lookups that found the operand of a filter by name, made a
// having or led to the other set of an intersection are not counted. That those are
// needed is shown by [Dropped]; an operand stands in the rows it chooses anyway.
//
// The cost is a lookup for each entity that is nearer than the answer and each tool
// that accepts its type and a look at every row found, once for all searches; and in
// every search a look at the rows that hold a target, and one at the hashes of
// what the others hold.
type Searcher struct {
	domain *domain.Domain
	corpus *corpus.Corpus
	kinds  map[string]*entityType // by entity type
	seed   maphash.Seed           // of the hashes of rows and values

	mu       sync.Mutex
	entities map[string]*entity
	same     map[[3]string]bool // columns that are twins, see [Searcher.twins]
}

// FewDigits is how many digits a number has at least, zeros at either end left out,
// to be looked for by value in every column.
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
	shown []int  // columns that come back and can hold an answer
	links []link // names in what comes back
}

type link struct {
	to      *entityType
	columns []int
}

type derivation struct {
	to   *entityType
	name func(string) (string, bool)
}

// entity is one entity.
type entity struct {
	id   int
	kind *entityType
	name []string

	asked sync.Once
	found [][]int32 // by lookup of the kind

	seen   sync.Once
	hashes []uint32 // see [Searcher.hashes]
	rows   int      // found by all lookups together

	expanded sync.Once
	next     []*entity

	making sync.Once
	made   []*entity // those whose names are derived from its own at once
}

// NewSearcher returns a searcher of a corpus, which must not change meanwhile.
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

// lookup prepares to ask a tool about entities of a type.
func (s *Searcher) lookup(t *domain.Tool, accepted string, find func([]string) []int32) lookup {
	a := lookup{tool: t, table: s.corpus.Table(t.Table), find: find}
	for i, c := range a.table.Spec().Columns {
		if c.Kind != domain.KindProse && (t.Returns != domain.Field || c.Name == t.Column) {
			a.shown = append(a.shown, i)
		}
	}
	for _, e := range s.domain.Entities {
		for _, names := range plan.Links(s.domain, t, accepted, e.Name) {
			l := link{to: s.kinds[e.Name]}
			for _, name := range names {
				l.columns = append(l.columns, a.table.Column(name))
			}
			a.links = append(a.links, l)
		}
	}
	return a
}

// entity returns the entity of a name, always the same one.
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

// ask returns the rows each lookup of the kind finds about an entity.
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

// named returns the entities that the rows found about an entity name, each once.
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

// derivedFrom returns the entities whose names are derived from an entity's own at once.
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

// eachName calls f for every entity a row names in the columns: each of several in one
// cell, or the one whose parts are in several.
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
