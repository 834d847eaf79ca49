package bench

import (
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/score/choice"
	"github.com/taskgrove/taskgrove/pipeline/score/citation"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Chance returns, by type of task, the mean strict success rate that an agent can get which
// does not know the answers: that of the best answer that is always the same, or of picking
// one of the rows that the plan's last lookup returns, or of guessing among the options of an exam
// item, whichever is highest. A type without
// chance is absent, and so are tasks of several hops and texts to write, whose answers are
// open. Twins are ignored.
func Chance(tasks []*task.Task) map[string]float64 {
	byType := map[string][]*task.Task{}
	for _, t := range tasks {
		if t.Twin == nil && t.Family != "" && t.Family != task.Multihop && t.Family != task.Writing {
			byType[t.Type] = append(byType[t.Type], t)
		}
	}
	chance := map[string]float64{}
	for name, of := range byType {
		if c := max(constantChance(of), choiceChance(of), guessChance(of)); c > 0 {
			chance[name] = c
		}
	}
	return chance
}

// constantChance is the highest rate of an answer that is always the same. One that is right
// for a single task is no chance: nobody could know it.
func constantChance(tasks []*task.Task) float64 {
	counts := map[string]int{}
	var provisions []citation.Provision
	most := 0
	for _, t := range tasks {
		if p, ok := task.LocatedProvision(t); ok {
			provisions = append(provisions, p)
		}
		var texts []string
		for i := range t.AnswerValues {
			texts = append(texts, t.AnswerValues[i].Text)
		}
		if t.Family == task.Exam {
			texts = t.KeyAnswer
		}
		key := strings.Join(texts, "\x00")
		counts[key]++
		most = max(most, counts[key])
	}
	n := float64(len(tasks))
	located := citation.Chance(provisions).Subitem * float64(len(provisions))
	if best := max(float64(most), located); best > 1 {
		return best / n
	}
	return 0
}

// choiceChance is the mean rate of picking one of the rows of the last lookup, where it
// returns several.
func choiceChance(tasks []*task.Task) float64 {
	sum := 0.
	for _, t := range tasks {
		if call := task.LastCall(t); call != nil && call.Rows > 1 {
			sum += 1 / float64(call.Rows)
		}
	}
	return sum / float64(len(tasks))
}

// guessChance is the mean rate of guessing among the options of exam items, see [choice.Chance].
func guessChance(tasks []*task.Task) float64 {
	sum := 0.
	for _, t := range tasks {
		if it, ok := task.ChoiceItem(t); ok {
			_, right := choice.Chance(it)
			sum += right
		}
	}
	return sum / float64(len(tasks))
}
