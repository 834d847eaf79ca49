package offline

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// In one drawing of words, programs that the draft tells apart are told apart: every
// operator's program, its neighbours, and what is left of it without a step.
func TestReworded(t *testing.T) {
	for _, lang := range []string{"zh", "en"} {
		d, s := open(t, "legal", lang)
		var all []*plan.Program
		for _, p := range programs(t) {
			all = append(all, p)
			for _, r := range append(alternative.Neighbours(d, p), alternative.Dropped(d, p)...) {
				all = append(all, r.Program)
			}
		}
		compared := 0
		for seed := range uint64(12) {
			r := rand.New(rand.NewPCG(seed, 4))
			w := draft.Wordings{Domain: s.Reworded(d, r), Manner: draft.RandomManner(r)}
			drafts := map[string]string{} // by what is asked in other words
			for _, p := range all {
				own, err := put(d, p, lang, draft.Wordings{})
				if err != nil || findsItself(d, p) {
					continue // a neighbour that no question asks for
				}
				text, err := put(d, p, lang, w)
				if err != nil {
					t.Fatal(err)
				}
				if strings.Contains(text, domain.Slot) {
					t.Errorf("%s: %q has a slot", lang, text)
				}
				if other, ok := drafts[text]; ok && other != own {
					t.Errorf("%s: %q asks both\n%s and\n%s", lang, text, other, own)
				}
				drafts[text] = own
				compared++
			}
		}
		if compared < 1000 {
			t.Errorf("%s: %d programs put into words, want 1000", lang, compared)
		}
	}
}

// findsItself reports whether a program looks a name up only to take the same name from the row,
// which words may leave out: it asks the same without that step.
func findsItself(d *domain.Domain, p *plan.Program) bool {
	return slices.ContainsFunc(p.Nodes, func(n plan.Node) bool {
		o, ok := n.Do.(*plan.Project)
		if !ok {
			return false
		}
		call, ok := p.Node(n.From[0]).Do.(*plan.Call)
		return ok && d.Tool(call.Tool).Returns == domain.One && !call.Each && slices.Equal(o.Columns, []string{d.Table(d.Tool(call.Tool).Table).Key})
	})
}

// put is all that a program asks for.
func put(d *domain.Domain, p *plan.Program, lang string, w draft.Wordings) (string, error) {
	inquiries, err := draft.Reworded(d, p, lang, w)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, q := range inquiries {
		b.WriteString(strings.Join(append([]string{q.Premise}, q.Stepwise.Steps...), "|") + q.Stepwise.Clause + strings.Join(q.Forms[:min(1, len(q.Forms))], "") + "\n")
	}
	return b.String(), nil
}

// A thesaurus tells apart what the domain tells apart, and has words for nothing that
// the domain does not declare.
func TestThesaurus(t *testing.T) {
	for name, langs := range shipped {
		for _, lang := range langs {
			d, s := open(t, name, lang)
			for _, c := range s.Collisions(d) {
				t.Errorf("%s in %s: %s", name, lang, c)
			}
			known := 0
			for i := range d.Tables {
				for j := range d.Tables[i].Columns {
					if s.Alternatives(d.Tables[i].Name, d.Tables[i].Columns[j].Called(lang)) != nil {
						known++
					}
				}
			}
			for i := range d.Tools {
				if phrase := d.Tools[i].Phrase.In(lang); phrase != "" && phrase != domain.Slot && s.Alternatives(d.Tools[i].Table, phrase) == nil {
					t.Errorf("%s in %s: no other words for lookup %q", name, lang, phrase)
				}
			}
			if known == 0 {
				t.Errorf("%s in %s: no other words for columns", name, lang)
			}
		}
	}
}
