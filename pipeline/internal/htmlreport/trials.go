package htmlreport

import (
	"fmt"
	"iter"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
	"github.com/taskgrove/taskgrove/pipeline/score/wording"
)

// trialDetails are the data of a trial that are not in the index.
type trialDetails struct {
	Answer string `json:"answer"`
	// Summary is nil if there is none, or if it equals the answer, as Same then reports.
	Summary  *string                `json:"summary,omitempty"`
	Same     bool                   `json:"same,omitempty"`
	Turns    []turn                 `json:"turns"` // null if unknown
	Said     []agent.ModelReply     `json:"said,omitempty"`
	Tokens   *score.Tokens          `json:"tokens,omitempty"`
	Detail   string                 `json:"detail,omitempty"`
	Paper    score.Rates            `json:"paper"`
	Verdicts []score.KeywordVerdict `json:"verdicts"`
	Measures map[string]float64     `json:"measures,omitempty"`
	Recital  wording.RecitalClass   `json:"recital,omitempty"`
	Opinions []judge.Opinion        `json:"opinions,omitempty"`
}

// turn is a tool call. Pooled is the number of a long observation in the text pool.
type turn struct {
	Tool      int    `json:"t"`
	Arguments string `json:"a"` // as the agent sent them
	Text      string `json:"o,omitempty"`
	Pooled    *int   `json:"p,omitempty"`
	Fault     string `json:"f,omitempty"`
	Said      int    `json:"s,omitempty"`
}

// writeTrials writes the trials and their texts, and adds them to the index.
func writeTrials(b *blocks, x *indexer, trials iter.Seq2[*bench.Trial, error]) error {
	texts := &textPool{pile: blockList{b: b, name: "texts", first: &b.first.Texts}, seen: map[[16]byte]int{}}
	details := blockList{b: b, name: "trials", first: &b.first.Trials}
	for t, err := range trials {
		if err != nil {
			return err
		}
		n, ok := x.tasks[t.Task]
		key := attemptKey{t.Task, t.Agent, t.Epoch}
		switch {
		case !ok:
			return fmt.Errorf("trial of task %s by %s: unknown task: want a task of the source", t.Task, t.Agent)
		case x.seen[key]:
			return fmt.Errorf("trial of task %s by %s: epoch %d is repeated: want each trial once", t.Task, t.Agent, t.Epoch)
		case t.Transcript == nil:
			return fmt.Errorf("trial of task %s by %s: missing transcript", t.Task, t.Agent)
		}
		x.seen[key] = true
		x.addTrial(n, t, x.marks[key])
		if details.add(x.trialDetails(t, x.marks[key], texts)); b.err != nil {
			return fmt.Errorf("trial of task %s by %s: %w", t.Task, t.Agent, b.err)
		}
	}
	texts.pile.flush()
	details.flush()
	return b.err
}

// trialDetails returns a trial's details and adds its long observations to texts.
func (x *indexer) trialDetails(t *bench.Trial, m *bench.Mark, texts *textPool) *trialDetails {
	c := t.Transcript
	d := &trialDetails{
		Answer: c.Answer, Summary: c.Summary, Said: c.Replies, Tokens: c.Tokens, Detail: c.Detail,
		Paper: t.Score.Paper, Verdicts: t.Score.Verdicts,
	}
	if c.Summary != nil && *c.Summary == c.Answer {
		d.Summary, d.Same = nil, true
	}
	if m != nil {
		d.Measures, d.Recital, d.Opinions = m.Measures, m.Recital, m.Opinions
	}
	if c.Calls != nil {
		d.Turns = make([]turn, 0, len(c.Calls))
	}
	for i := range c.Calls {
		u := &c.Calls[i]
		v := turn{Tool: x.tools.number(u.Tool), Arguments: string(u.Arguments), Fault: string(u.Fault), Said: u.Reply}
		if len(u.Observation) < pooledBytes {
			v.Text = u.Observation
		} else {
			n := texts.put(u.Observation)
			v.Pooled = &n
		}
		d.Turns = append(d.Turns, v)
	}
	return d
}

// addTrial adds a trial of the n-th task to the index. Without a mark it uses the trial's own
// score and transcript.
func (x *indexer) addTrial(n int, t *bench.Trial, m *bench.Mark) {
	if m == nil {
		m = &bench.Mark{
			Paper: t.Score.Paper, Strict: t.Score.Strict, End: t.Transcript.End,
			Calls: len(t.Transcript.Calls), Tokens: t.Transcript.Tokens, Spent: t.Transcript.Spent,
		}
	}
	c, a := &x.Trials, x.agents.number(t.Agent)
	c.Task = append(c.Task, n)
	c.Agent = append(c.Agent, a)
	c.Epoch = append(c.Epoch, t.Epoch)
	c.Success = append(c.Success, m.Strict.Success)
	c.Process = append(c.Process, m.Strict.Process)
	c.Paper = append(c.Paper, m.Paper.Success)
	c.End = append(c.End, x.endings.number(string(m.End)))
	class := -1
	if m.Failure != "" {
		class = x.failures.number(string(m.Failure))
	}
	c.Failure = append(c.Failure, class)
	c.Calls = append(c.Calls, m.Calls)
	var tokens *int64
	if m.Tokens != nil {
		tokens = &m.Tokens.Total
	}
	c.Tokens = append(c.Tokens, tokens)
	var cost *llm.Cost
	if m.Spent != nil && m.Spent.Priced() {
		cost = &m.Spent.Cost
	}
	c.Cost = append(c.Cost, cost)
	c.Reach = append(c.Reach, x.countCalls(x.Paths[x.Tasks.Path[n]], a, t.Transcript.Calls))
	c.Answer = append(c.Answer, truncate(t.Transcript.Answer, answerRunes))
}

// countCalls counts the calls of a trial of agent a. It returns the number of leading tools of
// path that returned a result; -1 if the calls are unknown.
func (x *indexer) countCalls(path []int, a int, turns []agent.ObservedCall) (reach int) {
	if turns == nil {
		return -1
	}
	results := map[int]int{}
	for i := range turns {
		tool := x.tools.number(turns[i].Tool)
		c := x.count(a, tool)
		c.Calls++
		if turns[i].Fault == "" {
			results[tool]++
		} else {
			c.Faults++
		}
	}
	for _, tool := range path {
		if results[tool]--; results[tool] < 0 {
			break
		}
		reach++
	}
	return reach
}

// count returns the counter of an agent's calls of a tool.
func (x *indexer) count(a, tool int) *toolCalls {
	i, ok := x.calls[[2]int{a, tool}]
	if !ok {
		i = len(x.Calls)
		x.calls[[2]int{a, tool}] = i
		x.Calls = append(x.Calls, toolCalls{Agent: a, Tool: tool})
	}
	return &x.Calls[i]
}
