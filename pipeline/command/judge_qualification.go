package command

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// mostReferences is the number of references by which a judge is tried: twice as many as it
// needs at least, so that some may cite no article.
const mostReferences = 2 * judge.MinReferences

// referenceTexts returns the references in a language by which judges of a kind of text are
// tried, with the next one as that of another question. They are drawn by digest from those of
// the run's tasks, each text once.
func referenceTexts(tasks []*task.Task, kind textKind, language string) []judge.ReferenceText {
	type drawn struct {
		by   digest.Digest
		task *task.Task
	}
	var all []drawn
	seen := map[string]bool{}
	for _, t := range tasks {
		reference := strings.TrimSpace(t.Answer)
		if task.AsksForText(t) && kindOf(t) == kind && t.Language == language && reference != "" && !seen[reference] {
			seen[reference] = true
			all = append(all, drawn{digest.Of("judge qualification", t.ID), t})
		}
	}
	slices.SortFunc(all, func(a, b drawn) int { return cmp.Or(cmp.Compare(a.by, b.by), cmp.Compare(a.task.ID, b.task.ID)) })
	all = all[:min(len(all), mostReferences)]
	texts := make([]judge.ReferenceText, len(all))
	for i, d := range all {
		texts[i] = judge.ReferenceText{Question: task.CurrentQuestion(d.task), Reference: d.task.Answer}
		if len(all) > 1 {
			texts[i].Other = all[(i+1)%len(all)].task.Answer
		}
	}
	return texts
}

// qualify tries a judge on the references of a kind of text, by each rubric of the languages
// that texts of the kind are in.
func (g *gradedRun) qualify(ctx context.Context, j *judge.Judge, kind textKind, texts []givenText, atOnce int) error {
	languages := map[string]bool{}
	for _, t := range texts {
		languages[t.task.Language] = true
	}
	for _, language := range sorted(languages) {
		q, err := j.Qualify(ctx, referenceTexts(g.reading.Tasks, kind, language), language, atOnce)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(g.qualifications, func(p judge.Qualification) bool { return p.Judge == q.Judge && p.Rubric == q.Rubric }) {
			g.qualifications = append(g.qualifications, q)
		}
	}
	return nil
}
