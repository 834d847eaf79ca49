package privacy

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/corpus"
	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// A whole name that stands in another table has the mask there that is put together of those of its parts, which
// are masked wherever the whole name is.
func TestWholeNamesHaveOneMask(t *testing.T) {
	d := &domain.Domain{Name: "d", Tables: []domain.Table{
		{Name: "Orders", Key: "id", Columns: []domain.Column{{Name: "id", Kind: domain.KindText}, {Name: "customer", Kind: domain.KindText, Personal: domain.PersonNames}}},
		{Name: "People", Key: "id", Columns: []domain.Column{
			{Name: "id", Kind: domain.KindText},
			{Name: "full_name", Kind: domain.KindText, Parts: []string{"a", "b"}},
			{Name: "a", Kind: domain.KindText},
			{Name: "b", Kind: domain.KindText},
		}},
	}}
	dir := t.TempDir()
	for name, text := range map[string]string{"Orders": `{"id": "7", "customer": "Ana Silva"}`, "People": `{"id": "1", "a": "Ana", "b": "Silva"}`} {
		if err := os.WriteFile(filepath.Join(dir, name+".jsonl"), []byte(text+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c, _, err := corpus.Load(t.Context(), dir, d)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{All, "Orders.customer", "People.full_name"} {
		places, err := ParsePlaces(d, text)
		if err != nil {
			t.Fatal(err)
		}
		m := Scan(c).Masker(places, []byte("a key of the test"))
		var orders, people bytes.Buffer
		if _, _, err := m.Write(t.Context(), &orders, "Orders"); err != nil {
			t.Fatal(err)
		}
		if _, _, err := m.Write(t.Context(), &people, "People"); err != nil {
			t.Fatal(err)
		}
		whole := m.masks[item{Name, "Ana"}] + " " + m.masks[item{Name, "Silva"}]
		if !strings.Contains(orders.String(), `"`+whole+`"`) || strings.Contains(people.String(), "Ana") || !strings.HasPrefix(whole, "Person ") {
			t.Errorf("-mask %s: orders are %s, people %s, the whole name is %q", text, orders.String(), people.String(), whole)
		}
	}
}
