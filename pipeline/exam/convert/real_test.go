package convert_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/exam"
)

// realExams reads the real exams of a directory, and skips the test where they are absent.
func realExams(t *testing.T, name string) *exam.Collection {
	t.Helper()
	data := os.Getenv("TASKGROVE_DATA")
	if data == "" {
		data = filepath.FromSlash("../../../../shared/data")
	}
	dir := filepath.Join(data, "exams", name)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no real exams: %v", err)
	}
	c, err := exam.Read(t.Context(), dir, 2)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
