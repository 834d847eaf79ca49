package corpus

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// sound checks what must hold of any table that was read.
func sound(t *testing.T, b *builder) {
	table, r := b.finish()
	if r.Rows != r.Kept+r.Dropped || r.Kept != table.Len() {
		t.Errorf("%d rows, %d kept, %d dropped, table of %d", r.Rows, r.Kept, r.Dropped, table.Len())
	}
	keys := map[string]bool{}
	for row := range table.Len() {
		for col := range table.Spec().Columns {
			cell := table.Cell(row, col)
			if s := cell.Source; s != "" && (!json.Valid([]byte(s)) || !utf8.ValidString(s)) {
				t.Errorf("Cell(%d, %d) has source %q, want JSON", row, col, s)
			}
			if cell.Source == "" || cell.Source == "null" {
				continue
			}
			found := false
			for _, r := range table.Match(col, cell.Text()) {
				found = found || int(r) == row
			}
			if !found {
				t.Errorf("Match(%d, %q) misses row %d", col, cell.Text(), row)
			}
		}
		key := table.Cell(row, b.key[0]).Text()
		if keys[key] {
			t.Errorf("key %q stands twice", key)
		}
		keys[key] = true
	}
}

// soundTexts checks what must hold of any passages that were read.
func soundTexts(t *testing.T, x *texts) {
	p := x.finish()
	if p.texts.Kept != len(p.passages) || p.texts.Rows != p.texts.Kept+p.texts.Dropped || p.texts.Dropped < 0 {
		t.Errorf("%d passages in %+v", len(p.passages), p.texts)
	}
	for _, text := range p.passages {
		if !utf8.ValidString(text) || strings.TrimSpace(text) == "" {
			t.Errorf("%q is kept", text)
		}
	}
}

func FuzzCSV(f *testing.F) {
	for _, s := range []string{"number,amount\n1,2\n", "\ufeffnumber\r\n\"a\"\"b\"\r\n", "number,number\n1,2\n", "\n\nnumber\n\xff\n1", "number,x\n1\n2,\"", "number,x\na\"b,2\n\"a\"b,2\n", "id,contents,contents\n1, ,x\n2,\"a\n\xff\",\n3,b", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, data string) {
		b := newBuilder(world(), world().Table("Cases"), "Cases.csv")
		if readCSV(t.Context(), strings.NewReader(data), ',', b) == nil {
			sound(t, b)
		}
		laws := newTexts(world(), &world().Passages[0], "Laws.csv")
		if readCSV(t.Context(), strings.NewReader(data), ',', laws) == nil {
			soundTexts(t, laws)
		}
	})
}

func FuzzJSONL(f *testing.F) {
	for _, s := range []string{`{"number":"1","amount":0.0}`, "\ufeff{\"number\":1}\r\n\n{\"number\":1.0}", `{"number":"\ud800"}`, "{\"number\":\"\xff\"}", `{"number":"a","number":"b"}`, `{"\u006eumber":"a\u0000"}`, `{"number":"1"}{`, `[`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, data string) {
		b := newBuilder(world(), world().Table("Cases"), "Cases.jsonl")
		if err := readJSONL(t.Context(), strings.NewReader(data), b); err != nil {
			t.Fatalf("readJSONL(%q) = %v, want faults alone", data, err)
		}
		sound(t, b)
		laws := newTexts(world(), &world().Passages[0], "Laws.jsonl")
		if err := readTexts(t.Context(), strings.NewReader(data), laws); err != nil {
			t.Fatalf("readTexts(%q) = %v, want faults alone", data, err)
		}
		soundTexts(t, laws)
	})
}
