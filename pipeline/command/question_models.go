package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/rewrite"
)

// rehearsalModel is the model that a rehearsal plays.
const rehearsalModel = "rehearsal"

// readTemperature reads a temperature; nil leaves it to the server.
func readTemperature(text string) (*float64, error) {
	if text == "" || text == "server" {
		return nil, nil
	}
	t, err := strconv.ParseFloat(text, 64)
	if err != nil || !(t >= 0 && t <= 2) {
		return nil, errors.New("want a number from 0 to 2, or server")
	}
	return &t, nil
}

// questionModels are the models that write and read questions.
type questionModels struct {
	*rewrite.QuestionModel
	journal   *llm.Journal
	keys      string     // the variables that hold keys
	rehearsed *rehearsal // the server of a rehearsal; nil without
}

// answersFile holds the paid answers of a run directory. It is no stage's output, so that
// no stage that runs again loses it.
func answersFile(f *flags) string { return filepath.Join(f.out, "llm", "answers.jsonl") }

// openModels opens the models of the settings; nil for the offline rewriter. With dry
// nothing is written and nothing is sent.
func (c *rewriteCommand) openModels(log *slog.Logger, dry bool) (*questionModels, error) {
	f := &c.flags
	if f.Model == offlineModel {
		return nil, nil
	}
	a := &questionModels{QuestionModel: &rewrite.QuestionModel{Name: f.Model, Parser: f.parser(), Attempts: f.Attempts, Temperature: f.Temperature}, keys: c.endpoints.keys(), rehearsed: c.endpoints.rehearsed}
	conn, err := c.endpoints.connect(answersFile(f), log, dry)
	if err != nil {
		return nil, err
	}
	a.Client, a.journal, a.Journal, a.InFlight = conn.Client, conn.journal, conn.journal, conn.atOnce
	if c.batch && !dry {
		if a.Batch, err = llm.OpenBatch(a.Client); err != nil {
			return nil, errors.Join(err, a.close())
		}
	}
	return a, nil
}

// openRecorded opens models that have their recorded answers alone, for commands that ask
// no model.
func openRecorded(f *flags) (*questionModels, error) {
	if f.Model == offlineModel {
		return nil, nil
	}
	journal, err := llm.ReadJournal(answersFile(f))
	if errors.Is(err, os.ErrNotExist) {
		return nil, explainUnrecorded(f, err)
	}
	if err != nil {
		return nil, err
	}
	a := &questionModels{QuestionModel: &rewrite.QuestionModel{Name: f.Model, Parser: f.parser(), Attempts: f.Attempts, Temperature: f.Temperature, InFlight: 1}, journal: journal}
	if a.Client, err = llm.New(llm.ClientOptions{Journal: journal, Replay: true, Now: noClock}); err != nil {
		return nil, errors.Join(err, a.close())
	}
	return a, nil
}

// noClock is for models that only answer from records, so that nothing is timed.
func noClock() time.Time { return time.Time{} }

// explainUnrecorded is the error of a command that would have to ask a model.
func explainUnrecorded(f *flags, err error) error {
	again := "run rewrite"
	if f.Model == rehearsalModel {
		again += " -rehearse"
	}
	return fmt.Errorf("the questions are out of date and %s has to be asked: %s, or rewrite -model offline for questions without a model (%w)", f.Model, again, err)
}

// close closes the journal and ends a rehearsal.
func (a *questionModels) close() error {
	if a == nil {
		return nil
	}
	err := a.rehearsed.close()
	if a.journal != nil {
		err = errors.Join(err, a.journal.Close())
	}
	return err
}

// explain adds to an error of models what a user can do about it, and that nothing paid for
// is lost.
func (a *questionModels) explain(f *flags, err error) error {
	var pending *rewrite.Pending
	switch {
	case err == nil || a == nil:
		return err
	case errors.As(err, &pending):
		return err
	case errors.Is(err, llm.ErrUnrecorded):
		return explainUnrecorded(f, err)
	case errors.Is(err, context.Canceled):
		return err
	}
	advice, known := explainModelError(err, a.keys, "-model, -parser")
	if !known {
		return err
	}
	kept := a.journal.Len()
	if wasted := a.journal.Spent().Answers - kept; wasted > 0 {
		advice += fmt.Sprintf("\n%d responses were paid for and cannot be used", wasted)
	}
	return fmt.Errorf("%w%s\nwhat was paid for is kept: %d answers in %s; running again goes on from there", err, advice, kept, a.journal.Path())
}

// printAccount prints what became of the tasks and what the answers cost. Currency can be
// "".
func printAccount(w io.Writer, a *rewrite.Account, currency string) {
	if a.Model == "" || a.Written+a.FellBack+a.Dropped == 0 {
		return // there was nothing to rewrite
	}
	fmt.Fprintf(w, "\nquestions by %s %d, by the offline rewriter after it %d, none %d\n", a.Model, a.Written, a.FellBack, a.Dropped)
	printSpent(w, a, currency)
}

// printSpent prints what of a model's writing was not kept, and what its answers cost. Currency can
// be "".
func printSpent(w io.Writer, a *rewrite.Account, currency string) {
	if len(a.Rejected) > 0 {
		var parts []string
		for _, reason := range sorted(a.Rejected) {
			parts = append(parts, fmt.Sprintf("%s %d", reason, a.Rejected[reason]))
		}
		fmt.Fprintf(w, "not kept of its questions: %s\n", strings.Join(parts, ", "))
	}
	total := a.Total()
	fmt.Fprintf(w, "answers %d, tokens in %d, out %d", total.Answers, total.Usage.Prompt, total.Usage.Completion)
	if total.Cost > 0 {
		fmt.Fprintf(w, ", cost %s", strings.TrimSpace(total.Cost.String()+" "+currency))
	}
	fmt.Fprintln(w)
}
