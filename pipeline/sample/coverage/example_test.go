package coverage_test

import (
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/sample/coverage"
)

// Three tasks of a published benchmark, by the list of tools that each states.
func ExampleCountLists() {
	c := coverage.CountLists([]string{
		"get_company_cases----get_court",
		"get_company_cases----get_court",
		"get_court----get_company_info",
	})
	fmt.Printf("%d tasks call %d tools in %d sequences with %d transitions\n", c.Tasks, c.Tools, c.Sequences, c.Transitions)
	// Output:
	// 3 tasks call 3 tools in 2 sequences with 2 transitions
}
