package draft

import (
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// drawnSet is a set made of two, as people say it: what both have, what one has and the other has
// not, both together. What two named entities have alike is said once.
func (g chinese) drawnSet(f plan.Function, first, second *setPhrase, label string) string {
	a, b := first.text, second.text
	suffix := ""
	if first.isRole && second.isRole {
		suffix = suffixOf(second.noun, label)
	}
	x, y, tail, ok := g.alike(first, second)
	rows, named := strings.CutSuffix(tail, "的"+first.noun)
	switch {
	case ok && (f == plan.Union || first.isKey):
		return g.alikeSet(f, x, y, tail) + suffix
	case ok && named && f == plan.Intersection:
		return "在" + x + "和" + y + rows + "里都出现过的" + first.noun + suffix
	case ok && named:
		return "在" + x + rows + "里出现过、但没在" + y + rows + "里出现过的" + first.noun + suffix
	}
	switch {
	case f == plan.Union && first.isRole && suffix == "":
		return a + "或者" + b
	case f == plan.Union && first.isRole:
		return "是" + a + "或者" + b + "的" + label
	case f == plan.Union:
		return a + "和" + b + "合起来"
	case f == plan.Intersection:
		return "既是" + a + "、又是" + b + "的" + label
	}
	return "是" + a + "但不是" + b + "的" + label
}

// alike returns the two named entities of which sets say the same, and what they say.
func (chinese) alike(first, second *setPhrase) (x, y, tail string, ok bool) {
	if first.rows == nil || second.rows == nil || !isPlainName(first.rows.subject) || !isPlainName(second.rows.subject) {
		return "", "", "", false
	}
	x, y = first.rows.subject, second.rows.subject
	tail, ok = strings.CutPrefix(first.text, x)
	return x, y, tail, ok && y+tail == second.text
}

// alikeSet is a set of which the tail says what each entity has: 供应的产品的编号.
func (g chinese) alikeSet(f plan.Function, x, y, tail string) string {
	verb, rest, _ := strings.Cut(tail, "的")
	verb = strings.TrimSuffix(verb, "过")
	switch {
	case f == plan.Union:
		return x + "或者" + y + tail
	case f == plan.Intersection && verb == "":
		return x + "和" + y + "共有的" + rest
	case f == plan.Intersection:
		return x + "和" + y + "都" + verb + "过的" + rest
	case verb == "":
		return x + "有、而" + y + "没有的" + rest
	}
	return x + verb + "过、而" + y + "没有" + verb + "的" + rest
}

// isPlainName reports whether words for an entity name it, maybe by an identifier (股票代码为…的
// 公司), and do not lead to it from others, so that what follows two of them is of both.
func isPlainName(words string) bool {
	return words != "" && strings.Count(words, "的") <= 1 && !strings.Contains(words, "所在") &&
		!strings.ContainsFunc(words, func(r rune) bool { return r >= references })
}

// suffixOf returns the label of an entity for behind a column that does not end like it:
// 买方公司, but 处罚机关 and not 处罚机关行政机关.
func suffixOf(column, label string) string {
	last, _ := utf8.DecodeLastRuneInString(label)
	if strings.HasSuffix(column, string(last)) {
		return ""
	}
	return label
}
