package bench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/score"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// ExternalAnswer is an agent's answer to one task, read from a file.
type ExternalAnswer struct {
	// ID is the task's ID.
	ID string
	// Answer is the final answer.
	Answer string
	// Summary is the agent's account of its findings; nil if the file has none.
	Summary *string
}

// TokenCount is the token use of one answer, read from a file.
type TokenCount struct {
	// ID is the task's ID.
	ID string
	// Tokens are the tokens that the model used for the answer.
	Tokens score.Tokens
}

// ReadTasks reads tasks from a taskgrove file, Parquet or JSONL, or from a file in
// LegalAgentBench's format: a JSON array or JSONL of objects with id, question, answer,
// key, key_middle, type and way. It recognises the format by the content.
//
// Task types of LegalAgentBench, such as "1-7-2", become types of reports, such as
// "1-hop". In LegalAgentBench's own file, recognised by task IDs from 1 to 300 and the
// fields key, type and way in every task, the ID decides (see [TypeByID]); in any other
// file, the type's name (see [PublishedType]).
//
// Objects with a Field of Law are items as LegalBench.PT publishes them (arXiv 2502.16357), with
// Type, Question, Answer and ID. They become tasks of [task.Exam], whose options are those that the
// question shows, and are graded as [task.LegalBenchPT] says; the taxonomy that ships with package
// exam has the groups of fields.
//
// The error joins all faults, each with name and its line or row; the tasks are nil then.
// Duplicate IDs and tasks without keywords are faults.
func ReadTasks(b []byte, name string) ([]*task.Task, error) {
	if bytes.HasPrefix(b, []byte("PAR1")) {
		tasks, err := task.ReadParquet(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if err := rowFaults(tasks, name); err != nil {
			return nil, err
		}
		return tasks, nil
	}
	list, faults := parseRecords(b, name)
	seen := seenIDs{}
	own := true
	taxonomy := exam.ShippedTaxonomy()
	var tasks []*task.Task
	for _, r := range list {
		t, fields, err := readTask(r, name, taxonomy)
		own = own && fields
		if err == nil {
			err = seen.add(name, r.line, t.ID)
		}
		if err == nil && len(t.KeyAnswer) == 0 {
			err = lineFault(name, r.line, fmt.Sprintf("task %s has no keywords", t.ID), "at least one in key or key_answer")
		}
		if err != nil {
			faults = append(faults, err)
			continue
		}
		tasks = append(tasks, t)
	}
	if faults != nil {
		return nil, errors.Join(faults...)
	}
	if own {
		setPublishedTypes(tasks)
	}
	return tasks, nil
}

// rowFaults returns the faults of tasks from a Parquet file, each with its row.
func rowFaults(tasks []*task.Task, name string) error {
	var faults []error
	fault := func(i int, format string, args ...any) {
		faults = append(faults, fmt.Errorf("%s: row %d: %s", name, i+1, fmt.Sprintf(format, args...)))
	}
	seen := map[string]int{}
	for i, t := range tasks {
		first, again := seen[t.ID]
		switch {
		case t.ID == "":
			fault(i, "no id: want an id")
			continue
		case again:
			fault(i, "id %s again, as in row %d: want each id once", t.ID, first)
			continue
		case len(t.KeyAnswer) == 0:
			fault(i, "task %s has no keywords: want at least one in key_answer", t.ID)
		}
		seen[t.ID] = i + 1
	}
	return errors.Join(faults...)
}

// readTask reads one task. It reports in own whether the record has the fields of
// LegalAgentBench's own file.
func readTask(r record, name string, taxonomy *exam.Taxonomy) (t *task.Task, own bool, err error) {
	if p, ok := parsePublished(r.raw); ok {
		t, err := p.task(name, r.line, taxonomy)
		return t, false, err
	}
	var form struct {
		KeyAnswer json.RawMessage `json:"key_answer"`
	}
	if err := json.Unmarshal(r.raw, &form); err != nil {
		return nil, false, lineFault(name, r.line, err.Error(), "a task as a JSON object")
	}
	if form.KeyAnswer != nil {
		t := new(task.Task)
		if err := json.Unmarshal(r.raw, t); err != nil {
			return nil, false, lineFault(name, r.line, err.Error(), "a task as taskgrove writes it")
		}
		return t, false, nil
	}
	var p struct {
		ID        taskID   `json:"id"`
		Question  string   `json:"question"`
		Answer    string   `json:"answer"`
		Key       []string `json:"key"`
		KeyMiddle []string `json:"key_middle"`
		Type      *string  `json:"type"`
		Way       *string  `json:"way"`
	}
	if err := json.Unmarshal(r.raw, &p); err != nil {
		return nil, false, lineFault(name, r.line, err.Error(), "a task as LegalAgentBench publishes it")
	}
	t = &task.Task{
		ID: string(p.ID), Type: PublishedType(stringOrEmpty(p.Type)), Language: "zh", Question: p.Question, Answer: p.Answer,
		KeyAnswer: p.Key, KeyMiddle: p.KeyMiddle, Path: stringOrEmpty(p.Way),
	}
	return t, p.Key != nil && p.Type != nil && p.Way != nil, nil
}

// stringOrEmpty returns *s, or "" if s is nil.
func stringOrEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

var publishedTypePattern = regexp.MustCompile(`^([1-9][0-9]*)(?:-[0-9]+)+$`)

// PublishedType returns the type under which reports list a published type: "1-hop" for
// "1-7-2", "writing" for "", and any other type unchanged.
func PublishedType(name string) string {
	if name == "" {
		return "writing"
	}
	if m := publishedTypePattern.FindStringSubmatch(name); m != nil {
		return m[1] + "-hop"
	}
	return name
}

// ReadAnswers reads answers, in file order, in LegalAgentBench's format (id, res,
// summary), in taskgrove's (id, answer, summary) or in that of LegalBench.PT (ID, Prediction and
// the item), as JSONL or as one JSON array. A null answer is read as "". The error joins all faults, each with name and line; the answers
// are nil then. Duplicate IDs are faults.
func ReadAnswers(b []byte, name string) ([]ExternalAnswer, error) {
	return readItems(b, name, func(r record) (string, ExternalAnswer, error) {
		var a struct {
			ID      taskID          `json:"id"`
			Res     json.RawMessage `json:"res"`
			Answer  json.RawMessage `json:"answer"`
			Summary *string         `json:"summary"`
		}
		const want = "an answer with id, res or answer, and summary"
		if p, ok := parsePublished(r.raw); ok {
			var text *string
			if p.Prediction == nil || json.Unmarshal(p.Prediction, &text) != nil {
				return "", ExternalAnswer{}, lineFault(name, r.line, "no Prediction, or one that is no text", "a Prediction")
			}
			return string(p.ID), ExternalAnswer{ID: string(p.ID), Answer: stringOrEmpty(text)}, nil
		}
		if err := json.Unmarshal(r.raw, &a); err != nil {
			return "", ExternalAnswer{}, lineFault(name, r.line, err.Error(), want)
		}
		if (a.Res == nil) == (a.Answer == nil) {
			return "", ExternalAnswer{}, lineFault(name, r.line, "neither res nor answer, or both", want)
		}
		var text *string
		if err := json.Unmarshal(append(a.Res, a.Answer...), &text); err != nil {
			return "", ExternalAnswer{}, lineFault(name, r.line, err.Error(), want)
		}
		answer := ExternalAnswer{ID: string(a.ID), Summary: a.Summary}
		if text != nil {
			answer.Answer = *text
		}
		return answer.ID, answer, nil
	})
}

// ReadTokens reads token counts, in file order, in LegalAgentBench's format (id,
// input_token, output_token, total_token), as JSONL or as one JSON array. A missing total
// is the sum of the other two. The error joins all faults, each with name and line; the
// counts are nil then. Duplicate IDs and negative counts are faults.
func ReadTokens(b []byte, name string) ([]TokenCount, error) {
	return readItems(b, name, func(r record) (string, TokenCount, error) {
		var c struct {
			ID     taskID `json:"id"`
			Input  *int64 `json:"input_token"`
			Output *int64 `json:"output_token"`
			Total  *int64 `json:"total_token"`
		}
		const want = "token counts with id, input_token, output_token and total_token"
		if err := json.Unmarshal(r.raw, &c); err != nil {
			return "", TokenCount{}, lineFault(name, r.line, err.Error(), want)
		}
		if c.Input == nil || c.Output == nil {
			return "", TokenCount{}, lineFault(name, r.line, "no input_token or no output_token", want)
		}
		if c.Total == nil {
			sum := *c.Input + *c.Output
			c.Total = &sum
		}
		if *c.Input < 0 || *c.Output < 0 || *c.Total < 0 {
			return "", TokenCount{}, lineFault(name, r.line, "a negative count", "counts of at least 0")
		}
		return string(c.ID), TokenCount{string(c.ID), score.Tokens{Input: *c.Input, Output: *c.Output, Total: *c.Total}}, nil
	})
}

// readItems reads a file of records with unique IDs. The error joins all faults.
func readItems[T any](b []byte, name string, parse func(record) (id string, item T, err error)) ([]T, error) {
	list, faults := parseRecords(b, name)
	seen := seenIDs{}
	var items []T
	for _, r := range list {
		id, item, err := parse(r)
		if err == nil {
			err = seen.add(name, r.line, id)
		}
		if err != nil {
			faults = append(faults, err)
			continue
		}
		items = append(items, item)
	}
	if faults != nil {
		return nil, errors.Join(faults...)
	}
	return items, nil
}

// ScoreAnswers grades external answers against tasks with the same IDs and reports them
// under name as the agent. Counts are the token counts of the answers; nil for none.
// Trials are in the order of the tasks.
//
// As in the published evaluation, means are over the answered tasks: tasks without an
// answer are reported in [Report.Unmatched] and do not lower a mean. An answer without a
// summary gets no process keywords, and a process rate of 0 in paper mode. If no answer
// has a summary, the agent was not asked for summaries, and that rate stays unscored. A
// twin gets credit only if its answerable task was solved; it stays unscored if that task
// is not in tasks.
func ScoreAnswers(name string, tasks []*task.Task, answers []ExternalAnswer, counts []TokenCount) ([]Trial, *Report) {
	byID := map[string]*ExternalAnswer{}
	unsummarised := true
	for i := range answers {
		byID[answers[i].ID] = &answers[i]
		unsummarised = unsummarised && answers[i].Summary == nil
	}
	tokens := map[string]*score.Tokens{}
	for i := range counts {
		tokens[counts[i].ID] = &counts[i].Tokens
	}
	u := &Unmatched{Tasks: []string{}, Answers: []string{}, Tokens: []string{}}
	matched := map[string]bool{}
	var trials []Trial
	for _, t := range tasks {
		a := byID[t.ID]
		if a == nil {
			u.Tasks = append(u.Tasks, t.ID)
			continue
		}
		matched[t.ID] = true
		trials = append(trials, gradeTrial(task.AttemptsAt(t), t, name, score.EvaluatedAgent, &agent.Transcript{
			Answer: a.Answer, Summary: a.Summary, Unsummarised: unsummarised, Tokens: tokens[t.ID], End: agent.External,
		}))
	}
	for i := range answers {
		if !matched[answers[i].ID] {
			u.Answers = append(u.Answers, answers[i].ID)
		}
	}
	for i := range counts {
		if !matched[counts[i].ID] {
			u.Tokens = append(u.Tokens, counts[i].ID)
		}
	}
	withholdUnpaired(tasks, trials)
	r := NewReport(tasks, trials)
	if len(trials) == 0 {
		answerable, unanswerable := splitTwins(tasks)
		r.Agents = append(r.Agents, score.AgentScores{Agent: name, Rows: scoreRows(answerable, nil), Twins: twinRow(unanswerable, nil)})
	}
	if hasPublishedTypes(tasks) {
		r.Notes = append(r.Notes, publishedTypesNote)
	}
	r.Unmatched = u
	return trials, r
}
