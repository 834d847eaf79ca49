package score

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

var (
	// attributeAfter matches the text after a name that another entity belongs to;
	// ownerBefore matches the text before one.
	attributeAfter = lazyregexp.New(`^(?:的(?:全资|控股|参股|下属|直属)?(?:子公司|孙公司|母公司|分公司|分支|上级|上一级|下级|下一级|前身|关联|股东|客户|继任|接任|前任|助理|秘书|配偶|竞争|邻|对手|所属|代理|委托)|['’]s? )`)
	ownerBefore    = lazyregexp.New(`(?:隶属于?|附属于?|下属于?|归属于?|\b(?:subsidiary|affiliate|part|branch|client|member|unit|arm) of|owned by|controlled by|held by|, an? [a-z -]{3,40} (?:of|to|by|for|with))(?: the)? ?$`)
	// ownershipQuestion matches a question about who owns whom; otherEntityBefore matches a
	// clause about another entity.
	ownershipQuestion = lazyregexp.New(`母公司|控股|所属|隶属|股东|\b(?:parent|owner|holding|shareholder)`)
	otherEntityBefore = lazyregexp.New(`另一[家个所间名位]|另外一|隔壁|相邻的|邻近的|别家|\b(?:neighbou?ring|another|different|unrelated|similar(?:ly named)?|other) (?:firm|company|court|case|party|person|office|record|entry|practice|law firm|authority)`)
	// otherEntityQuestion matches a question about another entity.
	otherEntityQuestion = lazyregexp.New(`除.{1,40}外|还有|另|别的|其[他它]|\b(?:besides|apart from|else|others?|another|different|neighbou?ring|similar)\b`)
	// propertyAfter matches the text after a name whose property follows; placeAfter
	// matches a property of place.
	propertyAfter = lazyregexp.New(`^(?:的|所在|所属)\p{Han}{2}`)
	placeAfter    = lazyregexp.New(`^(?:所在|所属|辖区|辖内|境内)`)
	// formerBefore matches the text before a former name, or before the name of another
	// entity.
	formerBefore = lazyregexp.New(`(前任|原任|原名|曾用名|旧称|原(?:先|来|本|登记|为)\p{Han}{0,2}[是为]?|前身[为是]?|以前[为是叫]|之前[为是叫]|曾[为是叫用]|曾(?:经)?(?:登记|使用|记载|备案)[为是]?|过去[为是叫]|前一直[是为]?|此前[是为]?|又名|别名|不同于|区别于|有别于|相邻|毗邻|靠近|邻近|接替|\b(?:predecessor|successor|neighbou?r)(?: of)?|\b(?:formerly|previously|former|ex-|unlike|next to|next door to|adjacent to|bordering|close to|not far from|near|opposite|confused with|as opposed to|different from|rather than|than|(?:one |a )?(?:step|level|tier|rank|place)s? (?:above|below|over|under)|took over from|at the request of|(?:issued|made|rendered|given|decided) (?:before|after|prior to)|succeeded|replaced|sued by|except(?: for)?|excepting|excluding|other than|all but|without|apart from|save for|not counting))(?: (?:the|an?))? ?["“'‘《]?$`)
	// plaintiffQuestion matches a question about who sued.
	plaintiffQuestion = lazyregexp.New(`\b(?:plaintiffs?|claimants?|suing|who sued)\b`)
	// describedAsOtherAfter matches the text after a value that is described as something
	// not requested: "is the postcode, not the code".
	describedAsOtherAfter = lazyregexp.New(`^[^.;\n]{0,40}\b(?:is|are|was|were) (?:only |just |merely )?(?:the|its|their|a|an) ([a-z ]{2,40}),? (?:and )?not (?:the|its|a|an)\b|^[^.;\n]{0,30} in the same (?:record|row|entry) is the\b|^[^。;\n]{0,10}(?:是|为)([^,。]{1,12}),? ?(?:而|并)(?:不是|非)`)
	// sideMentionAfter matches the text after a name that is only mentioned in passing.
	sideMentionAfter = lazyregexp.New(`^ ?(?:上一级|上级|下属|下一级|旗下|所属|对面|旁边?的?|附近|隔壁|以[东南西北]|[东南西北]侧的|斜对|背后|后面|前任|曾任|曾是|原任|以外|之外|除外|一般|(?:已经?)?(?:迁出|搬离|搬出|注销|停用|失效|作废)|(?:只|仅|不过)(?:是|为)|is the (?:level|place|one) (?:directly )?(?:below|above|next|after|before)|["”’]* ?is (?:that|the one) of\b|is (?:only|merely|just)|used to|was (?:formerly|previously|once)|formerly|previously)`)
	// negatedAfter matches the text after a name if it negates a statement about the name.
	negatedAfter = lazyregexp.New(`^["”’》]? ?(?:却|则|并|也|都|均|实际上?|本身|目前|现在|后来|最终|当时|已经?|早已|该[案件院]|这[一家件个]|一案|案){0,4}(?:不[^一同仅止论管]|未|没|无[^锡误疑论]|并?非|查无|查不到)` +
		`|^["”’]? (?:itself |alone |case )?(?:[a-z]+n['’]t\b|(?:only|merely) [a-z]+ed\b|(?:has|had|have) (?:only|merely)\b|(?:(?:is|was|are|were|has|had|have|does|did|do|can|could|will|would|never|no longer|lacks?|fails?|holds?|shows?|[a-z]+ed|once|still|then|also|even|itself|in|at|as) ){1,6}?(?:no|not|never|none|nothing|without|neither)\b|(?:no longer|never|lacks|fails)\b)|^[^,;]{0,60}\bisn['’]t (?:one|it|among|part|on)\b`)
	// ofOtherEntityAfter matches the text after a value that it assigns to another entity.
	ofOtherEntityAfter = lazyregexp.New(`^["”’]? (?:is|was) (?:the|its|an?) [a-z ]{2,40} of (?:an?|another|the other|its) (?:sister|other|different|neighbou?ring|second|parent|related)\b|^[”"]?是(?:它|其|该局|该院|他们|它们)?的?(?:下辖|下属|所属|上级|派出|分支|子公司|母公司|关联|内设)`)
	// othersSentence matches the beginning of a sentence about the other entities.
	othersSentence = lazyregexp.New(`^ ?(?:the )?(?:other|remaining) [a-z ]{2,30},? (?:among them|including|such as|like)\b|^ ?(?:其他|其余)[^,。]{0,8}(?:如|包括|例如)`)
	// formerAfter matches the text after a value that no longer holds. currentWords matches
	// words for what holds now, formerWords words of a question about what held once.
	formerAfter  = lazyregexp.New(`^["”’]? (?:was|were|used to be) (?:the |its |their |his |her )?(?:former|previous|old|earlier|original)\b|^["”’》]?(?:已经?)?(?:变更|更名|改名|改称)(?:为|成)`)
	currentWords = lazyregexp.New(`现用|现任|现名|目前|\b(?:current|present|now)\b`)
	formerWords  = lazyregexp.New(`曾|过去的|历史上|更名前|原名|原先|前任|旧称|旧名|变更前|\b(?:former|formerly|previous|previously)\b`)
	// negativeQuestion matches a question about what does not hold.
	negativeQuestion = lazyregexp.New(`没有|[未不无非]|\b(?:not|without|none|never|lack(?:s|ing)?)\b|\bno [a-z]|n['’]t\b`)
)

// discountAttribute reduces the weight of a name that is only an attribute of another entity.
func (g *grading) discountAttribute(c *candidate) {
	before, after := g.answer.clauseBefore(c.from), g.answer.folded[c.to:]
	if m := ownerBefore.FindStringIndex(before); m != nil && c.right && g.wording.focusShare(before[:m[0]]) >= 0.75 && !ownershipQuestion.MatchString(g.question.folded) || len(g.wanted) == 1 && otherEntityBefore.MatchString(before) && !otherEntityQuestion.MatchString(g.question.folded) {
		c.retracted = c.right
	}
	switch {
	case attributeAfter.MatchString(after), ownerBefore.MatchString(before):
		c.weight += weightPart
		c.retracted = c.retracted || c.right && attributeAfter.MatchString(after) && !ownershipQuestion.MatchString(g.question.folded)
	case propertyAfter.MatchString(after):
		c.weight -= weightEmphasis
		c.retracted = c.retracted || c.right && placeAfter.MatchString(after)
	}
	if g.negatesName(c.to) {
		c.denied = true
	}
	if c.right && (g.isDescribedAsOther(after) || ofOtherEntityAfter.MatchString(after) || g.describesBracketed(c) || g.belongsToOther(after) || othersSentence.MatchString(g.answer.sentenceBefore(c.from)) || formerAfter.MatchString(after) && !formerWords.MatchString(g.question.folded) || currentWords.MatchString(g.answer.label(c.from)) && formerWords.MatchString(g.question.folded) && !currentWords.MatchString(g.question.folded)) {
		c.denied = true
	}
	if before == "" || strings.TrimSpace(before) == "" {
		before = g.answer.label(c.from)
	}
	if m := formerBefore.FindStringSubmatch(before); m != nil && !(m[1] == "sued by" && plaintiffQuestion.MatchString(g.question.folded)) && !strings.Contains(g.question.folded, strings.TrimSuffix(m[1], "-")) || sideMentionAfter.MatchString(after) {
		c.weight += weightPart
		c.retracted = c.right
	}
}

// notFoundWords matches statements that something cannot be found.
var notFoundWords = lazyregexp.New(`(?:未|没有?)(?:能)?(?:填[报写]|登记|披露|公布|公开|记载|列明|注明|查到|找到|查得|给出|显示|提供)|查不到|为空|空白|缺失|暂无|不详|无法(?:查到|确定|得知|判断)` +
	`|\b(?:could not|couldn['’]t|cannot|can['’]t|was unable to|unable to) (?:be )?(?:f[io]u?nd|determined?|established?|identif(?:y|ied)|retrieved?)|\bno (?:entry|record|value|information|data) (?:for|of|on)\b|\b(?:is|was) (?:not (?:on file|recorded|listed|given|disclosed|available|stated|found)|blank|empty|missing|unknown)\b`)

// maxNotFound is the maximum number of such statements that are examined.
const maxNotFound = 50

// saysNotFound reports whether the answer says that precisely the requested value cannot be
// found, whatever else it states.
func (g *grading) saysNotFound(all []candidate) bool {
	text := g.answer.folded
	asked := g.requestedShare(all)
	for _, m := range notFoundWords.FindAllStringIndex(text, maxNotFound) {
		label, from := g.answer.clauseBefore(m[0]), m[0]-len(g.answer.clauseBefore(m[0]))
		if object := firstWords(g.answer.clauseAfter(m[1]), 6); isLatin(firstRune(text[m[0]:])) && g.wording.headShare(object) > g.wording.headShare(label) {
			label = object
		}
		if isHan(firstRune(text[m[0]:])) {
			label = lastRunes(lastWords(label), maxHead)
			if asked < 0.3 && g.wording.focusShare(label) > 0.3 && !g.wording.introducesExpected(all, g.answer) {
				return true
			}
		}
		to := m[1] + len(g.answer.clauseAfter(m[1]))
		if len(piecesOf(label)) > 0 && g.wording.headShare(label) >= 0.75 && !slices.ContainsFunc(all, func(c candidate) bool { return c.right && c.from >= from && c.from < to }) {
			return true
		}
	}
	return false
}

// introducesExpected reports whether a word for the requested value introduces an expected value.
func (w *wording) introducesExpected(all []candidate, v *view) bool {
	return slices.ContainsFunc(all, func(c candidate) bool {
		return c.right && c.stated() && w.focusShare(lastRunes(lastWords(v.label(c.from)), maxHead)) > 0
	})
}

// lastRunes returns at most most characters from the end of a text.
func lastRunes(text string, most int) string {
	runes := []rune(text)
	return string(runes[max(0, len(runes)-most):])
}

// firstWords returns at most most words from the beginning of a text.
func firstWords(text string, most int) string {
	words := strings.Fields(text)
	return strings.Join(words[:min(len(words), most)], " ")
}

// belongsToOther reports whether the text behind a name says that it is something of somebody whom
// neither question nor reference knows: 是乙市人民法院的负责人.
func (g *grading) belongsToOther(after string) bool {
	m := belongsToAfter.FindStringSubmatch(after)
	return m != nil && endingOf(m[1]) != "" && !g.isKnownText(m[1])
}

// belongsToAfter matches the text after a name that belongs to another entity.
var belongsToAfter = lazyregexp.New(`^["”’》]?(?:则|却|其实)?是([^,。;:的]{4,30})的`)

// openBracket returns the offset behind the innermost bracket that a text leaves open; 0
// for none.
func openBracket(text string) int {
	depth := 0
	for i := len(text) - 1; i >= 0; i-- {
		switch text[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth < 0 {
				return i + 1
			}
		}
	}
	return 0
}

// describesBracketed reports whether a name is in brackets that describe another entity, without a
// word for the requested value.
func (g *grading) describesBracketed(c *candidate) bool {
	text := g.answer.folded
	from, to := openBracket(text[:c.from]), len(text)
	if from == 0 || !g.answer.bracketed(c.from) || strings.HasSuffix(strings.TrimRight(text[:c.from], " \"“"), ":") {
		return false
	}
	if i := strings.IndexByte(text[c.to:], ')'); i >= 0 {
		to = c.to + i
	}
	if before := strings.TrimRight(text[:from-1], " "); before == "" || strings.HasSuffix(before, "\n") || strings.HasSuffix(before, ":") {
		return false // an object of JSON
	}
	around := text[from:c.from] + " " + text[min(c.to, to):to]
	return len(strings.Fields(around)) > 4 && g.wording.headShare(text[from:c.from]) == 0 && g.wording.headShare(text[min(c.to, to):to]) == 0
}

// denySwapped marks the expected value as denied where words for another of the requested
// values introduce it: the chairman's name given as the general manager's.
func (g *grading) denySwapped(e *expectation, all []candidate) {
	own := slices.Index(g.wanted, e)
	if len(g.wording.parts) != len(g.wanted) || own < 0 || !g.typed {
		return // values of other benchmarks are in no order
	}
	for i := range all {
		c := &all[i]
		if !c.right {
			continue
		}
		label, others := g.answer.label(c.from), 0.0
		for j := range g.wording.parts {
			if j != own {
				others = max(others, g.wording.partShare(j, label))
			}
		}
		c.denied = c.denied || others > 0.5 && g.wording.partShare(own, label) < others-0.3
	}
}

// answersElsewhere reports whether the answer calls another value the requested one: "the
// registered address, which is what you need, is …".
func (g *grading) answersElsewhere(all []candidate) bool {
	text := g.answer.folded
	for _, m := range requestReference.FindAllStringIndex(text, -1) {
		start, end := g.answer.sentence(m[0])
		rest := text[m[1]:max(m[1], end)]
		if disclaimerWords.MatchString(text[start:max(start, end)]) || !valueAfter.MatchString(rest) {
			continue
		}
		if !slices.ContainsFunc(all, func(c candidate) bool { return c.right && c.from >= start && c.from < end }) {
			return true
		}
	}
	return false
}

var (
	// requestReference matches words that refer to the request.
	requestReference = lazyregexp.New(`\b(?:what|the one|which) you (?:need|want|asked(?: for)?|are looking for)\b|\basked for\b|(?:题目|问题|您|你)(?:所)?(?:要|求|找)的`)
	// valueAfter matches the text between such words and a value, up to its first
	// character.
	valueAfter = lazyregexp.New(`^[^.;。]{0,24}?(?:,? (?:is|was)|:|是|为) ?["“]?[\p{L}\p{N}]`)
)

// negatesName reports whether the answer negates a statement about the name that ends at a place,
// without affirming another.
func (g *grading) negatesName(to int) bool {
	clause := g.answer.clauseAfter(to)
	m := negatedAfter.FindString(clause)
	if m == "" || negativeQuestion.MatchString(g.question.folded) || harmlessDenial.MatchString(clause) {
		return false
	}
	_, end := g.answer.sentence(to)
	return !affirmationWords.MatchString(g.answer.folded[to:max(to, end)])
}

var (
	// harmlessDenial are denials that say nothing against a name.
	harmlessDenial = lazyregexp.New(`非常|未上市|未变|没有?(?:并列|变更|变化|争议|疑问)|\bnot only\b|\bwithout (?:a |any )?(?:doubt|question|dispute)\b|\b(?:not|never)(?: been)? (?:changed?|replaced|disputed|contested|questioned|in doubt)\b`)
	// affirmationWords matches the rest of a sentence that affirms another statement about
	// the name.
	affirmationWords = lazyregexp.New(`\band (?:it |he |she )?(?:is|was|are|were|remains?) (?:the|an?|its|still)\b|, ?(?:但|而|且|并且|却)?(?:仍|还|就|正)?(?:旧|然)?(?:是|为|系)`)
)

// isDescribedAsOther reports whether the text behind a name says that it is something that nobody asks
// for, and not another.
func (g *grading) isDescribedAsOther(after string) bool {
	m := describedAsOtherAfter.FindStringSubmatch(after)
	return m != nil && g.wording.headShare(strings.Join(m[1:], "")) < 0.5
}
