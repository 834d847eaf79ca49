package command_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/reviewing/web"
	"github.com/taskgrove/taskgrove/pipeline/score/judge"
)

// People rate the texts of a run on the page; the report has their grades beside a model's, and
// how far both agree.
func TestRatedTexts(t *testing.T) {
	t.Parallel()
	server := llmtest.Start(t, llmtest.ServerOptions{Models: []string{"one"}, Script: grades, Key: secret})
	c := &critic{t: t, dir: t.TempDir(), vars: map[string]string{"OPENAI_BASE_URL": server.URL, "OPENAI_API_KEY": secret}}
	toy, err := filepath.Abs(os.Getenv("TOY"))
	if err != nil {
		t.Fatal(err)
	}
	world := []string{"-domain", "toy", "-corpus", toy, "-paths", "2,1"}

	c.bench(cli.Done, "run", "-agent", "lexical")
	for run, want := range map[string]string{"models": "the run has no written text", "absent": "there is no run absent"} {
		cmd := process(t, c.dir, "verify", append([]string{"serve", "-listen", "127.0.0.1:0", "-rate", run}, world...)...)
		if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), want) {
			t.Errorf("verify serve -rate %s: %v\n%s\nwant %q", run, err, out, want)
		}
	}
	c.bench(cli.Done, "run", "-agent", "echo", "-tasks", c.file("tasks.json", texts))
	c.bench(cli.Done, "report", "-judge", "one", "-rubric", c.file("own.yaml", rubric))

	s := startServing(t, c.dir, 1, append([]string{"-listen", "127.0.0.1:0", "-rate", "models"}, world...)...)
	s.ready()
	var me web.Me
	if status := s.ask("POST", "/api/join", map[string]string{"name": "Ada"}, &me); status != 200 || me.Rating == nil || me.Rating.Texts != 2 {
		t.Fatalf("joined: %d, %+v: want two texts to rate", status, me.Rating)
	}
	for i := range 2 {
		var next web.NextText
		s.ask("POST", "/api/texts/next", struct{}{}, &next)
		if next.Text == nil || !strings.HasPrefix(next.Text.Rubric.ID, "own 1 zh") || len(next.Text.Rubric.Criteria[0].Levels) != 7 {
			t.Fatalf("next text %+v, want one by the judges' rubric", next.Text)
		}
		points := 3
		if strings.Contains(next.Text.Text, "丙公司") {
			points = 6
		}
		var recorded web.RatingRecorded
		if status := s.ask("POST", "/api/ratings", web.RatingRequest{
			ID: fmt.Sprintf("rating-number-%02d", i), Text: next.Text.ID, Rubric: next.Text.Rubric.ID, Grades: []judge.Grade{{Criterion: "short", Points: points}},
		}, &recorded); status != 200 {
			t.Fatalf("rating: status %d", status)
		}
	}
	if code := s.end(); code != 0 {
		t.Errorf("verify serve exits with %d\n%s", code, &s.stderr)
	}
	found, _ := c.bench(cli.Done, "report")
	for _, want := range []string{`echo +person/Ada +own 1 zh [0-9a-f]+ +yes +short +2 +4\.50`, `echo +one +own 1 zh [0-9a-f]+ +no +short +2 +3\.00`,
		`one +person/Ada +own 1 zh [0-9a-f]+ +short +2 +0\.00 +- +- +0\.00 +1\.50`} {
		if !regexp.MustCompile(want).MatchString(found) {
			t.Errorf("the report has no %s:\n%s", want, found)
		}
	}
	if _, said := c.bench(cli.Misused, "report", "-judge", "person/Ada"); !strings.Contains(said, "those of people") {
		t.Errorf("a person for a model: said %s", said)
	}
}
