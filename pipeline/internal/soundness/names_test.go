package soundness_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/internal/soundness"
	"github.com/taskgrove/taskgrove/pipeline/internal/toytest"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// A lookup compares whole cells, so it misses the rows that name a law firm beside
// another, in whichever column it matches.
func TestBesideOthersIsAmbiguous(t *testing.T) {
	d := toytest.Domain(t, "legal")
	dir := t.TempDir()
	rows := []string{
		`{"案号":"（2020）甲01民初1号","原告律师事务所":"青岚律师事务所"}`,
		`{"案号":"（2020）甲01民初2号","被告律师事务所":"青岚律师事务所,白沙律师事务所"}`,
		`{"案号":"（2020）甲01民初3号","被告律师事务所":"南汀律师事务所"}`,
	}
	if err := os.WriteFile(filepath.Join(dir, "LegalDoc.jsonl"), []byte(strings.Join(rows, "\n")), 0o666); err != nil {
		t.Fatal(err)
	}
	c, _, err := corpus.Load(t.Context(), dir, d)
	if err != nil {
		t.Fatal(err)
	}
	tool := d.Tool("get_legal_document_law_list")
	find, err := plan.Finder(c, tool.Name, "law_firm")
	if err != nil {
		t.Fatal(err)
	}
	names := soundness.NewNames(c)
	for name, want := range map[string]bool{"青岚律师事务所": true, "白沙律师事务所": true, "南汀律师事务所": false} {
		var found []int
		for _, row := range find([]string{name}) {
			found = append(found, int(row))
		}
		if got := names.Ambiguity(tool, "law_firm", []string{name}, found); (got != "") != want {
			t.Errorf("Ambiguity(%s) = %q, want one: %v", name, got, want)
		}
	}
}
