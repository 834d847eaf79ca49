package caselaw

import (
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// A CitedArticle is an article that a case cites.
type CitedArticle struct {
	// Law is the title as the case gives it, in full where it says what a short title stands
	// for, without marks around it: 中华人民共和国公司法.
	Law string
	// Article is the article: 第十二条之一, or "Article 12-1".
	Article string
	// Cited is the citation with paragraph, item and sub-item where the case gives them:
	// 《中华人民共和国公司法》第二十二条第二款, or "Companies Act, Article 22(2)".
	Cited string
	// Version is the name of the version of the law that [CaseReading.Resolve] found; "" if it
	// found none. Unresolved then says why, and is "" if nobody looked.
	Version    string
	Unresolved Unresolved
}

// CitationsIn returns the articles that a text in a language, "zh" or "en", cites, each citation
// once, in order. A citation counts only if its law is certain, as in [CourtCase.Citations].
func CitationsIn(language, text string) []CitedArticle {
	return citationsIn(language, CasePart{{Text: text}})
}

// citationsIn returns the articles that parts of a case cite, each citation once, in order.
// A citation counts only if its law is certain: it is named beside the number, or the number
// follows another citation in an enumeration or the quotation of one.
func citationsIn(language string, parts ...CasePart) []CitedArticle {
	var all []CitedArticle
	seen := map[string]bool{}
	short := map[string]string{}
	for _, part := range parts {
		found := englishCitations(part.Text())
		if language == "zh" {
			found = chineseCitations(part.Text(), short)
		}
		for _, c := range found {
			if !seen[c.Cited] {
				seen[c.Cited] = true
				all = append(all, c)
			}
		}
	}
	return all
}

const chineseNumber = `[〇零一二三四五六七八九十百千两\d]+`

var (
	// chineseReference matches the title of a law, a short title that is introduced, and an
	// article's number.
	chineseReference = lazyregexp.New(
		`(?:以下)?简称[“《]?(?P<short>[\p{Han}（）]{2,30}?)[”》）]` +
			`|《(?P<title>(?:[^《》]|《[^《》]*》)+)》` +
			`|(?P<plain>\p{Han}{0,20}(?:法典|法|条例|规定|办法|解释))?第(?P<article>` + chineseNumber + `)条(?:之(?P<branch>[一二三四五六七八九十]+))?` +
			`(?:第(?P<paragraph>` + chineseNumber + `)款)?(?:第[（(]?(?P<item>` + chineseNumber + `)[）)]?项)?(?:第(?P<subitem>` + chineseNumber + `)目)?`)
	// chineseLead is what stands before the name of a law in a sentence.
	chineseLead = lazyregexp.New(`^.*(?:依据|依照|根据|按照|违反了?|适用|参照|符合|所称|属于|以及|规定了)`)
	// chineseSelf matches a name by which a law speaks of itself.
	chineseSelf = lazyregexp.New(`(?:^|[^基根])本(?:法典|法|条例|规定|办法|解释|细则|决定)$`)
	// chineseLaw matches titles of laws, not of contracts and minutes.
	chineseLaw = lazyregexp.New(`(?:法|法典|条例|规定|办法|解释|规则|细则|决定|通则|意见|批复|通知|解答|标准)(?:（[^）]*）)*$`)
	// enumerates matches what may stand between two numbers of articles of one law.
	enumerates = lazyregexp.New(`^(?:(?:的?规定)?[、，]?(?:和|及|以及|与|或者?)?|(?:的?规定)[：:，]“[^《》]*”)$`)
)

// chineseCitations returns the citations in a text. Short has the full titles by the short
// ones that were introduced so far, and gets those that the text introduces.
func chineseCitations(text string, short map[string]string) []CitedArticle {
	var all []CitedArticle
	group := func(m []int, name string) string {
		i := 2 * chineseReference.SubexpIndex(name)
		if m[i] < 0 {
			return ""
		}
		return text[m[i]:m[i+1]]
	}
	law, after := "", 0 // the law last cited or named, and where that ended
	for _, m := range chineseReference.FindAllStringSubmatchIndex(text, -1) {
		between := text[after:m[0]]
		switch title, plain := group(m, "title"), group(m, "plain"); {
		case group(m, "short") != "":
			if law != "" {
				short[group(m, "short")] = law
			}
			continue
		case title != "":
			law, after = fullTitle(value.InnerTitles(title), short), m[1]
			continue
		case chineseSelf.MatchString(plain):
			continue // of the law whose text is quoted, which need not be the one named last
		case plain == "该法" || strings.HasSuffix(plain, "”该法"):
		case plain != "":
			law = fullTitle(chineseLead.ReplaceAllString(plain, ""), short)
		case !follows(between):
			law = ""
		}
		after = m[1]
		if !chineseLaw.MatchString(law) || law == "该法" {
			continue
		}
		c := CitedArticle{Law: law, Article: "第" + chineseNumeral(group(m, "article")) + "条"}
		if branch := group(m, "branch"); branch != "" {
			c.Article += "之" + branch
		}
		c.Cited = "《" + law + "》" + c.Article
		for _, level := range []struct{ name, before, behind string }{{"paragraph", "第", "款"}, {"item", "第（", "）项"}, {"subitem", "第", "目"}} {
			if number := group(m, level.name); number != "" {
				c.Cited += level.before + chineseNumeral(number) + level.behind
			}
		}
		all = append(all, c)
	}
	return all
}

// follows reports whether a number of an article goes on with the law named before the text
// between the two: nothing stands between but a note in brackets, or the numbers are
// enumerated, or the words of the former article are quoted.
func follows(between string) bool {
	return between == "" || brackets.MatchString(between) || enumerates.MatchString(between)
}

var brackets = lazyregexp.New(`^(?:[（(][^（）()]*[）)])+$`)

// fullTitle returns the title for which a short one stands.
func fullTitle(title string, short map[string]string) string {
	if full := short[title]; full != "" {
		return full
	}
	return title
}

// chineseNumeral writes a number as statutes do, 第二十二条; a text that is no number below
// ten thousand stays as it is.
func chineseNumeral(number string) string {
	n, err := strconv.Atoi(number)
	if err != nil || n <= 0 || n >= 10_000 {
		return strings.NewReplacer("〇", "零", "两", "二").Replace(number)
	}
	digits := []string{"零", "一", "二", "三", "四", "五", "六", "七", "八", "九"}
	var b strings.Builder
	zero := false
	for _, power := range []struct {
		value int
		name  string
	}{{1000, "千"}, {100, "百"}, {10, "十"}, {1, ""}} {
		d := n / power.value % 10
		if d == 0 {
			zero = b.Len() > 0
			continue
		}
		if zero {
			b.WriteString("零")
			zero = false
		}
		if d != 1 || power.value != 10 || b.Len() > 0 {
			b.WriteString(digits[d])
		}
		b.WriteString(power.name)
	}
	return b.String()
}

// englishReference matches "Article 12-1(2)(c) of the Companies Act" and "Companies Act,
// Article 12".
var englishReference = lazyregexp.New(
	`(?:Article|Section|Art\.|article|section) (?P<number>\d+(?:-\d+)?)(?P<below>(?:\(\w+\))*) of the (?P<law>` + englishTitle + `)` +
		`|(?P<law2>` + englishTitle + `),? (?:Article|Section|Art\.) (?P<number2>\d+(?:-\d+)?)(?P<below2>(?:\(\w+\))*)`)

// englishTitle matches titles of laws. The subject may follow the word for the law: "Interpretation
// on Sale of Goods".
const (
	englishWord  = `(?:[A-Z][\w'-]*|of|on|and|for|the|in|to|by|with|against|from|at)`
	englishTitle = `[A-Z][\w'-]*(?: ` + englishWord + `)*? (?:(?:Act|Code|Law|Ordinance|Rules)(?: Implementing Order)?` +
		`|(?:Regulations?|Order|Interpretation)(?: Implementing Order)?(?: on [A-Z][\w'-]*(?: ` + englishWord + `)*)?)(?: \(No\. \d+\))?`
)

// englishNext is what may follow a title and is no part of it.
var englishNext = lazyregexp.New(`(?: (?:and|of|on|for|the|in|to|by|with|against|from|at))+(?: (?:Article|Section|Art)\b.*)?$`)

func englishCitations(text string) []CitedArticle {
	var all []CitedArticle
	for _, m := range englishReference.FindAllStringSubmatch(text, -1) {
		group := func(name string) string {
			return m[englishReference.SubexpIndex(name)] + m[englishReference.SubexpIndex(name+"2")]
		}
		law := strings.TrimPrefix(englishNext.ReplaceAllString(group("law"), ""), "The ")
		c := CitedArticle{Law: law, Article: "Article " + group("number")}
		c.Cited = c.Law + ", " + c.Article + group("below")
		all = append(all, c)
	}
	return all
}
