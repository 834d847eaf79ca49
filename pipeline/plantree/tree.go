package plantree

import (
	"crypto/sha256"
	_ "embed" // for the parts of the page
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/internal/pagelanguage"
	"github.com/taskgrove/taskgrove/pipeline/plan"
)

//go:embed tree.html
var pageText string

//go:embed tree.css
var pageStyle string

//go:embed tree.js
var treeScript string

// pageScript is the whole script of the page.
var pageScript = pagelanguage.Script + treeScript

// page is the template of tree.html.
var page = template.Must(template.New("tree").Parse(pageText))

// pageData is what the page is made from: data for the script, and what the
// template itself writes.
type pageData struct {
	Lang   string
	Title  string
	Style  template.CSS
	Script template.JS
	// StyleHash and ScriptHash are what the page's content security policy admits:
	// these two blocks and nothing else, from nowhere.
	StyleHash  string
	ScriptHash string
	Tree       treeData
}

// treeData is the tree as the page's script unfolds it.
type treeData struct {
	Title       domain.Text           `json:"title"`
	Languages   []string              `json:"languages"`
	Lang        string                `json:"lang"`
	Depth       int                   `json:"depth"`
	Moves       *FoldedTree           `json:"moves"`
	Entities    map[string]treeEntity `json:"entities"`
	Derivations map[string]treeEdge   `json:"derivations"`
	Tools       map[string]treeTool   `json:"tools"`
	Tables      map[string]treeTable  `json:"tables"`
}

type treeEntity struct {
	Label domain.Text `json:"label"`
	Parts []string    `json:"parts,omitempty"`
}

type treeEdge struct {
	From   string      `json:"from"`
	To     string      `json:"to"`
	Phrase domain.Text `json:"phrase"`
}

type treeTool struct {
	Description domain.Text    `json:"description"`
	Phrase      domain.Text    `json:"phrase"`
	Table       string         `json:"table"`
	Returns     domain.Returns `json:"returns"`
	Accepts     []string       `json:"accepts"`
}

type treeTable struct {
	Label   domain.Text            `json:"label"`
	Columns map[string]domain.Text `json:"columns"`
}

// WriteTree writes an HTML page that draws the planning tree down to the depth. The page
// opens from disk, loads nothing from the network and shows every language of the domain.
// It opens in the language of its address or of the reader, else in lang. Equal graphs give equal bytes. The page holds the tree as a [FoldedTree] and
// unfolds the part that a reader opens, so that its size does not grow with the number of
// paths. The error is the writer's.
func WriteTree(w io.Writer, g *plan.Graph, depth int, lang string) error {
	d := g.Domain()
	if depth < 1 {
		return fmt.Errorf("depth must be at least 1, not %d", depth)
	}
	if !slices.Contains(d.Languages, lang) {
		return fmt.Errorf("language %q: domain %s has %q", lang, d.Name, d.Languages)
	}
	return page.Execute(w, pageData{
		Lang: lang, Title: d.Title.In(lang),
		Style: template.CSS(pageStyle), StyleHash: cspHash(pageStyle),
		Script: template.JS(pageScript), ScriptHash: cspHash(pageScript),
		Tree: newTreeData(g, depth, lang),
	})
}

// cspHash returns the source expression that admits a block of the given content.
func cspHash(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

func newTreeData(g *plan.Graph, depth int, lang string) treeData {
	d := g.Domain()
	t := treeData{
		Title: d.Title, Languages: d.Languages, Lang: lang, Depth: depth, Moves: Fold(g),
		Entities: map[string]treeEntity{}, Derivations: map[string]treeEdge{},
		Tools: map[string]treeTool{}, Tables: map[string]treeTable{},
	}
	for _, e := range d.Entities {
		t.Entities[e.Name] = treeEntity{e.Label, e.Parts}
	}
	for _, v := range d.Derivations {
		t.Derivations[v.Name] = treeEdge{v.From, v.To, v.Phrase}
	}
	for i := range d.Tools {
		if x := &d.Tools[i]; x.Kind == domain.Lookup {
			t.Tools[x.Name] = treeTool{x.Description, x.Phrase, x.Table, x.Returns, plan.Accepts(d, x)}
		}
	}
	for _, x := range d.Tables {
		columns := map[string]domain.Text{}
		for _, c := range x.Columns {
			columns[c.Name] = c.Label
		}
		t.Tables[x.Name] = treeTable{x.Label, columns}
	}
	return t
}
