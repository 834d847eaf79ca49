package convert

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Rules of true-false items. Their last draw is 1 where the statement is true; balanceTruth
// sets it.

// verdict states the conclusion of an answer, or the opposite one.
func verdict() rule {
	return rule{
		name: "verdict", kind: task.TrueFalse,
		candidates: func(x *ClaimIndex, at int) ([][]int, Reason) {
			s := &x.sites[at]
			if strings.Count(s.question, "?")+strings.Count(s.question, "？") != 1 || len(s.claims) == 0 {
				return nil, Form
			}
			i := s.claims[0]
			if x.claims[i].verdict == "" {
				return nil, Form
			}
			return [][]int{{i}}, ""
		},
		draw: truthLater,
		make: func(x *ClaimIndex, at int, draws []int) (*item, error) {
			c, err := x.drawn(at, draws, 2)
			if err != nil || c.verdict == "" {
				return nil, cmp.Or(err, error(&fault{Draws, "no conclusion"}))
			}
			said := c.verdict
			if draws[1] == 0 {
				said = map[string]string{yes: no, no: yes}[said]
			}
			s := &x.sites[at]
			out := x.truth(at, draws[0], s.words.say("verdict-"+said, s.question), draws[1] == 1)
			out.asked = true
			return out, nil
		},
	}
}

// negate states what an answer says, without its reason, or the opposite.
func negate() rule {
	return rule{
		name: "negate", kind: task.TrueFalse,
		candidates: func(x *ClaimIndex, at int) (out [][]int, _ Reason) {
			for _, i := range x.sites[at].claims {
				if c := &x.claims[i]; c.contrast[0] != "" && !x.sites[at].wantsNumber() && (!c.fragment || x.sites[at].question != "" && c.verdict == "") {
					out = append(out, []int{i})
				}
			}
			return out, Form
		},
		draw: truthLater,
		make: func(x *ClaimIndex, at int, draws []int) (*item, error) {
			c, err := x.drawn(at, draws, 2)
			if err != nil {
				return nil, err
			}
			if c.contrast[0] == "" {
				return nil, &fault{Form, "no word with an opposite"}
			}
			said := c.contrast[0]
			if draws[1] == 0 {
				said = c.contrast[1]
			}
			out := x.truth(at, draws[0], said, draws[1] == 1)
			if w := x.sites[at].words; c.fragment {
				out.body = w.say("claim-answer", strings.TrimSuffix(said, w.text["stop"]))
			}
			return out, nil
		},
	}
}

// exchange states what an answer says, or the same with another term, sum, remedy or court.
func exchange() rule {
	return rule{
		name: "exchange", kind: task.TrueFalse,
		candidates: exchangeables,
		draw: func(x *ClaimIndex, at int, first []int, rand *rand.Rand) ([]int, Reason) {
			if !x.claims[first[0]].stands() && x.sites[at].question == "" {
				return nil, Form
			}
			m := x.mention(first)
			if x.claims[first[0]].inRange(m) {
				return nil, Form // another end could pass the other one
			}
			values := x.others(at, m, 1, rand)
			if len(values) == 0 {
				return nil, Few
			}
			return append(first, values[0], 0), ""
		},
		make: func(x *ClaimIndex, at int, draws []int) (*item, error) {
			m, err := x.drawnMention(at, draws, 4)
			if err != nil {
				return nil, err
			}
			if draws[2] < 0 || draws[2] >= len(x.values) || x.values[draws[2]].kind != m.kind {
				return nil, &fault{Draws, "no value of the kind"}
			}
			text := x.claims[draws[0]].text
			if draws[3] == 0 {
				text = text[:m.written.first] + x.shown(draws[2], m) + text[m.written.end:]
			}
			w := x.sites[at].words
			out := x.truth(at, draws[0], text+w.text["stop"], draws[3] == 1)
			if !x.claims[draws[0]].stands() {
				out.body = w.say("claim-answer", text)
			}
			out.quotes = append(out.quotes, x.valueQuote(draws[2]))
			return out, nil
		},
	}
}

// inRange reports whether a number is an end of a range in a claim: another one of its kind is next to
// it, but for a word.
func (c *claim) inRange(m mention) bool {
	const word = 6 // bytes
	return m.form != "" && slices.ContainsFunc(c.mentions, func(o mention) bool {
		return o.kind == m.kind && (o.written.first >= m.written.end && o.written.first <= m.written.end+word || m.written.first >= o.written.end && m.written.first <= o.written.end+word)
	})
}

func truthLater(_ *ClaimIndex, _ int, first []int, _ *rand.Rand) ([]int, Reason) {
	return append(first, 0), ""
}

// truth is the item about a statement.
func (x *ClaimIndex) truth(at, claim int, statement string, right bool) *item {
	w := x.sites[at].words
	out := &item{ask: "truth", body: w.say("claim", statement), sites: []int{at}, key: []int{1}, quotes: x.quotes(claim)}
	if right {
		out.key[0] = 0
	}
	return out
}

// contrast returns what a claim says without its reason, and the opposite: the first word or
// phrase before the reason that has an opposite is exchanged. Both are "" if there is none.
func (w *words) contrast(c *claim) (out [2]string) {
	text := c.text
	if c.formal || c.applies || !c.sentence || w.exception.MatchString(fold(text)) {
		return out
	}
	if m := w.reason.FindStringIndex(fold(text)); m != nil {
		text = text[:m[0]]
	}
	folded := withoutTitles(fold(text))
	if w.fixed != nil {
		folded = w.fixed.ReplaceAllStringFunc(folded, func(s string) string { return strings.Repeat(" ", len(s)) })
	}
	best := span{len(text), 0}
	to := ""
	pairs := w.opposites[0]
	if w.complex == nil || !w.complex.MatchString(folded) {
		pairs = slices.Concat(pairs, w.opposites[1])
	}
	for _, o := range pairs {
		if m := o.from.FindStringIndex(folded); m != nil && (m[0] < best.first || m[0] == best.first && m[1] > best.end) {
			best, to = span{m[0], m[1]}, o.to
		}
	}
	rest := folded[:min(best.first, len(folded))] + folded[min(best.end, len(folded)):]
	if to == "" || w.denial.MatchString(rest) || strings.Count(text, "(") != strings.Count(text, ")") || w.count(text) < 5 {
		return out
	}
	if best.first == 0 {
		to = capital(to)
	}
	stop := w.text["stop"]
	return [2]string{text + stop, text[:best.first] + to + text[best.end:] + stop}
}

// contrastable reports whether a claim and its opposite make options after yes and no: an
// opposite that itself begins with no would contain the claim after no.
func (c *claim) contrastable() bool {
	return c.contrast[0] != "" && !strings.HasSuffix(bare(c.contrast[1]), bare(c.contrast[0]))
}

// drawn returns the claim that the first draw names, and a fault if the draws are no n or the
// claim is not of the site.
func (x *ClaimIndex) drawn(at int, draws []int, n int) (*claim, error) {
	if len(draws) != n || !slices.Contains(x.sites[at].claims, draws[0]) {
		return nil, &fault{Draws, "no claim of the part"}
	}
	return &x.claims[draws[0]], nil
}

// balanceTruth makes half of the statements of a field and a rule true, in an order that
// the seed draws, but those that deny first: most opposites deny, so that a denial would tell falsehood. Where a field has an odd number, the next field evens it out.
func balanceTruth(x *ClaimIndex, picks []pick, seed uint64) {
	type turn struct {
		pick   int
		group  string
		hash   digest.Digest
		denies int // 1 for a statement with a denial, whether it is true or false
	}
	var turns []turn
	for i, p := range picks {
		if p.rule.kind != task.TrueFalse {
			continue
		}
		s := &x.sites[p.at]
		verdict := x.claims[p.draws[0]].verdict
		turns = append(turns, turn{
			i, strings.Join([]string{s.essay.Language, p.rule.name, s.essay.Field, verdict}, "/"),
			digest.Of("truth", seedText(seed), s.essay.ID, s.part.Label, p.rule.name, strconv.Itoa(p.draws[0])),
			x.deniesAnyway(p),
		})
	}
	slices.SortFunc(turns, func(a, b turn) int {
		return cmp.Or(strings.Compare(a.group, b.group), strings.Compare(string(a.hash), string(b.hash)))
	})
	for first := 0; first < len(turns); {
		end := first
		for end < len(turns) && turns[end].group == turns[first].group {
			end++
		}
		of := turns[first:end]
		slices.SortStableFunc(of, func(a, b turn) int { return a.denies - b.denies })
		isTrue := (end/2 - first/2) // as many as there are odd places
		for i, t := range of {
			draws := picks[t.pick].draws
			draws[len(draws)-1] = 0
			if i >= len(of)-isTrue {
				draws[len(draws)-1] = 1
			}
		}
		first = end
	}
}

// deniesAnyway is 1 for a statement that denies something whether it is made true or false.
func (x *ClaimIndex) deniesAnyway(p pick) int {
	s := &x.sites[p.at]
	text := x.claims[p.draws[0]].text
	switch p.rule.name {
	case "negate":
		return 0
	case "verdict":
		text = s.question
	}
	if s.words.denial.MatchString(fold(text)) {
		return 1
	}
	return 0
}

func seedText(seed uint64) string { return strconv.FormatUint(seed, 10) }
