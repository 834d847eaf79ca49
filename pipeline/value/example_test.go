package value_test

import (
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Cells write one amount in many ways; parsed, they are equal.
func ExampleParseNumber() {
	a, _ := value.ParseNumber("1.31亿", "元")
	b, _ := value.ParseNumber("131,000,000", "元")
	fmt.Println(a, value.Equal(a, b))
	in100m, ok := value.FormatNumber(a, "亿元", 1)
	fmt.Println(in100m, ok)
	_, ok = value.ParseNumber("十余万", "元") // not exact
	fmt.Println(ok)
	// Output:
	// 131000000元 true
	// 1.3 true
	// false
}
