package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/bench/experiment"
	"github.com/taskgrove/taskgrove/pipeline/bench/recall"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/inputfile"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// textJudges says who graded written texts. It is a record, a part of run.json, by which a
// later report finds their opinions.
type textJudges struct {
	Judges []string `json:"judges"`
	Rubric string   `json:"rubric,omitempty"` // file beside run.json; "" for those that ship
}

// rubricFile is the copy of the rubric that judges used, so that a change of the original
// file changes no report.
const rubricFile = "rubric.yaml"

// textKind is a kind of text that a rubric is for.
type textKind string

// The closed set of kinds.
const (
	requestedText   textKind = "request" // a text that people ask for, such as a statement of defence
	decisionGrounds textKind = "grounds" // the grounds of a court's decision
)

// textKinds returns all kinds, in the order in which they are judged.
func textKinds() []textKind { return []textKind{requestedText, decisionGrounds} }

// kindOf returns the kind of text that a task asks for.
func kindOf(t *task.Task) textKind {
	if t.Family == task.Case {
		return decisionGrounds
	}
	return requestedText
}

// givenText is an answer that is compared with a reference, with the mark of its trial.
type givenText struct {
	mark *bench.Mark
	task *task.Task
	text string
}

// givenTexts are the answers of a run to the tasks of which a condition holds.
func (g *gradedRun) givenTexts(holds func(*task.Task) bool) (all []givenText, err error) {
	byID := map[string]*task.Task{}
	for _, t := range g.reading.Tasks {
		if holds(t) {
			byID[t.ID] = t
		}
	}
	if len(byID) == 0 {
		return nil, nil
	}
	i := 0
	for a, err := range experiment.Attempts(g.store, g.reading) {
		if err != nil {
			return nil, err
		}
		if t := byID[a.Trial.Task]; t != nil {
			all = append(all, givenText{&g.Marks[i], t, a.Trial.Transcript.Answer})
		}
		i++
	}
	return all, nil
}

// isCompared reports whether answers to a task are compared with a reference.
func isCompared(t *task.Task) bool {
	_, _, ok := recall.ComparedTexts(t, "")
	return ok
}

// gradeTexts compares answers with their references by an encoder, and has written texts judged.
func (g *gradedRun) gradeTexts(ctx context.Context, env cli.Env, f *flags, o *reportFlags) error {
	if o.encoder.place != "" {
		compared, err := g.givenTexts(isCompared)
		if err != nil {
			return err
		}
		if len(compared) == 0 {
			f.logger(env).Warn("no answer was given to a task with a reference, so -encoder has nothing to do")
		}
		if err := o.encoder.addScores(ctx, env, f.logger(env), filepath.Join(g.dir, encodedFile), compared); err != nil {
			return err
		}
	}
	texts, err := g.givenTexts(task.AsksForText) // those that judges and people grade
	if err != nil {
		return err
	}
	if len(texts) == 0 {
		if o.judges != nil {
			f.logger(env).Warn("no text was written, so -judge has nothing to do")
		}
		return nil
	}
	if err := g.judge(ctx, env, f, o, texts); err != nil {
		return err
	}
	return addRatings(f, texts)
}

// opinionsFile keeps what judges answered.
const opinionsFile = "opinions.jsonl"

// judge has the texts judged: by the judges of the flags, or else, from their recorded
// answers, by the judges of an earlier report.
func (g *gradedRun) judge(ctx context.Context, env cli.Env, f *flags, o *reportFlags, texts []givenText) (err error) {
	who, path := g.made.Judging, ""
	ask := o.judges != nil
	if ask {
		who, path = &textJudges{Judges: o.judges}, o.rubric
	}
	if who == nil {
		return nil
	}
	if !ask {
		path = g.rubricPath()
	}
	rubrics, source, err := readRubrics(path)
	if err != nil {
		return err
	}
	kinds := map[textKind][]givenText{}
	for _, t := range texts {
		kinds[kindOf(t.task)] = append(kinds[kindOf(t.task)], t)
	}
	for _, kind := range textKinds() {
		if err := checkLanguages(rubrics[kind], kinds[kind]); err != nil {
			return err
		}
	}
	log := f.logger(env)
	c, err := o.judgesClient(filepath.Join(g.dir, opinionsFile), ask, log)
	if errors.Is(err, os.ErrNotExist) && !ask {
		return nil // none answered
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	if ask {
		if err := g.recordJudges(who, source); err != nil {
			return err
		}
	}
	left := 0
	for _, model := range who.Judges {
		for _, kind := range textKinds() {
			if len(kinds[kind]) == 0 {
				continue
			}
			j := judge.New(model, c.Client, rubrics[kind]...)
			if err := g.qualify(ctx, j, kind, kinds[kind], c.atOnce); err != nil {
				return o.explainJudgeError(err)
			}
			n, err := addOpinions(ctx, j, kinds[kind], c.atOnce)
			if err != nil {
				return o.explainJudgeError(err)
			}
			left += n
		}
	}
	switch {
	case left > 0 && ask:
		log.Warn("judges gave no opinion that can be used", "texts", left)
	case left > 0:
		log.Warn("there are texts without an opinion that can be used: bench report -judge asks for those that nobody was asked for", "texts", left)
	}
	return nil
}

// recordJudges records who is asked to judge, and the rubric, before they are asked.
func (g *gradedRun) recordJudges(who *textJudges, rubric []byte) error {
	if rubric != nil {
		who.Rubric = rubricFile
		if err := writeOutput(filepath.Join(g.dir, rubricFile), func(w io.Writer) error { _, err := w.Write(rubric); return err }); err != nil {
			return err
		}
	}
	g.made.Judging = who
	return g.made.write(g.dir)
}

// explainJudgeError adds to an error of judges what a user can do about it.
func (o *reportFlags) explainJudgeError(err error) error {
	advice, ok := explainModelError(err, o.endpoints.keys(), "-judge")
	if !ok || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("judge: %w%s\nopinions that were given are kept; bench report with the same -judge goes on from there", err, advice)
}

// addOpinions adds a judge's opinions and returns how many texts have none that can be used.
func addOpinions(ctx context.Context, j *judge.Judge, texts []givenText, atOnce int) (unscored int, err error) {
	opinions, err := run.Map(ctx, atOnce, texts, func(ctx context.Context, _ int, t givenText) (*judge.Opinion, error) {
		one, err := j.Judge(ctx, judge.Submission{
			Question: task.CurrentQuestion(t.task), Reference: t.task.Answer, Text: t.text, Language: t.task.Language, Epoch: t.mark.Epoch,
		})
		switch {
		case errors.Is(err, judge.ErrUnscored) || errors.Is(err, llm.ErrUnrecorded):
			return nil, nil
		case err != nil:
			return nil, err
		}
		return &one, nil
	})
	if err != nil {
		return 0, err
	}
	for i, one := range opinions {
		if one == nil {
			unscored++
			continue
		}
		texts[i].mark.Opinions = append(texts[i].mark.Opinions, *one)
	}
	return unscored, nil
}

// readRubrics reads the rubrics of judges for each kind of text: that of a file for all, with its
// source, or for "" the shipped ones.
func readRubrics(path string) (all map[textKind][]*judge.Rubric, source []byte, err error) {
	all = map[textKind][]*judge.Rubric{}
	if path != "" {
		if source, err = inputfile.ReadYAML(path); err != nil {
			return nil, nil, err
		}
		r, err := judge.ReadRubric(path, source)
		for _, kind := range textKinds() {
			all[kind] = []*judge.Rubric{r}
		}
		return all, source, err
	}
	for _, lang := range judge.Languages() {
		requested, err := judge.Shipped(lang)
		if err != nil {
			return nil, nil, err
		}
		grounds, err := judge.Reasoning(lang)
		if err != nil {
			return nil, nil, err
		}
		all[requestedText] = append(all[requestedText], requested)
		all[decisionGrounds] = append(all[decisionGrounds], grounds)
	}
	return all, nil, nil
}

// checkLanguages returns an error for a text in a language that no rubric is in.
func checkLanguages(rubrics []*judge.Rubric, texts []givenText) error {
	languages := map[string]bool{}
	for _, r := range rubrics {
		languages[r.Language] = true
	}
	for _, t := range texts {
		if !languages[t.task.Language] {
			return fmt.Errorf("task %s: a text in %s, and rubrics in %s: want one in its language", t.task.ID, t.task.Language, strings.Join(sorted(languages), ", "))
		}
	}
	return nil
}

// judgesClient returns a client for judges; without ask, one that only has their recorded
// answers.
func (o *reportFlags) judgesClient(path string, ask bool, log *slog.Logger) (*connection, error) {
	if ask {
		return o.endpoints.connect(path, log, false)
	}
	journal, err := llm.ReadJournal(path)
	if err != nil {
		return nil, err
	}
	c := &connection{journal: journal, atOnce: 1}
	if c.Client, err = llm.New(llm.ClientOptions{Journal: journal, Replay: true, Now: noClock}); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}
