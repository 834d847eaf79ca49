// Package flock locks a file for one process at a time. The lock ends with the process,
// however the process ends.
package flock
