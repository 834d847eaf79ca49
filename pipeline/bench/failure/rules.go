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
func (t *trial) question() string { return task.Asked(t.task) }

// declines reports whether the answer says that there is none.
func (t *trial) declines() bool { return score.Declines(t.transcript.Answer, t.question()) }

// declined is the verdict on an answer that declines.
func (t *trial) declined(why string) Verdict {
	return Verdict{Refusal, fmt.Sprintf("%s: %s", why, excerpt(t.transcript.Answer))}
}

// missed returns the first answer keyword that was not credited, and how it ended. A yes
// or no that was guessed is not credited because of other keywords, so these come before it.
func (t *trial) missed() (keyword string, o score.Outcome) {
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

// unseen is the rule for trials whose calls are not known.
func (t *trial) unseen() Verdict {
	if t.transcript.Turns != nil {
		return Verdict{}
	}
	switch keyword, o := t.missed(); {
	case o == score.Hedged || o == score.Listed:
		return Verdict{Answering, fmt.Sprintf("%s: %s", o, excerpt(keyword))}
	case t.declines():
		return t.declined("declined")
	}
	return Verdict{}
}

// loop is the rule for the same call over and over.
func (t *trial) loop() Verdict {
	turns := t.transcript.Turns
	if len(turns) == 0 || t.transcript.End != agent.Exhausted && t.transcript.End != agent.Overlong {
		return Verdict{}
	}
	last, n := identity(&turns[len(turns)-1]), 0
	for i := range turns {
		if identity(&turns[i]) == last {
			n++
		}
	}
	if n < Repeats {
		return Verdict{}
	}
	return Verdict{Loop, fmt.Sprintf("%d times %s", n, shown(&turns[len(turns)-1]))}
}

// ending is the rule for trials that ended with something that could not be used.
func (t *trial) ending() Verdict {
	tr := t.transcript
	if tr.End == agent.Overlong {
		return Verdict{Length, cut("the conversation outgrew the model", tr.Detail)}
	}
	var last agent.Saying
	if n := len(tr.Said); n > 0 {
		last = tr.Said[n-1]
	}
	broken := tr.End == agent.Stuck || tr.End == agent.Failed
	if !broken && (tr.Answer != "" || last.Slip == "") {
		return Verdict{}
	}
	class := map[agent.Slip]Class{agent.Refused: Refusal, agent.CutOff: Length, agent.BadTool: WrongTool, agent.BadArguments: Arguments, agent.BadForm: Form}[last.Slip]
	if class == "" || tr.End == agent.Failed {
		class = Form
	}
	return Verdict{class, cut(string(tr.End), tr.Detail, last.Detail)}
}

// twin is the rule for questions that the data does not answer any more.
func (t *trial) twin() Verdict {
	if t.task.Twin == nil {
		return Verdict{}
	}
	keyword, o := t.missed()
	switch {
	case o == score.Unpaired:
		return t.declined("declined, and not answered over the data that answers it")
	case t.transcript.Answer != "" && (slices.Contains(t.invents(), true) || t.remembers()):
		return Verdict{Hallucinated, "no tool returned what it says: " + excerpt(t.transcript.Answer)}
	}
	return Verdict{Answering, fmt.Sprintf("%s: %s", o, excerpt(keyword))}
}

// idle is the rule for trials without a call but the one that ends them.
func (t *trial) idle() Verdict {
	answer := score.Normal(t.transcript.Answer)
	switch {
	case slices.ContainsFunc(t.transcript.Turns, func(turn agent.Turn) bool { return !t.finishes(turn.Tool) }):
		return Verdict{}
	case t.declines():
		return t.declined("declined without a call")
	case strings.Contains(score.Normal(t.question()), answer):
		return Verdict{Planning, "no call and no answer"}
	}
	return Verdict{Hallucinated, "answered without a call: " + excerpt(t.transcript.Answer)}
}

// finishes reports whether a tool ends trials.
func (t *trial) finishes(name string) bool {
	if t.domain == nil {
		return false
	}
	spec := t.domain.Tool(name)
	return spec != nil && spec.Kind == domain.Finish
}

// answer is the rule for trials in which all that is needed was returned.
func (t *trial) answer() Verdict {
	tr := t.transcript
	keyword, o := t.missed()
	switch {
	case t.declines():
		return t.declined("declined what was returned")
	case tr.Answer == "" && tr.End == agent.Exhausted:
		return Verdict{Length, "the turns were used up before the answer"}
	case o == score.Unfounded:
		return Verdict{Hallucinated, fmt.Sprintf("no call found %s: %s", excerpt(keyword), excerpt(tr.Answer))}
	case o == score.Absent && t.made():
		return Verdict{Hallucinated, fmt.Sprintf("no tool returned what stands in place of %s: %s", excerpt(keyword), excerpt(tr.Answer))}
	}
	return Verdict{Answering, fmt.Sprintf("%s: %s", o, excerpt(keyword))}
}

// made reports whether the answer invents something in place of a value that it lacks
// and that was to be looked up.
func (t *trial) made() bool {
	computed := t.computes()
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

// remembers reports whether the answer to a twin states one of the answers that are gone
// and that no tool returned. [score.Invents] looks for other values.
func (t *trial) remembers() bool {
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

// lookedUp are the operations whose results stand in tables and passages as they are.
var lookedUp = []string{"start", "derive", "deriveall", "project", "frequent", "mode", "extract", "cite", "union", "intersection", "difference"}

// computes reports whether an answer is made of what is looked up: counted, added up,
// compared. A task without a plan is taken to.
func (t *trial) computes() bool {
	if t.task.Plan == nil {
		return true
	}
	return slices.ContainsFunc(t.task.Plan.Nodes, func(n plan.Node) bool {
		asked := slices.ContainsFunc(t.task.Plan.Answers, func(a plan.Answer) bool { return a.From == n.Name })
		return asked && !slices.Contains(lookedUp, n.Do.Kind())
	})
}

// cut joins the parts of a detail that are not empty.
func cut(parts ...string) string {
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

// shown is a call as details write it.
func shown(turn *agent.Turn) string {
	fault := ""
	if turn.Fault != "" {
		fault = " (" + excerpt(string(turn.Fault)) + ")"
	}
	return excerpt(turn.Tool+" "+string(turn.Arguments)) + fault
}
