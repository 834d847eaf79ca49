package convert

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// gap blanks a term, sum, remedy or court in a claim; the options are values of its kind in
// other answers, which the answer says nowhere.
func gap() rule {
	return rule{
		name: "gap", kind: task.Cloze,
		candidates: func(x *ClaimIndex, at int) ([][]int, Reason) {
			out, reason := gaps(x, at)
			return slices.DeleteFunc(out, func(d []int) bool { return !x.sites[at].single() }), reason
		},
		draw: func(x *ClaimIndex, at int, first []int, rand *rand.Rand) ([]int, Reason) {
			values := x.others(at, x.mention(first), 3, rand)
			if len(values) < 3 {
				return nil, Few
			}
			return append(first, values...), ""
		},
		make: func(x *ClaimIndex, at int, draws []int) (*item, error) {
			m, err := x.drawnMention(at, draws, 5)
			if err != nil {
				return nil, err
			}
			w := x.sites[at].words
			out := &item{
				ask: "cloze", body: w.blank(&x.claims[draws[0]], m), sites: []int{at},
				options: []string{m.text}, key: []int{0}, quotes: x.quotes(draws[0]),
				asked: x.claims[draws[0]].verdict != "", // the value in the ground does not answer yes or no
			}
			for _, v := range draws[2:] {
				if v < 0 || v >= len(x.values) || x.values[v].kind != m.kind {
					return nil, &fault{Draws, "no value of the kind"}
				}
				out.options = append(out.options, x.shown(v, m))
				out.quotes = append(out.quotes, x.valueQuote(v))
			}
			return out, nil
		},
	}
}

// exchangeables are the typed values of a part's claims, of each that stands once in its claim and
// that the case doesn't say: draws of the claim and of the value's place among its mentions.
func exchangeables(x *ClaimIndex, at int) (out [][]int, _ Reason) {
	s := &x.sites[at]
	for _, i := range s.claims {
		c := &x.claims[i]
		if c.formal || c.applies || c.fragment && s.words.lawful != nil || s.words.count(c.text) < 5 {
			continue
		}
		for j, m := range c.mentions {
			if strings.Count(strings.ToLower(c.text), strings.ToLower(m.text)) == 1 && !x.given(at, m) && (m.form != "" || !s.wantsNumber()) {
				out = append(out, []int{i, j})
			}
		}
	}
	return out, Form
}

// wantsNumber reports whether the question of a site asks for a number.
func (s *site) wantsNumber() bool {
	return s.words.amount != nil && s.words.amount.MatchString(fold(s.question))
}

// gaps are those exchangeables that can only be known: their claims are whole sentences, and have no
// other number and no date from which one could be worked out.
func gaps(x *ClaimIndex, at int) ([][]int, Reason) {
	all, reason := exchangeables(x, at)
	return slices.DeleteFunc(all, func(d []int) bool {
		c := &x.claims[d[0]]
		numbers := 0
		for _, m := range c.mentions {
			if m.form != "" {
				numbers++
			}
		}
		return c.fragment || c.mentions[d[1]].form != "" && numbers > 1 || x.sites[at].words.dated.MatchString(fold(c.text))
	}), reason
}

// given reports whether the case or the question of a part says a value, so that a gap in its
// place could be filled without law.
func (x *ClaimIndex) given(at int, m mention) bool { return x.sites[at].given[m.key] }

// blank is a claim with a gap in place of a value.
func (w *words) blank(c *claim, m mention) string {
	return c.text[:m.written.first] + w.text["gap"] + c.text[m.written.end:] + w.text["stop"]
}

// mention is the value that the first two draws name.
func (x *ClaimIndex) mention(draws []int) mention {
	return x.claims[draws[0]].mentions[draws[1]]
}

// drawnMention is mention, with a fault if the draws are no n or name nothing of the site.
func (x *ClaimIndex) drawnMention(at int, draws []int, n int) (mention, error) {
	c, err := x.drawn(at, draws, n)
	if err != nil {
		return mention{}, err
	}
	if draws[1] < 0 || draws[1] >= len(c.mentions) {
		return mention{}, &fault{Draws, "no value of the claim"}
	}
	return c.mentions[draws[1]], nil
}

func (x *ClaimIndex) valueQuote(i int) task.Quote {
	v := &x.values[i]
	return x.sites[v.site].quote(v.point, v.span)
}
