package proof

import (
	"bytes"
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// shelf ranks the passages of one corpus by scoring every one of them: it keeps each
// passage's terms in order and no index of which passages have a term. It is safe for
// concurrent use.
type shelf struct {
	texts     []string
	reference *domain.PassageNaming // nil for passages without names

	count   sync.Once
	terms   map[string]uint32
	words   []uint32  // the terms of all passages, one passage after the other
	ends    []int     // by passage, where its words end
	having  []float64 // by term, how many passages have it
	average float64   // length of a passage, in words

	read     sync.Once
	headings []*domain.Heading // by passage; nil for one without a name
	works    []string          // longest first
	parts    []string          // longest first

	inForce  []*regexp.Regexp // of the reference
	statutes statutes

	mu    sync.Mutex
	found map[query][]ranked
}

// query is what was asked of a shelf.
type query struct {
	text  string
	asked int
}

// ranked is a passage and its score.
type ranked struct {
	passage int
	score   float64
}

// shelvesOf returns a shelf for each of a domain's passages, by name.
func shelvesOf(d *domain.Domain, c *corpus.Corpus) map[string]*shelf {
	shelves := map[string]*shelf{}
	for i := range d.Passages {
		p := &d.Passages[i]
		shelves[p.Name] = newShelf(c.Passages(p.Name), p.Reference)
	}
	return shelves
}

func newShelf(texts []string, r *domain.PassageNaming) *shelf {
	s := &shelf{texts: texts, reference: r, found: map[query][]ranked{}}
	if r != nil {
		for _, expr := range r.InForce {
			s.inForce = append(s.inForce, regexp.MustCompile(expr))
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

// ties reports whether two scores are too near for the tools' single precision to tell
// apart for sure.
func ties(a, b float64) bool { return math.Abs(a-b) <= 1e-5*max(a, b) }

// rank returns the passages with the highest scores, best first, equal ones in the
// order of the corpus: as many as are asked for, and those that tie with the last.
func (s *shelf) rank(text string, asked int) []ranked {
	s.count.Do(s.spell)
	s.mu.Lock()
	top, ok := s.found[query{text, asked}]
	s.mu.Unlock()
	if ok {
		return top
	}
	top = s.score(text)
	slices.SortFunc(top, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.passage, b.passage))
	})
	end := min(asked, len(top))
	for end < len(top) && ties(top[end].score, top[asked-1].score) {
		end++
	}
	top = slices.Clone(top[:end])
	s.mu.Lock()
	s.found[query{text, asked}] = top
	s.mu.Unlock()
	return top
}

// spell takes the passages apart into terms.
func (s *shelf) spell() {
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
func (s *shelf) score(text string) []ranked {
	place := make([]int32, len(s.having)) // by term, its place in the query's, from 1
	var times, weight []float64           // by place: in the query, and what one is worth
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
	here := make([]float64, len(times)) // by place, in the passage
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

// heading returns what a passage is called by; nil for one without a name.
func (s *shelf) heading(passage int) *domain.Heading {
	s.read.Do(s.catalogue)
	return s.headings[passage]
}

// catalogue reads all headings.
func (s *shelf) catalogue() {
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

// longestFirst lists texts but for the empty one, so that of those that begin alike
// the longest comes first.
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

// citations returns what a text cites: every work that it names and, where passages
// are parts, the parts that stand in a row before or behind its name, whichever the
// reference says.
func (s *shelf) citations(text string) map[citation]bool {
	s.read.Do(s.catalogue)
	cited := map[citation]bool{}
	rest := []byte(text) // without the works that were met
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
			for _, part := range s.row(text, at, at+len(work)) {
				cited[citation{work, part}] = true
			}
		}
	}
	return cited
}

// row returns the parts that stand in a row beside a work's name.
func (s *shelf) row(text string, from, to int) (parts []string) {
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

// widest is how much may stand between a part and the next, or a work, in bytes: a
// bracket and a comma, or a conjunction and an article.
const widest = len(" of the ")

// next returns the part that a side of a text begins or ends with, behind a joint, and
// how wide the two are together; "" for none.
func (s *shelf) next(side string, behind bool) (part string, width int) {
	for gap := 0; gap <= min(widest, len(side)); gap++ {
		for _, p := range s.parts {
			if behind && strings.HasPrefix(side[gap:], p) || !behind && strings.HasSuffix(side[:len(side)-gap], p) {
				return p, gap + len(p)
			}
		}
	}
	return "", 0
}
