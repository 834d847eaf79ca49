package attacker

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// maxCommonAnswers is how many of the commonest answers are given.
const maxCommonAnswers = 12

// TrainedOn returns attackers that have seen other tasks with their answers. Give them only
// questions of tasks that are not among those.
func TrainedOn(tasks []*task.Task) []Attacker {
	answers := answerCounts{}
	byForm := map[string]answerCounts{}
	columns := map[string]float64{}
	for _, t := range tasks {
		for i := range t.AnswerValues {
			v := &t.AnswerValues[i]
			answers.add(v.Text)
			if byForm[questionForm(t.Question)] == nil {
				byForm[questionForm(t.Question)] = answerCounts{}
			}
			byForm[questionForm(t.Question)].add(statedValue(v))
		}
		for _, c := range answerColumns(t.Plan) {
			columns[c]++
		}
	}
	commonest := answers.first(maxCommonAnswers)
	habit := func(s *Scene) string { return s.sentences(byForm[questionForm(s.question)].first(2)) }
	learned := func(s *Scene, cells []cell) string {
		cells = s.distinctCells(cells)
		sortBy(cells, func(c cell) float64 {
			if c.column == nil {
				return 0
			}
			return columns[c.column.Name]
		})
		return s.sentences(texts(cells[:min(maxCells, len(cells))]))
	}
	called := func(name string, text func(s *Scene) string) Attacker {
		return Attacker{Name: name, Calls: maxSearchCalls, Guesses: true, answer: func(ctx context.Context, s *Scene) (attackAnswer, error) {
			l, err := s.search(ctx)
			if err != nil {
				return attackAnswer{}, err
			}
			return attackAnswer{text(s), l.turns}, nil
		}}
	}
	some := overColumns("learned-one", nil, func(s *Scene, cells []cell) string {
		first, _, _ := strings.Cut(learned(s, cells), s.inLanguage("。", ". "))
		return first
	})
	some.PicksCell = true
	return []Attacker{
		called("evolved", func(s *Scene) string { return s.sentences(commonest) }),
		called("habit", habit),
		called("reply", func(s *Scene) string {
			if len(tasks) == 0 {
				return ""
			}
			return tasks[s.rand("reply").IntN(len(tasks))].Answer
		}),
		called("nearest", nearestAnswer(tasks)),
		overColumns("learned", nil, learned),
		some,
	}
}

// AnswerOf returns the attacker that gives the answer of another task, after calls that
// find something.
func AnswerOf(name string, other *task.Task) Attacker {
	return Attacker{Name: name, Calls: maxSearchCalls, Guesses: true, answer: func(ctx context.Context, s *Scene) (attackAnswer, error) {
		l, err := s.search(ctx)
		if err != nil {
			return attackAnswer{}, err
		}
		return attackAnswer{other.Answer, l.turns}, nil
	}}
}

// nearestAnswer returns the answer to the question that has most words in common with the one
// that is asked.
func nearestAnswer(tasks []*task.Task) func(s *Scene) string {
	words := make([]map[string]bool, len(tasks))
	for i, t := range tasks {
		words[i] = map[string]bool{}
		for _, w := range wordUnits(t.Question) {
			words[i][w] = true
		}
	}
	return func(s *Scene) string {
		asked := wordUnits(s.question)
		best, answer := -1., ""
		for i, have := range words {
			hits := 0
			for _, w := range asked {
				if have[w] {
					hits++
				}
			}
			if share := float64(hits) / float64(len(asked)+len(have)+1); share > best {
				best, answer = share, tasks[i].Answer
			}
		}
		return answer
	}
}

// statedValue is an answer as it may be said: a number with its unit.
func statedValue(v *value.Answer) string {
	if v.Kind == value.Number && v.Unit != "" && !strings.Contains(v.Text, v.Unit) {
		return v.Text + " " + v.Unit
	}
	return v.Text
}

// questionForm is what a question asks for, by its words: a measure, "whether", or "".
func questionForm(question string) string {
	s := &Scene{question: question}
	if whetherPattern.MatchString(question) {
		return "whether"
	}
	return s.askedMeasure()
}

// answerColumns returns the columns that the answers of a plan are taken from.
func answerColumns(p *plan.Program) (columns []string) {
	if p == nil {
		return nil
	}
	for _, a := range p.Answers {
		if n := p.Node(a.From); n != nil {
			columns = append(columns, n.Columns()...)
		}
	}
	return columns
}

// answerCounts counts texts.
type answerCounts map[string]int

func (r answerCounts) add(text string) { r[text]++ }

// first returns the n commonest texts, by how often they came, then by themselves.
func (r answerCounts) first(n int) []string {
	var all []string
	for text := range r {
		all = append(all, text)
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(r[b]-r[a], strings.Compare(a, b)) })
	return all[:min(n, len(all))]
}
