//go:build !unix

package llm

import (
	"errors"
	"os"
)

// flock refuses: without a lock that dies with its process, two processes could
// pay for the same answer and write over each other's.
func flock(*os.File) (bool, error) { return false, errors.ErrUnsupported }
