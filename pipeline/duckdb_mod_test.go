package pipeline_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The build with DuckDB has the modules of the other build in the same versions.
func TestModulesWithDuckDB(t *testing.T) {
	read := func(name string) string {
		b, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	with := strings.ReplaceAll(read("duckdb.mod"), " // indirect", "")
	for _, m := range regexp.MustCompile(`(?m)^\t(\S+) (v\S+)`).FindAllStringSubmatch(read("go.mod"), -1) {
		path, version := m[1], m[2]
		if !strings.Contains(with, "\t"+path+" "+version+"\n") && !strings.Contains(with, "\t"+path+" => "+path+" "+version+"\n") {
			t.Errorf("duckdb.mod: no %s %s: want the version of go.mod, or a replacement by it", path, version)
		}
	}
}
