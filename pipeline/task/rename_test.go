package task

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// A text is renamed where it is a key or an item of a list, as asked for, and nothing else changes.
func TestRenameText(t *testing.T) {
	for _, tt := range []struct {
		json  string
		place jsonPlace
		want  string // "" for nothing renamed
	}{
		{`{"a": "a", "b": ["a", {"a":"a"}]}`, objectKey, `{"new": "a", "b": ["a", {"new":"a"}]}`},
		{`{"a": "a", "b": ["a", {"a":"a"}, "a"]}`, listItem, `{"a": "a", "b": ["new", {"a":"a"}, "new"]}`},
		{`[ "\u0061" ,"b"]`, listItem, `[ "new" ,"b"]`},
		{`"a"`, objectKey, ""},
		{`{"b":"a"}`, listItem, ""},
		{`{"a":1`, objectKey, ""},
		{``, objectKey, ""},
	} {
		got := renameText(json.RawMessage(tt.json), "a", "new", func(p jsonPlace) bool { return p == tt.place })
		if string(got) != tt.want {
			t.Errorf("renameText(%s, %d) = %s, want %s", tt.json, tt.place, got, tt.want)
		}
	}
}

// A task under other names has its ID, and its first names back, byte for byte. One that has the new name already
// stays as it is, for its names could not be told apart again.
func TestRenamedTasksHaveTheirFirstNames(t *testing.T) {
	d := &domain.Domain{
		Entities: []domain.EntityType{{Name: "company"}},
		Tables:   []domain.Table{{Name: "Company", Key: "name", Columns: []domain.Column{{Name: "name", Entity: "company"}, {Name: "phone", Kind: domain.KindText}, {Name: "size", Kind: domain.KindCount}}}},
		Tools: []domain.Tool{{
			Name: "get", Kind: domain.Lookup, Table: "Company", Returns: domain.One,
			Inputs: []domain.ToolInput{{Name: "id", Type: domain.InputString}}, Match: []domain.LookupMatch{{Columns: []string{"name"}, Inputs: []string{"id"}}},
		}},
		Renames: []domain.ColumnRename{{Table: "Company", From: "tel", To: "telephone"}, {Table: "Company", From: "telephone", To: "phone"}},
	}
	rapid.Check(t, func(t *rapid.T) {
		column := rapid.SampledFrom([]string{"tel", "telephone", "phone", "size"}).Draw(t, "column")
		cells := map[string]any{column: rapid.SampledFrom([]string{"tel", "x", "phone"}).Draw(t, "cell")}
		clash := column != "phone" && rapid.IntRange(0, 3).Draw(t, "clash") == 0
		if clash {
			cells["phone"] = "1"
		}
		asked, err := json.Marshal(map[string]any{"id": "tel", "columns": []string{column}})
		if err != nil {
			t.Fatal(err)
		}
		found, err := json.Marshal(cells)
		if err != nil {
			t.Fatal(err)
		}
		was := &Task{
			Plan: &plan.Program{
				Nodes: []plan.Node{
					{Name: "r1", Do: &plan.Start{Entity: "company", Value: []string{"tel"}}},
					{Name: "r2", From: []string{"r1"}, Do: &plan.Call{Tool: "get"}},
					{Name: "r3", From: []string{"r2"}, Do: &plan.Project{Columns: []string{column}}},
				},
				Answers: []plan.AnswerSpec{{From: "r3", Form: plan.Form{Style: plan.StyleText}}},
			},
			Steps: []plan.Step{{Node: "r1"}, {Node: "r2", Tool: "get", Arguments: asked, Observation: found}, {Node: "r3", Selected: []string{"tel"}}},
		}
		if was.ID, err = was.Identity(); err != nil {
			t.Fatal(err)
		}
		now := was.Renamed(d)
		if id, err := now.Identity(); id != was.ID || err != nil {
			t.Errorf("the ID of %+v is %s (%v), want %s", now, id, err, was.ID)
		}
		renamed := column == "tel" || column == "telephone"
		switch {
		case renamed && clash || !renamed:
			if now != was {
				t.Errorf("renamed is %+v, want the task itself", now)
			}
		case now.Plan.Nodes[2].Columns()[0] != "phone" || len(now.Provenance.Renamed) != 2:
			t.Errorf("renamed has plan %v and %v, want phone, in r2 and r3", now.Plan, now.Provenance.Renamed)
		default:
			a, _ := json.Marshal(was)
			if b, err := json.Marshal(now.FirstNames()); string(a) != string(b) || err != nil {
				t.Errorf("first names (%v):\n%s\nwant\n%s", err, b, a)
			}
		}
	})
}
