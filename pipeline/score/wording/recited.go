package wording

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

var (
	fence    = lazyregexp.New("(?s)```[a-zA-Z]*[ \t]*\n(.*?)\n?[ \t]*```")
	lineMark = lazyregexp.New(`(?m)^[ \t]*(?:#{1,6}|>+|[-*+•])[ \t]+`)
	emphasis = strings.NewReplacer("**", "", "__", "", "`", "", "~~", "")

	// introduction matches a first line that announces the text.
	introduction = lazyregexp.New(`^[^\n]*(?:第[^条\n]{1,12}条|规定|原文|内容|条文|如下|(?i:\b(?:art(?:icle|igo|\.)|text|reads?|provides?|states?|follows|provision|texto|reda[çc][ãa]o|dispositivo|disp[õo]e|estabelece|seguinte)\b))[^\n]*[:：][ \t]*\n`)
	// numbering matches the number of a provision before its text: the citation, or the
	// number of a paragraph or item.
	numbering = lazyregexp.New(`^(?:` +
		`(?:《[^》\n]{1,60}》(?:[（(][^）)\n]{1,40}[）)])?)?第[0-9零〇一二三四五六七八九十百千两]+条(?:之[0-9一二三四五六七八九十]+)?(?:第[0-9一二三四五六七八九十]+款)?(?:第[（(]?[0-9一二三四五六七八九十]+[）)]?项(?:之[一二三四五六七八九十]+)?)?(?:的?(?:规定|内容|原文)(?:如下|是|为)?)?[:：,，]?` +
		`|第[0-9一二三四五六七八九十]+[款项][:：,，]?` +
		`|[（(][0-9一二三四五六七八九十]{1,3}[）)]、?` +
		`|[0-9]{1,3}[.、．)）]|[①②③④⑤⑥⑦⑧⑨⑩]` +
		`|(?i:art(?:icle|igo|\.)?[  ]?[0-9]+(?:\.[0-9]{3})?[º°]?(?:-?[0-9a-z])?(?:[ ]?\([0-9a-z]{1,4}\))*(?:[:.,]|[ ][-–—]|\s))` +
		`|(?i:§[ ]?[0-9]+[º°]?(?:-[a-z])?[.:]?|par[áa]grafo único[.:]?|caput[.:]|(?:inciso[ ])?[ivxlcd]{1,8}(?:-[a-z])?[ ]?[-–—]|inciso[ ][ivxlcd]{1,8}:|al[íi]nea[ ][“"]?[a-z][”"]?[):]|\([a-z]{1,4}\)|[a-z]\))` +
		`)[\s\x{3000}]*`)
)

// quoting matches the words before a quotation.
var quoting = lazyregexp.New(`^[^\n:：“"「『«]{1,160}[:：][ \t]*([“"「『«])`)

// quotes are the marks around a quoted text.
var quotes = [][2]string{{"“", "”"}, {`"`, `"`}, {"「", "」"}, {"『", "』"}, {"‘", "’"}, {"«", "»"}}

// Recited returns the text that an answer recites: without the marks of Markdown, without a
// line that announces the text, without quotation marks around it and without the number
// of the provision before it. Of an answer with a fenced block it is the block. What the
// reference begins with too is kept.
func Recited(answer, reference string) string {
	text := strings.ToValidUTF8(answer, "\uFFFD")
	if m := fence.FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	text = strings.TrimSpace(emphasis.Replace(lineMark.ReplaceAllString(text, "")))
	reference = strings.TrimSpace(reference)
	for {
		before := text
		text = unquoted(text)
		if m := quoting.FindStringSubmatchIndex(text); m != nil && !strings.HasPrefix(reference, text[:m[2]]) {
			if said := strings.TrimRight(text[m[2]:], "。. \n"); unquoted(said) != said {
				text = unquoted(said)
			}
		}
		for _, lead := range []*lazyregexp.Regexp{introduction, numbering} {
			m := lead.FindString(text)
			if m != "" && len(m) < len(text) && !strings.HasPrefix(reference, strings.TrimSpace(m)) {
				text = strings.TrimSpace(text[len(m):])
			}
		}
		if text == before {
			return text
		}
	}
}

// unquoted returns a text without one pair of quotation marks that spans it.
func unquoted(text string) string {
	for _, q := range quotes {
		inside, ok := strings.CutPrefix(text, q[0])
		if inside, ok = cutSuffix(inside, q[1], ok); ok && !strings.Contains(inside, q[0]) && !strings.Contains(inside, q[1]) {
			return strings.TrimSpace(inside)
		}
	}
	return text
}

func cutSuffix(text, end string, ok bool) (string, bool) {
	if !ok {
		return text, false
	}
	return strings.CutSuffix(text, end)
}
