package filter

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/exam/claim"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Shingles are runs of this many words. Texts with ROUGE-L of 0.7 or more and at least some words
// have some in common.
const shingleWords = 3

// maxPostings is the number of items from which a shingle is a form that items have in common, as
// "assinale a alternativa correta", and finds nothing.
const maxPostings = 400

// index finds texts that share shingles with another.
type index struct {
	postings map[string][]int
	sizes    []int // shingles of each text
}

func newIndex() *index { return &index{postings: map[string][]int{}} }

// shingles returns the different shingles of a folded text; the text itself if it is shorter.
func shingles(folded string) []string {
	words := strings.Fields(folded)
	if len(words) <= shingleWords {
		return []string{folded}
	}
	seen := map[string]bool{}
	var all []string
	for i := range len(words) - shingleWords + 1 {
		s := strings.Join(words[i:i+shingleWords], " ")
		if !seen[s] {
			seen[s] = true
			all = append(all, s)
		}
	}
	return all
}

// add adds a text and returns its number, from 0.
func (x *index) add(of []string) int {
	n := len(x.sizes)
	x.sizes = append(x.sizes, len(of))
	for _, s := range of {
		if p := x.postings[s]; len(p) < maxPostings {
			x.postings[s] = append(p, n)
		}
	}
	return n
}

// minShared is the share of the shorter text's shingles that candidates have in common. A text
// with every fourth word exchanged keeps about a quarter.
const minShared = 0.15

// near returns the texts that share enough shingles with another, in the order in which they were
// added.
func (x *index) near(of []string) []int {
	counts := map[int]int{}
	for _, s := range of {
		if p := x.postings[s]; len(p) < maxPostings {
			for _, n := range p {
				counts[n]++
			}
		}
	}
	var found []int
	for n, c := range counts {
		if float64(c) >= minShared*float64(min(len(of), x.sizes[n])) {
			found = append(found, n)
		}
	}
	return sorted(found)
}

// duplicates leaves out items whose text has most words, in order, of an earlier item of the same
// type, by ROUGE-L. So of a claim and its denial one is enough.
func duplicates(entries []*entry) (kept []*entry, dropped []task.Dropped) {
	type group struct {
		exact map[string]*entry
		index *index
		all   []*entry
	}
	groups := map[string]*group{}
	for _, e := range entries {
		g := groups[e.t.Type]
		if g == nil {
			g = &group{exact: map[string]*entry{}, index: newIndex()}
			groups[e.t.Type] = g
		}
		other := g.exact[e.text]
		of := shingles(e.text)
		if other == nil {
			for _, n := range g.index.near(of) {
				if o := g.all[n]; claim.Overlap(o.text, e.text, overlaps[e.t.Type]) > 0 {
					other = o
					break
				}
			}
		}
		if other != nil {
			dropped = append(dropped, against(e, other, Duplicate, "nearly the words of"))
			continue
		}
		g.exact[e.text] = e
		g.index.add(of)
		g.all = append(g.all, e)
		kept = append(kept, e)
	}
	return kept, dropped
}
