package analysis

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/choice"
)

// WriterContrast compares an agent on exam items of one writer with the same agent on those of
// another, field by field, to tell whether a model favours the items that it wrote.
type WriterContrast struct {
	// Agent is the agent.
	Agent string `json:"agent"`
	// Less is another agent whose scores are subtracted field by field, so that what makes the items
	// of one writer easier for everybody cancels out; "" for the agent's own scores. Only agents
	// that wrote items are compared with others.
	Less string `json:"less,omitempty"`
	// First and Second are the writers, see [task.Derivation.Writer], First before Second in byte
	// order; "rule" for items that no model wrote.
	First  string `json:"first"`
	Second string `json:"second"`
	// Own is the writer whose model the agent is, by its name; "" if it is neither.
	Own string `json:"own,omitempty"`
	// Fields are the fields that have answered items of both writers, by name; never nil.
	Fields []WriterField `json:"fields"`
	// Mean is the mean over fields of [WriterField.Difference]; nil without fields.
	Mean *float64 `json:"mean"`
	// Test is Wilcoxon's test of the differences.
	Test estimate.SignedRank `json:"test"`
}

// WriterField has the scores of an agent in one field.
type WriterField struct {
	// Field is the field of law; "" if unknown.
	Field string `json:"field"`
	// FirstItems and SecondItems are the numbers of items by the two writers.
	FirstItems  int `json:"first_items"`
	SecondItems int `json:"second_items"`
	// First and Second are the paper's scores on them, less those of [WriterContrast.Less], and
	// Difference is First less Second.
	First      float64 `json:"first"`
	Second     float64 `json:"second"`
	Difference float64 `json:"difference"`
}

// byRule names the writer of items that no model wrote.
const byRule = "rule"

// fieldScore is the paper's score of an agent in a field.
type fieldScore struct {
	items int
	paper float64
}

// writers compares the evaluated agents on the items of every two writers; nil for fewer.
func (s *taskSet) writers(order []*agentMarks, level float64) (contrasts []WriterContrast) {
	tasks := map[string][]int{}
	for _, i := range s.all {
		if d := s.tasks[i].Derivation; d != nil {
			tasks[cmp.Or(d.Writer, byRule)] = append(tasks[cmp.Or(d.Writer, byRule)], i)
		}
	}
	names := slices.Sorted(maps.Keys(tasks))
	order = slices.DeleteFunc(slices.Clone(order), func(a *agentMarks) bool { return a.role != score.EvaluatedAgent })
	if len(names) < 2 {
		return nil
	}
	scores := map[[2]string]map[string]fieldScore{} // by agent and writer, then by field
	for _, a := range order {
		for _, w := range names {
			scores[[2]string{a.agent, w}] = fieldScores(s.gradedItems(a, tasks[w]), level)
		}
	}
	for i, first := range names {
		for _, second := range names[i+1:] {
			for _, a := range order {
				c := WriterContrast{Agent: a.agent, First: first, Second: second, Own: ownWriter(a.agent, first, second)}
				c.compare(scores)
				contrasts = append(contrasts, c)
				for _, b := range order {
					if c.Own != "" && b != a {
						other := WriterContrast{Agent: a.agent, Less: b.agent, First: first, Second: second, Own: c.Own}
						other.compare(scores)
						contrasts = append(contrasts, other)
					}
				}
			}
		}
	}
	return contrasts
}

// ownWriter returns the one of two writers whose model an agent is. An agent is named after its
// model and, behind a slash, its method.
func ownWriter(agent string, writers ...string) string {
	for _, w := range writers {
		if w != byRule && (agent == w || strings.HasPrefix(agent, w+"/")) {
			return w
		}
	}
	return ""
}

// fieldScores returns the paper's scores by field.
func fieldScores(items []choice.GradedItem, level float64) map[string]fieldScore {
	scores := map[string]fieldScore{}
	for i := range items {
		items[i].Group = "" // a field is one, whatever group it is put in
	}
	for _, c := range choice.Tabulate(items, nil, level) {
		if c.By == choice.ByField && c.Paper.Mean != nil {
			scores[c.Field] = fieldScore{c.Items, *c.Paper.Mean}
		}
	}
	return scores
}

// compare fills in the fields and the test.
func (c *WriterContrast) compare(scores map[[2]string]map[string]fieldScore) {
	first, second := scores[[2]string{c.Agent, c.First}], scores[[2]string{c.Agent, c.Second}]
	c.Fields = []WriterField{}
	var differences []float64
	sum := 0.
	for _, field := range slices.Sorted(maps.Keys(first)) {
		a, there := first[field], true
		b, ok := second[field]
		var other [2]fieldScore
		if c.Less != "" {
			var has [2]bool
			other[0], has[0] = scores[[2]string{c.Less, c.First}][field]
			other[1], has[1] = scores[[2]string{c.Less, c.Second}][field]
			there = has[0] && has[1]
		}
		if !ok || !there {
			continue
		}
		f := WriterField{Field: field, FirstItems: a.items, SecondItems: b.items, First: estimate.Round(a.paper - other[0].paper), Second: estimate.Round(b.paper - other[1].paper)}
		f.Difference = estimate.Round(f.First - f.Second)
		c.Fields = append(c.Fields, f)
		differences = append(differences, f.Difference)
		sum += f.Difference
	}
	if n := len(differences); n > 0 {
		c.Mean = new(estimate.Round(sum / float64(n)))
	}
	c.Test = estimate.Wilcoxon(differences)
}

// favours returns the table of what agents score on items of two writers.
func (a *Analysis) favours() table {
	if a.Writers == nil {
		return table{}
	}
	t := table{title: "exam scores (paper) on items of two writers, first less second over fields, in percentage points",
		head: []string{"agent", "less", "first", "second", "own", "fields", "difference", "ranks above 0", "ranks below 0", "p (Wilcoxon)"}}
	for i := range a.Writers {
		c := &a.Writers[i]
		t.rows = append(t.rows, []string{c.Agent, cmp.Or(c.Less, noValue), c.First, c.Second, cmp.Or(c.Own, noValue), strconv.Itoa(len(c.Fields)), formatPoints(c.Mean),
			formatDecimals(&c.Test.Plus, 1), formatDecimals(&c.Test.Minus, 1), formatP(c.Test.P)})
	}
	t.notes = append(t.notes, "less: another agent's scores are subtracted, so that what is easier for both cancels out")
	return t
}

// writtenFields returns the table of scores by field on items of two writers.
func (a *Analysis) writtenFields() table {
	if a.Writers == nil {
		return table{}
	}
	t := table{title: "exam scores (paper) by field on items of two writers, in percent", head: []string{"agent", "field", "first", "items", "score", "second", "items", "score", "difference"}}
	for i := range a.Writers {
		c := &a.Writers[i]
		if c.Less != "" {
			continue
		}
		for _, f := range c.Fields {
			t.rows = append(t.rows, []string{c.Agent, cmp.Or(f.Field, "(unknown)"), c.First, fmt.Sprint(f.FirstItems), formatPercent(&f.First), c.Second, fmt.Sprint(f.SecondItems), formatPercent(&f.Second), formatPoints(&f.Difference)})
		}
	}
	if t.rows == nil {
		return table{}
	}
	return t
}
