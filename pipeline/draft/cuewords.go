package draft

import (
	"strconv"

	"taskgrove/pipeline/plan"
	"taskgrove/pipeline/value"
)

func (g chinese) cueWords() *cueWords {
	return &cueWords{
		high:  []string{"最高", "最大", "最多"},
		low:   []string{"最低", "最小", "最少"},
		late:  []string{"最晚", "最近", "最新"},
		early: []string{"最早", "最先"},
		place: func(n int) []string {
			return []string{"第" + g.numeral(n), "第" + strconv.Itoa(n)}
		},
		only:      []string{"唯一", "仅有", "只有"},
		frequent:  []string{"次数最多", "最频繁", "出现最多", "最常"},
		count:     []string{"多少", "数量", "件数", "个数", "总数", "几件", "几家", "几个", "几项", "几起", "几次"},
		different: []string{"不同", "去重", "不重复"},
		aggregates: map[plan.Function][]string{
			plan.Sum:     {"合计", "总计", "总和", "总额", "之和", "总共", "累计"},
			plan.Average: {"平均", "均值"},
			plan.Minimum: {"最小", "最低", "最少"},
			plan.Maximum: {"最大", "最高", "最多"},
		},
		arithmetic: map[plan.Function][]string{
			plan.Add:      {"之和", "总和", "合计", "相加", "加起来"},
			plan.Subtract: {"减去", "差额", "之差", "相差", "多出"},
			plan.Multiply: {"乘积", "之积", "相乘", "乘以"},
			plan.Divide:   {"倍", "除以", "之商", "的商"},
			plan.Share:    {"占", "百分比", "比例", "比重"},
		},
		combinations: map[plan.Function][]string{
			plan.Union:        {"或者", "并集", "合并", "任一"},
			plan.Intersection: {"又在", "同时", "交集", "都"},
			plan.Difference:   {"但不在", "不在", "除去", "排除", "差集"},
		},
		comparisons: map[plan.Comparison][]string{
			plan.Since:    {"以后", "之后", "起"},
			plan.Until:    {"以前", "之前", "截至", "止"},
			plan.During:   {"期间", "之间", "至"},
			plan.Above:    {"超过", "大于", "高于", "多于"},
			plan.Below:    {"低于", "不满", "不足", "小于", "少于"},
			plan.AtLeast:  {"不低于", "以上", "不少于", "至少"},
			plan.AtMost:   {"不超过", "以下", "不高于", "至多"},
			plan.Within:   {"大于", "超过", "之间"},
			plan.Contains: {"包含", "含有", "带有", "含"},
		},
		higher:   []string{"更高", "更大", "更多", "较高", "较大", "较多"},
		lower:    []string{"更低", "更小", "更少", "较低", "较小", "较少"},
		later:    []string{"更晚", "较晚", "更迟"},
		earlier:  []string{"更早", "较早"},
		days:     []string{"相差", "间隔", "之间", "相隔"},
		exists:   []string{"是否", "是不是", "有没有", "有无", "如果"},
		provided: []string{"如果", "若", "如"},
		having:   []string{"有", "是", "属于", "为"},
		verbatim: []string{"原始记录", "原文"},
		dates: func(layout plan.Layout) []string {
			switch layout {
			case plan.LayoutISO:
				return []string{"YYYY-MM-DD"}
			case plan.LayoutMonth:
				return []string{"XXXX年XX月", "精确到月", "年月"}
			case plan.LayoutYear:
				return []string{"XXXX年", "年份", "精确到年"}
			}
			return []string{"XXXX年XX月XX日", "年月日"}
		},
		places: func(n int) []string {
			if n == 0 {
				return []string{"整数", "取整"}
			}
			c, a := g.digit(n), strconv.Itoa(n)
			return []string{c + "位小数", a + "位小数", "小数点后" + c + "位", "小数点后" + a + "位"}
		},
		unit: func(unit string) []string {
			if unit == "%" {
				return []string{"百分", "%", "％"}
			}
			return []string{"以" + unit + "为单位", "单位为" + unit, "单位：" + unit, "单位" + unit, "多少" + unit, "以" + unit + "计", "按" + unit}
		},
	}
}

func (g chinese) operand(c *condition, text string) []string {
	switch c.comparison {
	case plan.Since, plan.Until, plan.During:
		return []string{g.dayText(text), dayOf(text, value.DateChinese), text}
	case plan.Year, plan.Contains:
		return []string{text}
	}
	return []string{g.sum(c, text), text}
}

func (g english) cueWords() *cueWords {
	return &cueWords{
		high:  []string{"highest", "largest", "biggest", "greatest", "the most", "maximum"},
		low:   []string{"lowest", "smallest", "the least", "minimum"},
		late:  []string{"latest", "most recent", "newest"},
		early: []string{"earliest", "oldest"},
		place: func(n int) []string {
			return []string{g.ordinal(n), strconv.Itoa(n)}
		},
		only:      []string{"only", "sole", "single"},
		frequent:  []string{"most often", "most frequent", "most frequently", "most common"},
		count:     []string{"how many", "number of", "count"},
		different: []string{"different", "distinct", "unique"},
		aggregates: map[plan.Function][]string{
			plan.Sum:     {"total", "sum", "altogether", "combined"},
			plan.Average: {"average", "mean"},
			plan.Minimum: {"minimum", "lowest", "smallest"},
			plan.Maximum: {"maximum", "highest", "largest"},
		},
		arithmetic: map[plan.Function][]string{
			plan.Add:      {"sum of", "sum", "together", "added", "plus"},
			plan.Subtract: {"less", "minus", "difference", "subtracted", "subtracting"},
			plan.Multiply: {"product", "multiplied", "times"},
			plan.Divide:   {"how many times", "divided", "quotient", "ratio"},
			plan.Share:    {"percentage", "share", "proportion", "percent"},
		},
		combinations: map[plan.Function][]string{
			plan.Union:        {"or", "either", "union"},
			plan.Intersection: {"both", "intersection", "common"},
			plan.Difference:   {"but not", "except", "without"},
		},
		comparisons: map[plan.Comparison][]string{
			plan.Since:    {"on or after", "since", "from"},
			plan.Until:    {"on or before", "until", "up to"},
			plan.During:   {"to", "between", "until"},
			plan.Above:    {"more than", "above", "over", "exceeding", "greater than"},
			plan.Below:    {"less than", "below", "under"},
			plan.AtLeast:  {"at least", "no less than", "not less than"},
			plan.AtMost:   {"at most", "no more than", "not more than"},
			plan.Within:   {"but less than", "between"},
			plan.Contains: {"contains", "containing", "contain", "includes"},
		},
		higher:   []string{"higher", "larger", "greater", "more"},
		lower:    []string{"lower", "smaller", "fewer", "less"},
		later:    []string{"later"},
		earlier:  []string{"earlier"},
		days:     []string{"days", "number of days"},
		exists:   []string{"is", "does", "do any", "any", "whether", "if"},
		provided: []string{"if"},
		having:   []string{"that have", "that are", "having", "have", "with"},
		verbatim: []string{"as recorded", "on record"},
		dates: func(layout plan.Layout) []string {
			switch layout {
			case plan.LayoutMonth:
				return []string{"YYYY-MM", "month and year"}
			case plan.LayoutYear:
				return []string{"YYYY", "year"}
			}
			return []string{"YYYY-MM-DD"}
		},
		places: func(n int) []string {
			if n == 0 {
				return []string{"whole number", "integer", "no decimals", "no decimal places"}
			}
			var texts []string
			for _, number := range []string{g.digit(n), strconv.Itoa(n)} {
				texts = append(texts, number+" decimal places", number+" decimal place", number+" decimals")
			}
			return texts
		},
		unit: func(unit string) []string {
			switch {
			case unit == "%":
				return []string{"percent", "percentage", "%"}
			case unit == "元":
				return []string{"in CNY", "CNY", "in yuan", "in RMB"}
			}
			return []string{unitName(unit), unit}
		},
	}
}

func (g english) operand(c *condition, text string) []string {
	switch c.comparison {
	case plan.Since, plan.Until, plan.During:
		return []string{g.dayText(text), dayOf(text, "January 2, 2006"), text}
	case plan.Year, plan.Contains:
		return []string{text}
	}
	return []string{g.sum(c, text), text}
}
