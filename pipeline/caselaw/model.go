package caselaw

import (
	"context"
	"embed"
	"errors"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// ErrNoQuestion is in the chain of an error if a model answered and none of its questions
// passed [CourtCase.CheckQuestion].
var ErrNoQuestion = errors.New("no question that passes")

// A Questioner asks a model for direct questions about focuses of dispute. It is safe for
// concurrent use if Chat is.
type Questioner struct {
	// Model is the model's name.
	Model string
	// Chat sends a request, as [llm.Client.Chat] does.
	Chat func(ctx context.Context, r llm.Request) (llm.Reply, error)
}

// QuestionerVersion is raised when a [Questioner] could ask other questions for equal cases and
// answers.
const QuestionerVersion = 1

const (
	// questionTries is how often a model is asked for one question.
	questionTries = 2
	// questionTokens leaves room for models that think first.
	questionTokens = 4000
)

//go:embed prompts
var prompts embed.FS

// Ask returns the model's question about the focus of a case, and the faults of each question
// that it put before and that did not pass. The model sees facts and focus, and neither
// outcome nor reasoning. The error is [ErrNoQuestion], or one of Chat; the question by rule,
// see [Ask], is then in CourtCase.Question.
func (q *Questioner) Ask(ctx context.Context, c *CourtCase) (question string, rejected [][]QuestionFault, err error) {
	system, err := prompts.ReadFile("prompts/" + c.Language + ".txt")
	if err != nil {
		return "", nil, err
	}
	temperature := 0.0
	facts, focus := c.Facts.Text(), c.Focus.Text()
	mark := "===== " + strings.TrimPrefix(string(digest.Of("question fence", facts, focus)), "sha256:")[:24]
	messages := []llm.Message{
		{Role: llm.System, Text: string(system)},
		{Role: llm.User, Text: strings.Join([]string{mark, facts, mark, "", mark, focus, mark}, "\n")},
	}
	for attempt := range questionTries {
		reply, err := q.Chat(ctx, llm.Request{
			Model: q.Model, Messages: messages, Temperature: &temperature, MaxTokens: questionTokens, Attempt: attempt,
		})
		var useless *llm.AnswerError
		switch {
		case errors.As(err, &useless):
			rejected = append(rejected, []QuestionFault{{FaultForm, useless.Error()}})
			continue
		case err != nil:
			return "", rejected, err
		}
		question = strings.TrimSpace(reply.Text)
		faults := c.CheckQuestion(question)
		if len(faults) == 0 {
			return question, rejected, nil
		}
		rejected = append(rejected, faults)
	}
	return "", rejected, ErrNoQuestion
}

// FocusQuestions says what became of the questions that a model was asked for.
type FocusQuestions struct {
	// Written is the number of cases with a question of the model.
	Written int
	// ByRule are the cases that keep the question by rule because none of the model's passed, in
	// the order of the reading.
	ByRule []RejectedFocus
}

// RejectedFocus is a case for which no question of a model passed.
type RejectedFocus struct {
	// Case is the index of the case in [CaseReading.Cases].
	Case int
	// Faults are the faults of each question, in the order of attempts.
	Faults [][]QuestionFault
}

// AskAll replaces the questions of all cases that can be asked about by those of the model,
// several cases at once, at least one. A case whose questions do not pass keeps its question by
// rule. The result does not depend on how many are asked at once. After an error, which is one
// of Chat, the reading is as it was.
func (q *Questioner) AskAll(ctx context.Context, r *CaseReading, atOnce int) (FocusQuestions, error) {
	questions, rejected := make([]string, len(r.Cases)), make([][][]QuestionFault, len(r.Cases))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, atOnce))
	for i := range r.Cases {
		if r.Cases[i].Refusal != "" {
			continue
		}
		group.Go(func() (err error) {
			questions[i], rejected[i], err = q.Ask(ctx, &r.Cases[i])
			if errors.Is(err, ErrNoQuestion) {
				return nil
			}
			return err
		})
	}
	var done FocusQuestions
	if err := group.Wait(); err != nil {
		return done, err
	}
	for i := range r.Cases {
		switch c := &r.Cases[i]; {
		case c.Refusal != "":
		case questions[i] == "":
			done.ByRule = append(done.ByRule, RejectedFocus{i, rejected[i]})
		default:
			c.Question = questions[i]
			done.Written++
		}
	}
	return done, nil
}
