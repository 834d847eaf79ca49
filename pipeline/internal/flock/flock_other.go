//go:build !unix

package flock

import (
	"errors"
	"os"
)

// TryLock returns [errors.ErrUnsupported]: this system has no lock that ends with its
// process.
func TryLock(*os.File) (bool, error) { return false, errors.ErrUnsupported }
