package domain

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/rogpeppe/go-internal/txtar"
	"go.yaml.in/yaml/v3"

	"github.com/taskgrove/taskgrove/schemas"
)

// TestFaults loads each fixture of testdata as a directory and compares the error
// with its want section. UPDATE=1 writes the sections anew.
func TestFaults(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			dir, want := fstest.MapFS{}, &txtar.File{}
			for i, f := range ar.Files {
				if f.Name == "want" {
					want = &ar.Files[i]
					continue
				}
				dir["bad/"+f.Name] = &fstest.MapFile{Data: f.Data}
			}
			d, err := Load(dir, "bad")
			var faults Faults
			if d != nil || !errors.As(err, &faults) {
				t.Fatalf("Load = %v, %v, want Faults", d, err)
			}
			got := faults.Error() + "\n"
			if os.Getenv("UPDATE") != "" {
				want.Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(want.Data), got); diff != "" {
				t.Errorf("Load faults differ (-want +got):\n%s", diff)
			}
		})
	}
}

// TestUnreadable: what is not there is an error of its own, not a fault.
func TestUnreadable(t *testing.T) {
	for _, c := range []struct {
		files fstest.MapFS
		want  string
	}{
		{fstest.MapFS{}, "domain d: open d: file does not exist"},
		{fstest.MapFS{"d/readme.txt": {}}, "domain d: no *.yaml file: want the declaration of a domain"},
	} {
		_, err := Load(c.files, "d")
		var faults Faults
		if err == nil || err.Error() != c.want || errors.As(err, &faults) {
			t.Errorf("Load = %v, want %s", err, c.want)
		}
	}
	want := `domain "atlantis": want the name of a shipped domain (` + strings.Join(Shipped(), ", ") + `) or a directory`
	if _, err := Open("atlantis"); err == nil || err.Error() != want {
		t.Errorf("Open = %v, want %s", err, want)
	}
}

// TestOpen: every shipped domain opens by name, and the same from a directory.
func TestOpen(t *testing.T) {
	for _, name := range Shipped() {
		d, err := Open(name)
		if err != nil {
			t.Errorf("Open(%q): %v", name, err)
			continue
		}
		if d.Name != name {
			t.Errorf("Open(%q).Name = %q", name, d.Name)
		}
		dir := t.TempDir()
		sub, err := fs.Sub(schemas.FS, name)
		if err == nil {
			err = os.CopyFS(dir, sub)
		}
		if err != nil {
			t.Fatal(err)
		}
		again, err := Open(dir)
		if err != nil {
			t.Errorf("Open(%q in a directory): %v", name, err)
		} else if again.Digest() != d.Digest() {
			t.Errorf("Open(%q).Digest = %s, in a directory %s", name, d.Digest(), again.Digest())
		}
	}
}

// TestDigest: the digest is that of the contents, and of all of them.
func TestDigest(t *testing.T) {
	d := legal(t)
	before := d.Digest()
	d.Tables[13].Columns[6].Phrase["en"] += "!"
	if d.Digest() == before {
		t.Error("Digest is the same after a phrase changed")
	}
}

func TestStripper(t *testing.T) {
	two := EntityType{Strip: []string{`^(a)b`, `c$`, `^(x)?d`}}
	strip := two.Stripper()
	for _, c := range [][2]string{{"abc", "b"}, {"aac", "aa"}, {"dc", "d"}, {"xd", "d"}, {"", ""}} {
		if got := strip(c[0]); got != c[1] {
			t.Errorf("Stripper(%q) = %q, want %q", c[0], got, c[1])
		}
	}
}

// small is a whole domain in few bytes, for the fuzzer to change.
const small = `name: s
title: {en: s}
languages: [en]
entities:
  - {name: e, label: {en: e}, strip: [^(x)y]}
  - {name: f, label: {en: f}, parts: [a, b]}
derivations: [{name: d, from: e, to: f, tool: g}]
tables:
  - name: T
    label: {en: t}
    row: {en: t}
    measure: {en: t}
    key: k
    columns:
      - {name: k, label: {en: k}, entity: e, separators: [","]}
      - {name: a, label: {en: a}, entity: f.a}
      - {name: b, label: {en: b}, entity: f.b}
      - {name: n, label: {en: n}, phrase: {en: m}, kind: count, unit: u, measure: {en: u}}
tools:
  - name: g
    kind: lookup
    description: {en: g}
    inputs: [{name: i, type: string, description: {en: i}}, {name: c, type: columns, optional: true, description: {en: c}}]
    table: T
    match: [{columns: [k], inputs: [i]}]
    returns: field
    column: a
    phrase: {en: "g {}"}
  - {name: h, kind: arithmetic, description: {en: h}, inputs: [{name: i, type: numbers, description: {en: i}}], operation: sum}
replies: {missing: m, columns: c, arguments: a, failed: {sum: s}}
`

// FuzzLoad: whatever the bytes, Load gives a domain that reads back the same, or
// faults that say where and what, or nothing but an error.
func FuzzLoad(f *testing.F) {
	f.Add([]byte(small), []byte("passages: [{name: P, label: {en: p}, field: t}]"))
	f.Add([]byte("tables: [{name: A, columns: [{name: b}]}]"), []byte("tables: [{name: A}]"))
	f.Add([]byte("a: &a [*a]"), []byte("? {b: c}\n: d"))
	f.Add([]byte("name: t\nbase: toy\nnames: en\nlanguages: [en]"), []byte("tables: [{name: Court, columns: [{name: Court Level, phrase: }]}]"))
	f.Add([]byte("name: t\nbase: toy\nderivations: []"), []byte("tools: [{}, [], {name: get_sum}, {name: 5}]\nreplies: x"))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		d, err := Load(fstest.MapFS{"d/a.yaml": {Data: a}, "d/b.yaml": {Data: b}}, "d")
		if err != nil {
			var faults Faults
			if d != nil || errors.As(err, &faults) && len(faults) == 0 {
				t.Fatalf("Load = %v, %v", d, err)
			}
			for _, fault := range faults {
				if fault.File == "" || fault.Line < 0 || fault.What == "" || fault.Wanted == "" {
					t.Errorf("Load: half a fault %+v", fault)
				}
			}
			return
		}
		out, err := yaml.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Load(fstest.MapFS{"d/a.yaml": {Data: out}}, "d")
		if err != nil {
			t.Fatalf("Load of what Load returned: %v\n%s", err, out)
		}
		if diff := cmp.Diff(d, again, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(Domain{}, "Bases")); diff != "" {
			t.Errorf("Load of what Load returned differs:\n%s", diff)
		}
	})
}

// Bytes that no YAML file has are reported at their line.
func TestFaultsOfBytes(t *testing.T) {
	for data, want := range map[string]string{
		"name: a\ntitle: \"b\x00\"\n": "bad/d.yaml:2: the control character U+0000: want YAML in UTF-8 without control characters",
		"name: a\n\nx: \xb9\xab\n":    "bad/d.yaml:3: byte 0xB9, which is not UTF-8: want YAML in UTF-8 without control characters",
		"name: \x1b[2J\n":             "bad/d.yaml:1: the control character U+001B: want YAML in UTF-8 without control characters",
	} {
		_, err := Load(fstest.MapFS{"bad/d.yaml": {Data: []byte(data)}}, "bad")
		var faults Faults
		if !errors.As(err, &faults) || err.Error() != want {
			t.Errorf("Load of %q = %v, want %s", data, err, want)
		}
	}
}
