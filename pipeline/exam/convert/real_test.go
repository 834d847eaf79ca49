package convert_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/exam"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/examtext"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/lawtext"
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

// generated reads the exam papers of a small generated world.
func generated(t *testing.T, lang string) *exam.Collection {
	t.Helper()
	papers, err := examtext.ExamSpec{LawSpec: lawtext.LawSpec{Seed: 1, Scale: 0.4, Language: lang}}.Papers()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	create := func(name string) (io.WriteCloser, error) { return os.Create(filepath.Join(dir, name)) }
	if err := papers.Write(t.Context(), create, nil); err != nil {
		t.Fatal(err)
	}
	c, err := exam.Read(t.Context(), dir, 2)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
