package proof

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/exam/claim"
	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// enactedArticle is an article with the words that it has in one or more versions of its law.
type enactedArticle struct {
	law, text string
	periods   []enactedPeriod
}

// enactedPeriod is the time for which a version of a law is in force: from its first day, "" if nobody
// knows it, until the day on which the next begins, "" if it is the last or that day is unknown.
type enactedPeriod struct {
	begin, end string
	article    string // label in this version
}

// on returns the period that a day falls into, at least in part if it is a month or a year; nil if
// there is none.
func (a *enactedArticle) on(day string) *enactedPeriod {
	first, last := day+"0000-01-01"[len(day):], day+"0000-12-31"[len(day):]
	for i := range a.periods {
		if p := &a.periods[i]; p.begin <= last && (p.end == "" || p.end > first) {
			return p
		}
	}
	return nil
}

// enactedLaw are the articles of all statutes at hand, read in one language, with an index of their
// words. It is immutable.
type enactedLaw struct {
	language string
	articles []enactedArticle
	read     []claim.Statement
	rows     map[string][]int   // articles by feature, ascending
	weights  map[string]float64 // of features: the rarer, the greater
}

// enacted returns the statutes at hand, read in a language; nil if there are none.
func (x *examined) enacted(language string) *enactedLaw {
	if x.Corpus == nil {
		return nil
	}
	for _, name := range []string{"Law", versionTable, provisionTable} {
		if t := x.Corpus.Table(name); t == nil || t.Len() == 0 { // the tables of exams without statutes are empty
			return nil
		}
	}
	read, _ := x.enactedLaws.LoadOrStore(language, sync.OnceValue(func() *enactedLaw { return newEnactedLaw(x.articles(), language) }))
	return read.(func() *enactedLaw)()
}

// readArticles joins the provisions of each article and version, and puts articles of one law with the
// same words together.
func (x *examined) readArticles() []enactedArticle {
	periods := map[string]enactedPeriod{} // by version
	for _, law := range x.laws().titles {
		versions := x.versionsOf(law)
		begins := map[string]string{}
		for _, v := range versions {
			begins[v.name] = v.begin
		}
		for _, v := range versions {
			periods[v.name] = enactedPeriod{begin: v.begin, end: begins[v.next]}
		}
	}
	type place struct{ law, version, article string }
	texts := map[place][]string{}
	var order []place
	t := x.Corpus.Table(provisionTable)
	for row := range t.Len() {
		cell := cellTexts(t, row)
		at := place{cell("law"), cell("version"), cell("article")}
		if texts[at] == nil {
			order = append(order, at)
		}
		texts[at] = append(texts[at], cell("text"))
	}
	var all []enactedArticle
	known := map[[2]string]int{}
	for _, at := range order {
		text := strings.Join(texts[at], "\n")
		i, ok := known[[2]string{at.law, text}]
		if !ok {
			i, all = len(all), append(all, enactedArticle{law: at.law, text: text})
			known[[2]string{at.law, text}] = i
		}
		p := periods[at.version]
		p.article = at.article
		all[i].periods = append(all[i].periods, p)
	}
	endReplaced(all, x.laws().longest)
	return all
}

// replaces matches a sentence of a law that says which laws it takes the place of, in plain form.
var replaces = lazyregexp.New(`同时废止|不再适用|\b(?:repealed|replaces|in the place of|revoga(?:d[oa]s?|m(?:-se)?|-se)?)\b`)

// replacedPart matches what says that only a part of a law is replaced, in plain form.
var replacedPart = lazyregexp.New(`第[〇零一二三四五六七八九十百千\d]+[编章节条款项]|\b(?:arts?|artigos?|articles?|sections?|sec|chapters?|parts?|paragraphs?|paragrafos?|incisos?|alineas?|capitulos?|titulos?|dispositivos?)\b|§`)

// endReplaced ends the last version of each law on the first day on which another law that takes the
// place of all of it is in force. Titles are the longest first.
func endReplaced(articles []enactedArticle, titles []string) {
	ends := map[string]string{} // by law
	for i := range articles {
		a := &articles[i]
		begin := a.periods[0].begin
		for _, sentence := range sentencesOf(a.text) {
			plain := claim.Plain(sentence)
			if begin == "" || !replaces.MatchString(plain) || replacedPart.MatchString(plain) {
				continue
			}
			for _, title := range titles {
				if title == a.law || !strings.Contains(sentence, title) {
					continue
				}
				sentence = strings.ReplaceAll(sentence, title, "")
				if ends[title] == "" || begin < ends[title] {
					ends[title] = begin
				}
			}
		}
	}
	for i := range articles {
		for k := range articles[i].periods {
			p := &articles[i].periods[k]
			if end := ends[articles[i].law]; end != "" && p.end == "" && p.begin < end {
				p.end = end
			}
		}
	}
}

func newEnactedLaw(articles []enactedArticle, language string) *enactedLaw {
	l := &enactedLaw{language: language, articles: articles, read: make([]claim.Statement, len(articles)), rows: map[string][]int{}, weights: map[string]float64{}}
	for i := range articles {
		l.read[i] = claim.Read(articles[i].text, language)
		for f := range features(l.read[i].Tokens, nil) {
			l.rows[f] = append(l.rows[f], i)
		}
	}
	for f, rows := range l.rows {
		l.weights[f] = math.Log(1 + float64(len(articles))/float64(len(rows)))
	}
	return l
}

// features returns the stems of tokens, or pairs of tokens where these are single Chinese characters,
// without those that are left out.
func features(tokens []string, out []bool) map[string]bool {
	han := func(i int) bool {
		r, _ := utf8.DecodeLastRuneInString(tokens[i])
		return unicode.Is(unicode.Han, r)
	}
	all := map[string]bool{}
	for i := range tokens {
		switch {
		case out != nil && out[i]:
		case !han(i):
			all[claim.WordStem(tokens[i])] = true
		case i+1 < len(tokens) && han(i+1) && (out == nil || !out[i+1]):
			all[claim.WordStem(tokens[i])+claim.WordStem(tokens[i+1])] = true
		}
	}
	return all
}

// weight is the sum of the weights of features. One that no article has weighs as much as one that a
// single article has.
func (l *enactedLaw) weight(of map[string]bool) (sum float64) {
	for _, f := range sortedFeatures(of) {
		sum += l.weightOf(f)
	}
	return sum
}

func (l *enactedLaw) weightOf(feature string) float64 {
	if w := l.weights[feature]; w > 0 {
		return w
	}
	return math.Log(1 + float64(len(l.articles)))
}

// sortedFeatures are features in an order, in which sums are the same each time.
func sortedFeatures(of map[string]bool) []string {
	all := make([]string, 0, len(of))
	for f := range of {
		all = append(all, f)
	}
	slices.Sort(all)
	return all
}

// held is the share of the weight of some features that an article or sentence has.
func (l *enactedLaw) held(of, by map[string]bool) float64 {
	all, sum := l.weight(of), 0.0
	for _, f := range sortedFeatures(of) {
		if by[f] {
			sum += l.weightOf(f)
		}
	}
	if all == 0 {
		return 0
	}
	return sum / all
}

// Shares of the weight of a statement's words without the value in question. An article speaks of
// the subject of a statement if it has leastSubject of it, or leastAsked of a question's, nearly as much
// as the article that has most, and leastOwn of what one law alone speaks of. The sentence with the value has
// leastSentence of it.
const (
	leastSubject  = 0.5
	leastAsked    = 0.35
	nearlyAsMuch  = 0.85
	leastOwn      = 0.8
	leastSentence = 0.4
)

// A word is that of one law, such as that for a party to its contracts, if it stands in ownArticles of
// this law at least, which are ownShare of all articles that have the word.
const (
	ownArticles = 3
	ownShare    = 0.5
)

// known returns those of some features that any article has: a question is put in words of its own.
func (l *enactedLaw) known(of map[string]bool) map[string]bool {
	out := map[string]bool{}
	for f := range of {
		if l.weights[f] > 0 {
			out[f] = true
		}
	}
	return out
}

// own returns those of some features that are words of one law.
func (l *enactedLaw) own(of map[string]bool) map[string]bool {
	out := map[string]bool{}
	for f := range of {
		counts := map[string]int{}
		for _, row := range l.rows[f] {
			counts[l.articles[row].law]++
		}
		for _, n := range counts {
			if n >= ownArticles && float64(n) >= ownShare*float64(len(l.rows[f])) {
				out[f] = true
			}
		}
	}
	return out
}

// onSubject returns the articles in force on a day that speak of what some words speak of, those that
// have most of them first. Least is the share of the words' weight that they have at least.
func (l *enactedLaw) onSubject(words map[string]bool, day string, least float64) []int {
	all := l.weight(words)
	if all == 0 {
		return nil
	}
	sums := map[int]float64{}
	for _, f := range sortedFeatures(words) {
		for _, row := range l.rows[f] {
			sums[row] += l.weightOf(f)
		}
	}
	var found []int
	for row, sum := range sums {
		if sum >= least*all && l.articles[row].on(day) != nil {
			found = append(found, row)
		}
	}
	if found == nil {
		return nil
	}
	slices.SortFunc(found, func(a, b int) int { return cmp.Or(cmp.Compare(sums[b], sums[a]), a-b) })
	most := sums[found[0]]
	own := l.own(words)
	return slices.DeleteFunc(found, func(row int) bool {
		return sums[row] < nearlyAsMuch*most || len(own) > 0 && l.held(own, features(l.read[row].Tokens, nil)) < leastOwn
	})
}

// name names an article as it stands on a day.
func (l *enactedLaw) name(row int, day string) string {
	a := &l.articles[row]
	if p := a.on(day); p != nil {
		return a.law + " " + p.article
	}
	return a.law
}
