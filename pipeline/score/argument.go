package score

import (
	"slices"
	"strings"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// argues reports whether a written text makes a point of argument: it states the term, says
// something with it, and does not decline to plead it. What is pleaded may be that there is no such
// thing: "no causation" makes the point of causation. But what is "not defective" is another thing.
// A sentence that states one of its patterns, and declines to plead none of the words, makes it as well.
// What the side that writes concedes, reports of another or only supposes is not argued, nor is a point
// whose opposite it says.
func (g *grading) argues(e *expectation) bool {
	switch {
	case g.crowded():
		return false
	case e.rests == nil:
		return !g.saysOpposite(e, g.inAnswer) && g.statesPoint(e, g.inAnswer)
	}
	told := g.consequence(e.rests)
	if told == kept {
		return false
	}
	for s := range g.partsAbout(e.rests) {
		if told == taken && s.pleads || s.argued && !g.saysOpposite(e, s.hasLast) {
			return true
		}
	}
	raised := g.raises(e.rests)
	for s := range g.parts() {
		touches := g.touches(&s, e.rests) || raised && g.tellsMostOf(&s, e.rests)
		if touches && (told == taken && s.pleads || raised && s.argued && !g.saysOpposite(e, s.hasLast)) {
			return true
		}
	}
	return !g.saysOpposite(e, g.inAnswer) && slices.ContainsFunc(g.middle, func(o *expectation) bool {
		return o.rests == e.rests && g.statesPoint(o, func(at int) bool { return g.mayArgue(o.rests, at) })
	})
}

// inAnswer holds for every place of the answer.
func (g *grading) inAnswer(int) bool { return true }

// isSaid reports whether words of the answer are its own: it neither reports, nor supposes, nor rejects them.
func (g *grading) isSaid(at []int) bool {
	return !slices.ContainsFunc(at, func(i int) bool { return g.isTold(i) || g.isRejected(i, at) })
}

// saysOpposite reports whether the answer says the opposite of a point, at a place that fits.
func (g *grading) saysOpposite(e *expectation, fits func(at int) bool) bool {
	claims := func(at []int) bool {
		from, to := g.answer.sentence(at[0])
		return fits(at[0]) && g.isSaid(at) && !asks.MatchString(g.answer.folded[from:max(from, to)])
	}
	return slices.ContainsFunc(e.opposites, func(p pattern) bool { return g.answer.states(p, claims) })
}

// statesPoint reports whether the answer argues in a term or a pattern of a point, at a place that fits.
func (g *grading) statesPoint(e *expectation, fits func(at int) bool) bool {
	pleads := func(at []int) bool {
		return fits(at[0]) && !g.concedesAt(at[0]) && g.isSaid(at) &&
			!slices.ContainsFunc(at, func(i int) bool { return crossedOut.MatchString(g.answer.line(i)) || g.declinesToPlead(i, i) })
	}
	return slices.ContainsFunc(e.patterns, func(p pattern) bool { return g.answer.states(p, pleads) }) || g.mentions(e) && slices.ContainsFunc(g.all(e), func(c candidate) bool {
		return c.right && fits(c.from) && !g.isListed(&c) && !anotherThing.MatchString(tail(g.answer.folded[:c.from])) && !crossedOut.MatchString(g.answer.line(c.from)) &&
			!g.isTold(c.from) && !g.isRejected(c.from, nil) && !g.concedesAt(c.from) && !g.declinesToPlead(c.from, c.to)
	})
}

// asks matches a sentence that leaves open whether something is so, as headings do.
var asks = lazyregexp.New(`[是应能可]否|有无|\bwhether\b`)

// anotherThing matches the text before a term that is said not to be the word for something.
var anotherThing = lazyregexp.New(`(?:不[是为]|[并而绝]非|不属于?|[是能]否[是为]?|(?:\bnot(?: even)?|n['’]t|\binstead of|\brather than)(?: (?:the|an?))?) ?["“'‘《(]?$`)

// To decline to plead is to deny, of the side that writes, a word of pleading or of dispute, or to say
// that a plea is given up. Words between a denial and the word of pleading say when or how.
const (
	zhDenies  = `(?:不|没有|没|未|无意|无须|无需)(?:再|予|曾|会|拟|想|欲|打算|准备|就此|据此|以此|在此|另行|单独|有)*`
	zhPleads  = `(?:主张|提出|提起|援引|引用|适用|要求|请求|申请|抗辩|辩称|涉及|讨论|依据|坚持|声称|否认|质疑|反驳|争执)`
	zhGivesUp = `(?:放弃|撤回|搁置)`
	zhNear    = `[^。,;\n]`
	zhAffirms = `[^。,;\n不未没无非难拒]` // near, and without a denial
	zhSelf    = `(?:我方|我们|我司|我公司|本公司|本方|本案|本答辩状?|答辩人|被告)`
	enDenies  = `(?:\b(?:not|never|no longer|neither|nor)|n['’]t)(?: (?:now|here|yet|even|being|been|be|at this stage|in this case|expressly|specifically|(?:seek|intend|propose|wish|mean|going|asked?) to))*`
	enPleads  = `(?:(?:say|claim|rely|plead|assert|contend|maintain|suggest|submitt?|press|contest|question|apply|deny|seek)(?:s|ed|ing)?` +
		`|(?:argu|rais|invok|alleg|advanc|pursu|disput|challeng)(?:e[sd]?|ing)|said|sought|ask(?:s|ed|ing)? for|pled|(?:reli|appli|deni)e[sd]|put(?:s|ting)? forward)\b`
	enPleading = `(?:saying|claiming|relying|pleading|asserting|contending|maintaining|suggesting|submitting|pressing|disputing|contesting|denying|arguing|raising|invoking|alleging|advancing|pursuing|challenging)\b`
	enGivesUp  = `(?:\b(?:waiv(?:e[sd]?|ing)|conced(?:e[sd]?|ing)|abandon(?:s|ed|ing)?|withdr(?:aw(?:s|n|ing)?|ew)|(?:giv(?:e[sn]?|ing)|gave) up|admit(?:s|ted|ting)?|(?:leav(?:es?|ing)|left) aside)\b` +
		`|\bdrop(?:s|ped|ping)? (?:(?:the|its|our|any|all) )?(?:(?:plea|defen[cs]e|point|argument|issue|question|objection)s?\b|$))`
	enNear = `[^.,;:\n]`
	enPlea = `(?:plea|defen[cs]e|reliance|argument|point|submission|contention|allegation)s?\b`
	// enLinks joins a term with what is said of it: nothing else is the subject.
	enLinks = `(?: (?:plea|defen[cs]e|point|argument|issue|question|objection)\b)?(?: (?:of|under|for|in)(?: [a-z0-9]+){1,2}?)?(?: (?:we|i|the respondent|the defendant))?` +
		`(?: (?:is|was|are|were|be|been|has|have|had|do|does|did|will|would|can|could|should|need|shall|therefore|accordingly|also|here|hereby|expressly|simply|thus))*`
)

// Patterns of a clause that declines to plead: before the term, after it, and on both sides of it.
var (
	declinedBefore = lazyregexp.New(zhDenies + zhPleads + `[过了的]?(` + zhNear + `{0,24})$` +
		`|(?:` + enDenies + ` ` + enPleads + `|\bwithout(?: (?:now|here|even|expressly|specifically))* ` + enPleading + `)(` + enNear + `*)$` +
		`|(?:\bno|(?:\b(?:not|never|without)|n['’]t)(?: [a-z]+){0,3} any) ` + enPlea + `( |(?: (?:of|on|upon|as|about|for|that|in|under|regarding|based|founded|is|was|are|has|have|will)\b` + enNear + `*))$`)
	givesUp       = lazyregexp.New(zhGivesUp + `|` + enGivesUp)
	declinedAfter = lazyregexp.New(`^(?:` + zhNear + `{0,4}(?:问题|抗辩|一节|一点|方面|主张),? ?)?(?:` + zhSelf + `|双方|各方|在|并|均|已|亦|也|都|暂)*(?:` + zhDenies + `(?:` + zhPleads + `|持?异议|争议|作为|在争议)|无异议|无争议|` + zhGivesUp + `)` +
		`|^` + enLinks + `(?: ?` + enDenies + ` (?:` + enPleads + `|(?:in issue|at issue|in dispute|taken|arise|part of)\b)| (?:waived|abandoned|withdrawn|dropped|given up)\b)`)
	// needless matches the text before what is said to be needless (不存在应当扣减的款项), deniedAs that before a
	// name for what is denied (没有以客户付款作为付款的前提).
	needless = lazyregexp.New(`(?:(?:不存在|并?没有|并无)(?:任何)?(?:应当?|需要|可以|可供)(?:依法|予以|予|相应|适当)*|(?:无须|无需|毋须|不必)(?:再|予以|另行|相应|适当)*)$`)
	deniedAs = lazyregexp.New(zhDenies + `(?:以|将|把)` + zhNear + `{1,16}(?:作为|列为)` + zhNear + `{0,8}$`)
	// acceptsBefore and acceptsAfter match a clause in which the side that writes accepts a matter: 我方对真实性予以认可.
	acceptsBefore = lazyregexp.New(zhSelf + zhNear + `{0,8}?(?:对于?|就)` + zhNear + `{0,20}$`)
	acceptsAfter  = lazyregexp.New(`^` + zhAffirms + `{0,12}?(?:认可|承认|接受|同意)`)

	deniedMatter = lazyregexp.New(zhDenies + `(?:以|就|对|将|把|根据|基于)` + zhNear + `{0,16}$`)
	declinedSo   = lazyregexp.New(`^` + zhNear + `{0,8}?(?:为由|作为|进行|异议|争议|拒绝|拒付|` + zhPleads + `)`)

	// keeps matches the text before a word of giving up that is denied, or that is a mere attribute: "the
	// abandoned goods".
	keeps = lazyregexp.New(`(?:不|未|没有?|无)(?:曾|会|予|得|能|再|愿意?|同意|想|拟|欲|意|打算|准备|表示|主动|明确|明示|承诺|应|可|主张|要求|被|因此|据此)*$` +
		`|(?:\b(?:not|never|no longer|neither|nor|without|cannot|nothing|nobody|no (?:one|party|side))|n['’]t)(?: [a-z]+){0,6} $|\b(?:the|an?|these|those) $`)
	// admits matches a sentence by which the side that writes admits something, up to "but".
	admits = lazyregexp.New(`(?:^ ?|[,:] ?|\b(?:and|although [^,]*,) )(?:(?:we|the respondent|the defendant)(?: (?:also|further|fully|freely|expressly|hereby))*(?:,[^,]*,)? (?:accept|acknowledge|admit|concede|confirm|recogni[sz]e)s?|it is (?:accepted|acknowledged|admitted|conceded)(?: by (?:us|the respondent|the defendant))?)(?:,[^,]*,)? (?:that|them|it|the|its|this|these|their|all|both)\b`)
	turns  = lazyregexp.New(`\b(?:but|however|yet|only|nevertheless|still|although|though|unless|whereas)\b`)
	// noneSought matches the text before and after a term which is said not to be asked for.
	noneBefore = lazyregexp.New(`\bno (?:[a-z]+ ){0,2}$`)
	noneSought = lazyregexp.New(`^[a-z]*(?: (?:of|in|on|for|under|to|the|a|price|rent|payment|liability|damages|service|work|itself))* (?:is|are) (?:(?:therefore|accordingly|here|hereby) )?(?:sought|claimed|asked for|pleaded|raised|relied on|invoked|made|taken|demanded|requested)\b`)
	newClause  = lazyregexp.New(`\b(?:and|but|so|because|since|yet)\b`)

	// notDeclined matches words after a denied word of pleading that turn to what is pleaded, or that say what
	// was not put forward of evidence.
	notDeclined = lazyregexp.New(`但|而是|证据|证明|举证|材料|凭证|\b(?:but|instead|evidence|documents?|records?|receipts?)\b`)
	// mustPlead matches denials of a denial.
	mustPlead = lazyregexp.New(`不得不|不能不|cannot but|can ?not help but`)
	// pleads matches a word that only a side of the lawsuit is the subject of.
	pleads = lazyregexp.New(`\bple(?:ad(?:s|ed|ing)?|d)\b`)
)

// declinesToPlead reports whether the clause around a term says that it is not pleaded. Of another side
// than the one that writes, that is a fact, and may be the plea.
func (g *grading) declinesToPlead(from, to int) bool {
	start, end := g.answer.sentence(from)
	before, after := mustPlead.ReplaceAllString(g.answer.folded[start:from], ""), g.answer.folded[to:max(to, end)]
	of := g.parties()
	if m := declinedBefore.FindStringSubmatchIndex(before); m != nil {
		gap := before[max(m[2], m[4], m[6]):]
		if !notDeclined.MatchString(gap) && !byAnother.MatchString(gap) && !givesUp.MatchString(gap) && !of.another(before[:m[0]], pleads.MatchString(before[m[0]:])) {
			return true
		}
	}
	if of.givenUp(before) || noneBefore.MatchString(before) && noneSought.MatchString(after) {
		return true
	}
	if m := admits.FindStringIndex(before); m != nil && !turns.MatchString(before[m[1]:]) {
		return true
	}
	if needless.MatchString(before) {
		return true
	}
	if m := deniedAs.FindStringIndex(before); m != nil && !of.another(before[:m[0]], false) {
		return true
	}
	if m := acceptsBefore.FindStringIndex(before); m != nil && acceptsAfter.MatchString(after) && !of.another(before, false) {
		return true
	}
	if m := deniedMatter.FindStringIndex(before); m != nil && declinedSo.MatchString(after) {
		return !of.another(before[:m[0]], false)
	}
	m := declinedAfter.FindStringIndex(after)
	if m == nil || notDeclined.MatchString(after[:m[1]]) || evidenceNext.MatchString(after[m[1]:]) {
		return false
	}
	return !of.another(before+after[:m[1]], false) && !byAnother.MatchString(after[m[1]:])
}

// givenUp reports whether the last clause of a text, which goes on with a term, gives it up.
func (p parties) givenUp(before string) bool {
	clause := strings.LastIndexAny(before, ".,;:\n") + 1
	if i := strings.LastIndex(before, "。"); i >= clause {
		clause = i + len("。")
	}
	for _, m := range givesUp.FindAllStringIndex(before[clause:], -1) {
		m[0], m[1] = clause+m[0], clause+m[1]
		gap := before[m[1]:]
		if k := keeps.FindString(before[clause:m[0]]); k != "" && !newClause.MatchString(k) || notDeclined.MatchString(gap) || byAnother.MatchString(gap) {
			continue
		}
		if !p.another(before[:m[0]], false) {
			return true
		}
	}
	return false
}

var (
	evidenceNext = lazyregexp.New(`^` + zhNear + `{0,4}(?:证据|证明|材料|凭证)`)
	byAnother    = lazyregexp.New(`^ by (?:the |any )?(?:claimant|plaintiff|applicant|opponent|other side|buyer|seller|lender|borrower)`)
)

// Names of companies, as they follow the word for a side.
const (
	zhCompany = `[^与和向对欠同就从给在的被将把及由称认收到知要请说为,。;:\s]{1,24}?(?:公司|银行|某)`
	enCompany = `(?: [\pL&'’-]+){1,5}? (?:company|bank|ltd|inc|llc|co)\b`
)

// sides matches whoever a sentence may be about: the side that writes, or, as its group, another, or,
// as the second, a company that may be either.
var sides = lazyregexp.New(`((?:被答辩人|原告)` + zhCompany + `|\b(?:claimant|plaintiff|applicant)` + enCompany + `)|(?:答辩人|被告)` + zhCompany + `|\b(?:respondent|defendant)` + enCompany +
	`|我方|我们|我司|我公司|本公司|本方|本案|本答辩|(被答辩人|对方|原告|[买卖债权务借贷租货托订供购受让]+人|\p{Han}某)|(公司|银行)|答辩人|被告|\b(?:we|our|us|i|respondent|defendant|this (?:defen[cs]e|statement|case))\b` +
	`|\b(claimant|plaintiff|applicant|opponent|other side|they|buyer|seller|lender|borrower|landlord|tenant)\b|\b(company|bank|ltd|inc|llc|co)\b`)

// parties knows the side that writes by its names.
type parties struct {
	own      *strings.Replacer
	claiming bool // the side that writes is the claimant
}

// introduced matches the name of a side after the word for it: 答辩人：甲公司.
var introduced = lazyregexp.New(`(被)?(?:答辩人|被告)(?:\([^()\n]*\))?: ?([^\n,。;:(]+)|\b(?:respondent|defendant): ?([^\n,;:(]+)`)

// leastNoun is the number of letters by which a side may be called after a word of its name.
const leastNoun = 4

// introducedParties returns the parties as the answer and the question introduce them.
func (g *grading) introducedParties() parties {
	var names []string
	for _, m := range introduced.FindAllStringSubmatch(g.answer.folded+"\n"+g.question.folded, -1) {
		name := strings.TrimSpace(m[2] + m[3])
		if m[1] != "" || name == "" {
			continue
		}
		names = append(names, name, "we")
		for _, word := range wordsOf(name) { // the hotel, of Orlane Hotels Ltd.
			if len(word.text) >= leastNoun && !functionWords[word.text] {
				names = append(names, "the "+strings.TrimSuffix(word.text, "s"), "we")
			}
		}
	}
	return parties{strings.NewReplacer(names...), g.claiming}
}

// another reports whether the last side that a text names is another than the one that writes. A
// company that is neither introduced nor called a side is another unless it pleads.
func (p parties) another(text string, pleads bool) bool {
	all := sides.FindAllStringSubmatchIndex(p.own.Replace(text), -1)
	if all == nil {
		return false
	}
	m := all[len(all)-1]
	return m[2] >= 0 || m[4] >= 0 || m[8] >= 0 || !pleads && (m[6] >= 0 || m[10] >= 0)
}

// phraseEnds are the characters that end a phrase or an item of a list.
const phraseEnds = "\n,，、。.;；:：|"

// endsLine matches what follows the last phrase of a line.
var endsLine = lazyregexp.New(`^[。.]?(?:\n|$)`)

// listWords are the words that join the items of a list.
var listWords = lazyregexp.New(`\b(?:and|or)\b|[和与及或]|以及`)

// isListed reports whether the phrase around a candidate consists of terms only, as an item of a
// list of terms does.
func (g *grading) isListed(c *candidate) bool {
	text := g.answer.folded
	from := strings.LastIndexAny(text[:c.from], phraseEnds) + 1
	for from > 0 && from < c.from && text[from]&0xC0 == 0x80 { // the rest of the mark itself
		from++
	}
	to := len(text)
	if i := strings.IndexAny(text[c.to:], phraseEnds); i >= 0 {
		to = c.to + i
	}
	if isLabelled(text[:from]) && endsLine.MatchString(text[to:]) {
		return false // 案由：买卖合同纠纷
	}
	rest := text[from:to]
	for _, e := range g.middle {
		for _, t := range e.folded {
			rest = strings.ReplaceAll(rest, t, " ")
		}
	}
	return !strings.ContainsFunc(listWords.ReplaceAllString(rest, ""), unicode.IsLetter)
}

// isLabelled reports whether a text ends with a label: words and a colon on a line of their own.
func isLabelled(text string) bool {
	line := text[strings.LastIndexByte(text, '\n')+1:]
	label := strings.TrimRight(line, ":： ")
	return label != line && strings.ContainsFunc(label, unicode.IsLetter) && !strings.ContainsAny(label, phraseEnds)
}
