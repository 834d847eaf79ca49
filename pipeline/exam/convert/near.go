package convert

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// A version is an option: a claim as it is or with something exchanged, and a conclusion before
// it. Its draws are four numbers.
type version struct {
	claim int
	form  int // whole, short or reversed, or exchanged plus the place of a value among the claim's mentions
	value int // of the index, that takes the place
	said  int // 1 for yes before it, 2 for no
}

// The forms of versions.
const (
	whole     = iota // as it is
	short            // without its reason
	reversed         // its opposite, without its reason
	exchanged        // with another value at the first place; each further place adds one
)

const versionDraws = 4

func (v version) draws() []int { return []int{v.claim, v.form, v.value, v.said} }

func drawsOf(all []version) (out []int) {
	for _, v := range all {
		out = append(out, v.draws()...)
	}
	return out
}

// versions reads draws back, with a fault if they are no n or more versions or the first is not
// of a site.
func (x *ClaimIndex) versions(at int, draws []int, n int) ([]version, error) {
	if len(draws)%versionDraws != 0 || len(draws) < n*versionDraws {
		return nil, &fault{Draws, "too few options"}
	}
	var out []version
	for d := range slices.Chunk(draws, versionDraws) {
		v := version{d[0], d[1], d[2], d[3]}
		if v.claim < 0 || v.claim >= len(x.claims) || v.form < 0 || v.said < 0 || v.said > 2 {
			return nil, &fault{Draws, "no claim"}
		}
		c := &x.claims[v.claim]
		if j := v.form - exchanged; j >= len(c.mentions) || j >= 0 && (v.value < 0 || v.value >= len(x.values) || x.values[v.value].kind != c.mentions[j].kind) {
			return nil, &fault{Draws, "no value of the kind"}
		}
		if (v.form == short || v.form == reversed) && c.contrast[0] == "" {
			return nil, &fault{Form, "no word with an opposite"}
		}
		out = append(out, v)
	}
	if !slices.Contains(x.sites[at].siblings, x.claims[out[0].claim].site) {
		return nil, &fault{Draws, "no claim of the essay"}
	}
	return out, nil
}

// text is a version as an option, with yes and no in the words of a claim.
func (x *ClaimIndex) text(v version, like int) string {
	c := &x.claims[v.claim]
	w := x.sites[c.site].words
	text := c.text + w.text["stop"]
	switch {
	case v.form == short || v.form == reversed:
		text = c.contrast[v.form-short]
	case v.form >= exchanged:
		m := c.mentions[v.form-exchanged]
		text = text[:m.written.first] + x.shown(v.value, m) + text[m.written.end:]
	}
	if v.said > 0 {
		return w.answers[x.claims[like].pair][v.said-1] + w.text["join"] + text
	}
	return text
}

// add adds versions to the options of an item, with what they quote.
func (x *ClaimIndex) add(out *item, all []version) *item {
	for _, v := range all {
		out.options = append(out.options, x.text(v, all[0].claim))
		out.quotes = append(out.quotes, x.quotes(v.claim)...)
		if v.form >= exchanged {
			out.quotes = append(out.quotes, x.valueQuote(v.value))
		}
	}
	return out
}

// wrongs are the wrong versions of a claim: at most n with other values, then its opposite.
func (x *ClaimIndex) wrongs(i, n int, rand *rand.Rand) (out []version) {
	c := &x.claims[i]
	candidates, _ := gaps(x, c.site)
	for _, d := range candidates {
		if d[0] != i || len(out) > 0 {
			continue
		}
		for _, v := range x.others(c.site, c.mentions[d[1]], n, rand) {
			out = append(out, version{i, exchanged + d[1], v, 0})
		}
	}
	if c.contrast[0] != "" && len(out) == 0 && !x.sites[c.site].wantsNumber() {
		out = append(out, version{i, reversed, 0, 0})
	}
	return out
}

// near draws at most n wrong options beside given claims, of which each is close to what is
// asked: versions of the given claims, of other claims of the essay, claims that answer other
// parts of it (unless all parts are asked), and at last claims of other essays of the field that have
// as many words of the case as the right one. Papers borrow none of these: what
// is law in one is seldom wrong in another. The result is empty if only the right option had
// the words of the question.
func (x *ClaimIndex) near(at int, given []int, n int, allParts bool, rand *rand.Rand, want func(*claim) bool) []version {
	s := &x.sites[at]
	own := &x.claims[given[0]]
	var first, second, third []version
	for _, i := range given {
		most := n
		if allParts {
			most = 1
		}
		first = append(first, x.wrongs(i, most, rand)...)
	}
	for _, sibling := range s.siblings {
		for _, i := range x.sites[sibling].claims {
			c := &x.claims[i]
			if slices.Contains(given, i) || c.formal || c.applies || !c.stands() {
				continue
			}
			if sibling != at && !allParts && held(c.terms, s.said) <= maxSaid {
				second = append(second, version{i, whole, 0, 0})
			}
			if sibling == at || allParts {
				second = append(second, x.wrongs(i, 1, rand)...)
			}
		}
	}
	rand.Shuffle(len(second), func(i, j int) { second[i], second[j] = second[j], second[i] })
	for i := range x.claims {
		if s.question != "" && x.lends(i, at, own) && (!allParts || !x.saidBySibling(at, &x.claims[i])) {
			third = append(third, version{i, whole, 0, 0})
		}
	}
	rand.Shuffle(len(third), func(i, j int) { third[i], third[j] = third[j], third[i] })
	slices.SortStableFunc(third, func(a, b version) int {
		return shared(x.claims[b.claim].terms, s.shown) - shared(x.claims[a.claim].terms, s.shown)
	})
	echoed := s.shown
	if s.abstract {
		echoed = s.asked
	}
	need := 0
	for _, i := range given {
		need = max(need, shared(x.claims[i].terms, echoed))
	}
	var out []version
	level := false
	for _, v := range slices.Concat(first, second, third) {
		if len(out) == n {
			break
		}
		c := &x.claims[v.claim]
		echo := shared(c.terms, echoed)
		if ratio := float64(len(c.text)) / float64(len(own.text)); !want(c) || v.form == whole && 2*echo < need || ratio < 0.4 || ratio > 2.5 ||
			slices.ContainsFunc(given, func(i int) bool { return i != v.claim && alike(x.claims[i].core, c.core) > maxAlike }) ||
			slices.ContainsFunc(out, func(o version) bool {
				return o.claim != v.claim && alike(x.claims[o.claim].core, c.core) > maxAlike
			}) {
			continue
		}
		level = level || echo >= need || 5*echo >= 3*need && s.question == ""
		out = append(out, v)
	}
	if !level {
		return nil
	}
	return out
}

// lends reports whether a claim of another essay of the field can stand beside a claim of a site: it
// says something else and has about as many words of the case.
func (x *ClaimIndex) lends(i, at int, own *claim) bool {
	s, c := &x.sites[at], &x.claims[i]
	o := &x.sites[c.site]
	return o.essay != s.essay && o.field() == s.field() && o.question != "" && c.portable() && c.stands() &&
		held(c.terms, s.said) <= maxSaid && 5*shared(c.terms, s.shown) >= 3*max(3, shared(own.terms, s.shown))
}

// stands reports whether a claim is a whole sentence that needs nothing before it.
func (c *claim) stands() bool { return c.sentence && !c.fragment }

func (x *ClaimIndex) saidBySibling(at int, c *claim) bool {
	return slices.ContainsFunc(x.sites[at].siblings, func(i int) bool { return held(c.terms, x.sites[i].said) > maxSaid })
}

// single reports whether the question of a site asks one thing.
func (s *site) single() bool {
	return strings.Count(s.question, "?")+strings.Count(s.question, "？") <= 1 && (s.words.double == nil || !s.words.double.MatchString(fold(s.question)))
}

// maxSaid is the greatest share of a wrong option's words that the official answer may have,
// maxAlike the greatest share that two options may have in common.
const (
	maxSaid  = 0.5
	maxAlike = 0.5
)

// listed is the item whose options are a version of a part's claim and three others.
func (x *ClaimIndex) listed(at int, draws []int, ask string) (*item, error) {
	all, err := x.versions(at, draws, 4)
	if err != nil {
		return nil, err
	}
	if len(all) != 4 || x.claims[all[0].claim].site != at {
		return nil, &fault{Draws, "no four options"}
	}
	if ask == "choice" && x.sites[at].question == "" {
		ask = "choice-paper"
	}
	return x.add(&item{ask: ask, sites: []int{at}, key: []int{0}}, all), nil
}
