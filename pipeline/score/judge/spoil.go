package judge

import (
	"regexp"
	"strconv"
	"strings"
)

// A Spoiling is a way to make a worse text of a reference.
type Spoiling string

// The closed set of ways.
const (
	// NoConclusion leaves out the last quarter of the sentences.
	NoConclusion Spoiling = "no-conclusion"
	// SwappedCitations gives each cited article another number.
	SwappedCitations Spoiling = "swapped-citations"
	// AnotherCase is the reference of another question.
	AnotherCase Spoiling = "another-case"
	// Padding adds a set phrase after each sentence, and the first half again at the end.
	Padding Spoiling = "padding"
)

// Spoilings returns all ways in a fixed order.
func Spoilings() []Spoiling {
	return []Spoiling{NoConclusion, SwappedCitations, AnotherCase, Padding}
}

var (
	sentenceEnd    = regexp.MustCompile(`[。！？][”』」]?|[.!?](?:\s+|$)|\n`)
	chineseArticle = regexp.MustCompile(`第[〇零一二三四五六七八九十百千\d]+条`)
	englishArticle = regexp.MustCompile(`\b(?:Article|Section|Art\.) \d+`)
)

// Spoil spoils a reference in a language in one way; other is the reference of another
// question, "" if there is none. It returns "" if the reference cannot be spoiled in this
// way: it has one sentence, cites no article, or there is no other.
func Spoil(way Spoiling, reference, other, language string) string {
	all := splitSentences(reference)
	spoiled := ""
	switch way {
	case NoConclusion:
		if len(all) > 1 {
			spoiled = strings.Join(all[:len(all)-(len(all)+3)/4], "")
		}
	case SwappedCitations:
		spoiled = chineseArticle.ReplaceAllStringFunc(reference, func(string) string { return "第九百九十九条" })
		spoiled = englishArticle.ReplaceAllStringFunc(spoiled, func(s string) string {
			name, number, _ := strings.Cut(s, " ")
			n, _ := strconv.Atoi(number)
			return name + " " + strconv.Itoa(n+100)
		})
	case AnotherCase:
		spoiled = other
	case Padding:
		phrase := " It must be borne in mind that all are equal before the law and have to respect it. "
		if language == "zh" {
			phrase = "需要指出的是，法律面前人人平等，当事人均应遵守法律。"
		}
		spoiled = strings.Join(all, phrase) + phrase + strings.Join(all[:(len(all)+1)/2], phrase)
	}
	if strings.TrimSpace(spoiled) == strings.TrimSpace(reference) {
		return ""
	}
	return strings.TrimSpace(spoiled)
}

func splitSentences(text string) []string {
	var all []string
	from := 0
	for _, m := range sentenceEnd.FindAllStringIndex(text, -1) {
		all = append(all, text[from:m[1]])
		from = m[1]
	}
	if strings.TrimSpace(text[from:]) != "" {
		all = append(all, text[from:])
	}
	return all
}
