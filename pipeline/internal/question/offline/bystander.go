package offline

import (
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// NamesBystander reports whether the style has words for the by-stander of a task in a matter
// that the task serves: the rule bystander_MATTER_ENTITY. It is false for a task without one.
func NamesBystander(d *domain.Domain, s *style.Style, t *task.Task) bool {
	return len((&voice{style: s}).bystanderMatters(d, t)) > 0
}

// bystanderMatters returns the matters that a task serves and in which the style has words for
// its by-stander; nil if it has none.
func (v *voice) bystanderMatters(d *domain.Domain, t *task.Task) []*domain.Matter {
	if t.Bystander == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(matters(d, t.Plan)), func(m *domain.Matter) bool { return !v.has(bystanderRule(t, m)) })
}

func bystanderRule(t *task.Task, m *domain.Matter) string {
	return "bystander_" + m.Name + "_" + t.Bystander.Type
}

// bystanderMatter draws one of the matters in which a question can name the task's by-stander;
// nil if there is none.
func (v *voice) bystanderMatter(d *domain.Domain, t *task.Task) *domain.Matter {
	all := v.bystanderMatters(d, t)
	if len(all) == 0 {
		return nil
	}
	return all[v.r.IntN(len(all))]
}

// questionBeside returns a question behind a sentence that names the by-stander: one about both
// where the start has a role in the matter, by which the question then calls it, else one about
// the by-stander alone, after which the question names the start.
func (v *voice) questionBeside(d *domain.Domain, t *task.Task, m *domain.Matter, w draft.Wordings) (string, error) {
	start := draft.Name(t.Entities[0].Name) // where a sentence about both has no role to go on by
	if w.Role = m.Role(t.Bystander.Type, t.Language); w.Role != "" {
		start = domain.Slot
	}
	scene, err := v.sceneBeside(d, t, m, w, start)
	if err != nil {
		return "", err
	}
	if w.Role != "" {
		w.Scene = scene
	}
	inquiries, err := draft.Reworded(d, t.Plan, t.Language, w)
	if err != nil {
		return "", err
	}
	if w.Role != "" {
		scene = inquiries[0].Scene
	}
	return tidy(upper(scene) + " " + v.core(t.Plan, inquiries)), nil
}

// sceneBeside draws the sentence that names a task's by-stander, and start for its start.
func (v *voice) sceneBeside(d *domain.Domain, t *task.Task, m *domain.Matter, w draft.Wordings, start string) (string, error) {
	name, err := draft.GivenBeside(d, t.Plan, t.Language, w, t.Bystander.Name)
	if err != nil {
		return "", err
	}
	return v.expandWith(bystanderRule(t, m), map[string]string{"bystander": name, "start": start}), nil
}

// situationBeside returns the situation of a task with a by-stander, and what a model must heed;
// "" for other tasks.
func (v *voice) situationBeside(d *domain.Domain, t *task.Task, m *domain.Matter) string {
	if t.Bystander == nil || !v.has(bystanderRule(t, m)) {
		return ""
	}
	start := draft.Name(t.Entities[0].Name)
	scene, err := v.sceneBeside(d, t, m, draft.Wordings{}, start)
	if err != nil {
		return ""
	}
	role := m.Role(t.Bystander.Type, t.Language)
	note := "bystander_named"
	if role != "" {
		note = "bystander_role"
	}
	if v.has(note) {
		scene += " " + v.expandWith(note, map[string]string{"bystander": draft.Name(t.Bystander.Name), "start": start, "role": role})
	}
	return tidy(scene)
}
