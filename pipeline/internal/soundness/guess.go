package soundness

import (
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// Guess is how well an answer can be guessed without choosing.
type Guess int

// The closed set of guesses.
const (
	// Chosen answers are chosen from more than an agent may name, or not chosen at all:
	// they are all that the calls return.
	Chosen Guess = iota
	// Even answers are right as often as a coin: a yes or no, which of two, and a small
	// count. They may be asked for beside a chosen answer, never alone.
	Even
	// Listed answers are chosen from so few values that the strict grader would take all
	// of them, named one after the other, for an answer with its explanation.
	Listed
)

// MostGuessed is the largest count that is guessed as easily as one of two: of the counts
// in tables many are from 2 to 4.
const MostGuessed = 4

// plenty is more values than any agent would name.
const plenty = 1 << 20

// Guesser judges the answers of one execution.
type Guesser struct {
	Program   *plan.Program
	Execution Execution
	// Keywords is how many keywords the task's answers have together: the more there
	// are, the more wrong values the strict grader puts up with.
	Keywords int
}

// Judge says how well the answer that a node gives can be guessed, and why, "" for a
// chosen one.
//
// An agent that does not choose makes every call that could lead to the answer, whatever
// is to be chosen on the way, and then names all that stands where the answer stands.
func (g *Guesser) Judge(from string) (Guess, string) {
	n := g.Program.Node(from)
	if count, ok := g.count(n); ok && count <= MostGuessed {
		return Even, fmt.Sprintf("%s: %d is a count that can be guessed: want more than %d, or another answer beside it", from, count, MostGuessed)
	}
	wanted, offered := max(1, g.members(from)), g.offered(n)
	most := wanted + score.Slack(g.Keywords)
	if offered == wanted || offered > most {
		return Chosen, ""
	}
	why := fmt.Sprintf("%s: %d values are chosen from %d, and the strict grader takes %d for an answer", from, wanted, offered, most)
	switch n.Do.(type) {
	case *plan.Exists, *plan.Compare:
		return Even, why
	}
	return Listed, why
}

// count returns what a node counts; false if it does not count.
func (g *Guesser) count(n *plan.Node) (int, bool) {
	switch n.Do.(type) {
	case *plan.Count:
		return g.outcome(n.From[0]).Size(), true
	case *plan.Distinct:
		return g.members(n.From[0]), true
	}
	return 0, false
}

func (g *Guesser) outcome(name string) plan.Outcome { return g.Execution.Outcome(name) }

// members returns how many different values a node gave.
func (g *Guesser) members(name string) int { return len(g.outcome(name).Members()) }

// offered returns how many values an agent names that does not choose; as many as are
// wanted where nothing is chosen.
func (g *Guesser) offered(n *plan.Node) int {
	switch o := n.Do.(type) {
	case *plan.Project:
		found := g.found(n.From[0])
		return g.outcome(found).Different(o.Columns) * g.results(found) // all of them, if nothing is left out
	case *plan.DeriveAll:
		return g.members(n.Name) * g.results(n.Name)
	case *plan.Having:
		return g.members(n.From[0]) * g.results(n.From[0])
	case *plan.Combine:
		a, b := g.members(n.From[0]), g.members(n.From[1])
		size := map[plan.Function]int{plan.Union: g.members(n.Name), plan.Intersection: min(a, b), plan.Difference: a}[o.Function]
		return size * min(plenty, g.results(n.From[0])*g.results(n.From[1]))
	}
	return g.results(n.Name)
}

// results returns how many results a node could have if choices before it and its own
// were made otherwise, at most plenty. One of several rows or values can be chosen in as
// many ways as there are values, a part of a set in plenty.
func (g *Guesser) results(name string) int {
	n := g.Program.Node(name)
	results := plenty
	switch o := n.Do.(type) {
	case *plan.Start:
		return 1
	case *plan.Filter, *plan.Superlative, *plan.Only:
		if found := g.found(name); g.outcome(found).Size() == g.outcome(name).Size() {
			results = g.results(found)
		}
	case *plan.Project:
		found, rows := g.found(n.From[0]), g.outcome(n.From[0])
		switch {
		case g.outcome(found).Size() == rows.Size():
			results = g.results(found)
		case !rows.Many():
			results = g.values(n)
		}
	case *plan.Frequent:
		results = g.values(n)
	case *plan.Mode:
		results = g.members(n.From[0]) * g.results(n.From[0])
	case *plan.Aggregate:
		if results = g.results(n.From[0]); o.Function == plan.Minimum || o.Function == plan.Maximum {
			results = g.values(n)
		}
	case *plan.Exists:
		return 2
	case *plan.Compare:
		results = g.results(n.From[0]) + g.results(n.From[2])
	case *plan.Having, *plan.Retrieve:
	case *plan.Combine:
		if o.Function == plan.Union {
			results = g.results(n.From[0]) * g.results(n.From[1])
		}
	default:
		results = 1
		for _, f := range n.From {
			results = min(plenty, results*g.results(f))
		}
	}
	return min(plenty, results)
}

// values returns how many values a node's columns could give, one at a time.
func (g *Guesser) values(n *plan.Node) int {
	found := g.found(n.From[0])
	return g.outcome(found).Different(n.Columns()) * g.results(found)
}

// found returns the lookup that rows were chosen from.
func (g *Guesser) found(rows string) string {
	n := g.Program.Node(rows)
	for n.Lookup() == "" {
		n = g.Program.Node(n.From[0])
	}
	return n.Name
}
