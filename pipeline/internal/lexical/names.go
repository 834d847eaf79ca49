package lexical

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// longest is the length of the longest piece that is tried as a name: characters in
// Chinese, words elsewhere.
const longest = 44

// A round says which lookups a piece is tried with.
type round int

const (
	names  round = iota // those that tell best whether a name of its types is known
	lists               // the others that take one of its types
	others              // those that take none of its types
)

// roundPenalty is how much less a piece counts in each round.
var roundPenalty = [...]float64{names: 0, lists: 1.5, others: 6}

// piece is a piece of the question that may be a name.
type piece struct {
	span
	types []string // the entity types that it looks like
	round round
	score float64 // how much it looks like a name
}

// What speaks for a piece being a name, in points, and what against it. A piece is
// tried the sooner the more of them it has.
const (
	scoreTyped    = 4.0   // its beginning, its end or its form is that of an entity type
	scoreCode     = 2.5   // it ends as codes do
	scoreEdge     = 2.0   // a name is all but sure to begin or end here
	scoreFair     = 1.5   // it begins or ends where names do
	scoreLight    = 1.0   // it can well begin or end here
	scoreWord     = 0.5   // a word that begins as names do
	scoreSevered  = -2.0  // a name is cut
	scoreForeign  = -2.5  // a word in small letters, or one that stands in no name
	scoreQuoted   = -10.0 // a text in quotation marks or an amount is to compare with
	mostWords     = 4     // wordPattern that begin as names do and count
	mostForeign   = 6     // characters that stand in no name and count
	shortest      = 3     // characters of a name that is not typed
	abbreviations = 4     // letters of the longest word that is written with a stop
)

// Characters of Chinese by what they say of a name beside them or around them.
const (
	before  = "的是为了请您把将与和及对从向于在给由被查下到明询问究因据跟就以知道楚出清认告诉列按针" // a name can begin behind
	equals  = "是为系"                                        // what precedes is a word for the name behind
	nouns   = "号码称谓名址置头"                                   // wordPattern for names and codes end in them
	after   = "的所之是以相对在于被作因受有与和及、"                         // a name can end before
	within  = "的了吗呢请您你我他她它们这那哪把被给吧些么"                      // stand in no name
	regions = "省市区县州盟旗"                                    // names of regions end in them
	bodies  = "局院所会厅部处署关司社厂店行队站委办庭府团学馆"                    // names of bodies end in them
)

// smallWords are words in small letters that stand within names.
const smallWords = " of and for the on in & de "

// pieces returns what may be names, at most so many, the likeliest first; of those that
// are as likely the longest, and of those as long the first in the text.
func (l *lexicon) pieces(question string, most int) []piece {
	t := l.text(question)
	var all []piece
	for i := range t.runes {
		if t.begins[i] <= noNameScore {
			continue
		}
		units := 0
		for j := i + 1; j <= len(t.runes) && !endsPiece(t.runes[j-1]) && units <= longest; j++ {
			if t.ends[j] <= noNameScore {
				continue
			}
			units++
			all = append(all, t.rounds(i, j)...)
		}
	}
	slices.SortStableFunc(all, func(a, b piece) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.to-b.from, a.to-a.from), cmp.Compare(a.from, b.from))
	})
	return all[:min(most, len(all))]
}

// noNameScore is the score of a place where no name begins or ends.
const noNameScore = -100

// text is a question under the eye for names. Places are numbers of characters.
type text struct {
	*lexicon
	whole   string // the question
	runes   []rune
	at      []int // where a character begins in bytes; one more for the end
	begins  []float64
	ends    []float64
	labels  [][]string // entity types that are called by the words before a place
	foreign []int      // characters and words before a place that stand in no name
	opening []int      // wordPattern before a place that begin as names do
	digits  []int      // digits before a place
	stops   []int      // sentences that end before a place
	stated  []span     // texts in quotation marks and literals, in bytes
}

// rounds returns a piece once for every round that it is tried in.
func (t *text) rounds(i, j int) (all []piece) {
	p := piece{span: span{t.at[i], t.at[j]}}
	p.types, p.score = t.typed(i, j), t.begins[i]+t.ends[j]
	p.score += scoreForeign * float64(min(mostForeign, t.foreign[j]-t.foreign[i]))
	p.score += scoreWord * float64(min(mostWords, t.opening[j]-t.opening[i]))
	p.score += scoreSevered * float64(t.stops[j]-t.stops[i])
	if t.digits[j] > t.digits[i] {
		p.score += scoreFair
	}
	if slices.ContainsFunc(t.stated, func(s span) bool { return s.from <= p.from && p.to <= s.to }) {
		p.score += scoreQuoted
	}
	if len(p.types) == 0 {
		if j-i >= shortest {
			p.round = others
			all = append(all, p)
		}
		return all
	}
	p.score += scoreTyped * float64(len(p.types))
	for r := range roundPenalty {
		p := p
		p.round = round(r)
		p.score -= roundPenalty[r]
		all = append(all, p)
	}
	return all
}

// typed returns the entity types that a piece looks like: by the words before it, by
// the pattern of what is derived from such a name, by what it ends in, by its parts.
func (t *text) typed(i, j int) []string {
	types := slices.Clone(t.labels[i])
	add := func(e string) {
		if !slices.Contains(types, e) {
			types = append(types, e)
		}
	}
	s := t.whole[t.at[i]:t.at[j]]
	if t.digits[j] > t.digits[i] {
		for k, expr := range t.derived {
			if expr != nil && expr.MatchString(s) {
				add(t.domain.Derivations[k].From)
			}
		}
	}
	if e := t.suffix(s); e != "" {
		add(e)
	}
	for k := range t.domain.Entities {
		if e := &t.domain.Entities[k]; len(e.Parts) > 0 && (strings.Contains(s, ", ") || strings.ContainsRune(regions, t.runes[j-1])) && splitRegion(s, len(e.Parts)) != nil && !t.goesOn(j, bodies) {
			add(e.Name)
		}
	}
	return types
}

// suffix is the entity type whose label a name ends in, the longest; "" for none.
func (l *lexicon) suffix(name string) (found string) {
	length := 0
	for i := range l.domain.Entities {
		e := &l.domain.Entities[i]
		label := e.Label.In(l.language)
		if at := len(name) - len(label); len(label) > length && at > 0 && strings.EqualFold(name[at:], label) && unicode.IsUpper([]rune(name)[0]) == unicode.IsUpper([]rune(name[at:])[0]) {
			found, length = e.Name, len(label)
		}
	}
	return found
}
