package infer

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// Words by which names say what numbers are.
const (
	moneyWords = "price amount cost salary wage fee freight revenue budget payment balance total subtotal tax sales turnover income expense debt loan profit premium deposit gross charge bonus commission value spend"
	countWords = "quantity count units stock seats visits views orders members pages items votes capacity population headcount copies"
	shareWords = "percent percentage ratio share discount rate margin"
	placeWords = "latitude longitude"
	hanMoney   = "金额|价格|单价|总价|费用|费|价|款|薪|工资|薪资|资本|资产|收入|成本|利润|余额|税额|营业额|销售额|投资额"
	hanCount   = "人数|数量|个数|次数|库存|件数|数目|总数|销量|户数|天数"
	hanShare   = "比例|占比|百分比|率|折扣"
)

// units are the units that names say, with what a column is called that is named by its unit alone.
var units = map[string][2]string{
	"milliseconds": {"milliseconds", "duration"}, "seconds": {"seconds", "duration"}, "minutes": {"minutes", "duration"}, "bytes": {"bytes", "file size"},
	"minute": {"minutes", "duration"}, "hours": {"hours", "duration"}, "h": {"hours", "duration"}, "hrs": {"hours", "duration"}, "days": {"days", "duration"}, "weeks": {"weeks", "duration"}, "months": {"months", "duration"}, "years": {"years", "duration"},
	"kg": {"kg", "weight"}, "mg": {"mg", "weight"}, "g": {"g", "weight"}, "lbs": {"pounds", "weight"}, "tons": {"tons", "weight"}, "tonnes": {"tonnes", "weight"},
	"km": {"km", "distance"}, "m": {"m", "length"}, "cm": {"cm", "length"}, "mm": {"mm", "length"}, "sqm": {"square metres", "area"}, "m2": {"square metres", "area"}, "km2": {"square kilometres", "area"},
	"kw": {"kW", "power"}, "mw": {"MW", "power"}, "kwh": {"kWh", "energy"}, "mwh": {"MWh", "energy"}, "gwh": {"GWh", "energy"}, "mb": {"MB", "file size"},
	"t": {"tonnes", "weight"}, "m3": {"cubic metres", "volume"}, "l": {"litres", "volume"}, "ha": {"hectares", "area"}, "kn": {"knots", "speed"}, "knots": {"knots", "speed"}, "rpm": {"rpm", "speed"}, "gb": {"GB", "file size"},
	"kmh": {"km/h", "speed"}, "mph": {"miles per hour", "speed"}, "ml": {"ml", "volume"}, "celsius": {"degrees Celsius", "temperature"},
}

// added are the units of which several things have a sum. Other units measure one thing.
const added = "milliseconds seconds minutes minute hours h hrs days bytes kwh mwh gwh mb"

// measured are words for what is measured of one thing, and how: it adds up to nothing.
const measured = "level height width length depth diameter weight elevation altitude temperature pressure speed age average mean median minimum maximum low high strength score grade rating"

// levels are words for numbers of things that are there at a time.
const levels = "stock capacity population headcount inventory bed seat"

// ordinals are words for numbers that only order things.
const ordinals = "floor|storey|sequence|order|position|line|version|priority"

// currencies are words in names and cells for currencies, with their unit.
var currencies = []struct{ mark, unit string }{
	{"$", "dollars"}, {"usd", "USD"}, {"€", "EUR"}, {"eur", "EUR"}, {"£", "GBP"}, {"gbp", "GBP"}, {"¥", "元"}, {"￥", "元"}, {"元", "元"}, {"cny", "CNY"}, {"rmb", "CNY"},
}

// bracketed matches a unit in brackets at the end of a name.
var bracketed = regexp.MustCompile(`[（(]([^（）()]+)[）)]$`)

// hanUnits are the units in which the Chinese names of columns of numbers end, without brackets.
var hanUnits = strings.Fields("万千瓦时 亿千瓦时 千瓦时 兆瓦时 兆瓦 千瓦 亿元 万元 元 平方公里 平方米 立方米 公里 千米 厘米 毫米 公斤 千克 毫克 万吨 吨 公顷 小时 分钟")

// splitUnit returns the name of a column without the unit that it ends in, and the unit; "" if it ends in none.
func (p *profile) splitUnit() (name, unit string) {
	name = p.column.Name
	if m := bracketed.FindStringSubmatch(name); m != nil {
		return bracketed.ReplaceAllString(name, ""), m[1]
	}
	if !p.isNumeric() || !isHan(name) {
		return name, ""
	}
	for _, u := range hanUnits {
		// 所属单元 is no amount of 元.
		if rest, ok := strings.CutSuffix(name, u); ok && utf8.RuneCountInString(rest) > 1 && !hanEndsIn(rest, "单|多|公|纪|每") {
			return rest, u
		}
	}
	return name, ""
}

// columnNameAlone returns the name of a column without its unit.
func (p *profile) columnNameAlone() string {
	name, _ := p.splitUnit()
	return name
}

// decide decides what a column holds that names no entity.
func (p *profile) decide() {
	c, f := &p.spec, &p.finding
	certain := func(evidence string, args ...any) {
		f.Confidence = 0.95
		f.Evidence = append(f.Evidence, fmt.Sprintf(evidence, args...))
	}
	doubt := func(confidence float64, text string, args ...any) {
		f.Confidence = confidence
		f.Doubts = append(f.Doubts, fmt.Sprintf(text, args...))
	}
	name, _ := p.splitUnit()
	name = squash(name)
	switch {
	case p.rows == 0:
		c.Kind, c.Asked = domain.KindText, domain.Never
		doubt(0.5, "there is no value to tell what it holds")
	case p.all(p.days) && !(p.all(p.integers) && endsIn(p.words, identifying)):
		c.Kind = domain.KindDate
		certain("days: %s", strings.Join(p.samples()[:1], ""))
	case p.all(p.days+p.moments) && p.moments > 0:
		c.Kind = domain.KindDate
		doubt(0.85, "points in time, such as %s, are read as days: two of one day are equal", p.samples()[0])
	case p.addresses*10 >= len(p.sample)*9:
		c.Kind, c.Sense = domain.KindText, domain.Identifier
		certain("addresses of mail")
	case p.links*10 >= len(p.sample)*9:
		c.Kind, c.Sense, c.Asked = domain.KindText, domain.Identifier, domain.Never
		certain("links or paths of files")
	case p.isWrittenDay():
		if c.DayOrder = p.dayOrder(); c.DayOrder != "" {
			c.Kind = domain.KindDate
			certain("days such as %s: all %d different ones are days %s, and not the other way round", p.samples()[0], len(p.counts), c.DayOrder)
			return
		}
		c.Kind, c.Sense = domain.KindText, domain.Identifier
		doubt(0.75, "days such as %s, in which the month may stand first or second: questions ask for them as they stand, and neither rank nor count by them; replace kind and sense by kind: date, day_order: day-first (or month-first)", p.samples()[0])
	case p.isFlag():
		c.Kind, c.Sense, c.Asked = domain.KindText, domain.Label, domain.Never
		doubt(0.85, "yes or no in codes (%s): nobody is asked for them", strings.Join(p.samples(), ", "))
	case p.isNumeric():
		p.decideNumber(name, verdict{certain, doubt})
	default:
		p.decideText(verdict{certain, doubt})
	}
	if n := len(p.sample) - p.days - p.moments; c.Kind == domain.KindDate && n > 0 {
		doubt(0.85, "%d of %d values are no days", n, len(p.sample))
	}
	if n := len(p.sample) - p.integers - p.decimals; c.Kind.Numeric() && n > 0 {
		doubt(0.85, "%d of %d values are no numbers", n, len(p.sample))
	}
}

// writtenDay matches a day in which the order of day and month is open, with or without a time.
var writtenDay = regexp.MustCompile(`^\d{1,2}[/.-]\d{1,2}[/.-](\d{2}|\d{4})(?:[ T]\d{1,2}:\d{2}(?::\d{2})?)?$`)

// dayOrder returns the one order of day and month in which every text of the column is a day; "" if
// both orders fit, or neither.
func (p *profile) dayOrder() domain.DayOrder {
	if fits := p.dayOrders(); len(fits) == 1 {
		return fits[0]
	}
	return ""
}

// dayOrders returns the orders of day and month in which every text of the column is a day.
func (p *profile) dayOrders() []domain.DayOrder {
	first, second := true, true
	for text := range p.counts {
		day, _, _ := strings.Cut(strings.ReplaceAll(text, "T", " "), " ")
		n := strings.FieldsFunc(day, func(r rune) bool { return r == '/' || r == '.' || r == '-' })
		if len(n) != 3 || len(n[2]) != 4 {
			return nil
		}
		first = first && isDay(n[2]+"-"+n[1]+"-"+n[0])
		second = second && isDay(n[2]+"-"+n[0]+"-"+n[1])
	}
	var fits []domain.DayOrder
	if first {
		fits = append(fits, domain.DayFirst)
	}
	if second {
		fits = append(fits, domain.MonthFirst)
	}
	return fits
}

// isWrittenDay reports whether a column holds days that are not read, as nobody knows which is the month.
func (p *profile) isWrittenDay() bool {
	return len(p.sample) > 0 && !slices.ContainsFunc(p.sample, func(text string) bool { return !writtenDay.MatchString(text) })
}

// isFlag reports whether a column has two values that stand for yes and no.
func (p *profile) isFlag() bool {
	if len(p.counts) > 2 {
		return false
	}
	for text := range p.counts {
		if !slices.Contains([]string{"0", "1", "true", "false", "t", "f", "y", "n", "yes", "no"}, strings.ToLower(text)) {
			return false
		}
	}
	return p.rows > 1 && (len(p.counts) == 2 || !p.isInteger() || hasWord(p.words, "is has flag active enabled deleted discontinued paid"))
}

// verdict notes why something was decided, and how sure that is.
type verdict struct {
	certain func(evidence string, args ...any)
	doubt   func(confidence float64, text string, args ...any)
}

// decideNumber decides what numbers are.
func (p *profile) decideNumber(name string, v verdict) {
	c := &p.spec
	han := isHan(name)
	is := func(english, chinese string) bool {
		if han {
			return hanEndsIn(name, chinese)
		}
		return len(p.words) > 0 && (hasWord(p.words[len(p.words)-1:], english) || hasWord(p.words[:1], english) && !endsIn(p.words, identifying))
	}
	whole := p.isInteger()
	_, unit := p.splitUnit()
	switch {
	case p.isDotted() || whole && (endsIn(p.words, identifying+"|postal code|zip|zip code|phone|fax|extension") || han && hanEndsIn(name, hanIdentifying+"|号|邮编|电话|邮政编码")):
		c.Kind, c.Sense = domain.KindText, domain.Identifier
		v.certain("numbers that its name says are codes")
	case whole && p.isUnique() && p.length >= 6 && len(strconv.FormatInt(p.least, 10)) == len(strconv.FormatInt(p.most, 10)) && p.namesUnit() == "" && !is(moneyWords+" "+countWords+" "+measured, hanMoney+"|"+hanCount) && !endsIn(p.words, measuring):
		c.Kind, c.Sense = domain.KindText, domain.Identifier
		v.doubt(0.75, "whole numbers of %d digits, each its own row's: taken as codes, since the name says nothing of an amount", len(strconv.FormatInt(p.most, 10)))
	case p.unitColumn() != "":
		c.Kind, c.Sense = domain.KindText, domain.Identifier
		v.doubt(0.75, "numbers of several units, by the column %s: neither added up nor compared", p.unitColumn())
	case whole && !han && endsIn(p.words, ordinals) && !endsIn(p.words, "on order"): // in the singular: floors are counted
		c.Kind, c.Sense, c.Asked = domain.KindText, domain.Label, domain.Seldom
		v.doubt(0.75, "numbers that order things by the name: neither added up nor compared")
	case whole && p.isLeading():
		c.Kind, c.Sense = domain.KindText, domain.Identifier
		v.certain("digits that begin with 0")
	case p.percents > 0 || is(shareWords, hanShare) && !p.isPay() && p.within(0, 100) && !p.within(0, 1) && (unit == "" || unit == "%"):
		if c.Kind, c.Unit = domain.KindRatio, "%"; !hasWord(p.words, "share stake ownership shareholding holding equity") && !hanEndsIn(name, "持股比例|股权比例|出资比例|占股") {
			c.Sense = domain.Measurement // nothing says of which other amount
		}
		if v.certain("shares in percent"); p.percents == 0 && unit == "" {
			v.doubt(0.7, "taken as percent, because the values are from 0 to 100")
		}
	case is(shareWords, hanShare) && p.within(0, 1):
		c.Kind, c.Sense = domain.KindNumber, domain.Share
		v.certain("shares from 0 to 1")
	case is("rank ranking", "排名|名次") && whole && p.least >= 1:
		c.Kind = domain.KindRank
		v.certain("places in an order")
	case whole && ((is("year", "年份|年度") || len(p.words) == 1 && hasWord(p.words, "built founded established born")) && p.within(1000, 2200) || p.within(1900, 2100) && p.length == 4):
		c.Kind, c.Sense = domain.KindText, domain.Label
		if v.certain("years"); !is("year", "年份|年度|年") {
			v.doubt(0.7, "taken as years, which are not added up, because all values are from 1900 to 2100")
		}
	case !han && hasWord(p.words, placeWords):
		c.Kind, c.Sense, c.Asked = domain.KindText, domain.Identifier, domain.Seldom
		v.certain("coordinates")
	case p.namesUnit() != "" && p.currency(unit) == "":
		c.Kind = domain.KindNumber // the label says the unit
		if units[p.namesUnit()][1] == "file size" {
			c.Asked = domain.Never
		}
		if !hasWord([]string{p.namesUnit()}, added) || hasWord(p.words[:len(p.words)-1], measured) {
			c.Sense = domain.Measurement
		}
		v.certain("its name is a unit")
	case p.currency(unit) != "" || (is(moneyWords, hanMoney) || p.isPay()) && !hasWord(p.words, "count number quantity"):
		c.Kind, c.Unit, c.Sense = domain.KindMoney, p.currency(unit), p.moneySense()
		switch {
		case c.Unit != "":
			v.certain("amounts of money in %s", c.Unit)
		case han:
			c.Unit = "元"
			v.doubt(0.75, "the currency stands nowhere: taken as 元")
		default:
			v.doubt(0.75, "amounts of money by the name, but the currency stands nowhere: add unit: dollars, or what it is")
		}
	case whole && (is(countWords, hanCount) || len(p.words) > 1 && p.words[0] == "number") && p.least >= 0:
		c.Kind = domain.KindCount
		v.certain("whole numbers of things")
		if hasWord(p.words, levels) {
			c.Sense = domain.Stock
		}
		if han && hanEndsIn(name, "人数") {
			c.Unit, c.Measure = "人", domain.Text{"zh": "人"}
		}
	case !han && endsIn(p.words, "class|category|type") && len(p.counts) <= 12 && !p.all(p.integers):
		c.Kind, c.Sense = domain.KindText, domain.Label
		v.doubt(0.8, "numbers of classes by the name: neither added up nor compared")
	case whole && len(p.counts) <= 12 && p.least >= 0 && p.most < 100 && len(p.counts)*4 <= p.rows && (endsIn(p.words, "status|state|type|level|category|class|kind|code|grade|stage|priority|mode|group|gender|sex") || han && hanEndsIn(name, "状态|类型|类别|级别|等级|性别")):
		c.Kind, c.Sense, c.Asked = domain.KindText, domain.Label, domain.Never
		v.doubt(0.8, "codes (%s) whose meaning stands nowhere: nobody is asked for them", strings.Join(p.samples(), ", "))
	default:
		c.Kind, c.Unit = domain.KindNumber, unit
		if !han && hasWord(p.words, measured) {
			c.Sense = domain.Measurement
		}
		if v.certain("numbers"); unit == "" {
			v.doubt(0.7, "numbers of which the name says neither unit nor sense: add unit and sense (stock, flow, price or measurement)")
		}
	}
}

// isPay reports whether a column is called as what is paid for a time, which is no share: "hourly rate".
func (p *profile) isPay() bool {
	return endsIn(p.words, "rate") && hasWord(p.words, "hour hourly day daily week weekly month monthly pay wage billing")
}

// moneySense returns what amounts mean by the words of their name; "" if these don't tell.
func (p *profile) moneySense() domain.ColumnSense {
	switch {
	case hasWord(p.words, "total") || hanEndsIn(p.column.Name, "总价"): // of several units
		return domain.Flow
	case p.isPay() || hasWord(p.words, "price unit per fare") || hanEndsIn(p.column.Name, "价格|单价|价"):
		return domain.Price
	case hasWord(p.words, "salary wage budget balance capital"), hanEndsIn(p.columnNameAlone(), "月薪|年薪|底薪|薪资|薪酬|工资|预算|余额|资本|总投资"):
		return domain.Stock
	}
	return ""
}

// unitColumn returns the column that says in which unit the numbers of a row are, in the same table or in
// one that it refers to, such as that of the laboratory test of a result; "" if there is none.
func (p *profile) unitColumn() string {
	if len(p.words) == 0 || !hasWord(p.words[len(p.words)-1:], "value result reading measurement") {
		return ""
	}
	tables := []*tableProfile{p.table}
	for _, c := range p.table.columns {
		if c.entity != nil && c.entity.home != nil {
			tables = append(tables, c.entity.home.table)
		}
	}
	for _, t := range tables {
		for _, c := range t.columns {
			if len(c.counts) > 1 && !c.isNumeric() && endsIn(c.words, "unit|uom|unit of measure|units") {
				return t.table.Name + "." + c.column.Name
			}
		}
	}
	return ""
}

// isLeading reports whether numbers begin with 0, as those of codes do.
func (p *profile) isLeading() bool {
	return slices.ContainsFunc(p.sample, func(text string) bool { return len(text) > 1 && text[0] == '0' })
}

// within reports whether all numbers of the sample are in a range.
func (p *profile) within(least, most float64) bool {
	return !slices.ContainsFunc(p.sample, func(text string) bool {
		n, ok := number(text)
		return ok && (n < least || n > most)
	})
}

// namesUnit returns the unit that is the last word of the name; "" if it is none.
func (p *profile) namesUnit() string {
	if len(p.words) > 0 {
		// A letter or two alone is an opaque name.
		if w := p.words[len(p.words)-1]; units[w] != [2]string{} && (len(p.words) > 1 || len(w) > 2) {
			return w
		}
	}
	return ""
}

// saysCurrency reports whether the name of a column of amounts ends in their currency.
func (p *profile) saysCurrency() bool {
	return p.spec.Kind == domain.KindMoney && len(p.words) > 1 && slices.ContainsFunc(currencies, func(c struct{ mark, unit string }) bool {
		return c.unit == p.spec.Unit && c.mark == p.words[len(p.words)-1]
	})
}

// currency returns the unit of amounts by their cells, by the words of the name or by what stands
// in brackets behind it; "" if none says.
func (p *profile) currency(unit string) string {
	for _, c := range currencies {
		in := slices.Contains(p.words, c.mark) || strings.EqualFold(unit, c.mark) || unit != "" && strings.HasSuffix(unit, c.mark)
		if !in && p.currencies > 0 {
			in = slices.ContainsFunc(p.sample, func(text string) bool { return strings.Contains(text, c.mark) })
		}
		if in {
			if unit != "" && isHan(unit) {
				return unit
			}
			return c.unit
		}
	}
	return ""
}

// decideText decides what texts are.
func (p *profile) decideText(v verdict) {
	c := &p.spec
	name := p.column.Name
	han := isHan(name)
	long := p.length > 80 || p.lines > 0 || p.length > 30 && (endsIn(p.words, "description|notes|note|comment|comments|remarks|biography|summary|text|body|content|message") || han && hanEndsIn(name, "描述|备注|说明|简介|内容|摘要|正文|概况"))
	if han {
		long = long || p.length > 50
	}
	switch {
	case long:
		c.Kind = domain.KindProse
		v.certain("long texts, of %.0f characters on average", p.length)
	case p.phones*10 >= len(p.sample)*8 && !p.isNumeric():
		c.Kind, c.Sense = domain.KindText, domain.Identifier
		v.certain("numbers with brackets and hyphens, as telephone numbers have")
	case len(p.counts) <= max(12, p.rows/20) && len(p.counts)*3 <= p.rows && p.length < 40 && p.spec.Separators == nil:
		c.Kind, c.Sense = domain.KindText, domain.Label
		if v.certain("%d different values in %d rows", len(p.counts), p.rows); p.length <= 2 && !isHan(p.sample[0]) {
			c.Asked = domain.Seldom
			v.doubt(0.75, "short codes (%s) whose meaning stands nowhere", strings.Join(p.samples(), ", "))
		}
	case endsIn(p.words, identifying) || han && hanEndsIn(name, hanIdentifying):
		c.Kind, c.Sense = domain.KindText, domain.Identifier
		v.certain("codes by the name")
	default:
		c.Kind = domain.KindText
		v.certain("texts, %d different in %d rows", len(p.counts), p.rows)
	}
}
