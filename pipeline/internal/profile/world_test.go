package profile

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// docket is a domain with one of everything that is measured: kinds, sentinels,
// separators, masks, an entity type with parts, a derivation, passages.
func docket() *domain.Domain {
	lookup := func(name, table string, matches ...[]string) domain.Tool {
		t := domain.Tool{Name: name, Kind: domain.Lookup, Table: table}
		for _, m := range matches {
			t.Match = append(t.Match, domain.LookupMatch{Columns: m})
		}
		return t
	}
	return &domain.Domain{
		Name: "docket", Languages: []string{"zh", "en"}, Sentinels: []string{"-"}, Masks: []string{"*"},
		Entities: []domain.EntityType{
			{Name: "company"}, {Name: "case"}, {Name: "code"}, {Name: "region", Parts: []string{"city", "county"}},
		},
		Derivations: []domain.Derivation{
			{Name: "case_code", From: "case", To: "code", Pattern: `^([a-z]+)[0-9]`},
			{Name: "case_company", From: "case", To: "company", Tool: "get_case"},
		},
		Tables: []domain.Table{
			{Name: "Case", Key: "number", Columns: []domain.Column{
				{Name: "number", Label: domain.Text{"zh": "案号", "en": "Number"}, Entity: "case"},
				{Name: "parties", Entity: "company", Separators: []string{",", ";"}},
				{Name: "amount", Kind: domain.KindMoney, Unit: "元"},
				{Name: "filed", Kind: domain.KindDate},
				{Name: "told", Kind: domain.KindProse},
				{Name: "county", Entity: "region.county"},
				{Name: "city", Entity: "region.city"},
			}},
			{Name: "Company", Key: "name", Columns: []domain.Column{
				{Name: "name", Entity: "company"}, {Name: "parent", Entity: "company"}, {Name: "code", Entity: "code"},
				{Name: "city", Entity: "region.city"}, {Name: "county", Entity: "region.county"},
			}},
		},
		Passages: []domain.Passages{{Name: "Law", Field: "text"}},
		Tools: []domain.Tool{
			lookup("get_case", "Case", []string{"number"}),
			lookup("get_cases", "Case", []string{"parties"}),
			lookup("get_company", "Company", []string{"name"}, []string{"code"}),
			lookup("get_subsidiaries", "Company", []string{"parent"}),
			lookup("get_companies", "Company", []string{"county", "city"}),
			lookup("get_parent", "Company", []string{"name"}),
		},
	}
}

// row is one row of a file: a column it lacks is a cell nobody observed.
type row map[string]any

// loaded loads files made of rows.
func loaded(t testing.TB, d *domain.Domain, files map[string][]row) *corpus.Corpus {
	t.Helper()
	return open(t, d, written(t, files))
}

// written writes rows as JSON lines into a new directory.
func written(t testing.TB, files map[string][]row) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "profile")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	for name, rows := range files {
		var text []byte
		for _, r := range rows {
			line, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			text = append(append(text, line...), '\n')
		}
		if err := os.WriteFile(filepath.Join(dir, name+".jsonl"), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
