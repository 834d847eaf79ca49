package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// extract takes the piece of a text that a pattern matches. All matches must yield the same
// piece.
func extract(to *relation, o *plan.Extract) (plan.Reason, string) {
	text, reason, detail := textOfRelation(to.from[0])
	if reason != "" {
		return reason, detail
	}
	re := lazyregexp.New(o.Pattern)
	pieces := map[string]bool{}
	for _, at := range re.FindAllStringSubmatchIndex(text, -1) {
		if at[2] >= 0 {
			pieces[strings.TrimSpace(text[at[2]:at[3]])] = true
		}
	}
	delete(pieces, "")
	switch len(pieces) {
	case 0:
		return plan.Underived, fmt.Sprintf("%q finds nothing", o.Pattern)
	case 1:
		for piece := range pieces {
			to.data = []datum{{kind: value.Text, text: piece}}
		}
		return "", ""
	}
	return plan.Several, fmt.Sprintf("%q finds %d different pieces: want one", o.Pattern, len(pieces))
}

// textOfRelation returns the text of a relation that must hold exactly one.
func textOfRelation(r *relation) (text string, reason plan.Reason, detail string) {
	switch {
	case len(r.data) == 1:
		return r.data[0].text, "", ""
	case r.data == nil && len(r.name) == 1:
		return r.name[0], "", ""
	}
	return "", plan.Several, fmt.Sprintf("%d values: want one text", max(len(r.data), len(r.name)))
}

// retrieval is the result of a retriever: the passages that rank highest.
type retrieval struct {
	passages string
	// ranked holds the requested passages in order, followed by the passages that tie with
	// the last of them.
	ranked    []ranked
	requested int
}

// retrieve ranks the passages for the query of a node.
func (r *relational) retrieve(to *relation, o *plan.Retrieve) (plan.Reason, string) {
	var query []string
	for _, f := range to.from {
		if f.data == nil && len(f.name) > 1 {
			query = append(query, f.name...)
			continue
		}
		text, reason, detail := textOfRelation(f)
		if reason != "" {
			return reason, detail
		}
		query = append(query, text)
	}
	name := r.domain.Tool(o.Tool).Passages
	to.retrieval = &retrieval{passages: name, ranked: r.passageSets[name].rank(strings.Join(query, " "), o.Passages), requested: o.Passages}
	if len(to.retrieval.ranked) == 0 {
		return plan.Missing, "no passage suits the query"
	}
	return "", ""
}

// open reports whether the i-th passage is among the requested ones only under some orders
// of tied passages.
func (t *retrieval) open(i int) bool {
	return len(t.ranked) > t.requested && ties(t.ranked[i].score, t.ranked[t.requested-1].score)
}

// cite takes the names of passages. There is no result if ties leave the passages open, or
// if it is unknown whether a passage was in force.
func (r *relational) cite(to *relation, o *plan.Cite) (plan.Reason, string) {
	found := to.from[0].retrieval
	set := r.passageSets[found.passages]
	cited := func(*domain.Heading) bool { return true }
	if o.Which == domain.CiteAll {
		text, reason, detail := textOfRelation(to.from[1])
		if reason != "" {
			return reason, detail
		}
		if set.reference.HasUnread(text) {
			return plan.Underived, "the text cites parts in a form that is not read"
		}
		citations := set.citations(text)
		cited = func(h *domain.Heading) bool { return citations[citation{h.Work, h.Part}] }
	}
	names, reason, detail := r.citables(to, cited, o.Dated(len(to.from)))
	if reason != "" {
		return reason, detail
	}
	for i, n := range names {
		if o.Which == domain.CiteFirst && i > 0 && !ties(found.ranked[n.place].score, found.ranked[names[0].place].score) {
			break
		}
		if found.open(n.place) {
			return plan.Tie, fmt.Sprintf("%s ties with the last of %d passages", n.name, found.requested)
		}
		if i > 0 && ties(found.ranked[n.place].score, found.ranked[names[i-1].place].score) {
			return plan.Tie, fmt.Sprintf("%s and %s tie", names[i-1].name, n.name)
		}
		if n.place < found.requested && (i == 0 || o.Which == domain.CiteAll) {
			if n.undated {
				return plan.Undated, fmt.Sprintf("%s: nothing tells whether it was in force", n.name)
			}
			to.data = append(to.data, datum{kind: value.Text, text: n.name})
		}
	}
	if to.data == nil {
		return plan.Missing, fmt.Sprintf("none of %d passages has a name to cite", min(found.requested, len(found.ranked)))
	}
	return "", ""
}

// citable is a passage that can be cited.
type citable struct {
	name    string
	place   int  // in the ranking
	undated bool // it is unknown whether the passage was in force
}

// citables returns the passages that a node can cite, each name once and at its best place.
// If the node reads a day, passages that were not in force on it are left out.
func (r *relational) citables(to *relation, cited func(*domain.Heading) bool, dated bool) (names []citable, reason plan.Reason, detail string) {
	found := to.from[0].retrieval
	set := r.passageSets[found.passages]
	was := func(int) forceStatus { return forceStatus{may: true} }
	if dated {
		day := to.from[len(to.from)-1].data
		if len(day) != 1 {
			return nil, plan.Several, fmt.Sprintf("%d days: want one", len(day))
		}
		was = func(passage int) forceStatus { return r.forceStatusOf(set, passage, day[0].text) }
	}
	for i, p := range found.ranked {
		h := set.heading(p.passage)
		if h == nil || !cited(h) {
			continue
		}
		s := was(p.passage)
		if !s.may {
			continue
		}
		n := citable{h.Name(), i, s.mayNot}
		switch at := slices.IndexFunc(names, func(o citable) bool { return o.name == n.name }); {
		case at < 0:
			names = append(names, n)
		case names[at].undated && !n.undated:
			names[at].undated = false
		}
	}
	return names, "", ""
}
