package proof

import (
	"regexp"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/reading"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// relational evaluates programs by set operations over whole tables: a lookup is a hash join
// of the entities with every row, an operator is a pass over a set of rows, and numbers are
// exact fractions. It calls no tool and uses no index: it numbers the texts of a column
// itself and passes over the numbers of all rows. It is safe for concurrent use.
type relational struct {
	domain      *domain.Domain
	corpus      *corpus.Corpus
	patterns    map[string]*regexp.Regexp      // by derivation
	strip       map[string]func(string) string // by entity type
	passageSets map[string]*passageSet         // by passages
	absent      absent                         // a row that is not there

	dictionaries dictionaries // of the columns that lookups match
	mentions     *mentions
	extents      map[string]reading.Extent // lookups that find other rows than their own, by name
}

func newRelational(d *domain.Domain, c *corpus.Corpus) *relational {
	r := &relational{domain: d, corpus: c, patterns: map[string]*regexp.Regexp{}, strip: map[string]func(string) string{}}
	r.passageSets, r.dictionaries, r.mentions = newPassageSets(d, c), newDictionaries(d, c), newMentions()
	for i := range d.Entities {
		r.strip[d.Entities[i].Name] = d.Entities[i].Stripper()
	}
	for _, v := range d.Derivations {
		if v.Pattern != "" {
			r.patterns[v.Name] = regexp.MustCompile(v.Pattern)
		}
	}
	return r
}

// canonical returns the form in which names of an entity type are compared. An entity of ""
// is for texts that name no entity.
func (r *relational) canonical(entity string, name []string) string {
	parts := make([]string, len(name))
	for i, s := range name {
		if strip := r.strip[entity]; strip != nil {
			s = strip(s)
		}
		parts[i] = value.Fold(s)
	}
	return key(entity, parts...)
}

// evaluation is the result of evaluating a program.
type evaluation struct {
	// relations holds one relation for each node that was evaluated, in node order.
	relations []*relation
	by        map[string]*relation
	reason    plan.Reason // why the data has no valid result; "" if it has one
	detail    string      // explains the reason to people
}

// relation is the result of one node.
type relation struct {
	node *plan.Node
	from []*relation

	entity string   // type of the entity or set of entities that the relation names, or ""
	name   []string // name of a single entity, one string for each part

	table   *corpus.Table
	lookups []lookupResult // for a lookup, one per entity
	rows    []int          // in the order of the table; for values, the rows that they come from
	single  bool           // the node yields a single row by its nature

	data  []datum // values and computed numbers
	width int     // number of data that make one value: the parts of an entity, else 1
	truth bool

	unstated bool // the cell that a value was to be taken from states nothing

	retrieval *retrieval // for passages
}

// evaluate evaluates a bound program, which must have passed [plan.Program.Types].
func (r *relational) evaluate(p *plan.Program) *evaluation { return r.revise(&evaluation{}, p) }

// revise evaluates a program that was made from another by changing some nodes. Base is the
// evaluation of the other: a node with the same operation and the same inputs keeps its
// relation, unless it calls a lookup that finds other rows than its own.
func (r *relational) revise(base *evaluation, p *plan.Program) *evaluation {
	e := &evaluation{by: map[string]*relation{}}
	guards := guardsOf(p)
	for i := range p.Nodes {
		n := &p.Nodes[i]
		to := &relation{node: n, width: 1}
		for _, f := range n.From {
			to.from = append(to.from, e.by[f])
		}
		if old := base.of(n.Name); old != nil && old.node.Do == n.Do && slices.Equal(old.from, to.from) && !r.isExtended(n) {
			e.by[n.Name] = old
			e.relations = append(e.relations, old)
			continue
		}
		if e.waived(guards[n.Name]) || slices.Contains(to.from, nil) {
			continue
		}
		if e.reason, e.detail = r.derive(to); e.reason != "" {
			e.detail = n.Name + " (" + n.Do.Kind() + "): " + e.detail
			return e
		}
		e.by[n.Name] = to
		e.relations = append(e.relations, to)
	}
	return e
}

// of returns the relation of the named node, or nil.
func (e *evaluation) of(name string) *relation { return e.by[name] }

// answers returns the answers of a program whose conditions hold.
func (e *evaluation) answers(p *plan.Program) []plan.AnswerSpec {
	return slices.DeleteFunc(slices.Clone(p.Answers), func(a plan.AnswerSpec) bool { return !e.asks(&a) })
}

// asks reports whether the condition of an answer holds.
func (e *evaluation) asks(a *plan.AnswerSpec) bool {
	return (a.If == "" || e.of(a.If).truth) && (a.Unless == "" || !e.of(a.Unless).truth)
}

// guard is a condition of an answer: the result on which it depends, and whether it is asked
// for where that is false. The zero guard is that of an unconditional answer.
type guard struct {
	on     string
	denied bool
}

// guardsOf returns for each node the guards of the answers that need it. A node that no
// answer needs is missing.
func guardsOf(p *plan.Program) map[string][]guard {
	guards := map[string][]guard{}
	var ask func(name string, guard guard)
	ask = func(name string, guard guard) {
		if slices.Contains(guards[name], guard) {
			return
		}
		guards[name] = append(guards[name], guard)
		for _, f := range p.Node(name).From {
			ask(f, guard)
		}
	}
	for _, a := range p.Answers {
		on := guard{on: a.If}
		if a.Unless != "" {
			on = guard{on: a.Unless, denied: true}
		}
		ask(a.From, on)
		if on.on != "" {
			ask(on.on, guard{})
		}
	}
	return guards
}

// waived reports whether all guards of a node are known not to hold.
func (e *evaluation) waived(guards []guard) bool {
	for _, g := range guards {
		if known := e.by[g.on]; known == nil || known.truth != g.denied {
			return false
		}
	}
	return guards != nil
}

// derive evaluates one node from its inputs.
func (r *relational) derive(to *relation) (plan.Reason, string) {
	switch o := to.node.Do.(type) {
	case *plan.Start:
		to.entity, to.name = o.Entity, o.Value
	case *plan.Derive:
		return r.pattern(to, r.domain.Derivation(o.Derivation))
	case *plan.DeriveAll:
		return r.patternOfEach(to, r.domain.Derivation(o.Derivation))
	case *plan.Call:
		return r.lookup(to, o)
	case *plan.Record:
		return r.record(to, o)
	case *plan.Filter:
		return r.restrict(to, o)
	case *plan.Covering:
		return r.cover(to, o)
	case *plan.Superlative:
		return r.extreme(to, o)
	case *plan.Only:
		return only(to)
	case *plan.Frequent:
		return r.frequent(to, o.Column)
	case *plan.Mode:
		return mode(to)
	case *plan.Project:
		return r.project(to, o)
	case *plan.Having:
		return r.having(to, o)
	case *plan.Combine:
		return combine(to, o.Function)
	case *plan.Count:
		to.data = countOf(len(to.from[0].rows))
	case *plan.Distinct:
		to.data = countOf(len(to.from[0].members()))
	case *plan.Exists:
		to.truth = len(to.from[0].rows) > 0
	case *plan.Aggregate:
		return r.aggregate(to, o)
	case *plan.Days:
		return days(to)
	case *plan.Arithmetic:
		return arithmetic(to, o.Function)
	case *plan.Tiered:
		return tiered(to, o)
	case *plan.Compare:
		return winner(to, o.Order)
	case *plan.Extract:
		return extract(to, o)
	case *plan.Retrieve:
		return r.retrieve(to, o)
	case *plan.Recognize:
		return r.recognize(to)
	case *plan.Cite:
		return r.cite(to, o)
	case *plan.Citations:
		return r.citations(to, o)
	case *plan.ReadFact:
		return r.fact(to, o)
	default:
		panic("proof: no relational form of operation " + to.node.Do.Kind())
	}
	return "", ""
}
