//go:build !unix

package flock

import (
	"errors"
	"os"
)

// Lock refuses: there is no lock here that dies with its process.
func Lock(*os.File) (bool, error) { return false, errors.ErrUnsupported }

// Wait refuses as Lock does.
func Wait(*os.File) error { return errors.ErrUnsupported }

// Unlock refuses as Lock does.
func Unlock(*os.File) error { return errors.ErrUnsupported }
