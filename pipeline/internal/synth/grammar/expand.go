package grammar

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// moreDraws is the number of further draws when a list draws a text it already has.
const moreDraws = 16

// Expand returns a random text of a rule in which {$slot} is replaced by slots[slot]. Values
// are inserted literally, never parsed as notation. An empty value counts as missing, unknown
// slots are ignored, and slots may be nil. Equal states of r and equal slots give equal texts.
//
// Expand returns "" if no alternative of the rule is eligible, and panics if there is no such
// rule. A list has fewer texts than demanded if the rule gives no further distinct text in 16
// more draws; empty texts do not count.
//
// It is safe for concurrent use with different r.
func (g *Grammar) Expand(r *rand.Rand, rule string, slots map[string]string) string {
	text, _ := g.expand(r, rule, slots, false)
	return text
}

// ChosenAlternative is a named alternative that an expansion chose.
type ChosenAlternative struct {
	Rule string // whose alternative it is
	Name string // of the alternative
	Text string // that it gave
}

// Trace returns the text that [Grammar.Expand] returns, and the named alternatives that it was
// made of; an alternative precedes those that it contains.
func (g *Grammar) Trace(r *rand.Rand, rule string, slots map[string]string) (text string, chosen []ChosenAlternative) {
	return g.expand(r, rule, slots, true)
}

// expand returns a text of a rule, and if traced its named alternatives.
func (g *Grammar) expand(r *rand.Rand, rule string, slots map[string]string, traced bool) (string, []ChosenAlternative) {
	root := g.find(rule)
	e, ok := g.states.Get().(*expansion)
	if !ok {
		e = &expansion{g: g, values: make([]string, len(g.slots)), open: make([]verdict, len(g.rules))}
	}
	e.r, e.traced = r, traced
	for _, s := range g.rules[root].slots {
		e.values[s] = slots[g.slots[s]]
	}
	if e.opens(root) {
		e.rule(root)
	}
	text, chosen := string(e.text), e.chosen
	clear(e.open)
	e.r, e.text, e.chosen = nil, e.text[:0], nil
	g.states.Put(e)
	return text, chosen
}

// expansion is the state of one call of Expand.
type expansion struct {
	g      *Grammar
	r      *rand.Rand
	values []string  // by slot; "" is missing
	open   []verdict // by rule, computed on demand
	text   []byte
	traced bool
	chosen []ChosenAlternative // so far, if traced
}

// verdict is whether a rule has an eligible alternative.
type verdict uint8

const (
	unasked verdict = iota
	open
	shut
)

// opens reports whether a rule has an eligible alternative.
func (e *expansion) opens(id int) bool {
	r := &e.g.rules[id]
	if r.always {
		return true
	}
	if e.open[id] == unasked {
		e.open[id] = shut
		for i := range r.alternatives {
			if e.eligible(&r.alternatives[i]) {
				e.open[id] = open
				break
			}
		}
	}
	return e.open[id] == open
}

// eligible reports whether all requirements of an alternative are met.
func (e *expansion) eligible(a *alternative) bool {
	for _, s := range a.slots {
		if e.values[s] == "" {
			return false
		}
	}
	for _, id := range a.rules {
		if !e.opens(id) {
			return false
		}
	}
	return true
}

// rule appends a text of a rule that has an eligible alternative.
func (e *expansion) rule(id int) {
	r := &e.g.rules[id]
	a := &r.alternatives[e.pick(r, nil)]
	if !e.traced || a.name == "" {
		e.alternative(a)
		return
	}
	at, start := len(e.chosen), len(e.text)
	e.chosen = append(e.chosen, ChosenAlternative{Rule: r.name, Name: a.name})
	e.alternative(a)
	e.chosen[at].Text = string(e.text[start:])
}

// pick draws an eligible alternative that is not in done; -1 if there is none.
func (e *expansion) pick(r *rule, done []int) int {
	if r.free && len(done) == 0 {
		if len(r.sums) == 1 {
			return 0
		}
		n := e.r.IntN(r.sums[len(r.sums)-1])
		return sort.SearchInts(r.sums, n+1)
	}
	sum := 0
	for i := range r.alternatives {
		if e.left(r, i, done) {
			sum += r.alternatives[i].weight
		}
	}
	if sum == 0 {
		return -1
	}
	n := e.r.IntN(sum)
	for i := range r.alternatives {
		if e.left(r, i, done) {
			if n -= r.alternatives[i].weight; n < 0 {
				return i
			}
		}
	}
	panic("weights changed while one was picked")
}

// left reports whether alternative i can be drawn.
func (e *expansion) left(r *rule, i int, done []int) bool {
	return !slices.Contains(done, i) && (r.free || e.eligible(&r.alternatives[i]))
}

// alternative appends a text of an eligible alternative.
func (e *expansion) alternative(a *alternative) {
	for i := range a.pieces {
		p := &a.pieces[i]
		if p.optional && !e.includes(p) {
			continue
		}
		start := len(e.text)
		switch p.kind {
		case literal:
			e.text = append(e.text, p.text...)
		case number:
			e.text = strconv.AppendInt(e.text, int64(p.lo+e.r.IntN(p.hi-p.lo+1)), 10)
		case slotValue:
			e.text = append(e.text, e.values[p.id]...)
		case ruleText:
			e.rule(p.id)
		case ruleList:
			e.list(p)
		}
		if p.capital {
			e.capitalise(start)
		}
	}
}

// includes decides whether an optional piece is included.
func (e *expansion) includes(p *piece) bool {
	if p.kind == slotValue && e.values[p.id] == "" || p.kind == ruleText && !e.opens(p.id) {
		return false
	}
	return p.chance == 100 || e.r.IntN(100) < p.chance
}

// list appends distinct texts of a rule with their separators.
func (e *expansion) list(p *piece) {
	r := &e.g.rules[p.id]
	var endsArray, doneArray [8]int // most lists are short
	ends, done := endsArray[:0], doneArray[:0]
	base, n := len(e.text), p.lo+e.r.IntN(p.hi-p.lo+1)
	for more := moreDraws; len(ends) < n && more >= 0; {
		i := e.pick(r, done)
		if i < 0 {
			break
		}
		a := &r.alternatives[i]
		if a.constant {
			done = append(done, i)
		}
		start := len(e.text)
		e.alternative(a)
		if e.repeats(base, start, ends) {
			e.text = e.text[:start]
			more--
			continue
		}
		ends = append(ends, len(e.text))
	}
	e.separate(p, base, ends)
}

// repeats reports whether the text from start on is empty or equal to an earlier text of the
// list. The texts end at ends; the first begins at base.
func (e *expansion) repeats(base, start int, ends []int) bool {
	text := e.text[start:]
	for _, end := range ends {
		if bytes.Equal(e.text[base:end], text) {
			return true
		}
		base = end
	}
	return len(text) == 0
}

// separate inserts the separators of a list between its texts, which end at ends.
func (e *expansion) separate(p *piece, base int, ends []int) {
	separator := p.last
	for i := len(ends) - 1; i > 0; i-- {
		e.text = slices.Insert(e.text, ends[i-1], []byte(separator)...)
		separator = p.between
	}
}

// capitalise makes the first letter of the text from start on a capital letter, if it has one.
func (e *expansion) capitalise(start int) {
	first, size := utf8.DecodeRune(e.text[start:])
	upper := unicode.ToUpper(first)
	if first == upper {
		return
	}
	var room [utf8.UTFMax]byte
	e.text = slices.Replace(e.text, start, start+size, utf8.AppendRune(room[:0], upper)...)
}
