package failure

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/choice"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// trial is one failed trial. Each rule returns the zero Diagnosis if it does not apply.
type trial struct {
	task       *task.Task
	transcript *agent.Transcript
	score      score.Score
	domain     *domain.Domain // nil if unknown
}

// question returns what the agent was asked.
func (t *trial) question() string { return task.CurrentQuestion(t.task) }

// declines reports whether the answer declines to answer.
func (t *trial) declines() bool { return score.Declines(t.transcript.Answer, t.question()) }

// refusal returns the diagnosis of an answer that declines.
func (t *trial) refusal(why string) Diagnosis {
	return Diagnosis{Refusal, fmt.Sprintf("%s: %s", why, excerpt(t.transcript.Answer))}
}

// firstUncredited returns the first answer keyword that was not credited, and how it ended. A yes
// or no that was guessed is not credited because of other keywords, so these come before it.
func (t *trial) firstUncredited() (keyword string, o score.KeywordOutcome) {
	for _, v := range t.score.Verdicts[:min(len(t.task.KeyAnswer), len(t.score.Verdicts))] {
		switch v.Outcome {
		case score.Credited, score.Given, score.Idle, score.Unknown:
		case score.Guessed:
			if o == "" {
				keyword, o = v.Keyword, v.Outcome
			}
		default:
			return v.Keyword, v.Outcome
		}
	}
	return keyword, o
}

// unknownCallsRule classifies trials whose calls are unknown.
func (t *trial) unknownCallsRule() Diagnosis {
	if t.transcript.Calls != nil {
		return Diagnosis{}
	}
	switch keyword, o := t.firstUncredited(); {
	case o == score.Hedged || o == score.Listed:
		return Diagnosis{Answering, fmt.Sprintf("%s: %s", o, excerpt(keyword))}
	case t.declines():
		return t.refusal("declined")
	}
	return Diagnosis{}
}

// choiceRules classifies trials of exam items, which have no plan.
func (t *trial) choiceRules(it *choice.KeyedItem) Diagnosis {
	for _, rule := range []func() Diagnosis{t.loopRule, t.endingRule} {
		if v := rule(); v.Class != "" {
			return v
		}
	}
	if c := choice.Parse(it, t.transcript.Answer); c.Manner == choice.Abstained {
		return t.refusal("declined")
	}
	keyword, o := t.firstUncredited()
	return Diagnosis{Answering, fmt.Sprintf("%s: %s", o, excerpt(keyword))}
}

// loopRule classifies trials that ended by repeating one call.
func (t *trial) loopRule() Diagnosis {
	turns := t.transcript.Calls
	if len(turns) == 0 || t.transcript.End != agent.Exhausted && t.transcript.End != agent.Overlong {
		return Diagnosis{}
	}
	last, n := callIdentity(&turns[len(turns)-1]), 0
	for i := range turns {
		if callIdentity(&turns[i]) == last {
			n++
		}
	}
	if n < LoopRepeats {
		return Diagnosis{}
	}
	return Diagnosis{Loop, fmt.Sprintf("%d times %s", n, formatCall(&turns[len(turns)-1]))}
}

// endingRule classifies trials that ended with an unusable reply.
func (t *trial) endingRule() Diagnosis {
	tr := t.transcript
	if tr.End == agent.Overlong {
		return Diagnosis{Length, joinDetail("the conversation outgrew the model", tr.Detail)}
	}
	var last agent.ModelReply
	if n := len(tr.Replies); n > 0 {
		last = tr.Replies[n-1]
	}
	broken := tr.End == agent.Stuck || tr.End == agent.Failed
	if !broken && (tr.Answer != "" || last.Fault == "") {
		return Diagnosis{}
	}
	class := map[agent.ReplyFault]Class{agent.Refused: Refusal, agent.CutOff: Length, agent.BadTool: WrongTool, agent.BadArguments: Arguments, agent.BadForm: Form}[last.Fault]
	if class == "" || tr.End == agent.Failed {
		class = Form
	}
	return Diagnosis{class, joinDetail(string(tr.End), tr.Detail, last.Detail)}
}

// twinRule classifies trials of unanswerable twins.
func (t *trial) twinRule() Diagnosis {
	if t.task.Twin == nil {
		return Diagnosis{}
	}
	keyword, o := t.firstUncredited()
	switch {
	case o == score.Unpaired:
		return t.refusal("declined, and not answered over the data that answers it")
	case t.transcript.Answer != "" && (slices.Contains(t.invents(), true) || t.statesRemovedAnswer()):
		return Diagnosis{Hallucinated, "no tool returned what it says: " + excerpt(t.transcript.Answer)}
	}
	return Diagnosis{Answering, fmt.Sprintf("%s: %s", o, excerpt(keyword))}
}

// noCallRule classifies trials without a call other than the one that ends them.
func (t *trial) noCallRule() Diagnosis {
	answer := score.Normal(t.transcript.Answer)
	switch {
	case slices.ContainsFunc(t.transcript.Calls, func(turn agent.ObservedCall) bool { return !t.endsTrial(turn.Tool) }):
		return Diagnosis{}
	case t.declines():
		return t.refusal("declined without a call")
	case strings.Contains(score.Normal(t.question()), answer):
		return Diagnosis{Planning, "no call and no answer"}
	}
	return Diagnosis{Hallucinated, "answered without a call: " + excerpt(t.transcript.Answer)}
}

// endsTrial reports whether a tool ends trials.
func (t *trial) endsTrial(name string) bool {
	if t.domain == nil {
		return false
	}
	spec := t.domain.Tool(name)
	return spec != nil && spec.Kind == domain.Finish
}

// answerRule classifies trials in which every step of the plan was done.
func (t *trial) answerRule() Diagnosis {
	tr := t.transcript
	keyword, o := t.firstUncredited()
	switch {
	case t.declines():
		return t.refusal("declined what was returned")
	case tr.Answer == "" && tr.End == agent.Exhausted:
		return Diagnosis{Length, "the turns were used up before the answer"}
	}
	if v := t.lawRule(); v.Class != "" {
		return v
	}
	switch {
	case o == score.Unfounded:
		return Diagnosis{Hallucinated, fmt.Sprintf("no call found %s: %s", excerpt(keyword), excerpt(tr.Answer))}
	case o == score.Absent && t.inventsLookedUp():
		return Diagnosis{Hallucinated, fmt.Sprintf("no tool returned what stands in place of %s: %s", excerpt(keyword), excerpt(tr.Answer))}
	}
	return Diagnosis{Answering, fmt.Sprintf("%s: %s", o, excerpt(keyword))}
}

// inventsLookedUp reports whether the answer has a value that no call returned and that
// arithmetic did not give.
func (t *trial) inventsLookedUp() bool {
	computed := t.answerIsComputed()
	for i, invented := range t.invents() {
		number := i < len(t.task.AnswerValues) && t.task.AnswerValues[i].Kind == value.Number
		absent := i < len(t.score.Verdicts) && t.score.Verdicts[i].Outcome == score.Absent
		if invented && absent && !(number && computed) {
			return true
		}
	}
	return false
}

// invents is [score.Invents] of the trial.
func (t *trial) invents() []bool {
	return score.Invents(task.Reference(t.task), t.transcript.Attempt())
}

// statesRemovedAnswer reports whether the answer to a twin states a removed answer that no tool
// returned. [score.Invents] covers all other values.
func (t *trial) statesRemovedAnswer() bool {
	gone := t.task.Twin.Answers
	r := &score.Reference{Question: t.question(), Values: gone}
	for _, v := range gone {
		r.KeyAnswer = append(r.KeyAnswer, v.Text)
	}
	r.KeyMiddle = r.KeyAnswer // process keywords are searched for in observations
	_, verdicts := score.Strict(r, t.transcript.Attempt())
	for i := range gone {
		stated := verdicts[i].Outcome == score.Credited || verdicts[i].Outcome == score.Hedged
		if stated && verdicts[len(gone)+i].Outcome == score.Absent {
			return true
		}
	}
	return false
}

// lookedUpOperations are the operations whose results occur verbatim in tables or passages.
var lookedUpOperations = []string{"start", "derive", "deriveall", "project", "frequent", "mode", "extract", "cite", "union", "intersection", "difference"}

// answerIsComputed reports whether the answer is computed from looked-up values, for example
// counted, summed or compared. It is true for a task without a plan.
func (t *trial) answerIsComputed() bool {
	if t.task.Plan == nil {
		return true
	}
	return slices.ContainsFunc(t.task.Plan.Nodes, func(n plan.Node) bool {
		asked := slices.ContainsFunc(t.task.Plan.Answers, func(a plan.AnswerSpec) bool { return a.From == n.Name })
		return asked && !slices.Contains(lookedUpOperations, n.Do.Kind())
	})
}

// joinDetail joins the parts of a detail that are not empty.
func joinDetail(parts ...string) string {
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	return excerpt(strings.Join(parts, ": "))
}

// excerpt returns the beginning of a text on one line.
func excerpt(s string) string {
	const most = 120 // characters
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "\ufffd")), " ")
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}

// formatCall formats a call for details.
func formatCall(turn *agent.ObservedCall) string {
	fault := ""
	if turn.Fault != "" {
		fault = " (" + excerpt(string(turn.Fault)) + ")"
	}
	return excerpt(turn.Tool+" "+string(turn.Arguments)) + fault
}
