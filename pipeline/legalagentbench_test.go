package pipeline_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every test that the table of LegalAgentBench's points names is there, in the package named with it.
func TestLegalAgentBench(t *testing.T) {
	b, err := os.ReadFile("../docs/legalagentbench.md")
	if err != nil {
		t.Fatal(err)
	}
	points, _, _ := strings.Cut(string(b), "\n| L1 |")
	text := string(b)[len(points):]
	named := 0
	for _, clause := range regexp.MustCompile("((?:`Test[A-Za-z0-9]+`[^`]*?)+) in((?:(?: and in)?\\s`pipeline/[a-z/]+`)+)").FindAllStringSubmatch(text, -1) {
		for _, dir := range regexp.MustCompile("`pipeline/([a-z/]+)`").FindAllStringSubmatch(clause[2], -1) {
			code := testCode(t, dir[1])
			for _, name := range regexp.MustCompile("`(Test[A-Za-z0-9]+)`").FindAllStringSubmatch(clause[1], -1) {
				named++
				if !strings.Contains(code, "func "+name[1]+"(t *testing.T)") {
					t.Errorf("package %s has no %s", dir[1], name[1])
				}
			}
		}
	}
	if all := len(regexp.MustCompile("`Test").FindAllString(text, -1)); named < all {
		t.Errorf("%d of %d tests are named with a package", named, all)
	}
	if rows := strings.Count(text, "\n| L"); rows != 17 {
		t.Errorf("%d rows, want 17", rows)
	}
}

// testCode returns the tests of a package, as one text.
func testCode(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(filepath.FromSlash(dir), "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	var code strings.Builder
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		code.Write(b)
	}
	return code.String()
}
