package infer

import (
	_ "embed"
	"html/template"
	"io"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Funcs(template.FuncMap{"inert": inert, "percent": func(x float64) int { return int(x*100 + 0.5) }}).Parse(pageText))

// WritePage writes a page with the evidence of every table, column and join, uncertain ones
// marked. Names and texts of tables stand there as text only.
func (d *DomainDraft) WritePage(w io.Writer) error { return page.Execute(w, d) }
