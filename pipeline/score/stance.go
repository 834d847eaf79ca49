package score

import (
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// stance describes how a text presents a value that it mentions: whether it states the
// value, and the weight of the signs that the value is its conclusion.
type stance struct {
	denied       bool // the text negates it
	bounded      bool // the text only bounds it: at least, before
	retracted    bool // the text retracts it, or calls it a mistake
	isPart       bool // after "of which"
	computed     bool // next to an operator of a computation
	working      bool // an operand, a part of a total, or an item that was only examined
	conditional  bool // stated under a condition
	tentative    bool // stated as a possibility
	otherRank    bool // at a place of a ranking that the question does not name
	hypothetical bool // stated as the result of something that was not done
	concluded    bool // statuteBefore by words of conclusion or of a total
	weight       float64
}

// stated reports whether the text states the value.
func (s *stance) stated() bool { return !s.denied && !s.bounded && !s.retracted }

// certain returns the weight, reduced for a value under a condition or stated as a
// possibility.
func (s *stance) certain() float64 {
	if s.conditional || s.tentative {
		return s.weight - weightConclusion/2
	}
	return s.weight
}

// The weights of the signs of a conclusion. They were tuned on the labelled answers of
// testdata; see TestAnswers.
const (
	weightConclusion = 4.0  // after "the answer is", "therefore"
	weightTotal      = 2.0  // after "in total"
	weightResult     = 2.0  // after the equals sign of a computation
	weightEmphasis   = 1.5  // in bold or in a box
	weightRequested  = 3.0  // after the question's own words for the value
	weightOperand    = -4.0 // nameBefore a computation
	weightPart       = -3.0 // after "of which", before "of the"
	weightAside      = -2.0 // in brackets, in a row of a table
	weightMargin     = 1.0  // by which the answer must outweigh other candidates
)

var (
	// clauseDenied matches the text before a value in a clause that is denied as a whole.
	clauseDenied = lazyregexp.New(`\b(?:not (?:true|right|correct|the case)|untrue|false|wrong|incorrect) (?:that|to say)\b[^.;:!?\n]*$`)
	// denialBefore matches the text before a value that it negates.
	denialBefore = lazyregexp.New(`(?:不[是为再]|不再是|[并而绝]非|不属于?|没有|[是能]否[是为]?|(?:\b(?:not(?: even)?|never|neither|nor|no|instead of|rather than)|n['’]t)(?: [a-z]+(?:ed|n) by)?(?: (?:have|has|be|contain|include|handle|list|show|serve|total))?(?: (?:at|on|in|by))?(?: (?:the|an?|exactly|equal to))?) ?["“'‘《(]?$`)
	// boundBefore and boundAfter match the text around a bound.
	boundBefore = lazyregexp.New(`(?:(?:不[足到满够]|未[满到达]|不?(?:超过|超出|多于|少于|大于|小于|高于|低于|早于|晚于)|不[早晚少多低高]于|至[少多]|最[少多](?:有|为|是)?|起码|上限为?|下限为?|倒数|将近|接近|逼近|近|逾|前|突破)(?:有|为|是|达)?` +
		`|\b(?:than|over|under|above|below|exceed(?:s|ed|ing)?|at least|at most|up to|minimum of|maximum of|upwards of|nearly|almost|close to|just short of|short of|as many as|as few as|no later|no earlier|before|after|until|prior to|top|within)(?: (?:the|an?|on|in|of|cny|rmb))?) ?$`)
	boundAfter = lazyregexp.New(`^ ?(?:\(含\))?(?:[及或]?以[上下内外前后]|之[内外前后间]|[前后](?:[,。;]|$)|不到|开外|起步?[,。;]?$|多[家件个项名人]|为(?:上限|下限|限)|\+|from (?:the )?(?:bottom|last|end)|[- ]to[- ]last|or (?:more|fewer|less|earlier|later|so|above|below|higher|lower|over|under|before|after)\b|and (?:above|below|over|up|more|earlier|later)\b|at (?:least|most)\b|plus\b)`)
	// afterBefore matches "after" before a period, durationWords matches a period. "After 3
	// days" is no bound.
	afterBefore   = lazyregexp.New(`\bafter ?$`)
	durationWords = lazyregexp.New(`\b(?:days?|weeks?|months?|years?)\b`)
	// comparedBefore matches the text before the other side of a comparison.
	comparedBefore = lazyregexp.New(`(?:^|[^占分百对])比$`)
	// sumBefore matches phrases that end in "up to" but give no bound.
	sumBefore = lazyregexp.New(`\b(?:add(?:s|ed|ing)?|sum(?:s|med)?|total(?:s|led)?|com(?:e|es|ing)) up to (?:cny |rmb |¥)?$`)
	// conclusionWords matches words that introduce a conclusion, totalBefore the text
	// before a total.
	conclusionWords = lazyregexp.New(`答案|结论|最终|因此|因而|所以|故此?|综上|总之|由此|可知|可见|可得|应[答填]|故?答:|具体而言|具体来说|即为|也就是|最后结果|最后得|查询结果[为是:]|所求|所问|题目|您(?:要|问|需)|为准|筛选后|去重后|(?:即|亦即|就)(?:是|为)?$|^ ?(?:商|差额?|积|和|比值|倍数|平均值?|均值)(?:是|为|约为|即)?$|实际(?:上|应)?[为是]|正确|应当?[为是]|核对后|核实后|确认为|更正为|修正为` +
		`|\b(?:you (?:want|need|asked|requested|are asking|are looking)|asked for|answer|therefore|thus|hence|so|conclusion|conclude|final(?:ly)?|result(?:s in)?|in other words|that (?:is|was)|what(?: is|['’]s)? (?:remains|left)|that['’]s|that makes|which (?:makes|gives|leaves)|that leaves|leaving|i\.e\.|correct(?:ed)?(?: \w+)? is|actually|in fact|should be)\b`)
	// amountsBefore matches the end of a clause before a result: "comes to".
	amountsBefore = lazyregexp.New(`(?:相差|净增|净减|差距|高出|多出|低了|少了|多了|高了|增加了?|减少了?)(?:了|为|是|约)?$|\b(?:higher|lower|larger|smaller|more|less|greater) by ?(?:cny|rmb|¥)? ?$|\b(?:comes? to|works? out(?: at| to)?|amounts? to) ?(?:cny|rmb|¥)? ?$`)
	// ofWhichAfter matches the text after a part of an earlier total.
	ofWhichAfter = lazyregexp.New(`^ ?(?:[a-z]+ )?of (?:which|them|these|those)\b`)
	// remainderBefore matches the text before the remainder of a whole.
	remainderBefore = lazyregexp.New(`(?:其余|其他|剩下的?|剩余的?|余下的?)$|\b(?:the )?(?:other|remaining|rest)(?: of them)? ?$`)
	// computedBefore matches the text before a computed value: "ratio of".
	computedBefore = lazyregexp.New(`\b(?:average|mean|total|sum|ratio|difference|quotient|product) of (?:about |cny |rmb |¥)*$`)
	outOfBefore    = lazyregexp.New(`\bout of (?:an? |the )?[a-z ]*$`)
	// confirmedAfter matches the text after a value that the answer confirms as requested.
	confirmedAfter = lazyregexp.New(`^[^。;\n]{0,6}?(?:以此为准|为准|就是答案|即为答案|是最终|is the answer|is the one)|^,? ?(?:即|也就是)?(?:本题|题目|问题|您|你)(?:所求|所问|要求|要找|要查|问)|^,? (?:which is )?(?:what|the one) you (?:asked|need|want)`)
	totalBefore    = lazyregexp.New(`(?:合计|总计|共计|总共|一共|累计|总数|总额|总和|共有?|计有?|之和|\b(?:in total|total(?:s|ling|ing|ed)?|altogether|overall|all told|in all|sum)\b[^,:]{0,24}?) ?(?:[为是达:]|is|of|comes to|:)? ?(?:约|about)?$`)
	// partWords matches a clause before a part of a whole, scopeAfter the text after a
	// whole of which only a part is requested, wholeBefore the text before a whole.
	partWords   = lazyregexp.New(`其中|里面|包括|包含|含有|分别|涵盖|除去|剔除|扣除|排除|\b(?:of which|of (?:these|those|them)$|including|includes?|comprising|consisting|excluding|except|leaving out|apart from|respectively|behind|ahead of)\b`)
	scopeAfter  = lazyregexp.New(`^ ?(?:[\p{Han}]{0,8}(?:中|里|之中|当中)(?:[,有的只仅]|$)|[a-z ]{0,40}(?:\b(?:on record|returned|found|retrieved|in the list)\b|\blisted(?:[,.;]|$| (?:in|above|below|here)\b)))`)
	wholeBefore = lazyregexp.New(`(?:\b(?:of|out of|among|from) (?:the|these|those|its|all|his|her)?(?: total)?|在|从|这|全部|上述|前述|以上) ?$`)
	// The operators match the text around an operand of a computation.
	operatorAfter  = lazyregexp.New(`^ ?(?:\([^()]{0,6}\) ?)?(?:[+×÷*/]|- ?[\d(¥]|-(?:[^\d]|$)|minus|plus|times (?:[\d(]|cny)|divided by|multiplied by|减去?|加上?|乘以?|除以|与 ?[\d])`)
	operatorBefore = lazyregexp.New(`(?:[+×÷*/]|[\d)元件家%倍天] ?- ?|\bminus|\bplus|\bdivided by|\bmultiplied by|减去?|加上?|乘以?|除以) ?\(?(?:cny|rmb|usd|¥|\$|人民币)? ?$`)
	equalityBefore = lazyregexp.New(`(?:[=≈]|→|等于|约等于|得到?|结果[为是]?|商[为是]|差额?[为是]|积[为是]|和[为是]|占比[为是]?|比例[为是]?|\b(?:equals?|gives?|makes?|yields?|is|are|get)) ?(?:约|about|approximately|roughly)? ?\(?(?:cny|rmb|usd|¥|\$|人民币)? ?$`)
	// replacedAfter matches the text after a value that is retracted, replacedBefore the
	// text before a value that was an error or a rumour.
	replacedAfter  = lazyregexp.New(`^[^。!?\n]{0,12}?(?:是?错(?:误|的)|有误|不对|不正确|不准确|并不(?:正确|准确|对|属实)|应?更正|作废|\b(?:is|was|are|were) (?:wrong|incorrect|not correct|an error|a mistake|outdated|not right)|\bwhich is wrong|["”’]?, (?:but |and |though )?(?:that|this|which)(?: entry| one| value| figure)? (?:is|was) (?:an? )?(?:error|mistake|wrong|typo|slip|outdated|incorrect))`)
	replacedBefore = lazyregexp.New(`网上|粗算|表面上?看|误(?:以为|认为|作|写|记|算)|错误地|曾被|传闻|谣传|一度|初步|最初|起初|原先|原以为|先前|此前|先查到的?是|先得到的?是|之前[我以]|原来以为|\b(?:naive(?:ly)?|at face value|first thought|initially|at first(?: (?:i|we|it|glance|sight)\b|,)|originally|mistakenly|wrongly|earlier i|i had|previously|misread|formerly|used to be|(?:first|once) (?:docketed|filed|registered|recorded|listed|entered|classified))\b`)
	// correctionWords matches the beginning of a correction.
	correctionWords = lazyregexp.New(`更正|纠正|订正|修正|重新(?:核对|核实|计算|统计|检查)|改为|撤回|抱歉|不对[,。!]|等等[,。]|准确地?说|(?:^|[。;\n])(?:其实|不过,?实际)|(?:^|[.!\n] ?)wait\b|\bno,? wait\b|(?:^|[.!\n;,:(] ?)correction\b|\b(?:scratch that|take (?:that|it|this) back|sorry|on second thought|let me correct|i made (?:a mistake|an error)|rechecking|re-checking|after (?:rechecking|recounting)|on closer (?:look|inspection))\b`)
	// noneWords matches the conclusion that there is no answer.
	noneWords = lazyregexp.New(`(?:答案|结论|结果)(?:应?[是为]|:)+ ?["“]?(?:无|没有|不存在|零)(?:[。,;"”]|$)|没有任何\p{Han}{0,6}(?:符合|满足)|\bso no [a-z]+ (?:meets|satisfies|fulfils|qualifies)|\banswer(?: is)?:? (?:none|nothing|no one|there (?:is|are) no)`)
	// conditionWords matches a clause with a condition.
	conditionWords = lazyregexp.New(`如果|倘若|假如|假设|若(?:[^干]|$)|如[按以将把果只]|要是|的话|口径|视[^,。]{0,12}而定|取决于|\b(?:if|unless|assuming|depending|depends|in case|provided|when counting|counting only|counted by)\b`)
	// hypotheticalWords matches a clause about something that was not done.
	hypotheticalWords = lazyregexp.New(`\bwould (?:give|be|make|yield|come|lead)\b|才轮到`)
	// alternativeStart matches the beginning of a clause that offers an alternative.
	alternativeStart = lazyregexp.New(`^ ?(?:或者?|要么|抑或|亦可|也可以|or\b|alternatively)`)
	// tentativeWords matches a clause that states a possibility.
	tentativeWords = lazyregexp.New(`可能|也许|或许|大概|恐怕|似乎|好像|说不定|猜|疑为|未必|\b(?:may|might|maybe|perhaps|possibly|probably|likely|could|presumably|seems?|appears?|guess|suspect)\b`)
	// doubtWords matches statements of doubt about the whole answer.
	doubtWords = lazyregexp.New(`(?:无法|不能|没法|未能|难以|无从|不好|不敢)(?:完全|最终|进一步|准确|百分之百|就此|据此|以此)?(?:确定|确认|判断|断定|核实|肯定|保证|验证|下结论|说清|认定|得知|回答|作答|给出)|不(?:太|是很|够)?确定|说不准|不清楚|存疑|待(?:核实|确认|查)|也有?可能[是为]|不排除|两种(?:说法|写法|记载)|也有(?:资料|记录|文件)(?:写|作|称|记)|无法区分|难以区分|拿不准|不好说|没把握|没有把握|未经核实|不可靠|不一定准|有待|都有可能|均有可能|皆有可能|可能还有|也许还有|还有更多|(?:可能|恐怕|应该|远|还)不止|不完整|(?:现在|目前|如今)的?\p{Han}{1,6}(?:已|并)?不是(?:他|她|它|此)` +
		`|\b(?:can ?not|can['’]t|could not|couldn['’]t|unable to|not able to|impossible to|hard to) (?:be )?(?:fully |really |quite |entirely )?(?:tell|determined?|confirm(?:ed)?|verif(?:y|ied)|say|decided?|establish(?:ed)?|sure|certain|know|exclude|rule out|ruled out)|\b(?:not|n['’]t) (?:entirely |quite |really |fully |at all |completely )?(?:sure|certain|clear|confident|know|verified|let me decide|allow)|\b(?:not|n['’]t) possible to (?:tell|determine|confirm|verify|say|establish|know|be sure)|\bunsure\b|\buncertain\b|\bunclear\b|\bunverified\b|\bdo not let me|\bno way to (?:tell|know)|\bdisagree\b|\bambiguous\b|\beither could be\b|\btake it with\b|\bthere (?:may|might|could) be more\b|\b(?:may|might) be (?:incomplete|truncated)|\bone of them (?:should|must|will)|\beither of (?:the two|them|these)\b|\bit(?:['’]s| is| must be| should be) one of (?:the|these) two\b|\byes and no\b|是也不是|或[^,。;]{1,40}其中之一|[二两]者之一|\b(?:and )?more (?:probably|may|might|could|likely|possibly) exist`)
)

// ofWhichClause matches a clause that begins with "of which" and a comma.
var ofWhichClause = lazyregexp.New(`其中,[^,]*$|\bof which,[^,]*$`)

// stance returns the stance of the text towards folded[from:to], a name or a quantity.
// asked is the wording of the question.
func (v *view) stance(from, to int, asked *wording, name bool) stance {
	before, after := v.clauseBefore(from), v.clauseAfter(to)
	start, end := v.sentence(from)
	lead, rest := v.folded[start:from], v.folded[to:max(to, end)]
	s := stance{
		denied:      denialBefore.MatchString(tail(lead)) || clauseDenied.MatchString(tail(lead)) || v.isExcluded(rest) || crossedOut.MatchString(v.line(from)) || nothingAfter.MatchString(rest) || v.isDisclaimed(from, to),
		bounded:     !name && !(afterBefore.MatchString(before) && durationWords.MatchString(v.folded[from:to])) && (comparedBefore.MatchString(before) || boundBefore.MatchString(tail(before)) && !sumBefore.MatchString(tail(before)) || boundAfter.MatchString(rest)),
		conditional: conditionWords.MatchString(before) || conditionWords.MatchString(lead[commaBefore(lead):]),
		tentative:   tentativeWords.MatchString(before) || tentativeWords.MatchString(after) || end < len(v.folded) && v.folded[max(0, end)] == '?',
	}
	s.hypothetical = hypotheticalWords.MatchString(before)
	s.conditional = s.conditional || alternativeStart.MatchString(before) && !operators.MatchString(lead)
	s.retracted = replacedAfter.MatchString(rest) || replacedBefore.MatchString(before) && !conclusionWords.MatchString(before)
	if at := v.corrected(); at > to && strings.Trim(v.folded[at:], "。.!)( ,;\n为准") != "" {
		s.retracted = true
	}
	header := v.header(start)
	leads := v.conclusionWeight(start, header+lead, before)
	s.concluded = leads >= weightConclusion
	s.weight += v.emphasisWeight(from, to) + leads
	if !name {
		s.weight += v.computationWeight(from, to, &s)
	}
	label := v.label(from)
	extreme := asked.extreme && (rankWords.MatchString(label) || rankAfter.MatchString(rest))
	s.concluded = s.concluded || amountsBefore.MatchString(before)
	if amountsBefore.MatchString(before) || computedBefore.MatchString(tail(before)) && !outOfBefore.MatchString(tail(before)) || confirmedAfter.MatchString(rest) {
		s.weight += weightResult
	}
	if extreme {
		s.weight += weightRequested / 2
	}
	switch {
	case name || extreme:
	case totalBefore.MatchString(tail(before)) && !outOfBefore.MatchString(before):
		s.weight += weightTotal
		s.concluded = true
	case remainderBefore.MatchString(tail(before)) && !remainderBefore.MatchString(asked.text), ofWhichClause.MatchString(lead), partWords.MatchString(before) && !conclusionWords.MatchString(before[partWords.FindStringIndex(before)[1]:]),
		ofWhichAfter.MatchString(rest), wholeBefore.MatchString(tail(before)) && !computedBefore.MatchString(tail(before)) && !outOfBefore.MatchString(tail(before)) && !conclusionWords.MatchString(before), scopeAfter.MatchString(after):
		s.working, s.isPart = true, true
		s.weight += weightPart
	}
	if m := otherRankWords.FindStringSubmatch(before); m != nil && !asked.places[rankIn(m)] {
		s.otherRank, s.denied = true, s.denied || asked.extreme
	}
	if isComparative(lead, asked) {
		s.denied = true
	}
	if namesOtherEnd(before, asked) {
		s.otherRank, s.denied = true, s.denied || asked.ranks()
	}
	if onlyBefore.MatchString(before) {
		s.weight += weightEmphasis
	}
	if strings.TrimSpace(lead) == "" && start == 0 && !s.tentative && strings.Trim(v.folded[to:max(to, end)], " .。!\"”'") == "" {
		s.weight += weightConclusion + weightMargin // the first sentence is nothing else
	}
	if v.bracketed(from) || v.tabled(from) {
		s.weight += weightAside
	}
	share := max(asked.labelShare(label), asked.labelShare(header)/2, asked.headShare(descriptionIn(rest)))
	s.weight += weightRequested * share
	if s.working && s.weight > weightOperand && share >= 0.6 {
		s.working = false
		s.weight -= weightPart
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
func lastMatch(re *lazyregexp.Regexp, text string) int {
	all := re.FindAllStringIndex(text, -1)
	if all == nil {
		return 0
	}
	return all[len(all)-1][1]
}

// emphasisWeight returns the weight of bold type.
func (v *view) emphasisWeight(from, to int) float64 {
	if v.emphasised(from, to) {
		return weightEmphasis
	}
	return 0
}

// computationWeight returns the weight of the place in a computation, and sets s accordingly.
func (v *view) computationWeight(from, to int, s *stance) float64 {
	if hasDay.MatchString(v.folded[from:to]) {
		return 0
	}
	start, end := v.sentence(from)
	before, after := tail(v.folded[start:from]), v.folded[to:max(to, end)]
	switch {
	case operatorAfter.MatchString(after), operatorBefore.MatchString(before):
		s.working, s.computed = true, true
		return weightOperand
	case equalityBefore.MatchString(before) && operators.MatchString(v.folded[start:from]):
		return weightResult
	}
	return 0
}

// hasDay matches what may be a day, which is never an operand.
var hasDay = lazyregexp.New(`\d[-/.年]\d{1,2}[-/.月]|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d|\d(?:st|nd|rd|th)? (?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)`)

// operators are in a text that computes.
var operators = lazyregexp.New(`[+×÷*/=≈]|减|加上|乘以|除以|\b(?:minus|plus|divided by|multiplied by|times)\b|\d ?- ?[\d¥]`)

// conclusionWeight returns the weight of words of conclusion: full in the clause or before its
// colon, half farther off in the sentence.
func (v *view) conclusionWeight(at int, lead, before string) float64 {
	near := lead[strings.LastIndexByte(lead, ',')+1:]
	switch {
	case conclusionWords.MatchString(before), conclusionWords.MatchString(near):
		return weightConclusion
	case strings.TrimSpace(lead) == "" && answerFollows.MatchString(v.sentenceEnding(at)):
		return weightConclusion
	case conclusionWords.MatchString(lead[commaBefore(lead):]):
		return weightConclusion / 2
	}
	return 0
}

// answerFollows matches a sentence that only announces the answer.
var answerFollows = lazyregexp.New(`^[#*\d.)、 ]*(?:the )?(?:final |short )?(?:answer|result|conclusion|最终答案|答案|结论|结果|答)s?$`)

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
	return strings.Count(line, "|") >= rowBars
}

// tail returns the end of a text, long enough for the patterns that are matched there.
func tail(s string) string {
	const longest = 96 // bytes
	if len(s) <= longest {
		return s
	}
	return strings.ToValidUTF8(s[len(s)-longest:], "")
}
