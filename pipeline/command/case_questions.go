package command

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/caselaw"
	"github.com/taskgrove/taskgrove/pipeline/internal/composetest"
	"github.com/taskgrove/taskgrove/pipeline/internal/prompttest"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
)

// askAboutCases has a model ask about the focuses of dispute, if the settings name one, and
// returns a line for each case that keeps the question by rule.
func askAboutCases(ctx context.Context, e *run.Exec, w *world, c *caselaw.CaseReading) (byRule []caseFault, err error) {
	if w.flags.Model == offlineModel {
		return nil, nil
	}
	models, err := w.openQuestioner(e.Log)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(models.explain(w.flags, err), models.close()) }()
	q := caselaw.Questioner{Model: models.Name, Chat: models.Client.Chat}
	done, err := q.AskAll(ctx, c, models.InFlight)
	if err != nil {
		return nil, err
	}
	rejected := map[string]int{}
	for _, one := range done.ByRule {
		var said []string
		for _, faults := range one.Faults {
			for _, f := range faults {
				rejected[string(f.Reason)]++
				said = append(said, fmt.Sprintf("%s (%s)", f.Reason, f.Detail))
			}
		}
		of := &c.Cases[one.Case]
		byRule = append(byRule, caseFault{of.File, of.Line, of.ID, "the question is by rule, since none of the model's passed: " + strings.Join(said, "; ")})
	}
	var counts []string
	for _, reason := range sorted(rejected) {
		counts = append(counts, fmt.Sprintf(", %s %d", reason, rejected[reason]))
	}
	e.Log.Info(fmt.Sprintf("questions by %s %d, by rule after it %d%s", models.Name, done.Written, len(done.ByRule), strings.Join(counts, "")))
	paid := models.journal.Spent()
	e.Log.Info(fmt.Sprintf("answers kept in the journal %d, tokens in %d, out %d", paid.Answers, paid.Usage.Prompt, paid.Usage.Completion))
	return byRule, nil
}

// openQuestioner opens the model that asks about cases or writes items of exams, as the command's
// flags say it is reached.
func (c *rewriteCommand) openQuestioner(w *world, log *slog.Logger) (_ *questionModels, err error) {
	if c.rehearse {
		script := prompttest.FocusModel()
		if w.hasExams() {
			script = composetest.Model(composetest.Mixed)
		}
		if c.endpoints.rehearsed, err = playScript([]string{rehearsalModel}, script); err != nil {
			return nil, err
		}
	}
	models, err := c.openModels(log, false)
	if err != nil {
		return nil, errors.Join(err, c.endpoints.rehearsed.close())
	}
	return models, nil
}
