// Package convert makes exam items of six types out of open questions with official answers,
// by rule: without a model, and so that the key of each item follows from the answer that it
// quotes. Questions that have options and one key are taken over as they are.
//
// What an official answer says is read from the rows of its points table ([ClaimIndex]): labels,
// points and citations of provisions are cut off, and what remains are claims, quoted verbatim.
// A rule then exchanges what can be exchanged: a claim for claims that answer other questions
// of the field, a term of days or a remedy for values of its kind in other answers, a word for
// its opposite. Which rule reads which words stands in words/LANGUAGE.yaml.
//
// All randomness comes from a digest of the seed, the source, the part and the rule, and is
// recorded in the item's derivation. [ClaimIndex.Again] makes the same item from it.
package convert

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// ConversionSpec says what a conversion draws and how much it makes.
type ConversionSpec struct {
	// Seed is the seed of all draws.
	Seed uint64
	// Limits are the greatest numbers of items that a rule makes of one part or, for rules
	// about several parts, of one essay. A rule without an entry makes as many as
	// [DefaultLimit]; a rule with 0 makes none.
	Limits map[string]int
	// ShuffleKeyed says that the options of questions that are taken over are shuffled, too.
	ShuffleKeyed bool
}

// DefaultLimit is the greatest number of items that a rule makes of one part.
const DefaultLimit = 6

// Omission is a row, a part or an item that no item was made of.
type Omission struct {
	// Source and Part say where.
	Source string `json:"source"`
	Part   string `json:"part,omitempty"`
	// Rule is the rule that made nothing; "" if no rule got as far.
	Rule string `json:"rule,omitempty"`
	// Reason is the kind of fault.
	Reason Reason `json:"reason"`
	// Detail is the text at fault or what was wanted, for people.
	Detail string `json:"detail,omitempty"`
}

// Reason says why nothing was made.
type Reason string

// The closed set of reasons.
const (
	Article  Reason = "article"  // a citation of a provision remains after the cut
	Few      Reason = "few"      // too few other claims or values of the same form
	Draws    Reason = "draws"    // the draws name what the collection does not have
	Form     Reason = "form"     // no words with an opposite, or no typed value
	Keys     Reason = "keys"     // a question with options has more than one key
	Language Reason = "language" // no words for the language
	Long     Reason = "long"     // the case is longer than MaxStatement
	Same     Reason = "same"     // two options are equal once folded, or one contains another
	Short    Reason = "short"    // no claim remains after the cut
)

// A rule makes items of one type.
type rule struct {
	name, kind string
	// several says that items are about several parts of an essay or of a field.
	several bool
	// candidates returns what items the rule may make of a site: the first draws of each.
	candidates func(x *ClaimIndex, at int) ([][]int, Reason)
	// draw completes the draws of a candidate.
	draw func(x *ClaimIndex, at int, first []int, rand *rand.Rand) ([]int, Reason)
	// make makes the item of complete draws.
	make func(x *ClaimIndex, at int, draws []int) (*item, error)
}

// An item is what a rule makes: its options are in the order of the rule.
type item struct {
	ask     string   // the instruction
	body    string   // what stands between case and options
	sites   []int    // whose questions stand in the item, in order
	bare    bool     // neither case nor question stands in it
	asked   bool     // the question stands in the body, or nowhere
	options []string // of true-false nil
	matches []string
	key     []int
	quotes  []task.Quote
}

// ordered is the number of options, or of matches, that have an order.
func (m *item) ordered() int {
	if m.matches != nil {
		return len(m.matches)
	}
	return len(m.options)
}

// rules are the rules in the order in which items are made.
func rules() []rule {
	return []rule{
		others(), contrary(), conclusions(), gap(), verdict(), negate(), exchange(), rows(), values(), answers(), sections(),
	}
}

// Convert makes the items of a collection: [ClaimIndex.Convert] of its index.
func Convert(c *exam.Collection, spec ConversionSpec) ([]*task.Task, []Omission, error) {
	x, err := NewClaimIndex(c)
	if err != nil {
		return nil, nil, err
	}
	items, rejected := x.Convert(spec)
	return items, rejected, nil
}

// Again makes the item of a derivation again: [ClaimIndex.Again] of the collection's index.
func Again(c *exam.Collection, t *task.Task) (*task.Task, error) {
	x, err := NewClaimIndex(c)
	if err != nil {
		return nil, err
	}
	return x.Again(t)
}

// Convert makes items by all rules and takes questions with one key over. Items are sorted by
// source, part, rule and ID, rejections likewise. Half of the true-false items of a field are
// true, as far as their number allows, and right options are even over the places, see
// [ClaimIndex.Arrange].
func (x *ClaimIndex) Convert(spec ConversionSpec) ([]*task.Task, []Omission) {
	rejected := slices.Clone(x.faults)
	var picks []pick
	for _, r := range rules() {
		made, no := x.pick(r, spec)
		picks, rejected = append(picks, made...), append(rejected, no...)
	}
	balanceTruth(x, picks, spec.Seed)
	var items []*task.Task
	for _, p := range picks {
		t, err := x.finish(p.rule, p.at, p.draws, nil)
		if err != nil {
			rejected = append(rejected, x.rejection(p.at, p.rule, err))
			continue
		}
		items = append(items, t)
	}
	taken, no := x.takeOver()
	items, rejected = append(items, taken...), append(rejected, no...)
	items = x.Arrange(items, spec.Seed, spec.ShuffleKeyed)
	slices.SortFunc(items, func(a, b *task.Task) int {
		d, e := a.Derivation, b.Derivation
		return cmp.Or(strings.Compare(d.Source, e.Source), strings.Compare(d.Part, e.Part),
			strings.Compare(d.Rule, e.Rule), strings.Compare(a.ID, b.ID))
	})
	slices.SortStableFunc(rejected, func(a, b Omission) int {
		return cmp.Or(strings.Compare(a.Source, b.Source), strings.Compare(a.Part, b.Part), strings.Compare(a.Rule, b.Rule))
	})
	return items, rejected
}

// pick is an item to make.
type pick struct {
	rule  rule
	at    int
	draws []int
}

// pick draws the items of a rule: at each site, or at each essay for a rule about several
// parts, the first candidates in a random order that can be drawn.
func (x *ClaimIndex) pick(r rule, spec ConversionSpec) (picks []pick, rejected []Omission) {
	limit := DefaultLimit
	if n, ok := spec.Limits[r.name]; ok {
		limit = n
	}
	for at := range x.sites {
		s := &x.sites[at]
		if r.several && s.siblings[0] != at || limit == 0 {
			continue
		}
		candidates, reason := r.candidates(x, at)
		if len(candidates) == 0 {
			rejected = append(rejected, Omission{Source: s.essay.ID, Part: r.part(s), Rule: r.name, Reason: cmp.Or(reason, Form)})
			continue
		}
		rand := digest.Rand("convert", seedText(spec.Seed), s.essay.ID, r.part(s), r.name)
		rand.Shuffle(len(candidates), func(i, j int) { candidates[i], candidates[j] = candidates[j], candidates[i] })
		made := 0
		for _, c := range candidates {
			if made == limit {
				break
			}
			draws, reason := r.draw(x, at, c, rand)
			if reason == "" {
				picks, made = append(picks, pick{r, at, draws}), made+1
				continue
			}
			rejected = append(rejected, Omission{
				Source: s.essay.ID, Part: r.part(s), Rule: r.name, Reason: reason, Detail: x.describe(c),
			})
		}
	}
	return picks, rejected
}

func (r *rule) part(s *site) string {
	if r.several {
		return ""
	}
	return s.part.Label
}

// describe is the claim of a candidate.
func (x *ClaimIndex) describe(first []int) string {
	if len(first) > 0 && first[0] < len(x.claims) {
		return x.claims[first[0]].text
	}
	return ""
}

// fault is an item that cannot be made, with the reason.
type fault struct {
	reason Reason
	detail string
}

func (f *fault) Error() string { return string(f.reason) + ": " + f.detail }

func (x *ClaimIndex) rejection(at int, r rule, err error) Omission {
	s := &x.sites[at]
	out := Omission{Source: s.essay.ID, Part: r.part(s), Rule: r.name, Reason: Form, Detail: err.Error()}
	if f := (*fault)(nil); errors.As(err, &f) {
		out.Reason, out.Detail = f.reason, f.detail
	}
	return out
}

// Again makes the item of t's derivation again, from the derivation alone: source, part, rule
// and draws. For an item that Convert made of an equal collection the result is equal, in
// every byte, to what Convert or Arrange returned. The error says what the derivation names
// that the collection does not have.
func (x *ClaimIndex) Again(t *task.Task) (*task.Task, error) {
	d := t.Derivation
	if d == nil {
		return nil, fmt.Errorf("task %s: no derivation: want an item of family %s", t.ID, task.Exam)
	}
	if d.Rule == KeyedRule {
		q := x.questions[d.Source]
		if q == nil {
			return nil, fmt.Errorf("task %s: no question %q", t.ID, d.Source)
		}
		return x.takeOne(q, d.Draws)
	}
	i := slices.IndexFunc(rules(), func(r rule) bool { return r.name == d.Rule })
	if i < 0 {
		return nil, fmt.Errorf("task %s: no rule %q", t.ID, d.Rule)
	}
	r := rules()[i]
	at := slices.IndexFunc(x.sites, func(s site) bool { return s.essay.ID == d.Source && r.part(&s) == d.Part })
	if at < 0 {
		return nil, fmt.Errorf("task %s: no part %q of an essay %q", t.ID, d.Part, d.Source)
	}
	order, draws, ok := splitDraws(d.Draws)
	if !ok {
		return nil, fmt.Errorf("task %s: draws %v: want the length of the order, the order, and the draws of the rule", t.ID, d.Draws)
	}
	again, err := x.finish(r, at, draws, order)
	if err != nil {
		return nil, fmt.Errorf("task %s: %w", t.ID, err)
	}
	return again, nil
}

// Recorded draws are the length of the order in which options or matches are shown, this
// order, and the draws of the rule.
func joinDraws(order, draws []int) []int { return slices.Concat([]int{len(order)}, order, draws) }

func splitDraws(all []int) (order, draws []int, ok bool) {
	if len(all) == 0 || all[0] < 0 || all[0] >= len(all) {
		return nil, nil, false
	}
	order, draws = all[1:1+all[0]], all[1+all[0]:]
	return order, draws, permutation(order)
}

func permutation(order []int) bool {
	for i, p := range slices.Sorted(slices.Values(order)) {
		if i != p {
			return false
		}
	}
	return true
}
