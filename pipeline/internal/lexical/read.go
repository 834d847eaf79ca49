package lexical

import (
	"math"
	"regexp"
	"slices"
	"strings"
)

// Costs and gains of an alignment. Lacking and skipped are shares of a term's weight: for a
// term of the plan that the question lacks, and for a term of the question that the plan
// lacks. Each lookup and each further column costs as well: of plans that match equally
// well, the shortest is preferred.
const (
	costLookup  = 2.0
	costColumn  = 3.0
	costLacking = 0.6
	costSkipped = 0.3
	// Skipping a whole sentence costs no more than this, because questions contain sentences
	// that ask for nothing.
	costSentence = 2.0
	// A plan gains this if its answer is of the kind that the question asks for.
	scoreKind = 3.0
)

// reading holds the terms of a question after its start entity, in the order in which plans
// follow them.
type reading struct {
	terms          []term
	literals       map[string]literal
	positions      map[string][]int // indices of each term, ascending
	sentenceStarts []int            // start of the sentence that ends at a place; -1 if none ends there
}

// newReading returns the reading of terms. Stops are the numbers of terms after which a
// sentence ends.
func newReading(terms []term, stops []int, literals map[string]literal) *reading {
	r := &reading{terms: terms, literals: literals, positions: map[string][]int{}, sentenceStarts: make([]int, len(terms)+1)}
	for i, t := range terms {
		r.positions[t.text] = append(r.positions[t.text], i)
	}
	for i := range r.sentenceStarts {
		r.sentenceStarts[i] = -1
	}
	from := 0
	for _, to := range stops {
		if to > from {
			r.sentenceStarts[to], from = from, to
		}
	}
	return r
}

// has reports whether the question contains a term.
func (r *reading) has(text string) bool { return len(r.positions[text]) > 0 }

// emptyAlignment returns the alignment of an empty plan. Element i of an alignment is the best score
// after reading i terms of the question.
func (r *reading) emptyAlignment() []float64 {
	row := make([]float64, len(r.terms)+1)
	for i := range r.terms {
		row[i+1] = math.Inf(-1)
	}
	r.skipTerms(row, 0)
	return row
}

// skipTerms extends an alignment from a place by skipping terms or sentences of the question.
func (r *reading) skipTerms(row []float64, from int) {
	for i := from; i < len(r.terms); i++ {
		best := max(row[i+1], row[i]-costSkipped*r.terms[i].weight)
		if back := r.sentenceStarts[i+1]; back >= 0 {
			best = max(best, row[back]-costSentence)
		}
		row[i+1] = best
	}
}

// align returns the alignment extended by further terms of the plan. It does not change row.
func (r *reading) align(row []float64, terms []term) []float64 {
	if len(terms) == 0 {
		return row
	}
	row = slices.Clone(row)
	lacking := 0.0
	for _, t := range terms {
		cost := t.lacking()
		lacking += cost
		places := r.positions[t.text]
		if len(places) == 0 {
			continue
		}
		for _, p := range slices.Backward(places) { // backwards, so that row[p] does not yet include this term
			row[p+1] = max(row[p+1], row[p]+t.weight+cost)
		}
		r.skipTerms(row, places[0]+1)
	}
	for i := range row {
		row[i] -= lacking
	}
	return row
}

// lacking returns the cost of a term of the plan that the question lacks.
func (t *term) lacking() float64 {
	if t.optional {
		return 0
	}
	return costLacking * t.weight
}

// gain returns upper bounds of the change in score when terms are aligned: gain for any place,
// whole for the end of the question, where a matched term also saves the cost of skipping it.
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

// finalScore returns the score of an alignment at the end of the question.
func finalScore(row []float64) float64 { return row[len(row)-1] }

// bestAlignment returns, for each place, the best score of aligning any of several alternative wordings.
func (r *reading) bestAlignment(row []float64, wordings ...[]term) []float64 {
	var best []float64
	for _, w := range wordings {
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

// answerFormPattern matches bracketed instructions on the form of the answer, which name
// nothing to look up.
var answerFormPattern = regexp.MustCompile(`（[^（）]*(?:格式|单位|保留|精确|小数|形如|写法|XX)[^（）]*）|（(?:以|请|只需)[^（）]*）|` +
	`\([^()]*(?:decimal|rounded|whole number|integer|YYYY|format|layout|percent)[^()]*\)|\((?:as|in|to|rounded|expressed) [^()]*\)`)

// quotes matches a text in quotation marks.
var quotes = regexp.MustCompile(`[“「"][^”」"]+[”」"]`)

// atCost returns an alignment with a cost subtracted everywhere.
func atCost(row []float64, cost float64) []float64 {
	row = slices.Clone(row)
	for i := range row {
		row[i] -= cost
	}
	return row
}

// span is a range of bytes of the question, to excluded.
type span struct{ from, to int }

// read splits a question into its reading. If phrases put the entity first, the text after the
// name is read forwards. Otherwise each clause is read backwards from the name, or from the
// place that refers to the result of the clause before, and then the rest of the clause after
// that place.
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

// sentence matches one Chinese sentence with its final mark.
var sentence = regexp.MustCompile(`[^。？！；\n]*[。？！；\n]?`)

// sentences splits a text into sentences, in order.
func sentences(text string) []string { return sentence.FindAllString(text, -1) }

// clause matches the end of an English clause: the end of a sentence, or the beginning of the
// next step of an enumeration.
var clause = regexp.MustCompile(`[.?!][)”"]? +(?:[A-Z(])|, (?:and )?then\b`)

// clauses returns the byte offsets at which the clauses of a text end, ascending.
func clauses(text string) (ends []int) {
	for _, m := range clause.FindAllStringIndex(text, -1) {
		ends = append(ends, m[0]+1)
	}
	return append(ends, len(text))
}

// pivot returns the last place of a clause that refers to an entity found before: a
// demonstrative followed by the label of an entity type or a row. It returns the end of the
// text if there is none.
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
