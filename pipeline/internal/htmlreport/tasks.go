package htmlreport

import "github.com/taskgrove/taskgrove/pipeline/task"

// taskDetails are the data of a task that are not in the index.
type taskDetails struct {
	Language  string   `json:"language"`
	Question  string   `json:"question"`
	Draft     string   `json:"draft,omitempty"` // "" if it equals the question
	Answer    string   `json:"answer"`
	KeyAnswer []string `json:"key_answer"`
	KeyMiddle []string `json:"key_middle"`
	Steps     []step   `json:"steps"`
	Twin      string   `json:"twin,omitempty"` // ID of its answerable task; "" if it is no twin
}

// step is a tool call of the reference solution.
type step struct {
	Tool      string   `json:"tool"`
	Arguments string   `json:"arguments"`
	Selected  []string `json:"selected,omitempty"`
}

// writeTasks writes the details of tasks.
func writeTasks(b *blocks, x *indexer, tasks []*task.Task) {
	p := blockList{b: b, name: "tasks", first: &b.first.Tasks}
	for _, t := range tasks {
		s := taskDetails{
			Language: t.Language, Question: questionOf(t), Answer: t.Answer,
			KeyAnswer: t.KeyAnswer, KeyMiddle: t.KeyMiddle, Steps: []step{},
		}
		if t.Twin != nil {
			s.Twin = t.Twin.Of
		}
		if t.Draft != s.Question {
			s.Draft = t.Draft
		}
		for i := range t.Steps {
			if v := &t.Steps[i]; v.Tool != "" && v.Node != "" {
				s.Steps = append(s.Steps, step{v.Tool, string(v.Arguments), v.Selected})
			}
		}
		p.add(&s)
	}
	p.flush()
}
