package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/exam/compose"
	"github.com/taskgrove/taskgrove/pipeline/exam/convert"
	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/proof"
	"github.com/taskgrove/taskgrove/pipeline/rewrite"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// writerNames returns the models that write items: -model names one or, with commas between them,
// several, so that a model's scores on its own items can be compared with those on others'.
func writerNames(f *flags) []string { return strings.Split(f.Model, ",") }

// checkWriters returns an error if the models that write cannot be told apart, or if there are
// several in a domain without exams.
func checkWriters(w *world) error {
	names := writerNames(w.flags)
	if len(names) > 1 && !w.hasExams() {
		return misuse("-model %s: several models write items of exams only: want one with domain %s", w.flags.Model, w.domain.Name)
	}
	for i, name := range names {
		if name == "" || len(names) > 1 && name == offlineModel || slices.Contains(names[:i], name) {
			return misuse("-model %s: want the names of models, each once", w.flags.Model)
		}
	}
	return nil
}

// composeItems has the models of the settings write items, and writes what was refused and what it
// took. It returns the items, and for each type of a part of which a model wrote something and none
// was kept, the last reason.
func composeItems(ctx context.Context, e *run.Exec, w *world, index *convert.ClaimIndex) (items []*task.Task, lost []convert.Omission, err error) {
	models, err := w.openQuestioner(e.Log)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(models.explain(w.flags, err), models.close()) }()
	account := rewrite.NewAccount(models.QuestionModel)
	var refused []compose.Refusal
	for _, name := range writerNames(w.flags) {
		c := &compose.Composer{
			Model: name, Reader: models.Parser, Attempts: models.Attempts, Temperature: models.Temperature, Seed: w.flags.Seed,
			Chat: models.Client.Chat, Prove: proveUnread(w.proofSources()),
		}
		if w.flags.Parser == sameParser {
			c.Reader = name
		}
		done, err := c.Compose(ctx, index, models.InFlight)
		if err != nil {
			return nil, nil, err
		}
		items, refused = append(items, done.Items...), append(refused, done.Refused...)
		account.Written += len(done.Items)
		for i, n := range done.Attempts {
			account.Attempts[i] += n
		}
		account.Writing.Add(done.Writing)
		account.RoundTrip.Add(done.Reading)
	}
	for _, r := range refused {
		account.Rejected[string(r.Reason)]++
		if r.Final {
			account.Dropped++
			lost = append(lost, convert.Omission{Source: r.Source, Part: r.Part, Rule: compose.Rule, Reason: convert.Reason(r.Reason), Detail: strings.TrimSpace(r.Type + " " + r.Detail)})
		}
	}
	if err := createLines(e, "refused.jsonl", refused); err != nil {
		return nil, nil, err
	}
	return items, lost, createJSON(e, costFile, account)
}

// printComposed prints what became of the items of a model, if there is one.
func printComposed(w io.Writer, f *flags, currency string) error {
	if f.Model == offlineModel {
		return nil
	}
	var a rewrite.Account
	if err := readJSON(filepath.Join(f.out, convertDir, costFile), &a); err != nil {
		return err
	}
	fmt.Fprintf(w, "\nitems by %s %d, none of a kind it tried %d\n", a.Model, a.Written, a.Dropped)
	printSpent(w, &a, currency)
	return nil
}

// proveUnread returns the checks of an item that need no reading of it.
func proveUnread(sources proof.Sources) func(context.Context, *task.Task) (string, error) {
	checks := slices.DeleteFunc(proof.Checks(sources), func(c proof.Check) bool { return !c.Items || c.Name == "keyed" || c.Name == "dated" })
	return func(ctx context.Context, t *task.Task) (string, error) {
		for _, c := range checks {
			if found, err := c.Run(ctx, t); err != nil || found.Fault != "" {
				return found.Fault, err
			}
		}
		return "", nil
	}
}
