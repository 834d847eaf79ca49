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
	sums         []int // cumulative weights of the alternatives
	slots        []int // slots that its texts can contain, ascending
	always       bool  // some alternative is eligible with any slots
	free         bool  // every alternative is eligible with any slots
	size         int   // upper bound of the pieces in one expansion
}

// alternative is a compiled alternative.
type alternative struct {
	name     string // "" for none
	weight   int
	pieces   []piece
	slots    []int // required slots
	rules    []int // required rules that are not always eligible
	constant bool  // it has only one text
}

// mostPieces bounds an expansion. Without it, {a}{a} in a chain of 40 rules would produce 2^40
// pieces.
const mostPieces = 1_000_000

// compiler links the rules of a source.
type compiler struct {
	*source
	*Grammar
	slotIDs map[string]int
	state   []progress // by rule
	path    []int      // the rules being visited
}

// progress is the state of a rule during compilation.
type progress uint8

const (
	unvisited progress = iota
	visiting
	visited
)

// compile returns the compiled grammar, which is valid only if no faults were recorded.
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

// link resolves the names in a rule's pieces and records unknown ones as faults.
func (c *compiler) link(d *draft) {
	r := &c.Grammar.rules[c.index[d.name]]
	r.name = d.name
	sum := 0
	for _, w := range d.alternatives {
		a := alternative{name: w.name, weight: w.weight, pieces: w.pieces, constant: true}
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

// visit completes a rule after the rules it uses. It records cycles and excessive size as
// faults.
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
		r.size = 1 // rules that use it must not be reported too
	}
	c.path = c.path[:len(c.path)-1]
	c.state[id] = visited
}

// visitPieces visits the rules of an alternative, records its requirements and returns an upper
// bound of its pieces.
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

// circle describes the cycle of rules from id back to id.
func (c *compiler) circle(id int) string {
	var b strings.Builder
	for _, on := range c.path[slices.Index(c.path, id):] {
		b.WriteString(c.Grammar.rules[on].name + ", ")
	}
	return b.String() + c.Grammar.rules[id].name
}

// reach returns all slots that an alternative's texts can contain, unordered.
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
