package dataset

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// TypeMeans are the figures of the tasks of one type as means: over tasks, and for lengths of
// keywords over keywords. Means over nothing are 0.
type TypeMeans struct {
	// Type is the tasks' type, and Tasks their number; "ALL" for all tasks.
	Type  string `json:"type"`
	Tasks int    `json:"tasks"`
	// Query and Answer are the lengths of questions and answers in characters.
	Query  float64 `json:"query"`
	Answer float64 `json:"answer"`
	// KeyAnswer and KeyMiddle are the numbers of keywords, the others their lengths in characters.
	KeyAnswer       float64 `json:"key_answer"`
	KeyAnswerLength float64 `json:"key_answer_length"`
	KeyMiddle       float64 `json:"key_middle"`
	KeyMiddleLength float64 `json:"key_middle_length"`
}

// Means returns the means of a statistic.
func (s Statistic) Means() TypeMeans {
	over := func(sum, n int) float64 {
		if n == 0 {
			return 0
		}
		return float64(sum) / float64(n)
	}
	return TypeMeans{s.Type, s.Tasks, over(s.Query, s.Tasks), over(s.Answer, s.Tasks), over(s.KeyAnswer, s.Tasks), over(s.KeyAnswerLength, s.KeyAnswer),
		over(s.KeyMiddle, s.Tasks), over(s.KeyMiddleLength, s.KeyMiddle)}
}

// PublishedMeans returns Table 2 of LegalAgentBench (arXiv 2412.17259), whose tasks are in Chinese.
func PublishedMeans() []TypeMeans {
	return []TypeMeans{
		{"1-hop", 80, 88.29, 74.20, 1.88, 10.59, 0.13, 9.20},
		{"2-hop", 80, 87.90, 40.84, 1.44, 5.94, 1.45, 9.72},
		{"3-hop", 60, 99.37, 45.53, 1.20, 6.07, 2.87, 10.95},
		{"4-hop", 40, 118.33, 63.48, 1.40, 6.59, 4.78, 11.35},
		{"5-hop", 20, 110.25, 86.20, 2.25, 6.93, 5.60, 11.25},
		{"writing", 20, 1059.95, 678.75, 10.25, 12.58, 6.20, 7.21},
		{score.All, 300, 160.65, 99.24, 2.14, 9.28, 2.42, 10.24},
	}
}

// BesidePublished holds tasks over tables against those of LegalAgentBench.
type BesidePublished struct {
	// Ours and Published have the means of the same types, those that both have, in the order of
	// [Statistics].
	Ours      []TypeMeans `json:"ours"`
	Published []TypeMeans `json:"published"`
	// Chinese says that all tasks are in Chinese, so that lengths can be compared.
	Chinese bool `json:"chinese"`
	// Shares are shares of the questions that ask for more than one thing, texts to write left out.
	Shares []SharePair `json:"shares"`
	// Thinner says where ours have less than four fifths of what the published tasks have; never nil.
	// Types of fewer than ten tasks are left out, and keywords of which the published ones have less
	// than half a one.
	Thinner []ThinFigure `json:"thinner"`
}

// ThinFigure is a figure of which our tasks have less than the published ones.
type ThinFigure struct {
	// Type is the tasks' type; "" for a share of all questions.
	Type string `json:"type,omitempty"`
	// Figure is "key_answer", "key_middle", "length of query", "length of answer", or what the
	// questions of a [SharePair] have.
	Figure string `json:"figure"`
	// Ours and Published are the two means or shares.
	Ours      float64 `json:"ours"`
	Published float64 `json:"published"`
}

// String says it in a sentence.
func (f ThinFigure) String() string {
	if f.Type == "" {
		return fmt.Sprintf("%s: %.1f %% of questions, published %.1f %%", f.Figure, 100*f.Ours, 100*f.Published)
	}
	return fmt.Sprintf("%s: %s is %.2f, published %.2f", f.Type, f.Figure, f.Ours, f.Published)
}

// SharePair is a share of our questions beside one of the published ones.
type SharePair struct {
	// What says what these questions have.
	What string `json:"what"`
	// N of Of are ours, PublishedN of PublishedOf those of LegalAgentBench.
	N           int `json:"n"`
	Of          int `json:"of"`
	PublishedN  int `json:"published_n"`
	PublishedOf int `json:"published_of"`
}

// CompareWithPublished holds those of the tasks that are over tables, multi-hop questions and texts
// to write, against the published ones; nil if no task is a multi-hop question. Tasks with a plan
// have to fit their domain.
func CompareWithPublished(tasks []*task.Task) *BesidePublished {
	tasks = slices.DeleteFunc(slices.Clone(tasks), func(t *task.Task) bool {
		return t.Twin != nil || t.Family != task.Multihop && t.Family != task.Writing
	})
	if !slices.ContainsFunc(tasks, func(t *task.Task) bool { return t.Family == task.Multihop }) {
		return nil
	}
	b := &BesidePublished{Thinner: []ThinFigure{}}
	b.Chinese = !slices.ContainsFunc(tasks, func(t *task.Task) bool { return t.Language != "zh" })
	published := PublishedMeans()
	for _, s := range Statistics(tasks) {
		if i := slices.IndexFunc(published, func(p TypeMeans) bool { return p.Type == s.Type }); i >= 0 {
			b.Ours, b.Published = append(b.Ours, s.Means()), append(b.Published, published[i])
		}
	}
	b.count(tasks)
	b.warn()
	return b
}

// count sets the shares. The published ones are of the 94 questions of LegalAgentBench with
// keywords at hand (commit e6557ba), the second by reading them, and of all 280 questions for lists.
func (b *BesidePublished) count(tasks []*task.Task) {
	b.Shares = []SharePair{
		{What: "more than one key_answer", PublishedN: 34, PublishedOf: 94},
		{What: "several columns or facts asked for", PublishedN: 28, PublishedOf: 94},
		{What: "a list of two values or more", PublishedN: 12, PublishedOf: 280},
	}
	for _, t := range tasks {
		if t.Family != task.Multihop {
			continue
		}
		has := func(op plan.Operator) bool { return slices.Contains(t.Structure.Operators, op) }
		several := has("columns") || has("followup") || t.Plan != nil && len(t.Plan.Answers) > 1
		for i, holds := range []bool{len(t.KeyAnswer) > 1, several, has("list") && len(t.KeyAnswer) > 1} {
			b.Shares[i].Of++
			if holds {
				b.Shares[i].N++
			}
		}
	}
}

// warn sets what is thinner.
func (b *BesidePublished) warn() {
	const least, fewest, some = 0.8, 10, 0.5
	for i, ours := range b.Ours {
		published := b.Published[i]
		if ours.Type == score.All { // which depends on how many tasks there are of each type
			continue
		}
		for _, f := range []struct {
			what            string
			ours, published float64
			length          bool
		}{
			{"key_answer", ours.KeyAnswer, published.KeyAnswer, false}, {"key_middle", ours.KeyMiddle, published.KeyMiddle, false},
			{"length of query", ours.Query, published.Query, true}, {"length of answer", ours.Answer, published.Answer, true},
		} {
			if ours.Tasks >= fewest && f.published >= some && f.ours < least*f.published && (b.Chinese || !f.length) {
				b.Thinner = append(b.Thinner, ThinFigure{ours.Type, f.what, f.ours, f.published})
			}
		}
	}
	for _, s := range b.Shares {
		if share, published := s.Rates(); s.Of >= fewest && share < least*published {
			b.Thinner = append(b.Thinner, ThinFigure{"", s.What, share, published})
		}
	}
}

// Rates returns the two shares; 0 of none.
func (s *SharePair) Rates() (ours, published float64) {
	return float64(s.N) / float64(max(1, s.Of)), float64(s.PublishedN) / float64(s.PublishedOf)
}

// rows returns the head and the rows of the table: ours, with the published figure in brackets.
func (b *BesidePublished) rows() (head []string, rows [][]string) {
	for i, ours := range b.Ours {
		p := b.Published[i]
		both := func(ours, published float64) string { return fmt.Sprintf("%.2f (%.2f)", ours, published) }
		length := func(ours, published float64) string {
			if !b.Chinese {
				return fmt.Sprintf("%.2f", ours)
			}
			return both(ours, published)
		}
		rows = append(rows, []string{ours.Type, fmt.Sprintf("%d (%d)", ours.Tasks, p.Tasks), length(ours.Query, p.Query), length(ours.Answer, p.Answer),
			both(ours.KeyAnswer, p.KeyAnswer), length(ours.KeyAnswerLength, p.KeyAnswerLength), both(ours.KeyMiddle, p.KeyMiddle), length(ours.KeyMiddleLength, p.KeyMiddleLength)})
	}
	return statisticsHead, rows
}

// statisticsHead is the head of tables of statistics.
var statisticsHead = []string{"type", "tasks", "length of query", "length of answer", "key_answer", "length of key_answer", "key_middle", "length of key_middle"}

// lines says the shares, a line each.
func (b *BesidePublished) lines() (lines []string) {
	for _, s := range b.Shares {
		ours, published := s.Rates()
		lines = append(lines, fmt.Sprintf("%s: %d of %d questions, %.1f %% (%.1f %%)", s.What, s.N, s.Of, 100*ours, 100*published))
	}
	return lines
}

// WriteText writes the comparison for people: a table, shares, and what is thinner. The error is the
// writer's.
func (b *BesidePublished) WriteText(w io.Writer) error {
	var text strings.Builder
	text.WriteString("beside Table 2 of LegalAgentBench, published figures in brackets\n")
	columns := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	head, rows := b.rows()
	for _, r := range slices.Concat([][]string{head}, rows) {
		fmt.Fprintln(columns, strings.Join(r, "\t"))
	}
	columns.Flush() // writing to a strings.Builder cannot fail
	for _, line := range b.lines() {
		fmt.Fprintln(&text, line)
	}
	for _, f := range b.Thinner {
		fmt.Fprintln(&text, "warning: thinner than published: "+f.String())
	}
	_, err := io.WriteString(w, text.String())
	return err
}
