package score

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Tokens counts the tokens that a model read and wrote.
type Tokens struct {
	// Input and Output are counted by the model's own tokenizer.
	Input  int64 `json:"input"`
	Output int64 `json:"output"`
	// Total is Input plus Output, or the total that the source of the counts reports.
	Total int64 `json:"total"`
}

// A GradedTask is one task's type and scores, the input of [Summarise].
type GradedTask struct {
	// Type is the group that the task is reported in.
	Type string
	// Answered reports that there is an attempt; without one, the fields below are ignored.
	Answered bool
	// Paper and Strict are the attempt's rates.
	Paper, Strict Rates
	// Tokens is the attempt's token count; nil if unknown.
	Tokens *Tokens
}

// A Mean is the mean of one rate over the tasks that have a score.
type Mean struct {
	// N is the number of tasks scored.
	N int `json:"n"`
	// Mean is in [0, 1]; nil if N is 0.
	Mean *float64 `json:"mean"`
}

// Means are the mean success rate and the mean process rate.
type Means struct {
	// Success is the mean success rate.
	Success Mean `json:"success"`
	// Process is the mean process rate.
	Process Mean `json:"process"`
}

// A TokenTotal is the sum of the tokens of several attempts, with their number.
type TokenTotal struct {
	// N is the number of attempts whose tokens are known.
	N int `json:"n"`
	Tokens
}

// A TypeSummary has the means over the tasks of one type.
type TypeSummary struct {
	// Type is the type of task; [All] in the row over all tasks.
	Type string `json:"type"`
	// Tasks is the number of tasks, and Answered the number of tasks with an attempt. Means
	// are over attempts: a task without an attempt lowers no mean.
	Tasks    int `json:"tasks"`
	Answered int `json:"answered"`
	// Paper and Strict are the means by each rule.
	Paper  Means `json:"paper"`
	Strict Means `json:"strict"`
	// Tokens is the sum over the attempts.
	Tokens TokenTotal `json:"tokens"`
}

// All is the type of the row over all tasks.
const All = "ALL"

// Summarise returns a row for each type, ordered by [CompareTypes], and then one over all
// tasks, even if there are none. Means do not depend on the order of types; they are summed
// in the order of samples, which can affect the last bits.
func Summarise(samples []GradedTask) []TypeSummary {
	byType := map[string][]GradedTask{}
	for _, s := range samples {
		byType[s.Type] = append(byType[s.Type], s)
	}
	var rows []TypeSummary
	for t, group := range byType {
		rows = append(rows, row(t, group))
	}
	slices.SortFunc(rows, func(a, b TypeSummary) int { return CompareTypes(a.Type, b.Type) })
	return append(rows, row(All, samples))
}

func row(name string, samples []GradedTask) TypeSummary {
	r := TypeSummary{Type: name, Tasks: len(samples)}
	var attempts []GradedTask
	for _, s := range samples {
		if !s.Answered {
			continue
		}
		attempts = append(attempts, s)
		if s.Tokens != nil {
			r.Tokens.N++
			r.Tokens.Input += s.Tokens.Input
			r.Tokens.Output += s.Tokens.Output
			r.Tokens.Total += s.Tokens.Total
		}
	}
	r.Answered = len(attempts)
	r.Paper = means(attempts, func(s GradedTask) Rates { return s.Paper })
	r.Strict = means(attempts, func(s GradedTask) Rates { return s.Strict })
	return r
}

func means(samples []GradedTask, mode func(GradedTask) Rates) Means {
	return Means{
		Success: mean(samples, func(s GradedTask) *float64 { return mode(s).Success }),
		Process: mean(samples, func(s GradedTask) *float64 { return mode(s).Process }),
	}
}

func mean(samples []GradedTask, metric func(GradedTask) *float64) (m Mean) {
	var sum float64
	for _, s := range samples {
		if r := metric(s); r != nil {
			m.N++
			sum += *r
		}
	}
	if m.N > 0 {
		sum /= float64(m.N)
		m.Mean = &sum
	}
	return m
}

// CompareTypes compares two types of tasks as [cmp.Compare] does: 1-hop, 2-hop and so on by
// number, then the others by name, with writing last.
func CompareTypes(a, b string) int {
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
}

func rank(t string) int {
	const others, last = 1 << 30, 1<<30 + 1
	if t == "writing" {
		return last
	}
	if hops, ok := strings.CutSuffix(t, "-hop"); ok {
		if n, err := strconv.Atoi(hops); err == nil && n >= 0 && n < others {
			return n
		}
	}
	return others
}
