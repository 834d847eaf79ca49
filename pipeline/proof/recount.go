package proof

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// recounted makes the Run function of a check that also counts, in the lines of the source,
// which article, paragraph and item a provision is. Without the texts it does not count.
func (p *prover) recounted(run func(context.Context, *task.Task) (Finding, error)) func(context.Context, *task.Task) (Finding, error) {
	if p.Texts == nil || p.Domain.Reader != domain.StatuteReader {
		return run
	}
	return p.withProvisions(run, func(p *prover, _ *task.Task, v *provision) (fault, fact string) {
		source, err := p.Texts(v.file)
		if err != nil {
			return "recount: " + v.file + " cannot be read: " + err.Error(), ""
		}
		if v.first < 0 || v.end > len(source) || v.first >= v.end {
			return fmt.Sprintf("recount: %s has no bytes %d to %d", v.file, v.first, v.end), ""
		}
		got := string(source[v.first:v.end])
		if isLexML(v.file) {
			got = withoutTags(got)
		}
		if letters(got) != letters(v.text) {
			return fmt.Sprintf("recount: bytes %d to %d of %s read %q", v.first, v.end, v.file, got), ""
		}
		if v.isPortuguese() {
			if fault := recountPortuguese(string(source), v); fault != "" {
				return "recount: " + fault, ""
			}
			return "", recountedFact
		}
		n := countTo(string(source), v.first)
		if n == nil {
			return "recount: no line before the text begins an article", ""
		}
		if fault := n.disagrees(v); fault != "" {
			return "recount: " + fault, ""
		}
		return "", recountedFact
	})
}

// recountedFact is the certificate of a recount, which only the texts themselves can give again.
const recountedFact = "counted again in the lines of its source"

// letters returns a text without marks of Markdown, space and width.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("*_#>` \t\r\n\u3000", r) {
			return -1
		}
		return r
	}, value.Fold(text))
}

// lineCount is the place of a line in its article, found by counting lines.
type lineCount struct {
	article   string // the number as the line that begins the article has it
	paragraph int    // from 1: lines that are no items
	single    bool   // no other line of the article is a paragraph
	item      string // the number as its line has it; "" for a line that is neither an item nor in one
	branch    string // of an item added behind another, 之一
	subitem   int    // which of the sub-items of its item; 0 for a line that is none
	under     int    // the paragraph that the item follows
	digits    int    // the last item that a digit numbers, where no bracket numbers one
}

// The beginnings of lines. An item is numbered in brackets, （三）, (c), and its sub-items by digits,
// 1., or in Roman numerals, (iv); digits also number the items of an article that has no brackets. A
// line that a mark of Markdown begins is read without it.
var (
	articleLine = lazyregexp.New(`^(第[一二三四五六七八九十百千零〇0-9]+条(?:之[一二三四五六七八九十]+)?)|^((?:Article|Art\.) ?[0-9]+(?:-[0-9A-Z]+)?)`)
	itemLine    = lazyregexp.New(`^[（(]([一二三四五六七八九十百]+|[a-z]{1,5})[）)](之[一二三四五六七八九十]+)?`)
	digitLine   = lazyregexp.New(`^([0-9]{1,2}) ?[.．、](?:[^0-9]|$)`)
	headingLine = lazyregexp.New(`^第[一二三四五六七八九十百零]+(?:编|分编|章|节)(?:\s|　|$)|^(?:Part|Chapter|Section) `)
	markdown    = lazyregexp.New("^[*_#>` \t\u3000\u200b]+")
	// numbered begins a paragraph that carries its number: (2).
	numbered = lazyregexp.New(`^\(([0-9]+)\)`)
)

// countTo counts the lines of an article up to the line with a byte of the source; nil if no
// article begins before it.
func countTo(source string, at int) *lineCount {
	var n *lineCount
	paragraphs, offset, found := 0, articleBefore(source, at), (*lineCount)(nil)
	for line := range strings.Lines(source[offset:]) {
		here := offset <= at && at < offset+len(line)
		offset += len(line)
		text := strings.TrimRight(markdown.ReplaceAllString(line, ""), "* \t\r\n\u3000\u200b")
		if m := articleLine.FindString(text); m != "" {
			if found != nil {
				break
			}
			n, paragraphs = &lineCount{article: m}, 0
			if text = strings.TrimLeft(markdown.ReplaceAllString(text[len(m):], ""), "*: \t\u3000"); text == "" && !here {
				continue
			}
		}
		if n == nil || text == "" {
			continue
		}
		if headingLine.MatchString(text) {
			if found != nil {
				break
			}
			n = nil
			continue
		}
		n.countLine(text, &paragraphs)
		if here {
			copied := *n
			found = &copied
		}
	}
	if found != nil {
		found.single = paragraphs == 1
	}
	return found
}

// articleBefore returns where the line begins that begins the last article up to a byte; 0 if none does.
func articleBefore(source string, at int) int {
	for end := at; ; {
		start := strings.LastIndexByte(source[:end], '\n') + 1
		line, _, _ := strings.Cut(source[start:], "\n")
		if start == 0 || articleLine.MatchString(markdown.ReplaceAllString(line, "")) {
			return start
		}
		end = start - 1
	}
}

// countLine counts a line of the article that begins no other one.
func (n *lineCount) countLine(text string, paragraphs *int) {
	if m := digitLine.FindStringSubmatch(value.Fold(text)); m != nil {
		number, _ := strconv.Atoi(m[1])
		switch {
		case n.item != "" && n.digits == 0 && number == n.subitem+1:
			n.subitem++
			return
		case number == n.digits+1 && (n.item == "" || n.digits > 0):
			n.item, n.branch, n.digits, n.subitem, n.under = m[1], "", number, 0, *paragraphs
			return
		}
	}
	m := itemLine.FindStringSubmatch(text)
	switch {
	case m != nil && n.item != "" && n.subitem < len(romans) && m[1] == romans[n.subitem] && !follows(m[1], n.item):
		n.subitem++
	case m != nil:
		n.item, n.branch, n.subitem, n.digits, n.under = m[1], m[2], 0, 0, *paragraphs
	default:
		*paragraphs++
		n.item, n.branch, n.subitem, n.digits, n.paragraph = "", "", 0, 0, *paragraphs
		if m := numbered.FindStringSubmatch(text); m != nil {
			n.paragraph, _ = strconv.Atoi(m[1])
		}
	}
}

// romans number sub-items in English.
var romans = strings.Fields("i ii iii iv v vi vii viii ix x")

// follows reports whether one letter comes after another in the alphabet.
func follows(letter, before string) bool {
	return len(letter) == 1 && len(before) == 1 && letter[0] == before[0]+1
}

// disagrees says how the count differs from the numbers of a provision; "" if it does not.
func (n *lineCount) disagrees(v *provision) string {
	if letters(n.article) != letters(v.article) {
		return fmt.Sprintf("%s begins the article: the table has %s", n.article, v.article)
	}
	paragraph := n.paragraph
	if n.item != "" {
		paragraph = n.under
		if !n.isItem(v.item) {
			return fmt.Sprintf("the line is item %s: the table has %q", n.item+n.branch, v.item)
		}
		if !n.isSubitem(v.subitem) {
			return fmt.Sprintf("the line is sub-item %d of item %s, 0 for none: the table has %q", n.subitem, n.item+n.branch, v.subitem)
		}
	} else if v.item != "" {
		return fmt.Sprintf("the line is no item: the table has %s", v.item)
	}
	switch {
	case v.paragraph == "" && !n.single && paragraph > 0:
		return fmt.Sprintf("the line is in paragraph %d of several: the table has none", paragraph)
	case v.paragraph != "" && numberIn(v.paragraph) != paragraph:
		return fmt.Sprintf("the line is in paragraph %d: the table has %s", paragraph, v.paragraph)
	}
	return ""
}

// isItem reports whether a label is that of the item: 第（十一）项, 第（三）项之一, item (c). A digit numbers an item
// that the label names in words.
func (n *lineCount) isItem(label string) bool {
	if n.digits > 0 {
		return numberIn(label) == n.digits
	}
	label, branch, _ := strings.Cut(label, "之")
	return strings.Contains(value.Fold(label), "("+n.item+")") && branch == strings.TrimPrefix(n.branch, "之")
}

// isSubitem reports whether a label is that of the sub-item, "" for none: 第3目, item (iii).
func (n *lineCount) isSubitem(label string) bool {
	if n.subitem == 0 || label == "" {
		return n.subitem == 0 && label == ""
	}
	return numberIn(label) == n.subitem || n.subitem <= len(romans) && strings.Contains(label, "("+romans[n.subitem-1]+")")
}

// numberIn returns the number of a paragraph: 第十二款, (12), § 2º.
func numberIn(label string) int {
	digits := map[rune]int{'一': 1, '二': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9}
	n, last := 0, 0
	for _, r := range label {
		switch {
		case digits[r] > 0:
			last = digits[r]
		case r == '十':
			n, last = n+max(last, 1)*10, 0
		case '0' <= r && r <= '9':
			last = last*10 + int(r-'0')
		}
	}
	return n + last
}
