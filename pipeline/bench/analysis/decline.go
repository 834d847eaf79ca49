package analysis

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// HopDecline says how an agent's rates change with the number of hops, over the tasks of types
// such as "2-hop".
type HopDecline struct {
	// Agent is the agent.
	Agent string `json:"agent"`
	// Strict and Paper are the changes in each mode.
	Strict RateDeclines `json:"strict"`
	Paper  RateDeclines `json:"paper"`
}

// RateDeclines has the changes of the two rates, see [score.Rates].
type RateDeclines struct {
	Success Decline `json:"success"` // of the success rate
	Process Decline `json:"process"` // of the process rate
}

// Decline is the change of a rate with the number of hops.
type Decline struct {
	// Slope is the change with each hop, over all numbers of hops ([estimate.Slope]).
	Slope estimate.Estimate `json:"slope"`
	// Steps are the changes from one number of hops to the next one that tasks have, in ascending
	// order.
	Steps []HopStep `json:"steps"`
}

// HopStep is the change of a rate from one number of hops to another.
type HopStep struct {
	// From and To are the numbers of hops, FromTasks and ToTasks the numbers of tasks that have a
	// rate.
	From      int `json:"from"`
	To        int `json:"to"`
	FromTasks int `json:"from_tasks"`
	ToTasks   int `json:"to_tasks"`
	// Change is the mean at To less the mean at From; over different tasks, so not paired.
	Change estimate.Estimate `json:"change"`
}

// few reports whether one side has too few tasks for an interval.
func (s *HopStep) few() bool { return min(s.FromTasks, s.ToTasks) < estimate.MinItems }

// hopType matches the types of tasks that are named after their number of hops.
var hopType = regexp.MustCompile(`^([1-9][0-9]?)-hop$`)

// hopsOf returns the number of hops of a type; 0 for another type.
func hopsOf(kind string) int {
	if m := hopType.FindStringSubmatch(kind); m != nil {
		n, _ := strconv.Atoi(m[1]) // at most two digits
		return n
	}
	return 0
}

// declines returns the declines of the evaluated agents that have marks; nil unless tasks have
// several numbers of hops.
func (s *taskSet) declines(order []*agentMarks, agents []AgentReport, level float64) (declines []HopDecline) {
	var types []string // ascending, as report order is
	for _, kind := range s.types {
		if hopsOf(kind) > 0 {
			types = append(types, kind)
		}
	}
	if len(types) < 2 {
		return nil
	}
	for i, a := range order {
		if agents[i].Role != score.EvaluatedAgent || a.epochs == 0 {
			continue
		}
		d := HopDecline{Agent: a.agent}
		for j := range metrics {
			*metrics[j].decline(&d) = s.decline(a, types, metrics[j].rate, level)
		}
		declines = append(declines, d)
	}
	return declines
}

// decline returns the change of one rate over types in ascending order of hops. The change from
// one number to the next is the slope over the tasks of the two, by their distance.
func (s *taskSet) decline(a *agentMarks, types []string, of func(*bench.Mark) *float64, level float64) Decline {
	points := make([][]estimate.PlacedMeasurement, len(types))
	var all []estimate.PlacedMeasurement
	for i, kind := range types {
		for _, v := range s.values(a, s.byType[kind], of) {
			points[i] = append(points[i], estimate.PlacedMeasurement{At: float64(hopsOf(kind)), X: v.X, Cluster: v.Cluster})
		}
		all = append(all, points[i]...)
	}
	d := Decline{Slope: estimate.Slope(all, level), Steps: []HopStep{}}
	for i := 1; i < len(types); i++ {
		step := HopStep{From: hopsOf(types[i-1]), To: hopsOf(types[i]), FromTasks: len(points[i-1]), ToTasks: len(points[i])}
		var two []estimate.PlacedMeasurement // one unit apart, so that the slope is the difference
		for at, side := range [][]estimate.PlacedMeasurement{points[i-1], points[i]} {
			for _, p := range side {
				p.At = float64(at)
				two = append(two, p)
			}
		}
		step.Change = estimate.Slope(two, level)
		d.Steps = append(d.Steps, step)
	}
	return d
}

// declineTables returns a table of declines for each success rate.
func (a *Analysis) declineTables() (tables []table) {
	for _, m := range gapMetrics {
		if t := a.declineTable(m); t.rows != nil {
			tables = append(tables, t)
		}
	}
	return tables
}

func (a *Analysis) declineTable(m *metric) table {
	if len(a.Declines) == 0 {
		return table{}
	}
	t := table{
		name:  "hops-" + strings.ReplaceAll(m.name, ".", "-"),
		title: fmt.Sprintf("%s by number of hops, change in percentage points with %s intervals", m.title, formatLevel(a.Level)),
		head:  []string{"agent", "each hop"},
	}
	for _, s := range m.decline(&a.Declines[0]).Steps {
		t.head = append(t.head, fmt.Sprintf("%d to %d", s.From, s.To))
	}
	scored, few := 0, false
	for i := range a.Declines {
		d := m.decline(&a.Declines[i])
		scored += d.Slope.N
		few = few || isFew(&d.Slope)
		cells := []string{a.Declines[i].Agent, formatChange(d.Slope.Mean, d.Slope.Low, d.Slope.High, isFew(&d.Slope))}
		for j := range d.Steps {
			s := &d.Steps[j]
			few = few || s.Change.Mean != nil && s.few()
			cells = append(cells, formatChange(s.Change.Mean, s.Change.Low, s.Change.High, s.few()))
		}
		t.rows = append(t.rows, cells)
	}
	if scored == 0 {
		return table{}
	}
	t.notes = append(t.notes, "each hop: slope of the least squares line over tasks; a to b: mean at b hops less mean at a hops, over different tasks")
	t.noteFew(few)
	return t
}
