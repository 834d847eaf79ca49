package infer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/infer"
)

// people returns a table of people, of which each has a number and two more texts.
func people(name string, header []string, cells func(i int) []string) sheet {
	s := sheet{name, [][]string{header}}
	for i := range 40 {
		s.rows = append(s.rows, append([]string{fmt.Sprint(1000 + 3*i)}, cells(i)...))
	}
	return s
}

var (
	someGiven  = []string{"Ana", "Bruno", "Carla", "Davi", "Elisa"}
	someFamily = []string{"Silva", "Souza", "Costa", "Lima", "Rocha", "Alves", "Pinto", "Braga"}
)

func latinName(i int) []string { return []string{someGiven[i%5], someFamily[i/5]} }

func TestFullNames(t *testing.T) {
	few := func(i int) []string { return []string{someGiven[i%5], someFamily[i%2]} }
	han := func(i int) []string {
		return []string{"王李张刘陈杨赵黄"[3*(i/5) : 3*(i/5)+3], "伟芳娜敏静"[3*(i%5) : 3*(i%5)+3]}
	}
	turned := func(i int) []string { p := han(i); return []string{p[1], p[0]} }
	for _, test := range []struct {
		table  string
		header []string
		cells  func(int) []string
		name   string   // of the column of whole names; "" for none
		parts  []string // in order
		first  string   // a whole name
		doubt  string
	}{
		{"Customers", []string{"CustomerId", "FirstName", "LastName"}, latinName, "FullName", []string{"FirstName", "LastName"}, "Ana Silva", ""},
		{"customers", []string{"id", "customer_given_name", "customer_surname"}, latinName, "full_name", []string{"customer_given_name", "customer_surname"}, "Ana Silva", ""},
		{"members", []string{"id", "surname", "forename"}, func(i int) []string { p := latinName(i); return []string{p[1], p[0]} }, "fullname", []string{"forename", "surname"}, "Ana Silva", ""},
		{"clients", []string{"id", "name", "surname"}, latinName, "fullname", []string{"name", "surname"}, "Ana Silva", "name is taken for given names"},
		{"员工表", []string{"员工编号", "姓", "名"}, han, "姓名", []string{"姓", "名"}, "王伟", ""},
		{"staff", []string{"id", "first_name", "last_name"}, turned, "full_name", []string{"last_name", "first_name"}, "王伟", ""},
		{"customers", []string{"id", "first_name", "last_name"}, few, "", nil, "", ""},
		{"customers", []string{"id", "contact_first_name", "contact_last_name"}, latinName, "", nil, "", ""},
		{"customers", []string{"id", "last_name", "full_name"}, latinName, "", nil, "", ""},
	} {
		t.Run(test.table+" "+strings.Join(test.header, " "), func(t *testing.T) {
			s := people(test.table, test.header, test.cells)
			if test.table == "员工表" {
				s.name = "t" // names of files are Latin
			}
			d, loaded, text := draft(t, []sheet{s})
			table := &loaded.Tables[0]
			at := slices.IndexFunc(table.Columns, func(c domain.Column) bool { return c.Parts != nil })
			if test.name == "" {
				if at >= 0 {
					t.Fatalf("column %s is put together", table.Columns[at].Name)
				}
				return
			}
			if at < 0 {
				t.Fatalf("no column of whole names:\n%s", text)
			}
			c := &table.Columns[at]
			if c.Name != test.name || !slices.Equal(c.Parts, test.parts) || table.Names != test.name || c.Entity == "" {
				t.Errorf("got %s of %q as %q, rows are called by %s; want %s of %q", c.Name, c.Parts, c.Entity, table.Names, test.name, test.parts)
			}
			if slices.Contains(table.KeyColumns(), test.name) {
				t.Error("whole names are the key")
			}
			for _, part := range c.Parts {
				if p := table.Column(part); p.Asked != domain.Never {
					t.Errorf("%s is asked for: %q", part, p.Asked)
				}
			}
			finding := d.Tables[0].Columns[slices.IndexFunc(d.Tables[0].Columns, func(f infer.ColumnFinding) bool { return f.Column == test.name })]
			if len(finding.Evidence) == 0 || !slices.Contains(finding.Samples, test.first) && len(finding.Samples) < 5 {
				t.Errorf("evidence is %q, samples are %q", finding.Evidence, finding.Samples)
			}
			if test.doubt == "" != (len(finding.Doubts) == 0) || !strings.Contains(strings.Join(finding.Doubts, " "), test.doubt) {
				t.Errorf("doubts are %q, want %q", finding.Doubts, test.doubt)
			}
			if !slices.ContainsFunc(loaded.Tools[0].Match, func(m domain.LookupMatch) bool { return slices.Equal(m.Columns, []string{test.name}) }) {
				t.Errorf("%s does not find people by their names", loaded.Tools[0].Name)
			}
		})
	}
}

// A part that people leave out leaves no whole names.
func TestFullNamesByCorrection(t *testing.T) {
	sheets := []sheet{people("Customers", []string{"CustomerId", "FirstName", "LastName"}, latinName)}
	d, err := infer.Infer(tablesOf(sheets), infer.Options{Name: "drafted", Corrections: infer.Corrections{
		Columns: []infer.ColumnCorrection{{Table: "Customers", Column: "LastName", LeaveOut: true}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if table := d.Domain.Table("Customers"); table.Column("FullName") != nil || table.Names != "" {
		t.Errorf("rows are called by %q", table.Names)
	}
	_, err = infer.Infer(tablesOf(sheets), infer.Options{Name: "drafted", Corrections: infer.Corrections{
		Tables:  []infer.TableCorrection{{Table: "Customers", Names: "FullName"}},
		Columns: []infer.ColumnCorrection{{Table: "Customers", Column: "LastName", LeaveOut: true}},
	}})
	if err == nil || !strings.Contains(err.Error(), "column Customers.LastName: left out, though the rows are named by it") {
		t.Errorf("whole names without a part: %v", err)
	}
}
