package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"

	"github.com/taskgrove/taskgrove/pipeline/infer"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

const (
	adviceTries   = 3    // answers asked for, for one table
	longestAdvice = 4096 // tokens
)

// adviseDraft asks a model about each table of a draft and drafts the domain anew with what passes the
// gates. The answers are kept in the domain's directory, so none is paid for twice. If a table has no
// usable answer, the others are taken all the same.
func (x *domainDraft) adviseDraft(ctx context.Context, env cli.Env, d *draftDir, log *slog.Logger) (err error) {
	now, err := d.state()
	if err != nil {
		return err
	}
	if now.Edited {
		return fmt.Errorf("%s has edits of yours, which a model's words would replace: want -model with a new -to", now.File)
	}
	conn, err := x.endpoints.connect(filepath.Join(d.dir, "llm", "answers.jsonl"), log, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	plain, err := infer.Infer(d.tables, infer.Options{Name: d.record.Name, Language: d.record.Language, Corrections: d.record.Corrections})
	if err != nil {
		return err
	}
	var all infer.Advice
	silent := 0
	for i := range plain.Domain.Tables {
		said, err := x.askAdvice(ctx, conn.Client, plain, plain.Domain.Tables[i].Name)
		var useless *llm.AnswerError
		if errors.As(err, &useless) {
			fmt.Fprintf(env.Stderr, "table %s: no advice: %v\n", plain.Domain.Tables[i].Name, err)
			silent++
			continue
		}
		if err != nil {
			return fmt.Errorf("%w; %s holds the draft without a model", err, d.dir)
		}
		all.Columns, all.Lookups = append(all.Columns, said.Columns...), append(all.Lookups, said.Lookups...)
	}
	before := d.record.Advice
	d.record.Advice = all
	if now, err = d.state(); err == nil {
		_, err = d.save(now.Version, d.record.Corrections)
	}
	if err != nil {
		d.record.Advice = before
		return err
	}
	return printAdvice(env.Stdout, d.draft, all, silent)
}

// askAdvice asks about one table. The error is an [*llm.AnswerError] if no answer can be used.
func (x *domainDraft) askAdvice(ctx context.Context, client *llm.Client, d *infer.DomainDraft, table string) (said infer.Advice, err error) {
	instruction, question := d.Inquiry(table)
	zero := 0.0
	r := llm.Request{
		Model: x.model, Messages: []llm.Message{{Role: llm.System, Text: instruction}, {Role: llm.User, Text: question}},
		JSON: true, Temperature: &zero, MaxTokens: longestAdvice,
	}
	for r.Attempt = range adviceTries {
		var reply llm.Reply
		if reply, err = client.Chat(ctx, r); err == nil {
			if said, err = infer.ReadAdvice(table, reply.Text); err == nil {
				return said, nil
			}
			err = &llm.AnswerError{Kind: llm.ErrMalformed, Detail: err.Error()}
		}
		var useless *llm.AnswerError
		if !errors.As(err, &useless) {
			return infer.Advice{}, err
		}
	}
	return infer.Advice{}, err
}

// printAdvice says what became of the advice.
func printAdvice(w io.Writer, d *infer.DomainDraft, a infer.Advice, silent int) error {
	for _, r := range d.Refused {
		fmt.Fprintln(w, cli.Visible(fmt.Sprintf("not taken: %s: %q: %s", r.At, r.Said, r.Why)))
	}
	_, err := fmt.Fprintf(w, "a model was asked: words for %d columns and %d lookups, %d pieces not taken, %d tables without an answer\n", len(a.Columns), len(a.Lookups), len(d.Refused), silent)
	return err
}
