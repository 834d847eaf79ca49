package digest_test

import (
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// Fields are framed: the same bytes, divided in another way, have another digest.
func ExampleOf() {
	d := digest.Of("court", "ab", "c")
	fmt.Println(d == digest.Of("court", "a", "bc"))
	fmt.Println(d == digest.Of("court", "ab", "c"))
	// Output:
	// false
	// true
}
