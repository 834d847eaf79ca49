package plantree_test

import (
	"fmt"
	"log"
	"os"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/plantree"
)

// toyGraph returns the planning graph of domain toy.
func toyGraph() *plan.Graph {
	d, err := domain.Open("toy")
	if err != nil {
		log.Fatal(err)
	}
	g, err := plan.NewGraph(d)
	if err != nil {
		log.Fatal(err)
	}
	return g
}

// The folded tree counts paths without listing them.
func ExampleFold() {
	fmt.Println(plantree.Fold(toyGraph()).Counts(3))
	// Output: [6 9 18]
}

// Each path is a walk over entity types and tools.
func ExampleWritePaths() {
	counts, err := plantree.WritePaths(os.Stdout, toyGraph(), 1, 100)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(counts)
	// Output:
	// {"id":"50ae321e9abe","hops":1,"walk":["company","get_company"]}
	// {"id":"bc53597e7133","hops":1,"walk":["company","get_company_cases"]}
	// {"id":"04f87373ae7c","hops":1,"walk":["case_number","derivation:case_number_court_code","court_code","get_court"]}
	// {"id":"9151f1f17bf8","hops":1,"walk":["case_number","get_case"]}
	// {"id":"36239649ded2","hops":1,"walk":["court","get_court"]}
	// {"id":"430effec7fe6","hops":1,"walk":["court_code","get_court"]}
	// [6]
}
