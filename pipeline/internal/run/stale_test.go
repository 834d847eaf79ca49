package run

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/taskgrove/taskgrove/pipeline/digest"
)

// Each case changes one thing of a complete run; the golden is what -n prints.
func TestExplain(t *testing.T) {
	var b strings.Builder
	for _, tc := range []struct {
		name   string
		change func(t *testing.T, y *toy, dir string, stages []Stage)
	}{
		{"nothing", nil},
		{"never run", func(t *testing.T, _ *toy, dir string, _ []Stage) {
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
		}},
		{"killed while weigh ran", func(t *testing.T, _ *toy, dir string, _ []Stage) {
			erase(t, dir, "sample/weigh.manifest.json")
		}},
		{"input and version", func(t *testing.T, y *toy, _ string, stages []Stage) {
			write(t, y.words, "cow")
			stages[0].Version = 2
		}},
		{"parameters", func(_ *testing.T, _ *toy, _ string, stages []Stage) {
			stages[0].Params = map[string]any{"quotas": []int{40, 20, 10}, "rewriter": map[string]any{"model": "x", "tools": []int{}}}
		}},
		{"outputs touched", func(t *testing.T, _ *toy, dir string, _ []Stage) {
			write(t, filepath.Join(dir, "tree/words.txt"), "cow")
			erase(t, dir, "tree/html/index.html")
		}},
		{"stage declares other files", func(_ *testing.T, _ *toy, _ string, stages []Stage) {
			stages[0].Inputs = []StageInput{{Name: "domain/toy", Digest: digest.Bytes(nil)}}
			stages[0].Outputs = []string{"words.txt", "graph.json"}
		}},
		{"optional input appears", func(t *testing.T, _ *toy, dir string, _ []Stage) {
			write(t, filepath.Join(dir, "review/decisions.jsonl"), "{}")
		}},
		{"several inputs from one stage", func(_ *testing.T, _ *toy, _ string, stages []Stage) {
			stages[0].Version = 2
			stages[1].Inputs = append(stages[1].Inputs, StageInput{Name: "tree/html/index.html"})
		}},
		{"inputs from two stages", func(_ *testing.T, _ *toy, _ string, stages []Stage) {
			stages[0].Version = 2
			stages[2].Inputs = append(stages[2].Inputs, StageInput{Name: "tree/words.txt"})
		}},
		{"external input gone", func(t *testing.T, y *toy, _ string, _ []Stage) {
			erase(t, filepath.Dir(y.words), "words.txt")
		}},
		{"manifest edited", func(t *testing.T, _ *toy, dir string, _ []Stage) {
			path := filepath.Join(dir, "tree/grow.manifest.json")
			write(t, path, strings.Replace(tree(t, dir)["tree/grow.manifest.json"], `"seed": 1`, `"seed": 2`, 1))
		}},
		{"manifest torn", func(t *testing.T, _ *toy, dir string, _ []Stage) {
			write(t, filepath.Join(dir, "tree/grow.manifest.json"), `{"format": 1,`)
		}},
		{"manifest of another format", func(t *testing.T, _ *toy, dir string, _ []Stage) {
			write(t, filepath.Join(dir, "tree/grow.manifest.json"), `{"format": 2}`)
		}},
		{"items failed", func(t *testing.T, y *toy, dir string, stages []Stage) {
			stages[1].Version = 2
			stages[1].Run = func(_ context.Context, e *Exec) error {
				*e.Funnel() = Funnel{In: 3, Failed: map[string]int{"timeout": 2, "refused": 1}}
				return writeOutput(e, "count.txt", "1")
			}
			if _, err := (&Runner{Dir: dir}).Run(t.Context(), stages...); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		y, dir := newToy(t, "ape bee ape"), t.TempDir()
		y.run(t, dir)
		stages := y.stages()
		if tc.change != nil {
			tc.change(t, y, dir, stages)
		}
		before := names(dir)
		b.WriteString("-- " + tc.name + " --\n")
		if _, err := (&Runner{Dir: dir}).Explain(t.Context(), &b, stages...); err != nil {
			t.Errorf("%s: %v", tc.name, err)
		}
		if after := names(dir); !slices.Equal(before, after) {
			t.Errorf("%s: a dry run changed the files %v to %v", tc.name, before, after)
		}
	}
	golden(t, "explain.txt", b.String())
}

func erase(t *testing.T, dir, name string) {
	t.Helper()
	if err := os.Remove(filepath.Join(dir, name)); err != nil {
		t.Fatal(err)
	}
}

// names lists all files below dir, which may be absent.
func names(dir string) []string {
	var all []string
	filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if err == nil {
			all = append(all, path)
		}
		return err
	})
	return all
}

// What Run does is what Status said it would.
func TestStatusAgreesWithRun(t *testing.T) {
	y, dir := newToy(t, "ape bee"), t.TempDir()
	y.run(t, dir)
	write(t, y.words, "cow")
	r := &Runner{Dir: dir}
	verdicts, err := r.Status(t.Context(), y.stages()...)
	if err != nil {
		t.Fatal(err)
	}
	report, err := r.Run(t.Context(), y.stages()...)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range verdicts {
		o := report.Stages[i]
		if v.State == Fresh && o.Ran || v.State == Stale && !o.Ran {
			t.Errorf("%s: %s, but ran: %v", v.Stage, v.State, o.Ran)
		}
		if v.State == Stale && !slices.Equal(v.Reasons, o.Reasons) {
			t.Errorf("%s: Status gives %q, Run %q", v.Stage, v.Reasons, o.Reasons)
		}
	}
}

// drawManifest draws a manifest from so few values that equal parts are common.
func drawManifest(t *rapid.T, label string) *Manifest {
	short := rapid.SampledFrom([]string{"a", "b", "ab", ""})
	files := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) File {
		return File{Name: short.Draw(t, "name"), Digest: digest.Digest(short.Draw(t, "digest"))}
	}), 0, 2, func(f File) string { return f.Name })
	params := rapid.SampledFrom([]string{`null`, `{}`, `{"a":1}`, `{"a":1,"b":[]}`, `{"b":[],"a":1}`, `{"a":"1"}`, ` [1, 2]`, `[12]`})
	m := &Manifest{
		Format:  format,
		Stage:   short.Draw(t, label+" stage"),
		Version: rapid.IntRange(1, 2).Draw(t, label+" version"),
		Params:  json.RawMessage(params.Draw(t, label+" params")),
		Inputs:  files.Draw(t, label+" inputs"),
		Outputs: files.Draw(t, label+" outputs"),
	}
	m.sort()
	key, err := m.key()
	if err != nil {
		t.Fatal(err)
	}
	m.Key = key
	return m
}

// Keys are equal exactly if all parts are; digests of outputs are no part.
func TestKeyLaw(t *testing.T) {
	parts := func(m *Manifest) string {
		n := *m
		n.Key = ""
		n.Params, _ = canonical(m.Params)
		n.Outputs = nil
		for _, o := range m.Outputs {
			n.Outputs = append(n.Outputs, File{Name: o.Name})
		}
		b, err := encode(&n, "")
		if err != nil {
			t.Fatal(err)
		}
		return strings.ReplaceAll(string(b), "null", "[]")
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawManifest(t, "a"), drawManifest(t, "b")
		if rapid.Bool().Draw(t, "alike") {
			// Copies of a with at most one part of b.
			c := *a
			switch rapid.IntRange(0, 5).Draw(t, "part") {
			case 1:
				c.Stage = b.Stage
			case 2:
				c.Version = b.Version
			case 3:
				c.Params = b.Params
			case 4:
				c.Inputs = b.Inputs
			case 5:
				c.Outputs = b.Outputs
			}
			c.Key, _ = c.key()
			b = &c
		}
		same := strings.TrimSuffix(parts(a), "\n") == strings.TrimSuffix(parts(b), "\n")
		if got := a.Key == b.Key; got != same {
			t.Fatalf("keys equal: %v, parts equal: %v\n%s\n%s", got, same, parts(a), parts(b))
		}
		if got := differences(a, b) == nil; got != same {
			t.Fatalf("differences(%s, %s) = %q, parts equal: %v", parts(a), parts(b), differences(a, b), same)
		}
	})
}

// The key of a stage covers each field that its outputs may depend on, and no
// other: Doc, Path and the order of inputs, outputs and parameters are free.
func TestKeyOfStage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f")
	write(t, file, "x")
	other := filepath.Join(t.TempDir(), "g")
	write(t, other, "x")
	base := func() Stage {
		return Stage{
			Name: "s", Doc: "d", Version: 1, Dir: "x", Outputs: []string{"o", "p"}, Params: map[string]int{"a": 1, "b": 2},
			Inputs: []StageInput{{Name: "i", Path: file}, {Name: "j", Digest: digest.Bytes(nil)}},
		}
	}
	key := func(change func(*Stage)) digest.Digest {
		s := base()
		if change != nil {
			change(&s)
		}
		in, err := inspect(t.Context(), t.TempDir(), make(contents), &s, nil)
		if err != nil {
			t.Fatal(err)
		}
		return in.want.Key
	}
	want := key(nil)
	for name, change := range map[string]func(*Stage){
		"doc":             func(s *Stage) { s.Doc = "e" },
		"path":            func(s *Stage) { s.Inputs[0].Path = other },
		"order of inputs": func(s *Stage) { slices.Reverse(s.Inputs) },
		"order of output": func(s *Stage) { slices.Reverse(s.Outputs) },
		"type of params": func(s *Stage) {
			s.Params = struct {
				B int `json:"b"`
				A int `json:"a"`
			}{2, 1}
		},
	} {
		if got := key(change); got != want {
			t.Errorf("%s changes the key", name)
		}
	}
	for name, change := range map[string]func(*Stage){
		"name":         func(s *Stage) { s.Name = "t" },
		"version":      func(s *Stage) { s.Version = 2 },
		"directory":    func(s *Stage) { s.Dir = "y" },
		"parameter":    func(s *Stage) { s.Params = map[string]int{"a": 1, "b": 3} },
		"input name":   func(s *Stage) { s.Inputs[0].Name = "k" },
		"input digest": func(s *Stage) { s.Inputs[1].Digest = digest.Bytes([]byte("y")) },
		"no input":     func(s *Stage) { s.Inputs = s.Inputs[1:] },
		"output name":  func(s *Stage) { s.Outputs[0] = "q" },
		"content": func(s *Stage) {
			s.Inputs[0].Path = filepath.Join(t.TempDir(), "h")
			write(t, s.Inputs[0].Path, "y")
		},
		"input absent": func(s *Stage) {
			s.Inputs[0] = StageInput{Name: "i", Path: file + "-none", Optional: true}
		},
	} {
		if got := key(change); got == want {
			t.Errorf("%s doesn't change the key", name)
		}
	}
}

func TestManifestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawManifest(t, "m")
		var b strings.Builder
		if err := m.write(&b); err != nil {
			t.Fatal(err)
		}
		got, err := ReadManifest(strings.NewReader(b.String()))
		if err != nil {
			t.Fatalf("ReadManifest(%s): %v", b.String(), err)
		}
		if d := differences(m, got); d != nil || got.Key != m.Key {
			t.Fatalf("ReadManifest(%s) differs: %q", b.String(), d)
		}
	})
}

func TestReadManifestChecksFunnel(t *testing.T) {
	m := &Manifest{Format: format, Stage: "s", Version: 1, Params: json.RawMessage("null"), Funnel: Funnel{In: 3, Out: 2, Dropped: map[string]int{"tie": 1}}}
	var err error
	if m.Key, err = m.key(); err != nil {
		t.Fatal(err)
	}
	for out, want := range map[int]string{2: "", 3: "manifest was changed by hand: funnel: 3 in, but 3 out + 1 dropped + 0 failed"} {
		m.Funnel.Out = out
		var b strings.Builder
		if err := m.write(&b); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadManifest(strings.NewReader(b.String())); (err != nil || want != "") && (err == nil || err.Error() != want) {
			t.Errorf("ReadManifest with %d out = %v, want %s", out, err, want)
		}
	}
}

// Each bit of a manifest counts: one that differs in any is not read. So do bytes that are
// added, members that are unknown and white space.
func TestEachBitOfManifestCounts(t *testing.T) {
	m := &Manifest{
		Format: format, Stage: "sample", Version: 2, Params: json.RawMessage(`{"paths":[2,1],"seed":1}`),
		Inputs:  []File{{Name: "a", Digest: digest.Bytes([]byte("a"))}, {Name: "b"}},
		Outputs: []File{{Name: "sample/c", Digest: digest.Bytes([]byte("c")), Size: 1}},
		Funnel:  Funnel{In: 3, Out: 1, Dropped: map[string]int{"repeated": 2}},
	}
	var err error
	if m.Key, err = m.key(); err != nil {
		t.Fatal(err)
	}
	var whole bytes.Buffer
	if err := m.write(&whole); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadManifest(bytes.NewReader(whole.Bytes())); err != nil {
		t.Fatal(err)
	}
	refused := func(what string, b []byte) {
		if _, err := ReadManifest(bytes.NewReader(b)); err == nil {
			t.Errorf("%s: ReadManifest took\n%s", what, b)
		}
	}
	for i := range whole.Len() {
		for bit := range 8 {
			b := bytes.Clone(whole.Bytes())
			b[i] ^= 1 << bit
			refused(fmt.Sprintf("bit %d of byte %d", bit, i), b)
		}
		refused("a space", slices.Insert(bytes.Clone(whole.Bytes()), i, ' '))
		refused("cut off", whole.Bytes()[:i])
	}
	refused("a line end", append(whole.Bytes(), '\n'))
	refused("an unknown member", bytes.Replace(whole.Bytes(), []byte("{\n"), []byte("{\n  \"more\": 1,\n"), 1))
	refused("another digest", bytes.Replace(whole.Bytes(), []byte(`"repeated"`), []byte(`"repexted"`), 1))
}

func FuzzReadManifest(f *testing.F) {
	f.Add(`{"format": 1,`)
	f.Add(`{"format": 1, "stage": "s", "params": {"a": [1e400, null]}, "inputs": null}`)
	b, err := os.ReadFile("testdata/grow.manifest.json")
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		f.Fatal(err)
	}
	f.Add(string(b))
	f.Fuzz(func(t *testing.T, s string) {
		m, err := ReadManifest(strings.NewReader(s))
		if err != nil {
			return
		}
		if key, err := m.key(); err != nil || key != m.Key {
			t.Errorf("ReadManifest(%q) took key %s for parts that make %s, %v", s, m.Key, key, err)
		}
		differences(m, &Manifest{Format: format, Params: json.RawMessage(`{"a": 1}`)})
	})
}

func TestParameterDifferences(t *testing.T) {
	for _, tc := range []struct {
		have, want string
		out        []string
	}{
		{`{"seed":1}`, `{"seed":2}`, []string{"parameter seed 1 → 2"}},
		{`{"seed":1}`, `{"seed":1.0}`, []string{"parameter seed 1 → 1.0"}},
		{`{"q":[40,30]}`, `{"q":[40,20,10]}`, []string{"parameter q[1] 30 → 20", "parameter q[2] none → 10"}},
		{`{"a":{"b":"<x>"}}`, `{"a":{}}`, []string{"parameter a none → {}", `parameter a.b "<x>" → none`}},
		{`null`, `{"a":true}`, []string{"parameter null → none", "parameter a none → true"}},
		{`1`, `2`, []string{"parameter 1 → 2"}},
		{`{"a":[]}`, `{"a":null}`, []string{"parameter a [] → null"}},
	} {
		got := parameterDifferences(json.RawMessage(tc.have), json.RawMessage(tc.want))
		if diff := cmp.Diff(tc.out, got); diff != "" {
			t.Errorf("parameterDifferences(%s, %s) (-want +got):\n%s", tc.have, tc.want, diff)
		}
	}
}

// A digest of a file too large to wait for ends with the context.
func TestDigestingEndsWithContext(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "large")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 1<<42); err != nil {
		t.Skip("no sparse files: ", err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	stage := Stage{Name: "a", Doc: "a", Version: 1, Dir: "a", Inputs: []StageInput{{Name: "large", Path: path}}, Run: func(context.Context, *Exec) error { return nil }}
	r := &Runner{Dir: filepath.Join(dir, "run")}
	if _, err := r.Run(ctx, stage); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Run = %v, want %v", err, context.DeadlineExceeded)
	}
	if _, err := r.Status(ctx, stage); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Status = %v, want %v", err, context.DeadlineExceeded)
	}
}
