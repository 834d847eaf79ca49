// Package lexical is an agent without a model. It matches the words of a question against
// the words of the domain's declaration and follows the best match through the planning
// graph. Every question it solves can be solved by words alone; the drop in its success from
// drafts to questions measures how much rewriting hides.
//
// The algorithm has four steps:
//
//  1. Find the start entity: the piece of the question that is the likeliest name of those
//     that a lookup knows. Boundaries count (punctuation, a word for the kind of name,
//     words of the domain's phrases, capitals or digits), and so does the shape: a piece
//     that follows or ends in an entity type's label, matches the pattern of a derivation,
//     or consists of as many regions as an entity type has parts. Pieces are tried in
//     order of likelihood, within the limit of calls, see [Planner]. Names are checked by
//     calling tools; no table is read.
//  2. Turn question and declaration into sequences of terms: words without their common
//     endings, pairs of characters in Chinese, and one term for each operator (most, only,
//     before 2020). A term in n of the N phrases of the declaration weighs log(1 + N/n),
//     the inverse document frequency of BM25 (Robertson and Zaragoza, 2009), which schema
//     linking uses to match questions with columns.
//  3. Search the planning graph with a beam; each step adds a lookup, operations on its
//     rows, and a column. A plan's score is the heaviest common subsequence of its terms
//     and the question's, in reading order, less a share of the unmatched terms on either
//     side: global alignment (Needleman and Wunsch, 1970). Skipping a whole sentence costs
//     little, because a question may contain sentences that ask for nothing. A plan gains if
//     its answer is of the kind asked for: a day, a number or a text. Questions are read
//     backwards if the domain's phrases put the entity after their words.
//  4. Run the best plans, best first, until one has a result. That is the answer.
//
// The agent knows no synonyms: it ignores terms that no phrase of the declaration contains.
// Its plans are chains of one start entity and at most five lookups. It never joins two
// chains, answers two requests in sequence, or writes a text.
package lexical

import (
	"context"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Calls is the default limit of tool calls that a [Planner] makes for a question.
const Calls = 600

// callsPerPlan is the largest number of calls for running one plan.
const callsPerPlan = 100

// reservedShare reserves calls for running plans: the search for a start entity leaves one call
// in reservedShare.
const reservedShare = 4

// Planner is the agent. The zero value is ready to use. It keeps no state between questions and
// is safe for concurrent use.
type Planner struct {
	// Calls limits the tool calls for one question, including calls that find nothing; 0 means
	// [Calls].
	Calls int
}

// Solve makes plans from the words of the question and answers with the result of the
// first plan that has one. If it finds no entity, or no plan with a result, it answers
// that the data does not answer the question, in the words of [score.Decline]. The
// transcript is finished; its turns are the calls that found something, and its summary
// is the plan's path followed by the answer. The error is that of a tool; the transcript
// is nil then.
func (p Planner) Solve(ctx context.Context, question string, tools tool.Caller, env agent.TrialEnv) (*agent.Transcript, error) {
	most := p.Calls
	if most == 0 {
		most = Calls
	}
	c := &caller{tools: tools, left: most}
	answer, path := "", ""
	if env.Domain != nil {
		s := &attempt{domain: env.Domain, language: env.Language, calls: c, lexicon: newLexicon(env.Domain, env.Language)}
		if err := s.solve(ctx, question); err != nil {
			return nil, err
		}
		answer, path = s.answer, s.path
	}
	t := &agent.Transcript{Answer: answer, Calls: c.turns, End: agent.Finished}
	if t.Calls == nil {
		t.Calls = []agent.ObservedCall{}
	}
	if answer == "" {
		t.Answer = declined(env.Language)
	}
	summary := strings.TrimSpace(path + "\n" + t.Answer)
	t.Summary = &summary
	return t, nil
}

// declined returns the answer for a question without a result.
func declined(language string) string {
	sentence, _, ok := score.Decline(language)
	if !ok {
		sentence, _, _ = score.Decline("en")
	}
	return sentence
}

// attempt is the state of answering one question.
type attempt struct {
	domain   *domain.Domain
	language string
	calls    *caller
	lexicon  *lexicon
	answer   string // "" until a plan has a result
	path     string // the path of the plan that answered
}

func (s *attempt) solve(ctx context.Context, question string) error {
	found, err := s.findStart(ctx, question)
	if err != nil || found == nil {
		return err
	}
	w := planSearch{attempt: s, found: found, reading: s.lexicon.read(question, found.name), demanded: answerKind(question)}
	for _, program := range w.programs() {
		done, err := s.runProgram(ctx, program)
		if err != nil || done || s.calls.left == 0 {
			return err
		}
	}
	return nil
}

// runProgram runs a program and stores its answer. It reports whether there is one.
func (s *attempt) runProgram(ctx context.Context, program *plan.Program) (done bool, err error) {
	c := &caller{tools: s.calls, left: callsPerPlan}
	x, err := plan.NewExecutor(s.domain, c, program)
	if err != nil {
		return false, nil // words alone can suggest a plan that is not well typed
	}
	trace, reason, err := x.Run(ctx, nil)
	if isNoCalls(err) {
		return false, nil
	}
	if err != nil || reason != "" {
		return false, err
	}
	s.answer = answerText(trace, s.language)
	var names []string
	for i := range program.Nodes {
		if c, ok := program.Nodes[i].Do.(*plan.Call); ok {
			names = append(names, c.Tool)
		}
	}
	s.path = strings.Join(names, plan.Separator)
	return s.answer != "", nil
}
