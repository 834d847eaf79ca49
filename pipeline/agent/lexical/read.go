package lexical

import (
	"regexp"
	"slices"
	"strings"
)

// What an alignment costs: a term of the plan that the question lacks, and one of the
// question that the plan lacks, as shares of their weights; and a lookup and
// a further column, which no plan has for nothing: a name is rather asked about than
// asked for beside something else.
const (
	costLookup  = 2.0
	costColumn  = 3.0
	costLacking = 0.6
	costSkipped = 0.3
)

// reading is a question behind its start entity, in the order in which plans go.
type reading struct {
	terms    []term
	literals map[string]literal
}

// has reports whether the question has a term.
func (r *reading) has(text string) bool {
	return slices.ContainsFunc(r.terms, func(t term) bool { return t.text == text })
}

// first is the alignment of nothing: the score by how much of the question is read.
func (r *reading) first() []float64 {
	row := make([]float64, len(r.terms)+1)
	for i := range r.terms {
		row[i+1] = row[i] - costSkipped*r.terms[i].weight
	}
	return row
}

// align goes on from an alignment with further terms.
func (r *reading) align(row []float64, terms []term) []float64 {
	if len(terms) == 0 {
		return row
	}
	from, next := row, make([]float64, len(row))
	spare := make([]float64, len(row))
	for _, t := range terms {
		cost := costLacking * t.weight
		if t.optional {
			cost = 0
		}
		next[0] = from[0] - cost
		for i := range r.terms {
			q := &r.terms[i]
			best := max(from[i+1]-cost, next[i]-costSkipped*q.weight)
			if q.text == t.text {
				best = max(best, from[i]+t.weight)
			}
			next[i+1] = best
		}
		from, next, spare = next, spare, next
	}
	return from
}

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

// demand is what a question says in brackets of the form of its answer, which is
// nothing to look up.
var demand = regexp.MustCompile(`（(?:以|请|格式|单位|保留|只需|精确)[^（）]*）|\((?:as|in|to|rounded|expressed) [^()]*\)`)

// quotes is a text in quotation marks.
var quotes = regexp.MustCompile(`[“「"][^”」"]+[”」"]`)

// less is an alignment at a cost.
func less(row []float64, cost float64) []float64 {
	row = slices.Clone(row)
	for i := range row {
		row[i] -= cost
	}
	return row
}

// spread is where the name of the start entity stands in the question, in bytes.
type spread struct{ from, to int }

// read takes a question apart. Where phrases have the entity first, what is behind the
// name is read as it stands. Elsewhere each clause is read back from the name, or from
// where it speaks of what the clause before found, and then what is behind that place.
func (l *lexicon) read(question string, name spread) *reading {
	r := &reading{literals: map[string]literal{}}
	add := func(text string) {
		tokens := l.tokens(demand.ReplaceAllString(text, ""), r.literals)
		if !l.leads {
			slices.Reverse(tokens)
		}
		for _, t := range tokens {
			r.terms = append(r.terms, term{text: t, weight: l.weight(t)})
		}
	}
	if l.leads {
		add(question[name.to:])
		return r
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
		from = end
	}
	return r
}

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
func (l *lexicon) pivot(text string) spread {
	p := spread{len(text), len(text)}
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
					p = spread{at, end}
				}
			}
		}
		at++
	}
}
