package gate

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// wrongLanguage reports a question in another language, names left aside: most letters of a
// Chinese question must be Chinese; in other languages most must be Latin, and each Chinese
// character must be in the draft.
func (g *Gate) wrongLanguage(q *reading) (Rejection, bool) {
	han, latin, other := 0, 0, 0
	strange := false
	for _, r := range q.bare {
		switch {
		case unicode.Is(unicode.Han, r):
			han++
			strange = strange || !g.draftRunes[r]
		case unicode.Is(unicode.Latin, r):
			latin++
		case unicode.IsLetter(r):
			other++
		}
	}
	wrong := latin <= han+other || strange
	if g.lang == "zh" {
		wrong = han <= latin+other
	}
	if wrong {
		return Rejection{Language, "it is not in the language of the draft", ""}, true
	}
	return Rejection{}, false
}

// nameEndings are the last words of names of organizations and places, in normal form.
var nameEndings = map[string][]string{
	"zh": {"有限公司", "有限责任公司", "律师事务所", "人民法院", "有限合伙)"},
	"en": {"court", "law firm", "ltd", "co", "llc", "inc", "province", "city", "district", "county", "bureau", "municipality", "holdings"},
}

// unknownName returns a name that the draft does not have; "" if there is none. Names are
// recognised by their last word (see nameEndings) and compared by their beginning.
func (g *Gate) unknownName(q *reading) string {
	if g.lang == "zh" {
		return g.unknownChineseName(q)
	}
	return g.unknownEnglishName(q)
}

// notInNames are characters that do not precede the ending of a name.
const notInNames = "甲乙丙丁戊者述的家该这那所各哪某些个类方名由请聘找是为间位及与和、,。;:?!()\"被原向给在对到从有叫属本贵此其同两几多新有责股份限外内资企业"

// indefinite are words before an ending that show that it is not part of a name.
var indefinite = []string{
	"不少", "若干", "众多", "大量", "部分", "全部", "所有", "其他", "其余", "其它", "当地", "本地", "外地", "异地", "知名", "同类", "有关", "相关", "涉案", "执行", "受理", "审理", "前述", "基层", "中级", "高级", "专门", "一些", "许多",
	"好些", "数家", "十家", "百家", "半数", "区内", "县内", "市内", "省内", "境内", "辖区", "当中", "之中", "代理", "合作", "委托", "聘用", "优秀", "大型", "小型", "中小",
}

func (g *Gate) unknownChineseName(q *reading) string {
	for _, kind := range nameEndings["zh"] {
		for at := range occurrences(q.bare, kind) {
			front := q.bare[:at]
			b, n := utf8.DecodeLastRuneInString(front)
			a, m := utf8.DecodeLastRuneInString(front[:len(front)-n])
			proper := unicode.Is(unicode.Han, b) && !strings.ContainsRune(notInNames, b)
			full := strings.HasPrefix(kind, "有限")
			if full {
				front = strings.TrimSuffix(front, "股份")
				b, n = utf8.DecodeLastRuneInString(front)
				a, m = utf8.DecodeLastRuneInString(front[:len(front)-n])
				proper = unicode.Is(unicode.Han, b)
			}
			if said := slices.ContainsFunc(indefinite, func(word string) bool { return strings.HasSuffix(front, word) }); !said && proper && unicode.Is(unicode.Han, a) && !strings.ContainsRune(notInNames, a) {
				if name := front[len(front)-n-m:] + kind; !strings.Contains(g.draft, name) && !strings.Contains(g.draft, front[len(front)-n-m:]) {
					return name
				}
			}
		}
	}
	return ""
}

// unknownEnglishName searches for capitalised words before an ending whose first word is not in
// the draft.
func (g *Gate) unknownEnglishName(q *reading) string {
	known := g.draft + "\n" + normal(g.bystander.name)
	words := strings.FieldsFunc(q.raw, func(r rune) bool { return unicode.IsSpace(r) })
	run := 0
	for i, word := range words {
		if first, _ := utf8.DecodeRuneInString(word); !unicode.IsUpper(first) {
			run = 0
			continue
		}
		run++
		last := strings.TrimFunc(strings.ToLower(word), func(r rune) bool { return !isLatin(r) })
		if run >= 3 || run == 2 && !beginsSentence(words, i-1) {
			begins := words[i-run+1]
			if run > 2 && beginsSentence(words, i-run+1) {
				begins = words[i-run+2]
			}
			name := strings.TrimFunc(strings.ToLower(begins), func(r rune) bool { return !isLatin(r) })
			if i+1 < len(words) && isTermLetter(words[i+1]) {
				continue
			}
			for _, kind := range nameEndings["en"] {
				if last == kind && name != "" && !containsWhole(known, name) {
					return begins + " … " + word
				}
			}
		}
		if strings.ContainsAny(word[len(word)-1:], ".?!;:,") && last != "co" {
			run = 0
		}
	}
	return ""
}

// isTermLetter reports whether a word is the letter of a defined term: “County A”.
func isTermLetter(word string) bool {
	return len(strings.TrimFunc(word, func(r rune) bool { return !isLatin(r) })) == 1
}

// beginsSentence reports whether the i-th word begins a sentence.
func beginsSentence(words []string, i int) bool {
	return i == 0 || strings.ContainsAny(words[i-1][len(words[i-1])-1:], ".?!:;")
}
