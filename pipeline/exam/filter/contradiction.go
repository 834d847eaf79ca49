package filter

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/exam/claim"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// asserted is a claim that the key of an item holds for true or false.
type asserted struct {
	said   claim.Statement
	isTrue bool
	part   string
}

// minClaim is the number of tokens from which an option says something on its own.
const minClaim = 3

// assertedBy returns what the key of an item asserts: the claim of a true-false item is true or
// false, and a right option of the others is true. Wrong options of others may be true of
// something else.
func assertedBy(t *task.Task, asked []string) []asserted {
	part := ""
	if t.Derivation != nil {
		part = t.Derivation.Part
	}
	if len(t.Choices.Key) == 0 {
		return nil
	}
	if t.Type == task.TrueFalse {
		if said := claim.Read(claim.Claimed(asked), t.Language); len(said.Tokens) > 0 {
			return []asserted{{said, t.Choices.Key[0] == 0, part}}
		}
		return nil
	}
	if t.Type == task.Matching || t.Type == task.Cloze {
		return nil
	}
	var all []asserted
	for _, i := range t.Choices.Key {
		if i < 0 || i >= len(t.Choices.Options) {
			continue
		}
		if said := claim.Read(t.Choices.Options[i], t.Language); len(said.Tokens) >= minClaim {
			all = append(all, asserted{said, true, part})
		}
	}
	return all
}

// contradicting leaves out items whose key contradicts that of an earlier item of the same source
// and part: both hold a claim, of which one denies the other, for true, or for false; or one holds
// for true what the other holds for false.
func contradicting(entries []*entry) (kept []*entry, dropped []task.Dropped) {
	type place struct{ source, part, tokens string }
	seen := map[place][]struct {
		asserted
		by *entry
	}{}
	at := func(e *entry, a asserted) place {
		p := place{part: a.part, tokens: strings.ReplaceAll(strings.Join(a.said.Tokens, " "), "¬", "")}
		if e.t.Derivation != nil {
			p.source = e.t.Derivation.Source
		}
		return p
	}
	for _, e := range entries {
		var other *entry
		for _, a := range e.claims {
			for _, b := range seen[at(e, a)] {
				denies := a.said.Denies(b.said)
				if denies && a.isTrue == b.isTrue || !denies && a.isTrue != b.isTrue {
					other = b.by
				}
			}
		}
		if other != nil {
			dropped = append(dropped, against(e, other, Contradiction, "its key contradicts that of"))
			continue
		}
		for _, a := range e.claims {
			p := at(e, a)
			seen[p] = append(seen[p], struct {
				asserted
				by *entry
			}{a, e})
		}
		kept = append(kept, e)
	}
	return kept, dropped
}

// sameStem is the value of ROUGE-L from which two stems with the same options ask the same.
const sameStem = 0.95

// differentKeys leaves out items that ask what an earlier one asks, with the same options, or the
// same claim, and have another key.
func differentKeys(entries []*entry) (kept []*entry, dropped []task.Dropped) {
	seen := map[string][]*entry{}
	for _, e := range entries {
		form := e.t.Type + "\n" + strings.Join(e.options, "\n")
		if e.t.Type == task.TrueFalse {
			form = "\n" + e.stem
		}
		var other *entry
		for _, o := range seen[form] {
			if o.right != e.right && claim.Overlap(o.stem, e.stem, sameStem) > 0 {
				other = o
				break
			}
		}
		if other != nil {
			dropped = append(dropped, against(e, other, Keys, "another key than in the same question"))
			continue
		}
		seen[form] = append(seen[form], e)
		kept = append(kept, e)
	}
	return kept, dropped
}
