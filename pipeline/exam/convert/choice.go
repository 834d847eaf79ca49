package convert

import (
	"math/rand/v2"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// others asks a part's question, or what a paper must contain; the options are its answer and
// answers to other questions of the field, with the same conclusion and about as long.
func others() rule {
	return rule{
		name: "others", kind: task.MultipleChoice,
		candidates: func(x *ClaimIndex, at int) (out [][]int, reason Reason) {
			s := &x.sites[at]
			for _, i := range s.claims {
				switch c := &x.claims[i]; {
				case c.formal || c.applies || s.question == "" && !c.sentence:
				case c.named:
					reason = Named
				default:
					out = append(out, []int{i})
				}
			}
			return out, reason
		},
		draw: func(x *ClaimIndex, at int, first []int, rand *rand.Rand) ([]int, Reason) {
			foreign := x.foreign(at, first, 3, rand, func(c *claim) bool {
				return c.verdict == x.claims[first[0]].verdict
			})
			if len(foreign) < 3 {
				return nil, Few
			}
			return append(first, foreign...), ""
		},
		make: (*ClaimIndex).listed,
	}
}

// contrary asks for conclusion and reason: the options are a part's answer, its opposite, and
// the same of an answer to another question of the field.
func contrary() rule {
	return rule{
		name: "contrary", kind: task.CaseAnalysis,
		candidates: func(x *ClaimIndex, at int) (out [][]int, _ Reason) {
			if x.sites[at].question == "" {
				return nil, Form
			}
			for _, i := range x.sites[at].claims {
				if c := &x.claims[i]; c.contrastable() && c.verdict != "" {
					out = append(out, []int{i})
				}
			}
			return out, Form
		},
		draw: func(x *ClaimIndex, at int, first []int, rand *rand.Rand) ([]int, Reason) {
			foreign := x.foreign(at, first, 1, rand, (*claim).contrastable)
			if len(foreign) < 1 {
				return nil, Few
			}
			return append(first, foreign[0]), ""
		},
		make: func(x *ClaimIndex, at int, draws []int) (*item, error) {
			c, err := x.drawn(at, draws, 2)
			if err != nil {
				return nil, err
			}
			if draws[1] < 0 || draws[1] >= len(x.claims) {
				return nil, &fault{Draws, "no claim"}
			}
			other := map[string]string{yes: no, no: yes}
			out := &item{ask: "case", sites: []int{at}, key: []int{0}}
			for _, i := range draws {
				right, wrong := x.claims[i].contrast[0], x.claims[i].contrast[1]
				if right == "" {
					return nil, &fault{Form, "no word with an opposite"}
				}
				said := x.claims[i].verdict
				if said == "" {
					said = c.verdict
				}
				w := x.sites[at].words
				out.options = append(out.options, w.conclude(c.pair, said, right), w.conclude(c.pair, other[said], wrong))
				out.quotes = append(out.quotes, x.quotes(i)...)
			}
			return out, nil
		},
	}
}

// conclusions asks for conclusion and reason of an answer that has no opposite: the options are
// this answer and those to other questions of the field, two with each conclusion.
func conclusions() rule {
	return rule{
		name: "conclusions", kind: task.CaseAnalysis,
		candidates: func(x *ClaimIndex, at int) (out [][]int, _ Reason) {
			for _, i := range x.sites[at].claims {
				c := &x.claims[i]
				if c.verdict != "" && !c.contrastable() && !c.named && x.sites[at].question != "" {
					out = append(out, []int{i})
				}
			}
			return out, Form
		},
		draw: func(x *ClaimIndex, at int, first []int, rand *rand.Rand) ([]int, Reason) {
			own := x.claims[first[0]].verdict
			same := x.foreign(at, first, 1, rand, func(c *claim) bool { return c.verdict == own })
			other := x.foreign(at, slices.Concat(first, same), 2, rand, func(c *claim) bool { return c.verdict != own && c.verdict != "" })
			if len(same)+len(other) < 3 {
				return nil, Few
			}
			return slices.Concat(first, same, other), ""
		},
		make: func(x *ClaimIndex, at int, draws []int) (*item, error) {
			out, err := x.listed(at, draws)
			if err == nil {
				out.ask = "case"
			}
			return out, err
		},
	}
}

// listed is the item whose options are a part's claim and three others.
func (x *ClaimIndex) listed(at int, draws []int) (*item, error) {
	if _, err := x.drawn(at, draws, 4); err != nil {
		return nil, err
	}
	out := &item{ask: "choice", sites: []int{at}, key: []int{0}}
	if x.sites[at].question == "" {
		out.ask = "choice-paper"
	}
	for _, i := range draws {
		if i < 0 || i >= len(x.claims) {
			return nil, &fault{Draws, "no claim"}
		}
		out.options = append(out.options, x.whole(i, draws[0]))
		out.quotes = append(out.quotes, x.quotes(i)...)
	}
	return out, nil
}

// whole is a claim with its conclusion, as an option, with yes and no in the words of a claim.
func (x *ClaimIndex) whole(i, like int) string {
	c := &x.claims[i]
	w := x.sites[c.site].words
	if c.verdict == "" {
		return c.text + w.text["stop"]
	}
	return w.conclude(x.claims[like].pair, c.verdict, c.text+w.text["stop"])
}

// conclude is a text after the word for yes or no.
func (w *words) conclude(pair int, verdict, text string) string {
	return w.answers[pair][side(verdict)] + w.text["join"] + text
}

// foreign draws at most n claims that answer other questions of a part's field, those whose
// length is nearest to that of the first claim given before others. Papers to write, which ask
// no question, lend none: what they must contain is often due in others, too. None shares much with what
// the part's answer says, with the given claims or with another. Claims of other essays are
// portable; of the part's own essay they may name its parties.
func (x *ClaimIndex) foreign(at int, given []int, n int, rand *rand.Rand, want func(*claim) bool) []int {
	s := &x.sites[at]
	own := &x.claims[given[0]]
	var near, far, elsewhere []int
	for _, i := range rand.Perm(len(x.claims)) {
		c := &x.claims[i]
		o := &x.sites[c.site]
		switch {
		case c.site == at || c.formal || c.applies || o.question == "" || o.words != s.words || c.sentence != own.sentence:
			continue
		case o.essay != s.essay && !c.portable():
			continue
		case held(c.terms, s.said) > maxSaid || !want(c):
			continue
		}
		switch ratio := float64(len(c.text)) / float64(len(own.text)); {
		case o.field() != s.field():
			if x.claimsOf[s.field()] < smallField && ratio > 0.5 && ratio < 2 {
				elsewhere = append(elsewhere, i)
			}
		case ratio > 0.75 && ratio < 1.35:
			near = append(near, i)
		case ratio > 0.5 && ratio < 2:
			far = append(far, i)
		}
	}
	// An option that shares the most words with the case must not be the right one more
	// often than others.
	slices.SortStableFunc(near, func(i, j int) int {
		return shared(x.claims[j].terms, s.shown) - shared(x.claims[i].terms, s.shown)
	})
	slices.SortStableFunc(far, func(i, j int) int { return x.elsewhere(i, s) - x.elsewhere(j, s) })
	if n := slices.IndexFunc(far, func(i int) bool { return x.elsewhere(i, s) > 0 }); n > 0 {
		near, far = slices.Concat(far[:n], near), far[n:]
	}
	taken := slices.Clone(given)
	for _, i := range slices.Concat(near, far, elsewhere) {
		if len(taken) == len(given)+n {
			break
		}
		if !slices.ContainsFunc(taken, func(j int) bool { return alike(x.claims[i].terms, x.claims[j].terms) > maxAlike }) {
			taken = append(taken, i)
		}
	}
	return taken[len(given):]
}

// elsewhere is 1 for a claim of another essay than the site's, 0 for one of its own.
func (x *ClaimIndex) elsewhere(i int, s *site) int {
	if x.sites[x.claims[i].site].essay == s.essay {
		return 0
	}
	return 1
}

// smallField is the number of claims of a field below which other fields lend claims, too.
const smallField = 12

// maxSaid is the greatest share of a wrong option's words that the official answer may have,
// maxAlike the greatest share that two options may have in common.
const (
	maxSaid  = 0.5
	maxAlike = 0.5
)

// rows asks which of several claims an answer must have: at least two of the essay's, and at
// least two that answer other essays of the field.
func rows() rule {
	return rule{
		name: "rows", kind: task.MultipleSelection, several: true,
		candidates: func(x *ClaimIndex, at int) (out [][]int, _ Reason) {
			var own []int
			for _, s := range x.sites[at].siblings {
				for _, i := range x.sites[s].claims {
					if c := &x.claims[i]; c.portable() && c.sentence {
						own = append(own, i)
					}
				}
			}
			for len(own) >= 2 {
				n := min(len(own), 2+len(own)%2)
				out = append(out, slices.Clone(own[:n]))
				own = own[n:]
			}
			return out, Few
		},
		draw: func(x *ClaimIndex, at int, first []int, rand *rand.Rand) ([]int, Reason) {
			if alike(x.claims[first[0]].terms, x.claims[first[1]].terms) > maxAlike {
				return nil, Same
			}
			foreign := x.foreign(at, first, 2+rand.IntN(2), rand, func(c *claim) bool {
				return x.sites[c.site].essay != x.sites[at].essay && c.portable() && !x.saidBySibling(at, c)
			})
			if len(foreign) < 2 {
				return nil, Few
			}
			return slices.Concat([]int{len(first)}, first, foreign), ""
		},
		make: func(x *ClaimIndex, at int, draws []int) (*item, error) {
			if len(draws) < 5 || draws[0] < 2 || draws[0] > len(draws)-3 {
				return nil, &fault{Draws, "no two claims and two others"}
			}
			out := &item{ask: "selection"}
			if x.sites[at].question == "" {
				out.ask = "selection-paper"
			}
			for k, i := range draws[1:] {
				if i < 0 || i >= len(x.claims) {
					return nil, &fault{Draws, "no claim"}
				}
				own := slices.Contains(x.sites[at].siblings, x.claims[i].site)
				if own != (k < draws[0]) {
					return nil, &fault{Draws, "a claim of another essay"}
				}
				if own {
					out.key = append(out.key, k)
				}
				out.options = append(out.options, x.claims[i].text+x.sites[at].words.text["stop"])
				out.quotes = append(out.quotes, x.quotes(i)...)
			}
			out.sites = x.sites[at].siblings
			return out, nil
		},
	}
}

func (x *ClaimIndex) saidBySibling(at int, c *claim) bool {
	return slices.ContainsFunc(x.sites[at].siblings, func(i int) bool { return held(c.terms, x.sites[i].said) > maxSaid })
}
