package htmlreport

import (
	"embed"
	"html/template"
	"io"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/pagelanguage"
	"github.com/taskgrove/taskgrove/pipeline/internal/webpage"
)

//go:embed page.html
var headText string

//go:embed page.css
var pageStyle string

//go:embed script
var scripts embed.FS

// parts are the files of the script in the order in which they are joined. They share one
// scope; each uses only definitions above it while it is being loaded.
var parts = []string{
	"words_en.js", "words_zh.js", "dom.js", "copy.js", "blocks.js", "shown.js", "marks.js", "names.js", "figure.js",
	"standing.js", "types.js", "methods.js", "similarity.js", "cost.js", "compare.js", "releases.js", "published.js", "selection.js", "errors.js", "tree.js", "notes.js",
	"index.js", "search.js", "trial.js", "turns.js", "viewer.js", "main.js",
}

// pageScript is the whole script.
var pageScript = joined()

func joined() string {
	var b strings.Builder
	b.WriteString("\"use strict\";\n(() => {\n" + pagelanguage.Script)
	for _, name := range parts {
		text, err := scripts.ReadFile("script/" + name)
		if err != nil {
			panic(err) // fails only if the file is not embedded
		}
		b.Write(text)
	}
	b.WriteString("})();\n")
	return b.String()
}

// head is the template of page.html.
var head = template.Must(template.New("page").Parse(headText))

// headData is the input of the head template.
type headData struct {
	Lang, Title string
	Style       template.CSS
	// StyleHash and ScriptHash are the sources that the page's content security policy admits.
	StyleHash, ScriptHash string
}

// writeHead writes the page up to its data.
func writeHead(w io.Writer, title, lang string) error {
	return head.Execute(w, headData{lang, title, template.CSS(pageStyle), webpage.Source(pageStyle), webpage.Source(pageScript)})
}
