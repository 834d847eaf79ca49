package dataset

import "strings"

// fatesInChinese are the words by which a reason says what became of a task, in front of the others.
var fatesInChinese = [][2]string{
	{"retired: ", "停用："}, {"re-answered: ", "更换答案："}, {"removed: ", "移除："}, {"new: it was ", "新增，旧版本中"}, {"new: ", "新增："},
}

// reasonsInChinese are the words that reasons begin with; longer ones stand before those that they begin with.
var reasonsInChinese = [][2]string{
	{"removed", "移除"}, {"new", "新增"},
	{"dropped by check ", "未通过检查 "}, {"dropped in review: ", "经审核淘汰："}, {"rejected by ", "审核人否决："},
	{"the twin of ", "无解孪生题，原题："}, {"people made it of ", "由人工修改，原题："},
	{"family ", "题族 "}, {"type ", "类型 "}, {"language ", "语言 "},
	{"plan edited", "计划经人工修改"}, {"plan changed", "计划变化"}, {"start ", "起点 "},
	{"data changed: step ", "数据变化：步骤 "}, {"data changed: ", "数据变化："},
	{"question rewritten ", "问题重新改写 "}, {"question edited", "问题经人工修改"}, {"question changed", "问题变化"},
	{"rewriter ", "改写者 "}, {"draft changed", "草稿变化"}, {"answer changed", "答案变化"},
	{"keywords on the way ", "过程关键词 "}, {"keywords ", "关键词 "}, {"other terms for keywords on the way", "过程关键词的其他写法"},
	{"aliases", "别名"}, {"typed answers", "答案的值"}, {"status ", "状态 "}, {"reviewers", "审核人"},
	{"checks in another order", "检查的次序"}, {"checks", "检查"}, {"check ", "检查 "},
	{"by-stander", "题中旁及的实体"}, {"row taken away", "删去的行"}, {"solution reworded", "解题过程的措辞"}, {"records", "记录"},
}

// reasonInChinese returns a reason with the words that it begins with in Chinese; names and values stay as they are.
func reasonInChinese(reason string) string {
	fate, rest := inChinese(fatesInChinese, reason)
	words, rest := inChinese(reasonsInChinese, rest)
	if is, ok := strings.CutSuffix(rest, ", which is retired"); ok {
		rest = is + "，已停用"
	}
	if cells, more, ok := strings.Cut(strings.TrimSuffix(rest, " more"), ", and "); ok && strings.HasSuffix(rest, " more") && isDigits(more) {
		rest = cells + "，另有 " + more + " 处"
	}
	return fate + words + rest
}

// isDigits reports whether a text is a whole number.
func isDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// inChinese returns the Chinese of the words that a text begins with, "" for none, and the rest of the text. Words
// end where those of the text do: a table called newsletters is not new.
func inChinese(words [][2]string, text string) (chinese, rest string) {
	for _, w := range words {
		if rest, ok := strings.CutPrefix(text, w[0]); ok && (rest == "" || rest[0] == ' ' || rest[0] == ':' || strings.HasSuffix(w[0], " ")) {
			return w[1], rest
		}
	}
	return "", text
}
