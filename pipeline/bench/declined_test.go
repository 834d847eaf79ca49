package bench_test

import (
	"path/filepath"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/bench"
	"github.com/taskgrove/taskgrove/pipeline/score"
)

// Of the published answers to 100 questions, all of which have an answer, 14 say that
// it is not to be found. None of them is right.
func TestDeclinesOfPublishedAnswers(t *testing.T) {
	dir := dataDir(t)
	answers, err := bench.ReadAnswers(readFile(t, filepath.Join(dir, "runs", "react_glm-4.jsonl")), "react_glm-4.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	trials, _ := bench.ScoreAnswers("glm-4", publishedTypePattern(t, dir), answers, nil)
	question := map[string]string{}
	for _, p := range publishedTypePattern(t, dir) {
		question[p.ID] = p.Question
	}
	declined := 0
	for _, trial := range trials {
		if !score.Declines(trial.Transcript.Answer, question[trial.Task]) {
			continue
		}
		declined++
		if s := trial.Score.Strict.Success; s != nil && *s == 1 {
			t.Errorf("task %s is declined and solved by %q, want one of both", trial.Task, trial.Transcript.Answer)
		}
	}
	if declined != 14 {
		t.Errorf("%d answers decline, want 14", declined)
	}
}
