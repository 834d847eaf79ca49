package casetext

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

// style is what grammars cannot write in one language.
type style struct {
	day      func(t time.Time) string
	money    func(yuan int) string
	percent  func(n int) string
	number   func(year int, court string, serial int) string
	cite     func(law, article string, paragraph int) string // a provision as the statutes' table names it
	provides func(law, article string, paragraph int) string // a provision within a sentence
	title    func(law string) string                         // a title within a sentence
	it       func(self string) string                        // a law named before, by what it calls itself
	headings headings
	gap      string // between sentences
	// person matches the roles of natural persons.
	person *regexp.Regexp
}

// headings are the headings of the sections.
type headings struct {
	number, court, cause, decided, happened, facts, outcome, focus, reasoning, citations, colon string
}

// styleOf returns the style of a language.
func styleOf(language string) style {
	if language == "zh" {
		return chinese
	}
	return english
}

var chinese = style{
	day: func(t time.Time) string { return fmt.Sprintf("%d年%d月%d日", t.Year(), int(t.Month()), t.Day()) },
	money: func(yuan int) string {
		if yuan%10_000 == 0 {
			return strconv.Itoa(yuan/10_000) + "万元"
		}
		return strconv.Itoa(yuan) + "元"
	},
	percent: func(n int) string { return "百分之" + statute.Numeral(n) },
	number: func(year int, court string, serial int) string {
		return fmt.Sprintf("（%d）%s民初%d号", year, court, serial)
	},
	cite: citeChinese, provides: citeChinese,
	title:    func(law string) string { return "《" + law + "》" },
	it:       func(self string) string { return "该" + strings.TrimPrefix(self, "本") },
	headings: headings{"案号", "审理法院", "案由", "裁判日期", "事实发生日期", "基本案情", "裁判结果", "争议焦点", "裁判理由", "相关法条", "："},
	person: regexp.MustCompile(`消费者|购买者|购房人|购车人|售车人|分期购买人|租客|房东|老人|学员|旅客|乘车人|乘员|寄件人|车主|农户|种植户|受保障人|^业主|` +
		`借用人|出借人|按揭借款人|小额借款人|社员|(?:^|[^执发])行人|患者|受害人|职工|劳动者|人员|被伤害人|被砸伤人|饲养人|骑行人|机动车所有人|住宅所有人|居住权人|居民|` +
		`著作权人|股东|董事|^员工|的个人$|^服务对象$`),
}

func citeChinese(law, article string, paragraph int) string {
	s := "《" + law + "》" + article
	if paragraph > 0 {
		s += "第" + statute.Numeral(paragraph) + "款"
	}
	return s
}

var english = style{
	day: func(t time.Time) string { return t.Format("2 January 2006") },
	money: func(yuan int) string {
		s := strconv.Itoa(yuan)
		for i := len(s) - 3; i > 0; i -= 3 {
			s = s[:i] + "," + s[i:]
		}
		return s + " yuan"
	},
	percent: func(n int) string { return strconv.Itoa(n) + " per cent" },
	number: func(year int, court string, serial int) string {
		return fmt.Sprintf("(%d) %s Civil First %d", year, court, serial)
	},
	cite: func(law, article string, paragraph int) string {
		return law + ", " + article + englishParagraph(paragraph)
	},
	provides: func(law, article string, paragraph int) string {
		return article + englishParagraph(paragraph) + " of the " + law
	},
	title:    func(law string) string { return law },
	it:       func(self string) string { return self },
	headings: headings{"Case number", "Court", "Cause of action", "Date of decision", "Date of the facts", "Facts", "Outcome", "Issue", "Reasoning", "Citations", ": "},
	gap:      " ",
	person: regexp.MustCompile(`\b(?:consumer|home buyer|instalment buyer|tenant|landlord|resident|trainee|rider|sender|vehicle owner|unit owner|owner of the home|farm household|farmer|grower|` +
		`person|private|microcredit client|member|pedestrian|patient|injured|victim|workers?|employee|earner|occupant|registered keeper|holder of the right|shareholder|director|miner|equipment hand)\b|` +
		`^(?:customer|vendor|purchaser|passenger|owner|keeper|author|mortgagor|transferor)$`),
}

func englishParagraph(n int) string {
	if n == 0 {
		return ""
	}
	return "(" + strconv.Itoa(n) + ")"
}

// capital begins a text with a capital letter, if it has one.
func capital(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	if n == 0 {
		return ""
	}
	return string(unicode.ToUpper(r)) + text[n:]
}
