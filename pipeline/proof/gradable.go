package proof

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/internal/attacker"
	"github.com/taskgrove/taskgrove/pipeline/quantity"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// shortest is the least number of characters of a keyword. A single character occurs in too
// many texts by chance.
const shortest = 2

// longestOnWay is the greatest number of characters of a keyword on the way, which an answer is to
// repeat. The longest of the legal domains, patterns of points, have some hundred.
const longestOnWay = 1000

// gradable checks that the keywords distinguish a right answer from a wrong one, by
// themselves and under the strict grader.
func (p *prover) gradable(ctx context.Context, t *task.Task) (string, error) {
	if fault := p.keywords(t); fault != "" {
		return fault, nil
	}
	if fault := leaks(t); fault != "" {
		return fault, nil
	}
	if fault := p.guessed(t); fault != "" {
		return fault, nil
	}
	return p.grades(ctx, t)
}

// keywords checks the keywords by themselves and among each other.
func (p *prover) keywords(t *task.Task) string {
	if len(t.KeyAnswer) == 0 {
		return "blank: no keyword of the answer"
	}
	if len(t.AnswerValues) != len(t.KeyAnswer) {
		return fmt.Sprintf("invalid: %d typed answers for %d keywords", len(t.AnswerValues), len(t.KeyAnswer))
	}
	for i, k := range t.KeyAnswer {
		if fault := typed(k, &t.AnswerValues[i]); fault != "" {
			return fault
		}
		if !strings.Contains(t.Answer, k) {
			return fmt.Sprintf("invalid: keyword %q is not in the answer", k)
		}
	}
	for i, k := range t.KeyMiddle {
		if n := utf8.RuneCountInString(k); n > longestOnWay {
			return fmt.Sprintf("weak: keyword %d on the way has %d characters, and no answer repeats more than %d", i+1, n, longestOnWay)
		}
	}
	spellings := spellingsOf(t)
	for i, texts := range spellings {
		for _, text := range texts {
			trimmed := strings.TrimSpace(text)
			switch {
			case trimmed == "":
				return fmt.Sprintf("blank: keyword %d", i+1)
			case p.sentinel(t, trimmed):
				return fmt.Sprintf("sentinel: keyword %q", text)
			case utf8.RuneCountInString(trimmed) < shortest:
				return fmt.Sprintf("weak: keyword %q has fewer than %d characters", text, shortest)
			}
		}
	}
	return overlapping(t, spellings)
}

// spellingsOf returns the spellings of each keyword, the keyword itself first: keywords of
// the answer with their aliases, then intermediate keywords with theirs. Aliases of a yes or no are left
// out, because they are no names that could occur in other keywords, and so are particulars, which the question states.
func spellingsOf(t *task.Task) [][]string {
	var all [][]string
	for i, k := range t.KeyAnswer {
		texts := []string{k}
		if a := &t.AnswerValues[i]; a.Kind != value.Truth {
			texts = append(texts, a.Aliases...)
		}
		all = append(all, texts)
	}
	for _, k := range t.KeyMiddle {
		texts := []string{k}
		if i := slices.IndexFunc(t.MiddleValues, func(v value.Answer) bool { return v.Text == k }); i >= 0 {
			texts = append(texts, slices.DeleteFunc(slices.Clone(t.MiddleValues[i].Aliases), score.IsParticulars)...)
		}
		all = append(all, texts)
	}
	return all
}

// typed checks that a keyword equals its typed answer and that the answer is not zero, unless
// it is a count. An amount of zero is refused because tables write it for "not stated".
func typed(k string, a *value.Answer) string {
	switch {
	case a.Text != k && strings.TrimSpace(k) != "":
		return fmt.Sprintf("invalid: keyword %q is typed as %q", k, a.Text)
	case a.Kind == value.Number && a.Quantity != quantity.Count && strings.Trim(a.Number, "-0.") == "":
		return fmt.Sprintf("weak: keyword %q is nothing", k)
	}
	return ""
}

// overlapping checks that stating one keyword does not state another: no keyword may be part
// of another or the same amount in another unit. Numbers of different quantities, such as a
// ratio and a rank, are different amounts. A pattern is no text that a keyword can be part of: it is stated by a
// keyword that has a word of each of its groups. Two points may have the same opposite.
func overlapping(t *task.Task, spellings [][]string) string {
	for i, texts := range spellings {
		for _, text := range texts {
			folded, states := value.Fold(text), score.StatesPattern(text)
			for j, other := range spellings {
				if i != j && slices.ContainsFunc(other, func(o string) bool {
					if score.IsPattern(text) || score.IsPattern(o) {
						return text == o && !score.IsOpposite(text) || !score.IsPattern(text) && states(o)
					}
					return value.Includes(value.Fold(o), folded)
				}) {
					return fmt.Sprintf("part: keyword %q is in keyword %q", text, other[0])
				}
			}
		}
	}
	amount := func(a *value.Answer) value.Value {
		n, _ := value.ParseNumber(a.Number, a.Unit)
		return n
	}
	for i := range t.AnswerValues {
		for j := range i {
			a, b := &t.AnswerValues[i], &t.AnswerValues[j]
			if a.Kind == value.Number && b.Kind == value.Number && a.Quantity == b.Quantity && value.Equal(amount(a), amount(b)) {
				return fmt.Sprintf("part: keywords %q and %q are one amount", b.Text, a.Text)
			}
		}
	}
	return ""
}

// sentinel reports whether a text is a mark for "none" in the domain or in a column that
// the plan reads.
func (p *prover) sentinel(t *task.Task, text string) bool {
	if slices.Contains(p.Domain.Sentinels, text) {
		return true
	}
	if t.Plan == nil {
		return false
	}
	types, err := t.Plan.Types(p.Domain)
	if err != nil {
		return false
	}
	for _, from := range types {
		for _, name := range from.Columns {
			if slices.Contains(p.Domain.Table(from.Table).ColumnOrFact(name).Sentinels, text) {
				return true
			}
		}
	}
	return false
}

// leaks checks that neither the question, nor the draft, nor a start entity contains a
// keyword in any of its spellings.
func leaks(t *task.Task) string {
	if strings.TrimSpace(t.Question) == "" {
		return "blank: the task has no question"
	}
	question, draft := value.Fold(t.Question), value.Fold(t.Draft)
	for _, text := range slices.Concat(spellingsOf(t)...) {
		folded := value.Fold(text)
		switch {
		case strings.Contains(question, folded):
			return fmt.Sprintf("leak: keyword %q is in the question", text)
		case strings.Contains(draft, folded):
			return fmt.Sprintf("leak: keyword %q is in the draft", text)
		}
		for _, e := range t.Entities {
			if slices.ContainsFunc(e.Name, func(s string) bool { return strings.Contains(value.Fold(s), folded) }) {
				return fmt.Sprintf("leak: keyword %q is in the start entity %s", text, strings.Join(e.Name, " "))
			}
		}
	}
	return ""
}

// Ignorant returns the agents to which the strict grader must give no credit, keyed by the
// description of their behaviour that reports use. The map is new.
func Ignorant() map[string]agent.Agent {
	return map[string]agent.Agent{
		"who says nothing":              agent.Silent{},
		"who repeats the question":      agent.Echo{},
		"who always says the same":      agent.Constant{},
		"who lists all that can be had": agent.Lister{},
	}
}

// grades runs the strict grader over attackers and ignorant agents, which must earn nothing,
// and over the recorded trace, in which it must find every keyword. Attackers, to whom most tasks that fail
// are lost, come first, and are asked the draft, too, if it is not the question.
func (p *prover) grades(ctx context.Context, t *task.Task) (string, error) {
	grader := sync.OnceValue(func() *score.Grader { return score.NewGrader(task.Reference(t)) })
	if t.Draft != "" && t.Draft != t.Question {
		drafted := *t
		drafted.Question = t.Draft
		fault, err := p.graded.once("draft", &drafted, func() (string, error) { return p.attacked(ctx, &drafted, grader().Asking(t.Draft)) })
		if fault != "" || err != nil {
			return fault, err
		}
	}
	return p.graded.once("question", t, func() (string, error) {
		for _, grading := range []func(context.Context, *task.Task, *score.Grader) (string, error){p.attacked, p.guessedAt, p.earned} {
			if fault, err := grading(ctx, t, grader()); fault != "" || err != nil {
				return fault, err
			}
		}
		return "", nil
	})
}

// guessedAt runs the strict grader over the ignorant agents.
func (p *prover) guessedAt(ctx context.Context, t *task.Task, grader *score.Grader) (string, error) {
	for _, who := range slices.Sorted(maps.Keys(p.ignorant)) {
		transcript, err := p.solved(ctx, t, p.ignorant[who])
		if err != nil {
			return "", err
		}
		if rate := grader.Success(transcript.Attempt()); rate == nil || *rate != 0 {
			return fmt.Sprintf("guess: the strict grader gives %s a success rate of %s: want 0", who, percent(rate)), nil
		}
	}
	return "", nil
}

// earned checks that the strict grader finds every keyword of the recorded trace, intermediate values
// in the observations.
func (p *prover) earned(ctx context.Context, t *task.Task, grader *score.Grader) (string, error) {
	transcript, err := p.solved(ctx, t, agent.Replay{Steps: t.Steps, Answer: t.Answer})
	if err != nil {
		return "", err
	}
	for _, v := range grader.Found(transcript.Attempt()) {
		switch v.Outcome {
		case score.Credited:
		case score.Given:
			return fmt.Sprintf("leak: the strict grader finds keyword %q in the question", v.Keyword), nil
		default:
			return fmt.Sprintf("missed: the strict grader finds keyword %q of the recorded trace %s", v.Keyword, v.Outcome), nil
		}
	}
	return "", nil
}

// attacked runs the strict grader over the attackers, which are asked the question and share their
// observations. Templates are exempt, because the first record holds some of their many values.
func (p *prover) attacked(ctx context.Context, t *task.Task, grader *score.Grader) (string, error) {
	if t.Plan == nil || t.Plan.Template != "" {
		return "", nil
	}
	scene := attacker.NewScene()
	said := map[string]bool{} // number of calls and answer; in one scene equal pairs earn the same grade
	for _, a := range p.attackers {
		transcript, err := p.solved(ctx, t, a.InScene(scene))
		if err != nil {
			return "", err
		}
		key := fmt.Sprint(len(transcript.Calls), transcript.Answer)
		if transcript.Answer == "" || said[key] {
			continue
		}
		said[key] = true
		if rate := grader.Success(transcript.Attempt()); rate == nil || *rate != 0 {
			return fmt.Sprintf("guess: the strict grader gives the attacker %s a success rate of %s: want 0", a.Name, percent(rate)), nil
		}
	}
	return "", nil
}

// solved returns the transcript of an agent for a task.
func (p *prover) solved(ctx context.Context, t *task.Task, a agent.Agent) (*agent.Transcript, error) {
	return a.Solve(ctx, t.Question, p.Tools, agent.TrialEnv{Domain: p.Domain, Language: t.Language})
}

// percent formats a rate; nil is a rate that was not scored.
func percent(rate *float64) string {
	if rate == nil {
		return "nothing to look for"
	}
	return fmt.Sprintf("%.1f %%", 100**rate)
}
