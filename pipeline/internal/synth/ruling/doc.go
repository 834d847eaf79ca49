package ruling

import (
	"strconv"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// doc is case i's row of LegalDoc.
func (t *teller) doc(i int) []tablefile.Cell {
	a := t.account(i)
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
		firms = tablefile.Text(w.Tongue.Join(a.DefendantFirms, false))
	case absent:
		firms = tablefile.Text(" - ")
	}
	return []tablefile.Cell{
		tablefile.Text(t.shard.Companies[a.Related].Name),
		tablefile.Text(t.title(i, a)),
		tablefile.Text(a.Number),
		tablefile.Text(t.speech.form(a.Form)),
		tablefile.Text(w.Tongue.Join(names(a.Plaintiffs), false)),
		tablefile.Text(w.Tongue.Join(names(a.Defendants), false)),
		own,
		firms,
		cause,
		tablefile.Numeral(decimal(a.Award)),
		tablefile.Text(t.outcome(i, a)),
		tablefile.Text(w.Tongue.Date(a.Decided.Date())),
		tablefile.Text(a.Number + ".txt"),
	}
}

// decimal writes cents in 元 as the source writes amounts: with one decimal at
// least.
func decimal(cents int64) string {
	whole, rest := strconv.FormatInt(cents/100, 10), cents%100
	switch {
	case rest%10 == 0:
		return whole + "." + strconv.FormatInt(rest/10, 10)
	case rest < 10:
		return whole + ".0" + strconv.FormatInt(rest, 10)
	}
	return whole + "." + strconv.FormatInt(rest, 10)
}

// longest is how many characters of parties a title has before it is cut.
const longest = 62

// title is a ruling's title: the parties, the cause, the stage and the form.
func (t *teller) title(i int, a *account) string {
	plaintiffs, defendants := names(a.Plaintiffs), names(a.Defendants)
	comma := a.comma && a.stage != firstInstance || a.comma && chance.Chance(t.cells.At(i).At(1).Rand(), 18)
	cut := len(plaintiffs)+len(defendants) > 2 && (a.cut || len(plaintiffs)+len(defendants) > 4)
	sides := t.speech.sides(plaintiffs, defendants, comma, cut)
	if !cut && utf8.RuneCountInString(sides) > longest {
		sides = t.speech.sides(plaintiffs, defendants, comma, true)
	}
	slots := map[string]string{"sides": sides, "cause": t.cause(a.Case), "form": t.speech.form(a.Form)}
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
