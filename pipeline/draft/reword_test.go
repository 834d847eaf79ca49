package draft

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// In the zero Wordings a program is asked as its draft asks.
func TestRewordedZero(t *testing.T) {
	d := open(t, "legal")
	for i := range 300 {
		g := &grower{domain: d, names: names["legal"], r: rand.New(rand.NewPCG(uint64(i), 2))}
		p := g.grow(3 + i%12)
		if p == nil {
			continue
		}
		for _, lang := range d.Languages {
			want, err := Inquiries(d, p, lang)
			if err != nil {
				t.Fatal(err)
			}
			got, err := Reworded(d, p, lang, Wordings{Domain: d})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("Reworded in the domain's own words differs:\n%s", diff)
			}
		}
	}
}

// In whatever manner, programs that ask for different things have different words,
// which show every cue and none of what no draft may have.
func TestManner(t *testing.T) {
	manners := uint64(6)
	if testing.Short() {
		manners = 1
	}
	for _, name := range []string{"toy", "legal", "legal-en"} {
		d := open(t, name)
		entities := names[name]
		if name == "toy" {
			entities = toyNames
		}
		for seed := range manners {
			m := RandomManner(rand.New(rand.NewPCG(seed, 3)))
			differ(t, d, entities, 400, func(p *plan.Program, lang string) (string, error) {
				inquiries, err := Reworded(d, p, lang, Wordings{Manner: m})
				if err != nil {
					return "", err
				}
				return grammarOf(lang, m).text(inquiries), nil
			})
		}
	}
}

// "How many times A is B" was read as A by B and as B by A; a multiple of something is read one way.
func TestTimesClause(t *testing.T) {
	w := english{}.ratioWording(english{}.wording(AskNumber, "the price divided by the rent", ""), "the price", "the rent")
	if w.Question != "What is the price as a multiple of the rent" || w.Clause != "the price divided by the rent" {
		t.Errorf("times gives %+v, want a question and a quotient", w)
	}
}

// Two entities that are called by numbers are said with the noun for the things once, and what they are
// compared by does not name it again.
func TestContenders(t *testing.T) {
	k := comparison{label: "employee ID", noun: "employee", first: "employee 5", second: "employee 6", shared: "the hire date of {}", kind: domain.KindDate, order: plan.Max}
	if got, want := (english{}).winner(&k), "whichever of employees 5 and 6 has the later hire date"; got != want {
		t.Errorf("winner is %q, want %q", got, want)
	}
	k.noun, k.first, k.second = "staff", "staff 5", "staff 6"
	if got, want := (english{}).winner(&k), "whichever of staff 5 and 6 has the later hire date"; got != want {
		t.Errorf("winner is %q, want %q", got, want)
	}
	k.noun, k.label, k.first, k.second = "", "company", "Alder", "Birch"
	if got, want := (english{}).winner(&k), "whichever of the companies Alder and Birch has the later hire date"; got != want {
		t.Errorf("winner is %q, want %q", got, want)
	}
}
