package command_test

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A set that an older version made is kept if the tables have not changed: testdata/older has tasks over the
// toy world's tables, by the version of the check stage that proved them. Most answers had
// other words. Of version 5 the drafts of ten had too, and its Parquet files fewer columns.
func TestExtendOlderReleases(t *testing.T) {
	type outcome struct {
		Kept      int            `json:"kept"`
		Rewritten int            `json:"rewritten"`
		Reasons   map[string]int `json:"reasons"`
	}
	for name, want := range map[string]outcome{
		"checks-5.parquet": {5, 1, map[string]int{"wording": 10}},
		"checks-19.jsonl":  {16, 3, map[string]int{}},
		"checks-33.jsonl":  {16, 6, map[string]int{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			packed, err := os.Open(filepath.Join("testdata", "older", name+".gz"))
			if err != nil {
				t.Fatal(err)
			}
			defer packed.Close()
			r, err := gzip.NewReader(packed)
			if err != nil {
				t.Fatal(err)
			}
			b, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), b, 0o666); err != nil {
				t.Fatal(err)
			}
			// The exit code is 3 where tasks are retired; the record says the same.
			out, _ := process(t, dir, "bench", "-domain", "toy", "-corpus", os.Getenv("TOY"), "-max-dropped", "100", "-extend", name).CombinedOutput()
			var got outcome
			if err := json.Unmarshal([]byte(read(t, filepath.Join(dir, "out", "extension", "extension.json"))), &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("extended (-want +got):\n%s\n%s", diff, out)
			}
		})
	}
}
