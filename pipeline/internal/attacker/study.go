package attacker

import (
	"cmp"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// maxCommonAnswers is the number of frequent answers that one answer lists.
const maxCommonAnswers = 12

// TrainedOn returns attackers that have seen the answers of other tasks. They must be given
// only questions of tasks outside tasks.
func TrainedOn(tasks []*task.Task) []Attacker {
	answers := answerCounts{}
	byForm := map[string]answerCounts{}
	columns := map[string]float64{}
	for _, t := range tasks {
		form := questionForm(t.Question)
		if byForm[form] == nil {
			byForm[form] = answerCounts{}
		}
		for i := range t.AnswerValues {
			v := &t.AnswerValues[i]
			answers.add(v.Text)
			byForm[form].add(statedValue(v))
		}
		for _, c := range answerColumns(t.Plan) {
			columns[c]++
		}
	}
	commonest := answers.first(maxCommonAnswers)
	habit := func(s *Scene) string { return s.sentences(byForm[questionForm(s.question)].first(2)) }
	learned := func(s *Scene, cells []cell) string {
		cells = slices.Clone(cells)
		sortBy(cells, func(c cell) float64 {
			if c.column == nil {
				return 0
			}
			return columns[c.column.Name]
		})
		return s.sentences(texts(cells[:min(maxCells, len(cells))]))
	}
	one := overColumns("learned-one", nil, func(s *Scene, cells []cell) string {
		first, _, _ := strings.Cut(learned(s, cells), s.inLanguage("。", ". "))
		return first
	})
	one.PicksCell = true
	return []Attacker{
		guessAfterSearch("evolved", func(s *Scene) string { return s.sentences(commonest) }),
		guessAfterSearch("habit", habit),
		guessAfterSearch("reply", func(s *Scene) string {
			if len(tasks) == 0 {
				return ""
			}
			return tasks[s.rand("reply").IntN(len(tasks))].Answer
		}),
		guessAfterSearch("nearest", nearestAnswer(tasks)),
		overColumns("learned", nil, learned),
		one,
	}
}

// AnswerOfOther returns an attacker that calls the lookups with the pieces of the
// question that look like names, as other attackers do, and then gives the Answer of
// other, whatever the calls returned. It keeps other, which must not be changed.
func AnswerOfOther(name string, other *task.Task) Attacker {
	return guessAfterSearch(name, func(*Scene) string { return other.Answer })
}

// nearestAnswer returns a function that gives the answer to the known question with the largest
// overlap of words.
func nearestAnswer(tasks []*task.Task) func(s *Scene) string {
	words := make([]map[string]bool, len(tasks))
	for i, t := range tasks {
		words[i] = map[string]bool{}
		for _, w := range wordUnits(t.Question) {
			words[i][w] = true
		}
	}
	return func(s *Scene) string {
		units := wordUnits(s.question)
		best, answer := -1., ""
		for i, have := range words {
			hits := 0
			for _, w := range units {
				if have[w] {
					hits++
				}
			}
			if share := float64(hits) / float64(len(units)+len(have)+1); share > best {
				best, answer = share, tasks[i].Answer
			}
		}
		return answer
	}
}

// statedValue returns an answer as a person may write it: a number with its unit.
func statedValue(v *value.Answer) string {
	if v.Kind == value.Number && v.Unit != "" && !strings.Contains(v.Text, v.Unit) {
		return v.Text + " " + v.Unit
	}
	return v.Text
}

// questionForm classifies a question by its words: the measure word of a count, "whether", or
// "" for any other.
func questionForm(question string) string {
	if whetherPattern.MatchString(question) {
		return "whether"
	}
	return countedIn(question)
}

// answerColumns returns the columns that the answers of a plan read.
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

// answerCounts counts answers by text.
type answerCounts map[string]int

func (r answerCounts) add(text string) { r[text]++ }

// first returns the n most frequent texts; of equally frequent texts, in alphabetical order.
func (r answerCounts) first(n int) []string {
	var all []string
	for text := range r {
		all = append(all, text)
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(r[b]-r[a], strings.Compare(a, b)) })
	return all[:min(n, len(all))]
}
