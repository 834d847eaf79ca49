package soundness

import (
	"fmt"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// Guess says how easily an answer can be guessed without choosing.
type Guess int

// The closed set of guesses.
const (
	// Chosen answers are chosen from more values than an agent may list, or are all the
	// values that the calls return.
	Chosen Guess = iota
	// Even answers are guessed as easily as a coin toss: a yes or no, one of two entities,
	// nothing on record, or a small whole number. A question may ask for them only beside a chosen answer.
	Even
	// Listed answers are chosen from so few values that the strict grader would accept a
	// list of all of them as an answer with its explanation.
	Listed
)

// MostGuessed is the largest whole number that is guessed as easily as a coin toss. Many counts and
// ranks in tables are from 2 to 4.
const MostGuessed = 4

// plenty is more values than any agent would list.
const plenty = 1 << 20

// Guesser judges the answers of one execution.
type Guesser struct {
	Program   *plan.Program
	Execution Execution
	// Keywords is the number of keywords of all the task's answers. The more there are, the
	// more wrong values the strict grader tolerates.
	Keywords int
}

// Judge reports how easily the answer that a node gives can be guessed. The explanation is
// "" if the guess is [Chosen], and otherwise says why in one line. Judge panics if the node
// does not exist or was not executed.
//
// Judge assumes an agent that does not choose: it makes every call that could lead to the
// answer and then lists every value in the place of the answer.
func (g *Guesser) Judge(from string) (Guess, string) {
	n := g.Program.Node(from)
	if number, ok := g.number(n); ok && number <= MostGuessed {
		return Even, fmt.Sprintf("%s: %d is a number that can be guessed: want more than %d, or another answer beside it", from, number, MostGuessed)
	}
	if o, ok := n.Do.(*plan.Project); ok && o.Unstated && g.members(from) == 0 {
		return Even, from + ": the answer that nothing is on record can be guessed: want another answer beside it"
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

// number returns the whole number that a node counted or read from a cell; false if it has none.
func (g *Guesser) number(n *plan.Node) (int, bool) {
	switch n.Do.(type) {
	case *plan.Count:
		return g.outcome(n.From[0]).Size(), true
	case *plan.Distinct:
		return g.members(n.From[0]), true
	case *plan.Project, *plan.DeriveAll:
		if m := g.outcome(n.Name).Members(); len(m) == 1 && len(m[0]) == 1 {
			number, err := strconv.Atoi(m[0][0])
			return number, err == nil && number >= 0 && strconv.Itoa(number) == m[0][0] // 000002 is a code
		}
	}
	return 0, false
}

func (g *Guesser) outcome(name string) plan.Outcome { return g.Execution.Outcome(name) }

// members returns the number of distinct values that a node gave.
func (g *Guesser) members(name string) int { return len(g.outcome(name).Members()) }

// offered returns the number of values that an agent lists if it does not choose. It is the
// number of values asked for if nothing is chosen.
func (g *Guesser) offered(n *plan.Node) int {
	switch o := n.Do.(type) {
	case *plan.Project:
		found := g.found(n.From[0])
		return g.outcome(found).Different(o.Columns) * g.results(found) // all of them, if nothing is left out
	case *plan.DeriveAll, *plan.Citations:
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

// results returns the number of results that a node could have if its choices and the
// choices before it were made differently, at most plenty. One of several rows or values can
// be chosen as many times as there are values; for a subset the number is plenty.
func (g *Guesser) results(name string) int {
	n := g.Program.Node(name)
	results := plenty
	switch o := n.Do.(type) {
	case *plan.Start:
		return 1
	case *plan.Filter, *plan.Covering, *plan.Superlative, *plan.Only:
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
	case *plan.ReadFact:
		results = g.stated(n) * g.results(n.From[0])
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

// values returns the number of values that a node's columns could give, one at a time.
func (g *Guesser) values(n *plan.Node) int {
	found := g.found(n.From[0])
	return g.outcome(found).Different(n.Columns()) * g.results(found)
}

// stated returns the number of different days, or of different amounts, in the text that a
// fact was read from: an agent that does not choose lists them all.
func (g *Guesser) stated(n *plan.Node) int {
	text := g.members(n.From[0])
	if text != 1 {
		return plenty
	}
	fact, ok := quantity.Parse(g.outcome(n.Name).Members()[0][0])
	day := ok && fact.IsDay()
	different := map[string]bool{}
	for _, m := range quantity.Read(g.outcome(n.From[0]).Members()[0][0]) {
		switch {
		case day && m.Kind == quantity.Day:
			different[m.Day] = true
		case !day && (m.Kind == quantity.Money || m.Kind == quantity.Percent || m.Kind == quantity.Measure):
			different[m.Number.String()+m.Unit] = true
		}
	}
	return max(1, len(different))
}

// found returns the lookup, or the record, that rows were chosen from.
func (g *Guesser) found(rows string) string {
	n := g.Program.Node(rows)
	for n.Lookup() == "" && n.Do.Kind() != "record" {
		n = g.Program.Node(n.From[0])
	}
	return n.Name
}
