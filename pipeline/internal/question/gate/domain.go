package gate

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/cue"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/style"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Domain is what the gates of all tasks of one domain in one language share. It is
// read-only and safe to share between goroutines.
type Domain struct {
	domain  *domain.Domain
	style   *style.Style
	lexicon *lexicon
	idle    map[rune][]string // declared phrases that hold words of operators
	machine *machine
	strips  []func(string) string // what shortens the names of a kind of entity
}

// NewDomain prepares the gates of a domain in a style's language.
func NewDomain(d *domain.Domain, s *style.Style) *Domain {
	x := &Domain{domain: d, style: s, lexicon: lexiconOf(s.Language), machine: newMachine(d)}
	x.idle = idle(d, s, x.lexicon)
	for i := range d.Entities {
		if d.Entities[i].Strip != nil {
			x.strips = append(x.strips, d.Entities[i].Stripper())
		}
	}
	return x
}

// Gate prepares the judging of a task's questions; the task is in the style's language.
// The error is of a task whose plan is no program of the domain.
func (x *Domain) Gate(t *task.Task) (*Gate, error) {
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
		answers: len(t.Plan.Answers), lexicon: x.lexicon, idle: x.idle, marks: map[rune]bool{},
	}
	for _, r := range t.Draft {
		g.marks[r] = true
	}
	var forms []string
	for i := range cues {
		g.need(x.style, &cues[i])
	}
	for i := range inquiries {
		if inquiries[i].Forms != nil {
			forms = append(forms, inquiries[i].Forms[0])
		}
	}
	g.mask()
	bare := masked(g.draft, g.names)
	g.own = mentions(bare)
	if g.written {
		g.figures(bare)
	}
	g.hide(x.strips, t)
	g.tools = tools{x.machine, strings.ToLower(t.Draft)}
	g.list(t, forms)
	return g, nil
}

// idle are the declared phrases that hold words of operators and mean none, by first
// character.
func idle(d *domain.Domain, s *style.Style, l *lexicon) map[rune][]string {
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
