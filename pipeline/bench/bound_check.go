package bench

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// What an agent in the role of [Floor] may have over a set of tasks at most. The bounds
// are above zero because luck is: who names one value of a record of thirteen is right
// once in thirteen, where the record holds the answer, and a yes that is asked for beside
// another value is guessed half of the time. Process has the larger one, since a value on
// the way can be come by and used by chance.
const (
	MaxFloorSuccess = 0.01 // mean strict success rate, texts to write left out
	MaxFloorProcess = 0.03 // mean strict process rate
)

// MaxChanceRate is what an agent in the role of [Chance] may have at most, in either rate: a
// quarter of the tasks of a set have their answer in a record that the question names, of
// a dozen columns, some of which are asked for more often than others.
const MaxChanceRate = 0.04

// MaxWritingSuccess is the mean strict success rate that an agent in either role may have over
// texts to write: of the dozen values that a text has to hold, two or three stand in the
// record that the question names, and who copies that record has stated them.
const MaxWritingSuccess = 0.3

// MinBoundTasks is the number of tasks from which on a rate of one in a hundred is no longer luck:
// it is then two tasks. Over fewer, what an agent got is divided by Fewest before it is
// held against a bound: of twenty tasks one lucky one is 5 %, and in a world of thirty
// scoreRows a hundred calls look up everything there is. Texts to write are not counted so; a
// reportedRate over them that comes from one text is let pass.
const MinBoundTasks = 200

// CheckBounds returns an error for a task set that is not fit to be published: one on
// which an agent in the role of [Floor] has a mean strict success rate above
// [MaxFloorSuccess] or a mean strict process rate above [MaxFloorProcess], one on which an agent
// in the role of [Chance] has more than [MaxChanceRate], one on which either has a mean
// strict success rate above [MaxWritingSuccess] over texts to write, or one on which an agent in
// the role of [Ceiling] has a strict rate other than 1, no rate included. Sets of fewer
// than [MinBoundTasks] tasks are let have as much as one of that size. It names for a floor the
// agent, the rate and every task that it was credited for, for a ceiling every such task,
// agent and rate. Twins count as tasks. Trials of contestants bound nothing.
func CheckBounds(trials []Trial) error {
	var faults []error
	found := map[string]*floorTotals{}
	for _, name := range agentNames(trials) {
		found[name] = new(floorTotals)
	}
	for i := range trials {
		t := &trials[i]
		strict := t.Score.Strict
		switch t.Role {
		case Floor, Chance:
			f := found[t.Agent]
			f.drawn = t.Role == Chance
			if t.Type == task.Writing {
				f.written.add(t.Task, strict.Success)
			} else {
				f.success.add(t.Task, strict.Success)
			}
			f.process.add(t.Task, strict.Process)
		case Ceiling:
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
}

// rateTotal is one rate over tasks.
type rateTotal struct {
	sum   float64
	n     int
	tasks []string // with a rate above 0
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

// lineFault says that a rate is above a bound, where fewer than fewest tasks count as so
// many; nil for one that is not.
func (c *rateTotal) fault(name, metric string, most float64, fewest int) error {
	allowed := most * float64(max(c.n, fewest))
	if c.sum <= allowed {
		return nil
	}
	mean, bound := c.sum/float64(c.n), allowed/float64(c.n)
	return fmt.Errorf("agent %s has mean strict %s rate %s over %d tasks, from %d of them: want at most %s: %s",
		name, metric, formatRate(&mean), c.n, len(c.tasks), formatRate(&bound), strings.Join(c.tasks, ", "))
}

// formatRate writes a rate to four digits, and "-" for none.
func formatRate(rate *float64) string {
	if rate == nil {
		return "-"
	}
	return strconv.FormatFloat(*rate, 'f', 4, 64)
}
