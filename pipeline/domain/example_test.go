package domain_test

import (
	"fmt"
	"testing/fstest"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// A shipped domain, and what one of its lookups takes and returns.
func ExampleOpen() {
	d, err := domain.Open("toy")
	if err != nil {
		panic(err)
	}
	for _, t := range d.Tables {
		fmt.Println(t.Name, t.Label.In("en"), len(t.Columns))
	}
	lookup := d.Tool("get_company_cases")
	fmt.Println(lookup.Name, lookup.Table, lookup.Returns, lookup.Match[0].Columns)
	// Output:
	// Company companies 8
	// Case court cases 9
	// Court courts 6
	// get_company_cases Case many [关联公司]
}

// What is wrong with a declaration is reported with its file and line.
func ExampleLoad() {
	_, err := domain.Load(fstest.MapFS{"shop/domain.yaml": {Data: []byte("name: shop\nbase: toy\ncolour: red\n")}}, "shop")
	fmt.Println(err)
	// Output:
	// shop/domain.yaml:3: unknown key "colour": want a key that domain.schema.json allows here
}
