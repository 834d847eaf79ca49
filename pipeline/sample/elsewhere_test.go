package sample

import (
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/task"
)

// A question could be about another domain if all that it names is there, under lookups of things
// that are called the same.
func TestElsewhere(t *testing.T) {
	toy := toytest.Domain(t, "toy")
	trade, err := domain.Load(fstest.MapFS{"d/a.yaml": {Data: []byte("base: toy\nname: trade")}}, "d")
	if err != nil {
		t.Fatal(err)
	}
	u, _, err := domain.Union(toy, trade)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var files []corpus.DataFile
	for name, rows := range map[string]string{
		"toy_Company": `{"公司名称": "甲"}` + "\n" + `{"公司名称": "乙"}` + "\n", "trade_Company": `{"公司名称": "甲"}` + "\n",
		"toy_Court": `{"法院名称": "甲", "法院代字": "甲01"}` + "\n", "trade_Court": `{"法院名称": "乙", "法院代字": "甲01"}` + "\n", "trade_Case": `{"案号": "1", "关联公司": "乙"}` + "\n",
	} {
		path := filepath.Join(dir, name+".jsonl")
		if err := os.WriteFile(path, []byte(rows), 0o666); err != nil {
			t.Fatal(err)
		}
		files = append(files, corpus.DataFile{Name: name + ".jsonl", Path: path, Holds: name})
	}
	c, _, err := corpus.LoadFiles(t.Context(), files, u)
	if err != nil {
		t.Fatal(err)
	}
	lookups := make([][]string, 2)
	for i, whose := range []string{"toy_", "trade_"} {
		for _, name := range []string{"get_company", "get_company_cases", "get_case", "get_court"} {
			lookups[i] = append(lookups[i], whose+name)
		}
	}
	r := NewRivals(c, lookups)
	start := func(node, name string) plan.Node {
		return plan.Node{Name: node, Do: &plan.Start{Entity: "toy_company", Value: []string{name}}}
	}
	call := func(node, from, tool string) plan.Node {
		return plan.Node{Name: node, From: []string{from}, Do: &plan.Call{Tool: tool}}
	}
	derive := func(node, from string) plan.Node {
		return plan.Node{Name: node, From: []string{from}, Do: &plan.Derive{Derivation: "toy_case_number_court_code"}}
	}
	for _, tc := range []struct {
		name  string
		nodes []plan.Node
		want  bool
	}{
		{"a name derived of one", []plan.Node{start("r1", "（2021）甲01民初12号"), derive("r2", "r1"), call("r3", "r2", "toy_get_court")}, true},
		{"a name derived of one that is none there", []plan.Node{start("r1", "（2021）甲02民初12号"), derive("r2", "r1"), call("r3", "r2", "toy_get_court")}, false},
		{"a name of both", []plan.Node{start("r1", "甲"), call("r2", "r1", "toy_get_company")}, true},
		{"a name of both, asked about in the other", []plan.Node{start("r1", "甲"), call("r2", "r1", "trade_get_company")}, true},
		{"a name of one", []plan.Node{start("r1", "乙"), call("r2", "r1", "toy_get_company")}, false},
		{"a name of other things there", []plan.Node{start("r1", "甲"), call("r2", "r1", "toy_get_court")}, false},
		{"one name of both and one of one", []plan.Node{start("r1", "甲"), call("r2", "r1", "toy_get_company"), start("r3", "乙"), call("r4", "r3", "toy_get_company")}, false},
		{"cases of a name of both", []plan.Node{start("r1", "乙"), call("r2", "r1", "toy_get_company_cases")}, true},
		{"no name", nil, false},
	} {
		if got := r.Elsewhere(&task.Task{Language: "zh", Plan: &plan.Program{Nodes: tc.nodes}}); got != tc.want {
			t.Errorf("%s: Elsewhere is %v, want %v", tc.name, got, tc.want)
		}
	}
}
