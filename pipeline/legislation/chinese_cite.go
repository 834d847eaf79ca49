package legislation

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

const hanArticle = `第` + hanNumber + `[条條](?:之[` + hanNumerals + `]+)?`

var (
	zhSelf     = lazyregexp.New(`本(?:法|条例|办法|规定|解释|细则|决定)(?:` + hanArticle + `)`)
	zhNamed    = lazyregexp.New(`《([^《》]+(?:《[^《》]+》[^《》]*)*)》(?:[（(]以下简?称[^）)]*[）)])?` + hanArticle)
	zhPrevious = lazyregexp.New(`前条(?:第` + hanNumber + `款)?(?:规定|的规定|所)`)
	zhFirst    = lazyregexp.New(`^第(` + hanNumber + `)[条條](?:之([` + hanNumerals + `]+))?`)
	zhWithin   = lazyregexp.New(`^(?:第` + hanNumber + `款)?(?:第?[（(][` + hanNumerals + `]+[）)]项?)?`)
	zhShort    = lazyregexp.New(`《([^《》]+)》[（(]以下简?称[“"《]?([^“”"《》（）()]+)[”"》]?[）)]`)
)

// chineseAbbreviations implements [grammar.abbreviations]: 《…》（以下简称…）.
func chineseAbbreviations(text string) map[string]string {
	found := make(map[string]string)
	for _, m := range zhShort.FindAllStringSubmatch(text, -1) {
		if short := strings.TrimSpace(m[2]); !strings.HasPrefix(short, "本") {
			found[short] = m[1]
		}
	}
	return found
}

// chineseReferences implements [grammar.references]. An earlier wording of a law is another
// text, so that its articles are not cited for certain.
func chineseReferences(text string, names []string) (refs []reference) {
	add := func(at int, law string) {
		before := text[:at]
		for _, old := range []string{"原", "修订前的", "修正前的", "修改前的", "旧"} {
			if strings.HasSuffix(before, old) {
				return
			}
		}
		refs = append(refs, readArticles(text[strings.Index(text[at:], "第")+at:], law)...)
	}
	for _, m := range zhSelf.FindAllStringIndex(text, -1) {
		add(m[0], "")
	}
	for _, m := range zhNamed.FindAllStringSubmatchIndex(text, -1) {
		law := text[m[2]:m[3]]
		end := m[3]
		before := len(refs)
		add(m[0], law)
		if strings.Contains(law, "第") && len(refs) > before { // the number after the title, not one within it
			refs = append(refs[:before], readArticles(text[end+strings.Index(text[end:], "第"):], law)...)
		}
	}
	for _, name := range names {
		for at := 0; ; {
			i := strings.Index(text[at:], name+"第")
			if i < 0 {
				break
			}
			add(at+i, name)
			at += i + len(name)
		}
	}
	for range zhPrevious.FindAllString(text, -1) {
		refs = append(refs, reference{previous: true})
	}
	return refs
}

// readArticles reads the articles that a text begins with: 第三条、第五条第二款和第七条至第九条.
func readArticles(text, law string) (refs []reference) {
	number := func() (articleNumber, bool) {
		m := zhFirst.FindStringSubmatch(text)
		if m == nil {
			return articleNumber{}, false
		}
		text = text[len(m[0]):]
		n, ok := parseNumber(m[1])
		branch, _ := parseNumber(m[2])
		return articleNumber{n, branch}, ok
	}
	for {
		from, ok := number()
		if !ok {
			return refs
		}
		to := from
		text = text[len(zhWithin.FindString(text)):]
		if rest, found := strings.CutPrefix(text, "至第"); found {
			text = "第" + rest
			if to, ok = number(); !ok {
				return refs // a range of paragraphs
			}
			text = text[len(zhWithin.FindString(text)):]
		}
		refs = append(refs, reference{law: law, from: from, to: to})
		joined := false
		for _, word := range []string{"、", "和", "或者", "以及", "及", "或", "与"} {
			if rest, found := strings.CutPrefix(text, word); found && strings.HasPrefix(rest, "第") {
				text, joined = rest, true
				break
			}
		}
		if !joined {
			return refs
		}
	}
}
