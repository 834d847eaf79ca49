// Package judge has models grade texts by a rubric.
//
// A [Rubric] has the criteria that a text is graded by and says what earns how many
// points. A [Judge] is one model that grades by it. The text is an agent's and may be
// hostile: like the request and the reference it is put between marker lines that none of
// them can contain, and is declared to be data. Its author is not named. The reference is
// shown as one possible answer, so that another order or manner costs no points.
//
// If a judge's answers cannot be read, the text has no score, see [ErrUnscored]. The
// opinions of two judges are kept side by side; package bench/analysis measures how far
// judges agree.
package judge

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// An Opinion is all grades that one judge gives one text. It is a record.
type Opinion struct {
	// Judge is the model's name.
	Judge string `json:"judge"`
	// Rubric is what it went by, see [Rubric.ID]. Opinions by different rubrics are not
	// compared.
	Rubric string `json:"rubric,omitempty"`
	// Grades are one a criterion, in the rubric's order.
	Grades []Grade `json:"grades"`
	// Score is the weighted mean of the grades, in [0, 1].
	Score float64 `json:"score"`
}

// A Grade is the points that a judge gives for one criterion.
type Grade struct {
	// Criterion is its name.
	Criterion string `json:"criterion"`
	// Points are what it got, from 0 to the rubric's most.
	Points int `json:"points"`
	// Reason is the judge's explanation.
	Reason string `json:"reason"`
}

// Chatter answers a request as [llm.Client.Chat] does, which is the real one. Package
// llmtest has servers for tests.
type Chatter interface {
	Chat(ctx context.Context, r llm.Request) (llm.Reply, error)
}

// A Submission is a text to grade, with everything that a judge may know about it. It is
// a record.
type Submission struct {
	// Question is what was asked for.
	Question string
	// Reference is an answer to it; "" where there is none.
	Reference string
	// Text is the answer that is graded.
	Text string
	// Language is that of question and text, and of the rubric that is used.
	Language string
	// Epoch tells apart repeated attempts at one question, from 0: equal texts of different
	// epochs are judged anew.
	Epoch int
}

// ErrUnscored is what a judge's error is, for errors.Is, when it answered and the answer
// cannot be used, however often it was asked: the text has no score then, which is not 0.
var ErrUnscored = errors.New("unscored")

const (
	// tries is how often a judge is asked about one text of one epoch.
	tries = 2
	// longestAnswer is in tokens. Models that think first need more than grades take.
	longestAnswer = 8000
	// longestText is how many characters of a text are shown: three times the longest
	// statements that models write unasked. Of longer ones the beginning is graded.
	longestText = 40_000
)

// A Judge is a model that grades texts by a rubric. It is safe for concurrent use.
type Judge struct {
	model   string
	rubrics map[string]*Rubric // by language
	prompts map[string]*prompts
	chat    Chatter
}

// New returns a judge: a model, asked over chat, that goes by the rubric of each text's
// language. It panics if there is no model, no chat or no rubric, or two of one language.
func New(model string, chat Chatter, rubrics ...*Rubric) *Judge {
	if model == "" || chat == nil || len(rubrics) == 0 {
		panic("judge: no model, nobody to ask or no rubric")
	}
	j := &Judge{model: model, rubrics: map[string]*Rubric{}, prompts: map[string]*prompts{}, chat: chat}
	for _, r := range rubrics {
		if j.rubrics[r.Language] != nil {
			panic("judge: two rubrics of the language " + r.Language)
		}
		j.rubrics[r.Language], j.prompts[r.Language] = r, promptsOf(r.Language)
	}
	return j
}

// Judge returns the model's opinion on a text. It asks in JSON mode at temperature 0 and,
// where the answer is of no use, once more. A text without a character but space has no
// points, and nobody is asked.
//
// Errors are ErrUnscored, those of the chat that are no answers, such as
// [llm.InfrastructureError], and a language that the judge has no rubric of.
func (j *Judge) Judge(ctx context.Context, c Submission) (Opinion, error) {
	rubric := j.rubrics[c.Language]
	if rubric == nil {
		return Opinion{}, fmt.Errorf("language %q: want one that the judge has a rubric of", c.Language)
	}
	if strings.TrimSpace(c.Text) == "" {
		return rubric.opinion(j.model, rubric.nothing(j.prompts[c.Language].Empty)), nil
	}
	temperature := 0.0
	request := llm.Request{
		Model: j.model, Messages: messages(rubric, j.prompts[c.Language], &c),
		JSON: true, Temperature: &temperature, MaxTokens: longestAnswer,
	}
	var last error
	for try := range tries {
		request.Attempt = c.Epoch*tries + try
		grades, err := j.ask(ctx, request, rubric)
		if err == nil {
			return rubric.opinion(j.model, grades), nil
		}
		var useless *llm.AnswerError
		if !errors.As(err, &useless) {
			return Opinion{}, err
		}
		last = err
	}
	return Opinion{}, fmt.Errorf("judge %s: %w after %d answers: %w", j.model, ErrUnscored, tries, last)
}

// ask asks once. An answer of no use is an [*llm.AnswerError]; what is no bare object is
// read all the same, as some servers let models think aloud in JSON mode.
func (j *Judge) ask(ctx context.Context, request llm.Request, rubric *Rubric) ([]Grade, error) {
	reply, err := j.chat.Chat(ctx, request)
	if err != nil && !errors.Is(err, llm.ErrMalformed) {
		return nil, err
	}
	var useless *llm.AnswerError
	if err != nil && (!errors.As(err, &useless) || reply.Text == "") {
		return nil, err
	}
	grades, fault := rubric.Read(reply.Text)
	if fault != nil {
		return nil, &llm.AnswerError{Kind: llm.ErrMalformed, Detail: fault.Error()}
	}
	return grades, nil
}
