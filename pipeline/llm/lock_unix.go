//go:build unix

package llm

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// flock takes an exclusive lock on a journal, which the kernel drops when f is
// closed or the process dies. It returns false where somebody else has it.
func flock(f *os.File) (bool, error) {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}
