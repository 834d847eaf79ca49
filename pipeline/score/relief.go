package score

import (
	"regexp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/quantity"
)

// A relief, the part of a defence in which the court is asked for something, tells whether it opposes the claim, the
// interest alone, or only the costs.

// reliefSought matches the part of a statement of defence, as its form names it, in which the court is asked for something.
var reliefSought = regexp.MustCompile(`(?s)(?:答辩请求|\brelief sought)(?:\*\*)?:?(.*?)(?:事实[与和及]理由|\bfacts and reasons\b)`)

// readRelief returns the place where the answer asks the court for something; zero if it has no such part.
func (g *grading) readRelief() (at [2]int) {
	if m := reliefSought.FindStringSubmatchIndex(g.answer.folded); m != nil {
		at = [2]int{m[2], m[3]}
	}
	return at
}

// Words by which a relief opposes the claim, grants it, or asks for more than a deduction.
var (
	askedAgainst = regexp.MustCompile(`驳回|不予|不应|不支持|为限|限于|以内|[核扣抵]减|减[去轻少为至到]|[酌调]减|扣除|超|高于|[仅只]|至多|最多|不承担|不负|抵[销消扣]|无[须需]|调[整低]|酌定|剔除|同时|不(?:同意|认可|承认|接受|愿|支付|付|成立|存在|属实)|(?:没有|缺乏|缺少|无)(?:任何|事实|法律|合同|和|及|与)*(?:依据|根据|理由|道理)|拒[绝付]|免除[^,。;费]{0,20}(?:责任|义务|债务)|\b(?:dismiss|reject|beyond|exceed|excess|limit|reduc|refus|at most|no more|only|not\b|nothing|deduct|set[- ]off|disallow|stay|with(?:hold|held)|less\b|fail|against|premature|condition|lower|den(?:y|ie)|str(?:ike|uck)|throw|quash|unfounded|baseless|groundless|barred|(?:without|no) (?:any )?(?:basis|ground|merit|foundation|liability|interest)|set aside|clear(?:ed)? of|release|absol|(?:judgment|judgement|find|found|decide|rul(?:e|ing))(?: be)?(?: given| entered)? (?:for|in favou?r of) the (?:respondent|defendant))`)
	grants       = regexp.MustCompile(`同意|认可|承认|愿意|分期|宽限|延期|\b(?:consent|admit|accept|agree|instal|time (?:to|for) pay)`)
	acceptsAll   = regexp.MustCompile(`(?:不持|没有|并无|无)(?:任何)?(?:异议|争议|意见)|不(?:持异议|争议|作争执|抗辩)|\b(?:no|without) (?:objection|opposition|dispute|quarrel)\b|\b(?:not|n['’]t|neither|nor)(?: [a-z]+ly)? (?:contest|dispute|oppose|object to|resist|challenge)(?:ed|s)?\b|\bun(?:contested|opposed|disputed)\b`)
	askedBesides = regexp.MustCompile(`全部|一切|所有|其[他它余]的?(?:各项)?(?:诉讼)?请求|如果|如认定|若|退一步|首先|[利罚]息|利率|违约金|滞纳|\b(?:all|whole|entire\w*|(?:other|remaining|further) claims?|in full|failing|alternativ\w*|should|if|interest|rate|penalty|altogether|outright)\b`)
)

// opposes reports whether the answer asks for something against the claim.
func (g *grading) opposes() bool {
	relief := g.relief()
	return askedAgainst.MatchString(acceptsAll.ReplaceAllString(withoutCosts(g.answer.folded[relief[0]:relief[1]]), ""))
}

// yields reports whether a relief, in which some remainders are asked for, asks for nothing against the claim: it states or
// grants it.
func (g *grading) yields(relief [2]int, asked []statedRemainder) bool {
	text := withoutCosts(g.answer.folded[relief[0]:relief[1]])
	accepted := acceptsAll.MatchString(text)
	text = acceptsAll.ReplaceAllString(text, "")
	less := func(s statedRemainder) bool { return !slices.Contains(s.ways, remainder{}) }
	if askedAgainst.MatchString(text) || slices.ContainsFunc(asked, less) {
		return false
	}
	return accepted || grants.MatchString(text) || slices.ContainsFunc(g.answer.quantitiesIn(relief[0], relief[1]), func(m quantity.Mention) bool {
		n, ok := cents(m.Number)
		return ok && n == g.remainders().claim && m.Kind == quantity.Money
	})
}

// Words for interest, and for what is claimed besides.
var (
	ofInterest  = regexp.MustCompile(`[利罚]息|利率|违约金|滞纳|\b(?:interest|rates?|penalt(?:y|ies))\b`)
	ofPrincipal = regexp.MustCompile(`本金|[货价借欠贷]款(?:$|[^利市基])|工程款|赔偿|租金|报酬|工资|费(?:$|[^用])|诉讼请求|起诉|全部请求|\b(?:principal|actions?|claims?|complaint|price|damages|sum|debt|whole|entire\w*|rent|wages|fees?|charges)\b`)
	ofCosts     = regexp.MustCompile(`诉讼费|受理费|\bcosts\b`)
)

// claimsOf matches a claim for interest.
var claimsOf = regexp.MustCompile(`\bclaims? (?:for|to|of) (?:(?:the|any|all|further|more) )*\b(interest|penalt\w+)`)

// withoutCosts returns a relief without the clauses that speak of costs alone.
func withoutCosts(relief string) string {
	var b strings.Builder
	for relief != "" {
		clause, rest := relief, ""
		if i := strings.IndexAny(relief, ",;:.。\n"); i >= 0 {
			clause, rest = relief[:i+1], relief[i+1:]
		}
		if !ofCosts.MatchString(clause) || opposed.MatchString(clause) {
			b.WriteString(clause)
		}
		relief = rest
	}
	return b.String()
}

// opposed matches the words by which a clause about costs opposes a claim as well.
var opposed = regexp.MustCompile(`驳回|请求.*请求|\b(?:dismiss|reject|refus|struck|claims?|actions?)`)

// sparesPrincipal reports whether a relief opposes interest, and nothing else that is claimed.
func (g *grading) sparesPrincipal(relief [2]int) bool {
	text := claimsOf.ReplaceAllString(withoutCosts(g.answer.folded[relief[0]:relief[1]]), "$1")
	return ofInterest.MatchString(text) && !ofPrincipal.MatchString(text)
}
