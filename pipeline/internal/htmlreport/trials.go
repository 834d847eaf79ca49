package htmlreport

import (
	"fmt"
	"iter"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
	"github.com/taskgrove/taskgrove/pipeline/score/prose"
)

// trialDetails is a trial as the page tells it, beside what the index has.
type trialDetails struct {
	Answer string `json:"answer"`
	// Summary is nil where there is none, and where it is the answer, which Same tells.
	Summary  *string                `json:"summary,omitempty"`
	Same     bool                   `json:"same,omitempty"`
	Turns    []turn                 `json:"turns"` // null where they are not known
	Said     []agent.ModelReply     `json:"said,omitempty"`
	Tokens   *score.Tokens          `json:"tokens,omitempty"`
	Detail   string                 `json:"detail,omitempty"`
	Paper    score.Rates            `json:"paper"`
	Verdicts []score.KeywordVerdict `json:"verdicts"`
	Prose    *prose.Scores          `json:"prose,omitempty"`
	Opinions []judge.Opinion        `json:"opinions,omitempty"`
}

// turn is a tool call. A long observation is the number of a text.
type turn struct {
	Tool      int    `json:"t"`
	Arguments string `json:"a"` // as they came
	Text      string `json:"o,omitempty"`
	Pooled    *int   `json:"p,omitempty"`
	Fault     string `json:"f,omitempty"`
	Said      int    `json:"s,omitempty"`
}

// writeTrials writes the trials and their texts, and adds them to the index.
func writeTrials(b *blocks, x *indexer, trials iter.Seq2[*bench.Trial, error]) error {
	texts := &textPool{pile: blockList{b: b, name: "texts", first: &b.first.Texts}, seen: map[[16]byte]int{}}
	stories := blockList{b: b, name: "trials", first: &b.first.Trials}
	for t, err := range trials {
		if err != nil {
			return err
		}
		n, ok := x.tasks[t.Task]
		key := attemptKey{t.Task, t.Agent, t.Epoch}
		switch {
		case !ok:
			return fmt.Errorf("trial of task %s by %s: there is no such task: want one of the tasks given", t.Task, t.Agent)
		case x.seen[key]:
			return fmt.Errorf("trial of task %s by %s: epoch %d comes twice: want each trial once", t.Task, t.Agent, t.Epoch)
		case t.Transcript == nil:
			return fmt.Errorf("trial of task %s by %s: no transcript: want one", t.Task, t.Agent)
		}
		x.seen[key] = true
		x.addTrial(n, t, x.marks[key])
		if stories.add(x.trialDetails(t, x.marks[key], texts)); b.err != nil {
			return fmt.Errorf("trial of task %s by %s: %w", t.Task, t.Agent, b.err)
		}
	}
	texts.pile.flush()
	stories.flush()
	return b.err
}

// trialDetails returns a trial's story and puts its long observations into the pool.
func (x *indexer) trialDetails(t *bench.Trial, m *bench.Mark, texts *textPool) *trialDetails {
	c := t.Transcript
	s := &trialDetails{
		Answer: c.Answer, Summary: c.Summary, Said: c.Replies, Tokens: c.Tokens, Detail: c.Detail,
		Paper: t.Score.Paper, Verdicts: t.Score.Verdicts,
	}
	if c.Summary != nil && *c.Summary == c.Answer {
		s.Summary, s.Same = nil, true
	}
	if m != nil {
		s.Prose, s.Opinions = m.Prose, m.Opinions
	}
	if c.Turns != nil {
		s.Turns = make([]turn, 0, len(c.Turns))
	}
	for i := range c.Turns {
		u := &c.Turns[i]
		v := turn{Tool: x.tools.number(u.Tool), Arguments: string(u.Arguments), Fault: string(u.Fault), Said: u.Reply}
		if len(u.Observation) < pooledBytes {
			v.Text = u.Observation
		} else {
			n := texts.put(u.Observation)
			v.Pooled = &n
		}
		s.Turns = append(s.Turns, v)
	}
	return s
}

// addTrial adds a trial of the n-th task to the columns.
func (x *indexer) addTrial(n int, t *bench.Trial, m *bench.Mark) {
	if m == nil {
		m = &bench.Mark{
			Paper: t.Score.Paper, Strict: t.Score.Strict, End: t.Transcript.End,
			Calls: len(t.Transcript.Turns), Tokens: t.Transcript.Tokens, Spent: t.Transcript.Spent,
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
	c.Seconds = append(c.Seconds, m.Seconds)
	c.Reach = append(c.Reach, x.countCalls(x.Paths[x.Tasks.Path[n]], a, t.Transcript.Turns))
	c.Answer = append(c.Answer, truncate(t.Transcript.Answer, answerRunes))
}

// countCalls counts the calls of an agent's trial and returns how many of the leading tools of a
// path gave a result; -1 where the calls are not known.
func (x *indexer) countCalls(path []int, a int, turns []agent.Turn) (reach int) {
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

// count returns the counts of one tool's calls by an agent.
func (x *indexer) count(a, tool int) *toolCalls {
	i, ok := x.calls[[2]int{a, tool}]
	if !ok {
		i = len(x.Calls)
		x.calls[[2]int{a, tool}] = i
		x.Calls = append(x.Calls, toolCalls{Agent: a, Tool: tool})
	}
	return &x.Calls[i]
}
