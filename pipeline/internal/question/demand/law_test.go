package demand

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// programs are those the laws are held against, by domain.
func programs(t testing.TB) map[*domain.Domain][]*plan.Program {
	t.Helper()
	all := map[*domain.Domain][]*plan.Program{}
	for _, name := range []string{"legal", "legal-en"} {
		d := toytest.Domain(t, name)
		all[d] = bound(t, d)
		if name == "legal" {
			all[d] = append(all[d], operators(t)...)
		}
	}
	return all
}

// styles holds the shipped styles that were opened, by domain and language.
var styles sync.Map

// styled returns the style of a shipped domain.
func styled(t testing.TB, d *domain.Domain, lang string) *style.Style {
	t.Helper()
	key := [2]string{d.Name, lang}
	if s, ok := styles.Load(key); ok {
		return s.(*style.Style)
	}
	_, s := opened(t, d.Name, lang)
	styles.Store(key, s)
	return s
}

// demand returns what a program demands in a language.
func demand(t testing.TB, d *domain.Domain, p *plan.Program, lang string) Meaning {
	t.Helper()
	out, err := FromTask(styled(t, d, lang), d, &task.Task{Language: lang, Plan: p})
	if err != nil {
		t.Fatalf("%s: %v", p, err)
	}
	return out
}

// read returns a demand as a model would give it.
func read(t testing.TB, d Meaning) Meaning {
	t.Helper()
	b, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	out, err := Parse(string(b))
	if err != nil {
		t.Fatalf("%s: %v", b, err)
	}
	return out
}

// A program demands what it demands, in whatever order that is listed.
func TestDemandIsItself(t *testing.T) {
	for d, all := range programs(t) {
		for _, p := range all {
			for _, lang := range d.Languages {
				want := demand(t, d, p, lang)
				got := read(t, want)
				shuffle(&got, digest.Rand("shuffle", p.String()))
				if what, ok := want.Difference(got); ok {
					t.Errorf("%s differs from itself: %s\n%s", p, what, asJSON(want))
				}
			}
		}
	}
}

// shuffle puts every list of a demand in another order but for sides.
func shuffle(d *Meaning, r *rand.Rand) {
	r.Shuffle(len(d.Names), func(i, j int) { d.Names[i], d.Names[j] = d.Names[j], d.Names[i] })
	r.Shuffle(len(d.Requested), func(i, j int) { d.Requested[i], d.Requested[j] = d.Requested[j], d.Requested[i] })
	r.Shuffle(len(d.Links), func(i, j int) { d.Links[i], d.Links[j] = d.Links[j], d.Links[i] })
	r.Shuffle(len(d.Conditions), func(i, j int) { d.Conditions[i], d.Conditions[j] = d.Conditions[j], d.Conditions[i] })
	r.Shuffle(len(d.Operators), func(i, j int) { d.Operators[i], d.Operators[j] = d.Operators[j], d.Operators[i] })
	r.Shuffle(len(d.Records), func(i, j int) { d.Records[i], d.Records[j] = d.Records[j], d.Records[i] })
}

// alike are the changes that a demand cannot show: another lookup of the same kind of
// records for the same kind of name, and, of two demands, the one without a role that the
// words of drafts for the lookup say anyway.
func alike(d *domain.Domain, p *plan.Program, r *alternative.Rival) (both, without bool) {
	switch r.Change {
	case alternative.Tool:
		return d.Tool(r.To).Table == table(d, p, r.Node), false
	case alternative.DropFilter:
		n := p.Node(r.Node)
		f := n.Do.(*plan.Filter)
		call, ok := p.Node(n.From[0]).Do.(*plan.Call)
		if !ok || f.Comparison != plan.Names {
			return false, false
		}
		tool := d.Tool(call.Tool)
		return false, strings.Contains(tool.Phrase.In("zh"), d.Table(tool.Table).Column(f.Column).Called("zh")) ||
			strings.Contains(tool.Phrase.In("en"), d.Table(tool.Table).Column(f.Column).Called("en"))
	}
	return false, false
}

// table is what a node looks up.
func table(d *domain.Domain, p *plan.Program, node string) string {
	switch o := p.Node(node).Do.(type) {
	case *plan.Call:
		return d.Tool(o.Tool).Table
	case *plan.Having:
		return d.Tool(o.Tool).Table
	}
	return ""
}

// A program that asks something near demands something else, both ways.
func TestNeighboursDiffer(t *testing.T) {
	seen := map[alternative.Change]int{}
	for d, all := range programs(t) {
		for i, p := range all {
			lang := d.Languages[i%len(d.Languages)]
			want := demand(t, d, p, lang)
			for _, r := range slices.Concat(alternative.Neighbours(d, p), alternative.Dropped(d, p)) {
				both, without := alike(d, p, &r)
				if both {
					continue
				}
				seen[r.Change]++
				near := demand(t, d, r.Program, lang)
				if _, ok := want.Difference(read(t, near)); !ok {
					t.Errorf("%s does not differ from %s\n%s\n%s\n%s", p, r.String(), r.Program, asJSON(want), asJSON(near))
				}
				if _, ok := near.Difference(read(t, want)); !ok && !without {
					t.Errorf("%s of %s does not differ from it\n%s\n%s\n%s", r.String(), p, r.Program, asJSON(want), asJSON(near))
				}
			}
		}
	}
	for _, c := range []alternative.Change{
		alternative.DropFilter, alternative.DropHaving, alternative.DropSet, alternative.DropRank, alternative.DropSuperlative, alternative.DropFrequent, alternative.DropDistinct,
		alternative.DropOperand, alternative.DropHop, alternative.Order, alternative.Place, alternative.Ranked, alternative.Asked, alternative.Role, alternative.Threshold, alternative.NextYear,
		alternative.OtherSet, alternative.Function, alternative.Earlier, alternative.Tool,
	} {
		if seen[c] == 0 {
			t.Errorf("no program has a rival by %s", c)
		}
	}
}

// A task of another entity demands something else, and so does one of another form.
func TestOthersDiffer(t *testing.T) {
	for d, all := range programs(t) {
		for _, p := range all {
			lang := d.Languages[0]
			want := demand(t, d, p, lang)
			var names [][]string
			for _, s := range p.Entities() {
				other := slices.Clone(s.Value)
				other[len(other)-1] += "二"
				names = append(names, other)
			}
			if _, ok := want.Difference(read(t, demand(t, d, p.Bind(names...), lang))); !ok {
				t.Errorf("%s does not differ from itself for %q", p, names)
			}
			for i := range p.Answers {
				q := *p
				q.Answers = slices.Clone(p.Answers)
				f := &q.Answers[i].Form
				switch f.Style {
				case plan.StyleNumber:
					f.Places++
				case plan.StyleDate:
					if f.Layout = plan.LayoutYear; p.Answers[i].Form.Layout == plan.LayoutYear {
						f.Layout = plan.LayoutMonth
					}
				default:
					continue
				}
				if what, _ := want.Difference(read(t, demand(t, d, &q, lang))); !strings.HasPrefix(what.String(), "form:") {
					t.Errorf("%s differs by %q from itself with %+v, want a form", p, what, *f)
				}
			}
		}
	}
}

// Programs of a template demand its contents, each of them.
func TestTemplate(t *testing.T) {
	for _, name := range []string{"legal", "legal-en"} {
		d := toytest.Domain(t, name)
		template := &d.Templates[0]
		p := plan.TemplateProgram(d, template).Bind([]string{"（2021）岱0121民初1229号"})
		for _, lang := range d.Languages {
			want := demand(t, d, p, lang)
			got := read(t, want)
			got.Requested[0].ColumnName.Column = template.Slots[0].Phrase.In(lang)
			if what, ok := want.Difference(got); ok {
				t.Errorf("%s: a template differs from itself by its phrases: %s", lang, what)
			}
			for i := range got.Requested {
				less := got
				less.Requested = slices.Delete(slices.Clone(got.Requested), i, i+1)
				if _, ok := want.Difference(less); !ok {
					t.Errorf("%s: slot %d is not missed", lang, i)
				}
			}
			got.Template = ""
			if _, ok := want.Difference(got); !ok {
				t.Errorf("%s: the template is not missed", lang)
			}
		}
	}
}
