package draft

import (
	"math/rand/v2"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Manner chooses among fixed wordings of a language that mean the same: "the one with the
// highest … among", "the one whose … is the highest among". A manner says the same thing
// always in the same way, so two programs that read differently in drafts read
// differently in any one manner. The zero Manner gives the wordings of drafts. A Manner
// is a value and safe to share.
type Manner struct {
	seed  uint64 // 0 for the draft's own words
	first bool   // whether each place has the first of its wordings
}

// RandomManner returns a manner drawn from r, never the zero Manner. Equal states of r
// give equal manners.
func RandomManner(r *rand.Rand) Manner { return Manner{seed: r.Uint64() | 1} }

// spoken returns the manner of answers: phrases as people say them, each in the first of its wordings.
func spoken() Manner { return Manner{seed: 1, first: true} }

// isDrawn reports whether the manner differs from the draft's own.
func (m Manner) isDrawn() bool { return m.seed != 0 }

// variant returns own for the zero manner, and one of all wordings for any other: the same
// one wherever own is the same.
func (m Manner) variant(own string, others ...string) string {
	if m.seed == 0 || m.first {
		return own
	}
	if i := m.choose(own, len(others)+1); i > 0 {
		return others[i-1]
	}
	return own
}

// forms returns the wordings of a form among which a question may choose: own in the
// zero manner, those of people in any other.
func (m Manner) forms(own []string, people ...string) []string {
	if m.seed == 0 {
		return own
	}
	return people
}

// choose returns one of n for a place: the FNV-1a hash of the place's name, mixed with the
// seed as in SplitMix64 (Steele, Lea and Flood, 2014).
func (m Manner) choose(place string, n int) int {
	const offset, prime = 14695981039346656037, 1099511628211
	h := m.seed ^ offset
	for i := range len(place) {
		h = (h ^ uint64(place[i])) * prime
	}
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return int((h ^ h>>31) % uint64(n))
}

// Wordings replace the words of a draft. The zero Wordings replace nothing.
type Wordings struct {
	// Domain is a copy of the domain with other phrases and labels; nil for the domain's
	// own.
	Domain *domain.Domain
	// Manner chooses the words that do not come from the domain.
	Manner Manner
	// Scene is a sentence about the program's start, for which it has one or more
	// [domain.Slot]: "My client is about to sign a contract with {}." The inquiries then refer
	// to the start as "that company", as far as the reference has one reading, see
	// [Inquiry.Scene]. "" for none.
	Scene string
	// Role is the noun by which inquiries call the start of the scene, "counterparty" for
	// "the counterparty", in place of "that company"; "" for none.
	Role string
}

// Reworded returns the inquiries of [Inquiries] in the given wordings; w does not affect
// the inquiry for a text to be written. The structure of phrases, and the words that they
// leave out because they are clear, follow the domain's own words. The zero Wordings give
// the result of Inquiries. The error is as for Inquiries.
func Reworded(d *domain.Domain, p *plan.Program, lang string, w Wordings) ([]Inquiry, error) {
	if p.Template != "" {
		return letterInquiries(d, p, lang)
	}
	c, err := newComposer(d, p, lang, w)
	if err != nil {
		return nil, err
	}
	all, err := c.compose()
	if err != nil {
		return nil, err
	}
	inquiries := make([]Inquiry, len(all))
	for i := range all {
		inquiries[i] = all[i].Inquiry
	}
	return inquiries, nil
}
