package demand

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
)

// Catalogue lists what questions about a domain can ask for, in a style's language, one
// line each: kinds of records with their columns, the style's other words for these,
// what can be derived from a name, texts to write, and operations. It names no tool and
// is the same for every question.
func Catalogue(s *style.Style, d *domain.Domain) string {
	lang := s.Language
	c := catalogue{words: newVocabulary(s, d), terms: termsIn(lang)}
	c.heading("records")
	for i := range c.words.domain.Tables { // what texts state too
		c.table(&c.words.domain.Tables[i])
	}
	c.others()
	c.wholes()
	if len(d.Derivations) > 0 {
		c.heading("derivations")
		for i := range d.Derivations {
			v := &d.Derivations[i]
			if phrase := v.Phrase.In(lang); phrase != "" {
				c.item(strings.ReplaceAll(phrase, domain.Slot, d.Entity(v.From).Label.In(lang)), d.Entity(v.To).Label.In(lang))
			}
		}
	}
	for i := range d.Templates {
		c.template(&d.Templates[i])
	}
	for _, group := range []string{"what", "is", "do"} {
		c.heading(group)
		for _, t := range c.terms[group] {
			c.item(t.word, t.meaning)
		}
	}
	return strings.TrimSuffix(c.b.String(), "\n")
}

// catalogue is a catalogue under construction.
type catalogue struct {
	words *vocabulary
	terms map[string][]term
	b     strings.Builder
}

// heading begins a group.
func (c *catalogue) heading(group string) { fmt.Fprintf(&c.b, "## %s\n", c.word(group)) }

// word returns the catalogue's term for something. It panics if there is none.
func (c *catalogue) word(name string) string {
	for _, t := range c.terms["catalogue"] {
		if t.word == name {
			return t.meaning
		}
	}
	panic("demand: the catalogue has no word for " + name)
}

func (c *catalogue) item(name, meaning string) {
	fmt.Fprintf(&c.b, "- %s: %s\n", name, oneLine(meaning))
}

// table lists a kind of record with its columns.
func (c *catalogue) table(t *domain.Table) {
	columns := make([]string, len(t.Columns))
	for i := range t.Columns {
		columns[i] = c.column(&t.Columns[i])
	}
	name := c.words.recordName(t)
	if row := t.Row.In(c.words.lang); row != name {
		name += " (" + row + ")"
	}
	c.item(name, strings.Join(columns, "; "))
}

// mostOthers is the largest number of alternative terms listed for one name.
const mostOthers = 4

// others lists the style's alternative terms for records and columns. A name is listed once,
// unless another table has other alternatives for it. Alternatives that contain the name, or
// are contained in it, need no explanation and are left out.
func (c *catalogue) others() {
	listed := map[string]bool{}
	var items [][2]string
	add := func(t *domain.Table, name string) {
		var more []string
		for _, other := range c.words.alternatives(t, name) {
			a, b := fold(other), fold(name)
			if !strings.Contains(a, b) && !strings.Contains(b, a) && len(more) < mostOthers {
				more = append(more, oneLine(other))
			}
		}
		text := strings.Join(more, "; ")
		if key := name + ": " + text; more != nil && !listed[key] {
			listed[key] = true
			items = append(items, [2]string{name, text})
		}
	}
	for i := range c.words.domain.Tables {
		t := &c.words.domain.Tables[i]
		add(t, t.Row.In(c.words.lang))
		for j := range t.Columns {
			add(t, t.Columns[j].Called(c.words.lang))
		}
	}
	if items == nil {
		return
	}
	c.heading("others")
	for _, item := range items {
		c.item(item[0], item[1])
	}
}

// wholes lists the words that the domain declares for the whole of a share, with the
// condition that they stand for.
func (c *catalogue) wholes() {
	var items [][2]string
	for i := range c.words.domain.Tables {
		t := &c.words.domain.Tables[i]
		for j := range t.Columns {
			col := &t.Columns[j]
			word := col.Whole.In(c.words.lang)
			if word == "" {
				continue
			}
			said := []string{word}
			for _, other := range c.words.alternatives(t, word) {
				if !slices.Contains(said, other) {
					said = append(said, oneLine(other))
				}
			}
			name := c.words.columnName(t, col)
			items = append(items, [2]string{strings.Join(said, "; "), name.Column + " (" + name.Record + ") equals 100" + col.Unit})
		}
	}
	if items == nil {
		return
	}
	c.heading("wholes")
	for _, item := range items {
		c.item(item[0], item[1])
	}
}

// column returns a column's name, its label if that differs, and its unit or kind.
func (c *catalogue) column(col *domain.Column) string {
	name := col.Called(c.words.lang)
	var more []string
	if label := col.Label.In(c.words.lang); fold(label) != fold(name) && label != c.word("day") {
		more = append(more, label)
	}
	switch {
	case col.Kind == domain.KindDate:
		more = append(more, c.word("day"))
	case col.Kind.Numeric() && col.Unit != "":
		more = append(more, col.Unit)
	case col.Kind.Numeric():
		more = append(more, c.word("number"))
	}
	if more == nil {
		return name
	}
	return name + " (" + strings.Join(more, ", ") + ")"
}

// template lists the contents of a text to write.
func (c *catalogue) template(t *domain.Template) {
	fmt.Fprintf(&c.b, "## %s: %s\n", c.word("template"), t.Label.In(c.words.lang))
	for _, s := range t.Slots {
		c.item(s.Name, s.Phrase.In(c.words.lang))
	}
}

// term is a word of the JSON form with its meaning.
type term struct{ word, meaning string }

// termsIn returns the terms in a language; in English for unknown languages.
func termsIn(lang string) map[string][]term {
	if lang == "zh" {
		return chinese()
	}
	return english()
}

func chinese() map[string][]term {
	return map[string][]term{
		"end":  {{string(plan.Max), "最大（或最晚）"}, {string(plan.Min), "最小（或最早）"}, {"rank", "第几："}},
		"form": {{"unit", "单位"}, {"places", "小数位数"}, {string(LayoutFull), "写年月日"}, {string(LayoutISO), "写成YYYY-MM-DD"}, {string(LayoutMonth), "写到月"}, {string(LayoutYear), "只写年份"}, {string(LayoutRecorded), "照原始记录写"}},
		"catalogue": {
			{"records", "记录种类（of、records）及其栏目（column）"}, {"others", "问题里常用的其他说法（JSON 里写冒号前的名称）"}, {"wholes", "问题里的说法，要写成冒号后的条件"}, {"derivations", "可以从名称直接推出的"}, {"template", "可以撰写的文书及其内容代号"},
			{"what", "所问的（what）"}, {"is", "条件（is）"}, {"do", "操作（do）"}, {"day", "日期"}, {"number", "数"},
		},
		"what": {
			{"value", "栏目的内容本身，一项或一组；最高的数、最早的日期也是，另在 do 里写 superlative"}, {"count", "记录有多少"}, {"distinct", "某栏目不同的内容有多少个"},
			{"sum", "某栏目合计"}, {"average", "某栏目平均"},
			{"days", "两个日期相差的天数"}, {"add", "两数之和"}, {"subtract", "第一项减第二项"}, {"multiply", "两数之积"}, {"divide", "第一项除以第二项，第一项是第二项的几倍"},
			{"share", "第一项占第二项的百分之几"}, {"exists", "问“是否有”这样的记录"}, {"which", "两者中是哪一个"}, {"slot", "文书的一项内容"},
		},
		"is": {
			{"year", "日期在某年"}, {"since", "日期在某日或以后"}, {"until", "日期在某日或以前"}, {"during", "日期在两日之间，含两端"},
			{"above", "大于"}, {"below", "小于"}, {"atleast", "大于或等于"}, {"atmost", "小于或等于"}, {"within", "大于前者且小于后者"},
			{"equals", "等于某数或就是某文字"}, {"contains", "含有某文字"}, {"names", "就是某主体，多指其角色"}, {"stated", "有记载"},
		},
		"do": {
			{"superlative", "取某栏目最大、最小、最早、最晚或排第几的一条"}, {"only", "取唯一的一条"}, {"frequent", "取某栏目中出现最多的内容"},
			{"compare", "比较两个主体，取较大、较小、较早或较晚的一个"}, {"union", "两组之一有的都算"}, {"intersection", "两组都有的"}, {"difference", "第一组有而第二组没有的"},
			{"having", "只留下有某种记录的"}, {"exists", "没有问“是否有”，只以有某种记录为前提；问了“是否有”的只写在 asks 里"},
		},
	}
}

func english() map[string][]term {
	return map[string][]term{
		"end":  {{string(plan.Max), "the largest (or latest)"}, {string(plan.Min), "the smallest (or earliest)"}, {"rank", "place"}},
		"form": {{"unit", "unit"}, {"places", "decimal places"}, {string(LayoutFull), "a full date"}, {string(LayoutISO), "YYYY-MM-DD"}, {string(LayoutMonth), "month and year"}, {string(LayoutYear), "the year alone"}, {string(LayoutRecorded), "as it is on record"}},
		"catalogue": {
			{"records", "Kinds of records (of, records) and their columns (column)"}, {"others", "Other words that questions use (the JSON has the name before the colon)"}, {"wholes", "Words of questions, to be written as the condition behind the colon"}, {"derivations", "What follows from a name"}, {"template", "Text to write, with the codes of its contents"},
			{"what", "What is asked for (what)"}, {"is", "Conditions (is)"}, {"do", "Operators (do)"}, {"day", "day"}, {"number", "number"},
		},
		"what": {
			{"value", "what stands in a column, one or a list; the highest number or the earliest day too, with a superlative under do"}, {"count", "how many records"}, {"distinct", "how many different values of a column"},
			{"sum", "the total of a column"}, {"average", "the mean of a column"},
			{"days", "the number of days between two days"}, {"add", "the sum of two numbers"}, {"subtract", "the first less the second"}, {"multiply", "the product of two numbers"}, {"divide", "the first divided by the second, how many times it is"},
			{"share", "what percentage the first is of the second"}, {"exists", "whether there is such a record"}, {"which", "which of the two"}, {"slot", "a content of a text to write"},
		},
		"is": {
			{"year", "the day is in a year"}, {"since", "the day is that day or later"}, {"until", "the day is that day or earlier"}, {"during", "the day is between two days, both included"},
			{"above", "more than"}, {"below", "less than"}, {"atleast", "no less than"}, {"atmost", "no more than"}, {"within", "more than the first and less than the second"},
			{"equals", "is that number or text"}, {"contains", "has that text within it"}, {"names", "is that party, often its role"}, {"stated", "is on record at all"},
		},
		"do": {
			{"superlative", "the record with the largest, smallest, earliest, latest or k-th value of a column"}, {"only", "the only one there is"}, {"frequent", "what stands in a column most often"},
			{"compare", "of two, the one with the larger, smaller, earlier or later part"}, {"union", "what is in either set"}, {"intersection", "what is in both sets"}, {"difference", "what is in the first set but not in the second"},
			{"having", "those of which there is a record of a kind"}, {"exists", "the rest is asked only where there is a record, and the question does not ask whether there is; where it asks, write it among asks alone"},
		},
	}
}

// oneLine returns a text as valid UTF-8 without line breaks.
func oneLine(text string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
}

// beginning returns the first characters of a text in one line, for error messages.
func beginning(text string) string {
	text = oneLine(text)
	if r := []rune(text); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return text
}
