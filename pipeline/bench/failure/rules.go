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
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// trial is one failed trial under the rules. Each rule returns the zero Verdict where it
// says nothing.
type trial struct {
	task       *task.Task
	transcript *agent.Transcript
	score      score.Score
	domain     *domain.Domain // nil where it is not known
}

// question returns what the agent was asked.
func (t *trial) question() string { return task.CurrentQuestion(t.task) }

// declines reports whether the answer says that there is none.
func (t *trial) declines() bool { return score.Declines(t.transcript.Answer, t.question()) }

// refusal is the verdict on an answer that declines.
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

// unknownCallsRule is the rule for trials whose calls are not known.
func (t *trial) unknownCallsRule() Diagnosis {
	if t.transcript.Turns != nil {
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

// loopRule is the rule for the same call over and over.
func (t *trial) loopRule() Diagnosis {
	turns := t.transcript.Turns
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

// endingRule is the rule for trials that ended with something that could not be used.
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

// twinRule is the rule for questions that the data does not answer any more.
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

// noCallRule is the rule for trials without a call but the one that ends them.
func (t *trial) noCallRule() Diagnosis {
	answer := score.Normal(t.transcript.Answer)
	switch {
	case slices.ContainsFunc(t.transcript.Turns, func(turn agent.Turn) bool { return !t.endsTrial(turn.Tool) }):
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

// answerRule is the rule for trials in which all that is needed was returned.
func (t *trial) answerRule() Diagnosis {
	tr := t.transcript
	keyword, o := t.firstUncredited()
	switch {
	case t.declines():
		return t.refusal("declined what was returned")
	case tr.Answer == "" && tr.End == agent.Exhausted:
		return Diagnosis{Length, "the turns were used up before the answer"}
	case o == score.Unfounded:
		return Diagnosis{Hallucinated, fmt.Sprintf("no call found %s: %s", excerpt(keyword), excerpt(tr.Answer))}
	case o == score.Absent && t.inventsLookedUp():
		return Diagnosis{Hallucinated, fmt.Sprintf("no tool returned what stands in place of %s: %s", excerpt(keyword), excerpt(tr.Answer))}
	}
	return Diagnosis{Answering, fmt.Sprintf("%s: %s", o, excerpt(keyword))}
}

// inventsLookedUp reports whether the answer invents something in place of a value that it lacks
// and that was to be looked up.
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

// statesRemovedAnswer reports whether the answer to a twin states one of the answers that are gone
// and that no tool returned. [score.Invents] looks for other values.
func (t *trial) statesRemovedAnswer() bool {
	gone := t.task.Twin.Answers
	r := &score.Reference{Question: t.question(), Values: gone}
	for _, v := range gone {
		r.KeyAnswer = append(r.KeyAnswer, v.Text)
	}
	r.KeyMiddle = r.KeyAnswer // which are looked for in what tools returned
	_, verdicts := score.Strict(r, t.transcript.Attempt())
	for i := range gone {
		stated := verdicts[i].Outcome == score.Credited || verdicts[i].Outcome == score.Hedged
		if stated && verdicts[len(gone)+i].Outcome == score.Absent {
			return true
		}
	}
	return false
}

// lookedUpOperations are the operations whose results stand in tables and passages as they are.
var lookedUpOperations = []string{"start", "derive", "deriveall", "project", "frequent", "mode", "extract", "cite", "union", "intersection", "difference"}

// answerIsComputed reports whether an answer is made of what is looked up: counted, added up,
// compared. A task without a plan is taken to.
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

// excerpt returns the beginning of a text in one line.
func excerpt(s string) string {
	const most = 120 // characters
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "\ufffd")), " ")
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}

// formatCall is a call as details write it.
func formatCall(turn *agent.Turn) string {
	fault := ""
	if turn.Fault != "" {
		fault = " (" + excerpt(string(turn.Fault)) + ")"
	}
	return excerpt(turn.Tool+" "+string(turn.Arguments)) + fault
}
