package dataset

import (
	"fmt"
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// Statistic describes the tasks of one type by sums. Divide by Tasks for means, and the
// lengths of keywords by KeyAnswer and KeyMiddle.
type Statistic struct {
	// Type is the tasks' type; "ALL" for all tasks.
	Type string
	// Tasks is the number of tasks.
	Tasks int
	// Query and Answer are the total lengths of questions and answers in characters.
	Query, Answer int
	// KeyAnswer and KeyMiddle are the total numbers of keywords.
	KeyAnswer, KeyMiddle int
	// KeyAnswerLength and KeyMiddleLength are the total lengths of keywords in characters.
	KeyAnswerLength, KeyMiddleLength int
}

// Statistics describes tasks by type, as Table 2 of LegalAgentBench does: types that begin
// with a number in the order of the numbers, then the others by name, then "ALL".
func Statistics(tasks []*task.Task) []Statistic {
	by := map[string]*Statistic{}
	all := Statistic{Type: "ALL"}
	for _, t := range tasks {
		if by[t.Type] == nil {
			by[t.Type] = &Statistic{Type: t.Type}
		}
		by[t.Type].add(t)
		all.add(t)
	}
	var out []Statistic
	for _, s := range by {
		out = append(out, *s)
	}
	slices.SortFunc(out, func(a, b Statistic) int { return compareTypes(a.Type, b.Type) })
	return append(out, all)
}

func (s *Statistic) add(t *task.Task) {
	characters := func(texts ...string) int { return len([]rune(strings.Join(texts, ""))) }
	s.Tasks++
	s.Query += characters(t.Question)
	s.Answer += characters(t.Answer)
	s.KeyAnswer += len(t.KeyAnswer)
	s.KeyMiddle += len(t.KeyMiddle)
	s.KeyAnswerLength += characters(t.KeyAnswer...)
	s.KeyMiddleLength += characters(t.KeyMiddle...)
}

// compareTypes orders numbered types by number, before all others.
func compareTypes(a, b string) int {
	number := func(s string) string {
		n := s[:len(s)-len(strings.TrimLeft(s, "0123456789"))]
		if n == "" {
			return "~" // after every digit
		}
		return fmt.Sprintf("%20s", n)
	}
	if c := strings.Compare(number(a), number(b)); c != 0 {
		return c
	}
	return strings.Compare(a, b)
}
