package score

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// code is a run of letters and digits, hyphens within.
var code = lazyregexp.New(`[a-z0-9]+(?:-[a-z0-9]+)*`)

// caseNumber is a case number in folded text: (2019)沪0104执1779号,
// "(2019) km0104 civ. app. no. 1779", and a decision number with its year in brackets.
var caseNumber = lazyregexp.New(`\p{Han}{0,8}\(\d{4}\) ?(?:[^\s,;。、()|]{1,24}?号|[a-z]{2}\d{0,8} [a-z. ]{1,24}?no\. ?\d+|no\. ?\d+)`)

// sameKind returns the places in the answer of other names of the same kind as an expected
// text: case numbers, codes of the same shape, and names with the same ending.
func (g *grading) sameKind(e *expectation) (spans [][2]int) {
	if len(e.folded) == 0 {
		return nil
	}
	text := g.answer.folded
	add := func(m []int) { spans = append(spans, [2]int{m[0], m[1]}) }
	for _, t := range e.folded[:1] {
		_, says := contraryOf(t)
		switch {
		case says: // 是上市公司 is no name
		case caseNumber.FindString(t) == t, caseNumber.FindString(t) != "" && fileName.MatchString(t):
			for _, m := range caseNumber.FindAllStringIndex(text, -1) {
				prefix := text[m[0] : m[0]+strings.IndexByte(text[m[0]:], '(')]
				if t[0] == '(' {
					m[0] += len(prefix)
				} else if said := introducedBefore.FindString(prefix); said != "" { // 案号为(2020)…
					m[0] += len(said)
				}
				add(m)
			}
		case code.FindString(t) == t && strings.ContainsAny(t, "0123456789"):
			for _, m := range code.FindAllStringIndex(text, -1) {
				if codeShape(text[m[0]:m[1]]) == codeShape(t) && (strings.ContainsFunc(t, isLatin) || !strings.ContainsFunc(text[m[0]:m[1]], isLatin)) && !cutsRun(text, m[0], m[1]) {
					add(m)
				}
			}
		case streetAddress.MatchString(t):
			for _, m := range streetAddress.FindAllStringIndex(text, -1) {
				m[0] += strings.LastIndexAny(text[m[0]:m[1]], "为是") + 1
				for m[0] < m[1] && !utf8.RuneStart(text[m[0]]) {
					m[0]++
				}
				add(m)
			}
		case isHan(lastRune(t)), strings.HasSuffix(t, ")") && isHan(firstRune(t)):
			findChineseNames(text, strings.TrimSpace(trailingBracket.ReplaceAllString(t, "")), func(m []int) {
				said := text[m[0]:m[1]]
				if !(labelAfter.MatchString(text[m[1]:]) && (g.wording.questionShare(said) >= 0.5 || roleName.MatchString(said))) {
					add(m)
				}
			})
		case unicode.Is(unicode.Latin, lastRune(t)) && strings.Contains(t, " "):
			g.findLatinNames(t, hasCapitalisedWord.MatchString(e.keyword), add)
			if fullName.MatchString(e.keyword) {
				g.findPersons(add)
			}
			if shortName.MatchString(e.keyword) && !slices.Contains(companyForms, lastWord(t)) && !notPersonWords[lastWord(t)] {
				g.findRelatedNames(t, add)
			}
		}
	}
	if pattern := addressPattern(e.folded[0]); pattern != nil {
		for _, m := range pattern.FindAllStringIndex(text, -1) {
			add(m)
		}
	}
	for _, m := range quoted.FindAllStringSubmatchIndex(text, -1) {
		if kind := endingOf(e.folded[0]); kind != "" && endingOf(text[m[2]:m[3]]) == kind {
			add(m[2:4])
		}
	}
	for _, cell := range g.column(e) {
		occurrences(text, cell, func(from, to int) bool { add([]int{from, to}); return false })
	}
	return spans
}

// introducedBefore matches the words before the number of a case, as 案号为.
var introducedBefore = lazyregexp.New(`^.*[为是的系即]`)

// mailbox and site are addresses of people and pages.
var (
	mailbox = lazyregexp.New(`[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+`)
	site    = lazyregexp.New(`(?:https?://)?www\.[a-z0-9-]+(?:\.[a-z0-9-]+)+`)
)

// addressPattern returns the pattern of a text's kind of address, mailbox or page; nil for
// any other text.
func addressPattern(text string) *lazyregexp.Regexp {
	switch {
	case mailbox.FindString(text) == text:
		return mailbox
	case site.FindString(text) == text:
		return site
	}
	return nil
}

// quoted is a Chinese name in quotation marks.
var quoted = lazyregexp.New(`[“"]([^“”"\n]{2,90})[”"]`)

// fileName is the end of the name of a file.
var fileName = lazyregexp.New(`\.[a-z]{2,4}$`)

// labelAfter matches the rest of a label, as in 原告律师事务所是.
var labelAfter = lazyregexp.New(`^(?:\([^()]{0,12}\))?(?:的?(?:名称|全称|名字))?(?:是|为|:)`)

// roleName matches the role of a party or a court in a case.
var roleName = lazyregexp.New(`^(?:原告|被告|第三人|代理|执行|审理|承办|管辖|起诉|应诉|受托|委托|被执行|申请|登记|主管|处罚|被处罚|涉案|关联|终本|失信|限制高消费|被?限高|基层|管理|上级|一审|二审|终审|原审|经办|方|人|的)+(?:公司|法院|律师事务所|律所|局|机关)$`)

// trailingBracket matches a bracket at the end of a name.
var trailingBracket = lazyregexp.New(`\([^()]*\)$`)

// streetAddress is a Chinese address: a street with a number.
var streetAddress = lazyregexp.New(`[\p{Han}0-9a-z]{2,30}?(?:路|街|道|巷|弄|里)(?:[东西南北]段|[一二三四五六七八九十]+段)?[0-9]+号[\p{Han}0-9a-z\-]{0,30}`)

// codeShape returns a code with every digit the same, and every letter where there is
// no digit.
func codeShape(code string) string {
	letters := !strings.ContainsAny(code, "0123456789")
	return strings.Map(func(c rune) rune {
		switch {
		case isDigit(c):
			return '0'
		case c == '-':
			return c
		case letters:
			return 'a'
		}
		return '0'
	}, code)
}

// Endings of Chinese names, longest first: a name has as its kind the first that fits.
var endings = []string{
	"中级人民法院", "高级人民法院", "人民法院", "律师事务所", "管理局", "司法局", "有限责任公司", "股份有限公司", "有限公司", "合伙企业", "证券交易所", "分公司", "公司", "事务所", "判决书", "裁定书", "决定书", "调解书", "纠纷", "争议",
	"委员会", "法院", "海关", "大厦", "局", "厅", "所", "省", "市", "区", "县", "州", "业", "罪",
}

// findChineseNames finds the names of the same kind as a Chinese name: names with its
// ending; for a person, personal names in the positions of names.
func findChineseNames(text, name string, add func([]int)) {
	if isPersonName(name) {
		for _, m := range personNames.FindAllStringSubmatchIndex(text, -1) {
			if !officeWords.MatchString(text[m[2]:m[3]]) {
				add(m[2:4])
			}
		}
		return
	}
	if level.MatchString(name) {
		for _, m := range levels.FindAllStringIndex(text, -1) {
			if before := lastRune(text[:m[0]]); before != '的' {
				add(m)
			}
		}
		return
	}
	ending := endingOf(name)
	if ending == "" {
		return
	}
	short := utf8.RuneCountInString(name)
	for at := 0; ; {
		k, n := nextEnding(text[at:], ending)
		if k < 0 {
			return
		}
		to := at + k + n
		from := chineseNameStart(text, at+k)
		from += len(adverbsBefore.FindString(text[from : at+k]))
		if i := strings.LastIndex(text[from:at+k], "公司"); i >= 0 && ending == "公司" {
			from += i + len("公司") // 子公司松屿能源有限公司
		}
		at = to
		n = utf8.RuneCountInString(text[from:to])
		if level.MatchString(text[from:to]) || endingOf(text[from:to]) != ending || descriptiveWords.MatchString(text[from:to]) {
			continue
		}
		if n <= utf8.RuneCountInString(ending)+1 || ending == "公司" && n < 6 || ending == "法院" && n < 5 || ending != "局" && len(ending) <= len("业") && (n > short+2 || n < short-1 || notNamePart.MatchString(text[from:to])) {
			continue
		}
		if nameContinuesIn(text[from:to], text[to:]) {
			continue
		}
		add([]int{from, to})
	}
}

// endingOf returns the ending that determines the kind of a Chinese name; "" for none.
func endingOf(name string) string {
	i := slices.IndexFunc(endings, func(e string) bool { return strings.HasSuffix(name, e) && len(e) < len(name) })
	switch {
	case i < 0:
		return ""
	case strings.HasSuffix(endings[i], "公司"), endings[i] == "合伙企业":
		return "公司"
	case strings.HasSuffix(endings[i], "法院"):
		return "法院"
	case strings.HasSuffix(endings[i], "局"), endings[i] == "厅":
		return "局"
	case strings.HasSuffix(endings[i], "书"):
		return "书"
	}
	return endings[i]
}

// level is a level of courts or of the state.
var (
	level  = lazyregexp.New(`^` + levels.String() + `$`)
	levels = lazyregexp.New(`(?:(?:基层|中级|高级|最高|专门)(?:人民)?法院|(?:国家|省|市|区县|县|区)级)`)
)

// descriptiveWords matches text that describes an entity without naming it.
var descriptiveWords = lazyregexp.New(`(?:子公司|母公司|关联公司|文书|证书)$|唯一|这|那|类纠纷|一家|两家|哪|上述|该|各|其|本案|所有|全部|另`)

// notNamePart matches text that no name of a place or an industry contains.
var notNamePart = lazyregexp.New(`所以|因此|城市|所在|位于|属于|登记|该|其|哪|全|本|此|省会|地区|市区|企业|行业|律所|法院|每|各|上市|区县|同一`)

// adverbsBefore matches adverbs at the beginning of a text that continues with a name.
var adverbsBefore = lazyregexp.New(`^(?:仅有|只有|唯有|并非|而非|绝非|不是|属于|位于|来自|分别|包括|最终|目前|实际|其中|应该?|也就|另有|还有|以及)+`)

// nextEnding returns the offset and the length of the next ending of a kind; -1 if there is
// none.
func nextEnding(text, ending string) (at, size int) {
	at, size = strings.Index(text, ending), len(ending)
	also := map[string]string{"公司": "合伙企业", "局": "厅"}[ending]
	if i := strings.Index(text, also); also != "" && i >= 0 && (at < 0 || i < at) {
		return i, len(also)
	}
	return at, size
}

// chineseNameStart returns the start of the Chinese name whose ending is at an offset.
func chineseNameStart(text string, at int) int {
	const longest = 30
	n := 0
	for i := at; i > 0 && n < longest; n++ {
		c, size := utf8.DecodeLastRuneInString(text[:i])
		if !isHan(c) && c != '(' && c != ')' && !isDigit(c) || c == '(' && !strings.Contains(text[i:at], ")") {
			return i
		}
		if c == '和' && strings.HasPrefix(text[i:], "城乡") {
			i -= size
			continue
		}
		if strings.ContainsRune("是为的由即叫系和与及或将把在对向给被即从到而但则于称按", c) {
			return i
		}
		i -= size
		if i == 0 {
			return 0
		}
	}
	return at
}

// surnames are common Chinese family names.
const surnames = "佘仲闻党桑柏苗鲍戚尤褚窦俞柳岑滕郝卞伍卜穆湛祁臧茅庞屈娄童霍凌虞柯莫裘缪嵇邢翁荀甄靳焦宓伊宫仇栾戎韶郜蒲卓屠翟贡姬扈浦晏瞿艾庾暨匡寇阙夔巩厍聂晁敖阚竺桓王李张刘陈杨黄赵周吴徐孙朱马胡郭林何高梁郑罗宋谢唐韩曹许邓萧冯曾程蔡彭潘袁于董余苏叶吕魏蒋田杜丁沈姜范江傅钟卢汪戴崔任陆廖姚方金邱夏谭韦贾邹石熊孟秦阎薛侯雷白龙段郝孔邵史毛常万顾赖武康贺严尹钱施牛洪龚查祁阮靳成邢童欧庞樊兰殷"

var (
	// personNames matches personal names in the positions of names.
	personNames = lazyregexp.New(`(?:^|[^\p{Han}\p{N}]|[是为由叫系即任和与及]|律师|院长|主任|经理|董事长|秘书|代表人|负责人|法官)([` + surnames + `][\p{Han}*]{1,2})(?:$|[^\p{Han}]|[是担任和与及或]|律师|院长|先生|女士|主任|代行|兼任|接任|出任)`)
	// officeWords matches titles and other words that begin like a personal name.
	officeWords = lazyregexp.New(`^(?:董事|董秘|经理|常务|施工|金额|万元|高级|高管|任职|段|白|钱款|江苏|江西)`)
	// longerGivenName matches the text after a name of two characters if the given name has
	// a second character.
	longerGivenName = lazyregexp.New(`^[^\P{Han}是等任吗呢了的者为兼系](?:[^\p{Han}]|$)`)
	// personName matches a text that is a personal name.
	personName = lazyregexp.New(`^[` + surnames + `][\p{Han}]{1,2}$`)
)

// isPersonName reports whether a text is the name of a person.
func isPersonName(name string) bool {
	return personName.MatchString(name) && !strings.ContainsRune("省市区县州", lastRune(name))
}

// findLatinNames finds the Latin-script names with the last word of a given name, extended
// to the left over words of a name; if capitals is set, over capitalised words only.
func (g *grading) findLatinNames(name string, capitals bool, add func([]int)) {
	text := g.answer.folded
	named := strings.Fields(name)
	kind := named[len(named)-1]
	company := slices.ContainsFunc(named, func(w string) bool { return slices.Contains(companyForms, strings.Trim(w, ",")) })
	for _, m := range latinWords.FindAllStringIndex(text, -1) {
		w := text[m[0]:m[1]]
		if !(w == kind || w == strings.TrimSuffix(kind, "s") || company && slices.Contains(companyForms, w)) {
			continue
		}
		to := m[1]
		if next := strings.TrimPrefix(text[to:], " "); company && slices.Contains(companyForms, letters(next)) {
			to += 1 + len(letters(next))
		}
		from := g.latinNameStart(m[0], len(named)+2, capitals)
		if strings.Count(text[from:to], " ") == 0 || nameContinuesIn(text[from:to], text[to:]) {
			continue
		}
		add([]int{from, to})
	}
}

var (
	// fullName matches a Latin-script personal name.
	fullName = lazyregexp.New(`^[A-Z][a-z]+ [A-Z][a-z]+$`)
	// hasCapitalisedWord matches a capitalised word within a name; causes of action have
	// none.
	hasCapitalisedWord = lazyregexp.New(` [A-Z]`)
	capitalisedNames   = lazyregexp.New(`\b[A-Z][a-zA-Z'’]+(?: [A-Z][a-zA-Z'’]+)+\b`)
	// notPersonWords are words that no personal name contains.
	notPersonWords = asSet(`manager director representative head chair chairman chairwoman president secretary court law firm company number date answer final name office city district
		province municipality county region bureau general legal board registered listed stock exchange listing profile the this that his her its it they there in on for by co group holdings limited
		dishonest closed enforcement court civil article act code street road avenue lane unit floor building centre center full current former acting managing vice deputy case source note result based according mr mrs ms dr`)
)

// shortName is a name of two or three words with nothing between them.
var shortName = lazyregexp.New(`^[A-Z][\w&'’-]*(?: [A-Z][\w&'’-]*){1,2}$`)

// lastWord returns the last word of a text.
func lastWord(text string) string { return text[strings.LastIndexByte(text, ' ')+1:] }

// findRelatedNames finds the capitalised names with the first word of a given name.
func (g *grading) findRelatedNames(name string, add func([]int)) {
	first, _, _ := strings.Cut(name, " ")
	for _, m := range capitalisedNames.FindAllString(g.answer.raw, -1) {
		folded := strings.ToLower(m)
		if !strings.HasPrefix(folded, first+" ") || slices.Contains(companyForms, lastWord(folded)) != slices.Contains(companyForms, lastWord(name)) {
			continue
		}
		if i := strings.Index(g.answer.folded, folded); i >= 0 {
			add([]int{i, i + len(folded)})
		}
	}
}

// findPersons finds the names of persons in an answer in a Latin script by their capitals.
func (g *grading) findPersons(add func([]int)) {
	for _, name := range capitalisedNames.FindAllString(g.answer.raw, -1) {
		folded := strings.ToLower(name)
		for words := strings.Fields(folded); len(words) > 2 && notPersonWords[words[0]]; {
			words = words[1:]
			folded = strings.Join(words, " ")
		}
		if strings.Count(folded, " ") != 1 {
			continue
		}
		if slices.ContainsFunc(strings.Fields(folded), func(w string) bool { return notPersonWords[w] || g.wording.pieces[stem(w)] }) {
			continue
		}
		if i := strings.Index(g.answer.folded, folded); i >= 0 {
			add([]int{i, i + len(folded)})
		}
	}
}

// latinWords are the Latin words of a folded text.
var latinWords = lazyregexp.New(`[a-z][a-z'’-]*`)

// latinNameStart returns the start of a name of at most most words whose rest begins at an
// offset.
func (g *grading) latinNameStart(at, most int, capitals bool) int {
	text, from := g.answer.folded, at
	for range most {
		before := strings.TrimRight(text[:from], " ")
		if len(before) == from || before == "" {
			return from
		}
		i := len(strings.TrimRightFunc(before, func(c rune) bool { return isLatin(c) || c == '-' || c == '\'' }))
		if strings.Trim(before[i:], "-'") == "" || functionWords[before[i:]] || notNameWords[before[i:]] || capitals && !g.hasCapital(before[i:]) {
			return from
		}
		from = i
	}
	return from
}

// hasCapital reports whether the answer writes a word with a capital somewhere, as words of
// names are. An answer without any capital may do so with every word.
func (g *grading) hasCapital(word string) bool {
	return strings.Contains(g.answer.raw, strings.ToUpper(word[:1])+word[1:]) || strings.Contains(g.answer.raw, strings.ToUpper(word)) ||
		!strings.ContainsFunc(g.answer.raw, func(c rune) bool { return c >= 'A' && c <= 'Z' })
}

// letters returns the Latin letters at the beginning of a text.
func letters(text string) string {
	if i := strings.IndexFunc(text, func(c rune) bool { return !isLatin(c) }); i >= 0 {
		return text[:i]
	}
	return text
}

// notNameWords are words before a name that are not part of it.
var notNameWords = asSet("against case cases companies firms courts between under give gives gave named called handled firm's court's company's head heads namely found only first second third latest earliest respective following answer each both every either another")
