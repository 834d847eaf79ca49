// Package company renders the company tables of a generated world: CompanyInfo (listed
// companies), CompanyRegister (registrations) and SubCompanyInfo (holdings of listed
// companies).
//
// The data of a row come from the society or are drawn below the shard's key. Decisions (empty
// cells, naming conventions, lengths of lists) are drawn separately from words, so that worlds
// of equal seed in both languages have the same empty cells, codes, dates and amounts. Rates
// are those measured in the rows of LegalAgentBench (arXiv 2412.17259) that its agents' logs
// show.
//
// The texts are the grammars in text/zh and text/en. They state the facts of their row and add
// details that no table has: patents, honours, plants.
package company

import (
	"embed"
	"fmt"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/grammar"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/yamlfile"
)

//go:embed text
var files embed.FS

// Renderer renders the tables of shards in one language. It is immutable and safe for
// concurrent use.
type Renderer struct {
	terms   *terms
	scopes  *scopes
	grammar *grammar.Grammar
	tidy    *strings.Replacer
}

// New returns the renderer of a language, zh or en.
func New(language string) (*Renderer, error) {
	if language != "zh" && language != "en" {
		return nil, fmt.Errorf("companies in %q: want zh or en", language)
	}
	t, err := loadTerms(language)
	if err != nil {
		return nil, err
	}
	s := new(scopes)
	if err := yamlfile.Read(files, "text/scope.yaml", s); err != nil {
		return nil, err
	}
	var names []string
	for _, name := range []string{"listed", "story", "profile"} {
		names = append(names, "text/"+language+"/"+name+".yaml")
	}
	g, err := grammar.Load(files, names...)
	if err != nil {
		return nil, err
	}
	return &Renderer{terms: t, scopes: s, grammar: g, tidy: strings.NewReplacer(t.Doubles...)}, nil
}

// Sheets returns CompanyInfo, CompanyRegister and SubCompanyInfo of a shard, in this order,
// each with its rows in a separate order, drawn from the shard's key. Equal shards give equal
// sheets. It panics if the shard's world is in another language than the renderer's.
func (r *Renderer) Sheets(s *society.Shard) []tablefile.Sheet {
	if s.World.Language != r.terms.language {
		panic(fmt.Sprintf("companies in %q of a world in %q", r.terms.language, s.World.Language))
	}
	b := r.forShard(s)
	return []tablefile.Sheet{
		b.sheet("CompanyInfo", r.terms.Columns.Info, min(s.Size.CompanyInfo, len(s.Companies)), b.infoRow),
		b.sheet("CompanyRegister", r.terms.Columns.Register, min(s.Size.CompanyRegister, len(s.Companies)), b.registerRow),
		b.sheet("SubCompanyInfo", r.terms.Columns.Holdings, len(s.Holdings), b.holdingRow),
	}
}

// sheet returns a table with its rows shuffled.
func (b *shardRenderer) sheet(name string, columns []string, rows int, row func(i int) []tablefile.Cell) tablefile.Sheet {
	order := b.shard.Key.Of("order of " + name).Order(rows)
	return tablefile.Sheet{Name: name, Columns: columns, Rows: rows, Row: func(i int) []tablefile.Cell { return row(order(i)) }}
}
