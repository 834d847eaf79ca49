package analysis

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// Headline is the result of a run in a few figures, over its evaluated agents and by strict
// success.
type Headline struct {
	// Agents is the number of evaluated agents that have a rate, Tasks the number of tasks.
	Agents int `json:"agents"`
	Tasks  int `json:"tasks"`
	// Best are the agents with the highest mean, in the order of [Analysis.Agents]; Rate is the
	// mean of the first of them. Best is never nil.
	Best []string           `json:"best"`
	Rate *estimate.Estimate `json:"rate"`
	// Hardest is the type of at least [estimate.MinItems] tasks at which the agents' means are
	// lowest on average, and Average that average. Hardest is "" unless there are at least two
	// types with different averages.
	Hardest string  `json:"hardest"`
	Average float64 `json:"average"`
}

// Headline returns the result of the run in a few figures; nil if no evaluated agent has a
// strict success rate.
func (a *Analysis) Headline() *Headline {
	h := &Headline{Tasks: a.Tasks, Best: []string{}}
	var rated []*AgentReport
	for i := range a.Agents {
		r := &a.Agents[i]
		e := &r.overall().Strict.Success
		if r.Role != score.EvaluatedAgent || e.Mean == nil {
			continue
		}
		rated = append(rated, r)
		switch {
		case h.Rate == nil || *e.Mean > *h.Rate.Mean:
			h.Best, h.Rate = []string{r.Agent}, e
		case *e.Mean == *h.Rate.Mean:
			h.Best = append(h.Best, r.Agent)
		}
	}
	if rated == nil {
		return nil
	}
	h.Agents = len(rated)
	h.hardest(rated)
	return h
}

// hardest finds the type with the lowest average over agents.
func (h *Headline) hardest(rated []*AgentReport) {
	var averages []float64
	for i, r := range rated[0].Rows[:len(rated[0].Rows)-1] {
		if r.Tasks < estimate.MinItems {
			continue
		}
		sum, n := 0.0, 0
		for _, of := range rated {
			if mean := of.Rows[i].Strict.Success.Mean; mean != nil {
				sum += *mean
				n++
			}
		}
		if n == 0 {
			continue
		}
		average := sum / float64(n)
		if averages == nil || average < h.Average {
			h.Hardest, h.Average = r.Type, average
		}
		averages = append(averages, average)
	}
	if len(averages) == 0 || slices.Max(averages) == slices.Min(averages) {
		h.Hardest, h.Average = "", 0
	}
}

// Sentence says the headline in a line of text. dataset says which tasks these are, such as
// "legal-en, en, seed 1".
func (h *Headline) Sentence(dataset string) string {
	s := fmt.Sprintf("%s on %s (%s)", count(h.Agents, "agent"), count(h.Tasks, "task"), escapeControls(dataset))
	const most = 3
	switch {
	case h.Agents == 1:
		s += ": " + escapeControls(h.Best[0])
	case len(h.Best) > most:
		s += fmt.Sprintf(". Best: %d of them", len(h.Best))
	default:
		s += ". Best: " + escapeControls(strings.Join(h.Best, ", "))
	}
	s += " with " + formatPercent(h.Rate.Mean) + " % success"
	if h.Rate.N >= estimate.MinItems && h.Rate.Low != nil {
		s += " (" + formatInterval(h.Rate, formatPercent) + ")"
	}
	if h.Hardest != "" {
		s += fmt.Sprintf("; hardest type: %s, %s %% on average", h.Hardest, formatPercent(&h.Average))
	}
	return s + "."
}

// count formats a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
