package convert

import (
	"math/rand/v2"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// others asks a part's question, or what a paper must contain; the options are its answer and
// three wrong ones near it. Each begins with yes or no where the answer does.
func others() rule {
	return rule{
		name: "others", kind: task.MultipleChoice,
		candidates: func(x *ClaimIndex, at int) (out [][]int, reason Reason) {
			s := &x.sites[at]
			for _, i := range s.claims {
				if c := &x.claims[i]; !c.formal && !c.applies && c.stands() && s.single() && (c.verdict == "" || s.words.lawful == nil) {
					out = append(out, []int{i})
				}
			}
			return out, Form
		},
		draw: func(x *ClaimIndex, at int, first []int, rand *rand.Rand) ([]int, Reason) {
			own := x.claims[first[0]].verdict
			wrong := x.near(at, first, 3, false, rand, func(c *claim) bool { return own == "" || c.verdict != "" })
			if len(wrong) < 3 {
				return nil, Few
			}
			all := append([]version{{first[0], x.rightForm(first[0], wrong), 0, 0}}, wrong...)
			for i := range all {
				if own != "" {
					all[i].said = saying(x.claims[all[i].claim].verdict)
				}
				if own != "" && all[i].form == reversed {
					all[i].said = 3 - all[i].said
				}
			}
			return drawsOf(all), ""
		},
		make: func(x *ClaimIndex, at int, draws []int) (*item, error) { return x.listed(at, draws, "choice") },
	}
}

// rightForm is the form of a right claim beside others: without its reason if its opposite
// stands there, which has none.
func (x *ClaimIndex) rightForm(i int, wrong []version) int {
	if slices.ContainsFunc(wrong, func(v version) bool { return v.claim == i && v.form == reversed }) {
		return short
	}
	return whole
}

// contrary asks for conclusion and reason. The options are a part's answer with each conclusion
// and with another value in its reason; or, where a value does not decide, the answer and its
// opposite and the same of another part's answer.
func contrary() rule {
	return rule{
		name: "contrary", kind: task.CaseAnalysis,
		candidates: func(x *ClaimIndex, at int) (out [][]int, _ Reason) {
			for _, i := range x.sites[at].claims {
				if c := &x.claims[i]; c.verdict != "" && c.stands() && !c.formal && !c.applies && x.sites[at].question != "" {
					out = append(out, []int{i})
				}
			}
			return out, Form
		},
		draw: func(x *ClaimIndex, at int, first []int, rand *rand.Rand) ([]int, Reason) {
			i := first[0]
			c := &x.claims[i]
			right, wrong := saying(c.verdict), saying(reverse(c.verdict))
			for _, v := range x.wrongs(i, 1, rand) {
				if v.form >= exchanged && c.mentions[v.form-exchanged].form != "" {
					return drawsOf([]version{{i, whole, 0, right}, {i, whole, 0, wrong},
						{i, v.form, v.value, right}, {i, v.form, v.value, wrong}}), ""
				}
			}
			own := []version{{i, short, 0, right}, {i, reversed, 0, wrong}}
			if w := x.sites[at].words; !c.contrastable() || w.defence != nil && c.verdict == yes && w.defence.MatchString(fold(x.sites[at].question)) {
				return nil, Form // a defence that is good rests on a condition of the ground
			}
			for _, v := range x.wrongs(i, 1, rand) {
				if v.form >= exchanged && c.contrast[0] == c.text+x.sites[at].words.text["stop"] {
					return drawsOf(append(own, version{i, v.form, v.value, right}, version{i, v.form, v.value, wrong})), ""
				}
			}
			for _, v := range x.partners(at, i, rand) {
				p := &x.claims[v]
				if p.contrastable() {
					return drawsOf(append(own, version{v, short, 0, saying(p.verdict)}, version{v, reversed, 0, saying(reverse(p.verdict))})), ""
				}
			}
			return x.beside(at, i, own, rand)
		},
		make: func(x *ClaimIndex, at int, draws []int) (*item, error) { return x.listed(at, draws, "case") },
	}
}

// conclusions asks for conclusion and reason of an answer that has no opposite: the options are
// this answer and those to other questions, two with each conclusion.
func conclusions() rule {
	return rule{
		name: "conclusions", kind: task.CaseAnalysis,
		candidates: func(x *ClaimIndex, at int) (out [][]int, _ Reason) {
			for _, i := range x.sites[at].claims {
				c := &x.claims[i]
				if c.verdict != "" && !c.contrastable() && c.stands() && !c.formal && !c.applies && x.sites[at].question != "" {
					out = append(out, []int{i})
				}
			}
			return out, Form
		},
		draw: func(x *ClaimIndex, at int, first []int, rand *rand.Rand) ([]int, Reason) {
			return x.beside(at, first[0], []version{{first[0], whole, 0, saying(x.claims[first[0]].verdict)}}, rand)
		},
		make: func(x *ClaimIndex, at int, draws []int) (*item, error) { return x.listed(at, draws, "case") },
	}
}

// beside completes the options of a case analysis to two with each conclusion, by near claims
// with their own conclusions or, of those with opposites, the opposite ones.
func (x *ClaimIndex) beside(at, right int, out []version, rand *rand.Rand) ([]int, Reason) {
	count := func(said int) (n int) {
		for _, v := range out {
			if v.said == said {
				n++
			}
		}
		return n
	}
	for _, i := range x.partners(at, right, rand) {
		c := &x.claims[i]
		if slices.ContainsFunc(out, func(o version) bool { return alike(x.claims[o.claim].core, c.core) > maxAlike }) {
			continue
		}
		v := version{i, whole, 0, saying(c.verdict)}
		if count(v.said) == 2 && c.contrastable() {
			v.form, v.said = reversed, 3-v.said
		}
		if count(v.said) < 2 {
			out = append(out, v)
		}
	}
	if len(out) < 4 {
		return nil, Few
	}
	return drawsOf(out), ""
}

// partners are the claims with a conclusion that can stand beside a part's claim: those of other
// parts of the essay, and near ones of other essays.
func (x *ClaimIndex) partners(at, right int, rand *rand.Rand) (out []int) {
	s, own := &x.sites[at], &x.claims[right]
	var far []int
	for _, i := range rand.Perm(len(x.claims)) {
		c := &x.claims[i]
		ratio := float64(len(c.text)) / float64(len(own.text))
		switch o := &x.sites[c.site]; {
		case c.verdict == "" || !c.stands() || c.formal || c.applies || c.site == at || ratio < 0.4 || ratio > 2.5 ||
			held(c.terms, s.said) > maxSaid || alike(c.core, own.core) > maxAlike:
		case o.essay == s.essay:
			out = append(out, i)
		case x.lends(i, at, own):
			far = append(far, i)
		}
	}
	slices.SortStableFunc(far, func(a, b int) int { return shared(x.claims[b].terms, s.shown) - shared(x.claims[a].terms, s.shown) })
	return append(out, far...)
}

// saying is the number of a conclusion in a version, reverse the other conclusion.
func saying(verdict string) int { return 1 + side(verdict) }

func reverse(verdict string) string {
	if verdict == yes {
		return no
	}
	return yes
}

// rows asks which of several claims an answer must have: at least two of the essay's, beside at
// least two wrong ones near them.
func rows() rule {
	return rule{
		name: "rows", kind: task.MultipleSelection, several: true,
		candidates: func(x *ClaimIndex, at int) (out [][]int, _ Reason) {
			var own []int
			for _, s := range x.sites[at].siblings {
				for _, i := range x.sites[s].claims {
					if c := &x.claims[i]; !c.formal && !c.applies && c.stands() {
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
			if alike(x.claims[first[0]].core, x.claims[first[1]].core) > maxAlike {
				return nil, Same
			}
			wrong := x.near(at, first, 2+rand.IntN(2), true, rand, func(*claim) bool { return true })
			if len(wrong) < 2 {
				return nil, Few
			}
			var right []version
			for _, i := range first {
				right = append(right, version{i, x.rightForm(i, wrong), 0, 0})
			}
			return append([]int{len(first)}, drawsOf(append(right, wrong...))...), ""
		},
		make: func(x *ClaimIndex, at int, draws []int) (*item, error) {
			if len(draws) == 0 {
				return nil, &fault{Draws, "no options"}
			}
			all, err := x.versions(at, draws[1:], 4)
			if err != nil {
				return nil, err
			}
			if draws[0] < 2 || draws[0] > len(all)-2 {
				return nil, &fault{Draws, "no two claims and two others"}
			}
			out := &item{ask: "selection", sites: x.sites[at].siblings}
			if x.sites[at].question == "" {
				out.ask = "selection-paper"
			}
			for k, v := range all {
				own := v.form <= short && slices.Contains(x.sites[at].siblings, x.claims[v.claim].site)
				if own != (k < draws[0]) {
					return nil, &fault{Draws, "a right option that is wrong, or a wrong one that is right"}
				}
				if own {
					out.key = append(out.key, k)
				}
			}
			return x.add(out, all), nil
		},
	}
}
