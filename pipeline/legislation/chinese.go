package legislation

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// chinese is the grammar of the laws of China: 编, 章, 节, 条, 款, 项 and 目.
func chinese() *grammar {
	return &grammar{
		language: "zh", contents: "目录",
		mark: markChinese,
		article: func(u unit) string {
			label := "第" + formatHan(u.article) + "条"
			if u.branch > 0 {
				label += "之" + formatHan(u.branch)
			}
			return label
		},
		paragraph: func(u unit) string { return "第" + formatHan(u.paragraph) + "款" },
		item: func(u unit) string {
			label := "第（" + formatHan(u.item) + "）项"
			if u.itemBranch > 0 {
				label += "之" + formatHan(u.itemBranch)
			}
			return label
		},
		subitem: func(u unit) string { return fmt.Sprintf("第%d目", u.subitem) },
		cite: func(law string, labels [4]string) string {
			return "《" + law + "》" + strings.Join(labels[:], "")
		},
		versionName: func(law, day string, r role, verb string) string {
			if r == noRole {
				verb = "文本"
			}
			return "《" + law + "》（" + day + verb + "）"
		},
		formatDay:     func(y, m, d int) string { return fmt.Sprintf("%d年%d月%d日", y, m, d) },
		kind:          chineseKind,
		events:        chineseEvents,
		force:         chineseForce,
		repeals:       chineseRepeals,
		abbreviations: chineseAbbreviations,
		references:    chineseReferences,
		earlierLaw:    zhEarlierLaw, pendingCases: zhPendingCases, conditional: zhConditional, besideRule: zhBesideRule, transitional: zhTransitional,
	}
}

const hanNumber = `[` + hanNumerals + `0-9０-９]+`

var (
	zhArticle = lazyregexp.New(`^第[ 　]*(` + hanNumber + `)(?:-([0-9]{1,2}))?[ 　]*[条條](?:[ 　]*之[ 　]*(` + hanNumber + `))?`)
	zhPart    = lazyregexp.New(`^第` + hanNumber + `[款项項目]`)
	zhHeading = lazyregexp.New(`^第[ 　]*` + hanNumber + `[ 　]*(分编|分編|编|編|章|节|節)`)
	zhListed  = lazyregexp.New(`^([` + hanNumerals + `]+)[、．.][ 　]*`)
	zhItem    = lazyregexp.New(`^[（(][ 　]*([` + hanNumerals + `]+)[ 　]*[）)](?:之([` + hanNumerals + `]+))?[ 　]*`)
	zhSubitem = lazyregexp.New(`^([0-9０-９]{1,2})[ 　]*[．.、][ 　]*`)
	zhAnnex   = lazyregexp.New(`^附[ 　]*[件表录錄图圖]?[ 　]*` + `[` + hanNumerals + `0-9]*[ 　]*[:：]?`)
)

// A sentence says of earlier facts or pending cases as such which law applies to them, of this law
// and no other, and without a condition: 本法施行前发生的…，适用当时的规定。
var (
	zhEarlierLaw   = lazyregexp.New(`(?:^|[。；])` + zhThisLaw + `(?:公布)?(?:施行|实施|生效)(?:以前|之前|前)(?:已经?)?(?:发生|订立|签订|成立)的[^。；，]{1,40}，适用当时(?:有效)?的(?:有关)?(?:规定|法律|法律规定|法律、法规)(?:的规定)?[；。]`)
	zhPendingCases = lazyregexp.New(`(?:^|[。；])` + zhThisLaw + `(?:公布)?(?:施行|实施|生效)后，?(?:人民法院)?` +
		`(?:(?:尚未审结|尚未终审|正在审理)的[^。；，]{0,24}案件，?|[^。；，]{0,24}案件(?:尚未审结|尚未终审|尚在一审或者二审阶段)的，)适用` + zhThisLaw + `(?:的?规定)?[；。]`)
	zhTransitional = lazyregexp.New(zhThisLaw + `(?:公布)?(?:施行|实施|生效)(?:以|之)?[前后]|(?:处罚|刑罚|责任)[^。；，]*(?:[较更]轻|轻于)` +
		`|(?:[较更从减]轻|有利|持续|连续|延续|协商|约定|协议|同意|前[款条])[^。；]*(?:适用|依照|按照)(?:` + zhThisLaw + `|新法|新的?规[定则])(?:的?规定)?(?:处理|办理|处罚|执行)?(?:[。；，]|$)`)
	zhBesideRule = lazyregexp.New(`^(?:` + zhThisLaw + `(?:自[^，]{1,20}起(?:施行|实施|生效)|的施行日期为[^，]{1,20})|(?:自该日起，)?《[^，》]+》(?:同时废止|不再适用)` +
		`|(?:` + zhThisLaw + `(?:施行|实施|生效)(?:以前|之前|前))?已经?(?:审结|终审).{0,40}，不再?适用(?:` + zhThisLaw + `)?|当事人可以协商改用新的规则|其后续期的，适用新的要求)$`)
	zhConditional = lazyregexp.New(`如果|但是|，但|除外|另有规定|除.{0,20}外|尚未履行`)
)

const zhThisLaw = `本(?:法|条例|规定|办法|解释|规则|细则|决定|通则)`

// headingLength is how many bytes a heading has at most: 40 Chinese characters.
const headingLength = 120

// markChinese implements [grammar.mark].
func markChinese(line string, markdown bool) mark {
	if m := zhHeading.FindStringSubmatchIndex(line); m != nil && (markdown || isTitle(line)) && separates(line[m[1]:]) {
		return mark{kind: headingMark, rank: map[string]rank{"编": partRank, "編": partRank, "分编": subpartRank, "分編": subpartRank,
			"章": chapterRank, "节": sectionRank, "節": sectionRank}[line[m[2]:m[3]]]}
	}
	if strings.HasPrefix(line, "附") && !strings.HasPrefix(line, "附则") && (markdown || isTitle(strings.TrimRight(line, ":：")) || strings.HasPrefix(line, "附件")) {
		if size := len(zhAnnex.FindString(line)); size > len("附") || size == len(line) || strings.HasPrefix(line, "附：") {
			return mark{kind: annexMark}
		}
	}
	if m := zhArticle.FindStringSubmatch(line); m != nil {
		return markArticle(line, m)
	}
	listed := zhListed.FindStringSubmatch(line)
	if markdown || listed != nil && isTitle(line) {
		return mark{kind: headingMark, rank: chapterRank}
	}
	if listed != nil {
		n, _ := parseNumber(listed[1])
		return mark{kind: itemMark, number: n, size: len(listed[0]), listed: true}
	}
	if r, size := utf8.DecodeRuneInString(line); r >= '㈠' && r <= '㈩' {
		return mark{kind: itemMark, number: int(r-'㈠') + 1, size: size}
	}
	if m := zhItem.FindStringSubmatch(line); m != nil && !continuesList(line[len(m[0]):]) {
		n, _ := parseNumber(m[1])
		branch, _ := parseNumber(m[2])
		return mark{kind: itemMark, number: n, branch: branch, size: len(m[0])}
	}
	if m := zhSubitem.FindStringSubmatch(line); m != nil && !startsWithDigit(line[len(m[0]):]) {
		n, _ := parseNumber(m[1])
		return mark{kind: subitemMark, number: n, size: len(m[0])}
	}
	return mark{}
}

// markArticle reads the mark of an article. Spaces or emphasis after the number make it
// certain; else the text may be a citation at the beginning of a line.
func markArticle(line string, m []string) mark {
	n, ok := parseNumber(m[1])
	branch, _ := parseNumber(m[2] + m[3])
	rest := line[len(m[0]):]
	if !ok || n == 0 {
		return mark{}
	}
	found := mark{kind: articleMark, number: n, branch: branch, certain: separates(rest) || strings.HasPrefix(rest, "【")}
	if !found.certain && continuesCitation(rest) {
		return mark{}
	}
	found.size = len(line) - len(trimLeft(rest))
	return found
}

// separates reports whether what follows a number cannot belong to the same sentence.
func separates(rest string) bool { return rest == "" || trimLeft(rest) != rest }

// trimLeft removes spaces and emphasis.
func trimLeft(s string) string { return strings.TrimLeft(s, " \t　\u00a0*\u200b\ufeff") }

// continuesCitation reports whether a text goes on after a citation, rather than an article
// after its number.
func continuesCitation(rest string) bool {
	for _, word := range []string{"的", "、", "，", "。", "；", "和", "或", "至", "到", "与", "及", "规定", "規定", "所", "款", "项", "中", "以", "之", "》", "）", "”"} {
		if strings.HasPrefix(rest, word) {
			return true
		}
	}
	return zhPart.MatchString(rest)
}

// continuesList reports whether what follows a bracketed number makes it a citation of items.
func continuesList(rest string) bool {
	if strings.HasPrefix(rest, "项") {
		return !strings.HasPrefix(rest, "项目")
	}
	return strings.HasPrefix(rest, "、") || strings.HasPrefix(rest, "至（") || strings.HasPrefix(rest, "和（")
}

func startsWithDigit(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// isTitle reports whether a line is as short as a heading and does not end like a sentence.
func isTitle(line string) bool {
	return len(line) <= headingLength && !endsSentence(line)
}

// endsSentence reports whether a line ends in punctuation.
func endsSentence(line string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(line, " 　*\r\u200b"))
	return strings.ContainsRune("。；;：:.，,、！？!?”’…", last)
}

// chineseKind implements [grammar.kind].
func chineseKind(title, block string) string {
	local := lazyregexp.New(`(省|市|自治区|自治州)[^全]{0,12}人民代表大会`)
	switch {
	case strings.HasPrefix(title, "最高人民法院"), strings.HasPrefix(title, "最高人民检察院"):
		return "司法解释"
	case strings.Contains(title, "宪法"):
		return "宪法"
	case local.MatchString(block):
		return "地方性法规"
	case strings.HasSuffix(title, "法"), strings.Contains(block, "全国人民代表大会"):
		return "法律"
	case strings.Contains(block, "国务院"):
		return "行政法规"
	case strings.Contains(block, "部令"), strings.Contains(block, "局令"), strings.Contains(block, "委员会令"):
		return "部门规章"
	}
	return ""
}
