package exchange

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/review"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// HandedTask is a task that is exported for review.
type HandedTask struct {
	// ID is the task's original ID, from the check stage.
	ID string
	// Task is the task's present version, whose digest decisions on it will name.
	Task *task.Task
}

// maxText is the number of characters of an observation that are exported.
const maxText = 4000

// fields are the parts of a task that a reviewer sees, as texts.
type fields struct {
	Task     string `json:"task_id"`
	Shown    string `json:"shown"`
	Type     string `json:"type"`
	Language string `json:"language"`
	Question string `json:"question"`
	Draft    string `json:"draft"`
	Answer   string `json:"answer"`
	Keywords string `json:"keywords"` // one a line
	Steps    string `json:"steps"`    // one a line
}

func (h HandedTask) fields() fields {
	t := h.Task
	question := t.Question
	if question == "" {
		question = t.Draft
	}
	return fields{
		Task: h.ID, Shown: string(review.Shown(t)), Type: t.Type, Language: t.Language, Question: question, Draft: t.Draft,
		Answer: t.Answer, Keywords: strings.Join(t.KeyAnswer, "\n"), Steps: steps(t),
	}
}

// steps returns the steps of a task, one per line, with calls and results.
func steps(t *task.Task) string {
	var b strings.Builder
	for i := range t.Steps {
		s := &t.Steps[i]
		if s.Node == "" {
			continue // the last step, which gives the answer
		}
		fmt.Fprintf(&b, "%s %s", s.Node, s.Op)
		if s.Tool != "" {
			fmt.Fprintf(&b, " %s(%s) = %s", s.Tool, s.Arguments, cut(observation(s)))
		}
		if len(s.Selected) > 0 {
			fmt.Fprintf(&b, " → %s", cut(strings.Join(s.Selected, "; ")))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// observation returns the result of a call: a JSON string without its quotes, other JSON
// unchanged.
func observation(s *plan.Step) string {
	var text string
	if json.Unmarshal(s.Observation, &text) == nil {
		return text
	}
	return string(s.Observation)
}

// cut shortens a long text to its beginning, followed by its length in characters.
func cut(s string) string {
	n := utf8.RuneCountInString(s)
	if n <= maxText {
		return s
	}
	return fmt.Sprintf("%s… (%d)", string([]rune(s)[:maxText]), n)
}

// WriteSheet writes tasks as a CSV sheet in the format of [WriteCSV], with one row per task.
// Reviewers fill in the empty columns by, kind, reason, note, source and edited (the
// corrected question), and [ReadCSV] reads the sheet. For a second vote on a task, copy its row.
func WriteSheet(w io.Writer, tasks []HandedTask) error {
	b := bufio.NewWriter(w)
	b.WriteString(byteOrderMark)
	writeRow(b, []string{"task", "shown", "type", "question", "draft", "answer", "keywords", "steps", "by", "kind", "reason", "note", "edited", "source"})
	for _, h := range tasks {
		f := h.fields()
		writeRow(b, []string{f.Task, f.Shown, f.Type, f.Question, f.Draft, f.Answer, f.Keywords, f.Steps, "", "", "", "", "", ""})
	}
	return b.Flush()
}

// labels are the labels of fields and choices.
type labels struct {
	question, draft, answer, keywords, steps, decision, reason, note, edited string
	// titles are the labels of votes and reasons, by their values.
	titles map[string]string
}

// labelsIn returns the labels in a language: Chinese for "zh", English for any other.
func labelsIn(lang string) labels {
	if lang == "zh" {
		return labels{
			"问题", "草稿", "参考答案", "关键词", "步骤", "判断", "理由", "备注", "修改后的问题",
			titles("通过", "否决", "存疑", "答案错误", "改写失真", "法律引用有误", "有歧义", "法律已变更", "不自然", "太简单", "重复", "关键词不当", "指南未说明", "其他"),
		}
	}
	return labels{
		"Question", "Draft", "Reference answer", "Keywords", "Steps", "Decision", "Reason", "Note", "Question as it should be",
		titles("Approve", "Reject", "Doubt", "Wrong answer", "Unfaithful question", "Wrong legal reference", "Ambiguous", "Law has changed", "Unnatural",
			"Trivial", "Duplicate", "Bad keywords", "Guidelines unclear", "Other"),
	}
}

// titles returns the labels of the votes and then of the reasons, in their order.
func titles(names ...string) map[string]string {
	m := map[string]string{}
	for i, value := range append(values(choices()), values(review.Reasons())...) {
		m[value] = names[i]
	}
	return m
}

// values returns words as strings.
func values[T ~string](words []T) []string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = string(w)
	}
	return list
}
