package digest_test

import (
	"fmt"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// Fields are framed: the same bytes, divided in another way, have another digest.
func ExampleOf() {
	fmt.Println(digest.Of("court", "ab", "c") == digest.Of("court", "a", "bc"))
	fmt.Println(digest.Of("court", "ab", "c") == digest.Of("court", "ab", "c"))
	// Output:
	// false
	// true
}
