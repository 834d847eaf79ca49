package ground

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/agent"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/draft"
	"github.com/taskgrove/taskgrove/pipeline/task"
	"github.com/taskgrove/taskgrove/pipeline/tool"
)

// On the worlds that ship, people ask about cases that they remember from the model cases, in both
// languages. The retriever finds the case by the words of any of the questions, which give neither
// its number nor a party away.
func TestModelCases(t *testing.T) {
	worlds := map[string]string{"legal": "zh"}
	if !testing.Short() {
		worlds["legal-en"] = "en"
	}
	for name, lang := range worlds {
		w := generated(t, name, lang)
		d := w.corpus.Domain()
		for i := range d.Templates {
			if d.Templates[i].Family != domain.MultihopFamily {
				continue
			}
			out := w.write(t, d.Templates[i].Name, lang, 1, 6, 2)
			if len(out.Tasks) < 3 {
				t.Fatalf("%s: %d tasks, dropped %v: want some", d.Templates[i].Name, len(out.Tasks), out.Dropped)
			}
			for _, made := range out.Tasks {
				w.searched(t, made)
			}
		}
	}
}

// searched checks a question that begins with a search.
func (w *world) searched(t *testing.T, made *task.Task) {
	t.Helper()
	if made.Family != task.Multihop || made.Type != "2-hop" && made.Type != "3-hop" || !slices.Contains(made.Structure.Operators, "retrieve") {
		t.Errorf("%s is of family %q and type %q, with operators %q", made.ID, made.Family, made.Type, made.Structure.Operators)
	}
	made.Question = made.Draft
	if got := w.strict(t, made, agent.Replay{Steps: made.Steps, Answer: made.Answer}); *got.Success != 1 || *got.Process != 1 {
		t.Errorf("%s: the reference has %v and %v: want full marks\n%s", made.ID, *got.Success, *got.Process, made.Answer)
	}
	number := made.KeyMiddle[0]
	requests, err := draft.Requests(w.corpus.Domain(), made.Plan, made.Language)
	if err != nil {
		t.Fatal(err)
	}
	for _, question := range requests {
		if strings.Contains(question, number) {
			t.Errorf("%s: %q gives %s away", made.ID, question, number)
		}
		r, err := w.tools.Call(context.Background(), tool.Call{Tool: "legal_case_retriever", Args: map[string]any{"identifier": question}})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(r.Strings(), func(p string) bool { return strings.Contains(p, number) }) {
			t.Errorf("%s: the search does not find %s by %q", made.ID, number, question)
		}
	}
}
