package plan

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// A program is allowed exactly if everything that it uses is selected.
func TestSelectionAllowsWhatIsUsed(t *testing.T) {
	d, err := domain.Open("toy")
	if err != nil {
		t.Fatal(err)
	}
	p := new(Program)
	start := p.Add(&Start{Entity: "company", Value: []string{"A"}})
	rows := p.Add(&Call{Tool: "get_company_cases"}, start)
	one := p.Add(&Superlative{Column: "涉案金额（元）", Order: Max}, rows)
	court := p.Add(&Project{Columns: []string{"审理法院"}}, one)
	found := p.Add(&Call{Tool: "get_court"}, court)
	head := p.Add(&Project{Columns: []string{"法院负责人"}}, found)
	p.Answers = []AnswerSpec{{From: head, Form: Form{Style: StyleText}}}
	if _, err := p.Types(d); err != nil {
		t.Fatal(err)
	}
	tools := []string{"get_company_cases", "get_court"}
	columns := []TableColumn{{"Case", "涉案金额（元）"}, {"Court", "法院负责人"}}
	if used := p.UsedColumns(d); !slices.Equal(used, columns) {
		t.Fatalf("the program uses %v, want %v: the court only leads on", used, columns)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := Selection{
			Tools:     rapid.SliceOfDistinct(rapid.SampledFrom(append(tools, "get_company")), rapid.ID[string]).Draw(t, "tools"),
			Columns:   rapid.SliceOfDistinct(rapid.SampledFrom(append(columns, TableColumn{"Case", "审理法院"})), rapid.ID[TableColumn]).Draw(t, "columns"),
			Operators: rapid.SliceOfDistinct(rapid.SampledFrom([]Operator{"superlative", "sum", Plain}), rapid.ID[Operator]).Draw(t, "operators"),
		}
		all := rapid.SampledFrom([]string{"", "tools", "columns", "operators"}).Draw(t, "all")
		want := true
		if all == "tools" {
			s.Tools = nil
		} else {
			want = want && slices.Contains(s.Tools, tools[0]) && slices.Contains(s.Tools, tools[1])
		}
		if all == "columns" {
			s.Columns = nil
		} else {
			want = want && slices.Contains(s.Columns, columns[0]) && slices.Contains(s.Columns, columns[1])
		}
		if all == "operators" {
			s.Operators = nil
		} else {
			want = want && slices.Contains(s.Operators, Operator("superlative"))
		}
		if got := s.Allows(d, p); got != want {
			t.Fatalf("%+v allows it: %v, want %v", s, got, want)
		}
	})
}
