package command

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/cli"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/rewrite"
	"github.com/taskgrove/taskgrove/pipeline/rewrite/style"
	"github.com/taskgrove/taskgrove/pipeline/sample"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// What is short of a quota is said with its reasons, the phrases that want other words, and what
// helps against each reason; a set of 95 % is whole.
func TestShortfall(t *testing.T) {
	d, err := domain.Open("toy")
	if err != nil {
		t.Fatal(err)
	}
	// Where the thesaurus has no other words for a phrase, it misses that one.
	d.Table("Company").Column("所属行业").Phrase = domain.Text{"en": "line of trade"}
	d.Tool("get_company").Phrase["en"] = "the firm called {}"
	words, err := style.Open("toy", d, "en")
	if err != nil {
		t.Fatal(err)
	}
	w := &world{domain: d, style: words, flags: &flags{settings: settings{Language: "en"}}}
	made := func(company string) *task.Task {
		return &task.Task{Language: "en", Structure: plan.Structure{Hops: 1}, Plan: &plan.Program{
			Nodes: []plan.Node{
				{Name: "r1", Do: &plan.Start{Entity: "company", Value: []string{company}}},
				{Name: "r2", From: []string{"r1"}, Do: &plan.Call{Tool: "get_company"}},
				{Name: "r3", From: []string{"r2"}, Do: &plan.Project{Columns: []string{"所属行业"}}},
			},
			Answers: []plan.AnswerSpec{{From: "r3", Form: plan.Form{Style: plan.StyleText}}},
		}}
	}
	run := func(copies, guessed int, funnel sample.QuotaFunnel) (string, error) {
		s := &shortfall{nearness: newNearCopies(w)}
		s.addDepth(&funnel, &flags{settings: settings{Entities: 2}})
		s.depths = 1
		for range copies {
			s.lose(made("A"), &lostTask{"rewrite", rewrite.Duplicate})
		}
		for range guessed {
			s.lose(made("B"), &lostTask{"check", "guess"})
		}
		var b strings.Builder
		err := s.write(&b)
		return b.String(), err
	}
	filled := sample.QuotaFunnel{Hops: 1, Wanted: 140, Accepted: 140, Live: 9, Tasks: 280}
	if text, err := run(14, 0, filled); text != "" || err != nil {
		t.Errorf("266 of 280 tasks print %q, error %v", text, err)
	}
	text, err := run(74, 3, filled)
	if short := cli.Short(""); !errors.As(err, &short) {
		t.Errorf("error %v, want that of a short quota", err)
	}
	if diff := cmp.Diff(`
short: 203 of 280 tasks: 74 near-copies; other words in rewriting/en/thesaurus.yaml help, most missed: line of trade, the firm called {}
  1-hop  203 of 280: 74 the question is too close to that of another task; 3 the answer can be guessed
  → the answer can be guessed: columns with more different values help
`, text); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	text, _ = run(0, 0, sample.QuotaFunnel{Hops: 1, Wanted: 140, Accepted: 20, Live: 9, Tasks: 40, Dropped: map[plan.Reason]int{sample.Repeated: 9, "long": 3}})
	if diff := cmp.Diff(`
short: 40 of 280 tasks
  1-hop  40 of 280: mostly: other tasks give its answers away
  → other tasks give its answers away: more rows help, or fewer of -paths at other depths
`, text); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
