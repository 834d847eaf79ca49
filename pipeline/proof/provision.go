package proof

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// provisionTable is the table of the citable units of statutes, in domains whose tables are
// read from texts of statutes ([domain.StatuteReader]).
const provisionTable = "Provision"

// Lengths of texts that questions quote or ask for, in characters. A shorter text is found in
// many places, and nobody recites a longer one.
const (
	shortestProvision = 8
	longestProvision  = 500
)

// alike is the least similarity at which two texts of one version are too much alike for
// either to be told by its words. Quoted is the number of Chinese characters of a text that in a
// row give it away, and quotedWords that of words of another: any text has eight letters as in
// " of the ".
const (
	alike       = 0.9
	quoted      = shortestProvision
	quotedWords = 5
)

// textToken is a Chinese character of a text, or a word of letters and digits.
type textToken struct {
	from, to int // bytes
	weight   int // so that quoted characters, quotedWords words, and as much of both weigh the same
}

// tokensOf returns the tokens of a text.
func tokensOf(text string) []textToken {
	var all []textToken
	end := 0 // of the last word
	for i, r := range text {
		to := i + utf8.RuneLen(r)
		switch {
		case unicode.Is(unicode.Han, r):
			all = append(all, textToken{i, to, quotedWords})
		case !isLetterOrDigit(r) && !unicode.IsMark(r):
		case i > 0 && i == end:
			all[len(all)-1].to = to
			end = to
		default:
			all = append(all, textToken{i, to, quoted})
			end = to
		}
	}
	return all
}

// quotedIn returns a part of a folded text that stands in a folded question, whatever marks are
// between its tokens, and gives the text away; "" if there is none. More than half of a text does so,
// however short it is.
func quotedIn(text, question string) string {
	joined := func(s string, tokens []textToken) string {
		var b strings.Builder
		for _, t := range tokens {
			b.WriteString(" " + s[t.from:t.to])
		}
		return b.String() + " "
	}
	tokens := tokensOf(text)
	enough := 0
	for _, t := range tokens {
		enough += t.weight
	}
	enough = min(quoted*quotedWords, enough/2+1)
	within := joined(question, tokensOf(question))
	for i := range tokens {
		weight := 0
		for j := i; j < len(tokens); j++ {
			if weight += tokens[j].weight; weight < enough {
				continue
			}
			if strings.Contains(within, joined(text, tokens[i:j+1])) {
				return text[tokens[i].from:tokens[j].to]
			}
			break
		}
	}
	return ""
}

// hasHan reports whether a text has Chinese characters.
func hasHan(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

// provision is a row of the table of provisions.
type provision struct {
	row                               int
	version, citation, text, file     string
	article, paragraph, item, subitem string
	first, end                        int // bytes of the file
	leads                             int // items below it
	reference, unit                   string
}

// provisions returns the citable units of statutes of which the answers of a task are made, or
// which its start names; nil for tasks about other things.
func (p *prover) provisions(t *task.Task, e *evaluation) []provision {
	if p.Domain.Reader != domain.StatuteReader || t.Plan.Template == "" {
		return nil
	}
	var all []provision
	for _, r := range e.relations {
		if o, ok := r.node.Do.(*plan.Project); !ok || r.table == nil || r.table.Spec().Name != provisionTable || !r.from[0].single || o.Unstated {
			continue
		}
		row := r.from[0].rows[0]
		if !slices.ContainsFunc(all, func(v provision) bool { return v.row == row }) {
			all = append(all, p.provisionAt(row))
		}
	}
	return all
}

// provisionAt reads a row of the table of provisions.
func (p *prover) provisionAt(row int) provision {
	t := p.Corpus.Table(provisionTable)
	text := func(column string) string { return t.Cell(row, t.Column(column)).Text() }
	number := func(column string) int {
		n, err := strconv.Atoi(text(column))
		if err != nil {
			return -1
		}
		return n
	}
	return provision{
		file: text("file"), first: number("first_byte"), end: number("end_byte"), leads: number("leads"), reference: text("reference"), unit: text("unit"),
		row: row, version: text("version"), citation: text("citation"), text: text("text"),
		article: text("article"), paragraph: text("paragraph"), item: text("item"), subitem: text("subitem"),
	}
}

// provisionRule is a rule about a provision of which an answer of a task is made. It returns a
// fault, or a fact for the certificate.
type provisionRule func(p *prover, t *task.Task, v *provision) (fault, fact string)

// withProvisions makes the Run function of a check that also applies a rule to each provision
// of which the answers are made.
func (p *prover) withProvisions(run func(context.Context, *task.Task) (Finding, error), rule provisionRule) func(context.Context, *task.Task) (Finding, error) {
	return func(ctx context.Context, t *task.Task) (Finding, error) {
		found, err := run(ctx, t)
		if err != nil || found.Fault != "" || p.Domain.Reader != domain.StatuteReader {
			return found, err
		}
		for _, v := range p.provisions(t, p.relational.evaluate(t.Plan)) {
			fault, fact := rule(p, t, &v)
			if fault != "" {
				return Finding{Fault: fault}, nil
			}
			if fact != "" {
				found.Certificate += "; " + fact
			}
		}
		return found, nil
	}
}

// namedWithoutRole matches the name of a version whose texts do not say what happened on its
// day: whether it was adopted, amended or put in force then.
var namedWithoutRole = lazyregexp.New(`文本）|\((?:text|texto) (?:of|de) [^()]*\)`)

// standsOnce checks that no other unit of its version has the text of a provision after
// folding, and none a text that is nearly the same. An answer is then told by its words.
func standsOnce(p *prover, _ *task.Task, v *provision) (fault, fact string) {
	if namedWithoutRole.MatchString(v.version) {
		return fmt.Sprintf("undated: %s is named by a day of which nobody says what happened on it", v.version), ""
	}
	n := utf8.RuneCountInString(v.text)
	if n < shortestProvision || n > longestProvision {
		return fmt.Sprintf("long: a text of %d characters: want %d to %d", n, shortestProvision, longestProvision), ""
	}
	near, similarity := p.wordings().nearest(v)
	if near != nil && similarity >= alike {
		return fmt.Sprintf("ambiguous: %s of the same version is %.0f %% the same text", near.citation, 100*similarity), ""
	}
	return "", fmt.Sprintf("the text stands once in its version; the nearest is %.0f %% the same", 100*similarity)
}

// asksText reports whether a task asks for the text of a provision.
func asksText(t *task.Task, v *provision) bool {
	return slices.ContainsFunc(t.AnswerValues, func(a value.Answer) bool { return a.Text == v.text })
}

// readsAlone checks that a text that is asked for has no items below it and does not lead into the
// next paragraphs: whoever is asked for an article may well recite them too.
func readsAlone(_ *prover, t *task.Task, v *provision) (fault, fact string) {
	if asksText(t, v) && v.leads < 0 {
		return "unobserved: the table does not say how many items belong to " + v.citation, ""
	}
	if asksText(t, v) && v.leads > 0 {
		return fmt.Sprintf("reading: %s items belong to %s, and the question may mean them too", strconv.Itoa(v.leads), v.citation), ""
	}
	if asksText(t, v) && strings.HasSuffix(value.Fold(v.text), ":") {
		return "reading: " + v.citation + " leads into what follows it, and the question may mean that too", ""
	}
	return "", ""
}

// givesNothing checks that a question that asks for the text of a provision quotes nothing of
// it, and that one that quotes the text does not state its number.
func givesNothing(_ *prover, t *task.Task, v *provision) (fault, fact string) {
	question := value.Fold(t.Question + "\n" + t.Draft)
	if !asksText(t, v) {
		if rest := strings.ReplaceAll(question, value.Fold(v.text), ""); strings.Contains(rest, value.Fold(v.article)) {
			return fmt.Sprintf("given: the question says %s", v.article), ""
		}
		return "", "the question does not state the number"
	}
	text := value.Fold(v.text)
	if part := quotedIn(text, question); part != "" {
		return fmt.Sprintf("given: the question holds %q of the text", part), ""
	}
	return "", fmt.Sprintf("the question holds no %d characters or %d words of the text in a row, nor more than half of it", quoted, quotedWords)
}

// unchanged returns a fault if a question about what an amendment made of an article asks for
// a text that the article had before.
func (p *prover) unchanged(t *task.Task, v *provision) string {
	if !asksText(t, v) || len(t.Entities) == 0 || len(t.Entities[0].Name) < 2 {
		return ""
	}
	for _, before := range p.wordings().unitsOf(t.Entities[0].Name[0]) {
		if value.Fold(before.text) == value.Fold(v.text) {
			return fmt.Sprintf("agrees: %s had the same text before", before.citation)
		}
	}
	return ""
}

// testsVersion says whether other versions have another text than a provision: a task of which
// all versions have the same does not test the version. Other units of the version differ, which
// standsOnce checks.
func testsVersion(p *prover, t *task.Task, v *provision) (fault, fact string) {
	if fault := p.unchanged(t, v); fault != "" {
		return fault, ""
	}
	same, others := p.wordings().elsewhere(v)
	covers := slices.ContainsFunc(t.Plan.Nodes, func(n plan.Node) bool { return n.Do.Kind() == "covering" })
	switch {
	case covers && !asksText(t, v):
		return "", "" // it says which version applies
	case same+others == 0:
		return "", "it has its only wording here"
	case others == 0:
		if covers {
			return "agrees: every version has the same text, so the day decides nothing", ""
		}
		return "", "the version is not tested: " + plural(same, "other version") + " with the same text"
	}
	return "", fmt.Sprintf("the version is tested: %s with another text, %d with the same", plural(others, "other version"), same)
}
