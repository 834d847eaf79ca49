//go:build unix

package remote

import (
	"os/exec"
	"syscall"
)

// lead makes a process the leader of a group of its own, so that whatever it starts
// ends with it, and no signal from a terminal reaches it before its time.
func lead(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// kill ends a process that leads a group, and the group. Nothing to kill is no error.
func kill(c *exec.Cmd) { syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
