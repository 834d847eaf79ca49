package grammar

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// rule is a compiled rule.
type rule struct {
	name         string
	alternatives []alternative
	sums         []int // of the weights up to each alternative
	slots        []int // all that its texts can have, ascending
	always       bool  // some alternative is eligible whatever the slots
	free         bool  // every alternative is
	size         int   // bound of the pieces that one expansion goes through
}

// alternative is a compiled alternative.
type alternative struct {
	weight   int
	pieces   []piece
	slots    []int // what it cannot do without
	rules    []int // likewise, of those that are not always eligible
	constant bool  // its text is always the same
}

// mostPieces bounds an expansion: {a}{a} in 40 rules, each the a of the next,
// would not end in a lifetime.
const mostPieces = 1_000_000

// compiler links the rules of a source.
type compiler struct {
	*source
	*Grammar
	slotIDs map[string]int
	state   []progress // by rule
	path    []int      // the rules being visited
}

// progress is how far a rule is compiled.
type progress uint8

const (
	unvisited progress = iota
	visiting
	visited
)

// compile makes a grammar of what was read. If there are faults it is of no use.
func (s *source) compile() *Grammar {
	drafts := slices.SortedFunc(slices.Values(s.rules), func(a, b *draft) int { return cmp.Compare(a.name, b.name) })
	c := compiler{source: s, Grammar: &Grammar{
		rules: make([]rule, len(drafts)),
		index: make(map[string]int, len(drafts)),
	}, state: make([]progress, len(drafts))}
	for i, d := range drafts {
		c.index[d.name] = i
	}
	c.numberSlots()
	for _, d := range s.rules {
		c.link(d)
	}
	if len(s.faults) == 0 {
		for _, d := range s.rules {
			c.visit(c.index[d.name])
		}
	}
	return c.Grammar
}

// numberSlots numbers the slots in the order of their names.
func (c *compiler) numberSlots() {
	for _, d := range c.source.rules {
		for _, w := range d.alternatives {
			for _, p := range w.pieces {
				if p.kind == slotValue {
					c.slots = append(c.slots, p.text)
				}
			}
		}
	}
	slices.Sort(c.slots)
	c.slots = slices.Compact(c.slots)
	c.slotIDs = make(map[string]int, len(c.slots))
	for i, name := range c.slots {
		c.slotIDs[name] = i
	}
}

// link gives the pieces of a rule their numbers and notes what is not there.
func (c *compiler) link(d *draft) {
	r := &c.Grammar.rules[c.index[d.name]]
	r.name = d.name
	sum := 0
	for _, w := range d.alternatives {
		a := alternative{weight: w.weight, pieces: w.pieces, constant: true}
		for i := range a.pieces {
			p := &a.pieces[i]
			switch p.kind {
			case slotValue:
				p.id = c.slotIDs[p.text]
			case ruleText, ruleList:
				id, ok := c.index[p.text]
				if !ok {
					c.fault(d.file, w.line, fmt.Sprintf("no rule %s", p.text), "one of the rules of the grammar; a slot is {$"+p.text+"}")
				}
				p.id = id
			}
			a.constant = a.constant && !p.optional && (p.kind == literal || p.kind == slotValue)
		}
		sum += w.weight
		r.sums = append(r.sums, sum)
		r.alternatives = append(r.alternatives, a)
	}
}

// visit finishes a rule after those that it uses, and notes when one of them
// comes back to it or it grows without measure.
func (c *compiler) visit(id int) {
	if c.state[id] == visited {
		return
	}
	c.state[id] = visiting
	c.path = append(c.path, id)
	r, d := &c.Grammar.rules[id], c.byName[c.Grammar.rules[id].name]
	r.free = true
	for i := range r.alternatives {
		a := &r.alternatives[i]
		size := c.visitPieces(a, d.file, d.alternatives[i].line)
		r.size = max(r.size, size)
		eligible := len(a.slots) == 0 && len(a.rules) == 0
		r.always, r.free = r.always || eligible, r.free && eligible
		r.slots = append(r.slots, c.reach(a)...)
	}
	slices.Sort(r.slots)
	r.slots = slices.Compact(r.slots)
	if r.size > mostPieces {
		c.fault(d.file, d.line, fmt.Sprintf("rule %s can grow beyond %d pieces", d.name, mostPieces), "a smaller one")
		r.size = 1 // the rules that use it are not at fault
	}
	c.path = c.path[:len(c.path)-1]
	c.state[id] = visited
}

// visitPieces visits the rules of an alternative, notes what it cannot do without
// and returns a bound of the pieces that it takes.
func (c *compiler) visitPieces(a *alternative, file string, line int) int {
	size := 0
	for _, p := range a.pieces {
		size++
		if p.kind == slotValue && !p.optional {
			a.slots = append(a.slots, p.id)
		}
		if p.kind != ruleText && p.kind != ruleList {
			continue
		}
		if c.state[p.id] == visiting {
			c.fault(file, line, "the rule comes back to itself: "+c.circle(p.id), "rules that end")
			continue
		}
		c.visit(p.id)
		used := &c.Grammar.rules[p.id]
		if !p.optional && !used.always {
			a.rules = append(a.rules, p.id)
		}
		draws := 1
		if p.kind == ruleList {
			draws = p.hi + moreDraws
		}
		size += draws * used.size
	}
	return size
}

// circle writes the rules from id to the one being visited and back to id.
func (c *compiler) circle(id int) string {
	var b strings.Builder
	for _, on := range c.path[slices.Index(c.path, id):] {
		b.WriteString(c.Grammar.rules[on].name + ", ")
	}
	return b.String() + c.Grammar.rules[id].name
}

// reach returns all slots that an alternative can have, in no order.
func (c *compiler) reach(a *alternative) []int {
	var slots []int
	for _, p := range a.pieces {
		switch p.kind {
		case slotValue:
			slots = append(slots, p.id)
		case ruleText, ruleList:
			slots = append(slots, c.Grammar.rules[p.id].slots...)
		}
	}
	return slots
}
