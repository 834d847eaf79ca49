package probe

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// MinItems is the number of items below which a type is small: by itself it shows a large bias alone,
// so the smallest types are judged together as well.
const MinItems = 20

// PooledType is the [ProbeAccuracy.Type] of probes on the items of the smallest types together.
const PooledType = "smallest types"

// BlindReport says how often each probe is right on a set of items.
type BlindReport struct {
	// Probes are in the order of [task.ExamTypes] and [Of], and then those on all of Pooled that
	// answer items of several of these types; without probes that have no answer to any item.
	Probes []ProbeAccuracy `json:"probes"`
	// Small are the types that have items, but fewer than [MinItems].
	Small []string `json:"small,omitempty"`
	// Pooled are the types with fewest items, as many as have [MinItems] items together; nil if none is
	// small.
	Pooled []string `json:"pooled,omitempty"`
	// Unjudged is set if the items of all types together are so few that a bias need not show.
	Unjudged *UnjudgedItems `json:"unjudged,omitempty"`
}

// FewItems is the [UnjudgedItems.Reason] of a set of fewer than [MinItems] items.
const FewItems = "few-items"

// UnjudgedItems are the items of a set, too few for a judgement by probes.
type UnjudgedItems struct {
	// Items is how many there are.
	Items int `json:"items"`
	// Reason is [FewItems].
	Reason string `json:"reason"`
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
	// ByChance is the probability that right answers drawn at random give the probe this score or a
	// better one.
	ByChance float64 `json:"by_chance"`
	// Beats says that the probe is right more often than chance at 95 %: ByChance is no more than
	// 2.5 %, or, of a type of at least [MinItems] items, Low is above Chance.
	Beats bool `json:"beats"`
}

// quantile is the two-sided quantile of the normal distribution at 95 %, and rare the probability beyond
// it on one side.
const (
	quantile = 1.959963984540054
	rare     = 0.025
)

// tally is the sum of a probe's credits.
type tally struct {
	n                 int
	score, mean, vary float64
	best, bestVary    float64
	draws             map[*draws]int
}

func (s *tally) add(c credit, times int) {
	s.n += times
	s.score += float64(times) * c.score
	s.mean += float64(times) * c.mean
	s.vary += float64(times) * c.vary
	s.best += float64(times) * c.best
	s.bestVary += float64(times) * max(c.vary, c.widest)
	if s.draws == nil {
		s.draws = map[*draws]int{}
	}
	if s.draws[c.draws] += times; s.draws[c.draws] == 0 {
		delete(s.draws, c.draws)
	}
}

// wilson returns the interval of a share.
func (s *tally) wilson() (low, high float64) {
	n, p := float64(s.n), s.score/float64(s.n)
	shrink := 1 / (1 + quantile*quantile/n)
	middle := shrink * (p + quantile*quantile/(2*n))
	half := shrink * quantile * math.Sqrt(max(0, p*(1-p))/n+quantile*quantile/(4*n*n))
	return max(0, middle-half), min(1, middle+half)
}

// above reports whether the low end of the interval is above chance, but for rounding.
func (s *tally) above() bool {
	low, _ := s.wilson()
	return low > s.mean/float64(s.n)+1e-9
}

// beats reports whether the probe is right more often than chance. Of large types the interval tells,
// too, which is wider where scores are shares or ties are drawn, and narrower where they are not.
func (s *tally) beats(large bool) bool {
	switch {
	case s.n == 0 || s.score <= s.mean+1e-9:
		return false
	case large && s.above():
		return true
	}
	return !s.isCommon() && s.byChance() <= rare
}

// isCommon reports whether the probability of the score by chance is surely above rare, without adding it
// up: it is that of the normal distribution but for at most 0.56 of a standard deviation's inverse
// (Berry and Esseen, with the constant of Shevtsova 2010), since no score differs from its mean by more than 1.
func (s *tally) isCommon() bool {
	return s.vary > 0 && math.Erfc(s.z()/math.Sqrt2)/2-0.56/math.Sqrt(s.vary) > rare
}

// byChance is the probability of the score or a better one.
func (s *tally) byChance() float64 { return tail(s.draws, s.score) }

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
	byType := map[string][]*task.Task{}
	for _, kind := range task.ExamTypes() {
		of := ofType(tasks, kind)
		if byType[kind] = of; len(of) > 0 && len(of) < MinItems {
			r.Small = append(r.Small, kind)
		}
		r.measure(kind, newBalance(of, columnsOf(kind), len(of) >= MinItems))
	}
	var pool []*task.Task
	r.Pooled = smallest(byType)
	for _, kind := range r.Pooled {
		pool = append(pool, byType[kind]...)
	}
	r.measure(PooledType, newBalance(pool, common(r.Pooled), false))
	if len(pool) > 0 && len(pool) < MinItems {
		r.Unjudged = &UnjudgedItems{Items: len(pool), Reason: FewItems}
	}
	return r
}

// measure adds the probes that have answers to items of a type.
func (r *BlindReport) measure(kind string, b *balance) {
	for i := range b.columns {
		s := &b.sums[i]
		if s.n == 0 {
			continue
		}
		low, high := s.wilson()
		r.Probes = append(r.Probes, ProbeAccuracy{
			Type: kind, Probe: b.columns[i].name, Doc: b.columns[i].doc, Items: s.n,
			Accuracy: figure(s.score / float64(s.n)), Low: figure(low), High: figure(high),
			AtBest: figure(s.best / float64(s.n)), ZAtBest: figure(s.zAtBest()),
			Chance: figure(s.mean / float64(s.n)), Z: figure(s.z()), ByChance: figure(s.byChance()), Beats: s.beats(b.large),
		})
	}
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
		if slices.Contains(r.Small, a.Type) || a.Type == PooledType {
			mark += " †"
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
		fmt.Fprintf(&b, "\n† A type of fewer than %d items is judged by the probability of the score by chance, and the smallest types together (%s).\n", MinItems, strings.Join(r.Pooled, ", "))
	}
	if u := r.Unjudged; u != nil {
		fmt.Fprintf(&b, "\nReason %s: these are %d items in all, too few to tell whether they can be guessed by their form.\n", u.Reason, u.Items)
	}
	return b.String()
}
