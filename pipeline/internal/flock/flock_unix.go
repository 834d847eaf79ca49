//go:build unix

package flock

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Lock takes an exclusive lock on an open file, which the kernel drops when f is
// closed or the process dies. It returns false where somebody else has it, and
// [errors.ErrUnsupported] on systems that have no such lock.
func Lock(f *os.File) (bool, error) {
	err := flock(f, unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

// Wait takes the lock that [Lock] takes, however long somebody else has it. A lock
// belongs to the open file: goroutines that share f are not kept apart, two files
// opened on one path are, also within a process.
func Wait(f *os.File) error { return flock(f, unix.LOCK_EX) }

// Unlock gives the lock back while f stays open.
func Unlock(f *os.File) error { return flock(f, unix.LOCK_UN) }

// flock asks again where a signal came in between.
func flock(f *os.File, how int) error {
	for {
		if err := unix.Flock(int(f.Fd()), how); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
