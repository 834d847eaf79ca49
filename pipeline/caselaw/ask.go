package caselaw

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// Ask makes a direct question of a focus of dispute by rule: a focus that asks is asked as
// it is, with all its alternatives; any other is asked how it should be decided, and a claim
// whether it should be granted. Numbers of articles are left out, since the answer has to
// find them. It returns "" for a focus without letters.
func Ask(language string, from FocusSource, focus string) string {
	text := strings.Trim(focus, trailing)
	if !strings.ContainsFunc(text, unicode.IsLetter) {
		return ""
	}
	if language == "zh" {
		return askChinese(from, text)
	}
	return askEnglish(from, text)
}

// articleNumber is the number of an article with what lies below it, and the word for what it
// says.
var (
	chineseArticle = lazyregexp.New(`第[〇零一二三四五六七八九十百千\d]+条(?:之[一二三四五六七八九十]+)?(?:第[一二三四五六七八九十\d]+款)?(?:第[（(]?[一二三四五六七八九十\d]+[）)]?项)?(?:之规定|的规定)?`)
	englishArticle = lazyregexp.New(`(?i)\b(?:article|section|art\.|s\.)\s*\d+(?:-\d+)?(?:\(\w+\))*\s*(?:of\s+)?`)
)

func askChinese(from FocusSource, text string) string {
	text = chineseArticle.ReplaceAllStringFunc(text, func(s string) string {
		if strings.HasSuffix(s, "规定") {
			return "的规定"
		}
		return ""
	})
	if from == FromClaim {
		text = strings.NewReplacer("“", "‘", "”", "’").Replace(text)
		return "对于“" + text + "”的请求，应否支持？"
	}
	text = strings.TrimPrefix(text, "关于")
	text = strings.Join(strings.FieldsFunc(text, unicode.IsSpace), "，")
	if !chineseWords.asks.MatchString(text) {
		return strings.TrimSuffix(strings.TrimSuffix(text, "的问题"), "问题") + "应当如何认定？"
	}
	return strings.TrimSuffix(text, "的问题") + "？"
}

func askEnglish(from FocusSource, text string) string {
	text = strings.Join(strings.Fields(englishArticle.ReplaceAllString(text, "")), " ")
	first, _, _ := strings.Cut(strings.ToLower(text), " ")
	switch {
	case from == FromClaim:
		return `Should the request for "` + strings.ReplaceAll(text, `"`, "'") + `" be granted?`
	case first == "whether":
		return "How should the court decide " + lowerFirst(text) + "?"
	case englishWords.asks.MatchString(first):
		return upperFirst(text) + "?"
	}
	return "How should the court decide on " + lowerFirst(text) + "?"
}

func upperFirst(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[n:]
}

func lowerFirst(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	if next, _ := utf8.DecodeRuneInString(text[n:]); unicode.IsUpper(next) {
		return text // an abbreviation
	}
	return string(unicode.ToLower(r)) + text[n:]
}
