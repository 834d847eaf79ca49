package score

import (
	"regexp"
	"slices"
	"strings"
)

// A written text may tell what a point is about without making it: where it concedes the matter, where it
// reports what another side says, and where it only supposes something. Terms and patterns are then words
// like any others. Here sentences are read for what the side that writes does in them.

// act is what the side that writes does in a sentence.
type act int

const (
	tells    act = iota // neither of the others
	contests            // it opposes something, or asks for something
	concedes            // it accepts something, or declines to plead it
)

// Words by which the side that writes concedes a matter, or a matter is conceded in fact.
var concessions = []*regexp.Regexp{
	// raises no objection: 不持异议, 不再主张
	regexp.MustCompile(`(?:不(?:再|予|会|曾|作|提出?|持|表示|存|另|就此|对此|以此|据此|因此|打算|准备|拟|欲)*(?:任何)?(?:异议|争执|争辩|争议|质疑|抗辩|反驳|追究|否认|主张|要求|请求|援引|申请|坚持)|(?:没有|并无|无|未提出?|未持)(?:任何)?(?:异议|争议|意见分歧))`),
	// gives a plea up
	regexp.MustCompile(`(?:(?:放弃|撤回)` + zhNear + `{0,20}(?:抗辩|异议|主张|意见|答辩|请求|理由)|(?:抗辩|异议|主张|意见|答辩|理由)` + zhNear + `{0,8}(?:放弃|撤回))`),
	// accepts: 答辩人均予认可
	regexp.MustCompile(`(?:` + zhSelf + zhAffirms + `{0,16}?|(?:^|[,:] ?)(?:对此|就此|对于?` + zhAffirms + `{1,20}?)?)(?:均|都|全部|一并|完全|亦|也|现|愿意?|特此|明确|依法|予以?|表示)*(?:认可|承认|自认|接受|认同|同意|确认)(?:$|[^的书函为与])`),
	// is ready to pay
	regexp.MustCompile(`(?:` + zhSelf + `)` + zhAffirms + `{0,12}?(?:愿意?|同意|自愿)` + zhAffirms + `{0,12}?(?:承担|支付|偿还|赔偿|返还|给付|履行|归还|付清)`),
	// it is our own doing, or we apologise
	regexp.MustCompile(`(?:系|因|由于?|是)` + zhSelf + zhAffirms + `{0,12}(?:所致|造成|引起|导致|引发)|歉意|致歉|道歉|不持` + zhNear + `{0,8}(?:意见|观点|看法|立场|主张)`),
	// raises no objection
	regexp.MustCompile(`\b(?:(?:take|raise|make|ha(?:ve|s)|maintain|advance|press|offer)s? no|no) (?:[a-z]+ ){0,2}(?:objection|point|issue|complaint|challenge|exception|quarrel|dispute|argument|plea|criticism)s?\b`),
	// does not dispute, plead, ask for …
	regexp.MustCompile(`\b(?:do|does|will|shall|would|is|are)(?: not|n['’]t)(?: (?:now|here|in any way|seek to|intend to|wish to|propose to|going to|asked? to|to be))* (?:dispute|contest|challenge|deny|question|plead|raise|rely|press|pursue|oppose|resist|object|quarrel|take issue|ask|say|suggest|contend|argue|claim|maintain|submit|seek|assert|invoke|criticis|complain|disput|contest|challeng|denied|plead|in issue|in dispute|questioned|pressed|pursued|raised|relied)[a-z]*`),
	// gives up, or what is withdrawn
	regexp.MustCompile(`\b(?:we|i|it|respondent|defendant|company|client|and|hereby|expressly|therefore|accordingly) (?:gives? up|withdraws?|abandons?|waives?|concedes?|drops?)\b|\b(?:is|are|stands?|stood) (?:expressly |hereby |fully |freely )*(?:withdrawn|conceded|abandoned|waived|admitted|accepted|acknowledged|agreed)\b`),
	// accepts, is content, no longer disputes
	regexp.MustCompile(`\b(?:(?:we|i|it|the (?:respondent|defendant|defence|defense|company)|our client|my client|they)(?:,[^,]{1,30},)?|and|that) (?:(?:also|further|fully|freely|expressly|hereby|readily|therefore|accordingly|indeed|now|at once|frankly|to be fair) )*(?:accepts?|acknowledges?|admits?|recogni[sz]es?|grants?|agrees? (?:that|with|to)|(?:is|are) content|stands? by its admission)\b|\b(?:is|are) common ground\b|\bno longer (?:disputes?|contests?|pleads?|rel(?:y|ies)|maintains?|argues?|asks?)\b`),
}

// Words by which a respondent concedes what is claimed, and a claimant maintains it.
var claimConcessions = []*regexp.Regexp{
	// a condition has been met
	regexp.MustCompile(`(?:条件|前提)` + zhAffirms + `{0,10}(?:早已|已经?|均已|业已|皆已|都已)(?:经)?(?:成就|满足|具备|实现|达到|出现)`),
	// a period has not run
	regexp.MustCompile(`(?:时效|期限|期间)` + zhNear + `{0,12}(?:尚未|并未|没有|未)(?:届满|经过|超过|完成|到期)|(?:没有|并未|尚未|未)(?:超过|超出|经过|过)` + zhNear + `{0,10}(?:时效|期限|期间)|(?:时效|期限|期间)(?:之?内|以内)(?:提出|提起|主张|申请|起诉)`),
	// what is claimed is right or reasonable
	regexp.MustCompile(`与(?:客观)?事实(?:完全|均)?(?:相符|一致)|(?:均|都|确|全部|完全)(?:系|属)(?:实|真实)|真实(?:有效|可信|可靠)|(?:计算|核算)(?:无误|正确|准确)|(?:合理|适当|正当)(?:且|、)?(?:必要|有据)|票据(?:齐备|齐全|完整)|(?:数额|金额|标准|费用|利率|价款|请求|主张)` + zhAffirms + `{0,6}(?:合理|适当|公允|正当|有据|无误|正确|准确)|(?:并不|不|并未)(?:过高|偏高|畸高|超出)`),
	// each item has its paper, or the other side is without fault
	regexp.MustCompile(`(?:每项|每笔|各项|全部|均|都|逐一)` + zhAffirms + `{0,10}(?:附有|备有|具有|配有|有)` + zhAffirms + `{0,12}(?:发票|票据|凭证|收据|付款记录)|(?:原告|被答辩人|对方)` + zhNear + `{0,16}?(?:并无|没有|不存在|无)(?:任何)?` + zhNear + `{0,6}(?:过错|过失|违约|不当|拖延|迟延|指责|责任)|(?:原告|被答辩人|对方)(?:确)?(?:是|系|为|具有)` + zhAffirms + `{0,10}(?:适格|权利人|资格)`),
	// a condition has been met, a period has not run
	regexp.MustCompile(`\bconditions?\b[^.;\n]{0,60}?\b(?:has|have|had|was|were|is|are) (?:(?:long|since|duly|all|already|both|been|fully|in fact|now) )*(?:met|fulfilled|satisfied|occurred)\b|\b(?:period|limitation|time)\b[^.;\n]{0,40}?\b(?:had|has|did|was|is) (?:not|never)(?: yet)? (?:been )?(?:run|expired?|elapsed?|passed|lapsed?|over|ended)\b|\b(?:brought|filed|lodged|commenced|issued|begun|made) (?:well )?(?:in (?:good )?time|within (?:the|that|this|its))\b`),
	// what is claimed is right or reasonable
	regexp.MustCompile(`\b(?:amount|sum|figure|rate|price|cost|costs|interest|calculation|demand|claim|expense|expenses|fee|fees|item|items)s?\b[^.,;\n]{0,40}?\b(?:is|are|was|were) (?:(?:perfectly|entirely|quite|both|fully|in line and|all) )*(?:correct|reasonable|moderate|accurate|fair|appropriate|right|proper|in order|customary|not excessive)\b|\b(?:need|needs|have to|has to) (?:not )?(?:prove|show|establish) (?:nothing|no more)|\bneed (?:not )?(?:prove|show|establish)\b`),
}

// givesUpNothing matches the text before words of concession that are denied, conditional or asked for.
var givesUpNothing = regexp.MustCompile(`(?:不(?:能|会|应|得|愿|可|予|等于|意味着|构成|因此|代表|曾)*|未(?:曾|予|能|经)*|没有|难以|无法|拒绝|从未|并非|双方|如果?|若|即使|即便|纵然|假如|倘若|是否|谁|何以)` + zhNear + `{0,6}$` +
	`|(?:\b(?:not|never|neither|nor|cannot|no longer|refus\w+|declin\w+|if|unless|even if|should|without|before|whether|because|since)\b|n['’]t)(?: [a-z,'-]+){0,5} ?$`)

// paper matches the text before words of concession that a paper says: "the application makes no complaint".
// A paper that is conceded says nothing.
var (
	paper      = regexp.MustCompile(`\b(?:application|complaint|contract|clause|letter|document|record|statute|law|article|code)s?(?: of [^,]{1,30})? ?$`)
	isConceded = regexp.MustCompile(`^(?:is|are|stands?|stood) `)
)

// measures matches words by which what is reasonable is only compared with: beyond what is reasonable.
var measures = regexp.MustCompile(`\b(?:what|than|whether)\b`)

// oppositions matches words by which the side that writes opposes a claim.
var oppositions = regexp.MustCompile(`驳回|不予支持|不应支持|不能支持|不应准许|不予(?:认可|承认|接受|同意)|不能(?:认可|承认|接受|同意|成立)|难以(?:认可|接受|成立|支持)|不同意|不认可|不承认|不接受|不成立|否认|予以拒绝|无权|有权|不承担|不负|不应(?:由|承担|支付|赔偿|计|负)|无须承担|无需承担|(?:过|偏|畸|虚)高|(?:缺乏|没有|并无|毫无|无)[^,。;]{0,8}(?:依据|根据|证据|凭据)|于法无据|(?:扣减|扣除|减轻|酌减|核减|调低|抵销|抵扣|剔除)(?:$|[,。;])|(?:原告|被答辩人|对方)` + zhNear + `{0,16}(?:未能?|没有|不能|无法|怠于|拒不|拒绝)(?:曾|予以|依约|按期|按约|就此|对此|充分|有效|及时)*(?:证明|举证|提供|提交|履行|交付|说明|开具|通知|主张|催|完成|配合|取得|出示|采取|支付)|(?:违约|过错|过失)(?:在|方为|方是|系)(?:原告|被答辩人|对方)|答辩人(?:并)?(?:没有|不存在|无)[^,。]{0,6}(?:违约|过错|过失)` +
	`|\b(?:must|should|ought to|has to|have to|falls? to|fails? to|cannot|can not|may not) (?:therefore |accordingly |in any event )?(?:be )?(?:dismiss|reject|refus|reduc|disallow|fail|cut|scaled|struck|set aside|deduct|disregard|succeed|stand|be (?:allowed|granted|upheld|awarded|entertained|held|recovered|claimed|demanded|enforced|adopted|sustained))|\bnot (?:entitled|liable|bound|obliged|responsible|recoverable)\b|\bno (?:right|title|basis|foundation|legal basis|contractual basis|ground|liability|obligation|duty)\b|\bunfounded\b|\bwithout (?:any )?(?:foundation|basis|merit)\b|\b(?:plaintiff|claimant)\b[^.;\n]{0,40}?\b(?:has|have|had|did|does|is|was|can|could)(?: not|n['’]t| never)\b|\b(?:plaintiff|claimant)\b[^.;\n]{0,40}?\b(?:fail(?:s|ed)?|refus(?:es|ed)|neglect(?:s|ed)|omitt?(?:s|ed))\b|\bnothing is (?:due|owed|owing|payable)\b|\b(?:denies|is denied|are denied|objects|refutes|resists|excessive|inflated|unproven|unproved|in breach|in default|contrary to|premature)\b|\b(?:respondent|defendant|we|client) (?:therefore |accordingly )?(?:disputes?|contests?|denies|deny|rejects?|objects?|pleads?|relies|rely|contends?|submits?)\b`)

// turning matches a word after which a sentence turns against what it said before.
var turning = regexp.MustCompile(`但|然而|不过|只是|可是|却|\b(?:but|however|nevertheless|yet|only|save that|except that)\b`)

// pointBegins matches the beginning of a sentence with which a text goes on to another point.
var pointBegins = regexp.MustCompile(`^[ *#]*(?:\(?(?:[一二三四五六七八九十]{1,2}|[甲乙丙丁戊]|\d{1,2}|[ivx]{1,4}|[a-e])[、.):]|第[一二三四五六七八九][,、点项 ]|首先|其次|再次|再者|最后|此外|另外|至于|\b(?:first|second|third|fourth|last|final)(?:ly)?\b|(?:next|further|moreover|furthermore|in addition|alternatively|in the alternative|turning to|as (?:to|for|regards)|with regard to|on the other hand)\b)`)

// actOf returns what the side that writes does in a sentence, which stands behind a text of the same
// paragraph: the last that it does.
func (p parties) actOf(sentence, before string) act {
	last, at := tells, -1
	if t := turning.FindStringIndex(sentence); t != nil && strings.TrimSpace(sentence[:t[0]]) == "" {
		last, at = contests, t[0]
	}
	for _, m := range oppositions.FindAllStringIndex(sentence, -1) {
		if !reported.MatchString(sentence[:m[0]]) {
			last, at = contests, m[0]
		}
	}
	list := concessions
	if !p.claiming {
		list = slices.Concat(concessions, claimConcessions)
	}
	for _, re := range list {
		for _, m := range re.FindAllStringIndex(sentence, -1) {
			lead := sentence[:m[0]]
			words := sentence[m[0]:m[1]]
			if m[1] <= at || measures.MatchString(words) || paper.MatchString(clauseEnd(lead)) && !isConceded.MatchString(words) || givesUpNothing.MatchString(clauseEnd(lead)) || byAnother.MatchString(sentence[m[1]:]) || p.another(ownCompany.Replace(before+sentence[:m[1]]), false) {
				continue
			}
			if t := turning.FindStringIndex(sentence[m[1]:]); t != nil {
				last, at = contests, m[1]+t[0]
			} else {
				last, at = concedes, m[1]
			}
		}
	}
	return last
}

// ownCompany reads "the company" as the side that writes.
var ownCompany = strings.NewReplacer("the company", "we", "the defence", "we")

// clauseEnd returns the part of a text after its last comma or colon.
func clauseEnd(text string) string { return text[strings.LastIndexAny(text, ",:")+1:] }

// conceded returns the places of the answer in which the side that writes concedes the matter, in order.
// A paragraph in which it concedes something and contests nothing concedes all that it tells, with its
// heading. Otherwise what follows a concession belongs to it, up to the next sentence that contests
// something or begins another point.
func (g *grading) conceded() [][2]int {
	of, text := g.parties(), g.answer.folded
	var all [][2]int
	heading := -1 // where the headings above a paragraph begin
	for from := 0; from < len(text); {
		to := len(text)
		if i := strings.IndexByte(text[from:], '\n'); i >= 0 {
			to = from + i
		}
		if isHeading(text[from:to]) {
			if heading < 0 || !pointBegins.MatchString(text[heading:]) {
				heading = from
			}
			from = to + 1
			continue
		}
		if heading < 0 {
			heading = from
		}
		all = append(all, g.concededIn(of, heading, from, to)...)
		heading, from = -1, to+1
	}
	return all
}

// concededIn is conceded for the paragraph at folded[from:to], whose heading begins at an offset.
func (g *grading) concededIn(of parties, heading, from, to int) (spans [][2]int) {
	text := g.answer.folded
	did := map[act]bool{}
	conceding := false
	for at := heading; at < to; {
		_, end := g.answer.sentence(at)
		end = max(end, at)
		sentence := text[at:end]
		done := of.actOf(sentence, strings.ToValidUTF8(text[max(heading, at-longestSentence):at], ""))
		did[done] = true
		switch {
		case done == concedes:
			conceding = true
		case done == contests, at > from && pointBegins.MatchString(strings.TrimLeft(sentence, " ")):
			conceding = false
		}
		if conceding {
			spans = append(spans, [2]int{at, end})
		}
		at = end + 1
		for at < to && text[at]&0xC0 == 0x80 { // the rest of the mark
			at++
		}
	}
	if did[concedes] && !did[contests] {
		return [][2]int{{heading, to}}
	}
	return spans
}

// isHeading reports whether a line is a heading: short, and no sentence.
func isHeading(line string) bool {
	return len(line) < 120 && !strings.ContainsRune("。.!?;", lastRune(strings.TrimRight(line, " ")))
}
