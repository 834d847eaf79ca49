package infer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/infer"
)

// Small numbers are among any keys that count from 1, so a role says whom they name only where they are
// many of the keys.
func TestRolesOverDenseKeys(t *testing.T) {
	for handlers, want := range map[int]bool{2: false, 12: true} {
		staff := sheet{name: "Employees", rows: [][]string{{"EmployeeId", "Name"}}}
		for i := range 20 {
			staff.rows = append(staff.rows, []string{fmt.Sprint(i + 1), "Name " + strings.Repeat("x", i+1)})
		}
		calls := sheet{name: "Calls", rows: [][]string{{"CallId", "Handler"}}}
		for i := range 60 {
			calls.rows = append(calls.rows, []string{fmt.Sprint(i + 100), fmt.Sprint(i%handlers + 1)})
		}
		d, _, _ := draft(t, []sheet{staff, calls})
		found := references(d, infer.Certain)
		if got := slices.ContainsFunc(found, func(r string) bool { return strings.Contains(r, "Handler") }); got != want {
			t.Errorf("%d handlers of 20 employees: certain references %q, want one of Handler: %v", handlers, found, want)
		}
	}
}
