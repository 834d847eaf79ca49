package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
	"github.com/taskgrove/taskgrove/pipeline/review/rating"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// textsToRate returns the written texts of the run that people rate, each with the rubric that
// judges of the run go by; nil for no run. Blank texts are left out, as judges are not asked
// about them.
func (p *reviewPage) textsToRate(ctx context.Context) (_ []*rating.RatedText, err error) {
	if p.rated == nil {
		return nil, nil
	}
	g, err := p.rated.grade(ctx, p.flags, p.world, p.log)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, g.store.Close()) }()
	given, err := g.givenTexts(task.AsksForText)
	if err != nil {
		return nil, err
	}
	rubrics, _, err := readRubrics(g.rubricPath())
	if err != nil {
		return nil, err
	}
	var texts []*rating.RatedText
	for _, a := range given {
		t := a.ratedText()
		if strings.TrimSpace(t.Text) == "" {
			continue
		}
		i := slices.IndexFunc(rubrics[kindOf(a.task)], func(r *judge.Rubric) bool { return r.Language == a.task.Language })
		if i < 0 {
			return nil, checkLanguages(rubrics[kindOf(a.task)], []givenText{a})
		}
		t.Rubric = rubrics[kindOf(a.task)][i]
		texts = append(texts, &t)
	}
	if len(texts) == 0 {
		return nil, fmt.Errorf("-rate %s: the run has no written text: want one over tasks that ask for a text or for the grounds of a decision", p.rated.Run)
	}
	return texts, nil
}

// rubricPath is the file of the rubric that the judges of a run went by; "" for those that ship.
func (g *gradedRun) rubricPath() string {
	if g.made.Judging == nil || g.made.Judging.Rubric == "" {
		return ""
	}
	return filepath.Join(g.dir, rubricFile)
}

// ratedText is an answer as people rate it, without rubric.
func (a *givenText) ratedText() rating.RatedText {
	return rating.RatedText{Task: a.task.ID, Question: task.CurrentQuestion(a.task), Reference: a.task.Answer, Text: a.text}
}

// addRatings adds what people said of the texts of a run.
func addRatings(f *flags, texts []givenText) error {
	ratings, err := rating.ReadLog(filepath.Join(f.out, reviewDir, web.RatingsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	opinions := rating.Opinions(ratings)
	for _, a := range texts {
		t := a.ratedText()
		a.mark.Opinions = append(a.mark.Opinions, opinions[t.ID()]...)
	}
	return nil
}
