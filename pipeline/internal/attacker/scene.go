package attacker

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/digest"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// Scene holds the tool results that attackers of one question share, so that a call needed by
// several is made once. It is safe for concurrent use.
type Scene struct {
	mu       sync.Mutex
	question string
	counted  string // see countedIn
	tools    tool.Caller
	env      agent.TrialEnv

	searchLog, divideLog, followLog, crawlLog *callLog
	columnMatches                             map[*domain.Column]float64
}

// NewScene returns an empty scene. The first attacker that solves a question in it determines
// the question and the tools.
func NewScene() *Scene { return new(Scene) }

// setUp stores the arguments of the first attacker; it ignores later arguments, which must be
// the same.
func (s *Scene) setUp(question string, tools tool.Caller, env agent.TrialEnv) {
	if s.tools == nil {
		s.question, s.counted = question, countedIn(question)
		s.tools, s.env, s.columnMatches = tools, env, map[*domain.Column]float64{}
	}
}

// callLog holds calls in order, and the results of those that found rows.
type callLog struct {
	turns    []agent.ObservedCall
	found    []finding
	distinct []cell // see distinctCells
}

// finding is a call with a result that is not empty.
type finding struct {
	tool  *domain.Tool
	args  map[string]any
	cells []cell
	rows  int
}

// cell is one value that a call returned.
type cell struct {
	column *domain.Column // nil if the value has no column
	text   string
}

// Bounds on the calls of attackers.
const (
	maxSearchCalls  = 8  // calls of a search, with or without results
	maxSearchHits   = 3  // calls with results after which a search ends
	maxDividedCalls = 13 // calls for a few columns each, without the decoy
	columnsPerCall  = 3  // columns requested in one call
)

// call makes one call and appends it to l. It reports whether the call found anything.
func (s *Scene) call(ctx context.Context, l *callLog, t *domain.Tool, args map[string]any) (found bool, err error) {
	r, text, err := s.observe(ctx, l, t, args)
	if err != nil || r.Empty() {
		return false, err
	}
	f := finding{tool: t, args: args, rows: len(r.Rows)}
	add := func(column *domain.Column, text string) {
		if text = strings.TrimSpace(text); text != "" {
			f.cells = append(f.cells, cell{column, text})
		}
	}
	table := s.env.Domain.Table(t.Table)
	if r.Table != nil && t.Returns != domain.Field {
		for c, text := range r.ObservedCells() {
			add(&table.Columns[c], text)
		}
	} else {
		var column *domain.Column
		if table != nil && t.Column != "" {
			column = table.Column(t.Column)
		}
		for _, c := range score.ObservedCells([]string{text}) {
			add(column, c.Text)
		}
	}
	l.found = append(l.found, f)
	return true, nil
}

// observe makes one call and appends what was observed to the turns of l.
func (s *Scene) observe(ctx context.Context, l *callLog, t *domain.Tool, args map[string]any) (r tool.Result, text string, err error) {
	if r, err = s.tools.Call(ctx, tool.Call{Tool: t.Name, Args: args}); err != nil {
		return r, "", err
	}
	b, err := json.Marshal(args)
	if err != nil {
		return r, "", err
	}
	text = r.Text()
	l.turns = append(l.turns, agent.ObservedCall{Tool: t.Name, Arguments: b, Observation: text, Fault: r.Fault})
	return r, text, nil
}

// search makes the likeliest calls until some of them have found results or the calls for it
// are spent. It runs once per scene.
func (s *Scene) search(ctx context.Context) (*callLog, error) {
	if s.searchLog != nil {
		return s.searchLog, nil
	}
	l := new(callLog)
	if s.env.Domain != nil {
		var known []nameLookup // lookups with a result
		for _, a := range nameLookups(s.question, s.env) {
			if len(l.turns) == maxSearchCalls || len(l.found) == maxSearchHits {
				break
			}
			if slices.ContainsFunc(known, func(k nameLookup) bool { return k.from < a.to && a.from < k.to && (k.from != a.from || k.to != a.to) }) {
				continue
			}
			found, err := s.call(ctx, l, a.tool, a.args())
			if err != nil {
				return nil, err
			}
			if found {
				known = append(known, a)
			}
		}
	}
	s.searchLog = l
	return l, nil
}

// divide repeats the calls of a search with a few columns each; columns whose words the
// question contains come first.
func (s *Scene) divide(ctx context.Context) (*callLog, error) {
	if s.divideLog != nil {
		return s.divideLog, nil
	}
	base, err := s.search(ctx)
	if err != nil {
		return nil, err
	}
	l := new(callLog)
	for _, turn := range base.turns {
		if turn.Fault != "" {
			l.turns = append(l.turns, turn)
		}
	}
	for _, f := range base.found {
		for _, args := range s.columnGroups(&f) {
			if len(l.turns) == maxDividedCalls {
				break
			}
			if _, err := s.call(ctx, l, f.tool, args); err != nil {
				return nil, err
			}
		}
	}
	s.divideLog = l
	return l, nil
}

// columnGroups splits a call into calls for columnsPerCall columns each, and returns their
// arguments. A call that takes no columns stays as it is.
func (s *Scene) columnGroups(f *finding) (all []map[string]any) {
	i := slices.IndexFunc(f.tool.Inputs, func(in domain.ToolInput) bool { return in.Type == domain.InputColumns })
	table := s.env.Domain.Table(f.tool.Table)
	if i < 0 || table == nil || f.tool.Returns == domain.Field {
		return []map[string]any{f.args}
	}
	names := make([]string, 0, len(table.Columns))
	for _, c := range s.columnsByMatch(table) {
		names = append(names, c.Name)
	}
	for group := range slices.Chunk(names, columnsPerCall) {
		args := map[string]any{f.tool.Inputs[i].Name: group}
		for k, v := range f.args {
			args[k] = v
		}
		all = append(all, args)
	}
	return all
}

// columnsByMatch returns the columns of a table, ordered by the share of their words that the
// question contains, largest first.
func (s *Scene) columnsByMatch(table *domain.Table) []*domain.Column {
	columns := make([]*domain.Column, len(table.Columns))
	for i := range table.Columns {
		columns[i] = &table.Columns[i]
	}
	sortBy(columns, func(c *domain.Column) float64 { return s.columnMatch(c) })
	return columns
}

// columnMatch returns the share of a column's words that the question contains, in [0, 1]; 0
// for nil.
func (s *Scene) columnMatch(c *domain.Column) float64 {
	if c == nil {
		return 0
	}
	share, ok := s.columnMatches[c]
	if !ok {
		lower := strings.ToLower(s.question)
		share = max(shareInQuestion(lower, c.Called(s.env.Language)), shareInQuestion(lower, c.Label.In(s.env.Language)))
		s.columnMatches[c] = share
	}
	return share
}

// callDecoy adds a call that ranks two numbers unrelated to the question. It adds nothing if no
// tool takes numbers.
func (s *Scene) callDecoy(ctx context.Context, turns []agent.ObservedCall) ([]agent.ObservedCall, error) {
	r := s.rand("decoy")
	return s.callRank(ctx, turns, []any{1000 + r.IntN(9000), 10000 + r.IntN(90000)})
}

// callRank adds a call of the ranking tool, or without one of another arithmetic tool that
// takes numbers.
func (s *Scene) callRank(ctx context.Context, turns []agent.ObservedCall, numbers []any) ([]agent.ObservedCall, error) {
	if s.env.Domain == nil {
		return turns, nil
	}
	var best *domain.Tool
	for i := range s.env.Domain.Tools {
		t := &s.env.Domain.Tools[i]
		if t.Kind == domain.Arithmetic && len(t.Inputs) > 0 && t.Inputs[0].Type == domain.InputNumbers && (best == nil || t.Operation == domain.Rank) {
			best = t
		}
	}
	if best == nil {
		return turns, nil
	}
	l := &callLog{turns: slices.Clip(turns)}
	_, _, err := s.observe(ctx, l, best, map[string]any{best.Inputs[0].Name: numbers})
	return l.turns, err
}

// rand returns the random source for one purpose; it depends on the purpose and the question
// alone.
func (s *Scene) rand(purpose string) *rand.Rand { return digest.Rand("attacker", purpose, s.question) }

// distinctCells returns the cells of all calls, in order, once the calls are made, without repeated
// texts, texts that the question contains, and texts longer than a name. The caller must not change
// them.
func (s *Scene) distinctCells(l *callLog) []cell {
	const longest = 64 // characters
	if l.distinct != nil {
		return l.distinct
	}
	seen := map[string]bool{}
	l.distinct = []cell{}
	for i := range l.found {
		for _, c := range l.found[i].cells {
			if !seen[c.text] && utf8.RuneCountInString(c.text) <= longest && !strings.Contains(s.question, c.text) {
				seen[c.text] = true
				l.distinct = append(l.distinct, c)
			}
		}
	}
	return l.distinct
}
