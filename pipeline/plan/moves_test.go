package plan

import (
	"slices"
	"testing"
)

// No question speaks of the one row of what has several by nature: of all rows, of those of a
// role, or of those of a year where there are several in each.
func TestPicksOfPluralLookups(t *testing.T) {
	d := shipped(t, "legal")
	years := func(string, string) []string { return []string{"2021"} }
	for _, tt := range []struct {
		tool, accepts   string
		all, year, role bool
	}{
		{"get_administrative_case_company_list", "company", false, false, false},
		{"get_finalized_case_company_list", "company", false, false, false},
		{"get_legal_document_company_list", "company", false, false, false},
		{"get_court_info_list", "region", true, false, false},
		{"get_legal_document_law_list", "law_firm", false, false, false},
		{"get_administrative_case_court_list", "authority", false, false, false},
		{"get_restriction_case_court_list", "court", false, false, false},
	} {
		first, more := Picks(d, &Hop{Tool: tt.tool, Accepts: tt.accepts}, years)
		got := [3]bool{}
		for _, m := range slices.Concat(first, more) {
			if _, only := m.Do[len(m.Do)-1].(*Only); !only {
				continue
			}
			switch f, ok := m.Do[0].(*Filter); {
			case !ok:
				got[0] = true
			case f.Comparison == Year:
				got[1] = true
			default:
				got[2] = true
			}
		}
		if want := [3]bool{tt.all, tt.year, tt.role}; got != want {
			t.Errorf("%s takes the only row of all, of a year, of a role: %v, want %v", tt.tool, got, want)
		}
	}
}
