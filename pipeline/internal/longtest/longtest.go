// Package longtest keeps the tests that run by default short: long ones, and the long forms
// of others, run where the environment variable TASKGROVE_LONG is set.
package longtest

import (
	"flag"
	"os"
)

// Short sets -short, as if it had been given, unless the environment variable
// TASKGROVE_LONG or UPDATE is set: short forms of golden tests must not write golden
// files. A package calls it in TestMain.
func Short() {
	flag.Parse()
	if wanted() {
		return
	}
	if err := flag.Set("test.short", "true"); err != nil {
		panic(err) // not a test program
	}
}

// Need skips a test that takes minutes unless TASKGROVE_LONG or UPDATE is set. It names the
// runs that the test makes.
func Need(t interface{ Skipf(string, ...any) }, runs string) {
	if !wanted() {
		t.Skipf("%s: set TASKGROVE_LONG=1 to make them", runs)
	}
}

func wanted() bool { return os.Getenv("TASKGROVE_LONG") != "" || os.Getenv("UPDATE") != "" }

// Run runs the tests of m after Short, and returns the exit code.
func Run(m interface{ Run() int }) int {
	Short()
	return m.Run()
}
