package soundness

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// A list of a parent's subsidiaries may hold the one that the chain began with, beside others; it
// may hold neither the parent nor what was chosen from the list since.
func TestRevisited(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "SubCompanyInfo.jsonl"), []byte(`{"关联上市公司全称":"P","公司名称":"A"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	c, _ := toytest.Load(t, toytest.Domain(t, "legal"), dir)
	names := NewNames(c)
	node := func(name string, do plan.Operation, from ...string) plan.Node {
		return plan.Node{Name: name, Do: do, From: from}
	}
	program := func(column string) *plan.Program {
		return &plan.Program{Nodes: []plan.Node{
			node("start", &plan.Start{Entity: "company"}),
			node("row", &plan.Call{Tool: "get_sub_company_info"}, "start"),
			node("parent", &plan.Project{Columns: []string{"关联上市公司全称"}}, "row"),
			node("list", &plan.Call{Tool: "get_sub_company_info_list"}, "parent"),
			node("largest", &plan.Superlative{}, "list"),
			node("chosen", &plan.Project{Columns: []string{"公司名称"}}, "largest"),
			node("others", &plan.Filter{}, "list", "chosen"),
			node("set", &plan.Project{Columns: []string{column}}, "others"),
			node("lookup", &plan.Call{Tool: "get_company_register", Each: true}, "set"),
			node("elsewhere", &plan.Start{Entity: "company"}),
		}}
	}
	named := map[string][]string{"start": {"A"}, "parent": {"P"}, "chosen": {"C"}, "elsewhere": {"E"}}
	for _, test := range []struct {
		name    string
		column  string // of the list; "" for its key
		members []string
		want    string // the node that names a member, "" for none
	}{
		{"new ones", "", []string{"B", "D"}, ""},
		{"the first among others", "", []string{"A", "B"}, ""},
		{"the first alone", "", []string{"A"}, "start"},
		{"the first, listed by another column", "关联上市公司全称", []string{"A", "B"}, "start"},
		{"what the list is of", "", []string{"B", "P"}, "parent"},
		{"what was chosen from the list", "", []string{"B", "C"}, "chosen"},
		{"one of another branch", "", []string{"E"}, ""},
	} {
		members := [][]string{}
		for _, m := range test.members {
			members = append(members, []string{m})
		}
		p := program(cmp.Or(test.column, "公司名称"))
		back := names.Revisited(p, execution{"set": found{members: members}}, "lookup", "company", func(node string) (string, []string) {
			if named[node] == nil {
				return "", nil
			}
			return "company", named[node]
		})
		switch {
		case test.want == "" && back != nil:
			t.Errorf("%s: %+v comes back, want none", test.name, *back)
		case test.want != "" && (back == nil || back.At != test.want || !slices.Equal(back.Name, named[test.want])):
			t.Errorf("%s: %+v, want the one that %s names", test.name, back, test.want)
		}
	}
}
