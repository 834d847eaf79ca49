package experiment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// Limits on the rows held in memory before they are written as a group.
const (
	groupRows  = 1000
	groupBytes = 8 << 20
)

// trialRow is a trial as a row. Structured values are JSON; unknown values are null.
type trialRow struct {
	Task     string  `parquet:"task"`
	Type     string  `parquet:"type"`
	Agent    string  `parquet:"agent"`
	Role     string  `parquet:"role"`
	Model    string  `parquet:"model"`
	Method   string  `parquet:"method"`
	Calls    string  `parquet:"calls"`
	Protocol string  `parquet:"protocol"`
	Epoch    int32   `parquet:"epoch"`
	End      string  `parquet:"end"`
	Detail   string  `parquet:"detail"`
	Answer   string  `parquet:"answer"`
	Summary  *string `parquet:"summary,optional"`
	Turns    string  `parquet:"turns"`
	Said     string  `parquet:"said"`
	spentRow
}

// spentRow is the resources that an attempt used.
type spentRow struct {
	Input   *int64   `parquet:"tokens_input,optional"`
	Output  *int64   `parquet:"tokens_output,optional"`
	Total   *int64   `parquet:"tokens_total,optional"`
	Answers *int64   `parquet:"answers,optional"`
	Cost    *float64 `parquet:"cost,optional"`
}

// scoreRow is a mark as a row.
type scoreRow struct {
	Task          string   `parquet:"task"`
	Type          string   `parquet:"type"`
	Agent         string   `parquet:"agent"`
	Role          string   `parquet:"role"`
	Epoch         int32    `parquet:"epoch"`
	StrictSuccess *float64 `parquet:"strict_success,optional"`
	StrictProcess *float64 `parquet:"strict_process,optional"`
	PaperSuccess  *float64 `parquet:"paper_success,optional"`
	PaperProcess  *float64 `parquet:"paper_process,optional"`
	End           string   `parquet:"end"`
	Failure       string   `parquet:"failure"`
	Turns         int32    `parquet:"turns"`
	spentRow
	Measures  *string `parquet:"measures,optional"`
	Recital   *string `parquet:"recital,optional"`
	Selection *string `parquet:"selection,optional"`
	Domains   *string `parquet:"domains,optional"`
	Opinions  *string `parquet:"opinions,optional"`
}

// WriteTrialsParquet writes the attempts that r selects as a Parquet file, one row each,
// in the order of [Attempts]: the answers and transcripts, without scores. Turns and said
// are JSON. Unknown values are null: tokens_input, tokens_output and tokens_total;
// answers, the number of the model's replies; and cost, in the currency of the prices. It
// writes rows as it reads them, so memory is bounded. Attempts that differ
// in Seconds alone give equal bytes. The error is a fault of the store or the writer's.
func WriteTrialsParquet(w io.Writer, s *Store, r ReadOptions) error {
	p := newRowWriter[trialRow](w)
	for a, err := range Attempts(s, r) {
		if err != nil {
			return err
		}
		row, size, err := trialRowOf(a)
		if err != nil {
			return err
		}
		if err := p.write(row, size); err != nil {
			return err
		}
	}
	return p.close()
}

// WriteScoresParquet writes marks as a Parquet file, one row each, in the given order.
// Missing rates are null. Turns is the number of calls. Measures, selection, domains and opinions are
// JSON, and recital is the class of a recited text; null if missing. Equal marks give equal bytes. The error is the writer's.
func WriteScoresParquet(w io.Writer, marks []bench.Mark) error {
	p := newRowWriter[scoreRow](w)
	for i := range marks {
		m := &marks[i]
		row := scoreRow{
			Task: m.Task, Type: m.Type, Agent: m.Agent, Role: string(m.Role), Epoch: int32(m.Epoch),
			StrictSuccess: m.Strict.Success, StrictProcess: m.Strict.Process, PaperSuccess: m.Paper.Success, PaperProcess: m.Paper.Process,
			End: string(m.End), Failure: string(m.Failure), Turns: int32(m.Calls), spentRow: spentRowOf(m.Tokens, m.Spent),
		}
		for _, c := range []struct {
			to   **string
			none bool
			from any
		}{{&row.Measures, m.Measures == nil, m.Measures}, {&row.Selection, m.Selection == nil, m.Selection}, {&row.Domains, m.Domains == nil, m.Domains}, {&row.Opinions, m.Opinions == nil, m.Opinions}} {
			if c.none {
				continue
			}
			text, err := compactJSON(c.from)
			if err != nil {
				return fmt.Errorf("task %s: agent %s: %w", m.Task, m.Agent, err)
			}
			*c.to = &text
		}
		if m.Recital != "" {
			class := string(m.Recital)
			row.Recital = &class
		}
		if err := p.write(row, 0); err != nil {
			return err
		}
	}
	return p.close()
}

// trialRowOf returns an attempt as a row, and its approximate size in bytes.
func trialRowOf(a *StoredTrial) (row trialRow, size int, err error) {
	t, tr := &a.Trial, a.Trial.Transcript
	row = trialRow{
		Task: t.Task, Type: t.Type, Agent: t.Agent, Role: string(t.Role), Model: a.Head.Model, Method: a.Head.Method, Calls: a.Head.Calls, Protocol: a.Head.Protocol,
		Epoch: int32(t.Epoch), End: string(tr.End), Detail: tr.Detail, Answer: tr.Answer, Summary: tr.Summary,
		spentRow: spentRowOf(tr.Tokens, tr.Spent),
	}
	if row.Turns, err = compactJSON(tr.Calls); err == nil {
		row.Said, err = compactJSON(tr.Replies)
	}
	if err != nil {
		return row, 0, fmt.Errorf("task %s: agent %s: %w", t.Task, t.Agent, err)
	}
	return row, len(row.Turns) + len(row.Said) + len(row.Answer), nil
}

func spentRowOf(tokens *score.Tokens, spent *llm.Spending) (row spentRow) {
	if tokens != nil {
		row.Input, row.Output, row.Total = &tokens.Input, &tokens.Output, &tokens.Total
	}
	if spent != nil {
		const unit = 1e12 // of llm.Cost
		answers, cost := int64(spent.Answers), float64(spent.Cost)/unit
		row.Answers = &answers
		if spent.Priced() {
			row.Cost = &cost
		}
	}
	return row
}

// compactJSON returns a value as JSON on one line, without HTML escaping.
func compactJSON(v any) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "", err
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte{'\n'})), nil
}

// rowWriter writes rows to a Parquet file in groups of bounded size.
type rowWriter[T any] struct {
	w     *parquet.GenericWriter[T]
	one   []T
	count int // rows in the current group
	bytes int
}

func newRowWriter[T any](w io.Writer) *rowWriter[T] {
	return &rowWriter[T]{one: make([]T, 1), w: parquet.NewGenericWriter[T](w,
		parquet.CreatedBy("taskgrove", "1", "0"), // fixed, because the library's version would change the bytes
		parquet.Compression(&parquet.Snappy),     // the compression that every reader supports
		parquet.PageBufferSize(1<<16))}
}

// write writes a row of approximately size bytes.
func (p *rowWriter[T]) write(row T, size int) error {
	p.one[0] = row
	_, err := p.w.Write(p.one)
	p.count++
	p.bytes += size
	if err == nil && (p.count == groupRows || p.bytes >= groupBytes) {
		p.count, p.bytes = 0, 0
		err = p.w.Flush()
	}
	if err != nil {
		return fmt.Errorf("parquet: %w", err)
	}
	return nil
}

func (p *rowWriter[T]) close() error {
	if err := p.w.Close(); err != nil {
		return fmt.Errorf("parquet: %w", err)
	}
	return nil
}
