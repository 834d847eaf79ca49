package offline

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/tasktest"
)

// Every purpose and link is of a matter, a table that it looks up and a column.
func TestPurposeRules(t *testing.T) {
	for name, langs := range shipped {
		for _, lang := range langs {
			d, s := open(t, name, lang)
			v := &voice{s, rand.New(rand.NewPCG(1, 1)), map[string]string{}}
			if v.all("purpose") == nil {
				continue
			}
			known := map[string]bool{}
			for _, m := range d.Matters {
				for _, mt := range m.Tables {
					table := d.Table(mt.Name)
					rule := "purpose_" + m.Name + "_" + ruleName(table.Name)
					rules := []string{rule}
					for _, e := range d.Entities {
						rules = append(rules, "purpose_"+m.Name+"_"+e.Name+"_"+ruleName(table.Name))
					}
					for _, rule := range rules {
						known[rule], known[rule+"_count"], known[rule+"_cited"] = true, true, true
						for i := range table.Columns {
							known[rule+"_"+columnName(d, table.Name, table.Columns[i].Name)] = true
							for _, f := range table.Columns[i].Facts {
								known[rule+"_"+ruleName(f.Name)] = true
							}
						}
					}
					for i := range table.Columns {
						column := columnName(d, table.Name, table.Columns[i].Name)
						for _, e := range d.Entities {
							known["link_"+m.Name+"_"+e.Name+"_"+ruleName(table.Name)+"_"+column] = true
							known["way_"+m.Name+"_"+ruleName(table.Name)+"_"+column] = true
						}
					}
				}
			}
			for _, kind := range []string{"purpose", "link", "way"} {
				for _, rest := range v.all(kind) {
					if rule := kind + "_" + rest; !known[rule] {
						t.Errorf("%s in %s: rule %s is of no matter, table and column", name, lang, rule)
					}
				}
			}
		}
	}
}

// Questions with several lookups mostly say what the answer is for, all sentences around a
// question take a third of it at most, and a model is told of them without a name.
func TestPurposes(t *testing.T) {
	_, tasks, err := tasktest.Tasks("legal-en", "../../../draft/testdata/world-en", 4)
	if err != nil {
		t.Fatal(err)
	}
	d, s := open(t, "legal-en", "en")
	all, purposes := 0, 0
	for _, one := range tasks {
		fit := matters(d, one.Plan)
		if one.Language != "en" || one.Plan.Template != "" || fit == nil {
			continue
		}
		for seed := range uint64(40) {
			v := &voice{s, rand.New(rand.NewPCG(seed, 7)), map[string]string{}}
			f := v.frame(d, one.Plan, v.matter(fit))
			for _, some := range f.shorter() {
				if (some.scene == "") == (some.purpose == "") {
					t.Errorf("%+v has no reason or two", some)
				}
			}
			if lookups(one.Plan) > 1 {
				all++
				if f.purpose != "" {
					purposes++
				}
			}
			if seed >= 4 {
				continue
			}
			text := write(t, d, s, one, seed, 0)
			for _, said := range []string{f.link, f.way, f.purpose} {
				if said != "" && strings.Contains(text, said) && !fits(utf8.RuneCountInString(said), text) {
					t.Errorf("%q takes more than a third of %q", said, text)
				}
			}
			_, situation := Persona(d, s, one, seed)
			for _, start := range one.Plan.Entities() {
				if strings.Contains(situation, draft.Name(start.Value)) || strings.Contains(situation, domain.Slot) {
					t.Errorf("the situation %q holds the name of the start or no word for it", situation)
				}
			}
		}
	}
	if purposes*100 < all*45 || purposes*100 > all*85 {
		t.Errorf("of %d frames of several lookups %d have a purpose", all, purposes)
	}
}
