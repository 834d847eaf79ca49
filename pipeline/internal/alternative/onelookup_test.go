package alternative

import (
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

func TestNear(t *testing.T) {
	w := load(t, town())
	for _, tt := range []struct {
		entity, name, table string
		want                []int32
	}{
		{"company", "甲河公司", "Case", []int32{0, 1, 2}},
		{"company", "甲河公司", "Company", []int32{0}},
		{"company", "甲河公司", "Court", nil},
		{"company", "戊川公司", "Case", nil}, // stands in a cell beside others
		{"case_number", "（2020）甲02民初2号", "Case", []int32{1}},
		{"case_number", "（2020）甲02民初2号", "Court", []int32{1}}, // by the code derived from it
		{"case_number", "（2020）乙09民初9号", "Court", nil},
		{"case_number", "乙09", "Court", nil}, // nothing is derived from it
		{"court", "南法院", "Court", []int32{2}},
		{"court", "南法院", "Case", nil},
		{"court_code", "乙01", "Court", []int32{2}},
	} {
		if got := w.s.OneLookupRows(tt.entity, []string{tt.name}, tt.table); !slices.Equal(got, tt.want) {
			t.Errorf("Near(%s %s, %s) = %v, want %v", tt.entity, tt.name, tt.table, got, tt.want)
		}
	}
}

// The rows near an entity are those that a search comes to by one lookup that shows
// them whole, where a program takes two.
func TestNearIsOneLookup(t *testing.T) {
	w := load(t, town())
	near, far := 0, 0
	for _, e := range w.d.Entities {
		for _, name := range w.named(e.Name) {
			for i := range w.d.Tables {
				table := w.c.Table(w.d.Tables[i].Name)
				rows := w.s.OneLookupRows(e.Name, []string{name}, table.Spec().Name)
				for row := range int32(table.Len()) {
					found := w.s.Shorter(counting(e.Name, name, table.Spec().Name, row)).Found
					if is := slices.Contains(rows, row); is != (found != nil) {
						t.Errorf("Near(%s %s, %s) = %v, and the way to row %d is %v", e.Name, name, table.Spec().Name, rows, row, found)
					} else if is {
						near++
						if len(found.Chain) != 1 || w.d.Tool(found.Chain[0].Tool).Returns == domain.Field {
							t.Errorf("the way to row %d of %s from %s %s is %v, want one lookup", row, table.Spec().Name, e.Name, name, found)
						}
					} else {
						far++
					}
				}
			}
		}
	}
	if near == 0 || far == 0 {
		t.Errorf("%d rows are near and %d far, want some of each", near, far)
	}
}

// named returns the names of a type that stand in the tables.
func (w *world) named(entity string) (names []string) {
	for i := range w.d.Tables {
		table := w.c.Table(w.d.Tables[i].Name)
		for col, c := range table.Spec().Columns {
			for row := 0; row < table.Len() && c.Entity == entity; row++ {
				for _, v := range table.Cell(row, col).Values {
					names = append(names, v.Text)
				}
			}
		}
	}
	return names
}

// counting is an execution of two lookups that counts one row, however it came there.
func counting(entity, name, table string, row int32) *plan.Trace {
	var b building
	first := b.add(call("get_company"), b.add(start(entity, name)))
	rows := b.add(call("get_company"), b.add(project("公司名称"), first))
	p := b.answer(b.add(&plan.Count{}, rows), count)
	of := plan.Type{Shape: plan.ShapeRows, Table: table, Many: true}
	return &plan.Trace{Program: p, Results: []*plan.NodeResult{
		{Entity: []string{name}}, {Type: of}, {Entity: []string{"-"}}, {Type: of, Rows: []int32{row}}, {Type: plan.Type{Shape: plan.ShapeNumber}},
	}}
}
