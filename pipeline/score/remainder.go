package score

import (
	"math/bits"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
)

// What a defence says is left of the claim tells which deductions it makes. A sum that the question does not state, and
// that is the claim without some of the sums and shares that the question and the pleas state, leaves out the deduction
// of every other plea.

// mostDeductions is the number of sums that remainders are computed from at most: there is one for each subset.
const mostDeductions = 12

// remainders are the sums that may be left of a claim.
type remainders struct {
	claim      int64   // in cents
	deductions []int64 // sums that may be taken off it
	shares     []int64 // what may be taken off what is left then, in hundredths of a percent; the first is 0
	left       map[int64][]remainder

	silent  *particulars // the only plea that states no sum and no share; nil if it takes nothing off
	missing int64        // what it takes off
}

// remainder is what is taken off a claim.
type remainder struct {
	deductions uint  // a set of indices
	share      int64 // in hundredths of a percent
}

// statedRemainder is a sum of the answer that is left of the claim.
type statedRemainder struct {
	at   int
	ways []remainder // in which ways it may be left
}

// allOfIt is the share of all.
const allOfIt = 100 * 100

// cents returns an amount of money in cents; false if it has a fraction of them.
func cents(n decimal.Decimal) (int64, bool) {
	n = n.Shift(2)
	return n.IntPart(), n.IsInteger() && n.BigInt().IsInt64()
}

// readRemainders returns what may be left of the claim of the question. A middle keyword that is a sum is what the
// reference leaves.
func (g *Grader) readRemainders() *remainders {
	var left int64
	for _, e := range g.middle {
		if e.rests != nil {
			continue
		}
		if m, ok := quantity.Parse(e.keyword); ok && m.Kind == quantity.Money {
			left, _ = cents(m.Number)
		}
	}
	return newRemainders(g.question.quantities(), g.pleas(), left)
}

// newRemainders returns what may be left of the claim of a question: the first sum that it states. What is left by the
// reference tells what a plea takes off that states no sum, if there is one such plea.
func newRemainders(question []quantity.Mention, pleas []*particulars, reference int64) *remainders {
	r := &remainders{shares: []int64{0}, left: map[int64][]remainder{}}
	add := func(n int64) {
		if n < r.claim && !slices.Contains(r.deductions, n) {
			r.deductions = append(r.deductions, n)
		}
	}
	for _, m := range question {
		if n, ok := cents(m.Number); ok && m.Kind == quantity.Money && n > 0 {
			if r.claim == 0 {
				r.claim = n
			}
			add(n)
		}
	}
	r.infer(pleas, reference)
	for _, p := range pleas {
		if p.share > 0 && !slices.Contains(r.shares, p.share) {
			r.shares = append(r.shares, p.share)
		}
		if r.deduction(p) > 0 && r.parts(p) == 0 {
			add(r.deduction(p))
		}
		if r.splits(p) {
			add(p.lesser)
		}
	}
	if len(r.deductions) > mostDeductions {
		return r
	}
	for set := range uint(1) << len(r.deductions) {
		left := r.claim - r.sum(set)
		for _, share := range r.shares {
			if left > 0 && (set > 0 || share > 0) {
				n := (left*(allOfIt-share) + allOfIt/2) / allOfIt
				r.left[n] = append(r.left[n], remainder{set, share})
			}
		}
	}
	return r
}

// infer finds what the only plea takes off that states no sum and no share.
func (r *remainders) infer(pleas []*particulars, reference int64) {
	missing, silent := r.claim-reference, []*particulars(nil)
	for _, p := range pleas {
		if missing -= p.deduction; p.deduction == 0 {
			silent = append(silent, p)
		}
	}
	if reference > 0 && len(silent) == 1 && silent[0].share == 0 && slices.Contains(r.deductions, missing) {
		r.silent, r.missing = silent[0], missing
	}
}

// deduction returns the sum that a plea takes off the claim; 0 for none.
func (r *remainders) deduction(p *particulars) int64 {
	if p == r.silent {
		return r.missing
	}
	return p.deduction
}

// sum returns the sum of a set of deductions.
func (r *remainders) sum(set uint) (n int64) {
	for ; set > 0; set &= set - 1 {
		n += r.deductions[bits.TrailingZeros(set)]
	}
	return n
}

// parts returns the set of the deductions of a plea: its sum, or the sums that it is made up of; 0 if the question does
// not state them.
func (r *remainders) parts(p *particulars) (set uint) {
	for i, n := range r.deductions {
		switch {
		case n == r.deduction(p):
			return 1 << i
		case slices.ContainsFunc(p.values, func(v quantity.Mention) bool {
			of, ok := cents(v.Number)
			return ok && v.Kind == quantity.Money && of == n
		}):
			set |= 1 << i
		}
	}
	if r.sum(set) != r.deduction(p) {
		return 0
	}
	return set
}

// takes reports whether a remainder is without the deduction of a plea.
func (r *remainders) takes(of remainder, p *particulars) bool {
	if p.share > 0 {
		return of.share == p.share
	}
	if parts := r.parts(p); parts > 0 && of.deductions&parts == parts {
		return true
	}
	i := slices.Index(r.deductions, p.lesser)
	return r.splits(p) && i >= 0 && of.deductions&(1<<i) > 0
}

// takesAlways reports whether a sum that is left is without the deduction of a plea in whichever way it is left.
func (r *remainders) takesAlways(s statedRemainder, p *particulars) bool {
	return !slices.ContainsFunc(s.ways, func(of remainder) bool { return !r.takes(of, p) })
}

// splits reports whether the two sums of a plea make up a sum that the question states: what is owed of an item, and what
// is too much.
func (r *remainders) splits(p *particulars) bool {
	whole := p.deduction + p.lesser
	return p.lesser > 0 && (whole == r.claim || slices.Contains(r.deductions, whole))
}

// deducts sets what a plea takes off: a sum, if it states sums and no rate, or the only rate that it states.
func (p *particulars) deducts() {
	rates := 0
	var sums []int64
	for _, v := range p.values {
		switch v.Kind {
		case quantity.Money:
			if n, ok := cents(v.Number); ok {
				sums = append(sums, n)
				p.deduction = max(p.deduction, n)
			}
		case quantity.Percent:
			rates++
			p.share, _ = cents(v.Number)
		case quantity.Day, quantity.Duration:
		default:
			rates++
		}
	}
	if len(sums) == 2 {
		p.lesser = min(sums[0], sums[1])
	}
	switch {
	case rates > 1 || rates == 1 && p.deduction > 0:
		p.deduction, p.share, p.lesser = 0, 0, 0
	case p.share < leastShare || p.share >= allOfIt:
		p.share = 0
	}
}

// leastShare is the least share of a claim: less is a rate of interest.
const leastShare = 5 * 100

// consequence is what the sums of a defence tell of a plea.
type consequence int

const (
	untold consequence = iota // nothing
	taken                     // its deduction is made
	kept                      // it is not
)

// consequence returns what the answer tells of a plea outside the reasons. All pleas are kept back by who asks for nothing
// against the claim, and so is what a list of issues leaves out. What the list has is not kept back by a sum.
func (g *grading) consequence(p *particulars) consequence {
	relief := g.relief()
	asked := g.remaindersIn(relief)
	if g.yields(relief, asked) {
		return kept
	}
	switch told := g.consequenceOfRelief(p, relief, asked); {
	case told != taken && g.isUnlisted(p):
		return kept
	case told == kept && g.raises(p):
		return untold
	default:
		return told
	}
}

// consequenceOfRelief returns what the answer tells of a plea by what it asks for, and by what it says is left of the claim.
// A deduction is made if some sum is without it, and kept back if sums are stated and each is with it. What is no deduction
// is kept back by who asks for no more than a deduction.
func (g *grading) consequenceOfRelief(p *particulars, relief [2]int, asked []statedRemainder) consequence {
	r := g.remainders()
	if (r.deduction(p) > 0 || p.share > 0) && len(asked) == 0 && g.takenOffIn(relief) == nil && g.sparesPrincipal() {
		return kept
	}
	if r.deduction(p) == 0 && p.share == 0 {
		return g.consequenceBesides(p, asked)
	}
	lacking, unclear := false, false
	for _, s := range g.stated() {
		taking := 0
		for _, o := range s.ways {
			if r.takes(o, p) {
				taking++
			}
		}
		switch {
		case taking == len(s.ways):
			return taken
		case taking > 0:
			unclear = true
		case g.tells(s.at, p) && (relief[0] <= s.at && s.at < relief[1] || !g.arguesLater(p, s.at)):
			lacking = true
		}
	}
	if lacking && !unclear || len(g.stated()) == 0 && g.asksForAll() && g.leavesOut(p) {
		return kept
	}
	return untold
}

// arguesLater reports whether a plea is argued behind a place of the answer: a sum that is left there is not the last one.
func (g *grading) arguesLater(p *particulars, at int) bool {
	for s := range g.partsAbout(p) {
		if s.from > at && s.argued {
			return true
		}
	}
	return false
}

// statedRemainders returns what the answer says is left of the claim: in what it asks for or, if it says so nowhere
// there, in all that it says and neither supposes nor reports of another side. Who accepts something there may only name the claim.
func (g *grading) statedRemainders() []statedRemainder {
	if all := g.remaindersIn(g.relief()); all != nil {
		return all
	}
	if all := g.takenOffIn(g.relief()); all != nil {
		return all
	}
	return slices.DeleteFunc(g.remaindersIn([2]int{0, len(g.answer.folded)}), func(s statedRemainder) bool {
		from, _ := g.answer.sentence(s.at)
		return g.isTold(s.at) || slices.Contains(s.ways, remainder{}) && !beyondIt.MatchString(g.answer.folded[from:s.at])
	})
}

// remaindersIn returns the sums in a part of the answer that are left of the claim.
func (g *grading) remaindersIn(part [2]int) (all []statedRemainder) {
	r := g.remainders()
	for _, m := range g.answer.quantitiesIn(part[0], part[1]) {
		n, ok := cents(m.Number)
		if !ok || m.Kind != quantity.Money && (m.Kind != quantity.Number || m.Number.IntPart() < leastBare) {
			continue
		}
		switch {
		case n == r.claim && g.offers(&m):
			all = append(all, statedRemainder{m.From, []remainder{{}}})
		case n != r.claim && r.left[n] != nil && (!slices.Contains(r.deductions, n) || g.isLimit(&m)):
			all = append(all, statedRemainder{m.From, r.left[n]})
		}
	}
	return all
}

// isLimit reports whether the answer names a sum as the most that is to be paid.
func (g *grading) isLimit(m *quantity.Mention) bool {
	from, _ := g.answer.sentence(m.From)
	return beyondIt.MatchString(g.answer.folded[from:m.From])
}

// takenOffIn returns what is left by the sums that a relief wants off the claim, if it names them and not what is left: by
// all of them or, if that may not be left, by each, and by a share besides.
func (g *grading) takenOffIn(relief [2]int) (all []statedRemainder) {
	r := g.remainders()
	var off []int64
	for _, m := range g.answer.quantitiesIn(relief[0], relief[1]) {
		from, to := g.answer.sentence(m.From)
		n, ok := cents(m.Number)
		if ok && m.Kind == quantity.Money && r.left[r.claim-n] != nil && !slices.Contains(off, n) && askedOff.MatchString(g.answer.folded[from:to]) {
			off, all = append(off, n), append(all, statedRemainder{m.From, r.left[r.claim-n]})
		}
	}
	left := r.claim
	for _, n := range off {
		left -= n
	}
	if len(all) > 1 && r.left[left] != nil {
		all = []statedRemainder{{all[0].at, r.left[left]}}
	}
	for _, m := range g.answer.quantitiesIn(relief[0], relief[1]) {
		if n, _ := cents(m.Number); all != nil && m.Kind == quantity.Percent && n > 0 && slices.Contains(r.shares, n) {
			all = append(all, statedRemainder{m.From, []remainder{{share: n}}}) // of what is left then
		}
	}
	return all
}

// askedOff matches the words by which a relief wants a sum off the claim.
var askedOff = lazyregexp.New(`驳回|扣|减|剔除|核减|抵|不予|不应|\b(?:dismiss|deduct|disallow|reject|struck|strike|off|refus|reduc)`)

// Words around a sum that the side that writes is to pay, and words by which it is to pay less or all is contested.
var (
	beyondIt = lazyregexp.New(`(?:超过|超出|高于|不超过|至多|最多|只支持|只同意)(?:人民币)? ?$|\b(?:beyond|exceed\w*|in excess of|more than|above|at most|over)(?: the)?(?: sum of)? $`)
	isLess   = lazyregexp.New(`除|其余|以外|之外|另外|减|扣|抵|剩|\b(?:apart|other than|rest|save|except|less|minus|after|deduct\w*|reduc\w*|balance|remain\w*)\b`)
)

// offers reports whether the answer names the whole claim as what is to be paid.
func (g *grading) offers(m *quantity.Mention) bool {
	from, to := g.answer.sentence(m.From)
	sentence := g.answer.folded[from:max(from, to)]
	return g.isLimit(m) || !isLess.MatchString(sentence) && g.parties().actOf(sentence, "") == concedes
}
