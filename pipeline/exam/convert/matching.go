package convert

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// A pair is a row of a matching item: what stands in its lists.
type pair struct {
	draws       []int // claim, and what else names the pair
	left, right string
	quotes      []task.Quote
}

// pairing is a rule of matching items: three to five pairs of one group make an item, none of
// which could take the place of another. Draws are those of the pairs, one after the other.
func pairing(name string, size int, group func(*ClaimIndex, *claim, pair) string, pairs func(*ClaimIndex, int) []pair) rule {
	var all [][]pair // of this conversion
	return rule{
		name: name, kind: task.Matching, several: true,
		candidates: func(x *ClaimIndex, at int) (out [][]int, _ Reason) {
			if all == nil {
				all = x.groups(group, pairs)
			}
			for _, g := range all {
				if slices.Contains(x.sites[at].siblings, x.claims[g[0].draws[0]].site) {
					var draws []int
					for _, p := range g {
						draws = append(draws, p.draws...)
					}
					out = append(out, draws)
				}
			}
			return out, Few
		},
		draw: func(_ *ClaimIndex, _ int, first []int, _ *rand.Rand) ([]int, Reason) { return first, "" },
		make: func(x *ClaimIndex, at int, draws []int) (*item, error) {
			if len(draws)%size != 0 || len(draws) < 3*size {
				return nil, &fault{Draws, "no three pairs"}
			}
			out := &item{ask: name, bare: true, sites: []int{at}}
			for d := range slices.Chunk(draws, size) {
				if d[0] < 0 || d[0] >= len(x.claims) {
					return nil, &fault{Draws, "no claim"}
				}
				all := pairs(x, d[0])
				i := slices.IndexFunc(all, func(p pair) bool { return slices.Equal(p.draws, d) })
				if i < 0 {
					return nil, &fault{Draws, "no pair"}
				}
				out.key = append(out.key, len(out.options))
				out.options, out.matches = append(out.options, all[i].left), append(out.matches, all[i].right)
				out.quotes = append(out.quotes, all[i].quotes...)
			}
			return out, nil
		},
	}
}

// groups divides the pairs of each group into lists of three to five. Each pair is in one list
// at most; the order is that of digests of their texts.
func (x *ClaimIndex) groups(group func(*ClaimIndex, *claim, pair) string, pairs func(*ClaimIndex, int) []pair) [][]pair {
	type entry struct {
		pair
		group string
		hash  digest.Digest
	}
	var all []entry
	for i := range x.claims {
		for _, p := range pairs(x, i) {
			all = append(all, entry{p, group(x, &x.claims[i], p), digest.Of("pair", p.left, p.right)})
		}
	}
	slices.SortFunc(all, func(a, b entry) int {
		return cmp.Or(strings.Compare(a.group, b.group), strings.Compare(string(a.hash), string(b.hash)))
	})
	var out, open [][]pair // open are the lists of the group at hand
	for i, e := range all {
		if i > 0 && all[i-1].group != e.group {
			out, open = append(out, open...), nil
		}
		at := slices.IndexFunc(open, func(g []pair) bool {
			return len(g) < 4 && !slices.ContainsFunc(g, func(p pair) bool { return x.exchangeable(p, e.pair) || x.tells(p, e.pair) || x.tells(e.pair, p) })
		})
		if at < 0 {
			open, at = append(open, nil), len(open)
		}
		open[at] = append(open[at], e.pair)
	}
	out = append(out, open...)
	return slices.DeleteFunc(out, func(g []pair) bool { return len(g) < 3 })
}

// exchangeable reports whether two pairs are too much alike to be told apart. Values of one kind are told
// apart if they differ, however spelled.
func (x *ClaimIndex) exchangeable(p, q pair) bool {
	a, b := &x.claims[p.draws[0]], &x.claims[q.draws[0]]
	w := x.sites[a.site].words
	if a.site == b.site || contains([]string{p.right, q.right}) {
		return true
	}
	left := alike(w.terms(p.left), w.terms(q.left))
	if len(p.draws) > 1 {
		return left > maxAlikeGaps || x.mention(p.draws).key == x.mention(q.draws).key
	}
	return left > maxAlike || alike(w.core(p.right), w.core(q.right)) > maxAlike
}

// maxTold is the number of words that a text of the first list may share with its own match beyond those
// that it shares with another one: names of parties and other words would settle the pair.
const maxTold = 1

// tells reports whether the words of a pair tell which of two matches is its own.
func (x *ClaimIndex) tells(p, other pair) bool {
	w := x.sites[x.claims[p.draws[0]].site].words
	left := w.terms(p.left)
	return shared(left, w.terms(p.right))-shared(left, w.terms(other.right)) > maxTold
}

// byConclusion and byKind group pairs: by field and conclusion, and by kind and unit of value, which
// would settle the pairs if they were mixed.
func byConclusion(x *ClaimIndex, c *claim, _ pair) string {
	return x.sites[c.site].field() + "/" + c.verdict
}

func byKind(x *ClaimIndex, c *claim, p pair) string {
	m := c.mentions[p.draws[1]]
	if m.form != "" {
		m.kind += "/" + plural(m.unit)
	}
	return x.sites[c.site].essay.Language + "/" + m.kind
}

// values matches claims with the terms, sums or remedies that are blanked in them.
func values() rule {
	return pairing("values", 2, byKind, func(x *ClaimIndex, i int) (out []pair) {
		c := &x.claims[i]
		if !c.portable() || !c.stands() || x.sites[c.site].question == "" {
			return nil
		}
		w := x.sites[c.site].words
		candidates, _ := gaps(x, c.site)
		for _, d := range candidates {
			if d[0] == i {
				m := x.mention(d)
				out = append(out, pair{d, w.blank(c, m), m.text, x.quotes(i)})
			}
		}
		return out[:min(len(out), 1)]
	})
}

// answers matches questions that need no case with their answers.
func answers() rule {
	return pairing("answers", 1, byConclusion, func(x *ClaimIndex, i int) []pair {
		c := &x.claims[i]
		s := &x.sites[c.site]
		if !s.standalone || s.assumed != nil || !c.portable() || !c.stands() || s.claims[0] != i || held(s.words.terms(s.question), c.terms) > maxEcho {
			return nil
		}
		return []pair{{[]int{i}, s.question, c.text + s.words.text["stop"], x.quotes(i)}}
	})
}

// maxAlikeGaps is the greatest share that two texts with gaps may have in common: laws that lay
// down other values of the same kind are much alike.
const maxAlikeGaps = 0.8

// maxEcho is the greatest share of a question's words that its answer may repeat in a matching
// item, where the echo alone would pair them.
const maxEcho = 0.7

// sections matches the sections of a paper with what its points table wants under each.
func sections() rule {
	return rule{
		name: "sections", kind: task.Matching,
		candidates: func(x *ClaimIndex, at int) (out [][]int, _ Reason) {
			s := &x.sites[at]
			var first []int // claims, one for each heading
			// What every paper has under a heading is seen at once: it is taken where nothing else is.
			sorted := slices.Clone(s.claims)
			slices.SortStableFunc(sorted, func(i, j int) int { return s.formality(&x.claims[i]) - s.formality(&x.claims[j]) })
			for _, i := range sorted {
				c := &x.claims[i]
				heading := s.words.terms(c.heading)
				if s.section(c) == "" || s.words.count(c.text) < 4 || held(heading, c.terms) > 0 || slices.ContainsFunc(first, func(j int) bool {
					d := &x.claims[j]
					return alike(heading, s.words.terms(d.heading)) > maxAlike || alike(c.terms, d.terms) > maxAlike
				}) {
					continue
				}
				if s.formality(c) > 0 && len(first) >= 3 {
					break
				}
				first = append(first, i)
			}
			if len(first) < 3 {
				return nil, Few
			}
			return [][]int{first}, ""
		},
		draw: func(_ *ClaimIndex, _ int, first []int, rand *rand.Rand) ([]int, Reason) {
			rand.Shuffle(len(first), func(i, j int) { first[i], first[j] = first[j], first[i] })
			return first[:min(len(first), 5)], ""
		},
		make: func(x *ClaimIndex, at int, draws []int) (*item, error) {
			s := &x.sites[at]
			out := &item{ask: "sections", sites: []int{at}}
			for _, i := range draws {
				if !slices.Contains(s.claims, i) || s.section(&x.claims[i]) == "" {
					return nil, &fault{Draws, "no row under a heading"}
				}
				out.key = append(out.key, len(out.options))
				out.options = append(out.options, s.section(&x.claims[i]))
				out.matches = append(out.matches, x.claims[i].text+s.words.text["stop"])
				out.quotes = append(append(out.quotes, s.titled(&x.claims[i])), x.quotes(i)...)
			}
			if len(out.options) < 3 {
				return nil, &fault{Draws, "no three sections"}
			}
			return out, nil
		},
	}
}

// formality is 1 for what every paper has.
func (s *site) formality(c *claim) int {
	if c.formal || s.words.formal.MatchString(fold(c.heading)) {
		return 1
	}
	return 0
}

// section is the heading of a claim as an option; "" for none that could be one.
func (s *site) section(c *claim) string {
	name := strings.TrimRight(c.heading, ":.")
	if s.words.article.MatchString(fold(name)) || strings.ContainsAny(name, "0123456789") || s.words.count(name) > 8 {
		return ""
	}
	return name
}

// titled is the quote of a claim's section.
func (s *site) titled(c *claim) task.Quote {
	name := s.section(c)
	first := strings.Index(s.part.Points[c.above-1].Text, name)
	return s.quote(c.above, span{first, first + len(name)})
}
