package citation

import (
	"fmt"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// CitedAnswer is what an answer cites.
type CitedAnswer struct {
	// Provision is the provision that the answer names. Where the answer names several, it
	// has the levels that they share.
	Provision Provision
	// Found reports that the answer names an article.
	Found bool
	// Hedged reports that the answer names several provisions, which differ from HedgedAt on.
	Hedged   bool
	HedgedAt ProvisionLevel
	// Block reports that the answer has the form of a block, with a label per level. A block
	// that says "none" of the article names nothing.
	Block bool
}

// Parse reads the citation in an answer. Of an answer with blocks, only these count;
// otherwise every citation in the prose counts, except one that the answer denies, and one
// of the question's own where the answer has another. If a sentence announces the answer
// ("the answer is", 答案是, portanto), only citations from the last such sentence on count.
// A level without an article belongs to the article named before it. The question may be
// "".
func Parse(answer, question string) *CitedAnswer {
	text := folded(answer)
	if found, none := blocks(text); found != nil || none {
		a := merge(found)
		a.Block = true
		return a
	}
	return merge(citations(text, folded(question)))
}

// ParseProvision reads one provision: a citation, or the levels of one in order, from the
// article on. The error says that the texts do not name exactly one provision.
func ParseProvision(levels ...string) (Provision, error) {
	text := strings.Join(levels, " ")
	a := merge(citations(folded(text), ""))
	if !a.Found || a.Hedged {
		return Provision{}, fmt.Errorf("citation %q: want one provision, from its article on", text)
	}
	return a.Provision, nil
}

// folded returns the form that the patterns match: one width and case, numerals in circles
// and raised letters as plain ones, without the marks of Markdown and quotation.
func folded(text string) string {
	text = norm.NFKC.String(strings.ToValidUTF8(text, "\uFFFD"))
	return inDigits(score.Normal(marks.Replace(text)))
}

var marks = strings.NewReplacer("*", "", "`", "", "#", "", ">", "", `"`, "", "“", "", "”", "", "「", "", "」", "", "{", "", "}", "", "\\", "")

// mention is a provision that a text names, with its place.
type mention struct {
	provision Provision
	from, to  int
}

// citations returns the provisions that prose names and commits to.
func citations(text, question string) []Provision {
	all := mentions(text)
	if begin := lastIndex(announces, text); begin >= 0 {
		if after := keep(all, func(m *mention) bool { return m.to > begin }); len(after) > 0 {
			all = after
		}
	}
	if affirmed := keep(all, func(m *mention) bool { return !denied.MatchString(before(text, m.from)) }); len(affirmed) > 0 {
		all = affirmed
	}
	if question != "" {
		if own := keep(all, func(m *mention) bool { return !strings.Contains(question, text[m.from:m.to]) }); len(own) > 0 {
			all = own
		}
	}
	found := make([]Provision, len(all))
	for i := range all {
		found[i] = all[i].provision
	}
	return found
}

var (
	// announces matches the words before an answer.
	announces = lazyregexp.New(`答案|因此|所以|综上|结论|\b(?:final )?answer\b|\btherefore\b|\bthus\b|\bhence\b|\bresposta\b|\bportanto\b|\blogo,`)
	// denied matches the text before a citation that the answer rules out.
	denied = lazyregexp.New(`(?:不是|并非|而非|不属于|\b(?:not|rather than|instead of|n[ãa]o(?: (?:[ée]|est[áa]|fica|se encontra))?|em vez d[eoa])(?: in| from| the| o| a| d[oa]| n[oa])?)[:, ]?(?:《[^》\n]*》)?$`)
)

// mentions groups the tokens of a text into provisions.
func mentions(text string) (all []mention) {
	var context Provision // the provision named last
	for tokens := scan(text); len(tokens) > 0; {
		variants, n, top := group(text, tokens)
		m := mention{from: tokens[0].from, to: tokens[n-1].to}
		tokens = tokens[n:]
		for _, p := range variants {
			if top > Article { // the levels above are those named before
				copy(p.Numbers[:top], context.Numbers[:top])
				p.Caput = p.Caput || context.Caput
			}
			if m.provision = p; !p.At(Article).IsZero() {
				all = append(all, m)
				context = p
			}
		}
	}
	return all
}

// group returns the provisions that the first tokens name together, the number of these
// tokens, and their widest level. There are several provisions if a level is a list.
func group(text string, tokens []token) (variants []Provision, n int, top ProvisionLevel) {
	variants, top = make([]Provision, 1), tokens[0].level
	seen := [levels]bool{}
	for i := range tokens {
		t := &tokens[i]
		listed := i > 0 && t.several && t.from == tokens[i-1].from
		if !listed && (seen[t.level] || i > 0 && !joins.MatchString(text[tokens[i-1].to:t.from])) {
			break
		}
		if listed {
			other := variants[0]
			other.Numbers[t.level] = t.number
			variants = append(variants, other)
		} else {
			for v := range variants {
				variants[v].Numbers[t.level] = t.number
				variants[v].Caput = variants[v].Caput || t.caput
			}
		}
		seen[t.level], n, top = true, i+1, min(top, t.level)
	}
	return variants, n, top
}

// joins matches what may stand between two levels of one citation.
var joins = lazyregexp.New(`^(?:[ ,]|的|中的?|之|of|the|d[oae]|n[oa])*$`)

// under returns the levels of a provision above a level.
func under(p Provision, l ProvisionLevel) Provision {
	for i := int(l); i < levels; i++ {
		p.Numbers[i] = Number{}
	}
	return p
}

// merge returns the levels that provisions share. A provision that ends earlier than
// another and is equal up to there is the same one, named less exactly.
func merge(found []Provision) *CitedAnswer {
	a := new(CitedAnswer)
	for _, p := range found {
		a.Found = a.Found || !p.At(Article).IsZero()
		a.Provision.Caput = a.Provision.Caput || p.Caput
	}
	for l := range levels {
		for _, p := range found {
			n := p.Numbers[l]
			have := &a.Provision.Numbers[l]
			switch {
			case n.IsZero():
			case have.IsZero():
				*have = n
			case !have.Same(n):
				*have = Number{}
				a.Hedged, a.HedgedAt = true, ProvisionLevel(l)
				a.Provision = under(a.Provision, ProvisionLevel(l))
				return a
			}
		}
	}
	return a
}

// before returns the text of a clause before a place, at most some words.
func before(text string, at int) string { return text[max(0, at-200):at] }

func keep(all []mention, want func(*mention) bool) (kept []mention) {
	for i := range all {
		if want(&all[i]) {
			kept = append(kept, all[i])
		}
	}
	return kept
}

// lastIndex returns where the last match begins; -1 if there is none.
func lastIndex(pattern *lazyregexp.Regexp, text string) int {
	at := -1
	for _, m := range pattern.FindAllStringIndex(text, -1) {
		at = m[0]
	}
	return at
}
