package caselaw

import (
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// words are the expressions by which the parts of a case are told apart in one language.
type words struct {
	// opinion matches at the beginning of a sentence in which a court begins to give reasons.
	opinion *lazyregexp.Regexp
	// decision matches at the beginning of a clause by which a court decides. The decision
	// begins at its group "verb" if a group "basis" is not empty, else with the clause.
	decision *lazyregexp.Regexp
	// connective matches a clause that only joins the next one to what was said.
	connective *lazyregexp.Regexp
	// joining matches, in its group, the words at the beginning of a decision that join it to the
	// reasons before it, and that mean nothing without them; nil in a language in which the rest
	// would begin with a small letter.
	joining *lazyregexp.Regexp
	// reported matches a clause that speaks about a decision and is none.
	reported *lazyregexp.Regexp
	// granted matches a whole sentence that says whether a claim is granted.
	granted *lazyregexp.Regexp
	// signature matches at the beginning of a sentence that names an author.
	signature *lazyregexp.Regexp
	// decided matches where a court and the day of its decision are named, in groups "court"
	// and "day"; named matches where a court decides, without a day.
	decided, named *lazyregexp.Regexp
	// appeal matches where a decision of second instance is told of; "instance" of named is
	// the first instance if it has the text "一审".
	appeal *lazyregexp.Regexp
	// focus are the ways to state what a dispute turns on, best first; the group "focus" is
	// what it turns on.
	focus []*lazyregexp.Regexp
	// issue matches at the beginning of a paragraph that announces which focus it takes.
	issue *lazyregexp.Regexp
	// number matches what numbers a focus of several.
	number *lazyregexp.Regexp
	// claim matches a request to a court; the group "claim" is what was requested.
	claim *lazyregexp.Regexp
	// sued matches where a party goes to court.
	sued *lazyregexp.Regexp
	// asks matches a text that asks.
	asks *lazyregexp.Regexp
	// or divides the sides of a choice; open matches where a text leaves a choice open; told
	// matches words that say how a case was decided.
	or, open, told *lazyregexp.Regexp
	// cause matches a title that ends in the cause of action, in the group "cause".
	cause *lazyregexp.Regexp
}

// wordsOf returns the expressions of a language.
func wordsOf(language string) *words {
	if language == "zh" {
		return chineseWords
	}
	return englishWords
}

// languageOf returns the language of a text: "zh" if Chinese characters are a quarter of its
// letters, else "en".
func languageOf(text string) string {
	han, letters := 0, 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
		}
		if unicode.Is(unicode.Han, r) {
			han++
		}
	}
	if 4*han >= letters && han > 0 {
		return "zh"
	}
	return "en"
}

var chineseWords = &words{
	opinion:    lazyregexp.New(`^[”』」]?(?:[^，,。：:；]{0,40}?(?:法院|合议庭|仲裁委员会|本院)|[一二]审|再审)[^，,。：:；]{0,12}?认为\s*[，,：:]`),
	decision:   lazyregexp.New(`^[”』」]?(?:综上所述|综上|据此|因此|因而|故此|故而|故|遂|最终|最后|于是|同时)*(?P<basis>(?:依据|依照|根据|按照)[^，,。；]{1,60}?)?(?:[^，,。；：]{0,30}?(?:法院|合议庭|仲裁委员会|本院)|[一二]审|再审)?(?:依法|经审理|作出|最终|遂|[一二]审|再审|终审|因此|据此|对该案进行了)*(?P<verb>判决|判令|裁定|裁决|改判|驳回)`),
	joining:    lazyregexp.New(`^((?:综上所述|综上|据此|因此|因而|故此|故而|故|最终|最后|于是|遂)[，,]?)(?:[\p{Han}]{0,4}(?:法院|合议庭)|[一二再]审|判|裁|决定)`),
	connective: lazyregexp.New(`^[”』」]?(?:综上所述|综上|据此|因此|因而|故此|故|最终|最后|于是)[，,]$`),
	reported:   lazyregexp.New(`^[^，,。；：]*(?:判决|裁定|裁决)(?:认定|结果|并无|生效|书|理由|适用|所|的)`),
	granted:    lazyregexp.New(`(?:请求|诉求)[^。]{0,20}(?:人民法院|法院|本院)(?:依法)?(?:不予|予以)(?:支持|驳回)。?$`),
	signature: lazyregexp.New(
		`^(?:文/|文／|（?生效裁判审判人员)`),
	decided: lazyregexp.New(`(?P<court>[^，。；：:（）()“”\s]{2,30}?(?:人民法院|仲裁委员会))(?:经[^，。；]{0,20}，)?于(?P<day>\d{4}\s*年\s*\d{1,2}\s*月\s*\d{1,2}\s*日)`),
	appeal:  lazyregexp.New(`二审`),
	named:   lazyregexp.New(`^(?P<court>[^，。；：:（）()“”\s]{2,30}?人民法院)(?P<instance>[一二]审|再审)?(?:认为|判决|裁定|遂)`),
	focus: []*lazyregexp.Regexp{
		lazyregexp.New(`争议(?:的)?焦点(?:问题)?(?:主要)?(?:共?有)?(?:[一二三四五两]个|以下)?(?:是|为|在于|包括|：|:)[：:，,]?\s*(?P<focus>[^。？！]+)`),
		lazyregexp.New(`^[”』」]?(?:[^，,。：:；]{0,30}认为[：:，,])?[一二三四五六七八九十]*、?关于(?P<focus>[^，,。；]+?)的?问题。`),
		lazyregexp.New(`(?:就|关于|对于)(?P<focus>[^，,。；]*?(?:是否|能否|应否|应当如何)[^，,。；]*?)的?问题`),
		lazyregexp.New(`(?:衡量|判断|认定)(?P<focus>[^，,。；]*?(?:是否|能否|应否)[^，,。；]*?)的(?:关键|标准)`),
	},
	issue:  lazyregexp.New(`^[”』」]?(?:[^，,。：:；]{0,30}认为[：:，,])?(?:[一二三四五六七八九十]+、|第[一二三四五六七八九十]+[，、])?关于(?P<focus>[^。；]+?)(?:的?问题)?。`),
	number: lazyregexp.New(`(?:^|[，,；;。\s])(?:[（(]?[一二三四五六七八九十]+[）)、]|[一二三四五六七八九十]是|其[一二三四五六七八九十][，、]?|\d+[.．、])`),
	claim:  lazyregexp.New(`(?:请求|要求|起诉(?:要求|请求)?|诉请)(?:人民法院|法院)?(?:依法)?(?:判令|判决|裁决)?[：:]?\s*(?P<claim>[^。？！，,；时讼][^。？！]+)`),
	sued:   lazyregexp.New(`诉至|起诉|提起|请求法院|请求判令`),
	asks:   lazyregexp.New(`是否|能否|可否|应否|还是|如何|怎样|怎么|什么|何种|哪|谁|多少|吗|有无|有没有|会不会|该不该|能不能`),
	or:     lazyregexp.New(`还是(?:应当?|属于|构成|为)?`),
	open:   lazyregexp.New(`是否|能否|可否|应否|有无|吗|还是|能不能|是不是|该不该|会不会|如何|怎样|谁|哪|是什么|多少`),
	told:   lazyregexp.New(`为什么|为何|何以|理由|驳回|判决|判令|裁定|不予支持|予以支持|胜诉|败诉`),
	cause:  lazyregexp.New(`^.*(?:公司|店|超市|局|政府|办公室|办事处|委员会|医院|机构|影楼|网站|支行|银行|某|厂|学校|大学|中心|协会|等)(?P<cause>[^、，诉与]{3,20}?)(?:一)?案$`),
}

var englishWords = &words{
	opinion:    lazyregexp.New(`^(?:In the view of the court|The [A-Z]?[\w' ]{0,60}(?:[Cc]ourt|[Tt]ribunal)[\w' ]{0,60}(?:held|found|considered|reasoned|is of the (?:view|opinion)) that)\b`),
	decision:   lazyregexp.New(`^(?:Accordingly, |Therefore, |For these reasons, |Thus, )?(?P<basis>)(?P<verb>[Tt]he [A-Z]?[\w' ]{0,60}(?:[Cc]ourt|[Tt]ribunal) (?:accordingly |therefore )?(?:ordered|dismissed|allowed|upheld|affirmed|granted|rejected|reversed))\b`),
	connective: lazyregexp.New(`^(?:Accordingly|Therefore|Thus|For these reasons),$`),
	reported:   lazyregexp.New(`^$`),
	granted:    lazyregexp.New(`^(?:The )?(?:claim|action|appeal) (?:is|was) (?:dismissed|allowed|granted|upheld)\.$`),
	signature:  lazyregexp.New(`^Written by `),
	decided:    lazyregexp.New(`(?P<court>(?:[A-Z][\w'-]*|of|the|and)(?: (?:[A-Z][\w'-]*|of|the|and))* (?:Court|Tribunal)(?: of(?: [A-Z][\w'-]*)+)?)[^.]{0,60}? on (?P<day>\d{1,2} [A-Z][a-z]+ \d{4}|[A-Z][a-z]+ \d{1,2}, \d{4})`),
	named:      lazyregexp.New(`^(?:The )?(?P<court>(?:[A-Z][\w'-]*)(?: (?:[A-Z][\w'-]*|of))* Court) (?P<instance>)(?:held|ordered|dismissed|allowed)`),
	appeal:     lazyregexp.New(`\bon appeal\b`),
	focus: []*lazyregexp.Regexp{
		lazyregexp.New(`(?i)\b(?:issue|question|point|dispute)s?(?: in dispute| at issue| before the court| to be decided)? (?:is|was|are|were|turns on|turned on):? (?P<focus>(?:whether|how|who|which|what|when)\b[^.?!]+)`),
	},
	issue:  lazyregexp.New(`^(?:[IVX]+\. |\d+\. )?(?:As to|On the question of|On) (?P<focus>[^.;]+)\.`),
	number: lazyregexp.New(`(?:^|[;,.\s])(?:\((?:\d|[ivx])+\)|\d+\.)\s`),
	claim:  lazyregexp.New(`\b(?:asked the court|asks the court|claims|claimed|sought|seeks) (?:for |to )?(?P<claim>[^.?!]+)`),
	sued:   lazyregexp.New(`\b(?:asked|asks) the court\b|\b(?:sued|sues)\b`),
	asks:   lazyregexp.New(`(?i)\b(?:whether|how|who|whose|which|what|when|may|must|can|should)\b`),
	or:     lazyregexp.New(`(?i)\s(?:or rather|or)\s`),
	open:   lazyregexp.New(`(?i)\b(?:whether|or|how|who|whose|which|what|when|did|does|do|is|are|was|were|has|have|had|can|could|may|must|should|would)\b`),
	told:   lazyregexp.New(`(?i)\b(?:why|because|reasons?|dismiss(?:ed|es)?|granted|upheld|allowed|rejected|affirmed|reversed|ordered)\b`),
	cause:  lazyregexp.New(`\((?P<cause>[^()]+)\)$`),
}

// group returns the stretch of a named group in a text, for the first match of an
// expression; ok is false if there is none.
func group(e *lazyregexp.Regexp, text, name string) (s stretch, ok bool) {
	m := e.FindStringSubmatchIndex(text)
	if m == nil {
		return stretch{}, false
	}
	i := 2 * e.SubexpIndex(name)
	return stretch{m[i], m[i+1]}, m[i] >= 0
}
