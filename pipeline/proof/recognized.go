package proof

import (
	"fmt"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// recognize takes the name of the entity whose record a passage is. Of all passages of the corpus,
// found or not, one alone may state what the start tells, so that no other search leads to another;
// and the search must find it however passages of equal score are ordered.
func (r *relational) recognize(to *relation) (plan.Reason, string) {
	found, told := to.from[0].retrieval, to.from[1].name
	set := r.passageSets[found.passages]
	stated := -1
	for i, text := range set.texts {
		if strings.Count(text, told[0]) == 0 || lacks(text, told[1:]) {
			continue
		}
		if stated >= 0 {
			return plan.Several, fmt.Sprintf("passages %d and %d both state %q", stated, i, told)
		}
		stated = i
	}
	if stated < 0 {
		return plan.Missing, fmt.Sprintf("no passage states %q", told)
	}
	place := -1
	for i, p := range found.ranked {
		if p.passage == stated {
			place = i
		}
	}
	switch {
	case place < 0:
		return plan.Missing, fmt.Sprintf("the search does not find passage %d", stated)
	case found.open(place):
		return plan.Tie, fmt.Sprintf("passage %d ties with the last of %d", stated, found.requested)
	}
	s := r.domain.Passage(found.passages).Subject
	names := map[string]bool{}
	for _, at := range lazyregexp.New(s.Pattern).FindAllStringIndex(set.texts[stated], -1) {
		names[set.texts[stated][at[0]:at[1]]] = true
	}
	if len(names) != 1 {
		return plan.Underived, fmt.Sprintf("passage %d has %d names: want one", stated, len(names))
	}
	for name := range names {
		to.entity, to.name = s.Record, []string{name}
		to.data = []datum{{kind: value.Text, text: name}}
	}
	return "", ""
}

// lacks reports whether a passage lacks one of the texts.
func lacks(passage string, texts []string) bool {
	for _, text := range texts {
		if strings.Count(passage, text) == 0 {
			return true
		}
	}
	return false
}
