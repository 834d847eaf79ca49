package dataset

import (
	_ "embed"
	"io"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// inspectTask is the task file for Inspect (UK AI Security Institute, inspect_ai 0.3.64
// or later, the first whose stderr takes a cluster).
//
//go:embed inspect/taskgrove_inspect.py
var inspectTask string

// WriteInspect writes the Python file with which the program Inspect runs a dataset. It
// reads the files of [WriteSamples] and [WriteFunctions].
func WriteInspect(w io.Writer) error {
	_, err := io.WriteString(w, inspectTask)
	return err
}

// WriteSamples writes the tasks as samples for Inspect, the evaluation framework of the UK
// AI Security Institute, as one JSON object per line. The model sees only the input; the
// rest is for scoring and for grouping. The metadata of a sample has the task's Path, the
// names of the tools its plan calls: tasks of one path are a cluster when standard errors
// are computed. The error is the writer's.
func WriteSamples(w io.Writer, r *Release) error {
	type metadata struct {
		Type      string         `json:"type"`
		Path      string         `json:"path"`
		Language  string         `json:"language"`
		Review    string         `json:"review"`
		KeyAnswer []string       `json:"key_answer"`
		KeyMiddle []string       `json:"key_middle"`
		Values    []value.Answer `json:"answer_values"`
		Answer    string         `json:"answer"`
	}
	type sample struct {
		ID       string   `json:"id"`
		Input    string   `json:"input"`
		Target   []string `json:"target"`
		Metadata metadata `json:"metadata"`
	}
	return writeLines(w, len(r.Tasks), func(i int) (any, error) {
		t := r.Tasks[i]
		return sample{t.ID, t.Question, t.KeyAnswer, metadata{
			Type: t.Type, Path: t.Path, Language: t.Language, Review: string(status(t)),
			KeyAnswer: t.KeyAnswer, KeyMiddle: append([]string{}, t.KeyMiddle...), Values: t.AnswerValues, Answer: t.Answer,
		}}, nil
	})
}
