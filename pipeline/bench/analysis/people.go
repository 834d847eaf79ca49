package analysis

import (
	"fmt"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/score/choice"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// peopleRow is the name of the row of people in tables of exam scores.
const peopleRow = "people"

// PeopleScores are the scores of the answers that people gave to exam items before they saw the
// key. An item that several people answered counts once, with the mean of their grades.
type PeopleScores struct {
	// People is the number of people, Answers that of their answers, and Items that of the items
	// that they answered, which may be a part of all.
	People  int `json:"people"`
	Answers int `json:"answers"`
	Items   int `json:"items"`
	// Exam has the scores over these items, as [choice.Tabulate] orders them.
	Exam []choice.ScoreCell `json:"exam"`
	// Agents has the scores of each agent over the same items, in the order of
	// [Analysis.Agents].
	Agents []SameItemsScores `json:"agents"`
}

// SameItemsScores are the scores of an agent over the items that people answered.
type SameItemsScores struct {
	Agent string             `json:"agent"` // the agent's name
	Exam  []choice.ScoreCell `json:"exam"`  // over these items, as [choice.Tabulate] orders them
}

// people returns the scores of people's answers to exam items; nil without any.
func (s *taskSet) people(marks []bench.Mark, order []*agentMarks, level float64) (*PeopleScores, error) {
	of := &agentMarks{attempts: make([][]*bench.Mark, len(s.tasks))}
	p := &PeopleScores{Agents: []SameItemsScores{}}
	names := map[string]bool{}
	var items []int
	for i := range marks {
		m := &marks[i]
		if err := validateMark(m); err != nil {
			return nil, err
		}
		number, ok := s.number[m.Task]
		if _, isItem := s.choiceItem(number, ok); !isItem {
			continue
		}
		if of.attempts[number] == nil {
			items = append(items, number)
		}
		of.attempts[number] = append(of.attempts[number], m)
		names[m.Agent] = true
		p.Answers++
	}
	if items == nil {
		return nil, nil
	}
	slices.Sort(items)
	p.People, p.Items = len(names), len(items)
	p.Exam = choice.Tabulate(s.gradedItems(of, items), task.ExamTypes(), level)
	for _, a := range order {
		p.Agents = append(p.Agents, SameItemsScores{a.agent, choice.Tabulate(s.gradedItems(a, items), task.ExamTypes(), level)})
	}
	return p, nil
}

// choiceItem returns the options and key of a task, by its number; false without one, and for a
// task that is no exam item.
func (s *taskSet) choiceItem(number int, known bool) (*choice.KeyedItem, bool) {
	if !known {
		return nil, false
	}
	return task.ChoiceItem(s.tasks[number])
}

// examRow is a row of cells of exam scores.
type examRow struct {
	name  string
	cells []choice.ScoreCell
}

// examRows returns the exam scores of all agents over all items, then those of people over the items
// that they answered.
func (a *Analysis) examRows() (rows []examRow) {
	for i := range a.Agents {
		rows = append(rows, examRow{a.Agents[i].Agent, a.Agents[i].Exam})
	}
	if p := a.People; p != nil {
		rows = append(rows, examRow{peopleRow, p.Exam})
	}
	return rows
}

// sameItems returns the table of agents' scores over the items that people answered; an empty one
// without people.
func (a *Analysis) sameItems() table {
	p := a.People
	if p == nil {
		return table{}
	}
	var rows []examRow
	for _, of := range p.Agents {
		rows = append(rows, examRow{of.Agent, of.Exam})
	}
	rows = append(rows, examRow{peopleRow, p.Exam})
	return a.examScores("exam scores on the items that people answered", rows, []string{"type"}, choice.Overall, choice.ByType)
}

// note says what the row of people rests on.
func (p *PeopleScores) note() string {
	return fmt.Sprintf("%s: %d answers of %d people to %d items, given before they saw the key; agents' rows in the other tables may be over more items", peopleRow, p.Answers, p.People, p.Items)
}
