package score

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// code is a run of letters and digits, hyphens within.
var code = regexp.MustCompile(`[a-z0-9]+(?:-[a-z0-9]+)*`)

// caseNumber is a case number in folded text: (2019)沪0104执1779号,
// "(2019) km0104 civ. app. no. 1779", and a decision number with its year in brackets.
var caseNumber = regexp.MustCompile(`\p{Han}{0,8}\(\d{4}\) ?(?:[^\s,;。、()|]{1,24}?号|[a-z]{2}\d{0,8} [a-z. ]{1,24}?no\. ?\d+|no\. ?\d+)`)

// sameKind returns the places in the answer of other names of the same kind as an expected
// text: case numbers, codes of the same shape, and names with the same ending.
func (g *grading) sameKind(e *expectation) (spans [][2]int) {
	if len(e.folded) == 0 {
		return nil
	}
	text := g.answer.folded
	add := func(m []int) { spans = append(spans, [2]int{m[0], m[1]}) }
	for _, t := range e.folded[:1] {
		_, says := opposite(t)
		switch {
		case says: // 是上市公司 is no name
		case caseNumber.FindString(t) == t, caseNumber.FindString(t) != "" && fileName.MatchString(t):
			for _, m := range caseNumber.FindAllStringIndex(text, -1) {
				prefix := text[m[0] : m[0]+strings.IndexByte(text[m[0]:], '(')]
				if t[0] == '(' {
					m[0] += len(prefix)
				} else if said := sayingBefore.FindString(prefix); said != "" { // 案号为(2020)…
					m[0] += len(said)
				}
				add(m)
			}
		case code.FindString(t) == t && strings.ContainsAny(t, "0123456789"):
			for _, m := range code.FindAllStringIndex(text, -1) {
				if shape(text[m[0]:m[1]]) == shape(t) && (strings.ContainsFunc(t, latin) || !strings.ContainsFunc(text[m[0]:m[1]], latin)) && !joins(text, m[0], m[1]) {
					add(m)
				}
			}
		case addressed.MatchString(t):
			for _, m := range addressed.FindAllStringIndex(text, -1) {
				m[0] += strings.LastIndexAny(text[m[0]:m[1]], "为是") + 1
				for m[0] < m[1] && !utf8.RuneStart(text[m[0]]) {
					m[0]++
				}
				add(m)
			}
		case han(lastRune(t)), strings.HasSuffix(t, ")") && han(firstRune(t)):
			hanAlike(text, strings.TrimSpace(trailing.ReplaceAllString(t, "")), func(m []int) {
				said := text[m[0]:m[1]]
				if !(labels.MatchString(text[m[1]:]) && (g.wording.shareOf(said) >= 0.5 || roles.MatchString(said))) {
					add(m)
				}
			})
		case unicode.Is(unicode.Latin, lastRune(t)) && strings.Contains(t, " "):
			g.wordsAlike(t, capitalised.MatchString(e.keyword), add)
			if fullName.MatchString(e.keyword) {
				g.personsAlike(add)
			}
			if shortName.MatchString(e.keyword) && !slices.Contains(forms, lastOf(t)) && !titled[lastOf(t)] {
				g.relatedNames(t, add)
			}
		}
	}
	if pattern := addressLike(e.folded[0]); pattern != nil {
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

// sayingBefore matches the words before the number of a case, as 案号为.
var sayingBefore = regexp.MustCompile(`^.*[为是的系即]`)

// mailbox and site are addresses of people and pages.
var (
	mailbox = regexp.MustCompile(`[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+`)
	site    = regexp.MustCompile(`(?:https?://)?www\.[a-z0-9-]+(?:\.[a-z0-9-]+)+`)
)

// addressLike returns the pattern of the addresses of which a text is one; nil for none.
func addressLike(text string) *regexp.Regexp {
	switch {
	case mailbox.FindString(text) == text:
		return mailbox
	case site.FindString(text) == text:
		return site
	}
	return nil
}

// quoted is a Chinese name in quotation marks.
var quoted = regexp.MustCompile(`[“"]([^“”"\n]{2,90})[”"]`)

// fileName is the end of the name of a file.
var fileName = regexp.MustCompile(`\.[a-z]{2,4}$`)

// labels follows words that ask, as in 原告律师事务所是.
var labels = regexp.MustCompile(`^(?:\([^()]{0,12}\))?(?:的?(?:名称|全称|名字))?(?:是|为|:)`)

// roles are words for a part in a case, with what plays it.
var roles = regexp.MustCompile(`^(?:原告|被告|第三人|代理|执行|审理|承办|管辖|起诉|应诉|受托|委托|被执行|申请|登记|主管|处罚|被处罚|涉案|关联|终本|失信|限制高消费|被?限高|基层|管理|上级|一审|二审|终审|原审|经办|方|人|的)+(?:公司|法院|律师事务所|律所|局|机关)$`)

// trailing is what stands in brackets at the end of a name.
var trailing = regexp.MustCompile(`\([^()]*\)$`)

// addressed is a Chinese address: a street with a number.
var addressed = regexp.MustCompile(`[\p{Han}0-9a-z]{2,30}?(?:路|街|道|巷|弄|里)(?:[东西南北]段|[一二三四五六七八九十]+段)?[0-9]+号[\p{Han}0-9a-z\-]{0,30}`)

// shape returns a code with every digit the same, and every letter where there is
// no digit.
func shape(code string) string {
	letters := !strings.ContainsAny(code, "0123456789")
	return strings.Map(func(c rune) rune {
		switch {
		case digit(c):
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

// hanAlike finds the names of the kind of a Chinese one: those with its ending, and for
// the name of a person those that stand where a name stands.
func hanAlike(text, name string, add func([]int)) {
	if person(name) {
		for _, m := range people.FindAllStringSubmatchIndex(text, -1) {
			if !office.MatchString(text[m[2]:m[3]]) {
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
		k, n := next(text[at:], ending)
		if k < 0 {
			return
		}
		to := at + k + n
		from := nameStart(text, at+k)
		from += len(adverbs.FindString(text[from : at+k]))
		if i := strings.LastIndex(text[from:at+k], "公司"); i >= 0 && ending == "公司" {
			from += i + len("公司") // 子公司松屿能源有限公司
		}
		at = to
		n = utf8.RuneCountInString(text[from:to])
		if level.MatchString(text[from:to]) || endingOf(text[from:to]) != ending || unnamed.MatchString(text[from:to]) {
			continue
		}
		if n <= utf8.RuneCountInString(ending)+1 || ending == "公司" && n < 6 || ending == "法院" && n < 5 || ending != "局" && len(ending) <= len("业") && (n > short+2 || n < short-1 || ordinary.MatchString(text[from:to])) {
			continue
		}
		if goesOn(text[from:to], text[to:]) {
			continue
		}
		add([]int{from, to})
	}
}

// endingOf returns the ending that tells the kind of a Chinese name; "" for none.
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
	level  = regexp.MustCompile(`^` + levels.String() + `$`)
	levels = regexp.MustCompile(`(?:(?:基层|中级|高级|最高|专门)(?:人民)?法院|(?:国家|省|市|区县|县|区)级)`)
)

// unnamed is in words that describe and do not name.
var unnamed = regexp.MustCompile(`(?:子公司|母公司|关联公司|文书|证书)$|唯一|这|那|类纠纷|一家|两家|哪|上述|该|各|其|本案|所有|全部|另`)

// ordinary is in a word that is no name of a place or a trade.
var ordinary = regexp.MustCompile(`所以|因此|城市|所在|位于|属于|登记|该|其|哪|全|本|此|省会|地区|市区|企业|行业|律所|法院|每|各|上市|区县|同一`)

// adverbs are words right before a name that are not of it.
var adverbs = regexp.MustCompile(`^(?:仅有|只有|唯有|并非|而非|绝非|不是|属于|位于|来自|分别|包括|最终|目前|实际|其中|应该?|也就|另有|还有|以及)+`)

// next returns where the next ending of a kind begins and how long it is; -1 for none.
func next(text, ending string) (at, size int) {
	at, size = strings.Index(text, ending), len(ending)
	also := map[string]string{"公司": "合伙企业", "局": "厅"}[ending]
	if i := strings.Index(text, also); also != "" && i >= 0 && (at < 0 || i < at) {
		return i, len(also)
	}
	return at, size
}

// nameStart returns where the Chinese name that goes on at a place begins.
func nameStart(text string, at int) int {
	const longest = 30
	n := 0
	for i := at; i > 0 && n < longest; n++ {
		c, size := utf8.DecodeLastRuneInString(text[:i])
		if !han(c) && c != '(' && c != ')' && !digit(c) || c == '(' && !strings.Contains(text[i:at], ")") {
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
	// people are names of persons where they stand by themselves.
	people = regexp.MustCompile(`(?:^|[^\p{Han}\p{N}]|[是为由叫系即任和与及]|律师|院长|主任|经理|董事长|秘书|代表人|负责人|法官)([` + surnames + `][\p{Han}*]{1,2})(?:$|[^\p{Han}]|[是担任和与及或]|律师|院长|先生|女士|主任|代行|兼任|接任|出任)`)
	// office is a word for an office that begins like a name.
	office = regexp.MustCompile(`^(?:董事|董秘|经理|常务|施工|金额|万元|高级|高管|任职|段|白|钱款|江苏|江西)`)
	// longerName follows a family name and a given name of one character that has another.
	longerName = regexp.MustCompile(`^[^\P{Han}是等任吗呢了的者为兼系](?:[^\p{Han}]|$)`)
	// personal is the name of a person alone.
	personal = regexp.MustCompile(`^[` + surnames + `][\p{Han}]{1,2}$`)
)

// person reports whether a text is the name of a person.
func person(name string) bool {
	return personal.MatchString(name) && !strings.ContainsRune("省市区县州", lastRune(name))
}

// wordsAlike finds the names in a Latin script that end as a given one does, as far back
// as their words read like a name; where the given one has capitals, theirs have too.
func (g *grading) wordsAlike(name string, capitals bool, add func([]int)) {
	text := g.answer.folded
	named := strings.Fields(name)
	kind := named[len(named)-1]
	company := slices.ContainsFunc(named, func(w string) bool { return slices.Contains(forms, strings.Trim(w, ",")) })
	for _, m := range words.FindAllStringIndex(text, -1) {
		w := text[m[0]:m[1]]
		if !(w == kind || w == strings.TrimSuffix(kind, "s") || company && slices.Contains(forms, w)) {
			continue
		}
		to := m[1]
		if next := strings.TrimPrefix(text[to:], " "); company && slices.Contains(forms, letters(next)) {
			to += 1 + len(letters(next))
		}
		from := g.wordsStart(m[0], len(named)+2, capitals)
		if strings.Count(text[from:to], " ") == 0 || goesOn(text[from:to], text[to:]) {
			continue
		}
		add([]int{from, to})
	}
}

var (
	// fullName is what the name of a person in a Latin script looks like.
	fullName = regexp.MustCompile(`^[A-Z][a-z]+ [A-Z][a-z]+$`)
	// capitalised is a capital within a name, as causes of action have none.
	capitalised = regexp.MustCompile(` [A-Z]`)
	capitals    = regexp.MustCompile(`\b[A-Z][a-zA-Z'’]+(?: [A-Z][a-zA-Z'’]+)+\b`)
	// titled are words that stand in no name of a person.
	titled = asSet(`manager director representative head chair chairman chairwoman president secretary court law firm company number date answer final name office city district
		province municipality county region bureau general legal board registered listed stock exchange listing profile the this that his her its it they there in on for by co group holdings limited
		dishonest closed enforcement court civil article act code street road avenue lane unit floor building centre center full current former acting managing vice deputy case source note result based according mr mrs ms dr`)
)

// shortName is a name of two or three words with nothing between them.
var shortName = regexp.MustCompile(`^[A-Z][\w&'’-]*(?: [A-Z][\w&'’-]*){1,2}$`)

// lastOf returns the last word of a text.
func lastOf(text string) string { return text[strings.LastIndexByte(text, ' ')+1:] }

// relatedNames finds the capitalised names that begin as a given one does.
func (g *grading) relatedNames(name string, add func([]int)) {
	first, _, _ := strings.Cut(name, " ")
	for _, m := range capitals.FindAllString(g.answer.raw, -1) {
		folded := strings.ToLower(m)
		if !strings.HasPrefix(folded, first+" ") || slices.Contains(forms, lastOf(folded)) != slices.Contains(forms, lastOf(name)) {
			continue
		}
		if i := strings.Index(g.answer.folded, folded); i >= 0 {
			add([]int{i, i + len(folded)})
		}
	}
}

// personsAlike finds the names of persons in an answer in a Latin script by their capitals.
func (g *grading) personsAlike(add func([]int)) {
	for _, name := range capitals.FindAllString(g.answer.raw, -1) {
		folded := strings.ToLower(name)
		for words := strings.Fields(folded); len(words) > 2 && titled[words[0]]; {
			words = words[1:]
			folded = strings.Join(words, " ")
		}
		if strings.Count(folded, " ") != 1 {
			continue
		}
		if slices.ContainsFunc(strings.Fields(folded), func(w string) bool { return titled[w] || g.wording.pieces[stem(w)] }) {
			continue
		}
		if i := strings.Index(g.answer.folded, folded); i >= 0 {
			add([]int{i, i + len(folded)})
		}
	}
}

// words are the Latin words of a folded text.
var words = regexp.MustCompile(`[a-z][a-z'’-]*`)

// wordsStart returns where a name of so many words at most begins that goes on at a place.
func (g *grading) wordsStart(at, most int, capitals bool) int {
	text, from := g.answer.folded, at
	for range most {
		before := strings.TrimRight(text[:from], " ")
		if len(before) == from || before == "" {
			return from
		}
		i := len(strings.TrimRightFunc(before, func(c rune) bool { return latin(c) || c == '-' || c == '\'' }))
		if strings.Trim(before[i:], "-'") == "" || function[before[i:]] || verbs[before[i:]] || capitals && !g.capital(before[i:]) {
			return from
		}
		from = i
	}
	return from
}

// capital reports whether the answer writes a word with a capital somewhere, as words of
// names are. An answer without any capital may do so with every word.
func (g *grading) capital(word string) bool {
	return strings.Contains(g.answer.raw, strings.ToUpper(word[:1])+word[1:]) || strings.Contains(g.answer.raw, strings.ToUpper(word)) ||
		!strings.ContainsFunc(g.answer.raw, func(c rune) bool { return c >= 'A' && c <= 'Z' })
}

// letters returns the letters that a text begins with.
func letters(text string) string {
	if i := strings.IndexFunc(text, func(c rune) bool { return !latin(c) }); i >= 0 {
		return text[:i]
	}
	return text
}

// verbs are words before a name that are not of it.
var verbs = asSet("against case cases companies firms courts between under give gives gave named called handled firm's court's company's head heads namely found only first second third latest earliest respective following answer each both every either another")
