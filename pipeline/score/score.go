// Package score grades answers: the published rule of LegalAgentBench to the
// letter, and a strict rule over typed values. Both are always reported.
//
// # Paper
//
// A keyword counts if it is a substring. The success rate of a task is the share
// of its answer keywords that stand in the final answer; the process rate is the
// share of its answer and middle keywords, one list after the other with
// duplicates kept, that stand in the summary: none of them where a trial ended
// without one. Nothing is normalised
// (arXiv 2412.17259, Appendix E; src/evaluation/eval.py of
// CSHaitao/LegalAgentBench). Long texts score well by length alone, and "12" is
// found in "123".
//
// # Strict
//
// An answer value counts if the answer commits to it, and to nothing else of its kind, and
// if the calls that were made can have shown it.
//
// What is read. Package quantity reads the numbers and days of the answer; Markdown and
// LaTeX are taken off first. A number fits the reference if it measures the same: times
// are times, ranks ranks, money is of one currency, counts are of things that are counted
// alike (3家, 3个; three cases, three lawsuits), and 150 months are not 150 days. Units that
// convert are converted: 1.31亿元 and 131000000元 are one amount, 3 weeks are 21 days. A
// number without a unit is in the unit asked for. A reference with decimals, or of money, is
// compared at its own number of decimals after rounding half away from zero; every other
// number must be equal. A text, or one of its aliases, must stand there after folding of
// width, case, brackets, dashes and space; a telephone number however it is grouped, an
// identifier with other punctuation, an article of law in any form of citation. It must
// not be part of something longer: of a longer run of letters and digits, of a longer name
// known from the reference or from what the tools returned, or of a name or address that
// goes on. A yes or no counts if the answer says it in one of the ways that the reference
// lists, in a word of its own, or in the first sentence that affirms or denies.
//
// What an answer commits to. Every place where the expected value or another of its kind
// stands is a candidate. The words around it say how the answer stands to it: whether it
// denies it, bounds it (at least, before), takes it back, computes with it, mentions it in
// brackets, of somebody else, as an example or under a condition; and how much speaks for its
// being the conclusion: "the answer is", "in total", the end of a computation, the words of
// the question before it, bold type, the last sentence. The expected value is credited if
// it outweighs every other candidate. It is [Hedged] if another comes as near, if the two
// stand in one list or are joined by "or", if another follows under a condition or as a
// possibility, or if the answer says that it does not know. Values that the question states,
// and the other values of the reference, compete with none. Nor do amounts that the expected
// one is the difference, the ratio, the sum or the mean of, nor what the answer says is of
// another end of a ranking, was not asked for or was not done. A number in a clause that
// repeats the question is no candidate. A name of which the answer denies something, or that
// it says is somebody else's, is not stated. Of several values with types, each has to be
// given as what it is: the chairman is not the general manager. A surplus value in a list
// hedges those beside it. A text of more than six values is written, and has to state each
// only.
//
// What an answer rests on. Where the calls are known and the plan makes some, a value is
// [Unfounded] without a call that found something, and if the plan's own calls show the
// value as it is, without a call that showed it. An answer is [Listed] if it repeats more
// cells of what was returned than [MaxRepeated], all calls together, beside question,
// reference and what the plan's calls return; if it is nothing but cells; or if it lists more
// than [MaxOffered] values, or is too long to be an answer. A yes or no beside values of
// which none is credited is [Guessed].
//
// A value that the question itself states proves nothing; it is left out of both
// rates. So is a keyword that says nothing ("-", "无", "None").
//
// Where the data does not answer the question any more (Gone), the strict rule asks
// of the answer that it says so, in one of the ways of [Declines], whatever its
// keyword, and that it gives nothing all the same: none of the answers that are
// gone, no guess, and no number, day, code or long name of their kind that neither
// question nor tools state. An agent that always says so is right each time, so
// the rate means something only where the agent also answers the question over
// the data that does; package bench pairs the two.
//
// The strict process rate covers the answer values and the middle keywords. A middle
// keyword counts if a call returned it and a later call was made with it, of a tool that
// the plan hands it to; one that the plan hands to no call counts if the answer is right. A
// right answer counts for the whole way: another way is as good. Middle keywords are worth
// min(1, (2n+4)/m) each, for m different calls where the plan makes n, misses counted and
// columns aside; if the answer is not right, times min(1, 2u/m), for u calls of the plan's
// tools that found something; in a written text, times the success rate. Where the calls are
// not known there is no process rate.
//
// Everything here is a pure function and safe for concurrent use.
package score

import (
	"encoding/json"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Slack returns how many candidates more than the n values of an answer a choice must have:
// with fewer, chance hits too often. The checks of tasks hold to it; the grader itself
// takes one answer.
func Slack(n int) int { return max(1, n/2) }

// A Reference is what an answer is graded against. It is a record.
type Reference struct {
	// Question is what the agent was asked.
	Question string
	// KeyAnswer are the keywords of the answer; at least one, or nothing is scored.
	KeyAnswer []string
	// KeyMiddle are the keywords of the steps on the way.
	KeyMiddle []string
	// Values are KeyAnswer as typed values, one each in the same order, which is that in
	// which the question asks for them. With any other number of them the types are read off
	// the keywords, see [Infer].
	Values []value.Answer
	// Removed are the answers that the question had before a change of the data removed
	// them; nil for a question that has an answer. If there are any, KeyAnswer is that of
	// [Decline].
	Removed []value.Answer
	// Calls is how many calls the plan makes, without the one that ends a trial; 0 where
	// there is no plan, and then nothing is asked of calls.
	Calls int
	// Tools are the tools that the plan calls, each once.
	Tools []string
	// Handed are for each of KeyMiddle the tools of those calls of the plan that are made
	// with it, none for a value that the plan hands to no call; nil stands for none at all.
	Handed [][]string
	// Found is what those of the plan's calls return that ask for the columns they need,
	// each as JSON or plain text: an answer may tell of it.
	Found []string
}

// handed returns the tools that the plan hands a middle keyword to.
func (r *Reference) handed(i int) []string {
	if i < len(r.Handed) {
		return r.Handed[i]
	}
	return nil
}

// An Attempt is an agent's answer and the calls it made. It is a record.
type Attempt struct {
	// Answer is the final answer; "" for none.
	Answer string
	// Summary is the agent's account of what it found, for the paper's process
	// rate; nil is a trial that ended without one, whose rate is 0.
	Summary *string
	// Unsummarised tells that no summary was asked for, which leaves the paper's
	// process rate unscored; Summary is then nil.
	Unsummarised bool
	// Observed says that Calls are known.
	Observed bool
	// Calls are the tool calls in order, those that found nothing too.
	Calls []CallRecord
}

// A CallRecord is one tool call of an attempt. It is a record.
type CallRecord struct {
	// Tool is the tool's name.
	Tool string
	// Arguments are the call's, as JSON; nil where they are not known.
	Arguments json.RawMessage
	// Observation is what the tool returned, as JSON or plain text.
	Observation string
	// Missed tells that the call found nothing or had no result.
	Missed bool
}

// Observations returns calls that returned these texts, of which nothing else is known.
func Observations(texts ...string) []CallRecord {
	calls := make([]CallRecord, len(texts))
	for i, t := range texts {
		calls[i].Observation = t
	}
	return calls
}

// Rates are the two metrics of one attempt, each in [0, 1]; nil is unscored and
// enters no mean.
type Rates struct {
	// Success is the success rate.
	Success *float64 `json:"success"`
	// Process is the process rate.
	Process *float64 `json:"process"`
}

// Score is an attempt graded in both modes.
type Score struct {
	// Paper are the rates of the published rule.
	Paper Rates `json:"paper"`
	// Strict are the rates of the strict rule.
	Strict Rates `json:"strict"`
	// Verdicts say how the strict rule came to its rates: one for each answer
	// keyword, then one for each middle keyword.
	Verdicts []KeywordVerdict `json:"verdicts"`
}

// KeywordA KeywordVerdict is what the strict rule decided on one keyword.
type KeywordVerdict struct {
	// Keyword is the keyword.
	Keyword string `json:"keyword"`
	// Outcome is how it ended.
	Outcome KeywordOutcome `json:"outcome"`
}

// A KeywordOutcome says whether the strict rule credits a keyword and, if not, why.
type KeywordOutcome string

// The closed set of outcomes. Given, Idle and Unknown leave the keyword out of
// the rates; all but Credited of the others are misses.
const (
	Credited  KeywordOutcome = "credited"  // found
	Absent    KeywordOutcome = "absent"    // not found as a value of its kind
	Hedged    KeywordOutcome = "hedged"    // found among too many candidates, or beside its opposite
	Listed    KeywordOutcome = "listed"    // found in an answer that lists everything
	Guessed   KeywordOutcome = "guessed"   // a yes or no beside values of which none is right
	Unfounded KeywordOutcome = "unfounded" // no call found anything that it could rest on
	Given     KeywordOutcome = "given"     // the question states it
	Idle      KeywordOutcome = "idle"      // the keyword says nothing
	Unknown   KeywordOutcome = "unknown"   // what the tools returned, or whether the pair was solved, is not known
	Unpaired  KeywordOutcome = "unpaired"  // declined, and the question was not answered over the data that does
)

// Grade scores an attempt in both modes.
func Grade(r *Reference, a *Attempt) Score {
	strict, verdicts := Strict(r, a)
	return Score{Paper: Paper(r, a), Strict: strict, Verdicts: verdicts}
}

// rate returns hits of n, or no rate for n of 0.
func rate(hits, n int) *float64 {
	if n == 0 {
		return nil
	}
	r := float64(hits) / float64(n)
	return &r
}
