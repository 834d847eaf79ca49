// Package judge lets models grade texts by a rubric.
//
// A [Rubric] has the criteria by which a text is graded and the points that each quality of
// text earns. A [Judge] is one model that grades by rubrics. The text comes from an agent
// and may be hostile: like the request and the reference, it is put between marker lines
// that none of the three can contain, and the prompt declares it to be data. Its author is
// not named. The prompt calls the reference one possible answer, so that another order or
// style costs no points.
//
// A rubric may also ask for quotes from the text, which are checked against it, and for an
// overall score in tiers, which is compared with the grades; [Reasoning] does both. Whether a
// judge's scores mean anything is tried by [Judge.Qualify]: it must rank references above what
// [Spoil] makes of them.
//
// If a judge's answers cannot be parsed, the text has no score, see [ErrUnscored]. The
// opinions of several judges are kept separate; package bench/analysis measures their
// agreement.
package judge

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/llm"
)

// PersonPrefix is what the name of a judge begins with that is a person: "person/Ada".
const PersonPrefix = "person/"

// An Opinion has the grades that one judge, a model or a person, gives one text.
type Opinion struct {
	// Judge is the model's name, or [PersonPrefix] and the person's.
	Judge string `json:"judge"`
	// Rubric is the rubric's [Rubric.ID]. Opinions with different rubrics must not be
	// compared.
	Rubric string `json:"rubric,omitempty"`
	// Grades has one grade per criterion, in the rubric's order.
	Grades []Grade `json:"grades"`
	// Score is the weighted mean of the grades, in [0, 1].
	Score float64 `json:"score"`
	// Overall is the overall score; nil if the rubric asks for none.
	Overall *OverallGrade `json:"overall,omitempty"`
}

// An OverallGrade is the score that a judge gives a text as a whole.
type OverallGrade struct {
	// Points are from 0 to 100.
	Points int `json:"points"`
	// Tier is the index in the rubric's Tiers of the tier that holds the points.
	Tier int `json:"tier"`
	// Reason is the judge's explanation.
	Reason string `json:"reason"`
	// Contradicts reports that the grades, as a share of the most points, are two tiers or
	// more away from the overall score.
	Contradicts bool `json:"contradicts,omitempty"`
}

// A Grade is the number of points that a judge gives for one criterion.
type Grade struct {
	// Criterion is the criterion's name.
	Criterion string `json:"criterion"`
	// Points are from 0 to the rubric's Most.
	Points int `json:"points"`
	// Reason is the judge's explanation.
	Reason string `json:"reason"`
	// Quote is what the judge quotes of the text; "" if the rubric asks for no quotes.
	Quote string `json:"quote,omitempty"`
	// Misquoted reports that the quote does not stand in the text, but for space and width.
	Misquoted bool `json:"misquoted,omitempty"`
}

// Chatter sends requests to a model. An implementation is safe for concurrent use if its
// [Judge] is used concurrently. With an [*llm.AnswerError] it also returns the unusable
// reply; any other error means that there is no answer, and ends the judging. The
// implementation is [*llm.Client]; package llmtest has servers for tests.
type Chatter interface {
	Chat(ctx context.Context, r llm.Request) (llm.Reply, error)
}

// A Submission is a text to grade, with all the information that a judge may have about it.
type Submission struct {
	// Question is the request that the text answers.
	Question string
	// Reference is one possible answer; "" if there is none.
	Reference string
	// Text is the answer to grade.
	Text string
	// Language is the language of question and text, and selects the rubric.
	Language string
	// Epoch distinguishes repeated attempts at one question, counted from 0: equal texts of
	// different epochs are judged separately.
	Epoch int
}

// ErrUnscored is in the chain of a judge's error if the model answered and none of its
// answers could be used. The text then has no score, which differs from a score of 0.
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

// A Judge is a model that grades texts by rubrics, one per language. It is safe for
// concurrent use.
type Judge struct {
	model   string
	rubrics map[string]*Rubric // by language
	prompts map[string]*prompts
	chat    Chatter
}

// New returns a judge that calls the model over chat and grades each text by the rubric of
// its language. It panics if the model is empty or begins with [PersonPrefix], chat is nil, there is
// no rubric, or two rubrics have the same language.
func New(model string, chat Chatter, rubrics ...*Rubric) *Judge {
	if model == "" || strings.HasPrefix(model, PersonPrefix) || chat == nil || len(rubrics) == 0 {
		panic("judge: no model, a person for a model, nobody to ask or no rubric")
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

// Judge returns the model's opinion on a text. It asks in JSON mode at temperature 0, and
// once more if the answer cannot be used. A text that holds only space scores 0 without a
// request.
//
// The error is [ErrUnscored], an error of chat such as [llm.InfrastructureError], or says
// that the judge has no rubric for the language.
func (j *Judge) Judge(ctx context.Context, c Submission) (Opinion, error) {
	rubric := j.rubrics[c.Language]
	if rubric == nil {
		return Opinion{}, fmt.Errorf("language %q: want a language for which the judge has a rubric", c.Language)
	}
	if strings.TrimSpace(c.Text) == "" {
		return rubric.emptyOpinion(j.model, j.prompts[c.Language].Empty), nil
	}
	temperature := 0.0
	request := llm.Request{
		Model: j.model, Messages: messages(rubric, j.prompts[c.Language], &c),
		JSON: true, Temperature: &temperature, MaxTokens: longestAnswer,
	}
	var last error
	for try := range tries {
		request.Attempt = c.Epoch*tries + try
		opinion, err := j.ask(ctx, request, rubric)
		if err == nil {
			markMisquotes(opinion.Grades, c.Text)
			return opinion, nil
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
func (j *Judge) ask(ctx context.Context, request llm.Request, rubric *Rubric) (Opinion, error) {
	reply, err := j.chat.Chat(ctx, request)
	if err != nil && !errors.Is(err, llm.ErrMalformed) {
		return Opinion{}, err
	}
	var useless *llm.AnswerError
	if err != nil && (!errors.As(err, &useless) || reply.Text == "") {
		return Opinion{}, err
	}
	answer, fault := rubric.read(reply.Text)
	if fault != nil {
		return Opinion{}, &llm.AnswerError{Kind: llm.ErrMalformed, Detail: fault.Error()}
	}
	opinion := rubric.opinion(j.model, answer.grades)
	opinion.Overall = rubric.overall(answer.overall, opinion.Score)
	return opinion, nil
}
