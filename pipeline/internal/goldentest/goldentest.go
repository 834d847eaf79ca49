// Package goldentest compares texts of tests with files that people read.
package goldentest

import (
	"os"

	"github.com/google/go-cmp/cmp"
)

// TB is the part of testing.TB that this package uses.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
	Fatal(args ...any)
}

// Compare fails the test if a file has other content than got. Where the environment
// variable UPDATE is set, it writes the file first.
func Compare[T string | []byte](t TB, file string, got T) {
	t.Helper()
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got; UPDATE=1 writes it):\n%s", file, diff)
	}
}
