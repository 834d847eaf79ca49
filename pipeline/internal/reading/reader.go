package reading

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/alternative"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Comparer executes readings by tool calls and compares their answers. It is safe for concurrent use.
type Comparer struct {
	corpus *corpus.Corpus
	tools  tool.Caller

	mu    sync.Mutex
	named map[tableColumn]map[string][]int32 // by folded name: the rows that have it in the column
}

type tableColumn struct{ table, column string }

// NewComparer returns a comparer. Tools must be the tools over c, neither of which may change
// while the comparer is in use.
func NewComparer(c *corpus.Corpus, tools tool.Caller) *Comparer {
	return &Comparer{corpus: c, tools: tools, named: map[tableColumn]map[string][]int32{}}
}

// Differing executes readings, in order, until one gives other answers than these, which
// must be the result of [alternative.Answers], or none where [Reading.Misleads]. It returns
// that reading; nil if there is none. The error means that a tool is broken or ctx is done.
func (r *Comparer) Differing(ctx context.Context, answers [][]string, readings []Reading) (*Reading, error) {
	for i := range readings {
		other := &readings[i]
		x, err := plan.NewExecutor(r.corpus.Domain(), r.caller(other.Extents), other.Program)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", other, err)
		}
		trace, reason, err := x.Run(ctx, nil)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", other, err)
		}
		if other.Misleads(reason) || reason == "" && !alternative.SameAnswers(answers, alternative.Answers(trace)) {
			return other, nil
		}
	}
	return nil, nil
}

// caller returns the tools with other extents of some lookups.
func (r *Comparer) caller(extents map[string]Extent) tool.Caller {
	if extents == nil {
		return r.tools
	}
	return &extendedTools{r, extents}
}

// extendedTools are tools of which some lookups find other rows.
type extendedTools struct {
	*Comparer
	extents map[string]Extent
}

// Call implements [tool.Caller].
func (x *extendedTools) Call(ctx context.Context, c tool.Call) (tool.Result, error) {
	e, ok := x.extents[c.Tool]
	if !ok {
		return x.tools.Call(ctx, c)
	}
	t := x.corpus.Domain().Tool(c.Tool)
	var rows []int32
	for _, column := range e.Columns {
		rows = append(rows, x.rows(t.Table, column, argument(t, c))...)
	}
	if e.Own {
		own, err := x.tools.Call(ctx, c)
		if err != nil || own.Fault != "" && own.Fault != tool.FaultMissing {
			return own, err
		}
		rows = append(rows, own.Rows...)
	}
	if len(rows) == 0 {
		return tool.Result{Fault: tool.FaultMissing}, nil
	}
	slices.Sort(rows)
	return tool.Result{Table: x.corpus.Table(t.Table), Rows: slices.Compact(rows)}, nil
}

// argument returns the name that a call gives a lookup by names of one part.
func argument(t *domain.Tool, c tool.Call) string {
	args, _ := c.Args.(map[string]any)
	for _, m := range t.Match {
		if name, ok := args[m.Inputs[0]].(string); ok {
			return name
		}
	}
	return ""
}

// rows returns the rows of a table that have a name in a column, in half or full width.
func (r *Comparer) rows(table, column, name string) []int32 {
	r.mu.Lock()
	defer r.mu.Unlock()
	key := tableColumn{table, column}
	named := r.named[key]
	if named == nil {
		named = map[string][]int32{}
		t := r.corpus.Table(table)
		col := t.Column(column)
		for row := range t.Len() {
			for _, v := range t.Cell(row, col).Values {
				text := value.Fold(v.Text)
				named[text] = append(named[text], int32(row))
			}
		}
		r.named[key] = named
	}
	return named[value.Fold(name)]
}
