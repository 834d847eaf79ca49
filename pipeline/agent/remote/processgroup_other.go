//go:build !unix

package remote

import "os/exec"

// lead does nothing: there are no groups of processes here.
func lead(*exec.Cmd) {}

// kill ends a process; what it started goes on.
func kill(c *exec.Cmd) { c.Process.Kill() }
