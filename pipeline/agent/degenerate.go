package agent

import (
	"context"
	"fmt"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// NamedAgent is an agent with its name in reports.
type NamedAgent struct {
	Name  string // a lower-case word
	Agent Agent  // never nil
}

// Degenerate returns the agents that understand nothing, in this order: silent, echo,
// constant, decliner and lister. A good grader gives them no credit.
func Degenerate() []NamedAgent {
	return []NamedAgent{{"silent", Silent{}}, {"echo", Echo{}}, {"constant", Constant{}}, {"decliner", Decliner{}}, {"lister", Lister{}}}
}

// Silent answers every question with the empty text.
type Silent struct{}

// Solve returns a finished transcript with an empty answer, an empty summary and no
// calls. It does not heed ctx; the error is always nil.
func (Silent) Solve(context.Context, string, tool.Caller, TrialEnv) (*Transcript, error) {
	return finishedTranscript("", nil), nil
}

// Echo answers every question with the question itself.
type Echo struct{}

// Solve returns a finished transcript with the question as answer and as summary, and no
// calls. It does not heed ctx; the error is always nil.
func (Echo) Solve(_ context.Context, question string, _ tool.Caller, _ TrialEnv) (*Transcript, error) {
	return finishedTranscript(question, nil), nil
}

// Constant gives one answer to every question.
type Constant struct {
	// Text is the answer; "" means the text of [Guesses].
	Text string
}

// Solve returns a finished transcript with the constant answer, which is also the
// summary, and no calls. It does not heed ctx; the error is always nil.
func (c Constant) Solve(context.Context, string, tool.Caller, TrialEnv) (*Transcript, error) {
	if c.Text == "" {
		return finishedTranscript(Guesses(), nil), nil
	}
	return finishedTranscript(c.Text, nil), nil
}

// Decliner answers every question with the sentence of [score.Decline] that the data
// does not hold the answer, in the question's language or else in English.
type Decliner struct{}

// Solve returns a finished transcript with the sentence as answer and as summary, and no
// calls. It does not heed ctx; the error is always nil.
func (Decliner) Solve(_ context.Context, _ string, _ tool.Caller, env TrialEnv) (*Transcript, error) {
	sentence, _, ok := score.Decline(env.Language)
	if !ok {
		sentence, _, _ = score.Decline("en")
	}
	return finishedTranscript(sentence, nil), nil
}

// Guesses returns an answer made without any lookup: yes and no, the usual court
// levels in Chinese and English, and the counts from 0 to 30, alone and with Chinese
// measure words. Under a grader that looks for substrings such a text solves more than
// a quarter of LegalAgentBench.
func Guesses() string {
	guesses := strings.Fields("是 否 有 没有 是上市公司 不是上市公司 最高法院 高级法院 中级法院 基层法院 特殊法院 国家级 省级 市级 区县级 yes no true false")
	guesses = append(guesses, "Supreme Court", "High Court", "Intermediate Court", "Basic Court", "Special Court", "National", "Provincial", "Municipal", "County")
	for n := range 31 {
		guesses = append(guesses, fmt.Sprint(n))
		for _, measure := range strings.Fields("次 家 个 件 起 条 名 人 天") {
			guesses = append(guesses, fmt.Sprintf("%d%s", n, measure))
		}
	}
	return strings.Join(guesses, " ")
}
