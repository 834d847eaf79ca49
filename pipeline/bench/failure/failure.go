// Package failure says why a trial failed, from what the agent did and what the task
// asks for: the kinds of error of LegalAgentBench (arXiv 2412.17259, section 4.3),
// read off the trajectory by rules instead of by people.
//
// A trial has one class, that of the first thing that went wrong as far as it can be
// told, not of what followed from it: an agent that misspells a name, finds nothing and
// says so has failed by its arguments. The rules, in their order:
//
//  1. A trial with strict success 1, without a rate, or of a replay that diverged has no
//     class. One with a part of the success has one.
//  2. Where the calls are not known, only the text is left: answering for an answer that
//     hedges or lists what is asked for, refusal for one that declines, else none.
//  3. Loop: the trial ended for want of turns or room, and its last call had been made
//     [LoopRepeats] times.
//  4. Length, form, refusal, tool, arguments: the conversation outgrew the model, or the
//     trial ended with words of it that could not be used, of that kind. Form is the
//     class of an agent from elsewhere that broke off.
//  5. Of a question that the data does not answer any more: refusal if the agent declined
//     it and did not solve the question over the data that does; hallucinated if it
//     answered with what no tool returned, be it the answer that there was; else answering.
//  6. Without a call but the one that ends trials: refusal for an answer that declines,
//     planning for none and for one that only repeats the question, else hallucinated.
//  7. Where a step of the plan was never done, the first of them decides. Arguments: its
//     tool was called with arguments that it does not take, without the columns that are
//     needed, with a name that finds nothing, or with one that stands neither in the
//     question nor in what was returned. Planning: it was called for something else that
//     does. Tool: it was not called after the steps that were done, but one that does not
//     exist or that the plan has no use for was. Planning: nothing of that kind was
//     tried. A step is done by a call of its tool with its names and at least its
//     columns, and also if all that it hands on stands, cell by cell, in what was
//     returned.
//  8. With every step done: refusal for an answer that declines; length for none where
//     the turns were used up; hallucinated for one with a right value that no call found,
//     and for one with a value in place of one that was to be looked up which neither
//     question nor tools have, see [score.Invents]; else answering, in which amounts that
//     were to be computed and were not fall, and a yes or no that was guessed.
package failure

import (
	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Class is why a trial did not solve its task; "" for one that did, and where it is not
// known.
type Class string

// The closed set of classes.
const (
	Arguments    Class = "arguments"    // the right tool, with arguments it does not take or that name nothing
	Planning     Class = "planning"     // a step of the way was never tried, or taken for another
	Length       Class = "length"       // an answer, the conversation or the way was too long
	Loop         Class = "loop"         // it did the same again until its turns were used up
	WrongTool    Class = "tool"         // a tool that there is not, or one that cannot give what is asked
	Hallucinated Class = "hallucinated" // the answer states a value that no tool returned
	Form         Class = "form"         // what the model said could not be read, or it broke off
	Refusal      Class = "refusal"      // the model declined what can be answered
	Answering    Class = "answering"    // all that is needed was returned, and the answer lacks it
)

// Classes returns the closed set of classes but for "", sorted.
func Classes() []Class {
	return []Class{Answering, Arguments, Form, Hallucinated, Length, Loop, Planning, Refusal, WrongTool}
}

// LoopRepeats is how often the last call of a trial must have been made for a loop: once
// more than an agent that checks what it found.
const LoopRepeats = 3

// Diagnosis is the class of one trial and the grounds for it. It is a record.
type Diagnosis struct {
	// Class is the class.
	Class Class `json:"class"`
	// Detail names the call, step or words that decided, in one line; "" without a class.
	// It can quote what models and tools said.
	Detail string `json:"detail,omitempty"`
}

// Classify says why a trial failed. The score is that of the transcript. A nil domain is
// for tasks from elsewhere: every tool is taken to exist then. Equal arguments give
// equal verdicts; nothing is changed.
func Classify(t *task.Task, tr *agent.Transcript, s score.Score, d *domain.Domain) Diagnosis {
	if s.Strict.Success == nil || *s.Strict.Success == 1 || tr.End == agent.Diverged {
		return Diagnosis{}
	}
	c := &trial{task: t, transcript: tr, score: s, domain: d}
	for _, rule := range []func() Diagnosis{c.unknownCallsRule, c.loopRule, c.endingRule, c.twinRule, c.noCallRule, c.planRule, c.answerRule} {
		if v := rule(); v.Class != "" || tr.Turns == nil {
			return v
		}
	}
	return Diagnosis{}
}
