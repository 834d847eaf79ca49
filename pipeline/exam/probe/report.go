package probe

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// MinItems is the number of items below which a type is told but not judged.
const MinItems = 20

// BlindReport says how often each probe is right on a set of items.
type BlindReport struct {
	// Probes are in the order of [task.ExamTypes] and [Of]; without probes that have no answer to
	// any item.
	Probes []ProbeAccuracy `json:"probes"`
	// Small are the types that have items, but fewer than [MinItems]. Their probes are measured
	// and beat nothing.
	Small []string `json:"small,omitempty"`
}

// ProbeAccuracy is how often a probe is right on items of a type.
type ProbeAccuracy struct {
	// Type is the type of the items.
	Type string `json:"type"`
	// Probe is the [Probe.Name], and Doc the [Probe.Doc].
	Probe string `json:"probe"`
	Doc   string `json:"doc"`
	// Items is the number of items to which the probe has an answer.
	Items int `json:"items"`
	// Accuracy is the mean score, in [0, 1]: for selection by halves the share of options judged
	// rightly, for matching the share of right pairs, else the share of right answers. Where
	// options are level, one of them is drawn, and its mean counts.
	Accuracy float64 `json:"accuracy"`
	// AtBest is Accuracy if of level options the right one were always drawn, and ZAtBest its distance
	// from Chance in standard errors of options that are never level: how the figures come out if
	// ties count as right.
	AtBest  float64 `json:"at_best"`
	ZAtBest float64 `json:"z_at_best"`
	// Low and High are the ends of Wilson's interval at 95 % (1927).
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// Chance is the mean score if the right answers were drawn at random.
	Chance float64 `json:"chance"`
	// Z is the distance of Accuracy from Chance in standard errors under chance; 0 if these are 0.
	Z float64 `json:"z"`
	// Beats says that Low is above Chance, and that there are at least [MinItems] items of the type.
	Beats bool `json:"beats"`
}

// quantile is the two-sided quantile of the normal distribution at 95 %.
const quantile = 1.959963984540054

// tally is the sum of a probe's credits.
type tally struct {
	n                 int
	score, mean, vary float64
	best, bestVary    float64
}

func (s *tally) add(c credit, times float64) {
	s.n += int(times)
	s.score += times * c.score
	s.mean += times * c.mean
	s.vary += times * c.vary
	s.best += times * c.best
	s.bestVary += times * max(c.vary, c.widest)
}

// wilson returns the interval of a share.
func (s *tally) wilson() (low, high float64) {
	n, p := float64(s.n), s.score/float64(s.n)
	shrink := 1 / (1 + quantile*quantile/n)
	middle := shrink * (p + quantile*quantile/(2*n))
	half := shrink * quantile * math.Sqrt(max(0, p*(1-p))/n+quantile*quantile/(4*n*n))
	return max(0, middle-half), min(1, middle+half)
}

// beats reports whether the low end of the interval is above chance, but for rounding.
func (s *tally) beats() bool {
	if s.n == 0 {
		return false
	}
	low, _ := s.wilson()
	return low > s.mean/float64(s.n)+1e-9
}

// z is the distance from chance in standard errors.
func (s *tally) z() float64 {
	if s.vary < 1e-12 {
		return 0
	}
	return (s.score - s.mean) / math.Sqrt(s.vary)
}

// zAtBest is the distance from chance where ties count as right.
func (s *tally) zAtBest() float64 {
	if s.bestVary < 1e-12 {
		return 0
	}
	return (s.best - s.mean) / math.Sqrt(s.bestVary)
}

// Measure runs all probes over the items among tasks: those with options, of one of
// [task.ExamTypes]. The result does not depend on the order of tasks.
func Measure(tasks []*task.Task) BlindReport {
	var r BlindReport
	for _, kind := range task.ExamTypes() {
		of := ofType(tasks, kind)
		if len(of) > 0 && len(of) < MinItems {
			r.Small = append(r.Small, kind)
		}
		items := newItems(of)
		for _, p := range Of(kind) {
			var s tally
			for _, it := range items {
				if c, ok := p.answer(it); ok {
					s.add(c, 1)
				}
			}
			if s.n == 0 {
				continue
			}
			low, high := s.wilson()
			r.Probes = append(r.Probes, ProbeAccuracy{
				Type: kind, Probe: p.Name, Doc: p.Doc, Items: s.n, Accuracy: figure(s.score / float64(s.n)), Low: figure(low), High: figure(high),
				AtBest: figure(s.best / float64(s.n)), ZAtBest: figure(s.zAtBest()),
				Chance: figure(s.mean / float64(s.n)), Z: figure(s.z()), Beats: len(of) >= MinItems && s.beats(),
			})
		}
	}
	return r
}

// ofType returns the items of a type, by ID.
func ofType(tasks []*task.Task, kind string) []*task.Task {
	var of []*task.Task
	for _, t := range tasks {
		if t.Choices != nil && t.Type == kind {
			of = append(of, t)
		}
	}
	slices.SortStableFunc(of, func(a, b *task.Task) int { return strings.Compare(a.ID, b.ID) })
	return of
}

// figure rounds to nine decimals, so that the order of sums does not show.
func figure(x float64) float64 { return math.Round(x*1e9) / 1e9 }

// Markdown returns the report as a table for a dataset card.
func (r *BlindReport) Markdown() string {
	var b strings.Builder
	b.WriteString("| Type | Probe | Items | Right | 95 % interval | Chance | z |\n|---|---|---:|---:|---|---:|---:|\n")
	for _, a := range r.Probes {
		mark := ""
		if a.Beats {
			mark = " *"
		}
		if slices.Contains(r.Small, a.Type) {
			mark = " †"
		}
		fmt.Fprintf(&b, "| %s | %s | %d | %.1f %%%s | %.1f–%.1f %% | %.1f %% | %.1f |\n", a.Type, a.Probe, a.Items, 100*a.Accuracy, mark, 100*a.Low, 100*a.High, 100*a.Chance, a.Z)
	}
	if slices.ContainsFunc(r.Probes, func(a ProbeAccuracy) bool { return a.Beats }) {
		b.WriteString("\n\\* More often right than chance.\n")
	}
	for _, a := range r.Probes {
		if a.Probe == longestProbe && a.AtBest > a.Accuracy {
			fmt.Fprintf(&b, "\nOf level options one is drawn. Counting ties as right, as is common, the longest option of %s is right in %.1f %% (z %.1f).\n", a.Type, 100*a.AtBest, a.ZAtBest)
		}
	}
	if len(r.Small) > 0 {
		fmt.Fprintf(&b, "\n† Fewer than %d items of the type, so nothing is concluded.\n", MinItems)
	}
	return b.String()
}
