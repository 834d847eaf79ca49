package rewrite_test

import (
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/internal/llmtest"
	"github.com/taskgrove/taskgrove/pipeline/internal/prompttest"
	"github.com/taskgrove/taskgrove/pipeline/internal/question/prompt"
	"github.com/taskgrove/taskgrove/pipeline/llm"
	"github.com/taskgrove/taskgrove/pipeline/rewrite"
)

// A parser that differs from the plan is asked once more, with its own reply before it, and
// only then is a text blamed; the writer then learns what was read.
func TestReread(t *testing.T) {
	s := some(t, 6)
	const misread = `{"about":["另一家公司"],"asks":[{"what":"count","of":"案件"}]}`
	honest := prompttest.Model(s.domain, s.styles, s.tasks, 3)
	for _, tt := range []struct {
		name          string
		first, second string // "" for an honest answer
		kept          bool
		blamed        string
	}{
		{"right at once", "", "", true, ""},
		{"right the second time", misread, "", true, ""},
		{"wrong both times", misread, misread, false, rewrite.BlamedText},
		{"wrong in two ways", misread, "with a hint", false, rewrite.BlamedParser},
		{"wrong and then of no use", misread, "I cannot tell.", false, rewrite.BlamedParser},
		{"of no use", "I cannot tell.", "I cannot tell.", false, rewrite.BlamedParser},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var warm, hints, parses atomic.Int64
			m, _ := s.models(t, filepath.Join(t.TempDir(), "answers.jsonl"), llmtest.ServerOptions{Script: func(r *llm.Request) llmtest.ModelAnswer {
				parsing, reading := r.JSON, 0
				for i := range r.Messages {
					if r.Messages[i].Role == llm.Assistant {
						reading++
					}
				}
				if !parsing {
					if reading > 0 && strings.Contains(llmtest.Last(r), "读者") {
						hints.Add(1)
					}
					return honest(r)
				}
				parses.Add(1)
				if r.Temperature == nil || *r.Temperature != 0 {
					warm.Add(1)
				}
				said := tt.first
				if reading > 0 || strings.HasPrefix(tt.first, "I") && r.Attempt > 0 {
					said = tt.second
				}
				if reading > 0 && prompt.FencedTexts(llmtest.Last(r)) != nil {
					t.Errorf("the parser is asked again by %q, want the question once", llmtest.Last(r))
				}
				if said == "" {
					return honest(r)
				}
				if said == "with a hint" {
					answer := honest(r)
					answer.Content = strings.Replace(answer.Content, "{", `{"hints":["上亿元"],`, 1)
					return answer
				}
				return llmtest.ModelAnswer{Content: said}
			}})
			r, err := s.run(m, 1)
			if err != nil {
				t.Fatal(err)
			}
			s.sound(t, r)
			if warm.Load() > 0 {
				t.Errorf("%d of %d requests of the parser are not at temperature 0", warm.Load(), parses.Load())
			}
			if got := r.account.Written == len(s.tasks); got != tt.kept {
				t.Errorf("the account is %+v, want all kept: %v", r.account, tt.kept)
			}
			for _, x := range r.rejected {
				if x == nil {
					continue
				}
				for _, try := range x.Tries {
					if try.Reason == rewrite.Parse && try.Blamed != tt.blamed || try.Reason != rewrite.Parse && try.Blamed != "" {
						t.Errorf("%+v, want %q blamed for a reading alone", try, tt.blamed)
					}
				}
			}
			if told := hints.Load() > 0; told != (tt.blamed != "" && tt.first == misread) {
				t.Errorf("the writer was told %d times what was read off its question", hints.Load())
			}
		})
	}
}

// The account has the tasks by attempt, and no cost where no model has a price.
func TestAccount(t *testing.T) {
	s := some(t, 20)
	m, _ := s.models(t, filepath.Join(t.TempDir(), "answers.jsonl"), llmtest.ServerOptions{}, prompttest.Rate{Fault: prompttest.Leak, Share: 0.5})
	r, err := s.run(m, 1)
	if err != nil {
		t.Fatal(err)
	}
	a, sum := r.account, 0
	for _, n := range a.Attempts {
		sum += n
	}
	if len(a.Attempts) != rewrite.Attempts || sum != a.Written || a.Attempts[0] == 0 || a.Attempts[1] == 0 {
		t.Errorf("attempts %v of %d questions, want %d numbers that add up to it", a.Attempts, a.Written, rewrite.Attempts)
	}
	if a.Writing.Cost == nil || *a.Writing.Cost == 0 {
		t.Errorf("writing costs %+v, want a cost", a.Writing)
	}
	server := llmtest.Start(t, llmtest.ServerOptions{Script: prompttest.Model(s.domain, s.styles, s.tasks, 3)})
	if m.Client, err = llm.New(llm.ClientOptions{Endpoints: []llm.Endpoint{{URL: server.URL}}, Now: time.Now}); err != nil {
		t.Fatal(err)
	}
	m.Journal = nil
	if r, err = s.run(m, 1); err != nil {
		t.Fatal(err)
	}
	if a := r.account; a.Writing.Answers == 0 || a.Writing.Cost != nil || a.RoundTrip.Cost != nil {
		t.Errorf("without prices the account is %+v, want answers and no cost", a)
	}
}
