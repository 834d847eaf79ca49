//go:build unix

package remote

import (
	"os/exec"
	"syscall"
)

// setProcessGroup makes a process the leader of a group of its own, so that whatever it starts
// ends with it, and no signal from a terminal reaches it before its time.
func setProcessGroup(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends a process that leads a group, and the group. Nothing to kill is no error.
func killGroup(c *exec.Cmd) { syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
