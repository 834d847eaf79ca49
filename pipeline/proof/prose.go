package proof

import (
	"bytes"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// fact takes the value that a text states. Every place that a pattern finds must state the
// same value.
func (r *relational) fact(to *relation, o *plan.ReadFact) (plan.Reason, string) {
	text, reason, detail := textOfRelation(to.from[0])
	if reason != "" {
		return reason, detail
	}
	f, _ := to.from[0].table.Spec().Fact(o.Fact)
	if to.data, reason, detail = factIn(f, text); reason == "" {
		to.table = to.from[0].table
	}
	return reason, detail
}

// factIn returns the value of a fact in a text.
func factIn(f *domain.Fact, text string) (data []datum, reason plan.Reason, detail string) {
	for _, expr := range f.Patterns {
		for _, at := range lazyregexp.New(expr).FindAllStringSubmatchIndex(text, -1) {
			if at[2] < 0 || strings.TrimSpace(text[at[2]:at[3]]) == "" {
				continue
			}
			d, ok := factDatum(f, strings.TrimSpace(text[at[2]:at[3]]))
			if !ok {
				return nil, plan.Unparsed, fmt.Sprintf("%q is no %s", text[at[2]:at[3]], f.Kind)
			}
			if !slices.ContainsFunc(data, func(e datum) bool { return e.compare(d) == 0 }) {
				data = append(data, d)
			}
		}
	}
	switch len(data) {
	case 0:
		return nil, plan.Underived, "the text does not state " + f.Name
	case 1:
		return data, "", ""
	}
	return nil, plan.Several, fmt.Sprintf("the text states %d values of %s: want one", len(data), f.Name)
}

// factDatum reads the wording of a fact as a value of its kind.
func factDatum(f *domain.Fact, text string) (datum, bool) {
	m, ok := quantity.Parse(text)
	switch {
	case !ok:
		return datum{}, false
	case f.Kind == domain.KindDate:
		return datum{kind: value.Date, text: m.Day}, m.Kind == quantity.Day
	case m.Unit != "" && !quantity.SameMeasure(m.Unit, f.Unit):
		return datum{}, false
	}
	n, ok := new(big.Rat).SetString(m.Number.String())
	return datum{kind: value.Number, text: m.Number.String(), number: n, unit: f.Unit}, ok && !m.IsDay()
}

// citations takes the names of the passages that a text cites. It reads each mention of a
// part by itself, and then finds the work beside it. The plan's own execution reads whole
// lists.
func (r *relational) citations(to *relation, o *plan.Citations) (plan.Reason, string) {
	text, reason, detail := textOfRelation(to.from[0])
	if reason != "" {
		return reason, detail
	}
	set := r.passageSets[o.Passages]
	if set.reference.HasUnread(text) {
		return plan.Underived, "the text cites parts in a form that is not read"
	}
	mentions := lazyregexp.New(set.reference.Part).FindAllStringIndex(text, -1)
	beside := set.worksBeside(text, mentions)
	seen := map[string]bool{}
	for i, m := range mentions {
		if beside[i] == "" {
			return plan.Underived, fmt.Sprintf("%q stands beside no work", text[m[0]:m[1]])
		}
		name := domain.Fill(set.reference.Names[0], map[string]string{domain.HeadingWork: beside[i], domain.HeadingPart: text[m[0]:m[1]]})
		if !seen[name] {
			seen[name] = true
			to.data = append(to.data, datum{kind: value.Text, text: name})
		}
	}
	if to.data == nil {
		return plan.Missing, "the text cites nothing"
	}
	return "", ""
}

// worksBeside returns, for each mention of a part in a text, the work that it belongs to: the
// one named beside it, or that of the mention beside it in a list; "" if neither is there.
func (s *passageSet) worksBeside(text string, mentions [][]int) []string {
	works := s.worksIn(text)
	beside := make([]string, len(mentions))
	after := strings.Index(s.reference.List, "<"+domain.HeadingWork+">") < strings.Index(s.reference.List, "{"+domain.HeadingPart+"}")
	if after { // the parts stand behind the work, and each belongs to what is before it
		for i, m := range mentions {
			beside[i] = nearest(works, func(w workMention) int { return gap(text, w.to, m[0]) })
			if beside[i] == "" && i > 0 && gap(text, mentions[i-1][1], m[0]) >= 0 {
				beside[i] = beside[i-1]
			}
		}
		return beside
	}
	for i, m := range slices.Backward(mentions) {
		beside[i] = nearest(works, func(w workMention) int { return gap(text, m[1], w.from) })
		if beside[i] == "" && i+1 < len(mentions) && gap(text, m[1], mentions[i+1][0]) >= 0 {
			beside[i] = beside[i+1]
		}
	}
	return beside
}

// gap returns the number of bytes between two places of a text that can stand within a list
// of citations: at most a paragraph's number, a conjunction and a bracket. It is -1 for
// others.
func gap(text string, from, to int) int {
	const widest = 24
	if from > to || to-from > widest || strings.ContainsAny(text[from:to], "。；;\n《") {
		return -1
	}
	return to - from
}

// nearest returns the work with the smallest distance; "" if all distances are negative.
func nearest(works []workMention, distance func(workMention) int) string {
	work, least := "", -1
	for _, w := range works {
		if d := distance(w); d >= 0 && (least < 0 || d < least) {
			work, least = w.work, d
		}
	}
	return work
}

// workMention is a place where a text names a work.
type workMention struct {
	work     string
	from, to int
}

// worksIn returns the places where a text names works: those of the passages and those that
// the text itself names where it lists their parts.
func (s *passageSet) worksIn(text string) []workMention {
	s.read.Do(s.catalogue)
	works := slices.Clone(s.works)
	list := lazyregexp.New(s.reference.ListExpression())
	for _, m := range list.FindAllStringSubmatch(text, -1) {
		if work := m[list.SubexpIndex(domain.HeadingWork)]; !slices.Contains(works, work) {
			works = append(works, work)
		}
	}
	slices.SortStableFunc(works, func(a, b string) int { return len(b) - len(a) }) // a work before its prefixes
	var found []workMention
	rest := []byte(text) // with the works found so far blanked out
	for _, work := range works {
		for at := bytes.Index(rest, []byte(work)); at >= 0; at = bytes.Index(rest, []byte(work)) {
			found = append(found, workMention{work, at, at + len(work)})
			clear(rest[at : at+len(work)])
		}
	}
	return found
}
