package pipeline_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sharedNames are the names of exported types that several packages may share, since
// they stand for one idea, and why they are not one type.
var sharedNames = map[string]string{
	"Agent":      "method.Agent implements agent.Agent with a model",
	"Call":       "a plan.Call is the step of a plan that makes a tool.Call",
	"Cell":       "a cell of a table: as it is loaded, and as it is written",
	"Chatter":    "a one-method interface that each of its two users declares",
	"Collection": "what a directory of texts holds: laws, or exams",
	"Derivation": "how one thing is had from another: an entity, or an exam item",
	"Fault":      "what is wrong at a place of what people wrote: of an exam, or of published values",
	"Law":        "a law with its versions: as it is generated, and as it is read",
	"Part":       "a part of a whole in its order: of an exam question, or of a profile",
	"Question":   "a question that people wrote: with its options and key, or with its readings",
	"Reason":     "why something is refused, in a word of a closed set: of exams, or of runs of a plan",
	"Renderer":   "each package that renders texts of a world has one",
	"T":          "the part of testing.TB that each package of test helpers uses",
	"TB":         "the part of testing.TB that each package of test helpers uses",
	"Table":      "a domain.Table declares the corpus.Table that is loaded",
	"Transition": "two lookups in a row: as it is found, and as it is counted",
	"Version":    "a version of a law: as it is generated, and as it is read",
}

// No two packages export a type of one name, except for one idea.
func TestExportedTypeNames(t *testing.T) {
	packages := make(map[string]map[string]bool) // by type name
	root := os.DirFS(".")
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		src, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range f.Decls {
			g, ok := decl.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range g.Specs {
				if s, ok := spec.(*ast.TypeSpec); ok && s.Name.IsExported() {
					if packages[s.Name.Name] == nil {
						packages[s.Name.Name] = make(map[string]bool)
					}
					packages[s.Name.Name][path.Dir(name)] = true
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(packages)) {
		in := slices.Sorted(maps.Keys(packages[name]))
		if _, ok := sharedNames[name]; !ok && len(in) > 1 {
			t.Errorf("type %s is exported by %s: name each after its own idea, or add it to sharedNames if the idea is one", name, strings.Join(in, ", "))
		}
	}
	for name := range sharedNames {
		if len(packages[name]) < 2 {
			t.Errorf("type %s is shared no longer: delete it from sharedNames", name)
		}
	}
}

// A record of a decision has the number of its file in its title: two branches may have taken the same one.
func TestDecisionsAreNumbered(t *testing.T) {
	title := regexp.MustCompile(`^# 0*(\d+)[.:] `)
	files, err := filepath.Glob(filepath.Join("decisions", "*.md"))
	if err != nil || files == nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		number, _, _ := strings.Cut(filepath.Base(file), "-")
		if m := title.FindSubmatch(text); m == nil || string(m[1]) != strings.TrimLeft(number, "0") {
			t.Errorf("%s begins with %q: want the number %s in its title", file, strings.SplitN(string(text), "\n", 2)[0], number)
		}
	}
}
