//go:build unix

package flock

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// TryLock takes an exclusive lock on an open file without waiting. It returns false if
// the lock is held through another open file, in this process or another one. The kernel
// drops the lock when f is closed or the process dies. On systems without such a lock
// the error is [errors.ErrUnsupported].
func TryLock(f *os.File) (bool, error) {
	for {
		switch err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); {
		case errors.Is(err, unix.EINTR): // a signal came in between
		case errors.Is(err, unix.EWOULDBLOCK):
			return false, nil
		default:
			return err == nil, err
		}
	}
}
