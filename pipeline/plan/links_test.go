package plan

import (
	"slices"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

func TestJoins(t *testing.T) {
	d := *toy(t)
	d.Tools = append(slices.Clone(d.Tools), domain.Tool{
		Name: "get_case_number", Kind: domain.Lookup, Table: "Case", Returns: domain.Field, Column: "案号",
		Match: []domain.LookupMatch{{Columns: []string{"关联公司"}, Inputs: []string{"identifier"}}},
	})
	bare := d
	bare.Derivations = nil
	for _, tt := range []struct {
		name     string
		d        *domain.Domain
		from, to string
		want     bool
	}{
		{"names one in a column", &d, "get_case", "get_court", true},
		{"names a parent", &d, "get_company", "get_company", true},
		{"names none", &d, "get_court", "get_company", false},
		{"names the one asked about alone", &d, "get_case", "get_case", false},
		{"only leads back, by another name", &d, "get_court", "get_court", true},
		{"one can be derived", &d, "get_case_number", "get_court", true},
		{"none can be derived", &bare, "get_case_number", "get_court", false},
		{"shows another column alone", &d, "get_case_number", "get_company", false},
		{"to no lookup", &d, "get_company", "get_sum", false},
		{"from no lookup", &d, "get_sum", "get_company", false},
	} {
		if got := Joins(tt.d, tt.d.Tool(tt.from), tt.d.Tool(tt.to)); got != tt.want {
			t.Errorf("%s: Joins(%s, %s) = %v, want %v", tt.name, tt.from, tt.to, got, tt.want)
		}
	}
}
