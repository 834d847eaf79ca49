package ground

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// A lookup compares whole cells, so it misses the rows that name a law firm beside
// another, in whichever column it matches.
func TestBesideOthersIsAmbiguous(t *testing.T) {
	d, err := domain.Open("legal")
	if err != nil {
		t.Fatal(err)
	}
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
	a := newAmbiguity(c)
	for name, want := range map[string]bool{"青岚律师事务所": true, "白沙律师事务所": true, "南汀律师事务所": false} {
		if got, err := a.ambiguous("get_legal_document_law_list", "law_firm", []string{name}); got != want || err != nil {
			t.Errorf("ambiguous(%s) = %v, %v, want %v", name, got, err, want)
		}
	}
}
