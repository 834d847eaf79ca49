package gate

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/cue"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Factory makes the gates of a domain's tasks in one language. It is read-only and safe
// for concurrent use.
type Factory struct {
	domain        *domain.Domain
	style         *style.Style
	lexicon       *lexicon
	neutral       map[rune][]string // declared phrases that hold words of operators
	identifiers   *identifiers
	nameStrippers []func(string) string // what shortens the names of a kind of entity
	general       map[string]bool       // pieces of words that say nothing about one entity
}

// NewFactory prepares the gates of a domain's tasks in a style's language. It keeps both
// and changes neither.
func NewFactory(d *domain.Domain, s *style.Style) *Factory {
	x := &Factory{domain: d, style: s, lexicon: lexiconOf(s.Language), identifiers: collectIdentifiers(d), general: generalPieces(d, s)}
	x.neutral = neutralPhrases(d, s, x.lexicon)
	for i := range d.Entities {
		if d.Entities[i].Strip != nil {
			x.nameStrippers = append(x.nameStrippers, d.Entities[i].Stripper())
		}
	}
	return x
}

// Gate makes the gate of a task, which must be in the style's language. The error says
// why the task's plan does not fit the domain.
func (x *Factory) Gate(t *task.Task) (*Gate, error) {
	inquiries, err := draft.Inquiries(x.domain, t.Plan, t.Language)
	if err != nil {
		return nil, err
	}
	cues, err := cue.Of(x.domain, t.Plan, t.Language, inquiries)
	if err != nil {
		return nil, err
	}
	g := &Gate{
		lang: t.Language, draft: normal(t.Draft), length: utf8.RuneCountInString(t.Draft), written: t.Plan.Template != "",
		answers: len(t.Plan.Answers), single: slices.ContainsFunc(t.Plan.Nodes, func(n plan.Node) bool { return n.Do.Kind() == "only" }), lexicon: x.lexicon, neutral: x.neutral, draftRunes: map[rune]bool{},
	}
	for _, r := range t.Draft {
		g.draftRunes[r] = true
	}
	var forms []string
	for i := range cues {
		g.require(x.style, &cues[i])
	}
	for i := range inquiries {
		if inquiries[i].Forms != nil {
			forms = append(forms, inquiries[i].Forms[0])
		}
	}
	g.bystander = bystanderOf(x.domain, t)
	g.collectNames()
	bare := masked(g.draft, g.names)
	g.draftMentions = mentions(bare)
	g.draftQuantities, _ = withoutListNumbers(bare, g.draftMentions)
	if g.written {
		g.requireNumbers()
	}
	g.addSecrets(x.nameStrippers, t)
	g.addKinds(x.general, t)
	g.addSizes(t)
	if err := g.addRankedSteps(x.domain, x.style, t.Plan); err != nil {
		return nil, err
	}
	g.identifiers = undraftedIdentifiers{x.identifiers, strings.ToLower(t.Draft)}
	g.collectRequired(t, forms)
	return g, nil
}

// neutralPhrases returns the declared phrases that contain words for operators, by first
// character. Within its phrase such a word is no operator.
func neutralPhrases(d *domain.Domain, s *style.Style, l *lexicon) map[rune][]string {
	all := map[rune][]string{}
	add := func(phrase string) {
		phrase = normal(phrase)
		if phrase == "" || l.read(phrase, nil) == nil {
			return
		}
		first, _ := utf8.DecodeRuneInString(phrase)
		if !slices.Contains(all[first], phrase) {
			all[first] = append(all[first], phrase)
		}
	}
	for i := range d.Tables {
		t := &d.Tables[i]
		for j := range t.Columns {
			called := t.Columns[j].Called(s.Language)
			add(called)
			for _, other := range s.Alternatives(t.Name, called) {
				add(other)
			}
		}
	}
	return all
}
