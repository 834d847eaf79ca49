package rewrite

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"taskgrove/pipeline/domain"
	"taskgrove/pipeline/draft"
	"taskgrove/pipeline/plan"
	"taskgrove/pipeline/task"
)

// programs reads the programs of testdata/operators.jsonl: one of every operation and
// form, over the legal domain.
func programs(t *testing.T) []*plan.Program {
	t.Helper()
	data, err := os.ReadFile("testdata/operators.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var all []*plan.Program
	for line := range strings.Lines(string(data)) {
		p := new(plan.Program)
		if err := json.Unmarshal([]byte(line), p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// affirmed are keywords of truths that the programs ask for, by language.
var affirmed = map[string][]string{
	"zh": {"是上市公司", "存在处罚金额", "存在相关记录"},
	"en": {"is a listed company", "at least one has", "is a record of"},
}

// Every inquiry can be put in a voice, and what comes out passes the gate whatever
// is drawn; whether something is so is asked without saying that it is.
func TestOperators(t *testing.T) {
	d, err := domain.Open("legal")
	if err != nil {
		t.Fatal(err)
	}
	asks := map[draft.Ask]bool{}
	for _, p := range programs(t) {
		for _, lang := range d.Languages {
			q, err := draft.Question(d, p, lang)
			if err != nil {
				t.Fatal(err)
			}
			inquiries, err := draft.Inquiries(d, p, lang)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range inquiries {
				asks[i.Ask] = true
			}
			one := &task.Task{ID: p.String(), Language: lang, Draft: q, Plan: p, KeyAnswer: affirmed[lang]}
			for seed := range uint64(12) {
				question, err := Offline(d, one, seed)
				if err != nil {
					t.Fatal(err)
				}
				if reason := Gate(d, one, question); reason != "" {
					t.Errorf("Gate(%q) = %s, want a pass; the draft is %q", question, reason, q)
				}
				if strings.ContainsAny(question, "{}") || strings.Contains(question, "  ") {
					t.Errorf("Offline = %q, want no slot and no idle space", question)
				}
			}
		}
	}
	for _, ask := range []draft.Ask{
		draft.AskName, draft.AskSeveral, draft.AskList, draft.AskTable, draft.AskNumber, draft.AskDate, draft.AskCount, draft.AskTruth, draft.AskWhich,
	} {
		if !asks[ask] {
			t.Errorf("no program asks for a %s", ask)
		}
	}
}
