//go:build !unix

package remote

import "os/exec"

// setProcessGroup does nothing: there are no groups of processes here.
func setProcessGroup(*exec.Cmd) {}

// killGroup ends a process; what it started goes on.
func killGroup(c *exec.Cmd) { c.Process.Kill() }
