package gate

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// foreign judges the language: most letters of a Chinese question are Chinese, and all
// Chinese characters of another one stand in its draft. Names do not count.
func (g *Gate) foreign(q *reading) (Fault, bool) {
	han, latin, other := 0, 0, 0
	strange := false
	for _, r := range q.bare {
		switch {
		case unicode.Is(unicode.Han, r):
			han++
			strange = strange || !g.marks[r]
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
		return Fault{Language, "it is not in the language of the draft", ""}, true
	}
	return Fault{}, false
}

// kinds are what names of organisations and places end in, in normal form.
var kinds = map[string][]string{
	"zh": {"有限公司", "有限责任公司", "律师事务所", "人民法院", "有限合伙)"},
	"en": {"court", "law firm", "ltd", "co", "llc", "inc", "province", "city", "district", "county", "bureau", "municipality", "holdings"},
}

// stranger returns a name that the draft does not have, "" if there is none: what ends
// as names do and begins otherwise than any in the draft.
func (g *Gate) stranger(q *reading) string {
	if g.lang == "zh" {
		return g.strangerChinese(q)
	}
	return g.strangerEnglish(q)
}

// common are characters that names do not have before their kind.
const common = "甲乙丙丁戊者述的家该这那所各哪某些个类方名由请聘找是为间位及与和、,。;:?!()\"被原向给在对到从有叫属本贵此其同两几多新有责股份限外内资企业"

// vague are words before a kind that make it no name.
var vague = []string{
	"不少", "若干", "众多", "大量", "部分", "全部", "所有", "其他", "其余", "其它", "当地", "本地", "外地", "异地", "知名", "同类", "有关", "相关", "涉案", "执行", "受理", "审理", "前述", "基层", "中级", "高级", "专门", "一些", "许多",
	"好些", "数家", "十家", "百家", "半数", "区内", "县内", "市内", "省内", "境内", "辖区", "当中", "之中", "代理", "合作", "委托", "聘用", "优秀", "大型", "小型", "中小",
}

func (g *Gate) strangerChinese(q *reading) string {
	for _, kind := range kinds["zh"] {
		for at := strings.Index(q.bare, kind); at >= 0; {
			front := q.bare[:at]
			b, n := utf8.DecodeLastRuneInString(front)
			a, m := utf8.DecodeLastRuneInString(front[:len(front)-n])
			proper := unicode.Is(unicode.Han, b) && !strings.ContainsRune(common, b)
			full := strings.HasPrefix(kind, "有限")
			if full {
				front = strings.TrimSuffix(front, "股份")
				b, n = utf8.DecodeLastRuneInString(front)
				a, m = utf8.DecodeLastRuneInString(front[:len(front)-n])
				proper = unicode.Is(unicode.Han, b)
			}
			if said := slices.ContainsFunc(vague, func(word string) bool { return strings.HasSuffix(front, word) }); !said && proper && unicode.Is(unicode.Han, a) && !strings.ContainsRune(common, a) {
				if name := front[len(front)-n-m:] + kind; !strings.Contains(g.draft, name) && !strings.Contains(g.draft, front[len(front)-n-m:]) {
					return name
				}
			}
			next := strings.Index(q.bare[at+len(kind):], kind)
			if next < 0 {
				break
			}
			at += len(kind) + next
		}
	}
	return ""
}

// strangerEnglish looks for words with capitals before the kind, the first of them not
// in the draft.
func (g *Gate) strangerEnglish(q *reading) string {
	words := strings.FieldsFunc(q.raw, func(r rune) bool { return unicode.IsSpace(r) })
	run := 0
	for i, word := range words {
		if first, _ := utf8.DecodeRuneInString(word); !unicode.IsUpper(first) {
			run = 0
			continue
		}
		run++
		last := strings.TrimFunc(strings.ToLower(word), func(r rune) bool { return !letter(r) })
		if run >= 3 || run == 2 && !opens(words, i-1) {
			begins := words[i-run+1]
			if run > 2 && opens(words, i-run+1) {
				begins = words[i-run+2]
			}
			name := strings.TrimFunc(strings.ToLower(begins), func(r rune) bool { return !letter(r) })
			if i+1 < len(words) && labelled(words[i+1]) {
				continue
			}
			for _, kind := range kinds["en"] {
				if last == kind && name != "" && !states(g.draft, name) {
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

// labelled reports whether a word is the letter of a term: “County A”.
func labelled(word string) bool {
	return len(strings.TrimFunc(word, func(r rune) bool { return !letter(r) })) == 1
}

// opens reports whether a word begins a sentence.
func opens(words []string, i int) bool {
	return i == 0 || strings.ContainsAny(words[i-1][len(words[i-1])-1:], ".?!:;")
}
