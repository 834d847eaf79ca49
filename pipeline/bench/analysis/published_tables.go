package analysis

import (
	"fmt"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/dataset"
)

// PublishedTables returns two tables that compare tasks with those of LegalAgentBench (arXiv 2412.17259): the means of
// its Table 2 by type, with a note for each figure of which our tasks have less, and shares of questions. It returns
// no table for nil.
func PublishedTables(b *dataset.BesidePublished) []Table {
	if b == nil {
		return nil
	}
	return exported([]table{publishedMeans(b), publishedShares(b)})
}

// publishedMeans has two rows for each type. Published lengths are in Chinese characters and are left
// out beside tasks in other languages.
func publishedMeans(b *dataset.BesidePublished) table {
	t := table{
		name: "tasks-beside-published", title: "tasks beside Table 2 of LegalAgentBench", spanned: 1,
		head: []string{"type", "set", "tasks", "length of query", "length of answer", "key_answer", "length of key_answer", "key_middle", "length of key_middle"},
	}
	for i := range b.Ours {
		t.rows = append(t.rows, meansRow("this one", &b.Ours[i], true), meansRow("LegalAgentBench", &b.Published[i], b.Chinese))
	}
	for _, f := range b.Thinner {
		t.notes = append(t.notes, "thinner than published: "+f.String())
	}
	return t
}

// meansRow returns the means of a type as cells. Without lengths, the cells of lengths have no value.
func meansRow(set string, m *dataset.TypeMeans, lengths bool) []string {
	count := func(x float64) string { return formatDecimals(&x, 2) }
	length := func(x float64) string {
		if !lengths {
			return noValue
		}
		return count(x)
	}
	return []string{m.Type, set, strconv.Itoa(m.Tasks), length(m.Query), length(m.Answer), count(m.KeyAnswer), length(m.KeyAnswerLength), count(m.KeyMiddle), length(m.KeyMiddleLength)}
}

func publishedShares(b *dataset.BesidePublished) table {
	t := table{
		name: "questions-beside-published", title: "questions that ask for more than one thing, beside LegalAgentBench, in percent",
		head: []string{"questions with", "this set", "number", "LegalAgentBench", "number"},
	}
	for _, s := range b.Shares {
		ours, published := s.Rates()
		t.rows = append(t.rows, []string{s.What, formatPercent(&ours), fmt.Sprintf("%d of %d", s.N, s.Of), formatPercent(&published), fmt.Sprintf("%d of %d", s.PublishedN, s.PublishedOf)})
	}
	return t
}
