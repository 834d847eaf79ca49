package proof

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// secondExecution are the files of the execution by joins.
var secondExecution = []string{
	"relational.go", "join.go", "joins.go", "dictionary.go", "cell.go", "restrict.go", "covering.go", "compute.go", "sets.go",
	"retrieved.go", "recognized.go", "prose.go", "passages.go", "extent.go", "force.go", "pattern.go", "outcome.go",
}

// An answer is proved by two executions that share no code: the second one takes programs
// and reasons from package plan, and never runs, traces or finds anything by it. The other
// direction needs no test: package proof imports plan, so plan cannot import proof.
func TestExecutionsAreIndependent(t *testing.T) {
	forbidden := []string{
		"Executor", "NewExecutor", "Trace", "NodeResult", "Step", "Graph", "Finder", "Accepts", "Matched", "Links", "HopLinks", "Moves", "Picks",
		"HopAlternatives",
	}
	worded := []string{"against.go", "executed.go"} // how its results are worded, for comparison
	fset := token.NewFileSet()
	exported := exportedNames(t, "../plan")
	for _, name := range forbidden {
		if !exported[name] {
			t.Errorf("package plan exports no %s: want the name that it has now", name)
		}
	}
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	declared := map[string]string{} // functions by the file that declares them
	files := map[string]*ast.File{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = f
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if fn.Recv == nil {
				declared[fn.Name.Name] = name
			} else if r := receiver(fn); (r == "relational" || r == "evaluation" || r == "relation") && !slices.Contains(slices.Concat(secondExecution, worded), name) {
				t.Errorf("%s: %s.%s belongs to the second execution, whose files are %v", name, r, fn.Name.Name, secondExecution)
			}
		}
	}
	for _, name := range secondExecution {
		if files[name] == nil {
			t.Errorf("%s: no such file", name)
			continue
		}
		ast.Inspect(files[name], func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				of, ok := n.X.(*ast.Ident)
				if !ok {
					return true
				}
				// How a text is taken apart into terms is part of a retriever's declaration.
				if of.Name == "plan" && slices.Contains(forbidden, n.Sel.Name) || of.Name == "tool" && n.Sel.Name != "Terms" {
					t.Errorf("%s: the second execution uses %s.%s", fset.Position(n.Pos()), of.Name, n.Sel.Name)
				}
			case *ast.CallExpr:
				if f, ok := n.Fun.(*ast.Ident); ok && declared[f.Name] != "" && !slices.Contains(secondExecution, declared[f.Name]) {
					t.Errorf("%s: the second execution calls %s of %s", fset.Position(n.Pos()), f.Name, declared[f.Name])
				}
			}
			return true
		})
	}
}

// exportedNames returns the types and functions that the package in a directory exports.
func exportedNames(t *testing.T, dir string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					names[d.Name.Name] = true
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if s, ok := s.(*ast.TypeSpec); ok {
						names[s.Name.Name] = true
					}
				}
			}
		}
	}
	return names
}

// receiver returns the type that a method is of.
func receiver(f *ast.FuncDecl) string {
	e := f.Recv.List[0].Type
	if p, ok := e.(*ast.StarExpr); ok {
		e = p.X
	}
	if id, ok := e.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// Keys of exam items are found by code that shares nothing with the code that makes items.
func TestItemChecksAreIndependent(t *testing.T) {
	const maker = "exam/convert"
	for _, dir := range []string{".", "../exam/claim"} {
		names, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %d files, %v", dir, len(names), err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range f.Imports {
				if strings.Contains(i.Path.Value, maker) {
					t.Errorf("%s imports %s", name, i.Path.Value)
				}
			}
		}
	}
	makers, err := filepath.Glob("../" + maker + "/*.go")
	if err != nil || len(makers) == 0 {
		t.Fatalf("%d files of %s, %v", len(makers), maker, err)
	}
	for _, name := range makers {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range f.Imports {
			if strings.Contains(i.Path.Value, "exam/claim") && !strings.HasSuffix(name, "_test.go") {
				t.Errorf("%s imports %s, by which its items are proved", name, i.Path.Value)
			}
		}
	}
}
