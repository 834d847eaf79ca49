package task_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/task"
)

// reasonSources are the packages whose stage drops items, and the stage.
var reasonSources = map[string]string{
	"../corpus": "corpus", "../plan": "sample", "../ground": "sample", "../sample": "sample",
	"../rewrite": "rewrite", "../internal/question/gate": "rewrite",
	"../exam/convert": "convert", "../exam/filter": "convert", "../exam/probe": "check",
	"../proof": "check", "../proof/absence": "twin", "../internal/soundness": "check",
	"../internal/reviewing/revision": "review", "../review": "review",
}

// notDrops are constants and texts of these packages that look like reasons and are none.
var notDrops = map[string]bool{
	"unknown_column": true, "duplicate_column": true, "nested": true, "unknown_file": true, "binary": true, "control_character": true, "invisible_character": true, // cells and files, not rows
	"approved": true, "proof": true, "none": true, "offline": true, // a status that is kept, the start of an error, an agent's answer, a rewriter
	"text": true, "parser": true, // whom a rejected question is blamed on
}

var (
	reasonWord = regexp.MustCompile(`^[a-z_]+$`)
	faultStart = regexp.MustCompile(`^([a-z_]+): `)
)

// Every reason for which a stage drops items has words of its own.
func TestDropWords(t *testing.T) {
	found := 0
	for dir, stage := range reasonSources {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || files == nil {
			t.Fatalf("%s: %v, %v", dir, files, err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			for _, reason := range reasons(t, dir, name) {
				found++
				if words := task.DropWords(stage, reason); words == reason && !notDrops[reason] {
					t.Errorf("%s: reason %q of stage %s has no words", name, reason, stage)
				}
			}
		}
	}
	if found < 80 {
		t.Errorf("found %d reasons, want at least 80", found)
	}
	for _, tc := range []struct{ stage, reason, want string }{
		{"sample", "missing", "a lookup finds no row"},
		{"sample", "repeated", "other tasks give its answers away"},
		{"check", "repeated", "the chain comes back to where it was"},
		{"nostage", "noreason", "noreason"},
	} {
		if got := task.DropWords(tc.stage, tc.reason); got != tc.want {
			t.Errorf("DropWords(%q, %q) = %q, want %q", tc.stage, tc.reason, got, tc.want)
		}
	}
}

// reasons returns the reasons that a file declares as constants, and in the packages of
// proofs those that its faults begin with.
func reasons(t *testing.T, dir, name string) (list []string) {
	t.Helper()
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			if declaresReason(dir, n) {
				for _, v := range n.Values {
					if text := literal(v); reasonWord.MatchString(text) {
						list = append(list, text)
					}
				}
			}
		case *ast.BasicLit:
			if m := faultStart.FindStringSubmatch(literal(n)); m != nil && strings.HasPrefix(dir, "../proof") {
				list = append(list, m[1])
			}
		}
		return true
	})
	return list
}

// declaresReason reports whether a constant is a reason for which items are dropped: by
// its type, or in packages whose reasons are plain strings, by its name or by where it is.
func declaresReason(dir string, spec *ast.ValueSpec) bool {
	name := ""
	switch typ := spec.Type.(type) {
	case *ast.Ident:
		name = typ.Name
	case *ast.SelectorExpr:
		name = typ.Sel.Name
	}
	switch {
	case strings.HasSuffix(dir, "gate"), dir == "../rewrite":
		return spec.Type == nil
	case strings.HasSuffix(dir, "revision"):
		return strings.HasPrefix(spec.Names[0].Name, "Dropped")
	case dir == "../review":
		return name == "ReviewStatus"
	}
	return name == "Reason" || name == "LoadReason"
}

func literal(e ast.Expr) string {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return ""
	}
	text, err := strconv.Unquote(lit.Value)
	if err != nil {
		return ""
	}
	return text
}
