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
	found := map[string]*floorTotals{}
	for _, name := range agentNames(trials) {
		found[name] = new(floorTotals)
	}
	for i := range trials {
		t := &trials[i]
		strict := t.Score.Strict
		switch t.Role {
		case score.FloorAgent, score.ChanceAgent:
			f := found[t.Agent]
			f.drawn = t.Role == score.ChanceAgent
			if chance[t.Type] > 0 {
				f.addChosen(t, chance[t.Type])
				continue
			}
			if t.Type == task.Writing {
				f.written.add(t.Task, strict.Success)
			} else {
				f.success.add(t.Task, strict.Success)
			}
			f.process.add(t.Task, strict.Process)
		case score.CeilingAgent:
			faults = append(faults, ceilingFault(t, "success", strict.Success), ceilingFault(t, "process", strict.Process))
		}
	}
	for _, name := range agentNames(trials) {
		f := found[name]
		success, process := MaxFloorSuccess, MaxFloorProcess
		if f.drawn {
			success, process = MaxChanceRate, MaxChanceRate
		}
		faults = append(faults, f.success.fault(name, "success", success, MinBoundTasks), f.process.fault(name, "process", process, MinBoundTasks))
		for _, kind := range slices.Sorted(maps.Keys(f.chosen)) {
			c := f.chosen[kind]
			faults = append(faults, c.success.fault(name, "success", success, MinBoundTasks), c.process.fault(name, "process", process, MinBoundTasks))
		}
		if len(f.written.tasks) > 1 {
			faults = append(faults, f.written.fault(name, "success", MaxWritingSuccess, 1))
		}
	}
	return errors.Join(faults...)
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
	success, process rateTotal
	written          rateTotal // success over texts to write
	drawn            bool      // in the role of Chance
	chosen           map[string]*chosenTotals
}

// chosenTotals is what an agent got on the tasks of a type that has a chance.
type chosenTotals struct{ success, process rateTotal }

// addChosen adds a trial of a type that has a chance.
func (f *floorTotals) addChosen(t *Trial, chance float64) {
	if f.chosen == nil {
		f.chosen = map[string]*chosenTotals{}
	}
	c := f.chosen[t.Type]
	if c == nil {
		c = &chosenTotals{success: rateTotal{of: t.Type, chance: chance}, process: rateTotal{of: t.Type, chance: chance}}
		f.chosen[t.Type] = c
	}
	c.success.add(t.Task, t.Score.Strict.Success)
	c.process.add(t.Task, t.Score.Strict.Process)
}

// rateTotal is one rate over tasks.
type rateTotal struct {
	sum   float64
	n     int
	tasks []string // with a rate above 0

	of     string  // the type that the tasks are of; "" for several
	chance float64 // of that type
}

func (c *rateTotal) add(id string, rate *float64) {
	if rate == nil {
		return
	}
	c.n++
	if c.sum += *rate; *rate > 0 {
		c.tasks = append(c.tasks, id)
	}
}

// fault says that a rate is above a bound, where fewer than fewest tasks count as so
// many; nil for one that is not.
func (c *rateTotal) fault(name, metric string, most float64, fewest int) error {
	allowed := c.chance*float64(c.n) + most*float64(max(c.n, fewest))
	if c.sum <= allowed {
		return nil
	}
	mean, bound := c.sum/float64(c.n), allowed/float64(c.n)
	kind := ""
	if c.of != "" {
		kind = " of " + c.of
	}
	return fmt.Errorf("agent %s has mean strict %s rate %s over %d tasks%s, from %d of them: want at most %s: %s",
		name, metric, formatRate(&mean), c.n, kind, len(c.tasks), formatRate(&bound), strings.Join(c.tasks, ", "))
}

// formatRate writes a rate to four digits, and "-" for none.
func formatRate(rate *float64) string {
	if rate == nil {
		return "-"
	}
	return strconv.FormatFloat(*rate, 'f', 4, 64)
}
