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
	var pleas []*particulars
	var left int64
	for _, e := range g.middle {
		if e.rests != nil {
			if !slices.Contains(pleas, e.rests) {
				pleas = append(pleas, e.rests)
			}
		} else if m, ok := quantity.Parse(e.keyword); ok && m.Kind == quantity.Money {
			left, _ = cents(m.Number)
		}
	}
	return newRemainders(g.question.quantities(), pleas, left)
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

// consequence returns what the answer tells of a plea by what it asks for, and by what it says is left of the claim. A
// deduction is made if some sum is without it, and kept back if sums are stated and each is with it. What is no deduction is
// kept back by who asks for no more than a deduction, and everything by who asks for nothing against the claim.
func (g *grading) consequence(p *particulars) consequence {
	r, relief := g.remainders(), g.relief()
	asked := g.remaindersIn(relief)
	if g.yields(relief, asked) {
		return kept
	}
	if r.deduction(p) == 0 && p.share == 0 {
		if len(asked) > 0 && !askedBesides.MatchString(g.answer.folded[relief[0]:relief[1]]) {
			return kept
		}
		return untold
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
		case !g.isAlternative(s.at) && (len(asked) > 0 || !g.arguesLater(p, s.at)):
			lacking = true
		}
	}
	if lacking && !unclear {
		return kept
	}
	return untold
}

// arguesLater reports whether a plea is argued behind a place of the answer: a sum that is left there is not the last one.
func (g *grading) arguesLater(p *particulars, at int) bool {
	return slices.ContainsFunc(g.paragraphs(), func(s paragraph) bool { return s.from > at && s.argues(p) })
}

// otherwise matches the words by which a text goes on to what is left if the court does not follow it.
var otherwise = regexp.MustCompile(`假使|假如|倘若|如果|如认定|如法院|若法院|若认定|即使|即便|退一步|\b(?:should the court|if the court|failing (?:that|this|which)|alternatively|in the alternative|even if|different view)\b`)

// isAlternative reports whether a sum is left only if the court does not follow what the text says before. It tells nothing
// of pleas against all of the claim, which may state sums, too.
func (g *grading) isAlternative(at int) bool {
	for heading, s := range g.answer.paragraphs() {
		if heading <= at && at < s[1] {
			return otherwise.MatchString(g.answer.folded[heading:at])
		}
	}
	return false
}

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
	askedAgainst = regexp.MustCompile(`驳回|不予|不应|不支持|为限|限于|以内|[核扣抵]减|减[去轻少为至到]|[酌调]减|扣除|超|高于|[仅只]|至多|最多|不承担|不负|抵[销消扣]|无[须需]|调[整低]|酌定|剔除|同时|不(?:同意|认可|承认|接受|愿|支付|付|成立|存在|属实)|(?:没有|缺乏|缺少|无)(?:任何|事实|法律|合同|和|及|与)*(?:依据|根据|理由|道理)|拒[绝付]|免除[^,。;费]{0,20}(?:责任|义务|债务)|\b(?:dismiss|reject|beyond|exceed|excess|limit|reduc|refus|at most|no more|only|not\b|nothing|deduct|set[- ]off|disallow|stay|with(?:hold|held)|less\b|fail|against|premature|condition|lower|den(?:y|ie)|str(?:ike|uck)|throw|quash|unfounded|baseless|groundless|barred|(?:without|no) (?:any )?(?:basis|ground|merit|foundation|liability|interest)|set aside|clear(?:ed)? of|release|absol|(?:judgment|judgement|find|found|decide|rul(?:e|ing))(?: be)?(?: given| entered)? (?:for|in favou?r of) the (?:respondent|defendant))`)
	grants       = regexp.MustCompile(`同意|认可|承认|愿意|分期|宽限|延期|\b(?:consent|admit|accept|agree|instal|time (?:to|for) pay)`)
	askedBesides = regexp.MustCompile(`全部|一切|所有|其[他它余]的?(?:各项)?(?:诉讼)?请求|如果|如认定|若|退一步|首先|[利罚]息|利率|违约金|滞纳|\b(?:all|whole|entire\w*|(?:other|remaining|further) claims?|in full|failing|alternativ\w*|should|if|interest|rate|penalty|altogether|outright)\b`)
)

// yields reports whether a relief, in which some remainders are asked for, asks for nothing against the claim: it states or
// grants it.
func (g *grading) yields(relief [2]int, asked []statedRemainder) bool {
	text := g.answer.folded[relief[0]:relief[1]]
	less := func(s statedRemainder) bool { return !slices.Contains(s.ways, remainder{}) }
	if askedAgainst.MatchString(text) || slices.ContainsFunc(asked, less) {
		return false
	}
	return grants.MatchString(text) || slices.ContainsFunc(g.answer.quantitiesIn(relief[0], relief[1]), func(m quantity.Mention) bool {
		n, ok := cents(m.Number)
		return ok && n == g.remainders().claim && m.Kind == quantity.Money
	})
}

// statedRemainders returns what the answer says is left of the claim: in what it asks for or, if it says so nowhere
// there, in all that it says and neither supposes nor reports of another side. Who accepts something there may only name the claim.
func (g *grading) statedRemainders() []statedRemainder {
	if all := g.remaindersIn(g.relief()); all != nil {
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
		case n != r.claim && !slices.Contains(r.deductions, n) && r.left[n] != nil:
			all = append(all, statedRemainder{m.From, r.left[n]})
		}
	}
	return all
}

// Words around a sum that the side that writes is to pay, and words by which it is to pay less or all is contested.
var (
	beyondIt = regexp.MustCompile(`(?:超过|超出|高于|不超过|至多|最多|只支持|只同意)(?:人民币)? ?$|\b(?:beyond|exceed\w*|in excess of|more than|above|at most|over)(?: the)?(?: sum of)? $`)
	isLess   = regexp.MustCompile(`除|其余|以外|之外|另外|减|扣|抵|剩|\b(?:apart|other than|rest|save|except|less|minus|after|deduct\w*|reduc\w*|balance|remain\w*)\b`)
)

// offers reports whether the answer names the whole claim as what is to be paid.
func (g *grading) offers(m *quantity.Mention) bool {
	from, to := g.answer.sentence(m.From)
	sentence := g.answer.folded[from:max(from, to)]
	return beyondIt.MatchString(g.answer.folded[from:m.From]) ||
		!isLess.MatchString(sentence) && g.parties().actOf(sentence, "") == concedes
}
