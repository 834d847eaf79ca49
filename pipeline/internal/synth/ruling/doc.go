package ruling

import (
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// doc returns the row of LegalDoc of case i.
func (t *shardRenderer) doc(i int) []tablefile.Cell {
	a := t.newContext(i)
	w := t.shard.World
	cells := t.cells.At(i).Rand()
	cause := tablefile.Text(" -")
	if a.Cause >= 0 {
		cause = tablefile.Text(t.cause(a.Case))
	}
	own := tablefile.Text(" -")
	if a.PlaintiffFirm != "" {
		own = tablefile.Text(a.PlaintiffFirm)
	}
	// Of the real rows without a defendant's firm 284 have the sentinel, 261 null.
	firms := tablefile.None()
	switch absent := cells.IntN(545) < 284; {
	case len(a.DefendantFirms) > 0:
		firms = tablefile.Text(w.Names.Join(a.DefendantFirms, false))
	case absent:
		firms = tablefile.Text(" - ")
	}
	return []tablefile.Cell{
		tablefile.Text(t.shard.Companies[a.Related].Name),
		tablefile.Text(t.title(i, a)),
		tablefile.Text(a.Number),
		tablefile.Text(t.language.form(a.Form)),
		tablefile.Text(w.Names.Join(names(a.Plaintiffs), false)),
		tablefile.Text(w.Names.Join(names(a.Defendants), false)),
		own,
		firms,
		cause,
		tablefile.Numeral(tablefile.Decimal(a.Award, 2)),
		tablefile.Text(t.outcome(i, a)),
		tablefile.Text(w.Names.Date(a.Decided.Date())),
		tablefile.Text(a.Number + ".txt"),
	}
}

// maxTitleParties is the number of characters above which a title abbreviates its parties.
const maxTitleParties = 62

// title returns a ruling's title: parties, cause, stage and form.
func (t *shardRenderer) title(i int, a *caseContext) string {
	plaintiffs, defendants := names(a.Plaintiffs), names(a.Defendants)
	comma := a.comma && a.stage != firstInstance || a.comma && chance.Percent(t.cells.At(i).At(1).Rand(), 18)
	cut := len(plaintiffs)+len(defendants) > 2 && (a.short || len(plaintiffs)+len(defendants) > 4)
	sides := t.language.sides(plaintiffs, defendants, comma, cut)
	if !cut && utf8.RuneCountInString(sides) > maxTitleParties {
		sides = t.language.sides(plaintiffs, defendants, comma, true)
	}
	slots := map[string]string{"sides": sides, "cause": t.cause(a.Case), "form": t.language.form(a.Form)}
	rule := [...]string{"title_first", "title_appeal", "title_petition", "title_retrial", "title_enforcing", "title_preserving"}[a.stage]
	if a.Form >= society.AdministrativeJudgment {
		rule += "_admin"
	}
	// The source's titles name the kind of instance since 2021.
	if late := rule + "_late"; a.Decided.Year() >= 2021 && t.has[late] {
		rule = late
	}
	return t.texts.Expand(t.titles.At(i).Rand(), rule, slots)
}
