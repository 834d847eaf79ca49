package gate

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/cue"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
)

// rankedStep is one of two steps that rank by the same column, with different ends or
// places.
type rankedStep struct {
	senses senses
	place  int
	leads  []string // words for what its rows are found by, in normal form
}

// rankedColumn is a column with the nodes that rank by it, in program order.
type rankedColumn struct {
	table, column string
	nodes         []string
}

// addRankedSteps notes for each column by which two steps of a program rank, with different
// ends or places and the second following from the first, these two steps.
func (g *Gate) addRankedSteps(d *domain.Domain, s *style.Style, p *plan.Program) error {
	types, err := p.Types(d)
	if err != nil {
		return err
	}
	rows := map[string]plan.Type{}
	steps := map[string]*rankedStep{} // by node
	var groups []rankedColumn
	for i := range p.Nodes {
		n := &p.Nodes[i]
		rows[n.Name] = types[i]
		column, order, rank, ok := cue.Ranking(n)
		if !ok {
			continue
		}
		table := rows[n.From[0]].Table
		ends := cue.EndSenses(d.Table(table).Column(column), order)
		steps[n.Name] = &rankedStep{senses: g.lexicon.set(ends...), place: rank}
		at := slices.IndexFunc(groups, func(c rankedColumn) bool { return c.table == table && c.column == column })
		if at < 0 {
			at, groups = len(groups), append(groups, rankedColumn{table: table, column: column})
		}
		groups[at].nodes = append(groups[at].nodes, n.Name)
	}
	for _, c := range groups {
		if len(c.nodes) != 2 {
			continue
		}
		first, second := steps[c.nodes[0]], steps[c.nodes[1]]
		before, after := upstreamOf(p, c.nodes[0]), upstreamOf(p, c.nodes[1])
		if !after[c.nodes[0]] || first.senses == second.senses && first.place == second.place {
			continue
		}
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if _, ok := n.Do.(*plan.Project); !ok || !after[n.Name] {
				continue
			}
			step := second
			if before[n.Name] {
				step = first
			}
			step.leads = append(step.leads, leadWords(d, s, rows[n.Name])...)
		}
		g.ranked = append(g.ranked, [2]rankedStep{*first, *second})
	}
	return nil
}

// upstreamOf returns the nodes that a node depends on, and itself.
func upstreamOf(p *plan.Program, name string) map[string]bool {
	all := map[string]bool{}
	var add func(string)
	add = func(name string) {
		if !all[name] {
			all[name] = true
			for _, from := range p.Node(name).From {
				add(from)
			}
		}
	}
	add(name)
	return all
}

// leadWords returns the words for values that lead on: the names of their columns, of their
// entity type, and the style's other words for both, in normal form.
func leadWords(d *domain.Domain, s *style.Style, t plan.Type) (words []string) {
	add := func(table, phrase string) {
		for _, text := range append([]string{phrase}, s.Alternatives(table, phrase)...) {
			if text = normal(text); text != "" {
				words = append(words, text)
			}
		}
	}
	if e := d.Entity(t.Entity); e != nil {
		add("", e.Label.In(s.Language))
	}
	if table := d.Table(t.Table); table != nil {
		for _, column := range t.Columns {
			add(t.Table, table.Column(column).Called(s.Language))
		}
	}
	return words
}

// exchangedEnds reports a question that goes forward from its start and has the ends of two
// steps in the opposite order. A question can also go back from its end; so the start must
// stand before both ends, and between them what leads to the second step and not what
// leads to the first.
func (g *Gate) exchangedEnds(q *reading) (Rejection, bool) {
	start := strings.Index(q.bare, mask)
	for i := range g.ranked {
		steps := &g.ranked[i]
		first, ok := g.stepWord(q, &steps[0], &steps[1])
		second, also := g.stepWord(q, &steps[1], &steps[0])
		if !ok || !also || start < 0 || second.from < start || first.from < second.to {
			continue
		}
		between := q.bare[second.to:first.from]
		if strings.Contains(between, mask) || containsAny(between, heads(steps[0].leads)) || !containsAny(between, steps[1].leads) {
			continue
		}
		return Rejection{Operator, fmt.Sprintf("%q and %q have changed places", q.bare[second.from:second.to], q.bare[first.from:first.to]), ""}, true
	}
	return Rejection{}, false
}

// stepWord returns the only word for the end or the place of a ranked step, of which there
// is another; ok is false if there are several words or none.
func (g *Gate) stepWord(q *reading, s, other *rankedStep) (word token, ok bool) {
	var found []token
	if s.place > 0 && (other.place != s.place || s.senses == other.senses) {
		for i := range q.mentions {
			if f := &q.mentions[i]; f.Kind == quantity.Rank && f.Number.Equal(decimal.NewFromInt(int64(s.place))) {
				found = append(found, token{from: f.From, to: f.To})
			}
		}
	} else {
		for i, t := range q.tokens {
			if t.senses&s.senses == 0 || t.senses&other.senses&^s.senses != 0 || q.repeats(i, s.senses, other.senses) || g.followsRank(q, t) {
				continue
			}
			found = append(found, t)
		}
		if s.place > 0 {
			found = append(found, g.ranksWithEnd(q, s.senses)...)
		}
	}
	if len(found) != 1 {
		return token{}, false
	}
	return found[0], true
}

// followsRank reports whether a word directly follows a rank, as in "second latest".
func (g *Gate) followsRank(q *reading, t token) bool {
	for _, f := range beginningIn(q.mentions, t.from-maxWordSize, t.from, mention.begin) {
		if f.Kind == quantity.Rank && f.Number.IntPart() > 1 && f.To <= t.from && strings.Trim(q.bare[f.To:t.from], " -") == "" {
			return true
		}
	}
	return false
}

// heads returns the heads of nouns: the last two characters of Chinese ones (机关 of
// 行政机关), the last word of others.
func heads(nouns []string) []string {
	all := make([]string, len(nouns))
	for i, noun := range nouns {
		runes := []rune(noun)
		if last := runes[len(runes)-1]; unicode.Is(unicode.Han, last) {
			all[i] = string(runes[max(0, len(runes)-2):])
			continue
		}
		all[i] = noun[strings.LastIndexByte(noun, ' ')+1:]
	}
	return all
}

// containsAny reports whether a text contains one of some words.
func containsAny(text string, words []string) bool {
	for _, word := range words {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}
