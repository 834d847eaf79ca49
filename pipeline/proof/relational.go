package proof

import (
	"regexp"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// relational works programs out by set operations over whole tables: a lookup is
// a hash join of the entities asked about with every row, an operator a pass over a
// set of rows, and numbers are exact fractions. It calls no tool and uses no index:
// it numbers the texts of a column itself and passes over all rows' numbers.
// It is safe for concurrent use.
type relational struct {
	domain   *domain.Domain
	corpus   *corpus.Corpus
	patterns map[string]*regexp.Regexp      // by derivation
	strip    map[string]func(string) string // by entity type
	shelves  map[string]*shelf              // by passages
	absent   absent                         // a row that is not there

	dictionaries dictionaries // of the columns that lookups match
}

func newRelational(d *domain.Domain, c *corpus.Corpus) *relational {
	r := &relational{domain: d, corpus: c, patterns: map[string]*regexp.Regexp{}, strip: map[string]func(string) string{}}
	r.shelves, r.dictionaries = shelvesOf(d, c), newDictionaries(d, c)
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

// canonical returns the form in which names of an entity type are compared, or texts
// that name none.
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

// evaluation is a program worked out.
type evaluation struct {
	// relations are one per node that is asked for, in node order; up to where it
	// ended.
	relations []*relation
	by        map[string]*relation
	reason    plan.Reason // why the data has no valid result; "" where it has one
	detail    string      // what was found there, for people
}

// relation is the result of one node.
type relation struct {
	node *plan.Node
	from []*relation

	entity string   // the entity type that the relation names, one of them or a set, or ""
	name   []string // of one entity, one string a part

	table  *corpus.Table
	asked  []asked // of a lookup, one per entity asked about
	rows   []int   // in file order; of values, the rows they stand in
	single bool    // rows are one row by what the node means

	data  []datum // values and computed numbers
	width int     // how many of data make one value: the parts of an entity, else 1
	truth bool

	retrieval *retrieval // of passages
}

// evaluate works a bound program out. The program must have passed
// [plan.Program.Types].
func (r *relational) evaluate(p *plan.Program) *evaluation { return r.revise(&evaluation{}, p) }

// revise works a program out that was made of another by changing some of its nodes,
// of which base is the evaluation: nodes that do the same as they did, of the same
// inputs, have the same result.
func (r *relational) revise(base *evaluation, p *plan.Program) *evaluation {
	e := &evaluation{by: map[string]*relation{}}
	guards := guardsOf(p)
	for i := range p.Nodes {
		n := &p.Nodes[i]
		to := &relation{node: n, width: 1}
		for _, f := range n.From {
			to.from = append(to.from, e.by[f])
		}
		if old := base.of(n.Name); old != nil && old.node.Do == n.Do && slices.Equal(old.from, to.from) {
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

// answers returns those answers of a program that are asked for.
func (e *evaluation) answers(p *plan.Program) []plan.AnswerSpec {
	return slices.DeleteFunc(slices.Clone(p.Answers), func(a plan.AnswerSpec) bool { return a.If != "" && !e.of(a.If).truth })
}

// guardsOf returns for each node the truths it is asked for under, "" for always.
func guardsOf(p *plan.Program) map[string][]string {
	guards := map[string][]string{}
	var ask func(name, guard string)
	ask = func(name, guard string) {
		if slices.Contains(guards[name], guard) {
			return
		}
		guards[name] = append(guards[name], guard)
		for _, f := range p.Node(name).From {
			ask(f, guard)
		}
	}
	for _, a := range p.Answers {
		ask(a.From, a.If)
		if a.If != "" {
			ask(a.If, "")
		}
	}
	return guards
}

// waived reports whether all that a node is asked for under is known to be no.
func (e *evaluation) waived(guards []string) bool {
	for _, g := range guards {
		if known := e.by[g]; known == nil || known.truth {
			return false
		}
	}
	return guards != nil
}

// derive works one node out from what it reads.
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
	case *plan.Filter:
		return r.restrict(to, o)
	case *plan.Superlative:
		return r.extreme(to, o)
	case *plan.Only:
		return only(to)
	case *plan.Frequent:
		return r.frequent(to, o.Column)
	case *plan.Mode:
		return mode(to)
	case *plan.Project:
		return r.project(to, o.Columns)
	case *plan.Having:
		return r.having(to, o)
	case *plan.Combine:
		return combine(to, o.Function)
	case *plan.Count:
		to.data = whole(len(to.from[0].rows))
	case *plan.Distinct:
		to.data = whole(len(to.from[0].members()))
	case *plan.Exists:
		to.truth = len(to.from[0].rows) > 0
	case *plan.Aggregate:
		return r.aggregate(to, o)
	case *plan.Days:
		return days(to)
	case *plan.Arithmetic:
		return arithmetic(to, o.Function)
	case *plan.Compare:
		return winner(to, o.Order)
	case *plan.Extract:
		return extract(to, o)
	case *plan.Retrieve:
		return r.retrieve(to, o)
	case *plan.Cite:
		return r.cite(to, o)
	default:
		panic("proof: no relational form of operation " + to.node.Do.Kind())
	}
	return "", ""
}
