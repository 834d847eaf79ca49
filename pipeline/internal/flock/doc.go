// Package flock locks a file for one process at a time, by a lock that dies with the
// process: without one two runs could mix their outputs, and two clients pay for the
// same answer.
package flock
