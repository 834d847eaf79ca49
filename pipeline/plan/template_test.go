package plan_test

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

func TestTemplateProgram(t *testing.T) {
	for _, name := range domain.Shipped() {
		d := toytest.Domain(t, name)
		for i := range d.Templates {
			p := plan.TemplateProgram(d, &d.Templates[i]).On("2020-01-01")
			if drawn := p.DrawnDay(); (drawn == "2020-01-01") != d.Templates[i].DrawsDay() {
				t.Errorf("%s, template %s: draws %q, want a day if the template draws one", name, d.Templates[i].Name, drawn)
			}
			if _, err := p.Types(d); err != nil {
				t.Errorf("%s, template %s: %v", name, d.Templates[i].Name, err)
			}
			if s := p.Structure(d); s.Hops < 2 && !d.Templates[i].Question() {
				t.Errorf("%s, template %s: %d hops: want a text that takes more than one lookup", name, d.Templates[i].Name, s.Hops)
			}
		}
	}
}
