package ruling

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/statute"
)

type chinese struct{}

func (chinese) columns() (doc, abstract []string) {
	return []string{"关联公司", "标题", "案号", "文书类型", "原告", "被告", "原告律师事务所", "被告律师事务所", "案由", "涉案金额（元）", "判决结果", "日期", "文件名"},
		[]string{"文件名", "案号", "文本摘要"}
}

func (chinese) names(list []string) string { return strings.Join(list, "、") }

func (chinese) role(r role, _ bool) string {
	return [...]string{"原告", "被告", "上诉人", "被上诉人", "再审申请人", "被申请人", "申请执行人", "被执行人"}[r]
}

func (chinese) sum(t *name.Namer, cents int64, style int) string {
	const tenThousand = 10_000 * 100
	switch {
	case style < 3 && cents >= 10*tenThousand && cents%(tenThousand/100) == 0:
		return t.Plain(cents/10_000) + "万元"
	case style > 7:
		return grouped(yuan(t, cents)) + "元"
	}
	return yuan(t, cents) + "元"
}

func (chinese) rate(bank string, tenths int, due, decided society.Day) string {
	of := func(rate string) string {
		if tenths == 10 {
			return rate
		}
		return rate + "的" + multiple(tenths) + "倍"
	}
	old, prime := of(bank+"公布的同期同类贷款基准利率"), of(bank+"授权公布的同期贷款市场报价利率")
	switch {
	case decided < primeRateDay:
		return old
	case due >= primeRateDay:
		return prime
	}
	return old + "（自" + chinese{}.day(primeRateDay) + "起为" + prime + "）"
}

func (chinese) day(d society.Day) string {
	y, m, n := d.Date()
	return fmt.Sprintf("%d年%d月%d日", y, m, n)
}

func (chinese) form(f society.RulingForm) string {
	return [...]string{"民事判决书", "民事裁定书", "执行裁定书", "行政判决书", "行政裁定书"}[f]
}

func (chinese) sides(plaintiffs, defendants []string, comma, cut bool) string {
	joint := "与"
	if comma {
		joint = "、"
	}
	if !cut {
		return strings.Join(plaintiffs, "、") + joint + strings.Join(defendants, "、")
	}
	text := plaintiffs[0]
	if len(plaintiffs) > 1 && !comma {
		text += "等"
	}
	text += joint + defendants[0]
	if len(defendants) > 1 || comma && len(plaintiffs) > 1 {
		text += "等"
	}
	return text
}

var ordinals = [...]string{"一", "二", "三", "四", "五", "六", "七", "八", "九"}

func (chinese) orders(list []string) []string {
	out := make([]string, len(list))
	for i, text := range list {
		if len(list) > 1 {
			text = ordinals[i] + "、" + text
		}
		if i < len(list)-1 {
			out[i] = text + "；"
		} else {
			out[i] = text + "。"
		}
	}
	return out
}

func (chinese) law(cited []statute.CitableArticle) string {
	var b strings.Builder
	for i, c := range cited {
		if i > 0 {
			b.WriteString("、")
		}
		if i == 0 || cited[i-1].Title != c.Title {
			b.WriteString("《" + c.Title + "》")
		}
		b.WriteString(c.Article)
	}
	return b.String()
}

// few is the number of names that running text lists in full.
const few = 5

func (c chinese) abbreviated(list []string) string {
	if len(list) > few {
		return fmt.Sprintf("%s等%d方", c.names(list[:2]), len(list))
	}
	return c.names(list)
}

func (c chinese) reference(r role, list []string) string {
	if r == defendantRole && len(list) > 1 {
		return "第一被告"
	}
	return c.role(r, false)
}

func (c chinese) decision(f society.RulingForm) string { return strings.TrimSuffix(c.form(f), "书") }

func (chinese) together(int) string { return "被告" }

func (chinese) instance(retrial bool) string {
	if retrial {
		return "再审"
	}
	return "二审"
}

func (chinese) branch(administrative bool) string {
	if administrative {
		return "行政"
	}
	return "民事"
}

// clauseNumbers are the numbers of clauses from the first on.
var clauseNumbers = [...]string{"一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"}

func (chinese) clause(n int) string { return clauseNumbers[n-1] }

func (chinese) inline(orders []string) string { return strings.Join(orders, "") }

func (chinese) gaps() []string {
	return []string{"\n\n", "\n\n", "\n\n\n\n\n\n", "\n\n\n\n\n\n\t", "\n\n\n\n\n\n\n", "\n"}
}

func (chinese) indent() string { return "　　" }

func (chinese) tidy(text string) string { return text }

func (chinese) space() string { return "" }

// spacing is the punctuation of outcomes in the source: half-width, with spaces.
var spacing = strings.NewReplacer("，", ",", "。", " 。 ", "；", "; ", "：", ":")

func (chinese) outcome(paragraphs []string) string {
	var b strings.Builder
	for i, p := range paragraphs {
		if i > 0 {
			b.WriteString(`\n \n`)
		}
		p = spacing.Replace(p)
		b.WriteString(p)
		if i < len(paragraphs)-1 && strings.HasSuffix(p, " 。 ") {
			b.WriteString(" ")
		}
	}
	return b.String()
}

// multiple writes tenths: 1.5, 2.
func multiple(tenths int) string {
	if tenths%10 == 0 {
		return fmt.Sprint(tenths / 10)
	}
	return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
}

// grouped puts commas between the thousands of a number.
func grouped(number string) string {
	whole, rest, _ := strings.Cut(number, ".")
	for at := len(whole) - 3; at > 0; at -= 3 {
		whole = whole[:at] + "," + whole[at:]
	}
	if rest == "" {
		return whole
	}
	return whole + "." + rest
}

func (chinese) fileColumns() []string {
	return []string{"案号", "受理法院", "起诉日期", "起诉状", "委托人陈述", "答辩意见", "答辩要点"}
}

func (chinese) separator() string { return "；" }

func (chinese) opponent() string { return "被答辩人" }

func (chinese) plaintiff(name, address, head string) string {
	text := "原告：" + name
	switch {
	case head != "":
		text += "，住所地" + address + "，" + chief(name) + head
	case address != "":
		text += "，" + address
	}
	return text + "。"
}

// chief returns what the head of a company is called: only a legal person has a legal representative.
func chief(company string) string {
	switch {
	case (chinese{}).legalPerson(company):
		return "法定代表人"
	case strings.HasSuffix(company, "（有限合伙）"):
		return "执行事务合伙人"
	}
	return "负责人"
}

func (chinese) legalPerson(company string) bool {
	return strings.HasSuffix(company, "公司") && !strings.HasSuffix(company, "分公司")
}

// home matches the address of a house, or of a flat in one, outside zones of business.
var home = regexp.MustCompile(`^[^园工创产发]*[路街巷弄道]\d+号(?:院?\d+(?:号楼|幢|栋)(?:\d单元)?(?:\d+层)?\d+(?:室|号|房间)?)?$`)

func (chinese) dwelling(address string) bool { return home.MatchString(address) }

func (chinese) counsel(firm string) string { return "委托诉讼代理人：" + firm + "律师。" }

func (chinese) complaint(c *filedComplaint) string {
	claims := make([]string, len(c.claims))
	for i, text := range c.claims {
		claims[i] = ordinals[i] + "、" + text
	}
	facts := make([]string, len(c.facts))
	for i, text := range c.facts {
		facts[i] = "（" + ordinals[i] + "）" + c.heads[i] + "\n" + text
	}
	return strings.Join([]string{
		"民事起诉状",
		strings.Join(c.plaintiffs, "\n") + "\n被告：" + c.defendants + "。",
		"诉讼请求：\n" + strings.Join(claims, "；\n") + "。",
		"事实与理由：\n" + strings.Join(facts, "\n") + "\n" + c.prayer,
		"证据和证明对象：\n" + strings.Join(numbered(c.papers), "；\n") + "。",
		"此致\n" + c.court,
		"具状人：" + c.signed + "\n" + c.day,
		"附：本诉状副本一份，上列证据复印件各一份。",
	}, "\n\n")
}

func (chinese) defence(d *filedDefence) string {
	var issues []string
	lines := make([]string, 0, len(d.arguments)+1)
	for i, text := range d.arguments {
		issues = append(issues, ordinals[i]+"、"+d.issues[i])
		if d.alternative != "" && i == d.alternatives {
			lines = append(lines, d.alternative)
		}
		lines = append(lines, ordinals[i]+"、"+text)
	}
	if d.closing != "" {
		lines = append(lines, d.closing)
	}
	return "被答辩人：" + d.opponent + "\n\n答辩请求：\n" + d.relief + "\n\n争议焦点：\n" + strings.Join(issues, "\n") + "\n\n事实与理由：\n" + strings.Join(lines, "\n")
}

func (chinese) nearSign(sign, other string) string {
	s, o := []rune(sign), []rune(other)
	if near := string(s[:1]) + string(o[len(o)-1:]); near != sign {
		return near
	}
	return string(o[:1]) + string(s[len(s)-1:])
}

func (c chinese) farSign(sign, other string) string { return c.nearSign(sign, other) }

func (chinese) actNumber(on society.Day, n int) string {
	year, _, _ := on.Date()
	return fmt.Sprintf("〔%d〕第%d号", year, n)
}

func (chinese) severally() string { return "连带" }
