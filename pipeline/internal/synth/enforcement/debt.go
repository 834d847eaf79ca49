package enforcement

import (
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// debtRows renders a shard's enforcement cases.
type debtRows struct {
	*society.Shard
	restrictions, closures, applicants chance.Key
}

func newDebtRows(s *society.Shard) debtRows {
	return debtRows{s, s.Key.Of("restriction rows"), s.Key.Of("finalized rows"), s.Key.Of("missing applicants")}
}

// restriction returns a row of RestrictionCase. Its amount is the enforced amount in whole 元,
// in four of 42 rows as text. Seven of 42 real rows keep the fraction of an amount, and one has
// no amount.
func (l debtRows) restriction(i int) []tablefile.Cell {
	d := &l.Debts[i]
	draw := l.restrictions.At(i).Rand()
	whole := strconv.FormatInt(rounded(d.Target), 10)
	amount := tablefile.Numeral(whole)
	switch n := draw.IntN(42); {
	case n == 0:
		amount = tablefile.Text("-")
	case n <= 4:
		amount = tablefile.Text(whole)
	case n <= 22 && d.Target%100 != 0:
		amount = decimal(d.Target)
	}
	return []tablefile.Cell{
		tablefile.Text(l.Companies[d.Debtor].Name), tablefile.Text(d.Number), tablefile.Text(l.Companies[d.Debtor].Head),
		l.applicant(i, true), amount, tablefile.Text(l.Courts[d.Court].Name), l.day(d.Filed), l.day(d.Restricted),
	}
}

// finalized returns a row of FinalizedCase. Of 69 real targets 63 are in whole 元, even if the
// unpaid amount has a fraction.
func (l debtRows) finalized(i int) []tablefile.Cell {
	d := &l.Debts[i]
	draw := l.closures.At(i).Rand()
	target := decimal(rounded(d.Target) * 100)
	if draw.IntN(69) < 6 {
		target = decimal(d.Target)
	}
	unpaid := tablefile.Text("-")
	switch {
	case d.Unpaid >= 0 && d.Unpaid%100 == 0:
		unpaid = tablefile.Numeral(strconv.FormatInt(d.Unpaid/100, 10))
	case d.Unpaid >= 0:
		unpaid = decimal(d.Unpaid)
	}
	return []tablefile.Cell{
		tablefile.Text(l.Companies[d.Debtor].Name), tablefile.Text(d.Number), tablefile.Text(d.DebtorAs),
		l.applicant(i, true), unpaid, target, tablefile.Text(l.Courts[d.Court].Name), l.day(d.Filed), l.day(d.Closed),
	}
}

// dishonesty returns a row of DishonestyCase, which has no empty cells.
func (l debtRows) dishonesty(i int) []tablefile.Cell {
	d := &l.Debts[i]
	company := tablefile.Text(l.Companies[d.Debtor].Name)
	return []tablefile.Cell{
		company, tablefile.Text(d.Number), company, l.applicant(i, false),
		decimal(d.Target), tablefile.Text(l.Courts[d.Court].Name), l.day(d.Filed), l.day(d.Published),
	}
}

// applicant returns the applicants for enforcement. In an incomplete table one cell of thirty
// is empty, and several applicants are joined in the second way of [name.Namer.Join].
func (l debtRows) applicant(i int, incomplete bool) tablefile.Cell {
	d := &l.Debts[i]
	if missing := l.applicants.At(i).Rand().IntN(30) == 0; incomplete && missing {
		return tablefile.Text("-")
	}
	names := []string{d.Creditor.Name}
	for _, p := range d.Others {
		names = append(names, p.Name)
	}
	return tablefile.Text(l.World.Names.Join(names, incomplete))
}

func (l debtRows) day(d society.Day) tablefile.Cell { return date(l.Shard, d) }

func date(s *society.Shard, d society.Day) tablefile.Cell {
	return tablefile.Text(s.World.Names.Date(d.Date()))
}

// rounded converts cents to whole 元, rounding half up.
func rounded(cents int64) int64 { return (cents + 50) / 100 }

// plain formats cents in 元, with decimals only if necessary.
func plain(cents int64) string { return strings.TrimSuffix(tablefile.Decimal(cents, 2), ".0") }

// decimal formats cents in 元 with at least one decimal, as the source's numbers have.
func decimal(cents int64) tablefile.Cell { return tablefile.Numeral(tablefile.Decimal(cents, 2)) }
