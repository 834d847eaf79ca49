package cli

import (
	"fmt"
	"go/doc/comment"
	"go/parser"
	"go/token"
)

// Manual returns the package comment of a Go file as plain text, as go doc shows it. A
// command embeds its own main.go and passes it, so that its manual has one source. The
// error is for source without a package comment.
func Manual(source string) (string, error) {
	f, err := parser.ParseFile(token.NewFileSet(), "", source, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		return "", err
	}
	if f.Doc.Text() == "" {
		return "", fmt.Errorf("package %s has no comment: want the manual", f.Name)
	}
	var p comment.Parser
	return string(new(comment.Printer).Text(p.Parse(f.Doc.Text()))), nil
}
