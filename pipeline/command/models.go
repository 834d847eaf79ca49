package command

import (
	"cmp"
	"context"
	"errors"
	"flag"
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

// modelling is what the rewrite command is told about models. Model, parser, attempts
// and temperature are settings of the run; the rest changes no result and is not kept.
type modelling struct {
	reaching
	set *flag.FlagSet

	model, parser   string
	attempts        int
	temperature     string
	batch, rehearse bool
}

func (m *modelling) declare(fs *flag.FlagSet) {
	m.set = fs
	d := defaults()
	fs.StringVar(&m.model, "model", d.Model, "`model` that writes the questions, or offline for none")
	fs.StringVar(&m.parser, "parser", d.Parser, "`model` that reads them for the round trip, same or none")
	fs.Var((*whole)(&m.attempts), "attempts", "most `questions` asked for, for one task")
	fs.StringVar(&m.temperature, "temperature", "", "the model's `temperature`, 0 to 2, or server")
	m.reaching.declare(fs)
	fs.BoolVar(&m.batch, "batch", false, "ask by the Batch API: submit, leave, collect later")
	fs.BoolVar(&m.rehearse, "rehearse", false, "ask a model that is played by this process")
}

// rehearsalModel is the model that a rehearsal plays.
const rehearsalModel = "rehearsal"

// settle takes what was given into the settings and checks it.
func (m *modelling) settle(f *flags) error {
	fault := m.endpointFault
	m.set.Visit(func(fl *flag.Flag) {
		switch fl.Name {
		case "model":
			f.Model = m.model
		case "parser":
			f.Parser = m.parser
		case "attempts":
			f.Attempts = m.attempts
		case "temperature":
			var err error
			f.Temperature, err = readTemperature(m.temperature)
			fault = cmp.Or(fault, err)
		}
	})
	if fault != nil {
		return fault
	}
	if m.rehearse {
		if m.batch || m.endpoints != nil || m.model != defaults().Model && m.model != rehearsalModel || m.parser != defaults().Parser {
			return misuse("-rehearse plays the model in this process: want it without -model, -parser, -endpoint and -batch")
		}
		f.Model, f.Parser = rehearsalModel, sameParser
	} else if f.Model == rehearsalModel {
		return misuse("-model %s is played by this process: want -rehearse with it, or another model", rehearsalModel)
	}
	if fault := f.settings.fault(); fault != "" {
		return misuse("%s", fault)
	}
	return m.limitCost()
}

// readTemperature reads a temperature; nil leaves it to the server.
func readTemperature(text string) (*float64, error) {
	if text == "" || text == "server" {
		return nil, nil
	}
	t, err := strconv.ParseFloat(text, 64)
	if err != nil || !(t >= 0 && t <= 2) {
		return nil, misuse("-temperature %q: want a number from 0 to 2, or server", text)
	}
	return &t, nil
}

// asked are models ready to be asked.
type asked struct {
	*rewrite.Model
	journal   *llm.Journal
	keys      string     // the variables that hold keys
	rehearsed *rehearsal // the server of a rehearsal; nil without
}

// answersFile holds the paid answers of a run directory. It belongs to no stage: no
// stage that is done again loses it.
func answersFile(f *flags) string { return filepath.Join(f.out, "llm", "answers.jsonl") }

// open makes the models of the settings ready; nil for the offline rewriter. With dry
// nothing is written and nothing is sent.
func (m *modelling) open(f *flags, log *slog.Logger, dry bool) (*asked, error) {
	if f.Model == offlineModel {
		return nil, nil
	}
	a := &asked{Model: &rewrite.Model{Name: f.Model, Parser: f.parser(), Attempts: f.Attempts, Temperature: f.Temperature}, keys: m.keys(), rehearsed: m.rehearsed}
	c, err := m.connect(answersFile(f), log, dry)
	if err != nil {
		return nil, err
	}
	a.Client, a.journal, a.Journal, a.InFlight = c.Client, c.journal, c.journal, c.atOnce
	if m.batch && !dry {
		if a.Batch, err = llm.OpenBatch(a.Client); err != nil {
			return nil, errors.Join(err, a.close())
		}
	}
	return a, nil
}

// recorded makes models ready that answer from what is on disk alone, for commands that
// ask nobody.
func recorded(f *flags) (*asked, error) {
	if f.Model == offlineModel {
		return nil, nil
	}
	journal, err := llm.ReadJournal(answersFile(f))
	if errors.Is(err, os.ErrNotExist) {
		return nil, unasked(f, err)
	}
	if err != nil {
		return nil, err
	}
	a := &asked{Model: &rewrite.Model{Name: f.Model, Parser: f.parser(), Attempts: f.Attempts, Temperature: f.Temperature, InFlight: 1}, journal: journal}
	if a.Client, err = llm.New(llm.Options{Journal: journal, Replay: true, Now: noClock}); err != nil {
		return nil, errors.Join(err, a.close())
	}
	return a, nil
}

// noClock is for models that are not asked, so that nothing is timed.
func noClock() time.Time { return time.Time{} }

// unasked says that a model would have to be asked.
func unasked(f *flags, err error) error {
	again := "run rewrite"
	if f.Model == rehearsalModel {
		again += " -rehearse"
	}
	return fmt.Errorf("the questions are out of date and %s has to be asked: %s, or rewrite -model offline for questions without a model (%w)", f.Model, again, err)
}

// close gives the journal free and ends a rehearsal.
func (a *asked) close() error {
	if a == nil {
		return nil
	}
	err := a.rehearsed.close()
	if a.journal != nil {
		err = errors.Join(err, a.journal.Close())
	}
	return err
}

// explain says what is to be done about a fault of models, and that nothing paid for
// is lost.
func (a *asked) explain(f *flags, err error) error {
	var pending *rewrite.Pending
	switch {
	case err == nil || a == nil:
		return err
	case errors.As(err, &pending):
		return err
	case errors.Is(err, llm.ErrUnrecorded):
		return unasked(f, err)
	case errors.Is(err, context.Canceled):
		return err
	}
	advice, known := advise(err, a.keys, "-model, -parser")
	if !known {
		return err
	}
	spent := a.journal.Spent()
	return fmt.Errorf("%w%s\nwhat was paid for is kept: %d answers in %s; running again goes on from there", err, advice, spent.Answers, a.journal.Path())
}

// printAccount prints what became of the tasks and what the answers took; currency can
// be "".
func printAccount(w io.Writer, a *rewrite.Account, currency string) {
	if a.Model == "" {
		return
	}
	fmt.Fprintf(w, "\nquestions by %s %d, by the offline rewriter after it %d, none %d\n", a.Model, a.Written, a.FellBack, a.Dropped)
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
