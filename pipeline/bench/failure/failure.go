// Package failure classifies why a trial failed. The classes are the kinds of error of
// LegalAgentBench (arXiv 2412.17259, section 4.3), assigned by rules over the transcript
// and the task instead of by people.
//
// A trial has one class, that of the first error and not of its consequences: an agent
// that misspells a name, finds nothing and says so has failed by its arguments. The rules
// apply in this order:
//
//  1. A trial with strict success 1 or without a rate, and a diverged replay, have no
//     class. A partial success has one.
//  2. If the calls are unknown, only the answer counts: answering if it hedges or lists
//     candidates, refusal if it declines, else no class.
//  3. Loop: the trial ran out of turns or context, and its last call was made
//     [LoopRepeats] times.
//  4. Length, form, refusal, tool, arguments: the conversation exceeded the model's
//     context, or the trial ended with an unusable reply of that kind. Form is also the
//     class of a remote agent that broke off.
//  5. For an unanswerable twin: refusal if the agent declined but did not solve the
//     answerable task; hallucinated if it answered with a value that no tool returned, even
//     the removed answer; else answering.
//  6. Without a call, except the one that ends trials: refusal if the answer declines;
//     planning if it is empty or repeats the question; else hallucinated.
//  7. Concept: in place of a value that the plan takes from a row, the answer states that of
//     another column that can be taken for it: another day, another amount of the same kind and
//     unit, another name of the same type of entity, or another person, which the question
//     does not state. The columns of the domain say so; facts that texts state count as
//     columns. The agent read the row, with or without the column asked for.
//  8. If a step of the plan was not done, the first such step decides. Concept: its tool
//     was called with such a name from another column of a row that was read, or with another
//     part of the text, such as the number of a file, from which the plan takes the name.
//     Arguments: its tool
//     was called with invalid arguments, without needed columns, with a name that finds
//     nothing, or with a name found neither in the question nor in an observation.
//     Planning: its tool was called with another known name. Tool: after the steps done,
//     only an unknown tool or one outside the plan was called. Unconsulted: the step
//     searches passages and the agent never searched any, whatever it looked up besides.
//     Planning: none of these. Length takes the place of planning and unconsulted if the turns
//     were used up, because the step may have been still to come. A step is done by a call of its tool with its names and at least its columns, or if
//     observations have every value that it passes on, cell by cell.
//  9. If every step was done: refusal if the answer declines; length if it is empty and the
//     turns were used up. If it lacks an article that the plan or a text to write cites:
//     unconsulted if there are passages to search and the agent never searched any; misread if
//     it cites another that a search returned and that neither the question, the reference
//     answer nor a keyword names. Misread also if it names another article than the one asked
//     for, which stands in a row that was read. Else
//     hallucinated if it states a right value that no call found, or, in
//     place of a value to look up, one that is neither in the question nor in an
//     observation, see [score.Invents]; else answering, which includes wrong computations
//     and a guessed yes or no.
//
// Items of exams have no plan: after the rules on loops and endings, refusal is the class of an answer
// that chooses nothing and says that it does not know, and answering that of every other.
//
// [Newest] is no class of these rules, which know one version of a law. It takes the place of
// their class where the answer is found to be that of another version, see [recall.Newest].
package failure

import (
	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Class is the class of a trial's first error; "" for a solved or unclassifiable trial.
type Class string

// The closed set of classes.
const (
	Arguments    Class = "arguments"    // the right tool with invalid arguments or a name that finds nothing
	Planning     Class = "planning"     // a step of the plan was not tried, or tried with another name
	Length       Class = "length"       // the reply, the conversation or the number of turns was too long
	Loop         Class = "loop"         // the agent repeated a call until its turns were used up
	WrongTool    Class = "tool"         // an unknown tool, or one that is not in the plan
	Hallucinated Class = "hallucinated" // the answer states a value that no tool returned
	Form         Class = "form"         // the model's reply was unreadable, or the agent broke off
	Refusal      Class = "refusal"      // the agent declined an answerable question
	Answering    Class = "answering"    // everything needed was there, but the answer is wrong
	Concept      Class = "concept"      // another column of the row than the one asked for, or another part of a number
	Unconsulted  Class = "unconsulted"  // the task takes a search of the law, and the agent never searched
	Misread      Class = "misread"      // the answer cites an article that was returned and does not apply
	Newest       Class = "newest"       // the answer is that of the newest version of the law, and another is asked for
)

// Classes returns all classes except "", sorted.
func Classes() []Class {
	return []Class{
		Answering, Arguments, Concept, Form, Hallucinated, Length, Loop, Misread, Newest, Planning, Refusal, WrongTool, Unconsulted,
	}
}

// LoopRepeats is the number of identical last calls that make a loop: one more than an
// agent needs to check a result.
const LoopRepeats = 3

// Diagnosis is the failure class of one trial with the reason for it.
type Diagnosis struct {
	// Class is the class.
	Class Class `json:"class"`
	// Detail names the deciding call, step or text in one line; "" without a class. It can
	// quote models and tools.
	Detail string `json:"detail,omitempty"`
}

// Classify classifies a trial, given the score of its transcript. If d is nil, as for tasks
// from other sources, every tool counts as known. Classify is deterministic and does not
// modify its arguments.
func Classify(t *task.Task, tr *agent.Transcript, s score.Score, d *domain.Domain) Diagnosis {
	if s.Strict.Success == nil || *s.Strict.Success == 1 || tr.End == agent.Diverged {
		return Diagnosis{}
	}
	c := &trial{task: t, transcript: tr, score: s, domain: d}
	if it, ok := task.ChoiceItem(t); ok {
		return c.choiceRules(it)
	}
	for _, rule := range []func() Diagnosis{c.unknownCallsRule, c.loopRule, c.endingRule, c.twinRule, c.noCallRule, c.conceptRule, c.planRule, c.answerRule} {
		if v := rule(); v.Class != "" || tr.Calls == nil {
			return v
		}
	}
	return Diagnosis{}
}
