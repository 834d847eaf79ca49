package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/exam/claim"
	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// keyed checks that the official answer gives the recorded key. What it is silent on fails, unless
// a model wrote the item in its own words: then readings decide, and without any it stays open, for
// people.
func (x *examined) keyed(t *task.Task) (Finding, error) {
	if fault := shapeFault(t); fault.Fault != "" {
		return fault, nil
	}
	if q := x.takenOver(t); q != nil {
		return takenKey(t, q), nil
	}
	var found Finding
	switch t.Type {
	case task.TrueFalse:
		found = x.judgedClaim(t)
	case task.Matching:
		found = x.paired(t)
	default:
		found = x.searched(t)
	}
	if t.Derivation.Writer != "" && len(t.Derivation.Readings) > 0 {
		return readKey(t), nil
	}
	if t.Derivation.Writer != "" && strings.HasPrefix(found.Fault, unsupported+": ") {
		return Finding{Open: strings.TrimPrefix(found.Fault, unsupported+": ")}, nil
	}
	return found, nil
}

// shapeFault checks that options, key, keywords and question fit together.
func shapeFault(t *task.Task) Finding {
	c := t.Choices
	single := t.Type == task.MultipleChoice || t.Type == task.Cloze || t.Type == task.CaseAnalysis || t.Type == task.TrueFalse
	switch {
	case !slices.Contains(task.ExamTypes(), t.Type):
		return faulty(misshapen, "type %q is none of exam items", t.Type)
	case len(c.Options) < 2 || len(c.Options) > 26:
		return faulty(misshapen, "%d options: want 2 to 26", len(c.Options))
	case t.Type == task.TrueFalse && len(c.Options) != 2:
		return faulty(misshapen, "%d options: want the words for true and false", len(c.Options))
	case t.Type == task.TrueFalse && !slices.Equal(c.Options, truthWords(t.Language)):
		return faulty(misshapen, "the options %q: want the words for true and false, %q", c.Options, truthWords(t.Language))
	case single && len(c.Key) != 1:
		return faulty(misshapen, "%d right options: want one", len(c.Key))
	case t.Type != task.Matching && (len(c.Key) == 0 || !ascends(c.Key)):
		return faulty(misshapen, "the key %v is not ascending: want each position once", c.Key)
	case t.Type == task.Matching && len(c.Key) != len(c.Options):
		return faulty(misshapen, "the key has %d pairs for %d options", len(c.Key), len(c.Options))
	case t.Type == task.Matching && len(slices.Compact(slices.Sorted(slices.Values(c.Key)))) != len(c.Key):
		return faulty(misshapen, "the key %v gives a match twice", c.Key)
	case t.Type != task.Matching && len(c.Matches) > 0:
		return faulty(misshapen, "a second list, which only a matching has")
	}
	limit := len(c.Options)
	if t.Type == task.Matching {
		limit = len(c.Matches)
	}
	if slices.Min(c.Key) < 0 || slices.Max(c.Key) >= limit {
		return faulty(misshapen, "the key %v: want positions below %d", c.Key, limit)
	}
	if want := keywords(t); !slices.Equal(want, t.KeyAnswer) {
		return faulty(misshapen, "the keywords are %q: want %q", t.KeyAnswer, want)
	}
	return unshown(t)
}

// truthWords are the words for true and false, in this order, between which an item lets choose.
func truthWords(language string) []string {
	switch language {
	case "pt":
		return []string{"verdadeira", "falsa"}
	case "zh":
		return []string{"正确", "错误"}
	}
	return []string{"true", "false"}
}

func ascends(key []int) bool {
	return slices.IsSorted(key) && len(slices.Compact(slices.Clone(key))) == len(key)
}

// keywords are the keywords of a key: letters, pairs of letter and number, or the word for true or
// false.
func keywords(t *task.Task) []string {
	var all []string
	for i, k := range t.Choices.Key {
		switch t.Type {
		case task.TrueFalse:
			all = append(all, t.Choices.Options[k])
		case task.Matching:
			all = append(all, fmt.Sprintf("%c-%d", 'A'+i, k+1))
		default:
			all = append(all, string(rune('A'+k)))
		}
	}
	return all
}

// unshown reports an option or match that the question does not show under its letter or number.
func unshown(t *task.Task) Finding {
	question := "\n" + t.Question + "\n"
	shows := func(mark, text string) bool {
		for _, bracket := range []string{") ", "）", ")"} {
			if strings.Contains(question, "\n"+mark+bracket+text+"\n") {
				return true
			}
		}
		return false
	}
	if t.Type == task.TrueFalse {
		return Finding{}
	}
	for i, o := range t.Choices.Options {
		if !shows(string(rune('A'+i)), o) {
			return faulty(misshapen, "the question does not show option %c as %q", 'A'+i, o)
		}
	}
	for i, m := range t.Choices.Matches {
		if !shows(fmt.Sprint(i+1), m) {
			return faulty(misshapen, "the question does not show match %d as %q", i+1, m)
		}
	}
	return Finding{}
}

// takenKey checks that an item has the key of the question that it takes over.
func takenKey(t *task.Task, q *exam.Question) Finding {
	at, ok := places(t.Choices.Options, q.Options)
	if !ok {
		return faulty(unsupported, "the options are not those of %s", q.ID)
	}
	var key []int
	for _, k := range t.Choices.Key {
		key = append(key, at[k])
	}
	slices.Sort(key)
	if !slices.Equal(key, q.Key) {
		return faulty(otherKey, "the options %v of %s are right, and in the item %v", q.Key, q.ID, key)
	}
	return Finding{Certificate: "the key of " + q.ID}
}

// searched looks each option up in the official answer. The text with a gap is looked up with each
// option in it.
func (x *examined) searched(t *task.Task) Finding {
	said := officialOf(x.parts(t), t.Language)
	asked := claim.Asked(claim.Stem(t.Question), x.shared(t)...)
	if gaps := len(claim.Gap.FindAllString(strings.Join(asked, "\n"), -1)); t.Type == task.Cloze && gaps != 1 {
		return faulty(misshapen, "the text has %d gaps: want one", gaps)
	}
	var right []int
	for i, o := range t.Choices.Options {
		c := claim.Read(o, t.Language)
		if t.Type == task.Cloze {
			c = claim.Read(claim.Filled(asked, o), t.Language)
		}
		if said.states(c, t.Language) {
			right = append(right, i)
		}
	}
	single := t.Type != task.MultipleSelection
	switch {
	case slices.Equal(right, t.Choices.Key):
		return Finding{Certificate: fmt.Sprintf("of %d options the official answer says %s", len(t.Choices.Options), strings.Join(t.KeyAnswer, ", "))}
	case len(right) == 0:
		return faulty(unsupported, "the official answer says none of the options")
	case single && len(right) > 1:
		return faulty(manyRight, "the official answer says %d options: want one", len(right))
	case !single && subset(right, t.Choices.Key):
		return faulty(unsupported, "the official answer says the options %v alone, and %v are to be right", right, t.Choices.Key)
	}
	return faulty(otherKey, "the official answer says the options %v, and %v are to be right", right, t.Choices.Key)
}

func subset(part, whole []int) bool {
	for _, p := range part {
		if !slices.Contains(whole, p) {
			return false
		}
	}
	return true
}

// Claims about the stance of an answer, not about the law. The question may follow.
var (
	stanceClaim = lazyregexp.New(`(?i)^[^:：]*(?:\bresposta\b[^:]*\b(?:afirmativa|negativa|sim|não)\b|\banswer\b[^:]*\b(?:affirmative|negative|yes|no)\b|(?:问题|答案|回答)[^：]*(?:肯定|否定))`)
	yesClaim    = lazyregexp.New(`(?i)^[^:：]*(?:\bafirmativa\b|\bsim\b|\baffirmative\b|\byes\b|肯定)`)
)

// minFromAnswer is the share of a false claim that the official answer says: it is an answer to
// the question, with something exchanged.
const minFromAnswer = 0.5

// judgedClaim compares the claim of a true-false item with the official answer: it is true if the
// answer says it, and false if the answer says most of it and something else in its place.
func (x *examined) judgedClaim(t *task.Task) Finding {
	said := officialOf(x.parts(t), t.Language)
	asked := claim.Asked(claim.Stem(t.Question), x.shared(t)...)
	c := claim.Read(claim.Claimed(asked), t.Language)
	var isTrue bool
	var fact string
	if i := slices.IndexFunc(asked, stanceClaim.MatchString); i >= 0 && len(said.stances) == 1 {
		isTrue = yesClaim.MatchString(asked[i]) == (said.stances[0] == claim.Yes)
		fact = "the official answer is " + said.stances[0]
	} else if len(c.Tokens) == 0 {
		return faulty(misshapen, "the question states no claim")
	} else if isTrue = said.states(c, t.Language); isTrue {
		fact = "the official answer says the claim"
	} else if said.says(c) {
		return faulty(unsupported, "the official answer has the words of the claim, but denies or excepts them or says them of several things")
	} else if said.reorders(c, t.Language) {
		return faulty(unsupported, "a sentence of the official answer has all words of the claim, in other order: want what it says otherwise")
	} else {
		share, others := said.nearest(c)
		switch {
		case share < minFromAnswer:
			return faulty(unsupported, "the official answer says %.0f %% of the claim: want most, so that it says otherwise", 100*share)
		case len(others) == 0 && len(c.Stances) == 0:
			return faulty(unsupported, "the official answer has all words of the claim, in other order: want what it says otherwise")
		}
		fact = fmt.Sprintf("the official answer has other words for %q", strings.Join(others, " "))
	}
	if isTrue != (t.Choices.Key[0] == 0) {
		return faulty(otherKey, "%s, and the claim is to be %s", fact, t.Choices.Options[t.Choices.Key[0]])
	}
	return Finding{Certificate: fact}
}

// nearest returns the largest share of a claim's tokens that a text of the answer has in order,
// and the other tokens.
func (o *official) nearest(c claim.Statement) (share float64, others []string) {
	for _, t := range o.texts {
		if s, rest := t.Common(c); s > share {
			share, others = s, rest
		}
	}
	return share, others
}
