package infer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/infer"
)

// Every table that has rows is declared, and no two of its rows have the same key.
func TestKeysOfRealDatabases(t *testing.T) {
	for name, c := range map[string]struct {
		read func(*testing.T) ([]sheet, []string)
		want map[string][]string // keys of several columns
	}{
		"northwind": {northwind, map[string][]string{"Order_Details": {"OrderID", "ProductID"}, "EmployeeTerritories": {"EmployeeID", "TerritoryID"}}},
		"chinook":   {chinook, map[string][]string{"PlaylistTrack": {"PlaylistId", "TrackId"}}},
	} {
		t.Run(name, func(t *testing.T) {
			sheets, _ := c.read(t)
			_, loaded, _ := draft(t, sheets)
			for _, s := range sheets {
				spec := loaded.Table(s.name)
				if len(s.rows) == 1 {
					continue
				}
				if spec == nil {
					t.Errorf("table %s is left out", s.name)
					continue
				}
				key := spec.KeyColumns()
				if want := c.want[s.name]; want != nil && !slices.Equal(key, want) || want == nil && len(key) != 1 {
					t.Errorf("key of %s: %q, want %q", s.name, key, want)
				}
				seen := map[string]bool{}
				for _, row := range s.rows[1:] {
					var parts []string
					for _, k := range key {
						parts = append(parts, row[slices.Index(s.rows[0], k)])
					}
					seen[strings.Join(parts, "\x00")] = true
				}
				if len(seen) != len(s.rows)-1 {
					t.Errorf("%s: %d keys of %d rows", s.name, len(seen), len(s.rows)-1)
				}
			}
		})
	}
}

// A key that a database declares goes before one that the rows suggest, if all its columns were read.
func TestDeclaredKeys(t *testing.T) {
	visits := sheet{"visits", [][]string{{"visit_id", "guest", "room"}}}
	for i := range 30 {
		visits.rows = append(visits.rows, []string{fmt.Sprint(i + 1), fmt.Sprintf("guest %d", i%10), fmt.Sprint(i / 10)})
	}
	for _, c := range []struct{ declared, want []string }{
		{nil, []string{"visit_id"}},
		{[]string{"room", "guest"}, []string{"room", "guest"}},
		{[]string{"room", "photo"}, []string{"visit_id"}}, // photo is a column of bytes
	} {
		table := visits.table()
		table.Key = c.declared
		d, err := infer.Infer([]infer.Table{table}, infer.Options{Name: "hotel"})
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Domain.Tables[0].KeyColumns(); !slices.Equal(got, c.want) {
			t.Errorf("declared key %q: rows are named by %q, want %q", c.declared, got, c.want)
		}
	}
}

// The column of names is called beside the noun for its rows: the name of a category, and not its
// category name.
func TestLabelsOfNames(t *testing.T) {
	for _, c := range []struct{ table, column, want string }{
		{"Categories", "CategoryName", "name"},
		{"tracks", "title", "title"},
		{"Shippers", "CompanyName", "company name"},
		{"dept", "部门名称", "名称"},
	} {
		s := sheet{c.table, [][]string{{"id", c.column}}}
		for i := range 20 {
			s.rows = append(s.rows, []string{fmt.Sprint(i + 1), fmt.Sprintf("Row %c", 'A'+i)})
		}
		_, loaded, _ := draft(t, []sheet{s})
		for _, label := range loaded.Tables[0].Column(c.column).Label {
			if label != c.want {
				t.Errorf("%s.%s is called %q, want %q", c.table, c.column, label, c.want)
			}
		}
		if loaded.Tables[0].Names != c.column {
			t.Errorf("rows of %s are called by %q", c.table, loaded.Tables[0].Names)
		}
	}
}
