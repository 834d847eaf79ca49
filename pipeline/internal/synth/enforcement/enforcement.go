// Package enforcement renders the tables of a generated world on companies that do not pay or
// that break rules: consumption restrictions, closed enforcement cases, dishonest debtors, and
// administrative penalties.
package enforcement

import (
	"embed"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/grammar"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

//go:embed text
var texts embed.FS

// Renderer writes the tables of enforcement and penalties of a shard in one language. [New]
// makes one. It is safe for concurrent use.
type Renderer struct {
	columns columns
	words   words
	text    *grammar.Grammar
	rules   []string // of text, sorted
}

// New returns the renderer of a language, zh or en.
func New(language string) (*Renderer, error) {
	var files []string
	for _, name := range []string{"decisions", "facts", "offences", "scenes"} {
		files = append(files, "text/"+language+"/"+name+".yaml")
	}
	g, err := grammar.Load(texts, files...)
	if err != nil {
		return nil, err
	}
	if language == "en" {
		return &Renderer{englishColumns(), englishWords(), g, g.Rules()}, nil
	}
	return &Renderer{chineseColumns(), chineseWords(), g, g.Rules()}, nil
}

// has reports whether the grammar has rules for a name.
func (r *Renderer) has(rule string) bool {
	_, ok := slices.BinarySearch(r.rules, rule)
	return ok
}

// Sheets returns RestrictionCase, FinalizedCase, DishonestyCase and AdministrativeCase of a
// shard, in this order. Rows are unordered.
func (r *Renderer) Sheets(s *society.Shard) []tablefile.Sheet {
	pick := func(label string, in func(*society.Debt) bool) []int {
		var all []int
		for i := range s.Debts {
			if in(&s.Debts[i]) {
				all = append(all, i)
			}
		}
		s.Key.Of("order of "+label).Rand().Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		return all
	}
	restricted := pick("RestrictionCase", func(d *society.Debt) bool { return d.Restricted != 0 })
	closed := pick("FinalizedCase", func(d *society.Debt) bool { return d.Closed != 0 })
	published := pick("DishonestyCase", func(d *society.Debt) bool { return d.Published != 0 })
	penalties := s.Key.Of("order of AdministrativeCase").Order(len(s.Penalties))
	debts, decisions := newDebtRows(s), newPenaltyRows(r, s)
	return []tablefile.Sheet{
		{Name: "RestrictionCase", Columns: r.columns.restriction, Rows: len(restricted), Row: func(i int) []tablefile.Cell { return debts.restriction(restricted[i]) }},
		{Name: "FinalizedCase", Columns: r.columns.finalized, Rows: len(closed), Row: func(i int) []tablefile.Cell { return debts.finalized(closed[i]) }},
		{Name: "DishonestyCase", Columns: r.columns.dishonesty, Rows: len(published), Row: func(i int) []tablefile.Cell { return debts.dishonesty(published[i]) }},
		{Name: "AdministrativeCase", Columns: r.columns.administrative, Rows: len(s.Penalties), Row: func(i int) []tablefile.Cell { return decisions.penalty(penalties(i)) }},
	}
}
