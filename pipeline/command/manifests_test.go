package command_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	stage "github.com/taskgrove/taskgrove/pipeline/internal/run"
)

// TestManifests holds the manifests of a run on the toy world, and those of a small
// generated world in each language, to a golden file. A stage whose key is the same
// and whose outputs are not has been changed without its version: users' run
// directories would keep what the old code made.
func TestManifests(t *testing.T) {
	t.Parallel()
	dir := startFrom(t, "toy")
	got := map[string]string{}
	for _, name := range stages {
		got[name] = read(t, filepath.Join(dir, "out", name))
	}
	for _, domain := range []string{"legal", "legal-en"} {
		run(t, dir, "plantree", "-domain", domain, "-scale", "0.01", "-depth", "1", "-out", domain)
		got[domain+"/"+generatedStage] = read(t, filepath.Join(dir, domain, generatedStage))
	}
	const golden = "testdata/manifests.golden.json"
	if os.Getenv("UPDATE") != "" {
		b, err := json.MarshalIndent(got, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(golden, append(b, '\n'), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	b, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	if err := json.Unmarshal(b, &want); err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		have, was := manifest(t, got[name]), manifest(t, want[name])
		if diff := cmp.Diff(was, have); diff == "" {
			continue
		} else if have.Key == was.Key {
			t.Errorf("%s: the key is the same and the outputs are not: want the stage's version raised\n%s", name, diff)
		} else {
			t.Errorf("%s differs from %s (UPDATE=1 writes it):\n%s", name, golden, diff)
		}
	}
}

func manifest(t *testing.T, text string) *stage.Manifest {
	t.Helper()
	m, err := stage.ReadManifest(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}
