package exam

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// check leaves out what is no whole question, tells where points do not add up, and sorts the
// collection. The questions of an earlier file keep their identifiers.
func (c *Collection) check() {
	byPlace := func(a, b *Origin) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line)) }
	slices.SortStableFunc(c.Essays, func(a, b Essay) int { return byPlace(&a.Origin, &b.Origin) })
	slices.SortStableFunc(c.Questions, func(a, b Question) int { return byPlace(&a.Origin, &b.Origin) })
	seen := map[string]*Origin{}
	taken := func(id string, o *Origin) bool {
		if first := seen[id]; first != nil {
			c.fault(o, DuplicateID, true, "identifier %q stands at %s:%d, too: want each once", id, first.File, first.Line)
			return true
		}
		origin := *o
		seen[id] = &origin
		return false
	}
	essays, questions := c.Essays[:0:0], c.Questions[:0:0]
	for _, e := range c.Essays {
		if c.checkEssay(&e) && !taken(e.ID, &e.Origin) {
			essays = append(essays, e)
		}
	}
	for _, q := range c.Questions {
		if c.checkQuestion(&q) && !taken(q.ID, &q.Origin) {
			questions = append(questions, q)
		}
	}
	slices.SortFunc(essays, func(a, b Essay) int { return strings.Compare(a.ID, b.ID) })
	slices.SortFunc(questions, func(a, b Question) int { return strings.Compare(a.ID, b.ID) })
	c.Essays, c.Questions = essays, questions
}

func (c *Collection) fault(o *Origin, reason Reason, leftOut bool, format string, args ...any) {
	c.Faults = append(c.Faults, Fault{o.File, o.Line, reason, fmt.Sprintf(format, args...), leftOut})
}

// checkEssay leaves out the parts that lack a question or an answer, and reports whether any is
// left.
func (c *Collection) checkEssay(e *Essay) bool {
	if len(e.Parts) == 0 {
		c.fault(&e.Origin, NoAnswer, true, "essay %s has no part: want questions with answers", e.ID)
		return false
	}
	worth := 0
	var parts []Part
	labels := map[string]bool{}
	for _, p := range e.Parts {
		c.checkPoints(e, &p)
		worth += p.Value
		switch {
		case p.Question == "" && e.Statement == "":
			c.fault(&e.Origin, NoQuestion, true, "part %s of essay %s has an answer without a question: want what is asked", p.Label, e.ID)
		case p.Answer == "" && len(p.Points) == 0:
			c.fault(&e.Origin, NoAnswer, true, "part %s of essay %s has no answer: want the official answer", p.Label, e.ID)
		case labels[p.Label]:
			c.fault(&e.Origin, DuplicateID, true, "essay %s has two parts %s: want each label once", e.ID, p.Label)
		default:
			labels[p.Label] = true
			parts = append(parts, p)
		}
	}
	if e.Value == 0 {
		e.Value = worth
	}
	if worth != e.Value && worth != 0 {
		c.fault(&e.Origin, PointsSum, false, "the parts of essay %s are worth %s points: want %s, as the essay", e.ID, hundredths(worth), hundredths(e.Value))
	}
	e.Parts = parts
	return len(parts) > 0
}

// checkPoints compares a part's points with the sum of its rows, which is its value if none is
// stated.
func (c *Collection) checkPoints(e *Essay, p *Part) {
	sum := 0
	for _, row := range p.Points {
		if !row.Heading() {
			sum += row.Values[len(row.Values)-1]
		}
	}
	switch {
	case sum == 0:
	case p.Value == 0:
		p.Value = sum
	case p.Value != sum:
		c.fault(&e.Origin, PointsSum, false, "the rows of part %s of essay %s are worth %s points: want %s, as the part", p.Label, e.ID, hundredths(sum), hundredths(p.Value))
	}
}

// checkQuestion reports whether a question has all that makes one.
func (c *Collection) checkQuestion(q *Question) bool {
	switch {
	case q.Stem == "":
		c.fault(&q.Origin, NoQuestion, true, "question %s has options and no text: want what is asked", q.ID)
	case len(q.Options) < 2:
		c.fault(&q.Origin, FewOptions, true, "question %s has %s: want at least two", q.ID, plural(len(q.Options), "option"))
	case len(q.Options) > 26:
		c.fault(&q.Origin, BadValue, true, "question %s has %d options: want at most 26, one a letter", q.ID, len(q.Options))
	case slices.Contains(q.Options, ""):
		c.fault(&q.Origin, FewOptions, true, "option %s of question %s is empty: want a text", letter(slices.Index(q.Options, "")), q.ID)
	case len(q.Key) == 0:
		c.fault(&q.Origin, NoKey, true, "question %s has no right option: want one", q.ID)
	case q.Key[0] < 0 || q.Key[len(q.Key)-1] >= len(q.Options):
		c.fault(&q.Origin, UnknownKey, true, "the key of question %s names an option that it does not have: want letters, or positions from 0", q.ID)
	default:
		return true
	}
	return false
}
