package demand

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/cue"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// ranking is the ranking of a node: by which column, from which end, and which place.
type ranking struct {
	column ColumnName
	end    plan.Order
	rank   int
}

// ranking returns the ranking of a node. The largest and the smallest number of a column
// are those in the first row of a ranking. ok is false for any other node.
func (r *programReader) ranking(n *plan.Node) (x ranking, ok bool) {
	column, end, rank, ok := cue.Ranking(n)
	if !ok {
		return ranking{}, false
	}
	return ranking{r.rowsColumn(n.From[0], column), end, max(1, rank)}, true
}

// rankedRows says whose rows a node ranks: the start entities and linking columns that it
// depends on, without those of an earlier ranking by the same column.
func (r *programReader) rankedRows(n *plan.Node, column ColumnName) (by Texts) {
	own, earlier := map[string]bool{}, map[string]bool{}
	r.upstream(n.From[0], own)
	leads := map[string]bool{}
	for i := range r.program.Nodes {
		m := &r.program.Nodes[i]
		if !own[m.Name] {
			continue
		}
		if x, ok := r.ranking(m); ok && x.column == column {
			r.upstream(m.Name, earlier)
		}
		for _, from := range linkInputs(m) {
			leads[r.withoutHaving(from)] = true
		}
	}
	for i := range r.program.Nodes {
		m := &r.program.Nodes[i]
		if !own[m.Name] || earlier[m.Name] {
			continue
		}
		text := ""
		switch o := m.Do.(type) {
		case *plan.Start:
			text = draft.Name(o.Value)
		case *plan.Project:
			if leads[m.Name] {
				text = r.resultColumn(m.Name).Column
			}
		}
		if text != "" && !slices.Contains(by, text) {
			by = append(by, text)
		}
	}
	return by
}

// rankingDifference compares whose rows the superlatives rank, where several rank by one
// column with different ends or ranks: there an exchange changes the question, and no list
// of operators shows it.
func (c *canonical) rankingDifference(w *vocabulary, got *canonical) Misreading {
	for i := range c.operators {
		o := &c.operators[i]
		if o.kind != Superlative {
			continue
		}
		var group []*canonicalOperator
		first, differ := false, false
		for j := range c.operators {
			if p := &c.operators[j]; p.kind == Superlative && p.column.same(&o.column) {
				first = first || len(group) == 0 && i == j
				differ = differ || !o.same(p)
				group = append(group, p)
			}
		}
		if first && differ {
			if m := w.misplacedRanking(group, got); m.Field != "" {
				return m
			}
		}
	}
	return Misreading{}
}

// misplacedRanking compares the superlatives of a demand that rank by one column with those
// that a model read. Superlatives of which neither the names nor the linking columns differ
// cannot be told apart.
func (w *vocabulary) misplacedRanking(group []*canonicalOperator, got *canonical) Misreading {
	distinct, placed := 0, 0
	for i, o := range group {
		if w.rankedBy(group, o.by) == i {
			distinct++
		}
	}
	var unplaced *canonicalOperator
	for j := range got.operators {
		p := &got.operators[j]
		if p.kind != Superlative || !group[0].column.same(&p.column) {
			continue
		}
		i := w.rankedBy(group, p.by)
		switch {
		case i < 0:
			unplaced = p
		case !group[i].same(p):
			return Misreading{Field: "operators", Missing: group[i].piece, Added: p.piece}
		default:
			placed++
		}
	}
	if unplaced != nil && placed < min(distinct, len(group)-1) {
		i := slices.IndexFunc(group, func(o *canonicalOperator) bool { return o.same(unplaced) })
		return Misreading{Field: "operators", Missing: group[max(i, 0)].piece, Added: unplaced.piece}
	}
	return Misreading{}
}

// rankedBy returns the index of the superlative whose rows are described by texts: the last
// one to which one of the texts belongs and to no other, because the rows of a later step
// are also found by the names of the steps before. It returns -1 if there is none.
func (w *vocabulary) rankedBy(group []*canonicalOperator, texts []string) int {
	last := -1
	for _, text := range texts {
		for _, matches := range []func(own, text string) bool{sameText, w.samePlace} {
			var found []int
			for i, o := range group {
				if slices.ContainsFunc(o.by, func(own string) bool { return matches(own, text) }) {
					found = append(found, i)
				}
			}
			if len(found) == 1 {
				last = max(last, found[0])
			}
			if found != nil {
				break
			}
		}
	}
	return last
}

// sameText reports whether a text is a name or the label of a column, or contains it.
func sameText(own, text string) bool {
	own, text = fold(own), fold(text)
	return own == text || len([]rune(own)) > 1 && strings.Contains(text, own)
}

// samePlace reports whether two texts can name the same column or entity type.
func (w *vocabulary) samePlace(own, text string) bool {
	text = demonstrative.ReplaceAllString(value.Fold(text), "")
	return intersect(w.columns(ColumnName{Column: own}), w.columns(ColumnName{Column: text}))
}
