package lexical

import (
	"math"
	"regexp"
	"slices"
	"strings"
)

// What an alignment costs: a term of the plan that the question lacks, and one of the
// question that the plan lacks, as shares of their weights; and a lookup and a further
// column, which no plan has for nothing: a name is rather asked about than asked for
// beside something else.
const (
	costLookup  = 2.0
	costColumn  = 3.0
	costLacking = 0.6
	costSkipped = 0.3
	// A sentence of which nothing is read costs no more than this: questions come with
	// what is not asked.
	costSentence = 2.0
	// What a plan gains whose answer is of the kind that is asked for.
	scoreKind = 3.0
)

// reading is a question behind its start entity, in the order in which plans go.
type reading struct {
	terms    []term
	literals map[string]literal
	places   map[string][]int // where each term stands, in order
	back     []int            // for a place where a sentence ends, where it begins; -1 elsewhere
}

// newReading reads terms in which sentences end behind so many of them.
func newReading(terms []term, stops []int, literals map[string]literal) *reading {
	r := &reading{terms: terms, literals: literals, places: map[string][]int{}, back: make([]int, len(terms)+1)}
	for i, t := range terms {
		r.places[t.text] = append(r.places[t.text], i)
	}
	for i := range r.back {
		r.back[i] = -1
	}
	from := 0
	for _, to := range stops {
		if to > from {
			r.back[to], from = from, to
		}
	}
	return r
}

// has reports whether the question has a term.
func (r *reading) has(text string) bool { return len(r.places[text]) > 0 }

// first is the alignment of nothing: the score by how much of the question is read.
func (r *reading) first() []float64 {
	row := make([]float64, len(r.terms)+1)
	for i := range r.terms {
		row[i+1] = math.Inf(-1)
	}
	r.skip(row, 0)
	return row
}

// skip goes on from a place without any more of the plan.
func (r *reading) skip(row []float64, from int) {
	for i := from; i < len(r.terms); i++ {
		best := max(row[i+1], row[i]-costSkipped*r.terms[i].weight)
		if back := r.back[i+1]; back >= 0 {
			best = max(best, row[back]-costSentence)
		}
		row[i+1] = best
	}
}

// align goes on from an alignment with further terms.
func (r *reading) align(row []float64, terms []term) []float64 {
	if len(terms) == 0 {
		return row
	}
	row = slices.Clone(row)
	lacking := 0.0
	for _, t := range terms {
		cost := t.lacking()
		lacking += cost
		places := r.places[t.text]
		if len(places) == 0 {
			continue
		}
		for _, p := range slices.Backward(places) { // what a place is had from is still that without the term
			row[p+1] = max(row[p+1], row[p]+t.weight+cost)
		}
		r.skip(row, places[0]+1)
	}
	for i := range row {
		row[i] -= lacking
	}
	return row
}

// lacking is what the term costs a plan where the question lacks it.
func (t *term) lacking() float64 {
	if t.optional {
		return 0
	}
	return costLacking * t.weight
}

// gain is the most by which terms can raise what an alignment has reached at any place;
// whole, what it has reached at the end, where a term that is read is no longer skipped.
func (r *reading) gain(terms []term) (gain, whole float64) {
	for _, t := range terms {
		if r.has(t.text) {
			gain += t.weight
			whole += (1 + costSkipped) * t.weight
		} else {
			gain -= t.lacking()
			whole -= t.lacking()
		}
	}
	return gain, whole
}

// end is what an alignment has reached at the end of the question.
func end(row []float64) float64 { return row[len(row)-1] }

// best is the alignment that takes at each place the best of several ways.
func (r *reading) best(row []float64, ways ...[]term) []float64 {
	var best []float64
	for _, w := range ways {
		a := r.align(row, w)
		if best == nil {
			best = slices.Clone(a)
			continue
		}
		for i := range a {
			best[i] = max(best[i], a[i])
		}
	}
	return best
}

// answerFormPattern is what a question says in brackets of the form of its answer, which is
// nothing to look up.
var answerFormPattern = regexp.MustCompile(`（[^（）]*(?:格式|单位|保留|精确|小数|形如|写法|XX)[^（）]*）|（(?:以|请|只需)[^（）]*）|` +
	`\([^()]*(?:decimal|rounded|whole number|integer|YYYY|format|layout|percent)[^()]*\)|\((?:as|in|to|rounded|expressed) [^()]*\)`)

// quotes is a text in quotation marks.
var quotes = regexp.MustCompile(`[“「"][^”」"]+[”」"]`)

// atCost is an alignment at a cost.
func atCost(row []float64, cost float64) []float64 {
	row = slices.Clone(row)
	for i := range row {
		row[i] -= cost
	}
	return row
}

// span is where the name of the start entity stands in the question, in bytes.
type span struct{ from, to int }

// read takes a question apart. Where phrases have the entity first, what is behind the
// name is read as it stands. Elsewhere each clause is read back from the name, or from
// where it speaks of what the clause before found, and then what is behind that place.
func (l *lexicon) read(question string, name span) *reading {
	var terms []term
	var stops []int
	literals := map[string]literal{}
	add := func(text string) {
		tokens := l.tokens(answerFormPattern.ReplaceAllString(text, ""), literals)
		if !l.entityFirst {
			slices.Reverse(tokens)
		}
		for _, t := range tokens {
			terms = append(terms, term{text: t, weight: l.weight(t)})
		}
	}
	if l.entityFirst {
		for _, sentence := range sentences(question[name.to:]) {
			add(sentence)
			stops = append(stops, len(terms))
		}
		return newReading(terms, stops, literals)
	}
	from := 0
	for _, end := range clauses(question) {
		if end <= name.from || end < name.to {
			if end <= name.from {
				from = end
			}
			continue
		}
		pivot := l.pivot(question[from:end])
		pivot.from, pivot.to = pivot.from+from, pivot.to+from
		if from <= name.from {
			pivot = name
		}
		add(question[from:pivot.from])
		add(question[pivot.to:end])
		stops = append(stops, len(terms))
		from = end
	}
	return newReading(terms, stops, literals)
}

// sentence is one in Chinese, or what is left of one, with its mark.
var sentence = regexp.MustCompile(`[^。？！；\n]*[。？！；\n]?`)

// sentences cuts a text into sentences, in order.
func sentences(text string) []string { return sentence.FindAllString(text, -1) }

// clause ends where a sentence does or the next step of an enumeration begins.
var clause = regexp.MustCompile(`[.?!][)”"]? +(?:[A-Z(])|, (?:and )?then\b`)

// clauses returns the ends of the clauses of a text, in order.
func clauses(text string) (ends []int) {
	for _, m := range clause.FindAllStringIndex(text, -1) {
		ends = append(ends, m[0]+1)
	}
	return append(ends, len(text))
}

// pivot finds the last place of a clause that speaks of an entity found before, that
// is, a demonstrative before what an entity type or a row is called; its end if there
// is none.
func (l *lexicon) pivot(text string) span {
	p := span{len(text), len(text)}
	lower := strings.ToLower(text)
	at := 0
	for {
		i := strings.Index(lower[at:], "th")
		if i < 0 {
			return p
		}
		at += i
		for _, word := range []string{"that ", "those "} {
			if !strings.HasPrefix(lower[at:], word) {
				continue
			}
			for i := range l.domain.Entities {
				label := strings.ToLower(l.domain.Entities[i].Label.In(l.language))
				stemmed := strings.TrimSuffix(label, "y")
				if rest := lower[at+len(word):]; strings.HasPrefix(rest, stemmed) {
					end := at + len(word) + len(stemmed)
					for end < len(lower) && lower[end] >= 'a' && lower[end] <= 'z' {
						end++
					}
					p = span{at, end}
				}
			}
		}
		at++
	}
}
