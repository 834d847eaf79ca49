package score

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// stance describes how a text presents a value that it mentions: whether it states the
// value, and the weight of the signs that the value is its conclusion.
type stance struct {
	denied    bool // the text negates it
	bound     bool // the text only bounds it: at least, before
	replaced  bool // the text retracts it, or calls it a mistake
	part      bool // after "of which"
	computed  bool // next to an operator of a computation
	working   bool // an operand, a part of a total, or an item that was only examined
	supposed  bool // stated under a condition
	tentative bool // stated as a possibility
	offEnd    bool // at a place of a ranking that the question does not name
	imagined  bool // stated as the result of something that was not done
	concluded bool // introduced by words of conclusion or of a total
	weight    float64
}

// stated reports whether the text states the value.
func (s *stance) stated() bool { return !s.denied && !s.bound && !s.replaced }

// certain returns the weight, reduced for a value under a condition or stated as a
// possibility.
func (s *stance) certain() float64 {
	if s.supposed || s.tentative {
		return s.weight - concluding/2
	}
	return s.weight
}

// The weights of the signs of a conclusion. They were tuned on the labelled answers of
// testdata; see TestAnswers.
const (
	concluding = 4.0  // after "the answer is", "therefore"
	summing    = 2.0  // after "in total"
	resulting  = 2.0  // after the equals sign of a computation
	emphatic   = 1.5  // in bold or in a box
	asking     = 3.0  // after the question's own words for the value
	operand    = -4.0 // within a computation
	partial    = -3.0 // after "of which", before "of the"
	aside      = -2.0 // in brackets, in a row of a table
	margin     = 1.0  // by which the answer must outweigh other candidates
)

var (
	// denial ends what stands before a value that the text denies.
	denial = regexp.MustCompile(`(?:不[是为再]|不再是|[并而绝]非|不属于?|没有|[是能]否[是为]?|(?:\b(?:not(?: even)?|never|neither|nor|no|instead of|rather than)|n['’]t)(?: [a-z]+(?:ed|n) by)?(?: (?:have|has|be|contain|include|handle|list|show|serve|total))?(?: (?:at|on|in|by))?(?: (?:the|an?|exactly|equal to))?) ?["“'‘《(]?$`)
	// boundBefore ends what stands before a bound, boundAfter begins what stands behind one.
	boundBefore = regexp.MustCompile(`(?:(?:不[足到满够]|未[满到达]|不?(?:超过|超出|多于|少于|大于|小于|高于|低于|早于|晚于)|不[早晚少多低高]于|至[少多]|最[少多](?:有|为|是)?|起码|上限为?|下限为?|倒数|将近|接近|逼近|近|逾|前|突破)(?:有|为|是|达)?` +
		`|\b(?:than|over|under|above|below|exceed(?:s|ed|ing)?|at least|at most|up to|minimum of|maximum of|upwards of|nearly|almost|close to|just short of|short of|as many as|as few as|no later|no earlier|before|after|until|prior to|top|within)(?: (?:the|an?|on|in|of|cny|rmb))?) ?$`)
	boundAfter = regexp.MustCompile(`^ ?(?:\(含\))?(?:[及或]?以[上下内外前后]|之[内外前后间]|[前后](?:[,。;]|$)|不到|开外|起步?[,。;]?$|多[家件个项名人]|为(?:上限|下限|限)|\+|from (?:the )?(?:bottom|last|end)|[- ]to[- ]last|or (?:more|fewer|less|earlier|later|so|above|below|higher|lower|over|under|before|after)\b|and (?:above|below|over|up|more|earlier|later)\b|at (?:least|most)\b|plus\b)`)
	// since stands before a time that passed, lasts is a time.
	since = regexp.MustCompile(`\bafter ?$`)
	lasts = regexp.MustCompile(`\b(?:days?|weeks?|months?|years?)\b`)
	// comparedTo ends what stands before something that is only compared with.
	comparedTo = regexp.MustCompile(`(?:^|[^占分百对])比$`)
	// addsUp ends in "up to", and is no bound.
	addsUp = regexp.MustCompile(`\b(?:add(?:s|ed|ing)?|sum(?:s|med)?|total(?:s|led)?|com(?:e|es|ing)) up to (?:cny |rmb |¥)?$`)
	// conclusion begins what a text comes to, total a sum of all.
	conclusion = regexp.MustCompile(`答案|结论|最终|因此|因而|所以|故此?|综上|总之|由此|可知|可见|可得|应[答填]|故?答:|具体而言|具体来说|即为|也就是|最后结果|最后得|查询结果[为是:]|所求|所问|题目|您(?:要|问|需)|为准|筛选后|去重后|(?:即|亦即|就)(?:是|为)?$|^ ?(?:商|差额?|积|和|比值|倍数|平均值?|均值)(?:是|为|约为|即)?$|实际(?:上|应)?[为是]|正确|应当?[为是]|核对后|核实后|确认为|更正为|修正为` +
		`|\b(?:you (?:want|need|asked|requested|are asking|are looking)|asked for|answer|therefore|thus|hence|so|conclusion|conclude|final(?:ly)?|result(?:s in)?|in other words|that (?:is|was)|what(?: is|['’]s)? (?:remains|left)|that['’]s|that makes|which (?:makes|gives|leaves)|that leaves|leaving|i\.e\.|correct(?:ed)?(?: \w+)? is|actually|in fact|should be)\b`)
	// outcome ends a clause before what something amounts to.
	outcome = regexp.MustCompile(`(?:相差|净增|净减|差距|高出|多出|低了|少了|多了|高了|增加了?|减少了?)(?:了|为|是|约)?$|\b(?:higher|lower|larger|smaller|more|less|greater) by ?(?:cny|rmb|¥)? ?$|\b(?:comes? to|works? out(?: at| to)?|amounts? to) ?(?:cny|rmb|¥)? ?$`)
	// ofWhich follows a part of what was told before.
	ofWhich = regexp.MustCompile(`^ ?(?:[a-z]+ )?of (?:which|them|these|those)\b`)
	// remainder ends what stands before what is left of a whole.
	remainder = regexp.MustCompile(`(?:其余|其他|剩下的?|剩余的?|余下的?)$|\b(?:the )?(?:other|remaining|rest)(?: of them)? ?$`)
	// measureOf ends what stands before the value of something computed.
	measureOf = regexp.MustCompile(`\b(?:average|mean|total|sum|ratio|difference|quotient|product) of (?:about |cny |rmb |¥)*$`)
	outOf     = regexp.MustCompile(`\bout of (?:an? |the )?[a-z ]*$`)
	// settled is said behind what is meant.
	settled = regexp.MustCompile(`^[^。;\n]{0,6}?(?:以此为准|为准|就是答案|即为答案|是最终|is the answer|is the one)|^,? ?(?:即|也就是)?(?:本题|题目|问题|您|你)(?:所求|所问|要求|要找|要查|问)|^,? (?:which is )?(?:what|the one) you (?:asked|need|want)`)
	total   = regexp.MustCompile(`(?:合计|总计|共计|总共|一共|累计|总数|总额|总和|共有?|计有?|之和|\b(?:in total|total(?:s|ling|ing|ed)?|altogether|overall|all told|in all|sum)\b[^,:]{0,24}?) ?(?:[为是达:]|is|of|comes to|:)? ?(?:约|about)?$`)
	// part ends a clause before a value that is a part of another, scope begins what
	// stands behind a value of which a part is meant.
	part  = regexp.MustCompile(`其中|里面|包括|包含|含有|分别|涵盖|除去|剔除|扣除|排除|\b(?:of which|of (?:these|those|them)$|including|includes?|comprising|consisting|excluding|except|leaving out|apart from|respectively|behind|ahead of)\b`)
	scope = regexp.MustCompile(`^ ?(?:[\p{Han}]{0,8}(?:中|里|之中|当中)(?:[,有的只仅]|$)|[a-z ]{0,40}(?:\b(?:on record|returned|found|retrieved|in the list)\b|\blisted(?:[,.;]|$| (?:in|above|below|here)\b)))`)
	of    = regexp.MustCompile(`(?:\b(?:of|out of|among|from) (?:the|these|those|its|all|his|her)?(?: total)?|在|从|这|全部|上述|前述|以上) ?$`)
	// operators stand beside the operands of a computation.
	operatorAfter  = regexp.MustCompile(`^ ?(?:\([^()]{0,6}\) ?)?(?:[+×÷*/]|- ?[\d(¥]|-(?:[^\d]|$)|minus|plus|times (?:[\d(]|cny)|divided by|multiplied by|减去?|加上?|乘以?|除以|与 ?[\d])`)
	operatorBefore = regexp.MustCompile(`(?:[+×÷*/]|[\d)元件家%倍天] ?- ?|\bminus|\bplus|\bdivided by|\bmultiplied by|减去?|加上?|乘以?|除以) ?\(?(?:cny|rmb|usd|¥|\$|人民币)? ?$`)
	equality       = regexp.MustCompile(`(?:[=≈]|→|等于|约等于|得到?|结果[为是]?|商[为是]|差额?[为是]|积[为是]|和[为是]|占比[为是]?|比例[为是]?|\b(?:equals?|gives?|makes?|yields?|is|are|get)) ?(?:约|about|approximately|roughly)? ?\(?(?:cny|rmb|usd|¥|\$|人民币)? ?$`)
	// replacedAfter begins what takes a value back, replacedBefore ends what calls it
	// somebody else's.
	replacedAfter  = regexp.MustCompile(`^[^。!?\n]{0,12}?(?:是?错(?:误|的)|有误|不对|不正确|不准确|并不(?:正确|准确|对|属实)|应?更正|作废|\b(?:is|was|are|were) (?:wrong|incorrect|not correct|an error|a mistake|outdated|not right)|\bwhich is wrong|["”’]?, (?:but |and |though )?(?:that|this|which)(?: entry| one| value| figure)? (?:is|was) (?:an? )?(?:error|mistake|wrong|typo|slip|outdated|incorrect))`)
	replacedBefore = regexp.MustCompile(`网上|粗算|表面上?看|误(?:以为|认为|作|写|记|算)|错误地|曾被|传闻|谣传|一度|初步|最初|起初|原先|原以为|先前|此前|先查到的?是|先得到的?是|之前[我以]|原来以为|\b(?:naive(?:ly)?|at face value|first thought|initially|at first(?: (?:i|we|it|glance|sight)\b|,)|originally|mistakenly|wrongly|earlier i|i had|previously|misread|formerly|used to be|(?:first|once) (?:docketed|filed|registered|recorded|listed|entered|classified))\b`)
	// correction begins the second thought of a text.
	correction = regexp.MustCompile(`更正|纠正|订正|修正|重新(?:核对|核实|计算|统计|检查)|改为|撤回|抱歉|不对[,。!]|等等[,。]|准确地?说|(?:^|[。;\n])(?:其实|不过,?实际)|(?:^|[.!\n] ?)wait\b|\bno,? wait\b|\b(?:correction|scratch that|take (?:that|it|this) back|sorry|on second thought|let me correct|i made (?:a mistake|an error)|rechecking|re-checking|after (?:rechecking|recounting)|on closer (?:look|inspection))\b`)
	// none is how a text comes to say that there is nothing.
	none = regexp.MustCompile(`(?:答案|结论|结果)(?:应?[是为]|:)+ ?["“]?(?:无|没有|不存在|零)(?:[。,;"”]|$)|没有任何\p{Han}{0,6}(?:符合|满足)|\bso no [a-z]+ (?:meets|satisfies|fulfils|qualifies)|\banswer(?: is)?:? (?:none|nothing|no one|there (?:is|are) no)`)
	// condition is in a clause that holds only in one case.
	condition = regexp.MustCompile(`如果|倘若|假如|假设|若(?:[^干]|$)|如[按以将把果只]|要是|的话|口径|视[^,。]{0,12}而定|取决于|\b(?:if|unless|assuming|depending|depends|in case|provided|when counting|counting only|counted by)\b`)
	// imagined is in a clause about what was not done.
	imagined = regexp.MustCompile(`\bwould (?:give|be|make|yield|come|lead)\b|才轮到`)
	// alternative begins a clause that names another.
	alternative = regexp.MustCompile(`^ ?(?:或者?|要么|抑或|亦可|也可以|or\b|alternatively)`)
	// tentative is in a clause that says what may be.
	tentative = regexp.MustCompile(`可能|也许|或许|大概|恐怕|似乎|好像|说不定|猜|疑为|未必|\b(?:may|might|maybe|perhaps|possibly|probably|likely|could|presumably|seems?|appears?|guess|suspect)\b`)
	// doubt is how a text says that it does not know after all.
	doubt = regexp.MustCompile(`(?:无法|不能|没法|未能|难以|无从|不好|不敢)(?:完全|最终|进一步|准确|百分之百|就此|据此|以此)?(?:确定|确认|判断|断定|核实|肯定|保证|验证|下结论|说清|认定|得知|回答|作答|给出)|不(?:太|是很|够)?确定|说不准|不清楚|存疑|待(?:核实|确认|查)|也有?可能[是为]|不排除|两种(?:说法|写法|记载)|也有(?:资料|记录|文件)(?:写|作|称|记)|无法区分|难以区分|拿不准|不好说|没把握|没有把握|未经核实|不可靠|不一定准|有待|都有可能|均有可能|皆有可能|可能还有|也许还有|还有更多|(?:可能|恐怕|应该|远|还)不止|不完整|(?:现在|目前|如今)的?\p{Han}{1,6}(?:已|并)?不是(?:他|她|它|此)` +
		`|\b(?:can ?not|can['’]t|could not|couldn['’]t|unable to|not able to|impossible to|hard to) (?:be )?(?:fully |really |quite |entirely )?(?:tell|determined?|confirm(?:ed)?|verif(?:y|ied)|say|decided?|establish(?:ed)?|sure|certain|know|exclude|rule out|ruled out)|\b(?:not|n['’]t) (?:entirely |quite |really |fully |at all |completely )?(?:sure|certain|clear|confident|know|verified|let me decide|allow)|\b(?:not|n['’]t) possible to (?:tell|determine|confirm|verify|say|establish|know|be sure)|\bunsure\b|\buncertain\b|\bunclear\b|\bunverified\b|\bdo not let me|\bno way to (?:tell|know)|\bdisagree\b|\bambiguous\b|\beither could be\b|\btake it with\b|\bthere (?:may|might|could) be more\b|\b(?:may|might) be (?:incomplete|truncated)|\bone of them (?:should|must|will)|\beither of (?:the two|them|these)\b|\bit(?:['’]s| is| must be| should be) one of (?:the|these) two\b|\byes and no\b|是也不是|或[^,。;]{1,40}其中之一|[二两]者之一|\b(?:and )?more (?:probably|may|might|could|likely|possibly) exist`)
)

// partly is a clause that begins with "of which" and a comma.
var partly = regexp.MustCompile(`其中,[^,]*$|\bof which,[^,]*$`)

// stance returns the stance of the text towards folded[from:to], a name or a quantity.
// asked is the wording of the question.
func (v *view) stance(from, to int, asked *wording, name bool) stance {
	before, after := v.clauseBefore(from), v.clauseAfter(to)
	start, end := v.sentence(from)
	lead, rest := v.folded[start:from], v.folded[to:max(to, end)]
	s := stance{
		denied:    denial.MatchString(tail(lead)) || v.ruledOut(rest) || crossed.MatchString(v.line(from)) || nothing.MatchString(rest) || v.disclaimed(from, to),
		bound:     !name && !(since.MatchString(before) && lasts.MatchString(v.folded[from:to])) && (comparedTo.MatchString(before) || boundBefore.MatchString(tail(before)) && !addsUp.MatchString(tail(before)) || boundAfter.MatchString(rest)),
		supposed:  condition.MatchString(before) || condition.MatchString(lead[commaBefore(lead):]),
		tentative: tentative.MatchString(before) || tentative.MatchString(after) || end < len(v.folded) && v.folded[max(0, end)] == '?',
	}
	s.imagined = imagined.MatchString(before)
	s.supposed = s.supposed || alternative.MatchString(before) && !operators.MatchString(lead)
	s.replaced = replacedAfter.MatchString(rest) || replacedBefore.MatchString(before) && !conclusion.MatchString(before)
	if at := v.corrected(); at > to && strings.Trim(v.folded[at:], "。.!)( ,;\n为准") != "" {
		s.replaced = true
	}
	header := v.header(start)
	leads := v.concluded(start, header+lead, before)
	s.concluded = leads >= concluding
	s.weight += v.emphasis(from, to) + leads
	if !name {
		s.weight += v.computed(from, to, &s)
	}
	label := v.label(from)
	extreme := asked.extreme && (extremes.MatchString(label) || marked.MatchString(rest))
	s.concluded = s.concluded || outcome.MatchString(before)
	if outcome.MatchString(before) || measureOf.MatchString(tail(before)) && !outOf.MatchString(tail(before)) || settled.MatchString(rest) {
		s.weight += resulting
	}
	if extreme {
		s.weight += asking / 2
	}
	switch {
	case name || extreme:
	case total.MatchString(tail(before)) && !outOf.MatchString(before):
		s.weight += summing
		s.concluded = true
	case remainder.MatchString(tail(before)) && !remainder.MatchString(asked.text), partly.MatchString(lead), part.MatchString(before) && !conclusion.MatchString(before[part.FindStringIndex(before)[1]:]),
		ofWhich.MatchString(rest), of.MatchString(tail(before)) && !measureOf.MatchString(tail(before)) && !outOf.MatchString(tail(before)) && !conclusion.MatchString(before), scope.MatchString(after):
		s.working, s.part = true, true
		s.weight += partial
	}
	if m := anotherPlace.FindStringSubmatch(before); m != nil && !asked.places[placeIn(m)] {
		s.offEnd, s.denied = true, s.denied || asked.extreme
	}
	if compares(lead, asked) {
		s.denied = true
	}
	if otherEnd(before, asked) {
		s.offEnd, s.denied = true, s.denied || asked.ranks()
	}
	if sole.MatchString(before) {
		s.weight += emphatic
	}
	if strings.TrimSpace(lead) == "" && start == 0 && !s.tentative && strings.Trim(v.folded[to:max(to, end)], " .。!\"”'") == "" {
		s.weight += concluding + margin // the first sentence is nothing else
	}
	if v.bracketed(from) || v.tabled(from) {
		s.weight += aside
	}
	share := max(asked.share(label), asked.share(header)/2, asked.headed(predicated(rest)))
	s.weight += asking * share
	if s.working && s.weight > operand && share >= 0.6 {
		s.working = false
		s.weight -= partial
	}
	return s
}

// header returns the line above the list, or above the continued line, that begins at
// start; "" for none.
func (v *view) header(start int) string {
	text := v.folded[:start]
	if i := strings.LastIndexByte(text, '\n'); i < 0 || strings.TrimSpace(text[i:]) != "" && !bullet.MatchString(v.folded[i+1:]) {
		return ""
	}
	for text != "" {
		text = strings.TrimRight(text, "\n ")
		i := strings.LastIndexByte(text, '\n') + 1
		last := text[i:]
		if j := strings.LastIndex(last, ". "); j >= 0 {
			last = last[j+len(". "):]
		}
		if bullet.MatchString(last) || strings.HasPrefix(last, "|") {
			text = text[:i]
			continue
		}
		if strings.HasSuffix(last, ":") || !strings.ContainsRune("。.!?;", lastRune(last)) && len(last) < 120 {
			return last
		}
		return ""
	}
	return ""
}

// commaBefore returns where the clause that a text ends in, and the one before it, begin:
// a condition stands before its comma.
func commaBefore(text string) int {
	n := 0
	for i := len(text); i > 0; {
		c, size := utf8.DecodeLastRuneInString(text[:i])
		if c == ',' {
			if n++; n == 2 {
				return i
			}
		}
		i -= size
	}
	return 0
}

// lastMatch returns where the last match of a pattern ends; 0 for none.
func lastMatch(re *regexp.Regexp, text string) int {
	all := re.FindAllStringIndex(text, -1)
	if all == nil {
		return 0
	}
	return all[len(all)-1][1]
}

// emphasis returns the weight of bold type.
func (v *view) emphasis(from, to int) float64 {
	if v.emphasised(from, to) {
		return emphatic
	}
	return 0
}

// computed returns the weight of the place in a computation, and sets s accordingly.
func (v *view) computed(from, to int, s *stance) float64 {
	if hasDay.MatchString(v.folded[from:to]) {
		return 0
	}
	start, end := v.sentence(from)
	before, after := tail(v.folded[start:from]), v.folded[to:max(to, end)]
	switch {
	case operatorAfter.MatchString(after), operatorBefore.MatchString(before):
		s.working, s.computed = true, true
		return operand
	case equality.MatchString(before) && operators.MatchString(v.folded[start:from]):
		return resulting
	}
	return 0
}

// hasDay is in what may be a day, which nobody computes with.
var hasDay = regexp.MustCompile(`\d[-/.年]\d{1,2}[-/.月]|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d|\d(?:st|nd|rd|th)? (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)`)

// operators are in a text that computes.
var operators = regexp.MustCompile(`[+×÷*/=≈]|减|加上|乘以|除以|\b(?:minus|plus|divided by|multiplied by|times)\b|\d ?- ?[\d¥]`)

// concluded returns the weight of words of conclusion: full in the clause or before its
// colon, half farther off in the sentence.
func (v *view) concluded(at int, lead, before string) float64 {
	near := lead[strings.LastIndexByte(lead, ',')+1:]
	switch {
	case conclusion.MatchString(before), conclusion.MatchString(near):
		return concluding
	case strings.TrimSpace(lead) == "" && answered.MatchString(v.sentenceEnding(at)):
		return concluding
	case conclusion.MatchString(lead[commaBefore(lead):]):
		return concluding / 2
	}
	return 0
}

// answered is a sentence that only says that the answer follows.
var answered = regexp.MustCompile(`^[#*\d.)、 ]*(?:the )?(?:final |short )?(?:answer|result|conclusion|最终答案|答案|结论|结果|答)s?$`)

// sentenceEnding returns the sentence that ends before a place.
func (v *view) sentenceEnding(at int) string {
	text := strings.TrimRight(v.folded[:at], " .。;!?\n")
	from, _ := v.sentence(len(text))
	return strings.TrimSpace(text[from:])
}

// tabled reports whether a place is in a row of a table.
func (v *view) tabled(at int) bool {
	line := v.folded[strings.LastIndexByte(v.folded[:at], '\n')+1:]
	if i := strings.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	return strings.Count(line, "|") >= 2
}

// tail returns the end of a text, long enough for the patterns that are matched there.
func tail(s string) string {
	const longest = 96 // bytes
	if len(s) <= longest {
		return s
	}
	return strings.ToValidUTF8(s[len(s)-longest:], "")
}
