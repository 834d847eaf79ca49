//go:build unix

package cli

import (
	"os/signal"
	"syscall"
)

// ignoreFileSize makes a write past the file size limit an error of that write,
// which names the file, instead of the end of the process.
func ignoreFileSize() { signal.Ignore(syscall.SIGXFSZ) }

// forbidCoreFile makes a crash write no core file, which would hold the API keys. If the
// system refuses, the command runs all the same.
func forbidCoreFile() {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_CORE, &limit); err != nil {
		return
	}
	limit.Cur = 0
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &limit)
}
