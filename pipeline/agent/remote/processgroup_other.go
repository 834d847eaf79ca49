//go:build !unix

package remote

import "os/exec"

// setProcessGroup does nothing: there are no groups of processes here.
func setProcessGroup(*exec.Cmd) {}

// killGroup ends a process. The processes that it started go on.
func killGroup(c *exec.Cmd) { c.Process.Kill() }
