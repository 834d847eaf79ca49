package caselaw

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Whatever a file holds, what is read of it is what its spans cover.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"guiding.jsonl", "more.json", "several.md", "plain.txt", "tenant.md"} {
		files, err := filepath.Glob(filepath.Join("testdata", "cases", name))
		if err != nil || len(files) != 1 {
			f.Fatal(files, err)
		}
		f.Add(content(f, files[0]), filepath.Ext(name))
	}
	f.Add([]byte(`{"id":"\ud83d\ude00","facts":"\ud83d\ude00 a\n要求赔偿","outcome":[["b"]],"reasoning":{"x":{"y":"法院认为，c"}}}`), ".jsonl")
	h, err := readHeadings("", nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte, ext string) {
		if ext != ".jsonl" && ext != ".json" && ext != ".md" {
			ext = ".txt"
		}
		r := reader{headings: h, ids: map[string]string{}, unknown: map[string]int{}}
		r.file("case"+ext, data)
		reading := r.done()
		checkSpans(t, reading, func(string) []byte { return data })
		for _, f := range reading.Faults {
			if f.Line < 1 || !strings.Contains(f.What, ": want ") {
				t.Errorf("fault %q at line %d: want what is wrong and what is wanted", f.What, f.Line)
			}
		}
		for _, s := range reading.Sheets() {
			for i := range s.Rows {
				if row := s.Row(i); len(row) != len(s.Columns) {
					t.Errorf("%s: %d cells: want %d", s.Name, len(row), len(s.Columns))
				}
			}
		}
	})
}

// A piece of a literal covers in the file what decodes to its text.
func TestLiteralLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("a\"\\\n\t/案😀\u2028é"))).Draw(t, "text")
		raw, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		data := append([]byte("  "), raw...)
		p, err := literal(raw, 2)
		if err != nil || p.text != text {
			t.Fatalf("literal(%s) = %q, %v, want %q", raw, p.text, err, text)
		}
		starts := []int{len(text)}
		for i := range text {
			starts = append(starts, i)
		}
		i, j := rapid.SampledFrom(starts).Draw(t, "i"), rapid.SampledFrom(starts).Draw(t, "j")
		if i > j {
			i, j = j, i
		}
		piece := p.piece(i, j)
		if got, err := piece.Span.Text("x.jsonl", data); err != nil || got != text[i:j] {
			t.Errorf("span %v of %s is %q, %v: want %q", piece.Span, data, got, err, text[i:j])
		}
		if j > i && p.index(piece.Span) != i {
			t.Errorf("index(%v) = %d, want %d", piece.Span, p.index(piece.Span), i)
		}
	})
}

// A pair of escaped surrogates is one character, which no span divides.
func TestLiteralSurrogates(t *testing.T) {
	raw := []byte(`"\ud83d\ude00\u6848"`)
	p, err := literal(raw, 0)
	if err != nil || p.text != "😀案" {
		t.Fatalf("literal(%s) = %q, %v, want 😀案", raw, p.text, err)
	}
	if got := p.piece(0, len("😀")).Span; got != (Span{1, 13}) {
		t.Errorf("the first character is at %v, want 1 to 13", got)
	}
}

// Sentences and clauses are the text, in order.
func TestDivideLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("ab。，”）.; B\n？案"))).Draw(t, "text")
		for _, all := range [][]stretch{sentences(text), clauses(text)} {
			at := 0
			for _, s := range all {
				if s.i != at || s.j <= s.i {
					t.Fatalf("stretches of %q: %v: want the text in order", text, all)
				}
				at = s.j
			}
			if at != len(text) {
				t.Fatalf("stretches of %q end at %d", text, at)
			}
		}
	})
}
