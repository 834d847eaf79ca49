// Package score grades answers by two rules: the published rule of LegalAgentBench, to the
// letter, and a strict rule over typed values. Scores by both rules are always reported.
//
// # Paper
//
// A keyword counts if it is a substring. The success rate of a task is the share of its
// answer keywords that occur in the final answer. The process rate is the share of its
// answer and middle keywords, concatenated with duplicates kept, that occur in the summary;
// it is 0 for a trial that ended without a summary. Nothing is normalised (arXiv
// 2412.17259, Appendix E; src/evaluation/eval.py of CSHaitao/LegalAgentBench). The rule's
// weaknesses: length alone earns credit, and "12" is found in "123".
//
// # Strict
//
// An answer value is credited if the answer states it, commits to it and to no other value
// of its kind, and if the tool calls support it.
//
// Reading. Package quantity reads the numbers and days of the answer, after removal of
// Markdown and LaTeX. A number fits the reference if both measure the same quantity: ratios
// fit ratios, ranks fit ranks, money fits money of the same currency, and counts fit counts
// with interchangeable measure words (3家, 3个; three cases, three lawsuits); 150 months are
// not 150 days. Units that convert are converted: 1.31亿元 and 131000000元 are one amount, 3
// weeks are 21 days. A number without a unit is taken to be in the unit that the question
// asks for. A reference with decimals, or of money, is compared after rounding to the
// reference's decimal places, half away from zero; every other number must be equal.
//
// A text, or one of its aliases, must occur in the answer after folding of width, case,
// brackets, dashes and space. Telephone numbers may be grouped differently, identifiers may
// be punctuated differently, and an article of law may be cited in any form. The occurrence
// must not be part of a longer run of letters and digits, of a longer name known from the
// reference or the tools' results, or of a name or address that continues. A yes or no is
// credited if the answer says it in one of the reference's phrases, in a word of its own,
// or in the first sentence that affirms or denies.
//
// Commitment. Every occurrence of the expected value, or of another value of its kind, is a
// candidate. The surrounding words determine the candidate's stance: denied, bounded (at
// least, before), retracted, an operand of a computation, in brackets, about another
// entity, an example, or conditional. They also determine its weight as the conclusion:
// "the answer is", "in total", the end of a computation, the question's own words before
// it, bold type, the last sentence. The expected value is credited if it outweighs every
// other candidate. It is [Hedged] if another candidate comes close to its weight, if the
// two are joined in a list or by "or", if another follows as a condition or a possibility,
// or if the answer says that it does not know.
//
// These values do not compete with the expected value: values stated in the question, the
// other values of the reference, amounts from which the expected value is computed as a
// difference, ratio, sum or mean, and values that the answer assigns to the other end of a
// ranking or to something not asked for or not done. A number in a clause that repeats the
// question is not a candidate. A name is not stated if the answer negates a statement about
// it, or says that it belongs to another entity. If the reference has several typed values,
// each must be stated in its own role: the chairman is not the general manager. A surplus
// value in a list hedges its neighbours in the list. A written text only has to state each
// value.
//
// Support. If the calls are known and the plan makes at least one, a value is [Unfounded]
// unless some call found a result; if the plan's own calls return the value literally, some
// call of the attempt must have returned it too. An answer is [Listed] if it repeats more
// than [MaxRepeated] returned cells, over all calls together, besides those of the
// question, the reference and the results of the plan's calls; if it consists of cells
// only, for a written text if each of its lines stands in one; or if it lists more than [MaxOffered] values or exceeds the length limit. A yes or
// no is [Guessed] if the reference has other values too and none of them is credited.
//
// A value that the question itself states proves nothing and is left out of both rates, and
// so is a keyword without information ("-", "无", "None").
//
// If the data no longer answers the question (see Removed), the strict rule ignores the
// keyword and requires that the answer declines, in one of the phrases of [Declines], and
// offers no answer: no removed answer, no guess, and no number, day, code or long name of
// the same kind that neither the question nor the tools state. An agent that always
// declines is always right, so this rate means something only if the agent also answers the
// question over the data that answers it; package bench pairs the two.
//
// The strict process rate covers the answer values and the middle keywords. A middle
// keyword is credited if a call returned it and a later call used it as an argument of a
// tool to which the plan hands it; a keyword that the plan hands to no call is credited if
// the answer is right. A right answer credits every middle keyword, because another path to
// it is as good. In a written text a keyword that the plan hands to no call is a point of
// argument: it is credited if the text states it in a phrase with other words, be it as a denied
// fact, and does not say that it is not pleaded, calls known or not, and only then. It makes no
// point where it concedes the matter, in that sentence or around it, and none by what it only
// reports of another side or supposes. A point that records what it rests on is also made, in any words, by a paragraph
// about that which argues something and concedes nothing, see [IsParticulars]. The sums of its relief tell which
// deductions it makes, whatever else it says. Each credited middle keyword is worth min(1, (2n+4)/m), for m different calls where the plan makes
// n; failed calls count, and calls that differ only in columns are one. If the answer is not
// right, that is multiplied by min(1, 2u/m), for u calls of the plan's tools that found a
// result; for a written text, by the success rate. Without known calls there is no process rate.
//
// All functions are pure and safe for concurrent use.
package score

import (
	"encoding/json"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Slack returns the minimum number of wrong candidates among which a question with n answer
// values must choose; with fewer, guessing succeeds too often. The checks of tasks enforce
// it. The grader does not use it.
func Slack(n int) int { return max(1, n/2) }

// A Reference is the expected answer to a question, with the parts of the plan that grading
// needs. Grading does not change it.
type Reference struct {
	// Question is the question that the agent received.
	Question string
	// KeyAnswer are the keywords of the answer. Without any, nothing is scored.
	KeyAnswer []string
	// KeyMiddle are the keywords of the plan's intermediate results.
	KeyMiddle []string
	// MiddleValues are typed values of keywords of KeyMiddle, by their text, with other terms for the
	// same as aliases; a keyword without one is its own.
	MiddleValues []value.Answer
	// Values are the typed values of KeyAnswer, one per keyword in the same order, which is
	// the order in which the question asks for them. If the lengths differ, Values is ignored
	// and [Infer] derives the types from the keywords.
	Values []value.Answer
	// Written tells that the question asks for a written text rather than for an answer.
	Written bool
	// Removed are the answers that the question had before a change of the data removed them;
	// nil for a question with an answer. If it is not empty, KeyAnswer is the keyword of
	// [Decline].
	Removed []value.Answer
	// Calls is the number of calls that the plan makes, without the call that ends a trial; 0
	// means that there is no plan, and calls then need not support the answer.
	Calls int
	// Tools are the distinct tools that the plan calls.
	Tools []string
	// Handed has, for each keyword of KeyMiddle, the tools of the plan's calls that take it
	// as an argument; nil for a keyword that no call takes. A missing element means nil.
	Handed [][]string
	// Found are the results, as JSON or plain text, of the plan's calls that name the columns
	// they need. An answer may repeat them without becoming a listing.
	Found []string
}

// handed returns the tools to which the plan hands the middle keyword of an index.
func (r *Reference) handed(i int) []string {
	if i < len(r.Handed) {
		return r.Handed[i]
	}
	return nil
}

// An Attempt is an agent's answer and the calls it made.
type Attempt struct {
	// Answer is the final answer; "" for none.
	Answer string
	// Summary is the agent's account of its findings, for the paper's process rate; nil for a
	// trial that ended without a summary, whose paper process rate is 0.
	Summary *string
	// Unsummarised reports that no summary was requested, which leaves the paper's process
	// rate unscored; Summary is then nil.
	Unsummarised bool
	// Observed reports that Calls is complete; if false, Calls is ignored.
	Observed bool
	// Calls are all tool calls in order, including calls without a result.
	Calls []CallRecord
}

// A CallRecord is one tool call of an attempt.
type CallRecord struct {
	// Tool is the tool's name.
	Tool string
	// Arguments are the call's arguments as JSON; nil if unknown.
	Arguments json.RawMessage
	// Observation is the tool's result, as JSON or plain text.
	Observation string
	// Missed reports that the call found nothing or failed.
	Missed bool
}

// Rates are the two metrics of one attempt, each in [0, 1]. A nil rate is unscored and
// enters no mean.
type Rates struct {
	// Success is the success rate: the share of answer keywords that are credited.
	Success *float64 `json:"success"`
	// Process is the process rate, over answer and middle keywords.
	Process *float64 `json:"process"`
}

// Score is an attempt graded by both rules.
type Score struct {
	// Paper are the rates of the published rule.
	Paper Rates `json:"paper"`
	// Strict are the rates of the strict rule.
	Strict Rates `json:"strict"`
	// Verdicts are the strict rule's decisions: one per answer keyword, then one per middle
	// keyword, in the reference's order.
	Verdicts []KeywordVerdict `json:"verdicts"`
}

// A KeywordVerdict is the strict rule's decision on one keyword.
type KeywordVerdict struct {
	// Keyword is the keyword.
	Keyword string `json:"keyword"`
	// Outcome is the decision.
	Outcome KeywordOutcome `json:"outcome"`
}

// A KeywordOutcome says whether the strict rule credits a keyword and, if not, why.
type KeywordOutcome string

// The closed set of outcomes. Given, Idle and Unknown exclude the keyword from the
// rates. Of the others, Credited is a hit and every other outcome is a miss.
const (
	Credited  KeywordOutcome = "credited"  // the answer, or the calls for a middle keyword, earned it
	Absent    KeywordOutcome = "absent"    // not found as a value of its kind
	Hedged    KeywordOutcome = "hedged"    // found, but the answer does not commit to it
	Listed    KeywordOutcome = "listed"    // found in an answer that lists everything
	Partial   KeywordOutcome = "partial"   // chosen among options, with others that are wrong or without some that are right
	Guessed   KeywordOutcome = "guessed"   // a yes or no in an answer whose other values are all wrong
	Unfounded KeywordOutcome = "unfounded" // no call supports it
	Given     KeywordOutcome = "given"     // the question states it
	Idle      KeywordOutcome = "idle"      // the keyword carries no information
	Unknown   KeywordOutcome = "unknown"   // the tools' results, or the outcome of the paired task, are not known
	Unpaired  KeywordOutcome = "unpaired"  // declined, but the agent did not solve the paired task over the full data
)

// Grade scores an attempt by both rules. Neither argument is changed.
func Grade(r *Reference, a *Attempt) Score { return NewGrader(r).Grade(a) }

// rate returns hits/n, or nil if n is 0.
func rate(hits, n int) *float64 {
	if n == 0 {
		return nil
	}
	r := float64(hits) / float64(n)
	return &r
}
