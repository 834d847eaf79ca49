package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/exam/claim"
	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Words that refer to what stands elsewhere, in plain form. What refers to a case needs the case;
// what refers to another question or option refers to what an item never has.
var (
	refersToCase = lazyregexp.New(`\b(?:caso|hipotese|situacao|enunciado|questao|problema)s? (?:acima|apresentad[oa]|narrad[oa]|descrit[oa]|proposta?|expost[oa]|em tela|em questao|em exame|em analise|concret[oa]|dos autos|anterior)\b` +
		`|\bn[ao] (?:hipotese|caso|situacao)(?:[,.;]|$)|\b(?:nessa|nesta|essa|esta|dessa|desta|nesse|neste|desse|deste|na presente|no presente) (?:hipotese|situacao|caso)\b` +
		`|\b(?:acima|supra|supracitad[oa]s?|supramencionad[oa]s?|retromencionad[oa]s?)\b|\bno enunciado\b` +
		`|本案|该案|此案|案中|上述|前述|题中|上文|上例` +
		`|\b(?:the|this) (?:above|present|said|foregoing) (?:case|facts?|scenario|situation)\b|\bin (?:this|the present|the above) case\b|\b(?:above|aforesaid|abovementioned|aforementioned)\b|\bthe (?:scenario|case) (?:described|given|stated)\b`)
	refersToOther = lazyregexp.New(`\b(?:alternativa|questao|item|itens|pergunta|resposta|opcao|afirmativa|assertiva|letra|parte)s? (?:anterior(?:es)?|precedentes?|seguintes? acima)\b|\bresposta ao item\b` +
		`|(?:上|前)(?:一|述)?(?:题|问|个问题|选项)|前一选项|上一选项` +
		`|\b(?:previous|preceding|last|earlier) (?:question|part|option|answer|item|alternative|statement)s?\b`)
	specialOption = lazyregexp.New(`\b(?:todas|nenhuma|todos|nenhum)\b.*\b(?:alternativas|anteriores|opcoes|itens)\b|\b(?:all|none) of the (?:above|options)\b|以上(?:都|均|选项|答案)|(?:都|均)(?:不)?(?:对|正确)`)
)

// standing checks that an item can be read alone.
func (x *examined) standing(t *task.Task) (Finding, error) {
	options := slices.Concat(t.Choices.Options, t.Choices.Matches)
	for _, text := range append([]string{t.Question}, options...) {
		if cited := strings.TrimSpace(claim.Article(text)); cited != "" && x.takenOver(t) == nil {
			return faulty(citesArticle, "%q cites an article of law by its number", cited), nil
		}
	}
	stem := claim.Stem(t.Question)
	if t.Type != task.TrueFalse && t.Type != task.Matching {
		if o := claim.Leaked(stem, t.Choices.Options, t.Choices.Key, t.Language); o != "" {
			return faulty(givesAway, "the stem holds the right option %q", o), nil
		}
	}
	own := strings.Join(append(claim.Asked(stem, x.shared(t)...), options...), "\n")
	for line := range strings.Lines(own) {
		plain := claim.Plain(line)
		if m := refersToOther.FindString(plain); m != "" && !specialOption.MatchString(plain) {
			return faulty(refersAway, "%q refers to another question or option", m), nil
		}
	}
	if x.takenOver(t) != nil {
		return Finding{Certificate: "no leak; the stem is that of the exam"}, nil
	}
	return x.holdsAll(t, own), nil
}

// holdsAll checks that an item holds the case and the suppositions, if its own words refer to
// them, and everybody whom its options and claims name.
func (x *examined) holdsAll(t *task.Task, own string) Finding {
	question := claim.Fold(t.Question)
	statement := ""
	if e := x.essays[t.Derivation.Source]; e != nil {
		statement = e.Statement
	}
	withCase := holdsCase(question, statement)
	ownCase := statement == "" && t.Derivation.Writer != "" && t.Type == task.CaseAnalysis
	if !withCase && !ownCase {
		for line := range strings.Lines(own) {
			plain := claim.Plain(strings.TrimSpace(line))
			if m := refersToCase.FindString(plain); m != "" && !specialOption.MatchString(plain) {
				return faulty(refersAway, "%q refers to a case that is not in the item", m)
			}
		}
	}
	if withCase {
		for _, p := range x.parts(t) {
			for _, a := range p.Assumptions {
				if t.Derivation.Part != "" && !holdsText(question, a) {
					return faulty(refersAway, "the supposition %q is not in the item", a)
				}
			}
		}
	}
	if name := x.stranger(t, question); name != "" {
		return faulty(namesAway, "%q is in an option or claim, and not in the case of the item", name)
	}
	if withCase {
		return Finding{Certificate: "no article of law, no leak; the case is in the item, and all whom it names"}
	}
	if ownCase {
		return Finding{Certificate: "no article of law, no leak; the case is that of the item"}
	}
	return Finding{Certificate: fmt.Sprintf("no article of law, no leak; %s refer to no case and name nobody of one", plural(len(t.Choices.Options), "option"))}
}

// stranger returns a name out of the statement of an essay on which the item rests that is in its
// options or claim but not introduced: neither in the item's case nor elsewhere in the question.
func (x *examined) stranger(t *task.Task, question string) string {
	sources := []string{t.Derivation.Source}
	for _, q := range t.Derivation.Quotes {
		if !slices.Contains(sources, q.Source) {
			sources = append(sources, q.Source)
		}
	}
	statement := ""
	if e := x.essays[t.Derivation.Source]; e != nil && holdsCase(question, e.Statement) {
		statement = claim.Fold(e.Statement)
	}
	said := slices.Concat(t.Choices.Options, t.Choices.Matches)
	if t.Type == task.TrueFalse || t.Type == task.Cloze {
		said = append(said, claim.Asked(claim.Stem(t.Question), x.shared(t)...)...)
	}
	texts := claim.Fold(strings.Join(said, " \n "))
	for _, source := range sources {
		e := x.essays[source]
		if e == nil {
			continue
		}
		for _, name := range x.namesIn(e) {
			folded := claim.Fold(name)
			if claim.Holds(texts, folded) && !claim.Holds(statement, folded) && !x.askedOf(t, folded) {
				return name
			}
		}
	}
	return ""
}

// announcement matches the last sentence of a case that only announces the questions after it, in plain
// form.
var announcement = lazyregexp.New(`\b(?:responda|responder|esclareca)\b|\b(?:questoes|itens|perguntas|questionamentos|indagacoes) a seguir\b|\bseguintes (?:questionamentos|questoes|perguntas|indagacoes)\b`)

// citedInBrackets matches citations in brackets, which items leave out.
var citedInBrackets = lazyregexp.New(`\s*\([^()]*\b[Aa]rt\.[^()]*\)`)

// holdsCase reports whether a folded question holds a case, which may lack the sentence that announces
// questions.
func holdsCase(question, statement string) bool {
	if holdsText(question, statement) {
		return true
	}
	statement = citedInBrackets.ReplaceAllString(statement, "")
	statement = strings.TrimRight(statement, " \n.:")
	at := max(strings.LastIndex(statement, ". "), strings.LastIndex(statement, ".\n"), strings.LastIndex(statement, "\n"))
	return at > 0 && announcement.MatchString(claim.Plain(statement[at:])) && holdsText(question, statement[:at])
}

// holdsText reports whether a folded question holds a text, of which citations may be cut.
func holdsText(question, text string) bool {
	folded := claim.Fold(text)
	return claim.Holds(question, folded) || claim.Within(question, folded) >= claim.MostWords
}

// askedOf reports whether the question of the item's part, which stands in the item, has a name.
func (x *examined) askedOf(t *task.Task, folded string) bool {
	question := claim.Fold(t.Question)
	for _, p := range x.parts(t) {
		if f := claim.Fold(p.Question); claim.Holds(question, f) && claim.Holds(f, folded) {
			return true
		}
	}
	return false
}
