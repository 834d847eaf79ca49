package lazyregexp

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// Every regular expression whose text stands in a source, alone or joined of parts, can be compiled: a
// program would notice only where it is used.
func TestTextsCompile(t *testing.T) {
	compiled, read := 0, 0
	err := filepath.WalkDir("../..", func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		p := source{parts: map[string]ast.Expr{}}
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			return err
		}
		for _, name := range files {
			if err := p.add(name); err != nil {
				return err
			}
		}
		for _, c := range p.calls {
			read++
			text, ok := p.text(c)
			if !ok {
				continue // made while the program runs
			}
			compiled++
			if _, err := regexp.Compile(text); err != nil {
				t.Errorf("%s: %v", p.files.Position(c.Pos()), err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if compiled < 600 || read-compiled > 20 {
		t.Errorf("%d of %d texts are compiled, want at least 600, and all but 20", compiled, read)
	}
}

// source is the files of a package.
type source struct {
	files token.FileSet
	parts map[string]ast.Expr // by constant or variable
	calls []ast.Expr          // arguments of New
}

func (p *source) add(name string) error {
	f, err := parser.ParseFile(&p.files, name, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			for i, value := range n.Values {
				p.parts[n.Names[i].Name] = value
			}
		case *ast.CallExpr:
			if s, ok := n.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "New" {
				if x, ok := s.X.(*ast.Ident); ok && x.Name == "lazyregexp" {
					p.calls = append(p.calls, n.Args[0])
				}
			}
		}
		return true
	})
	return nil
}

// text returns the value of an expression of literals and names.
func (p *source) text(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		return constant.StringVal(constant.MakeFromLiteral(e.Value, e.Kind, 0)), e.Kind == token.STRING
	case *ast.ParenExpr:
		return p.text(e.X)
	case *ast.BinaryExpr:
		x, left := p.text(e.X)
		y, right := p.text(e.Y)
		return x + y, left && right && e.Op == token.ADD
	case *ast.Ident:
		if value, ok := p.parts[e.Name]; ok {
			return p.text(value)
		}
	}
	return "", false
}

// A regular expression may be used first by several goroutines.
func TestFirstUse(t *testing.T) {
	r := New(`(?P<year>\d{4})-(\d\d)`)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if got := r.FindStringSubmatch("in 2026-11")[r.SubexpIndex("year")]; got != "2026" {
				t.Errorf("found %q", got)
			}
		})
	}
	all.Wait()
	if !strings.Contains(r.String(), "year") {
		t.Error(r)
	}
	defer func() {
		if recover() == nil {
			t.Error("a text that cannot be compiled does not panic")
		}
	}()
	New(`(`).MatchString("")
}
