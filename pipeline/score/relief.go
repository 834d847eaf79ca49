package score

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
)

// A relief, the part of a defence in which the court is asked for something, tells whether it opposes the claim, the
// interest alone, or only the costs.

// reliefSought matches the part of a statement of defence, as its form names it, in which the court is asked for something.
var reliefSought = lazyregexp.New(`(?s)(?:答辩请求|\brelief sought)(?:\*\*)?:?(.*?)(?:事实[与和及]理由|\bfacts and reasons\b|\n` + headingMark + `(?:争议焦点|issues raised)[*_]*(?::|\n))`)

// readRelief returns the place where the answer asks the court for something; zero if it has no such part.
func (g *grading) readRelief() (at [2]int) {
	if m := reliefSought.FindStringSubmatchIndex(g.answer.folded); m != nil {
		at = [2]int{m[2], m[3]}
	}
	return at
}

// Words by which a relief opposes the claim, grants it, or asks for more than a deduction.
var (
	askedAgainst = lazyregexp.New(`驳回|不予|不应|不支持|为限|限于|以内|[核扣抵]减|减[去轻少为至到]|[酌调]减|扣除|超|高于|[仅只]|至多|最多|不承担|不负|抵[销消扣]|无[须需]|调[整低]|酌定|剔除|同时|不(?:同意|认可|承认|接受|愿|支付|付|成立|存在|属实)|(?:没有|缺乏|缺少|无)(?:任何|事实|法律|合同|和|及|与)*(?:依据|根据|理由|道理)|拒[绝付]|免除[^,。;费]{0,20}(?:责任|义务|债务)|\b(?:dismiss|reject|beyond|exceed|excess|limit|reduc|refus|at most|no more|only|not\b|nothing|deduct|set[- ]off|disallow|stay|with(?:hold|held)|less\b|fail|against|premature|condition|lower|den(?:y|ie)|str(?:ike|uck)|throw|quash|unfounded|baseless|groundless|barred|(?:without|no) (?:any )?(?:basis|ground|merit|foundation|liability|interest)|set aside|clear(?:ed)? of|release|absol|(?:judgment|judgement|find|found|decide|rul(?:e|ing))(?: be)?(?: given| entered)? (?:for|in favou?r of) the (?:respondent|defendant))`)
	grants       = lazyregexp.New(`同意|认可|承认|愿意|分期|宽限|延期|支持|准许|判令|所请|\b(?:consent|admit|accept|agree|instal|time (?:to|for) pay|as (?:claimed|sought|asked|prayed)|allowed|awarded|granted|ordered to pay)`)
	acceptsAll   = lazyregexp.New(`(?:不持|没有|并无|无)(?:任何)?(?:异议|争议|意见)|不(?:持异议|争议|作争执|抗辩)|\b(?:no|without) (?:objection|opposition|dispute|quarrel)\b|\b(?:not|n['’]t|neither|nor)(?: [a-z]+ly)? (?:contest|dispute|oppose|object to|resist|challenge)(?:e?d|s)?\b|\bun(?:contested|opposed|disputed)\b`)
	askedBesides = lazyregexp.New(`全部|一切|所有|其[他它余]的?(?:各项)?(?:诉讼)?请求|如果|如认定|若|退一步|首先|[利罚]息|利率|违约金|滞纳|\b(?:all|whole|entire\w*|(?:other|remaining|further) claims?|in full|failing|alternativ\w*|should|if|interest|rate|penalty|altogether|outright)\b`)
)

// onExcess matches the interest that falls with a part of the claim, which is no objection to interest.
var onExcess = lazyregexp.New(`(?:及|和|与|以及|连同)?(?:其|相应|(?:该|这|此|上述|超[出过]|多出)(?:一|个)?(?:的)?(?:部分|金额|款项|数额)?)(?:的|之|所生)*(?:相?应)?(?:的)?利息|利息[也亦]?(?:随之|相应|一并)[^,。;]*|[笔付]款项?[^,。;]{0,6}(?:付出|付款|支付)?之?日起[^,。;]*|\binterest (?:thereon|accordingly|in proportion|(?:on|upon|from|for) (?:that|this|such|each|it|them|cny [0-9.,]+|the (?:excess|part|sum|amount|difference))\b)(?:[^.;,]|,\d)*`)

// limits matches the words by which a relief says how much interest is due, be it on a part of the claim.
var limits = lazyregexp.New(`利率|报价|调[整低减]|减[少低]|\b(?:rates?|per cent|limit\w*|exceed\w*|no (?:more|higher)|at most|reduc\w*|lower\w*)\b|%`)

// withoutExcess returns what a relief asks for without the interest that falls with a part of the claim.
func withoutExcess(asked string) string {
	return onExcess.ReplaceAllStringFunc(asked, func(interest string) string {
		if limits.MatchString(interest) {
			return interest
		}
		return ""
	})
}

// readOpposes reports whether the answer asks for something against the claim.
func (g *grading) readOpposes() bool {
	return isAgainst(g.asked())
}

// yields reports whether a relief, in which some remainders are asked for, asks for nothing against the claim: it states or
// grants it.
func (g *grading) yields(relief [2]int, asked []statedRemainder) bool {
	text := g.asked()
	less := func(s statedRemainder) bool { return !slices.Contains(s.ways, remainder{}) }
	if isAgainst(text) || slices.ContainsFunc(asked, less) {
		return false
	}
	return acceptsAll.MatchString(text) || grants.MatchString(text) || slices.ContainsFunc(g.answer.quantitiesIn(relief[0], relief[1]), func(m quantity.Mention) bool {
		n, ok := cents(m.Number)
		return ok && n == g.remainders().claim && m.Kind == quantity.Money
	})
}

// Words for interest, and for what is claimed besides.
var (
	ofInterest  = lazyregexp.New(`[利罚]息|利率|违约金|滞纳|\b(?:interest|rates?|penalt(?:y|ies))\b`)
	ofPrincipal = lazyregexp.New(`本金|[货价借欠贷]款(?:$|[^利市基])|工程款|赔偿|租金|报酬|工资|费(?:$|[^用])|诉讼请求|起诉|全部请求|\b(?:principal|actions?|claims?|complaint|price|damages|sum|debt|whole|entire\w*|rent|wages|fees?|charges)\b`)
	ofRate      = lazyregexp.New(`利率|报价|\b(?:rates?|per cent)\b`)
	asClaimed   = lazyregexp.New(`[按照依](?:照)?(?:原告|对方|起诉|诉状|日万)|所请|\bclaimed\b`)
	acceptsRate = lazyregexp.New(`(?:同意|认可|承认|接受)[^,。;]{0,4}(?:原告|对方|起诉|诉状|合同|约定)[^,。;]{0,8}利率|\brates?\b.* (?:is|are|be) (?:accepted|admitted|conceded|agreed)\b|\b(?:accepts?|admits?|concedes?|agrees? to) (?:the|that|this|its)(?: [a-z]+)? rate\b`)
	ofCosts     = lazyregexp.New(`诉讼费|受理费|\bcosts\b`)
)

// Parts of a relief that ask nothing against the claim: that it be not dismissed, and how a judgment is performed.
var (
	notAsked = lazyregexp.New(`(?:不|无意|并不|不再|没有)(?:请求|要求|申请|主张|求)(?:法院)?[^,。;]*|\b(?:(?:do|does|shall|will) not (?:ask|seek|request|move|apply)|(?:asks?|seeks?|moves?|applies|requests?) (?:for )?(?:no|nothing|neither))\b[^.;,]*?(?:\band (?:asks?|seeks?|requests?|moves?|applies|that)\b|[.;,]|$)`)
	// noInterest matches what notAsked takes for such a part, and what opposes interest.
	noInterest = lazyregexp.New(`\b(?:for|asks?|seeks?|requests?) no (?:further |default )?(?:interest|penalt(?:y|ies))\b`)
	performed  = lazyregexp.New(`(?:暂缓|缓期|分期|延期|宽限|宽延)[^,。;]*|\b(?:stay(?:ing)? of )?execution\b[^.;,]*`)
)

// readAsked returns what the answer asks for: its relief without costs, and without what it says it does not ask for.
func (g *grading) readAsked() string {
	relief := g.relief()
	return notAsked.ReplaceAllStringFunc(withoutCosts(g.answer.folded[relief[0]:relief[1]]), func(clause string) string {
		if noInterest.MatchString(clause) {
			return clause
		}
		return ""
	})
}

// isAgainst reports whether what a relief asks for opposes the claim.
func isAgainst(asked string) bool {
	return askedAgainst.MatchString(performed.ReplaceAllStringFunc(acceptsAll.ReplaceAllString(asked, ""), func(clause string) string {
		if at := besides.FindStringIndex(clause); at != nil { // it goes on to something else
			return clause[at[0]:]
		}
		return ""
	}))
}

// besides matches the words by which a clause on how a judgment is performed opposes the claim as well.
var besides = lazyregexp.New(`驳回|[并且](?:[调核扣]减?|减|不)|\b(?:dismiss|reject)`)

// claimsOf matches a claim for interest.
var claimsOf = lazyregexp.New(`\bclaims? (?:for|to|of) (?:(?:the|any|all|further|more) )*\b(interest|penalt\w+)`)

// reliefClauses returns the clauses of a relief, each with the mark behind it.
func reliefClauses(relief string) (all []string) {
	from := 0
	for at, mark := range relief {
		if strings.ContainsRune(",;:.。\n", mark) {
			all, from = append(all, relief[from:at+utf8.RuneLen(mark)]), at+utf8.RuneLen(mark)
		}
	}
	return append(all, relief[from:])
}

// withoutCosts returns a relief without the clauses that speak of costs alone.
func withoutCosts(relief string) string {
	return strings.Join(slices.DeleteFunc(reliefClauses(relief), func(c string) bool { return ofCosts.MatchString(c) && !opposed.MatchString(c) }), "")
}

// opposed matches the words by which a clause about costs opposes a claim as well.
var opposed = lazyregexp.New(`驳回|请求.*请求|\b(?:dismiss|reject|refus|struck|claims?|actions?)`)

// sparesPrincipal reports whether a relief opposes interest, and nothing else that is claimed.
func (g *grading) sparesPrincipal() bool {
	accepted := func(c string) bool {
		return acceptsAll.MatchString(c) || grants.MatchString(c) && !isAgainst(c)
	}
	text := strings.Join(slices.DeleteFunc(reliefClauses(claimsOf.ReplaceAllString(g.asked(), "$1")), accepted), "")
	return ofInterest.MatchString(text) && !ofPrincipal.MatchString(text)
}

// consequenceBesides returns the consequence of a plea that takes nothing off the claim: one against a rate, or the rest.
func (g *grading) consequenceBesides(p *particulars, asked []statedRemainder) consequence {
	text := withoutExcess(g.asked())
	opposing := isAgainst(text)
	rates := slices.DeleteFunc(reliefClauses(text), func(c string) bool { return !p.rated || !ofRate.MatchString(c) })
	accepted := func(c string) bool { return acceptsAll.MatchString(c) || acceptsRate.MatchString(c) }
	switch {
	case slices.ContainsFunc(rates, accepted):
		return kept
	case slices.ContainsFunc(rates, func(c string) bool { return !asClaimed.MatchString(c) }):
		return taken
	case !p.rated && opposing && g.asksFrom(p):
		return taken
	case len(asked) > 0 && !askedBesides.MatchString(text):
		return kept
	case p.rated && g.asksForAll() && g.leavesOut(p):
		return kept
	case !p.rated && opposing && g.sparesPrincipal() && ofRate.MatchString(text):
		return kept
	}
	return untold
}

// asksFrom reports whether the relief names a day of a plea.
func (g *grading) asksFrom(p *particulars) bool {
	relief := g.relief()
	return slices.ContainsFunc(g.answer.quantitiesIn(relief[0], relief[1]), func(m quantity.Mention) bool {
		return slices.ContainsFunc(p.values, func(v quantity.Mention) bool { return v.Kind == quantity.Day && sameParticular(&v, &m) })
	})
}

// asksForAll reports whether the relief asks that all of the claim be dismissed, and for nothing in the alternative.
func (g *grading) asksForAll() bool {
	text := g.asked()
	return dismissed.MatchString(text) && !otherwise.MatchString(text) && !ofInterest.MatchString(text) && !partly.MatchString(text)
}

var (
	dismissed = lazyregexp.New(`驳回|\b(?:dismiss|reject)`)
	partly    = lazyregexp.New(`部分|超|其余|以外|\b(?:beyond|exceed\w*|in excess|part|parts|above|so far)\b`)
)

// leavesOut reports whether the answer draws no conclusion from a plea that is no reason to dismiss all of the claim, but
// tells its facts behind another plea, which it argues. Such facts support nothing that a relief of all of the claim asks
// for. A plea of which it tells none may be made in its term alone.
func (g *grading) leavesOut(p *particulars) bool {
	if g.isFirst(p) {
		return false
	}
	spoken, other := false, false
	for s := range g.parts() {
		if slices.Contains(s.about, p) {
			if spoken = true; s.concludes > 0 {
				return false
			}
		} else if s.about != nil && s.argued {
			other = true
		}
	}
	return spoken && other
}

// tells reports whether a sum that is left, at a place of the answer, tells of a plea. What a relief leaves in the
// alternative tells nothing of the plea that the text speaks of first, which may be against all of the claim, nor of a share
// that is argued: it may be taken of any sum.
func (g *grading) tells(at int, p *particulars) bool {
	if !g.isAlternative(at) {
		return true
	}
	relief := g.relief()
	return relief[0] <= at && at < relief[1] && !g.isFirst(p) && (p.share == 0 || g.leavesOut(p))
}

// isFirst reports whether the answer speaks of a plea before any other.
func (g *grading) isFirst(p *particulars) bool {
	for s := range g.parts() {
		if s.about != nil {
			return slices.Contains(s.about, p)
		}
	}
	return false
}

// otherwise matches the words by which a text goes on to what is left if the court does not follow it.
var otherwise = lazyregexp.New(`假使|假如|倘若|如果|如认定|如法院|若法院|若认定|即使|即便|退一步|\b(?:should the court|if the court|failing (?:that|this|which)|alternatively|in the alternative|even if|different view)\b`)

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
