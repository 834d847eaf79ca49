// Package lexical is an agent without a model: it matches the words of a question
// against the words of the domain's declaration and walks the planning graph along
// the best match. What it solves can be solved by words alone, so the share of
// questions it solves less than of drafts says how much rewriting hides.
//
// The rule, in four steps:
//
//  1. A start entity is the piece of the question that looks most like a name of all
//     that a lookup knows. A piece looks like one by where it begins and ends (beside
//     punctuation, behind words for what it is, before words of the domain's phrases,
//     at words in capitals or digits) and by what it is like: it follows or ends in
//     what an entity type is called, has the pattern of a derivation, is places of as
//     many parts as an entity type has. Pieces are tried in that order as far as calls
//     reach, see [Planner]. Only tools tell what is a name; no table is read.
//  2. Question and declaration become sequences of terms: words without their
//     commonest endings, pairs of characters in Chinese, and one term for each
//     operator word (most, only, before 2020). A term weighs log(1 + N/n), where n of
//     the N phrases of the declaration have it: the inverse document frequency of BM25
//     (Robertson and Zaragoza, 2009), by which schema linking weighs matches of
//     questions with columns.
//  3. A beam search over the planning graph extends plans by a lookup, what is done
//     with its rows, and a column. A plan scores by the heaviest common subsequence of
//     its terms and the question's, in the order of reading, less a part of what is
//     unmatched on either side: global alignment (Needleman and Wunsch, 1970), except
//     that a sentence of which nothing is read costs little, so that what is not asked
//     does not drown what is. A plan gains by an answer of the kind asked for: a day,
//     a number or a text. Whether the text is read from its end is had from the
//     phrases, which have the entity before them or behind.
//  4. The best plans are run, best first, until one has a result. That is the answer.
//
// What it does not know is synonyms: a term of the question that no phrase of the
// declaration has says nothing to it.
//
// It knows chains of one start entity and at most five lookups; it makes no plan that
// joins two chains, asks two things one after the other, or writes a text.
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

// Calls is the largest number of tool calls that a [Planner] makes for a question
// unless it says otherwise.
const Calls = 600

// perTrial is the largest number of calls for running one plan.
const perTrial = 100

// kept is the part of the calls, one in so many, that the search for a start entity
// leaves for plans.
const kept = 4

// Planner is the agent. The zero value is ready to use; it keeps nothing between
// questions and is safe for concurrent use.
type Planner struct {
	// Calls bounds the tool calls for one question, those that find nothing
	// included; 0 stands for [Calls].
	Calls int
}

// Solve implements [agent.Agent]. Where it finds no entity or no plan with a result it
// says that the data does not answer the question, as [score.Decline] has it. The
// transcript's turns are the calls that found something; its summary is the path of
// the plan and the answer.
func (p Planner) Solve(ctx context.Context, question string, tools tool.Caller, env agent.TrialEnv) (*agent.Transcript, error) {
	most := p.Calls
	if most == 0 {
		most = Calls
	}
	c := &caller{tools: tools, left: most}
	answer, way := "", ""
	if env.Domain != nil {
		s := &attempt{domain: env.Domain, language: env.Language, calls: c, lexicon: newLexicon(env.Domain, env.Language)}
		if err := s.solve(ctx, question); err != nil {
			return nil, err
		}
		answer, way = s.answer, s.way
	}
	t := &agent.Transcript{Answer: answer, Turns: c.turns, End: agent.Finished}
	if t.Turns == nil {
		t.Turns = []agent.Turn{}
	}
	if answer == "" {
		t.Answer = declined(env.Language)
	}
	summary := strings.TrimSpace(way + "\n" + t.Answer)
	t.Summary = &summary
	return t, nil
}

// declined says that nothing was found.
func declined(language string) string {
	sentence, _, ok := score.Decline(language)
	if !ok {
		sentence, _, _ = score.Decline("en")
	}
	return sentence
}

// attempt is one question under way.
type attempt struct {
	domain   *domain.Domain
	language string
	calls    *caller
	lexicon  *lexicon
	answer   string // "" while there is none
	way      string // the path of the plan that answered
}

func (s *attempt) solve(ctx context.Context, question string) error {
	found, err := s.start(ctx, question)
	if err != nil || found == nil {
		return err
	}
	w := planSearch{attempt: s, found: found, reading: s.lexicon.read(question, found.name), demanded: answerKind(question)}
	for _, program := range w.programs() {
		done, err := s.try(ctx, program)
		if err != nil || done || s.calls.left == 0 {
			return err
		}
	}
	return nil
}

// try runs a program and keeps its answer; false if it has none.
func (s *attempt) try(ctx context.Context, program *plan.Program) (done bool, err error) {
	c := &caller{tools: s.calls, left: perTrial}
	x, err := plan.NewExecutor(s.domain, c, program)
	if err != nil {
		return false, nil // wordPattern make plans that types refuse
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
	s.way = strings.Join(names, plan.Separator)
	return s.answer != "", nil
}
