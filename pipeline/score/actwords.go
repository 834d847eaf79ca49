package score

import (
	"regexp"
	"strings"
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
	regexp.MustCompile(`\b(?:do|does|will|shall|would|is|are)(?: not|n['’]t)(?: (?:now|here|in any way|seek to|intend to|wish to|propose to|going to|asked? to|to be))* (?:dispute|contest|challenge|deny|question|plead|raise|rely|press|pursue|oppose|resist|object|quarrel|take issue|ask|say|suggest|contend|argue|claim|maintain|submit|seek|assert|invoke|criticis|complain|pretend|disput|contest|challeng|denied|plead|in issue|in dispute|questioned|pressed|pursued|raised|relied)[a-z]*`),
	// gives up, or what is withdrawn
	regexp.MustCompile(`\b(?:we|i|it|respondent|defendant|company|client|and|hereby|expressly|therefore|accordingly) (?:gives? up|withdraws?|abandons?|waives?|concedes?|drops?)\b|\b(?:is|are|stands?|stood) (?:expressly |hereby |fully |freely )*(?:withdrawn|conceded|abandoned|waived|admitted|accepted|acknowledged|agreed)\b`),
	// accepts, is content, no longer disputes
	regexp.MustCompile(`\b(?:(?:we|i|it|the (?:respondent|defendant|defence|defense|company)|our client|my client|they)(?:,[^,]{1,30},)?|and|that) (?:(?:also|further|fully|freely|expressly|hereby|readily|therefore|accordingly|indeed|now|at once|frankly|to be fair) )*(?:accepts?|acknowledges?|admits?|recogni[sz]es?|grants?|agrees? (?:that|with|to)|(?:is|are) content|stands? by its admission)\b|\b(?:is|are) common ground\b|\bno longer (?:disputes?|contests?|pleads?|rel(?:y|ies)|maintains?|argues?|asks?)\b`),
	// puts a plea aside that others expect: 不以此为由拒付, 并非我方的立场
	regexp.MustCompile(`不(?:会|再|打算|准备|想|另|拟)*(?:以` + zhNear + `{0,20}(?:为由|为借口|作为)|[拿用]` + zhNear + `{0,20}(?:来|作|当|做|说事|挡)|提(?:出|起)?(?:抵|异议|抗辩|减|扣|时效|这一|该)|作(?:这样|此|该)(?:的)?(?:要求|主张|抗辩))|(?:不是|并非|不属于?)(?:我方|我公司|我们|我司|本公司|答辩人|被告)的?(?:主张|立场|意见|意思|抗辩|本意|态度|观点|看法|理由)|` + zhSelf + zhNear + `{0,6}不(?:这样|如此|这么|作此|是这样)(?:认为|主张|看|说|想)?|^ ?(?:不是这样|并非如此)|不是(?:本案|双方)的?争点`),
	// sees no difference: 双方已无分歧, 没有意见
	regexp.MustCompile(`(?:没有|并无|已无|无|不存在)(?:任何|什么)?(?:分歧|意见|不同看法|不同意见|出入|话可说|争执)(?:$|[,。;])|不争(?:了|议|执)?(?:$|[,。;])`),
	// calls a denial of its own untenable: 不能说, 没有理由不付
	regexp.MustCompile(`(?:不能|不好|不应|难以|无法)再?说` + zhNear + `{0,20}(?:没有|未|不|无)|(?:没有|无|并无)(?:任何)?(?:理由|道理|根据)再?(?:不|否|拒|拖|怀疑|质疑|推|反对)|(?:拒付|拒绝付款|不付|否认|推脱)` + zhNear + `{0,8}(?:没有道理|说不过去|站不住|不诚实)`),
	// takes it on: 应由我公司承担, 这28000元该付
	regexp.MustCompile(`(?:应当?|该|理应|仍)由` + zhSelf + `(?:来|全部|一并|自行)?(?:承担|支付|付|结|负担|负责|赔)|[元款项钱额](?:应当?|该|理应|照)付(?:$|[,。;])|` + zhSelf + `(?:应当?|该|理应|愿)(?:如数|全额|照数)?(?:付|支付|赔偿|承担|补|给付)(?:$|[,。;])`),
	// finds it in order, or done: 逐笔对得上, 已经扣除在外
	regexp.MustCompile(`(?:^|[,:]|数字|数额|金额|报告|单据|明细|账目|内容|情况|诉状)` + zhAffirms + `{0,12}(?:属实|核对无误|对得上|吻合|没有错)(?:$|[,。;])|没有(?:少|多|重复)[算计收]|已经?[^不未没非应须要请,。;\n]{0,10}(?:扣减|扣除|扣掉|减去|减掉|抵掉|抵扣|冲减|算进|记在)(?:$|[,。;了在过])`),
	// is not its case
	regexp.MustCompile(`\b(?:is|are|was|were|forms?)(?: not|n['’]t| no part of) (?:our|its|the (?:respondent|defendant|company)['’]s|(?:our|my) client['’]s) (?:case|position|contention|submission|argument|point|intention|defen[cs]e)\b|\bnot (?:relied (?:up)?on|pursued|pressed|taken|in (?:issue|dispute|doubt|question)|disputed|contested|challenged|questioned|denied)\b`),
	// will not say so, seeks none of it
	regexp.MustCompile(`\b(?:we|i|respondent|defendant|company|client) (?:shall|will) not\b(?:$|[,:]| (?:say|argue|do so|call|suggest|contend|plead))|\b(?:point|plea|objection|argument|defen[cs]e|case)\b[^.;\n]{0,20} (?:which|that) (?:we|it|the (?:respondent|defendant|company)) (?:have|has|had|do|does)(?: not|n['’]t) (?:raise|take|make|made|plead|put)|\b(?:make|seek|ask for|claim|request|raise|advance)s? no (?:attempt|reduction|deduction|credit|set-off|such|abatement|allowance|dismissal|relief)|\b(?:make|seek|want)s? nothing\b|\brel(?:y|ies) on none\b|\bnor (?:do|does|are|is|will|shall) (?:we|the (?:respondent|defendant|company))\b|\bnor is there anything to\b`),
	// calls a denial of its own untenable
	regexp.MustCompile(`\b(?:we|i|one|nobody|no one|respondent|defendant|company|client)\b[^.;\n]{0,30}? (?:cannot|could not|can hardly|could hardly|can no longer)\b[^.;\n]{0,30}? (?:say|call|reproach|maintain|pretend|complain|argue|deny|contend|dispute|blame|fault|criticis)|\b(?:would|will|is|be) (?:be )?(?:[a-z]+ )?(?:wrong|untrue|dishonest|idle|unfair|incorrect|improper|disingenuous|pointless|false) (?:(?:of|for) [a-z ]{1,20} )?to (?:say|suggest|claim|argue|maintain|contend|pretend|deny|call|describe|blame|have|ask|seek|rely)|\bit (?:cannot|can hardly) (?:[a-z]+ )?be (?:said|argued|maintained|suggested)[^.;\n]{0,60}\b(?:not|no|nor|never)\b`),
	// has no reason to oppose
	regexp.MustCompile(`\b(?:we|respondent|defendant|company|client) (?:[a-z]+ )?ha(?:s|ve) (?:no|little) (?:[a-z]+ )?(?:ground|reason|cause|basis|wish|intention|answer|quarrel)s?\b|\bno longer (?:any )?(?:reason|ground|cause)\b|\bnothing (?:to|left to|in this to) (?:dispute|quarrel|argue|complain|object|criticise|set off|deduct|answer)\b|\bno (?:proof|evidence)(?: of [a-z]+)? (?:is|was) (?:required|needed|called for)\b`),
	// takes it on, is frank
	regexp.MustCompile(`\bmay (?:stay|stand|remain) (?:in|as)\b|\b(?:is|are|was|were|would be|lies|remains) (?:entirely |wholly |still )?(?:ours|our own (?:fault|doing|making|error|mistake|risk|affair)|the respondent['’]s (?:fault|doing|error|mistake))\b|\bin our own (?:[a-z]+)\b|\b(?:we|respondent|defendant|company|client) (?:will|shall|is (?:ready|willing|prepared) to|are (?:ready|willing|prepared) to|undertakes? to|offers? to) (?:[a-z]+ )?(?:pay|bear|settle|honou?r)\b|\bwish(?:es)? to be (?:frank|candid|open)\b|\b(?:was|were|is|are) (?:fair|what (?:it|they|the work|the job) (?:was|were|is|are) worth)\b|\bwe accepted (?:it|this|that|them)\b`),
	// thought otherwise before: 起初以为
	regexp.MustCompile(`(?:起初|起先|原先|原本|本来|一度|曾经?|之前)` + zhNear + `{0,6}(?:以为|误认为|可以说|说不|想说|打算)|是误会|\b(?:used to|(?:at )?first|initially|originally) (?:think|thought|meant|believed|intended|suspected|assumed)\b`),
	// calls what it might say untenable: 说双方没有谈成, 是站不住脚的
	regexp.MustCompile(`(?:^|[,:] ?)(?:现在|如今|今天|再)?说` + zhNear + `{2,40}(?:, ?` + zhNear + `{0,8})?(?:站不住|不诚实|不老实|说不通|不会相信|没有人信)|(?:责任|过错|原因|起因|后果)` + zhNear + `{0,10}而?在(?:于)?(?:我方|我公司|我们|我司|本公司|答辩人|被告)(?:$|[,。;自一])|应付给原告(?:$|[,。;])|推到别人|无意以` + zhNear + `{0,20}为由`),
	regexp.MustCompile(`\b(?:we|respondent|defendant|company|client) (?:is|are|was|were) (?:therefore |accordingly |fully |quite )?(?:bound|liable|answerable|responsible|to blame)\b|\b(?:has|have) to be made good\b|\bnothing to be desired\b|\bnothing (?:can|could|may|is to) be (?:taken off|deducted|set off|credited)|\bnothing is owed to (?:us|the respondent|the defendant|the company)\b|\bstood by it\b|\bnobody would believe us\b|\bno honest\b`),
	// does not take the point that is expected: "We do not."; finds it right
	regexp.MustCompile(`\bwe do not ?$|\b(?:properly|rightly|correctly|duly|fairly) (?:charged|billed|claimed|counted|added|included|invoiced|due|owed)\b|\bha(?:ve|s) nothing against\b|不提了|不[拿用]` + zhNear + `{0,8}(?:抵|扣|冲|减|说)`),
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

// oppositions matches words by which the side that writes opposes a claim.
var oppositions = regexp.MustCompile(`驳回|不予支持|不应支持|不能支持|不应准许|不予(?:认可|承认|接受|同意)|不能(?:认可|承认|接受|同意|成立)|难以(?:认可|接受|成立|支持)|不同意|不认可|不承认|不接受|不成立|否认|予以拒绝|无权|有权|不承担|不负|不应(?:由|承担|支付|赔偿|计|负)|无须承担|无需承担|(?:过|偏|畸|虚)高|(?:缺乏|没有|并无|毫无|无)[^,。;]{0,8}(?:依据|根据|证据|凭据)|于法无据|(?:扣减|扣除|减轻|酌减|核减|调低|抵销|抵扣|剔除)(?:$|[,。;])|(?:原告|被答辩人|对方)` + zhNear + `{0,16}(?:未能?|没有|不能|无法|怠于|拒不|拒绝)(?:曾|予以|依约|按期|按约|就此|对此|充分|有效|及时)*(?:证明|举证|提供|提交|履行|交付|说明|开具|通知|主张|催|完成|配合|取得|出示|采取|支付)|(?:违约|过错|过失)(?:在|方为|方是|系)(?:原告|被答辩人|对方)|答辩人(?:并)?(?:没有|不存在|无)[^,。]{0,6}(?:违约|过错|过失)` +
	`|\b(?:must|should|ought to|has to|have to|falls? to|fails? to|cannot|can not|may not) (?:therefore |accordingly |in any event )?(?:be )?(?:dismiss|reject|refus|reduc|disallow|fail|cut|scaled|struck|set aside|deduct|disregard|succeed|stand|be (?:allowed|granted|upheld|awarded|entertained|held|recovered|claimed|demanded|enforced|adopted|sustained))|\bnot (?:entitled|liable|bound|obliged|responsible|recoverable)\b|\bno (?:right|title|basis|foundation|legal basis|contractual basis|ground|liability|obligation|duty)\b|\bunfounded\b|\bwithout (?:any )?(?:foundation|basis|merit)\b|\b(?:plaintiff|claimant)\b[^.;\n]{0,40}?\b(?:has|have|had|did|does|is|was|can|could)(?: not|n['’]t| never)\b|\b(?:plaintiff|claimant)\b[^.;\n]{0,40}?\b(?:fail(?:s|ed)?|refus(?:es|ed)|neglect(?:s|ed)|omitt?(?:s|ed))\b|\bnothing is (?:due|owed|owing|payable)\b|\b(?:denies|is denied|are denied|objects|refutes|resists|excessive|inflated|unproven|unproved|in breach|in default|contrary to|premature)\b|\b(?:respondent|defendant|we|client) (?:therefore |accordingly )?(?:disputes?|contests?|denies|deny|rejects?|objects?|pleads?|relies|rely|contends?|submits?)\b`)

// arguing matches words by which a defence draws a conclusion, or applies the law. What a client tells has few of them.
var arguing = regexp.MustCompile(anyOf(
	// what the court is asked for
	`驳回|不予|(?:请求|恳请|恳求|申请|请)(?:法院|法庭|贵院|合议庭|人民法院|求|准许|依法|改按|将|把|予)|准予`,
	// what comes off
	`扣除|扣减|扣掉|扣去|扣下|减去|减掉|减除|再减|减完|抵销|抵消|抵掉|抵扣|冲抵|相抵|核减|剔除|刨除|刨掉|去掉|调低|调减|酌减|下调|降下来|降到|降低|减轻|往下(?:减|调)|打[一二三四五六七八九]折|少付|少赔`,
	// the most that is owed
	`为限|为上限|以内|至多|最多|顶多|不(?:会|应|得|能)?(?:高于|超过|超出)|只(?:应|该|能|剩|欠)|仅(?:应|剩|欠|余)`,
	// what does not follow
	`不(?:应当?|该|能|得|必|须|需要?|负|承担|成立|构成|允许|准|许|认可|认|作数|算数|算钱|计价|属于|等于|欠|发生|约束|受)|无(?:权|须|需|义务|从|据|关)|难以|谈不上|站不住|定不了|没有(?:[^,。;]{0,8})?(?:依据|根据|道理|理由|义务|资格|权利|余)|(?:拿|举|说|证明|交)不(?:出|了|清|明)|(?:未|没有|没能?|不)(?:能够?)?(?:证明|举证)|落空|过高|畸高|偏高|为时过早|尚未(?:到期|成就|具备)|还不是|可以责备`,
	// who is to bear it, and what the law has to say
	`(?:应当?|该|须|理应|只能)(?:由|归|让|去|找|向|自行|自己|先|承担|负担|证明|举证)|归原告|有权|抗辩|义务|责任|违约|清偿|法律|依法|因果|举证|效力|约束力`,
	// what follows
	`因此|故(?:此|而|其)?|从而|据此|由此|所以|可见|自然|当然|显然|意味着|换言之|相应`,
	`\b(?:must|should|ought|ha(?:s|ve) to|cannot|can not|may not|need not|needs to|at liberty|entitled|liable|bound|binds?|binding|obliged|obligations?|responsib\w+|liabilit\w+|dut(?:y|ies)|debts?|debtor|creditor|recoverable|payable|owed)\b`,
	`\b(?:we|respondent|defendant|court|client|company|employer|it) (?:(?:is|are|therefore|accordingly|also|further|now|hereby|respectfully|do|does|not) )*(?:asks?|asked|requests?|requested|invites?|invited|disputes?|disputed|den(?:y|ies)|rejects?|declares?|pleads?|submits?|contends?|objects?|contests?|withholds?|relies|rely|appl(?:y|ies)|accepts?)\b`,
	`\b(?:dismiss|deduct|subtract|refus|disallow|reject|set[- ]off|balances? |barred|thrown out|struck out|taken? (?:off|out)|com(?:es?|ing) (?:off|down)|falls? (?:away|to|on)|reduc|lower|cut down|brought down|scaled|credited against|counts? against|satisf|discharg|extinguish|disput)`,
	`\b(?:at (?:the )?most|no more than|not more than|exceed|ceiling|upper limit|the most that|only what|only the|premature|fails?|unproven|unproved|excessive|overcharge|no (?:right|title|basis|foundation|ground|liability|obligation|duty|default|breach|debt|claim|delay|reason|compensation|interest))\b`,
	`\b(?:burden|onus|proof|prove[sdn]?|proving|evidence|causa\w+|liability|performance|consideration|compensation|damages|wrong(?:ly)? (?:company|defendant|party|counted|arrived|calculated)?|not (?:a )?party|stranger|lies with|bears? the|is for [a-z]+(?: [a-z]+)? to|nothing (?:is|was|can|more|to|further))\b`,
	`\bplease\b|\b(?:forbids?|permits?|allows?|protects?|excludes?|prevents?|prohibits?|lets)\b|\btak(?:e|ing) (?:it|this|that|them|these) (?:away|off|out)|\bno (?:rent|price|payment|money|fee|sum) (?:is|was|can|at all)\b`,
	`\b(?:therefore|thus|hence|accordingly|consequently|thereby|it follows|so that|by (?:law|statute)|in law|the law|legally)\b`,
))

// anyOf returns an expression that matches what one of some expressions matches.
func anyOf(expressions ...string) string { return `(?:` + strings.Join(expressions, `|`) + `)` }
