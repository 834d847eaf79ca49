package proof

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// transitionRule is what a provision says of facts from before its law was in force.
type transitionRule struct {
	// asOf is [domain.AsOfEarlier] where the law of their time applies and [domain.AsOfDecision] where
	// the new law applies to pending cases; "" if the provision has no such rule, or only on a condition.
	asOf    domain.TemplateVersion
	subject string // the facts or cases that the rule is about; "" for any
}

// readTransition reads a rule where one sentence gives it in full, with nothing left over, and every
// other sentence takes nothing from it.
func readTransition(text string) transitionRule {
	marks, harmless, readers := "。；", hanHarmless, []func(string) (transitionRule, bool){hanEarlier, hanPending}
	if hasHan(text) {
		if containsAny(text, "如果", "但是", "，但", "除外", "另有规定", "尚未履行") || strings.Contains(text, "除") && strings.Contains(text, "外") {
			return transitionRule{}
		}
	} else {
		marks, harmless, readers = ".;", englishHarmless, []func(string) (transitionRule, bool){englishEarlier, englishPending}
		folded := " " + strings.ToLower(text)
		if containsAny(folded, " except", " unless", " provided that", " subject to the following", "to be performed") {
			return transitionRule{}
		}
	}
	if last, _ := utf8.DecodeLastRuneInString(text); !strings.ContainsRune(marks, last) {
		return transitionRule{}
	}
	var found []transitionRule
	for _, s := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(marks, r) }) {
		s, before := strings.TrimSpace(s), len(found)
		for _, read := range readers {
			if r, ok := read(s); ok {
				found = append(found, r)
			}
		}
		if len(found) == before && !harmless.MatchString(s) {
			return transitionRule{}
		}
	}
	if len(found) != 1 {
		return transitionRule{}
	}
	return found[0]
}

// Sentences that may stand beside a rule: on the entry into force and what it ends, on cases already
// decided, and on what people agree or renew later, which are other facts than those of the rule.
var (
	hanHarmless = lazyregexp.New(`^(?:本\p{Han}{1,3}自[^，]{1,20}起(?:施行|实施|生效)|本\p{Han}{1,3}的施行日期为[^，]{1,20}|(?:自该日起，)?《[^，》]+》(?:同时废止|不再适用)` +
		`|(?:本\p{Han}{1,3}(?:施行|实施|生效)(?:以前|之前|前))?已经?(?:审结|终审).{0,40}，不(?:再)?适用(?:本\p{Han}{1,3})?|当事人可以协商改用新的规则|其后续期的，适用新的要求)$`)
	englishHarmless = lazyregexp.New(`^(?:This [A-Z][a-z]+ (?:enters into force|comes into force|takes effect) (?:on|from) [0-9A-Za-z ]{1,24}(?:, [0-9]{4})?` +
		`|(?:It replaces|From that day it stands in the place of) the [^,]+|the parties may agree on the new rules|on renewal the new rules apply)$`)
)

// Provisions that may take a rule of another provision back: they apply the new law to what went on, to
// what is punished less, or as people agree.
var (
	hanException = lazyregexp.New(`(?:[较更从减]轻|轻于|有利|持续|连续|延续|跨越|此前|以前|之前|在先|当时|原来|旧|协商|约定|协议|同意|选择|前[款条])[^。；]*(?:适用|依照|按照)(?:本\p{Han}{1,3}?|新法|新的?规[定则])(?:的?(?:有关)?规定)?(?:处理|办理|处罚|执行)?(?:[。；，]|$)` +
		`|(?:适用|依照|按照)(?:本\p{Han}{1,3}|新)[^。；]*(?:[较更]轻|有利)|(?:处罚|刑罚|责任)[^。；，]*(?:[较更]轻|轻于)|(?:协商|约定|协议|同意|选择)(?:改用|适用)`)
	englishException = lazyregexp.New(`(?i)\b(?:lighter|milder|more lenient|more favourable|less severe|lesser) (?:penalty|penalties|punishment|sanction|fine|rule)` +
		`|\b(?:continu\w+|last\w*|agree\w*|choose|elect|past|earlier|before|milder|lighter|favourable)\b[^.;]*\b(?:this \w+|the new (?:rules|law)) (?:appl|govern)` +
		`|\b(?:this \w+|the new (?:rules|law)) (?:also )?(?:appl|govern)[^.;]*\b(?:continu\w+|agree\w*|milder|lighter|favourable|past|earlier)\b`)
)

func containsAny(text string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}

// phrase is a text that is taken apart from its ends; it has failed once a part was not there.
type phrase struct {
	rest   string
	failed bool
}

// begins takes one of the words off the beginning, the first that fits, and returns it.
func (p *phrase) begins(words ...string) string {
	for _, w := range words {
		if rest, ok := strings.CutPrefix(p.rest, w); ok {
			p.rest = rest
			return w
		}
	}
	p.failed = true
	return ""
}

// ends takes one of the words off the end, the first that fits.
func (p *phrase) ends(words ...string) {
	for _, w := range words {
		if rest, ok := strings.CutSuffix(p.rest, w); ok {
			p.rest = rest
			return
		}
	}
	p.failed = true
}

// subject is what is left of the phrase as the subject of a rule, without a comma in it.
func (p *phrase) subject() (string, bool) {
	s := strings.TrimSpace(p.rest)
	return s, !p.failed && !strings.ContainsAny(s, "，,")
}

// ownNames are the names by which a Chinese law calls itself.
var ownNames = []string{"本法", "本条例", "本规定", "本办法", "本解释", "本规则", "本细则", "本决定", "本通则"}

// hanEarlier reads 本法施行前发生的…，适用当时的规定.
func hanEarlier(sentence string) (transitionRule, bool) {
	p := phrase{rest: sentence}
	p.begins(ownNames...)
	p.begins("公布", "")
	p.begins("施行", "实施", "生效")
	p.begins("以前", "之前", "前")
	p.begins("已经", "已", "")
	p.begins("发生的", "订立的", "签订的", "成立的")
	p.ends("的规定", "的法律", "的法律规定", "的有关规定", "的有关法律")
	p.ends("的法律、法规", "的有关法律、法规", "的法律", "的有关法律", "")
	p.ends("，适用当时有效", "，适用当时")
	subject, ok := p.subject()
	return transitionRule{domain.AsOfEarlier, subject}, ok && subject != ""
}

// hanPending reads 本解释施行后尚未审结的…案件，适用本解释 and 本解释施行后，…案件尚未审结的，适用本解释.
func hanPending(sentence string) (transitionRule, bool) {
	p := phrase{rest: sentence}
	own := p.begins(ownNames...)
	p.begins("公布", "")
	p.begins("施行后", "实施后", "生效后")
	p.begins("，", "")
	p.begins("人民法院", "")
	p.ends("适用"+own+"的规定", "适用"+own+"规定", "适用"+own)
	if p.begins("尚未审结的", "尚未终审的", "正在审理的", "") != "" {
		p.ends("，", "")
	} else {
		p.ends("尚未审结的，", "尚未终审的，", "尚在一审或者二审阶段的，")
	}
	subject, ok := p.subject()
	return transitionRule{domain.AsOfDecision, subject}, ok && strings.HasSuffix(subject, "案件")
}

// intoForce are the ways in which an English law speaks of its entry into force.
var intoForce = []string{"is in force", "enters into force", "comes into force", "takes effect"}

// englishEarlier reads "Past … are governed by the rules of their time" and "… before this Act enters
// into force are subject to the law then in force".
func englishEarlier(sentence string) (transitionRule, bool) {
	p := phrase{rest: sentence}
	p.ends(" of their time", " of that time", " in force at the time", " then in force")
	p.ends(" the rules", " the law", " the provisions")
	p.ends(" governed by", " subject to")
	p.ends(" are", " is", " remain", " remains", " shall be")
	if p.begins("Past ", "") == "" {
		if subject, rest, ok := strings.Cut(p.rest, " before the entry into force of this "); ok {
			p.rest = subject
			p.failed = p.failed || !isWord(rest)
		} else {
			for i := range intoForce {
				if subject, ok := strings.CutSuffix(p.rest, " "+intoForce[i]); ok {
					p.rest = subject
					break
				} else if i == len(intoForce)-1 {
					p.failed = true
				}
			}
			subject, rest, ok := strings.Cut(p.rest, " before this ")
			p.rest = subject
			p.failed = p.failed || !ok || !isWord(rest)
		}
	}
	subject, ok := p.subject()
	return transitionRule{domain.AsOfEarlier, subject}, ok && subject != ""
}

// englishPending reads "This Act applies to cases pending at first or second instance when it takes
// effect", alone or with the only words that may follow.
func englishPending(sentence string) (transitionRule, bool) {
	sentence = strings.TrimSuffix(sentence, ", not to the reopening of cases already decided")
	p := phrase{rest: sentence}
	p.begins("This ")
	p.ends(intoForce[1:]...)
	p.ends(" at first or second instance when it ")
	p.ends(" cases pending", " cases not yet decided")
	p.ends(" all", "")
	p.ends(" applies to", " shall apply to")
	return transitionRule{asOf: domain.AsOfDecision}, !p.failed && isWord(p.rest)
}

// isWord reports whether a text is one word.
func isWord(text string) bool { return text != "" && !strings.ContainsAny(text, " ,") }

// Words of a subject that say nothing of what kind of facts it is.
var (
	anyHan     = []string{"法律", "行为", "事实", "事件", "事项", "案件", "纠纷", "争议", "第一审", "第二审", "一审", "二审", "有关", "各类", "、", "和", "或者", "或", "的"}
	anyEnglish = []string{
		"act", "event", "fact", "conduct", "matter", "dealing", "case", "dispute", "any", "all", "and", "or", "in", "of", "on", "the", "that", "which",
		"made", "concluded", "entered", "into", "done", "committed", "occurring", "arising", "relating", "to", "concerning",
	}
)

// covers reports whether the rule is about any facts or about those of a case: its subject stands in
// the title of the law, or in the cause of the case.
func (r transitionRule) covers(law, cause string) bool {
	subject, law, cause := value.Fold(r.subject), value.Fold(law), value.Fold(cause)
	if !hasHan(subject) {
		kind := kindWords(subject)
		return kind == " " || strings.Contains(kindWords(law), kind) || strings.Contains(kindWords(cause), kind)
	}
	for before := ""; before != subject; {
		before = subject
		for _, w := range anyHan {
			subject = strings.TrimSuffix(strings.TrimPrefix(subject, w), w)
		}
	}
	return subject == "" || utf8.RuneCountInString(subject) > 1 && (strings.Contains(law, subject) || strings.Contains(cause, subject))
}

// kindWords returns the words of an English text that say what kind of facts it is about, each between
// spaces and without the s of a plural.
func kindWords(text string) string {
	kind := " "
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return !isLetterOrDigit(r) }) {
		if !strings.HasSuffix(w, "ss") {
			w = strings.TrimSuffix(w, "s")
		}
		if !slices.Contains(anyEnglish, w) {
			kind += w + " "
		}
	}
	return kind
}
