package lexical

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// maxPiece is the length of the longest piece that is tried as a name: characters in Chinese,
// words elsewhere.
const maxPiece = 44

// A round decides which lookups a piece is tried with.
type round int

const (
	names  round = iota // the lookups that show best whether a name of its types is known
	lists               // the other lookups that take one of its types
	others              // the lookups that take none of its types
)

// roundPenalty is subtracted from a piece's score in each round.
var roundPenalty = [...]float64{names: 0, lists: 1.5, others: 6}

// piece is a piece of the question that may be a name.
type piece struct {
	span
	types []string // the entity types that it may belong to
	round round
	score float64 // how likely it is a name
}

// Points for and against a piece being a name: pieces with more points are tried earlier. The
// last four are limits on words, characters and letters.
const (
	scoreTyped      = 4.0   // its beginning, end or form is that of an entity type
	scoreCode       = 2.5   // it ends like a code
	scoreEdge       = 2.0   // a name almost certainly begins or ends here
	scoreFair       = 1.5   // a name probably begins or ends here
	scoreLight      = 1.0   // a name may begin or end here
	scoreWord       = 0.5   // a word that begins like a name
	scoreSevered    = -2.0  // the piece cuts a name
	scoreForeign    = -2.5  // a lower-case word, or a character that occurs in no name
	scoreQuoted     = -10.0 // a text in quotation marks or an amount: an operand, not a name
	mostWords       = 4     // counted words that begin like names
	mostForeign     = 6     // counted characters that occur in no name
	minPiece        = 3     // characters of a name without an entity type
	maxAbbreviation = 4     // letters of the longest abbreviation with a full stop
)

// Chinese characters that hint at names next to them or around them.
const (
	charsBeforeName = "的是为了请您把将与和及对从向于在给由被查下到明询问究因据跟就以知道楚出清认告诉列按针" // a name can begin after them
	copulas         = "是为系"                                        // copulas between a word for a kind of name and the name
	nounEndings     = "号码称谓名址置头"                                   // words for names and codes end in them
	charsAfterName  = "的所之是以相对在于被作因受有与和及、"                         // a name can end before them
	charsInNoName   = "的了吗呢请您你我他她它们这那哪把被给吧些么"                      // occur in no name
	regionEndings   = "省市区县州盟旗"                                    // names of regions end in them
	bodyEndings     = "局院所会厅部处署关司社厂店行队站委办庭府团学馆"                    // names of bodies end in them
)

// smallWords are lower-case words that occur within names.
const smallWords = " of and for the on in & de "

// namePieces returns at most most pieces that may be names, likeliest first; of equally likely
// pieces the longest first, then the leftmost.
func (l *lexicon) namePieces(question string, most int) []piece {
	t := l.text(question)
	var all []piece
	for i := range t.runes {
		if t.begins[i] <= noNameScore {
			continue
		}
		units := 0
		for j := i + 1; j <= len(t.runes) && !endsPiece(t.runes[j-1]) && units <= maxPiece; j++ {
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

// text is a question prepared for finding names. Places are indices of characters.
type text struct {
	*lexicon
	whole    string // the question
	runes    []rune
	at       []int // byte offset of each character, then of the end
	begins   []float64
	ends     []float64
	labels   [][]string // entity types named by the words before a place
	foreign  []int      // number of characters and words before a place that occur in no name
	opening  []int      // number of words before a place that begin like names
	digits   []int      // number of digits before a place
	stops    []int      // number of sentences that end before a place
	operands []span     // texts in quotation marks and literals, in bytes
}

// rounds returns a piece once for each round in which it is tried.
func (t *text) rounds(i, j int) (all []piece) {
	p := piece{span: span{t.at[i], t.at[j]}}
	p.types, p.score = t.entityTypes(i, j), t.begins[i]+t.ends[j]
	p.score += scoreForeign * float64(min(mostForeign, t.foreign[j]-t.foreign[i]))
	p.score += scoreWord * float64(min(mostWords, t.opening[j]-t.opening[i]))
	p.score += scoreSevered * float64(t.stops[j]-t.stops[i])
	if t.digits[j] > t.digits[i] {
		p.score += scoreFair
	}
	if slices.ContainsFunc(t.operands, func(s span) bool { return s.from <= p.from && p.to <= s.to }) {
		p.score += scoreQuoted
	}
	if len(p.types) == 0 {
		if j-i >= minPiece {
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

// entityTypes returns the entity types that a piece may belong to, judged by the words before it, the
// patterns of derivations from such names, its ending and its parts.
func (t *text) entityTypes(i, j int) []string {
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
		if e := &t.domain.Entities[k]; len(e.Parts) > 0 && !t.isRemembered(e.Name) && (strings.Contains(s, ", ") || strings.ContainsRune(regionEndings, t.runes[j-1])) && splitRegion(s, len(e.Parts)) != nil && !t.nameContinues(j, bodyEndings) {
			add(e.Name)
		}
	}
	return types
}

// isRemembered reports whether an entity type is what people remember of passages, which is no name
// of a place, however many parts it has.
func (l *lexicon) isRemembered(entity string) bool {
	return slices.ContainsFunc(l.domain.Passages, func(p domain.Passages) bool { return p.Subject != nil && p.Subject.Entity == entity })
}

// suffix returns the entity type with the longest label that a name ends in; "" if there is
// none.
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
