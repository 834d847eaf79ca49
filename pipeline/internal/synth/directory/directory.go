// Package directory renders the tables that list places and offices of a generated
// world: the court directory, the list of court codes, the directory of law firms,
// their ranking, and the address book.
package directory

import (
	"embed"
	"math/rand/v2"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/grammar"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

//go:embed text/*.yaml
var texts embed.FS

// Renderer writes the tables of places and offices of a shard in one language. [New] makes
// one. It is safe for concurrent use.
type Renderer struct {
	columns columns
	words   words
	profile *grammar.Grammar
}

// New returns the renderer of a language, zh or en.
func New(language string) (*Renderer, error) {
	g, err := grammar.Load(texts, "text/"+language+".yaml")
	if err != nil {
		return nil, err
	}
	if language == "en" {
		return &Renderer{englishColumns(), englishWords(), g}, nil
	}
	return &Renderer{chineseColumns(), chineseWords(), g}, nil
}

// Sheets returns CourtInfo, CourtCode, LawfirmInfo, LawfirmLog and AddrInfo of a shard, in this
// order. Rows are unordered, except in the ranking LawfirmLog.
func (r *Renderer) Sheets(s *society.Shard) []tablefile.Sheet {
	listed, coded := courts(s)
	firms := s.Key.Of("order of LawfirmInfo").Order(len(s.Firms))
	addresses := s.Key.Of("order of AddrInfo").Order(len(s.Addresses))
	bench := newCourtRows(r, s)
	bar := newFirmRows(r, s)
	return []tablefile.Sheet{
		{Name: "CourtInfo", Columns: r.columns.courtInfo, Rows: len(listed), Row: func(i int) []tablefile.Cell { return bench.court(listed[i]) }},
		{Name: "CourtCode", Columns: r.columns.courtCode, Rows: len(coded), Row: func(i int) []tablefile.Cell { return bench.code(coded[i]) }},
		{Name: "LawfirmInfo", Columns: r.columns.lawfirmInfo, Rows: len(s.Firms), Row: func(i int) []tablefile.Cell { return bar.firm(firms(i)) }},
		{Name: "LawfirmLog", Columns: r.columns.lawfirmLog, Rows: min(s.Size.LawfirmLog, len(s.Firms)), Row: bar.rank},
		{Name: "AddrInfo", Columns: r.columns.addrInfo, Rows: len(s.Addresses), Row: func(i int) []tablefile.Cell { return address(s, addresses(i)) }},
	}
}

// address returns a row of AddrInfo.
func address(s *society.Shard, i int) []tablefile.Cell {
	a := s.Addresses[i]
	return []tablefile.Cell{
		tablefile.Text(a.Text), tablefile.Text(s.Province(a.County).Name), tablefile.Text(s.City(a.County).Name), tablefile.Text(s.Counties[a.County].Name),
	}
}

// textOrMissing returns a cell with text or, with a probability of missing in of, the source's text for
// a missing value.
func textOrMissing(r *rand.Rand, missing, of int, text string) tablefile.Cell {
	if chance.Ratio(r, missing, of) {
		return tablefile.Text("-")
	}
	return tablefile.Text(text)
}
