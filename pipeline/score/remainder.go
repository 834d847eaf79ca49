package score

import (
	"math/bits"
	"regexp"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/quantity"
)

// What a defence says is left of the claim tells which deductions it makes. A sum that the question does not state, and
// that is the claim without some of the sums and shares that the question and the pleas state, leaves out the deduction
// of every other plea.

// most sums that remainders are computed from: there are as many remainders as subsets.
const mostDeductions = 12

// remainders are the sums that may be left of a claim.
type remainders struct {
	claim      int64   // in cents
	deductions []int64 // sums that may be taken off it
	shares     []int64 // percentages that may be taken off what is left then; the first is 0
	left       map[int64][]remainder
}

// remainder is what is taken off a claim.
type remainder struct {
	deductions uint // a set of indices
	share      int64
}

// cents returns an amount of money in cents; false if it has a fraction of them.
func cents(n decimal.Decimal) (int64, bool) {
	n = n.Shift(2)
	return n.IntPart(), n.IsInteger() && n.BigInt().IsInt64()
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
		if p.deduction > 0 && r.parts(p) == 0 {
			add(p.deduction)
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
				n := (left*(100-share) + 50) / 100
				r.left[n] = append(r.left[n], remainder{set, share})
			}
		}
	}
	return r
}

// infer sets what the only plea takes off that states no sum and no share.
func (r *remainders) infer(pleas []*particulars, reference int64) {
	missing, silent := r.claim-reference, []*particulars(nil)
	for _, p := range pleas {
		if missing -= p.deduction; p.deduction == 0 {
			silent = append(silent, p)
		}
	}
	if reference > 0 && len(silent) == 1 && silent[0].share == 0 && slices.Contains(r.deductions, missing) {
		silent[0].deduction = missing
	}
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
		case n == p.deduction:
			return 1 << i
		case slices.ContainsFunc(p.values, func(v quantity.Mention) bool {
			of, ok := cents(v.Number)
			return ok && v.Kind == quantity.Money && of == n
		}):
			set |= 1 << i
		}
	}
	if r.sum(set) != p.deduction {
		return 0
	}
	return set
}

// takes reports whether a remainder is without the deduction of a plea.
func (r *remainders) takes(of remainder, p *particulars) bool {
	if p.share > 0 {
		return of.share == p.share
	}
	parts := r.parts(p)
	if parts > 0 && of.deductions&parts == parts {
		return true
	}
	i := slices.Index(r.deductions, p.lesser)
	return r.splits(p) && i >= 0 && of.deductions&(1<<i) > 0
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
			p.share = v.Number.IntPart()
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
	case p.share < leastShare || p.share >= 100:
		p.share = 0
	}
}

// leastShare is the least percentage that is a share of a claim, not a rate of interest.
const leastShare = 5

// consequence is what the sums of a defence tell of a plea.
type consequence int

const (
	untold consequence = iota // nothing
	taken                     // its deduction is made
	kept                      // it is not
)

// consequence returns what the answer tells of a plea by what it asks for, and by what it says is left of the claim. A
// deduction is made if some sum is without it, and kept back if sums are stated and none is, and the text opposes no more. What is no deduction is
// kept back by who asks for no more than a deduction, and everything by who asks for nothing against the claim.
func (g *grading) consequence(p *particulars) consequence {
	r, relief := g.remainders(), g.relief()
	if g.yields(relief) {
		return kept
	}
	if p.deduction == 0 && p.share == 0 {
		if relief != [2]int{} && len(g.remaindersIn(relief)) > 0 && !askedBesides.MatchString(g.answer.folded[relief[0]:relief[1]]) {
			return kept
		}
		return untold
	}
	told := untold
	for _, of := range g.stated() {
		taking := 0
		for _, o := range of {
			if r.takes(o, p) {
				taking++
			}
		}
		switch taking {
		case 0:
			told = kept
		case len(of):
			return taken
		}
	}
	if told == kept && p.share == 0 && askedWhole.MatchString(g.answer.folded) {
		return untold
	}
	return told
}

// askedWhole matches a sentence that opposes the whole claim. What a plea states may then be no deduction, as the price
// that another was paid.
var askedWhole = regexp.MustCompile(`驳回[^。,;超]{0,20}诉讼请求(?:$|[。,;\n])|\b(?:action|suit|claim) (?:must|should|ought to) (?:fail|be dismissed)\b|\bclaims?(?: of the plaintiff)?(?: in full)? be dismissed\b`)

// reliefSought matches the part of a statement of defence, as its form names it, in which the court is asked for something.
var reliefSought = regexp.MustCompile(`(?s)(?:答辩请求|\brelief sought)(?:\*\*)?:?(.*?)(?:事实[与和及]理由|\bfacts and reasons\b)`)

// relief returns the place where the answer asks the court for something; zero if it has no such part.
func (g *grading) relief() (at [2]int) {
	if m := reliefSought.FindStringSubmatchIndex(g.answer.folded); m != nil {
		at = [2]int{m[2], m[3]}
	}
	return at
}

// Words by which a relief opposes the claim, grants it, or asks for more than a deduction.
var (
	askedAgainst = regexp.MustCompile(`驳回|不予|不应|不支持|为限|限于|以内|[核扣抵]减|减[去轻少为至到]|[酌调]减|扣除|超|高于|[仅只]|至多|最多|不承担|不负|抵[销消扣]|无[须需]|调[整低]|酌定|剔除|同时|\b(?:dismiss|reject|beyond|exceed|excess|limit|reduc|refus|at most|no more|only|not\b|nothing|deduct|set[- ]off|disallow|stay|with(?:hold|held)|less\b|fail|against|premature|condition|lower)`)
	grants       = regexp.MustCompile(`同意|认可|承认|愿意|分期|宽限|延期|\b(?:consent|admit|accept|agree|instal|time (?:to|for) pay)`)
	askedBesides = regexp.MustCompile(`全部|一切|所有|如果|如认定|若|退一步|首先|[利罚]息|利率|违约金|滞纳|\b(?:all|whole|entire\w*|in full|failing|alternativ\w*|should|if|interest|rate|penalty|altogether|outright)\b`)
)

// yields reports whether a relief asks for nothing against the claim: it states or grants it.
func (g *grading) yields(relief [2]int) bool {
	text := g.answer.folded[relief[0]:relief[1]]
	if askedAgainst.MatchString(text) {
		return false
	}
	return grants.MatchString(text) || slices.ContainsFunc(g.answer.quantitiesIn(relief[0], relief[1]), func(m quantity.Mention) bool {
		n, ok := cents(m.Number)
		return ok && n == g.remainders().claim && m.Kind == quantity.Money
	})
}

// statedRemainders returns what the answer says is left of the claim: in what it asks for or, if it says so nowhere
// there, in all that it says.
func (g *grading) statedRemainders() [][]remainder {
	if all := g.remaindersIn(g.relief()); all != nil {
		return all
	}
	return g.remaindersIn([2]int{0, len(g.answer.folded)})
}

// remaindersIn returns, for each sum in a part of the answer that is left of the claim, in which ways it may be so.
func (g *grading) remaindersIn(part [2]int) (all [][]remainder) {
	r := g.remainders()
	for _, m := range g.answer.quantitiesIn(part[0], part[1]) {
		n, ok := cents(m.Number)
		if !ok || m.Kind != quantity.Money && (m.Kind != quantity.Number || m.Number.IntPart() < leastBare) {
			continue
		}
		switch {
		case n == r.claim && g.offers(&m):
			all = append(all, []remainder{{}})
		case n != r.claim && !slices.Contains(r.deductions, n) && r.left[n] != nil:
			all = append(all, r.left[n])
		}
	}
	return all
}

// Words around a sum that the side that writes is to pay, and words by which it is to pay less or all is contested.
var (
	beyondIt = regexp.MustCompile(`(?:超过|超出|高于|不超过|至多|最多|只支持|只同意)(?:人民币)? ?$|\b(?:beyond|exceed\w*|in excess of|more than|above|at most|over)(?: the)?(?: sum of)? $`)
	isLess   = regexp.MustCompile(`除|其余|以外|之外|另外|减|扣|抵|剩|\b(?:apart|other than|rest|save|except|less|minus|after|deduct\w*|reduc\w*|balance|remain\w*)\b`)
)

// offers reports whether the answer names the whole claim as what is to be paid. Who accepts something in a paragraph about a
// plea gives that plea up alone.
func (g *grading) offers(m *quantity.Mention) bool {
	from, to := g.answer.sentence(m.From)
	sentence := g.answer.folded[from:max(from, to)]
	ofPlea := slices.ContainsFunc(g.paragraphs(), func(s paragraph) bool { return s.has(m.From) && len(s.about) > 0 })
	return beyondIt.MatchString(g.answer.folded[from:m.From]) ||
		!ofPlea && !isLess.MatchString(sentence) && g.parties().actOf(sentence, "") == concedes
}
