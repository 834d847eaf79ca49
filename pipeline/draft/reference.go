package draft

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// replaceReferences replaces references by names: "that company" if every text refers only
// to the result of the text before it, which a sentence introduces as "a company", and
// nothing else of the kind is introduced or stands between them; defined terms otherwise.
func (c *composer) replaceReferences(all []composedInquiry) {
	chained := c.isChained(all)
	terms := 0
	for i := range c.steps {
		s := &c.steps[i]
		s.ordinal = terms
		if s.demonstrative = c.isStartRole(i) || chained && !c.isIntroducedTwice(s) && !c.isInterrupted(s); !s.demonstrative {
			terms++
		}
	}
	call := func(i int) string {
		switch s := &c.steps[i]; {
		case c.isStartRole(i):
			return c.grammar.definite(c.startRole)
		case s.demonstrative && s.text == "" && c.isBesideStart(s):
			return c.grammar.found(s.kind(), s.measure)
		case s.demonstrative && c.isFirstTopic(i):
			return c.grammar.pronoun(s.kind(), s.measure, s.many)
		case s.demonstrative && s.role != "" && c.grammar.hasTopics() && !c.isConfusable(s):
			return c.grammar.demonstrative(s.label, s.measure, s.many)
		case s.demonstrative && s.role != "" && c.grammar.hasTopics():
			return c.grammar.demonstrative(s.role, c.grammar.measure(s.role), s.many)
		case s.demonstrative && s.role != "" && s.text == "":
			return c.grammar.demonstrative(s.role, s.measure, s.many)
		case s.demonstrative:
			return c.grammar.demonstrative(s.kind(), s.measure, s.many)
		}
		return c.term(i)
	}
	define := func(i int) string {
		if c.steps[i].demonstrative {
			return ""
		}
		return c.grammar.define(c.term(i))
	}
	c.termOf = call
	replace := func(s string, inquiry int) string {
		for i := range c.steps {
			if !c.steps[i].demonstrative || c.isStartRole(i) || c.steps[i].text == "" {
				continue // "it" would be the row beside whose column the result is named
			}
			named := 0
			if first := strings.Index(s, reference(i)); c.isScene(i) && inquiry == 0 && first >= 0 {
				named = first + len(reference(i)) // the scene may speak of another thing as well
			}
			s = s[:named] + c.grammar.withPronouns(s[named:], reference(i), c.steps[i].many || c.isPerson(c.steps[i].node))
		}
		return replaceMarks(s, call, define)
	}
	for i := range all {
		c.joinTopic(&all[i])
		for _, k := range all[i].steps {
			if statement := replace(c.steps[k].statement, i); c.isScene(k) {
				all[i].Scene = statement
			} else {
				all[i].Stepwise.Steps = append(all[i].Stepwise.Steps, c.grammar.nextStep(statement, len(all[i].Stepwise.Steps)+i))
			}
		}
		all[i].Stepwise.Chained, all[i].Stepwise.Topics = chained, c.grammar.hasTopics()
		all[i].phrases = c.answerPhrases(&all[i])
		for _, s := range all[i].texts() {
			*s = replace(*s, i)
		}
	}
}

// isBesideStart reports whether a result is a thing of the kind of one that an identifier names at
// the start: of two cases, "that case" is the one that the question begins with as well.
func (c *composer) isBesideStart(s *namedResult) bool {
	return !s.many && slices.ContainsFunc(c.program.Nodes, func(n plan.Node) bool {
		o, ok := n.Do.(*plan.Start)
		return ok && o.Entity == c.types[s.node].Entity && c.domain.Entity(o.Entity).Denotes != nil
	})
}

// shortTopic is the largest number of characters of a topic that needs no phrase of its own.
const shortTopic = 12

// joinTopic puts a short topic in place of the reference with which its inquiry begins, and drops
// its step: “该单买方是否…” in place of “该单买方，它是否…”.
func (c *composer) joinTopic(q *composedInquiry) {
	if !c.grammar.hasTopics() || len(q.steps) == 0 {
		return
	}
	last := len(q.steps) - 1
	k := q.steps[last]
	s := &c.steps[k]
	if c.isScene(k) || !s.demonstrative || utf8.RuneCountInString(s.text) > shortTopic {
		return
	}
	w := &q.Stepwise
	if !strings.HasPrefix(w.Clause, reference(k)) || w.Question != "" && !strings.HasPrefix(w.Question, reference(k)) {
		return
	}
	q.steps = q.steps[:last]
	w.Clause = s.text + strings.TrimPrefix(w.Clause, reference(k))
	if w.Question != "" {
		w.Question = s.text + strings.TrimPrefix(w.Question, reference(k))
	}
}

// isIntroducedTwice reports whether another step is of the same kind: "that company" can be the
// buyer, but "that buyer" no other company.
func (c *composer) isIntroducedTwice(s *namedResult) bool {
	steps := c.steps
	if c.grammar.hasTopics() { // of which only those before it can be meant
		steps = steps[:c.named[s.node]]
	}
	return slices.ContainsFunc(steps, func(o namedResult) bool {
		return o.node != s.node && (o.kind() == s.kind() || s.role == "" && o.label == s.label)
	})
}

// isFirstTopic reports whether a step is the first that is a topic, behind the scene.
func (c *composer) isFirstTopic(step int) bool {
	return c.grammar.hasTopics() && !c.isScene(step) && (step == 0 || step == 1 && c.isScene(0))
}

// isInterrupted reports whether phrases refer to the result more than once and speak of
// another result of the same kind on the way from it, which stands between them.
func (c *composer) isInterrupted(s *namedResult) bool {
	after, readers := c.dependents(s.node)
	return readers > 1 && slices.ContainsFunc(c.program.Nodes, func(n plan.Node) bool {
		return after[n.Name] && n.Name != s.node && !c.isAnswer(n.Name) && !c.isOwnRecord(&n, s.node) && c.isOfKind(&n, s)
	})
}

// isChained reports whether each text of the inquiries, in order, refers only to the latest
// result, or to one by its role.
func (c *composer) isChained(all []composedInquiry) bool {
	last, fits := -1, true
	read := func(text string, found int) {
		spoken := false
		replaceMarks(text, func(i int) string {
			spoken, fits = true, fits && (i == last || c.isStartRole(i))
			return ""
		}, func(i int) string {
			found = i
			return ""
		})
		if found >= 0 || !spoken {
			last = found
		}
	}
	for i := range all {
		c.joinTopic(&all[i])
		for _, k := range all[i].steps {
			read(c.steps[k].text, k)
		}
		var b strings.Builder
		for _, s := range all[i].texts() {
			b.WriteString(*s)
		}
		read(b.String(), -1)
	}
	return fits
}

// answerPhrases returns the phrases of an inquiry for its answer, with references replaced
// by the results.
func (c *composer) answerPhrases(q *composedInquiry) answerPhrases {
	s := answerPhrases{subject: q.Stepwise.Subject, ownerPhrase: q.ownerPhrase, truth: q.truth.clone(), premise: q.premise.clone()}
	for _, text := range append(append(s.truth.texts(), s.premise.texts()...), &s.subject, &s.ownerPhrase) {
		*text = c.withFoundNames(*text)
	}
	return s
}

// withFoundNames replaces every reference in a text by the result.
func (c *composer) withFoundNames(text string) string {
	nothing := func(int) string { return "" }
	return replaceMarks(text, func(i int) string {
		if c.trace != nil {
			if r := c.trace.Result(c.steps[i].node); r != nil && r.Entity != nil {
				return c.foundName(c.types[c.steps[i].node].Entity, r.Entity)
			}
		}
		if c.steps[i].text == "" {
			return c.termOf(i)
		}
		return c.withFoundNames(c.steps[i].text)
	}, nothing)
}

// foundName returns the name of an entity that the program found. A bare number gets the noun for what
// it denotes, as that of a start entity does: "album 21".
func (c *composer) foundName(entity string, parts []string) string {
	switch text := c.numbered(entity, Name(parts)); {
	case text == "":
		return Name(parts)
	case c.hasOtherNumber(entity):
		return c.grammar.labelled(c.domain.Entity(entity).Label.In(c.lang), Name(parts))
	default:
		return text
	}
}

func (c *composer) term(i int) string {
	s := &c.steps[i]
	return c.grammar.term(s.label, s.ordinal, s.many)
}

// replaceMarks returns a text with every reference replaced by call, and every definition
// by define.
func replaceMarks(s string, call, define func(int) string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r >= definitions && r < definitions+maxSteps:
			b.WriteString(define(int(r - definitions)))
		case r >= references && r < references+maxSteps:
			b.WriteString(call(int(r - references)))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
