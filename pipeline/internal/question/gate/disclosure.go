package gate

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/cue"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// A question can also tell something about an answer, or about an entity on the way, that
// is not its name: a word of the name that says of what kind it is (医院 of …医院有限公司),
// or a rough size (上亿元).

// kindPiece is a piece of names that are hidden.
type kindPiece struct {
	reason string // Leak or Hint
	shown  string // a name that has the piece
}

// addKinds adds the pieces of the names of answers and of entities on the way: pairs of
// Chinese characters, and Latin words. A piece does not count if the draft has it, if it is
// a general word, or if less than a quarter of the names have it, because the kind of one
// of many is no hint.
func (g *Gate) addKinds(general map[string]bool, t *task.Task) {
	g.kinds = map[string]kindPiece{}
	if g.written {
		return // what lies on the way is prose, of which any word can occur
	}
	draft := map[string]bool{}
	for piece := range namePieces(g.draft) {
		draft[piece] = true
	}
	said := func(key string) bool { // yes or no in the words of the draft, which have no name
		return slices.ContainsFunc(t.AnswerValues, func(a value.Answer) bool { return a.Kind == value.Truth && a.Text == key })
	}
	answers := slices.DeleteFunc(slices.Clone(t.KeyAnswer), said)
	for _, group := range []struct {
		reason string
		keys   []string
	}{{Leak, answers}, {Hint, t.KeyMiddle}} {
		times, shown := map[string]int{}, map[string]string{}
		for _, key := range group.keys {
			pieces := namePieces(normal(key))
			if len(pieces) > maxNamePieces {
				continue
			}
			for piece := range pieces {
				if !draft[piece] && isProper(key, piece) && (!general[piece] || slices.Contains(kindWords, piece)) {
					times[piece]++
					shown[piece] = key
				}
			}
		}
		for piece, n := range times {
			if _, ok := g.kinds[piece]; !ok && 4*n >= len(group.keys) {
				g.kinds[piece] = kindPiece{group.reason, shown[piece]}
			}
		}
	}
}

// isProper reports whether a piece of a text is Chinese, or begins with a capital letter
// there, as the words of names do.
func isProper(text, piece string) bool {
	return piece[0] >= utf8.RuneSelf || strings.Contains(text, strings.ToUpper(piece[:1])+piece[1:])
}

// maxNamePieces is the largest number of pieces of a name or an address. A longer text is
// prose.
const maxNamePieces = 40

// minKindLetters is the number of letters from which a Latin word is a piece, unless it is
// one of kindWords.
const minKindLetters = 5

// namePieces returns the pieces of a text in normal form: pairs of adjacent Chinese
// characters, and Latin words.
func namePieces(text string) map[string]bool {
	pieces := map[string]bool{}
	last, start := rune(0), -1
	for i, r := range text + " " {
		if unicode.Is(unicode.Han, last) && unicode.Is(unicode.Han, r) {
			pieces[string([]rune{last, r})] = true
		}
		switch letter := 'a' <= r && r <= 'z'; {
		case letter && start < 0:
			start = i
		case !letter && start >= 0:
			if word := strings.TrimSuffix(text[start:i], "s"); len(word) >= minKindLetters || slices.Contains(kindWords, word) {
				pieces[word] = true
			}
			start = -1
		}
		last = r
	}
	return pieces
}

// kindWords are words for kinds of organisations, without a plural s. They tell of which
// kind a hidden entity is, even if the style has them too (a bank's credit officer).
var kindWords = []string{
	"医院", "诊所", "药店", "银行", "保险", "证券", "基金", "信托", "学校", "大学", "学院", "酒店", "宾馆", "饭店", "餐饮", "商场", "超市", "工厂", "矿业", "农场", "码头", "机场", "中级", "高级", "基层",
	"bank", "hospital", "clinic", "pharmacy", "insurance", "securitie", "school", "college", "university", "hotel", "restaurant", "supermarket", "factory", "brewery", "airport", "intermediate",
}

// generalPieces returns the pieces of words that say nothing about one entity: what the
// domain declares, the words of the style, and the endings of names.
func generalPieces(d *domain.Domain, s *style.Style) map[string]bool {
	all := map[string]bool{}
	add := func(texts ...string) {
		for _, text := range texts {
			for piece := range namePieces(normal(text)) {
				all[piece] = true
			}
		}
	}
	add(s.Texts()...)
	add(nameEndings[s.Language]...)
	for _, words := range cue.Words(s.Language) {
		add(words...)
	}
	lang := s.Language
	for i := range d.Entities {
		add(d.Entities[i].Label.In(lang))
	}
	for i := range d.Derivations {
		add(d.Derivations[i].Phrase.In(lang))
	}
	for i := range d.Tables {
		t := &d.Tables[i]
		add(t.Label.In(lang), t.Row.In(lang), t.Measure.In(lang))
		for j := range t.Columns {
			c := &t.Columns[j]
			add(c.Label.In(lang), c.Called(lang), c.Whole.In(lang))
		}
	}
	for i := range d.Tools {
		add(d.Tools[i].Phrase.In(lang), d.Tools[i].Known.In(lang))
	}
	for i := range d.Templates {
		t := &d.Templates[i]
		add(t.Label.In(lang))
		for _, slot := range t.Slots {
			add(slot.Phrase.In(lang))
		}
	}
	return all
}

// disclosed reports a word of a hidden name, or a rough size of something that is asked or
// lies on the way.
func (g *Gate) disclosed(q *reading) (Rejection, bool) {
	if r, ok := g.disclosedKind(q); ok {
		return r, true
	}
	for _, size := range g.sizes {
		for _, at := range size.FindAllStringIndex(q.bare, -1) {
			text := q.bare[at[0]:at[1]]
			if !strings.Contains(g.draft, text) && !isUnitOfForm(q.bare[:at[0]], q.bare[at[1]:]) {
				return Rejection{Hint, text + " says how much it is", ""}, true
			}
		}
	}
	return Rejection{}, false
}

// disclosedKind reports the first word of a hidden name.
func (g *Gate) disclosedKind(q *reading) (Rejection, bool) {
	if len(g.kinds) == 0 {
		return Rejection{}, false
	}
	first, word := len(q.bare), ""
	for piece := range namePieces(q.bare) {
		if _, ok := g.kinds[piece]; !ok {
			continue
		}
		if at := strings.Index(q.bare, piece); at < first {
			first, word = at, piece
		}
	}
	if word == "" {
		return Rejection{}, false
	}
	return Rejection{g.kinds[word].reason, word + " is a word of " + g.kinds[word].shown, ""}, true
}

// Rough sizes in normal form, by language: of money, of counts, and of shares.
var (
	moneySizes = map[string]*regexp.Regexp{
		"zh": regexp.MustCompile(`(?:上|近|逾|过|好几|十几|几十|数十|几百|数百|上百|几千|数千|上千|几|数)(?:百|千)?(?:万|亿)|成(?:百|千)(?:万|亿)|(?:百|千)万(?:级|量级|以上的|多)|过亿|破亿|上百亿|(?:[五六七八九十]|十几)位数|天文数字|巨额|巨款|巨资|不菲`),
		"en": regexp.MustCompile(`\b(?:hundreds|tens|dozens) of (?:thousands|millions|billions)\b|\b(?:several|many|some|a few|over a|more than a|nearly a|almost a) (?:hundred )?(?:thousand|million|billion)\b|\b(?:thousands|millions|billions)\b|\b(?:six|seven|eight|nine|ten)-figure\b|\bmulti-?(?:million|billion)\b|\b(?:huge|enormous|vast|tidy|tiny|hefty) (?:sum|amount)s?\b`),
	}
	countSizes = map[string]*regexp.Regexp{
		"zh": regexp.MustCompile(`(?:上|近|逾|好几|几|数)(?:十|百|千|万)(?:来|多|余)?(?:个|家|件|项|起|名|份|人|条|次|天|所|笔)|[十百千万](?:来|多|余)(?:个|家|件|项|起|名|份|人|条|次|天|所|笔)|成百上千|成千上万|屈指可数|寥寥无几`),
		"en": regexp.MustCompile(`\b(?:dozens|scores|hundreds|thousands|a handful|plenty|a great many) of\b|\bdozens\b`),
	}
	shareSizes = map[string]*regexp.Regexp{
		"zh": regexp.MustCompile(`过半|近半|大半|小半|超过一半|不到一半|一多半|绝大部分`),
		"en": regexp.MustCompile(`\b(?:more|less) than half\b|\bover half\b|\bnearly half\b|\bthe bulk of\b`),
	}
)

// addSizes adds the patterns of the sizes that the task must not tell: of money where an
// amount is asked or lies on the way, of counts and of shares where they are asked.
func (g *Gate) addSizes(t *task.Task) {
	lang := g.lang
	if lang != "zh" {
		lang = "en"
	}
	money, count, share := false, false, false
	for i := range t.Plan.Answers {
		switch f := &t.Plan.Answers[i].Form; f.Style {
		case plan.StyleNumber:
			share = share || f.Unit == "%"
			money = money || f.Unit != "%"
		case plan.StyleCount:
			count = true
		}
	}
	money = money || slices.ContainsFunc(t.KeyMiddle, func(key string) bool {
		found := mentions(normal(key))
		return len(found) == 1 && found[0].From == 0 && found[0].Unit == "元" && utf8.RuneCountInString(normal(key)[found[0].To:]) < 2
	})
	for _, x := range []struct {
		told bool
		size *regexp.Regexp
	}{{money, moneySizes[lang]}, {count, countSizes[lang]}, {share, shareSizes[lang]}} {
		if x.told {
			g.sizes = append(g.sizes, x.size)
		}
	}
}

// isUnitOfForm reports whether a word for a size stands in a demand for a unit: in millions
// of yuan.
func isUnitOfForm(front, rest string) bool {
	return strings.HasSuffix(front, "in ") || strings.HasPrefix(rest, " of cny") || strings.HasPrefix(rest, " of yuan") || strings.HasPrefix(rest, " of rmb") || strings.HasPrefix(rest, " of renminbi")
}
