package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// itemSources returns a function that finds the texts that an exam item was made from: of an essay
// the statement, and each part that the item is about or quotes, with its official answer and rows
// of points; of a question that was taken over the question with its options. It returns nil for a
// task that was made of nothing there.
func itemSources(c *exam.Collection) func(*task.Task) []web.SourceText {
	essays, questions := map[string]*exam.Essay{}, map[string]*exam.Question{}
	for i := range c.Essays {
		essays[c.Essays[i].ID] = &c.Essays[i]
	}
	for i := range c.Questions {
		questions[c.Questions[i].ID] = &c.Questions[i]
	}
	return func(t *task.Task) (texts []web.SourceText) {
		d := t.Derivation
		if d == nil {
			return nil
		}
		if q := questions[d.Source]; q != nil {
			return []web.SourceText{{Name: "question of the exam", Text: q.Stem + "\n" + strings.Join(q.Options, "\n")}}
		}
		for _, id := range sourcesOf(d) {
			e := essays[id]
			if e == nil {
				continue
			}
			if e.Statement != "" {
				texts = append(texts, web.SourceText{Name: "statement", Text: e.Statement})
			}
			for i := range e.Parts {
				if concerns(d, id, e.Parts[i].Label) {
					texts = append(texts, partTexts(&e.Parts[i])...)
				}
			}
		}
		return texts
	}
}

// sourcesOf returns the essays that an item is about or quotes, its own first.
func sourcesOf(d *task.Derivation) []string {
	ids := []string{d.Source}
	for _, q := range d.Quotes {
		if !slices.Contains(ids, q.Source) {
			ids = append(ids, q.Source)
		}
	}
	return ids
}

// concerns reports whether an item is about a part of an essay, or quotes it.
func concerns(d *task.Derivation, essay, part string) bool {
	return d.Source == essay && d.Part == part || slices.ContainsFunc(d.Quotes, func(q task.Quote) bool { return q.Source == essay && q.Part == part })
}

// partTexts returns the question of a part with its suppositions, the official answer, and the rows
// of points.
func partTexts(p *exam.Part) []web.SourceText {
	label := strings.TrimSpace("part " + p.Label)
	texts := []web.SourceText{
		{Name: "question, " + label, Text: strings.Join(append(slices.Clone(p.Assumptions), p.Question), "\n")},
		{Name: "official answer, " + label, Text: p.Answer},
	}
	var rows []string
	for i := range p.Points {
		rows = append(rows, fmt.Sprintf("%d. %s", i+1, p.Points[i].Text))
	}
	if rows != nil {
		texts = append(texts, web.SourceText{Name: "points, " + label, Text: strings.Join(rows, "\n")})
	}
	return texts
}
