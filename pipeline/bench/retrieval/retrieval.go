// Package retrieval measures how well retrievers find the passages of law that tasks and texts rest
// on. It makes queries of which it is known what answers them, and finds at which rank a retriever
// returns that.
//
// What answers a query is read off names, never off a ranking, where that is possible: the passages
// that a text cites, or the provision that a task is about. Passages are told apart by the names of
// their headings, so any version of an article counts.
package retrieval

import (
	"context"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/internal/run"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// QuerySource says what queries are made of.
type QuerySource string

// The closed set of sources, in the order of reports.
const (
	// Plans are the plans that search passages. The query is the plan's. What answers it are the
	// passages that the text to be cited from names; where a plan takes the first passage with a name,
	// it is that passage, which the ranking of the tasks' own retriever has chosen.
	Plans QuerySource = "plans"
	// Writing are the texts to be written. The query is the question, and what answers it are the
	// passages that keywords or the reference cite and the question does not; others that a keyword
	// takes in their place will do.
	Writing QuerySource = "writing"
	// Texts are the texts of tables that cite passages. The query is the text without its citations.
	Texts QuerySource = "texts"
	// Located are the tasks that ask where a text stands in the law, and Named the other tasks about
	// one provision, which mostly name it and ask how it reads. The query is the question, and what
	// answers it is the provision.
	Located QuerySource = "located"
	Named   QuerySource = "named"
)

// Collection is passages with queries of one source.
type Collection struct {
	// Passages names the passages: those of the domain, or the table of provisions.
	Passages string
	// Source says what the queries are made of.
	Source QuerySource
	// Texts are the passages, and Names the name of each; "" for one without a name, which
	// answers nothing.
	Texts, Names []string
	// Queries are the queries, at least one.
	Queries []Query
}

// Query is a query that passages of a collection answer.
type Query struct {
	// Cluster is equal for queries that are alike, as those of tasks of one path.
	Cluster string
	// Text is what a retriever is asked.
	Text string
	// Needed has, for each passage that answers the query, its name and the names of those that
	// would do in its place; at least one, and each the name of a passage of the collection.
	Needed [][]string
}

// Limit returns the collection with at most n queries, spread evenly over it; n below 1 means all.
func (c *Collection) Limit(n int) Collection {
	limited := *c
	if all := len(c.Queries); n > 0 && n < all {
		limited.Queries = nil
		for i := range n {
			limited.Queries = append(limited.Queries, c.Queries[i*all/n])
		}
	}
	return limited
}

// QueryOutcome says where a retriever returned what answers a query.
type QueryOutcome struct {
	// Cluster is the query's.
	Cluster string
	// Ranks has, for each of [Query.Needed], the rank of the first passage with one of the names, from
	// 1; 0 if none is among those returned.
	Ranks []int
}

// Recall returns the share of what answers the query that is among the first k passages.
func (o *QueryOutcome) Recall(k int) float64 {
	found := 0
	for _, rank := range o.Ranks {
		if rank > 0 && rank <= k {
			found++
		}
	}
	return float64(found) / float64(len(o.Ranks))
}

// Rank asks a retriever each query of a collection for k passages, several at once, and returns the
// outcomes in the order of the queries. The retriever must rank the collection's texts, in their
// order. The error is the retriever's, or the cause of ctx.
func Rank(ctx context.Context, c *Collection, r tool.Retriever, k, workers int) ([]QueryOutcome, error) {
	return run.Map(ctx, max(1, workers), c.Queries, func(ctx context.Context, _ int, q Query) (QueryOutcome, error) {
		found, err := r.Retrieve(ctx, q.Text, k)
		if err != nil {
			return QueryOutcome{}, err
		}
		o := QueryOutcome{Cluster: q.Cluster, Ranks: make([]int, len(q.Needed))}
		for i, names := range q.Needed {
			o.Ranks[i] = 1 + slices.IndexFunc(found, func(p tool.Passage) bool { return slices.Contains(names, c.Names[p.Number]) })
		}
		return o, nil
	})
}
