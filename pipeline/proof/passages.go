package proof

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// passageSet holds the domain's passages of one name. It ranks them by scoring each passage: it
// keeps the terms of each passage in order and no index from terms to passages. It is safe
// for concurrent use.
type passageSet struct {
	texts     []string
	reference *domain.PassageNaming // nil for passages without names

	count   sync.Once
	terms   map[string]uint32
	words   []uint32  // the terms of all passages, one passage after the other
	ends    []int     // by passage, the end of its words
	having  []float64 // by term, the number of passages that have it
	average float64   // length of a passage, in words

	read     sync.Once
	headings []*domain.Heading // by passage; nil for a passage without a name
	works    []string          // longest first
	parts    []string          // longest first

	inForce  []*lazyregexp.Regexp // of the reference
	statutes statutes

	mu    sync.Mutex
	found map[query][]ranked
}

// query is a retriever's query and the number of passages requested.
type query struct {
	text      string
	requested int
}

// ranked is a passage and its score.
type ranked struct {
	passage int
	score   float64
}

// newPassageSets returns a passage set for each of a domain's passages, by name.
func newPassageSets(d *domain.Domain, c *corpus.Corpus) map[string]*passageSet {
	passageSets := map[string]*passageSet{}
	for i := range d.Passages {
		p := &d.Passages[i]
		passageSets[p.Name] = newPassageSet(c.Passages(p.Name), p.Reference)
	}
	return passageSets
}

func newPassageSet(texts []string, r *domain.PassageNaming) *passageSet {
	s := &passageSet{texts: texts, reference: r, found: map[query][]ranked{}}
	if r != nil {
		for _, expr := range r.InForce {
			s.inForce = append(s.inForce, lazyregexp.New(expr))
		}
	}
	return s
}

// The formula of the retrievers, Okapi BM25 with the parameters and the weight of a term
// that [tool.BM25] documents.
const (
	bm25K1 = 1.2
	bm25B  = 0.75
)

// ties reports whether two scores are so close that the tools, which compute in single
// precision, may not distinguish them.
func ties(a, b float64) bool { return math.Abs(a-b) <= 1e-5*max(a, b) }

// rank returns the requested number of passages with the highest scores, best first and
// equal scores in the order of the corpus, followed by the passages that tie with the last.
func (s *passageSet) rank(text string, requested int) []ranked {
	s.count.Do(s.spell)
	s.mu.Lock()
	top, ok := s.found[query{text, requested}]
	s.mu.Unlock()
	if ok {
		return top
	}
	top = s.score(text)
	slices.SortFunc(top, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.passage, b.passage))
	})
	end := min(requested, len(top))
	for end < len(top) && ties(top[end].score, top[requested-1].score) {
		end++
	}
	top = slices.Clone(top[:end])
	s.mu.Lock()
	s.found[query{text, requested}] = top
	s.mu.Unlock()
	return top
}

// spell splits the passages into terms.
func (s *passageSet) spell() {
	s.terms = map[string]uint32{}
	var last []int // by term, the last passage that has it
	for i, text := range s.texts {
		for term := range tool.Terms(text) {
			id, ok := s.terms[term]
			if !ok {
				id = uint32(len(last))
				s.terms[term] = id
				last, s.having = append(last, -1), append(s.having, 0)
			}
			if last[id] != i {
				last[id] = i
				s.having[id]++
			}
			s.words = append(s.words, id)
		}
		s.ends = append(s.ends, len(s.words))
	}
	if len(s.texts) > 0 {
		s.average = float64(len(s.words)) / float64(len(s.texts))
	}
}

// score returns the passages that have a term of a query.
func (s *passageSet) score(text string) []ranked {
	place := make([]int32, len(s.having)) // by term, its place in the query, from 1
	var times, weight []float64           // by place: occurrences in the query, and the term's weight
	n := float64(len(s.texts))
	for term := range tool.Terms(text) {
		id, ok := s.terms[term]
		switch {
		case !ok:
		case place[id] > 0:
			times[place[id]-1]++
		default:
			times = append(times, 1)
			weight = append(weight, math.Log(1+(n-s.having[id]+0.5)/(s.having[id]+0.5)))
			place[id] = int32(len(times))
		}
	}
	var top []ranked
	here := make([]float64, len(times)) // by place, occurrences in the passage
	from := 0
	for i, end := range s.ends {
		has := false
		for _, id := range s.words[from:end] {
			if p := place[id]; p > 0 {
				here[p-1]++
				has = true
			}
		}
		length := float64(end - from)
		from = end
		if !has {
			continue
		}
		score := 0.0
		for p, tf := range here {
			if tf > 0 {
				score += times[p] * weight[p] * tf * (bm25K1 + 1) / (tf + bm25K1*(1-bm25B+bm25B*length/s.average))
				here[p] = 0
			}
		}
		top = append(top, ranked{i, score})
	}
	return top
}

// heading returns the heading of a passage; nil for a passage without a name.
func (s *passageSet) heading(passage int) *domain.Heading {
	s.read.Do(s.catalogue)
	return s.headings[passage]
}

// catalogue reads all headings.
func (s *passageSet) catalogue() {
	s.headings = make([]*domain.Heading, len(s.texts))
	if s.reference == nil {
		return
	}
	read := s.reference.Reader()
	works, parts := map[string]bool{}, map[string]bool{}
	for i, text := range s.texts {
		if h, ok := read(text); ok {
			s.headings[i] = &h
			works[h.Work], parts[h.Part] = true, true
		}
	}
	s.works, s.parts = longestFirst(works), longestFirst(parts)
}

// longestFirst returns the non-empty texts of a set, longest first, so that a text comes
// before its prefixes.
func longestFirst(set map[string]bool) []string {
	delete(set, "")
	list := make([]string, 0, len(set))
	for text := range set {
		list = append(list, text)
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
	return list
}

// citation is a part of a work, or a whole work with a part of "".
type citation struct{ work, part string }

// citations returns the citations in a text: every work that it names or, if passages are
// parts of works, the parts that are listed before or after the work's name, whichever side
// the reference declares.
func (s *passageSet) citations(text string) map[citation]bool {
	s.read.Do(s.catalogue)
	cited := map[citation]bool{}
	rest := []byte(text) // with the works found so far blanked out
	for _, work := range s.works {
		for {
			at := bytes.Index(rest, []byte(work))
			if at < 0 {
				break
			}
			for i := range work {
				rest[at+i] = 0
			}
			if len(s.parts) == 0 {
				cited[citation{work, ""}] = true
				continue
			}
			for _, part := range s.partsBeside(text, at, at+len(work)) {
				cited[citation{work, part}] = true
			}
		}
	}
	return cited
}

// partsBeside returns the parts that are listed before or after a work's name.
func (s *passageSet) partsBeside(text string, from, to int) (parts []string) {
	behind := strings.Index(s.reference.Cited, "{"+domain.HeadingPart+"}") > strings.Index(s.reference.Cited, "{"+domain.HeadingWork+"}")
	side := text[:from]
	if behind {
		side = text[to:]
	}
	for {
		part, width := s.next(side, behind)
		if part == "" {
			return parts
		}
		parts = append(parts, part)
		if behind {
			side = side[width:]
		} else {
			side = side[:len(side)-width]
		}
	}
}

// widest is the largest gap, in bytes, between two parts or between a part and the work's
// name: it fits a bracket and a comma, or a conjunction and an article.
const widest = len(" of the ")

// next returns the part nearest to the work's name on one side of it, and the width of the
// part together with the gap before it; "" if there is none.
func (s *passageSet) next(side string, behind bool) (part string, width int) {
	for gap := 0; gap <= min(widest, len(side)); gap++ {
		for _, p := range s.parts {
			if behind && strings.HasPrefix(side[gap:], p) || !behind && strings.HasSuffix(side[:len(side)-gap], p) {
				return p, gap + len(p)
			}
		}
	}
	return "", 0
}
