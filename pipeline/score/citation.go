package score

import (
	"iter"
	"strconv"
	"strings"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// statuteKinds are words for kinds of statutes, with which their titles end.
var statuteKinds = strings.Fields("act law code order decree regulation regulations provisions measures rule rules interpretation ordinance statute")

// articleAbbreviations are the words for an article whose point ends no sentence.
var articleAbbreviations = asSet("art arts sec secs s ss")

// Citations in a Latin script: "art. 31 of the Civil Procedure Order", "the Civil Procedure Order (Article 31)".
var (
	statuteWord    = `(?:` + strings.Join(statuteKinds, "|") + `)\b`
	statutePattern = `((?:the )?[a-z][a-z'’, -]{2,120}?\b` + statuteWord + `)(?: ?\([^()]{1,30}\))?`
	articleWord    = `(?:\b(?:articles?|arts?\.?|sections?|secs?\.?|ss?\.)|§§?|(?:^|[ (])ss?\b) ?`
	articleNumber  = `\d{1,4}(?:-\d{1,2})?`
	articleNumbers = articleWord + `(` + articleNumber + `(?:(?:,? (?:and|or) |, )(?:art(?:icle|\.)? )?` + articleNumber + `)*)\b`

	artFirst   = lazyregexp.New(articleNumbers + `,? ?(?:\([^()]*\),? )?(?:of|under|in)?,? ?` + statutePattern)
	artLast    = lazyregexp.New(statutePattern + `((?: [a-z'’-]+){0,12}?),? ?(?:\([^()]*\),? ?)?(?:,|:|-|\bat|\bin|\bunder|\()? ?` + articleNumbers)
	artOfSame  = lazyregexp.New(articleNumbers + `,? (?:of|under|in) (?:the same|the said|that|this|the) (` + strings.Join(statuteKinds, "|") + `)\b`)
	oneArticle = lazyregexp.New(articleNumber)

	// ofRepublic matches the name of a state before that of its law.
	ofRepublic = lazyregexp.New(`^(?:people's )?republic of [\pL'’-]+ `)
	// longerTitle matches what makes a title that of another statute.
	longerTitle = lazyregexp.New(`^(?: implementing\b|['’-]?[a-z0-9])`)
	// betweenLast matches words between the title of a statute and its article.
	betweenLast = lazyregexp.New(`^(?: (?:of (?:the )?republic of [\pL'’-]+|provides|says|states|lays down|also|itself|further))*$`)
)

// latinCited is a citation in a folded text: the articles, the text up to the word for the kind of statute, and
// the text behind it.
type latinCited struct {
	articles        []string
	statute, behind string
	isLast          bool // the articles stand last, right after behind
	from, to        int
}

// latinCitations returns the citations of a folded text in a Latin script.
func latinCitations(text string) (all []latinCited) {
	parts := citingParts(text)
	for m := range submatches(artFirst, text, parts) {
		all = append(all, latinCited{articles: oneArticle.FindAllString(text[m[2]:m[3]], -1), statute: text[m[4]:m[5]], behind: text[m[5]:min(len(text), m[5]+100)], from: m[0], to: m[1]})
	}
	for m := range submatches(artLast, text, parts) {
		if strings.HasPrefix(text[m[1]:], " of ") {
			continue // of the statute that follows
		}
		all = append(all, latinCited{oneArticle.FindAllString(text[m[6]:m[7]], -1), text[m[2]:m[3]], text[m[4]:m[5]], true, m[0], m[1]})
	}
	for m := range submatches(artOfSame, text, parts) {
		kind, last := text[m[4]:m[5]], -1
		for i, c := range all {
			if c.to <= m[0] && strings.HasSuffix(c.statute, " "+kind) && (last < 0 || c.to > all[last].to) && len(c.statute) > len("the same ")+len(kind) {
				last = i
			}
		}
		if last >= 0 {
			same := all[last]
			all = append(all, latinCited{oneArticle.FindAllString(text[m[2]:m[3]], -1), same.statute, same.behind, same.isLast, m[0], m[1]})
		}
	}
	return all
}

// citingParts returns the parts of a folded text that may cite an article, by their bounds. No citation goes on
// behind the end of its sentence, or a mark that no citation has, unless in brackets.
func citingParts(text string) (parts [][2]int) {
	from, inBrackets := 0, false
	cut := func(to int) {
		if part := text[from:to]; strings.ContainsAny(part, "0123456789") && containsAny(part, statuteKinds...) {
			parts = append(parts, [2]int{from, to})
		}
		from = to
	}
	for i, c := range text {
		switch {
		case c == '(':
			rest := text[i+1:]
			j := strings.IndexAny(rest, "()")
			inBrackets = j >= 0 && rest[j] == ')'
		case c == ')':
			inBrackets = false
		case inBrackets:
		case c == '.' && !articleAbbreviations[lastLetters(text[:i])], c != '.' && !strings.ContainsRune(" '’,-§:", c) && (c > unicode.MaxASCII || !isWordByte(byte(c))):
			cut(i)
		}
	}
	cut(len(text))
	return parts
}

// submatches yields the matches of an expression in parts of a text, by their places in the text.
func submatches(expr *lazyregexp.Regexp, text string, parts [][2]int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		for _, part := range parts {
			for _, m := range expr.FindAllStringSubmatchIndex(text[part[0]:part[1]], -1) {
				for i := range m {
					if m[i] >= 0 {
						m[i] += part[0]
					}
				}
				if !yield(m) {
					return
				}
			}
		}
	}
}

// latinCitedIn returns the places where a text in a Latin script cites an article. The name of a state before
// the statute can be absent.
func (v *view) latinCitedIn(c value.Citation) (spans [][2]int) {
	number := strconv.Itoa(c.Article)
	if c.Branch > 0 {
		number += "-" + strconv.Itoa(c.Branch)
	}
	if !strings.Contains(v.folded, number) {
		return nil
	}
	if !v.citesLatin {
		v.citesLatin, v.latinCited = true, latinCitations(v.folded)
	}
	for _, o := range v.latinCited {
		for _, article := range o.articles {
			if article == number && (o.names(c.Statute) || o.names(ofRepublic.ReplaceAllString(c.Statute, ""))) {
				spans = append(spans, [2]int{o.from, o.to})
				break
			}
		}
	}
	return spans
}

// names reports whether the title of the cited statute is the given one.
func (o *latinCited) names(title string) bool {
	whole := o.statute + o.behind
	i := strings.LastIndex(whole, title)
	if !o.isLast {
		i = strings.Index(whole, title)
	}
	if i < 0 || !o.isLast && (i >= len(o.statute) || i+len(title) < len(o.statute)) {
		return false
	}
	before, behind := whole[:i], whole[i+len(title):]
	if longerTitle.MatchString(behind) || o.isLast && !betweenLast.MatchString(behind) {
		return false
	}
	return before == "" || ofRepublic.MatchString(before) || statuteBefore.MatchString(before)
}
