package command

import (
	"context"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/ground"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/sample"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// strataFile says how evenly questions in fixed words are drawn.
const strataFile = "strata.json"

// templateStrata are the strata of one template, an item of strata.json.
type templateStrata struct {
	Template string           `json:"template"`
	Strata   []ground.Stratum `json:"strata"`
}

// questionChecks names the checks that questions of templates must pass to be sampled.
func questionChecks() []string {
	return []string{"executed", "unique", "needed", "discriminating", "unambiguous", "gradable"}
}

// fixedWords makes the texts to write and the questions in fixed words, and returns the strata of these. It has a
// grounder of its own, as another may be in use.
func (p *sampling) fixedWords(ctx context.Context, e *run.Exec, w *world, selection *plan.Allowance) (sampled, []templateStrata, error) {
	grounder := ground.New(w.corpus, w.tools, p.Language, p.Seed, p.Limits, e.Workers)
	texts, funnels, _, err := p.templated(ctx, e, w, grounder, false, p.Writing, proveSelected(selection.AllowsTools, proveDraft(w.checks, "executed", "gradable")))
	if err != nil {
		return sampled{}, nil, err
	}
	questions, more, strata, err := p.templated(ctx, e, w, grounder, true, p.Recall, proveSelected(selection.AllowsTools, proveDraft(w.checks, questionChecks()...)))
	return sampled{append(texts, questions...), append(funnels, more...)}, strata, err
}

// hasStarts reports whether the tables that a template looks its start up in have rows. Others,
// such as those of cases where statutes stand alone, leave the template without a share.
func (w *world) hasStarts(t *domain.Template) bool {
	return !slices.ContainsFunc(t.Steps, func(s domain.TemplateStep) bool {
		if s.Lookup == "" || s.Empty || s.Of[0] != domain.TemplateStartName {
			return false
		}
		return w.corpus.Table(w.domain.Tool(s.Lookup).Table).Len() == 0
	})
}

// templated makes the tasks of the domain's templates for questions in fixed words, or of its templates
// for texts to write. It returns the strata of questions too.
func (p *sampling) templated(ctx context.Context, e *run.Exec, w *world, grounder *ground.Grounder, question bool, quota int, prove sample.ProveFunc) ([]*task.Task, []*sample.QuotaFunnel, []templateStrata, error) {
	var templates []*domain.Template
	for i := range w.domain.Templates {
		t := &w.domain.Templates[i]
		wanted := !t.OnRequest
		if !question && p.Texts != nil {
			wanted = slices.Contains(p.Texts, t.Name)
		}
		if t.Question() == question && t.Family != domain.MultihopFamily && wanted && w.hasStarts(t) {
			templates = append(templates, t)
		}
	}
	strata := []templateStrata{}
	var fill sample.FillFunc
	if question && quota > 0 {
		fill = func(ctx context.Context, template int, tasks []*task.Task, prove sample.ProveFunc) error {
			t := templates[template]
			if t.Strata == nil {
				return nil
			}
			s, err := grounder.FillStrata(ctx, t, tasks, prove)
			strata = append(strata, templateStrata{t.Name, s})
			return err
		}
	}
	tasks, funnels, err := p.written(ctx, e, grounder, templates, quota, prove, fill)
	return tasks, funnels, strata, err
}

// written makes tasks of templates, see [sample.Texts].
func (p *sampling) written(ctx context.Context, e *run.Exec, grounder *ground.Grounder, templates []*domain.Template, quota int, prove sample.ProveFunc, fill sample.FillFunc) ([]*task.Task, []*sample.QuotaFunnel, error) {
	var names []string
	for _, t := range templates {
		names = append(names, t.Name)
	}
	write := func(ctx context.Context, template, n int) (*sample.Grounded, error) {
		g, err := grounder.Write(ctx, templates[template], n)
		return (*sample.Grounded)(g), err
	}
	return sample.Texts(ctx, names, quota, write, prove, fill, e.Workers)
}
