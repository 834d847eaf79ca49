package proof

import (
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/exam/claim"
	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// nearOptions is the value of ROUGE-L from which an option that has only words of the answer
// repeats it.
const nearOptions = 0.45

// aboutOptions matches options about other options, or about statements numbered in the stem, in
// plain form: they may say all that others say.
var aboutOptions = lazyregexp.New(`^(?:(?:apenas|somente|so|only) )?(?:as? )?(?:alternativas?|afirmativas?|assertivas?|opcoes|itens|item|statements?|options?|proposicoes)?\s*(?:[ivx]+|[a-f]|[①-⑩])(?:\s*(?:,|e|and|、|和|ou|or)\s*(?:[ivx]+|[a-f]|[①-⑩]))*[.。]?$|(?:todas|nenhuma|todos|nenhum)\b.*\b(?:anteriores|alternativas|opcoes|itens)|of the above|none of the options|以上(?:都|均|皆|选项|答案|各项)|都对|都不对|皆(?:正确|错误|对|错|是|非)|均正确`)

// exclusive checks that one key alone is right.
func (x *examined) exclusive(t *task.Task) (Finding, error) {
	found := x.onlyKey(t)
	if found.Fault != "" {
		return found, nil
	}
	searched, fault := x.lawful(t, officialOf(x.parts(t), t.Language))
	if fault.Fault != "" {
		return fault, nil
	}
	return Finding{Certificate: found.Certificate + "; " + searched}, nil
}

// onlyKey checks the options with one another and against the official answer.
func (x *examined) onlyKey(t *task.Task) Finding {
	if t.Type == task.TrueFalse {
		return Finding{Certificate: "true and false exclude one another"}
	}
	for _, list := range [][]string{t.Choices.Options, t.Choices.Matches} {
		if fault := x.nested(list, t); fault.Fault != "" {
			return fault
		}
	}
	if x.takenOver(t) != nil {
		return Finding{Certificate: fmt.Sprintf("%d options that differ, of which the exam itself says which is right", len(t.Choices.Options))}
	}
	if t.Type == task.Matching {
		return Finding{Certificate: fmt.Sprintf("%d options and %d matches that differ", len(t.Choices.Options), len(t.Choices.Matches))}
	}
	said := officialOf(x.parts(t), t.Language)
	for i, o := range t.Choices.Options {
		if slices.Contains(t.Choices.Key, i) {
			continue
		}
		if reason := x.alsoRight(t, said, o); reason != "" {
			return faulty(reason, "the official answer says the wrong option %c, %q", 'A'+i, o)
		}
	}
	return Finding{Certificate: fmt.Sprintf("%d options that differ; none of the %d wrong ones is said by the answer or its %s",
		len(t.Choices.Options), len(t.Choices.Options)-len(t.Choices.Key), plural(len(said.texts), "text"))}
}

// nested checks that options differ and that none says all that another says.
func (x *examined) nested(list []string, t *task.Task) Finding {
	read := make([]claim.Statement, len(list))
	folds := make([]string, len(list))
	for i, o := range list {
		read[i], folds[i] = claim.Read(o, t.Language), claim.Fold(o)
	}
	for i := range list {
		for j := range list {
			switch {
			case i == j:
			case folds[i] == folds[j], i < j && len(read[i].Tokens) > 0 && read[i].Equal(read[j]) && x.takenOver(t) == nil:
				return faulty(sameOptions, "%q and %q say the same", list[i], list[j])
			case x.takenOver(t) != nil || aboutOptions.MatchString(claim.Plain(list[i])) || aboutOptions.MatchString(claim.Plain(list[j])):
			case t.Type != task.Matching && read[i].Contains(read[j]):
				return faulty(nestedOptions, "%q says all that %q says", list[i], list[j])
			}
		}
	}
	return Finding{}
}

// alsoRight returns the reason why a wrong option is right as well, by the official answer; "" if
// it is wrong. In a text with a gap the option counts with the text, and alone.
//
// A model may put words of the answer together in another way, such as two institutions exchanged:
// its option is right if sentences of the answer say all of it. Whether it is right in other words is
// for the readings of the item.
func (x *examined) alsoRight(t *task.Task, said *official, option string) string {
	if t.Derivation.Writer != "" {
		if said.sayEachSentence(option, t.Language) {
			return saidWrong
		}
		return ""
	}
	c := claim.Read(option, t.Language)
	if said.says(c) {
		return saidWrong
	}
	if said.repeats(c) && slices.ContainsFunc(said.sources, func(s string) bool {
		return slices.ContainsFunc(append(sentencesOf(s), s), func(s string) bool { return claim.Overlap(claim.Fold(s), claim.Fold(option), nearOptions) > 0 })
	}) {
		return nearWrong
	}
	return ""
}

// sayEachSentence reports whether each sentence of a claim is said by a sentence of the answer.
func (o *official) sayEachSentence(text, language string) bool {
	var sentences []claim.Statement
	for _, source := range o.sources {
		for _, s := range sentencesOf(source) {
			sentences = append(sentences, claim.Read(s, language))
		}
	}
	for _, s := range sentencesOf(text) {
		c := claim.Read(s, language)
		if len(c.Tokens) == 0 && o.says(c) {
			continue
		}
		if !slices.ContainsFunc(sentences, func(t claim.Statement) bool { return t.Says(c, o.stances) }) {
			return false
		}
	}
	return true
}
