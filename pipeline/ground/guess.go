package ground

import (
	"strings"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// choices counts out of how many an execution chose what it answers: as many as
// somebody names who makes every call that could lead there, and then all that stands
// where the answer stands.
type choices struct {
	domain *domain.Domain
	trace  *plan.Trace
}

// plenty is more than anybody would name.
const plenty = 1 << 20

// few reports whether an answer was chosen from so few that the strict grader would
// take all of them, named one after the other, for an answer with its explanation.
func (c *choices) few(from string) bool {
	wanted := max(1, c.members(from))
	offered := c.offered(from)
	return offered != wanted && offered <= wanted+score.Slack(c.keys())
}

// guessable is the largest count that is right often enough to be guessed.
var guessable = decimal.NewFromInt(4)

// small reports whether an answer is a count that can be guessed.
func (c *choices) small(from string) bool {
	switch c.trace.Program.Node(from).Do.(type) {
	case *plan.Count, *plan.Distinct:
	default:
		return false
	}
	r := c.trace.Result(from)
	return len(r.Values) == 1 && r.Values[0].Number.LessThanOrEqual(guessable)
}

// keys returns how many values all answers have together.
func (c *choices) keys() int {
	n := 0
	for _, a := range c.trace.Program.Answers {
		if r := c.trace.Result(a.From); r != nil {
			n += max(1, c.members(a.From))
		}
	}
	return n
}

// members returns how many different values a node gave.
func (c *choices) members(name string) int {
	r := c.trace.Result(name)
	width := 1
	if e := c.domain.Entity(r.Type.Entity); e != nil {
		width = max(1, len(e.Parts))
	}
	seen := map[string]bool{}
	texts := r.Texts()
	for ; len(texts) >= width; texts = texts[width:] {
		seen[strings.Join(texts[:width], unit)] = true
	}
	return len(seen)
}

// offered returns how many values could be named for a node.
func (c *choices) offered(name string) int {
	n := c.trace.Program.Node(name)
	switch o := n.Do.(type) {
	case *plan.Project:
		base := c.lookup(n.From[0])
		return c.different(base, o.Columns) * c.ways(base)
	case *plan.DeriveAll:
		return c.members(name) * c.ways(name)
	case *plan.Having:
		return c.members(n.From[0]) * c.ways(n.From[0])
	case *plan.Combine:
		a, b := c.members(n.From[0]), c.members(n.From[1])
		size := map[plan.Function]int{plan.Union: c.members(name), plan.Intersection: min(a, b), plan.Difference: a}[o.Function]
		return size * min(plenty, c.ways(n.From[0])*c.ways(n.From[1]))
	}
	return c.ways(name)
}

// ways returns how many results a node could have if choices before it, and its own,
// were made otherwise, at most plenty.
func (c *choices) ways(name string) int {
	n := c.trace.Program.Node(name)
	ways := 1
	switch o := n.Do.(type) {
	case *plan.Start:
	case *plan.Filter, *plan.Superlative, *plan.Only:
		ways = plenty
		if base := c.lookup(name); c.rows(base) == c.rows(name) {
			ways = c.ways(base)
		}
	case *plan.Project:
		base, rows := c.lookup(n.From[0]), c.trace.Result(n.From[0])
		switch {
		case c.rows(base) == len(rows.Rows):
			ways = c.ways(base)
		case !rows.Type.Many:
			ways = c.different(base, o.Columns) * c.ways(base)
		default:
			ways = plenty
		}
	case *plan.Frequent:
		base := c.lookup(n.From[0])
		ways = c.different(base, []string{o.Column}) * c.ways(base)
	case *plan.Aggregate:
		ways = c.ways(n.From[0])
		if o.Function == plan.Minimum || o.Function == plan.Maximum {
			base := c.lookup(n.From[0])
			ways = c.different(base, []string{o.Column}) * c.ways(base)
		}
	case *plan.Exists:
		ways = 2
	case *plan.Compare:
		ways = c.ways(n.From[0]) + c.ways(n.From[2])
	case *plan.Having, *plan.Retrieve:
		ways = plenty
	case *plan.Combine:
		ways = plenty
		if o.Function == plan.Union {
			ways = c.ways(n.From[0]) * c.ways(n.From[1])
		}
	default:
		for _, f := range n.From {
			ways = min(plenty, ways*c.ways(f))
		}
	}
	return min(plenty, ways)
}

// lookup returns the name of the lookup that rows were chosen from.
func (c *choices) lookup(name string) string {
	for {
		n := c.trace.Program.Node(name)
		if _, ok := n.Do.(*plan.Call); ok {
			return name
		}
		name = n.From[0]
	}
}

func (c *choices) rows(name string) int { return len(c.trace.Result(name).Rows) }

// different returns how many different values stand in columns of a node's rows, the
// parts of an entity being one.
func (c *choices) different(name string, columns []string) int {
	r := c.trace.Result(name)
	seen := map[string]bool{}
	for _, row := range r.Rows {
		if len(columns) > 1 {
			var parts []string
			for _, column := range columns {
				for _, v := range r.Source.Cell(int(row), r.Source.Column(column)).Values {
					parts = append(parts, v.Text)
				}
			}
			seen[strings.Join(parts, unit)] = true
			continue
		}
		for _, v := range r.Source.Cell(int(row), r.Source.Column(columns[0])).Values {
			seen[v.Text] = true
		}
	}
	return len(seen)
}
