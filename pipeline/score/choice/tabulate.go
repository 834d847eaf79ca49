package choice

import (
	"cmp"
	"maps"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/bench/estimate"
)

// MinCellItems is the number of items below which a cell of a table is marked: LegalBench.PT has
// cells of one question.
const MinCellItems = 20

// GradedItem is an item with the grades of one agent, the input of [Tabulate].
type GradedItem struct {
	// Field is the field of law, Group the group of fields that it belongs to; "" if unknown.
	Field string
	Group string
	// Type is the type that the item is reported under, Form what it asks for.
	Type string
	Form AnswerForm
	// Class is the right answer of a single one, by which recall is counted: "B", "falsa". It
	// is ignored for other forms.
	Class string
	// Cluster names the items that tend to be answered right or wrong together.
	Cluster string
	// Paper and Strict are the grades, in [0, 1]; nil for an item without an answer, which enters
	// no score.
	Paper  *float64
	Strict *float64
	// PaperChance and StrictChance are what a guess can expect, see [Chance].
	PaperChance  float64
	StrictChance float64
}

// Grouping says which items a [ScoreCell] is over.
type Grouping string

// The closed set of groupings.
const (
	Overall     Grouping = "all"
	ByGroup     Grouping = "group"
	ByType      Grouping = "type"
	ByField     Grouping = "field"
	ByFieldType Grouping = "field-type" // the items of one field and one type
)

// ScoreCell has the scores of one agent over the items of one group, type, field, or field and
// type.
type ScoreCell struct {
	// By says what the items have in common; Group, Field and Type name it. Those of them that
	// differ between the items, or are unknown, are "".
	By    Grouping `json:"by"`
	Group string   `json:"group,omitempty"`
	Field string   `json:"field,omitempty"`
	Type  string   `json:"type,omitempty"`
	// Items is the number of items, those without an answer included. Few marks a cell of fewer
	// than [MinCellItems].
	Items int  `json:"items"`
	Few   bool `json:"few,omitempty"`
	// Paper is the paper's score: within a field and type the balanced accuracy or the mean F1,
	// elsewhere the mean of these weighted by items. Strict is the share of right answers.
	Paper  estimate.Estimate `json:"paper"`
	Strict estimate.Estimate `json:"strict"`
	// PaperChance and StrictChance are the same scores of a guess, in expectation; 0 without an
	// answered item.
	PaperChance  float64 `json:"paper_chance"`
	StrictChance float64 `json:"strict_chance"`
}

// Tabulate returns the scores over all items, then by group, type, field, and field and type, each
// ordered by name, and types as in types. It is nil without items. Cells of items without group or
// field have "" as its name, and come first.
//
// The balanced accuracy of a cell with C different keys is the sum over its items of
// right/(C·n), for n items with the same key. All scores are therefore means with weights that the
// keys alone determine, and their intervals are those of [estimate.Share] for such weights: they
// respect clusters, and do not assume that the recall of a class with one item is known.
func Tabulate(items []GradedItem, types []string, level float64) (cells []ScoreCell) {
	weights := paperWeights(items)
	for _, by := range []Grouping{Overall, ByGroup, ByType, ByField, ByFieldType} {
		members := map[ScoreCell][]int{} // by the names of a cell
		for i := range items {
			name := items[i].cell(by)
			members[name] = append(members[name], i)
		}
		names := slices.SortedFunc(maps.Keys(members), func(a, b ScoreCell) int {
			return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Field, b.Field), cmp.Compare(slices.Index(types, a.Type), slices.Index(types, b.Type)), cmp.Compare(a.Type, b.Type))
		})
		for _, name := range names {
			cells = append(cells, name.over(items, members[name], weights, level))
		}
	}
	return cells
}

// cell returns the names of the cell of an item.
func (it *GradedItem) cell(by Grouping) ScoreCell {
	switch c := (ScoreCell{By: by}); by {
	case ByGroup:
		c.Group = it.Group
		return c
	case ByType:
		c.Type = it.Type
		return c
	case ByField:
		c.Group, c.Field = it.Group, it.Field
		return c
	case ByFieldType:
		c.Group, c.Field, c.Type = it.Group, it.Field, it.Type
		return c
	default:
		return c
	}
}

// paperWeights returns the weight of each item that has an answer: n/(C·m) for a single answer, if
// its cell has n items of C classes and m of its class; 1 for others. The weights of a cell add up
// to n.
func paperWeights(items []GradedItem) []float64 {
	type class struct {
		cell ScoreCell
		key  string
	}
	inCell, inClass, classes := map[ScoreCell]int{}, map[class]int{}, map[ScoreCell]int{}
	of := func(it *GradedItem) class { return class{it.cell(ByFieldType), it.Class} }
	for i := range items {
		it := &items[i]
		if it.Paper == nil || !it.Form.Single() {
			continue
		}
		c := of(it)
		if inClass[c] == 0 {
			classes[c.cell]++
		}
		inCell[c.cell]++
		inClass[c]++
	}
	weights := make([]float64, len(items))
	for i := range items {
		weights[i] = 1
		if it := &items[i]; it.Paper != nil && it.Form.Single() {
			c := of(it)
			weights[i] = float64(inCell[c.cell]) / float64(classes[c.cell]*inClass[c])
		}
	}
	return weights
}

// over returns the scores of a cell.
func (c ScoreCell) over(items []GradedItem, members []int, weights []float64, level float64) ScoreCell {
	var paper, strict []estimate.Measurement
	var guessedPaper, guessedStrict, total float64
	for _, i := range members {
		it := &items[i]
		if it.Paper == nil || it.Strict == nil {
			continue
		}
		paper = append(paper, estimate.Measurement{X: *it.Paper, Cluster: it.Cluster, Weight: weights[i]})
		strict = append(strict, estimate.Measurement{X: *it.Strict, Cluster: it.Cluster})
		guessedPaper += weights[i] * it.PaperChance
		guessedStrict += it.StrictChance
		total += weights[i]
	}
	c.Items, c.Few = len(members), len(members) < MinCellItems
	c.Paper, c.Strict = estimate.Share(paper, level), estimate.Share(strict, level)
	if n := len(paper); n > 0 {
		c.PaperChance, c.StrictChance = estimate.Round(guessedPaper/total), estimate.Round(guessedStrict/float64(n))
	}
	return c
}
