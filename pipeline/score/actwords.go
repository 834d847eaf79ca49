package score

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// oppositions matches words by which the side that writes opposes a claim.
var oppositions = lazyregexp.New(`驳回|不予支持|不应支持|不能支持|不应准许|不予(?:认可|承认|接受|同意)|不能(?:认可|承认|接受|同意|成立)|难以(?:认可|接受|成立|支持)|不同意|不认可|不承认|不接受|不成立|否认|予以拒绝|无权|有权|不承担|不负|不应(?:由|承担|支付|赔偿|计|负)|无须承担|无需承担|(?:过|偏|畸|虚)高|(?:缺乏|没有|并无|毫无|无)[^,。;]{0,8}(?:依据|根据|证据|凭据)|于法无据|(?:扣减|扣除|减轻|酌减|核减|调低|抵销|抵扣|剔除)(?:$|[,。;])|(?:原告|被答辩人|对方)` + zhNear + `{0,16}(?:未能?|没有|不能|无法|怠于|拒不|拒绝)(?:曾|予以|依约|按期|按约|就此|对此|充分|有效|及时)*(?:证明|举证|提供|提交|履行|交付|说明|开具|通知|主张|催|完成|配合|取得|出示|采取|支付)|(?:违约|过错|过失)(?:在|方为|方是|系)(?:原告|被答辩人|对方)|答辩人(?:并)?(?:没有|不存在|无)[^,。]{0,6}(?:违约|过错|过失)` +
	`|\b(?:must|should|ought to|has to|have to|falls? to|fails? to|cannot|can not|may not) (?:therefore |accordingly |in any event )?(?:be )?(?:dismiss|reject|refus|reduc|disallow|fail|cut|scaled|struck|set aside|deduct|disregard|succeed|stand|be (?:allowed|granted|upheld|awarded|entertained|held|recovered|claimed|demanded|enforced|adopted|sustained))|\bnot (?:entitled|liable|bound|obliged|responsible|recoverable)\b|\bno (?:right|title|basis|foundation|legal basis|contractual basis|ground|liability|obligation|duty)\b|\bunfounded\b|\bwithout (?:any )?(?:foundation|basis|merit)\b|\b(?:plaintiff|claimant)\b[^.;\n]{0,40}?\b(?:has|have|had|did|does|is|was|can|could)(?: not|n['’]t| never)\b|\b(?:plaintiff|claimant)\b[^.;\n]{0,40}?\b(?:fail(?:s|ed)?|refus(?:es|ed)|neglect(?:s|ed)|omitt?(?:s|ed))\b|\bnothing is (?:due|owed|owing|payable)\b|\b(?:denies|is denied|are denied|objects|refutes|resists|excessive|inflated|unproven|unproved|in breach|in default|contrary to|premature)\b|\b(?:respondent|defendant|we|client) (?:therefore |accordingly )?(?:disputes?|contests?|denies|deny|rejects?|objects?|pleads?|relies|rely|contends?|submits?)\b`)

// arguing matches words by which a defence draws a conclusion, or applies the law. What a client tells has few of them.
var arguing = lazyregexp.New(anyOf(
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
	`\b(?:dismiss|deduct|subtract|refus|disallow|reject|set[- ]off|balances? |barred|thrown out|struck out|tak(?:en?|ing) (?:off|out)|com(?:es?|ing) (?:off|down)|falls? (?:away|to|on)|reduc|lower|cut down|brought down|scaled|credited against|counts? against|satisf|discharg|extinguish|disput)`,
	`\b(?:at (?:the )?most|no more than|not more than|exceed|ceiling|upper limit|the most that|only what|only the|premature|fails?|unproven|unproved|excessive|overcharge|no (?:right|title|basis|foundation|ground|liability|obligation|duty|default|breach|debt|claim|delay|reason|compensation|interest))\b`,
	`\b(?:burden|onus|proof|prove[sdn]?|proving|evidence|causa\w+|liability|performance|consideration|compensation|damages|wrong(?:ly)? (?:company|defendant|party|counted|arrived|calculated)?|not (?:a )?party|stranger|lies with|bears? the|is for [a-z]+(?: [a-z]+)? to|nothing (?:is|was|can|more|to|further))\b`,
	`\bplease\b|\b(?:forbids?|permits?|allows?|protects?|excludes?|prevents?|prohibits?|lets)\b|\btak(?:e|ing) (?:it|this|that|them|these) (?:away|off|out)|\bno (?:rent|price|payment|money|fee|sum) (?:is|was|can|at all)\b`,
	`\b(?:therefore|thus|hence|accordingly|consequently|thereby|it follows|so that|by (?:law|statute)|in law|the law|legally)\b`,
))

// anyOf returns an expression that matches what one of some expressions matches.
func anyOf(expressions ...string) string { return `(?:` + strings.Join(expressions, `|`) + `)` }
