package caselaw

import (
	"context"
	"embed"
	"errors"
	"strings"

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
