package bench

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Maximum rates of an agent in the role of [score.FloorAgent] over a task set. They are above zero
// because of luck: one of thirteen values of the right record is the answer, and a yes or
// no is guessed half of the time. The bound of process is larger, because an agent can
// meet an intermediate value by chance.
const (
	MaxFloorSuccess = 0.01 // mean strict success rate without texts to write
	MaxFloorProcess = 0.03 // mean strict process rate
)

// MaxChanceRate is the maximum of either rate of an agent in the role of [score.ChanceAgent]: in a
// quarter of the tasks the answer is in a record that the question names, which has a
// dozen columns, some more often asked for than others.
const MaxChanceRate = 0.04

// MaxWritingSuccess is the maximum mean strict success rate over texts to write, in either
// role: a text must hold a dozen values, of which the record that the question names has
// two or three.
const MaxWritingSuccess = 0.3

// MinBoundTasks is the number of tasks from which a rate of 1 % is more than luck, namely
// two tasks. For fewer tasks the sum of rates is divided by MinBoundTasks instead: one
// lucky task of twenty would be 5 %, and a hundred calls read all of a world of thirty
// rows. Texts to write are exempt; a rate over them that stems from one text passes.
const MinBoundTasks = 200

// CheckBounds returns an error if a task set is not fit to be published:
//
//   - an agent in the role of [score.FloorAgent] has a mean strict success rate above
//     [MaxFloorSuccess] or a mean strict process rate above [MaxFloorProcess];
//   - an agent in the role of [score.ChanceAgent] has either rate above [MaxChanceRate];
//   - either has a mean strict success rate above [MaxWritingSuccess] over texts to write;
//   - an agent in the role of [score.CeilingAgent] has a strict rate other than 1, or none.
//
// The tasks of a type that has a chance, see [Chance], are counted apart from the others,
// and their bounds are larger by that chance.
//
// For fewer than [MinBoundTasks] tasks the bounds are larger in proportion. The error
// names the agent, the rate and the tasks. Twins count as tasks. Trials of evaluated
// agents are ignored.
func CheckBounds(trials []Trial, chance map[string]float64) error {
	var faults []error
	for i := range trials {
		if t := &trials[i]; t.Role == score.CeilingAgent {
			faults = append(faults, ceilingFault(t, "success", t.Score.Strict.Success), ceilingFault(t, "process", t.Score.Strict.Process))
		}
	}
	for _, r := range boundedRates(trials, chance) {
		faults = append(faults, r.fault())
	}
	return errors.Join(faults...)
}

// boundedRates returns the rates that have a bound, by agent.
func boundedRates(trials []Trial, chance map[string]float64) (rates []*rateTotal) {
	found := map[string]*floorTotals{}
	for i := range trials {
		t := &trials[i]
		if t.Role != score.FloorAgent && t.Role != score.ChanceAgent {
			continue
		}
		f := found[t.Agent]
		if f == nil {
			f = newFloorTotals(t.Agent, t.Role == score.ChanceAgent)
			found[t.Agent] = f
		}
		f.add(t, chance[t.Type])
	}
	for _, name := range agentNames(trials) {
		f := found[name]
		if f == nil {
			continue
		}
		rates = append(rates, f.success, f.process)
		for _, kind := range slices.Sorted(maps.Keys(f.chosen)) {
			rates = append(rates, f.chosen[kind].success, f.chosen[kind].process)
		}
		if len(f.written.rates) > 1 {
			rates = append(rates, f.written)
		}
	}
	return rates
}

// ceilingFault is the fault of a ceiling's trial; nil for none.
func ceilingFault(t *Trial, metric string, got *float64) error {
	if got != nil && *got >= 1 {
		return nil
	}
	return fmt.Errorf("task %s: agent %s has strict %s rate %s: want 1", t.Task, t.Agent, metric, formatRate(got))
}

// floorTotals is what an agent got that should get nothing.
type floorTotals struct {
	success, process *rateTotal
	written          *rateTotal // success over texts to write
	chosen           map[string]*chosenTotals
}

// chosenTotals is what an agent got on the tasks of a type that has a chance.
type chosenTotals struct{ success, process *rateTotal }

// newFloorTotals returns the totals of an agent, which may be in the role of [score.ChanceAgent].
func newFloorTotals(agent string, drawn bool) *floorTotals {
	success, process := MaxFloorSuccess, MaxFloorProcess
	if drawn {
		success, process = MaxChanceRate, MaxChanceRate
	}
	return &floorTotals{
		success: &rateTotal{agent: agent, metric: "success", most: success, fewest: MinBoundTasks},
		process: &rateTotal{agent: agent, metric: "process", most: process, fewest: MinBoundTasks},
		written: &rateTotal{agent: agent, metric: "success", of: task.Writing, most: MaxWritingSuccess, fewest: 1},
		chosen:  map[string]*chosenTotals{},
	}
}

// add adds a trial of a type that has a chance, 0 for one without.
func (f *floorTotals) add(t *Trial, chance float64) {
	strict := t.Score.Strict
	switch {
	case chance > 0:
		c := f.chosen[t.Type]
		if c == nil {
			c = &chosenTotals{f.success.ofType(t.Type, chance), f.process.ofType(t.Type, chance)}
			f.chosen[t.Type] = c
		}
		c.success.add(t.Task, strict.Success)
		c.process.add(t.Task, strict.Process)
		return
	case t.Type == task.Writing:
		f.written.add(t.Task, strict.Success)
	default:
		f.success.add(t.Task, strict.Success)
	}
	f.process.add(t.Task, strict.Process)
}

// rateTotal is one rate of an agent over tasks, and its bound.
type rateTotal struct {
	agent, metric string
	most          float64 // largest mean, above the chance
	fewest        int     // fewer tasks than that count as so many

	sum   float64
	n     int
	rates []taskRate // those above 0

	of     string  // the type that the tasks are of; "" for several
	chance float64 // of that type, 0 for one without
}

// taskRate is the rate for a task.
type taskRate struct {
	task string
	rate float64
}

// rateName tells rates apart.
type rateName struct{ agent, metric, of string }

func (c *rateTotal) name() rateName { return rateName{c.agent, c.metric, c.of} }

// ofType returns the rate over the tasks of a type that has a chance, of which none are added yet.
func (c *rateTotal) ofType(of string, chance float64) *rateTotal {
	return &rateTotal{agent: c.agent, metric: c.metric, most: c.most, fewest: c.fewest, of: of, chance: chance}
}

func (c *rateTotal) add(id string, rate *float64) {
	if rate == nil {
		return
	}
	c.n++
	if c.sum += *rate; *rate > 0 {
		c.rates = append(c.rates, taskRate{id, *rate})
	}
}

// allowed returns the largest sum within the bound.
func (c *rateTotal) allowed() float64 {
	return c.chance*float64(c.n) + c.most*float64(max(c.n, c.fewest))
}

// fault says that the rate is above its bound; nil for one that is not.
func (c *rateTotal) fault() error {
	if c.sum <= c.allowed() {
		return nil
	}
	mean, bound := c.sum/float64(c.n), c.allowed()/float64(c.n)
	kind := ""
	if c.chance > 0 {
		kind = " of " + c.of
	}
	ids := make([]string, len(c.rates))
	for i, r := range c.rates {
		ids[i] = r.task
	}
	return fmt.Errorf("agent %s has mean strict %s rate %s over %d tasks%s, from %d of them: want at most %s: %s",
		c.agent, c.metric, formatRate(&mean), c.n, kind, len(ids), formatRate(&bound), strings.Join(ids, ", "))
}

// formatRate writes a rate to four digits, and "-" for none.
func formatRate(rate *float64) string {
	if rate == nil {
		return "-"
	}
	return strconv.FormatFloat(*rate, 'f', 4, 64)
}
