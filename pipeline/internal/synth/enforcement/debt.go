package enforcement

import (
	"math/rand/v2"
	"strconv"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// ledger is a shard's enforcement cases.
type ledger struct {
	*society.Shard
	restrictions, closures, applicants chance.Key
}

func ledgerOf(s *society.Shard) ledger {
	return ledger{s, s.Key.Of("restriction rows"), s.Key.Of("finalized rows"), s.Key.Of("missing applicants")}
}

// restriction is a row of RestrictionCase. Amounts there are what is enforced in
// whole 元, four of 42 as text, but for those that have a fraction and keep it, as
// seven real ones do; one is missing.
func (l ledger) restriction(i int) []tablefile.Cell {
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

// finalized is a row of FinalizedCase. Of 69 real targets 63 are in whole 元, also
// where what is unpaid has a fraction.
func (l ledger) finalized(i int) []tablefile.Cell {
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

// dishonesty is a row of DishonestyCase, where no cell is missing.
func (l ledger) dishonesty(i int) []tablefile.Cell {
	d := &l.Debts[i]
	company := tablefile.Text(l.Companies[d.Debtor].Name)
	return []tablefile.Cell{
		company, tablefile.Text(d.Number), company, l.applicant(i, false),
		decimal(d.Target), tablefile.Text(l.Courts[d.Court].Name), l.day(d.Filed), l.day(d.Published),
	}
}

// applicant is who applied for the enforcement. Where a table can lack one, it
// lacks that of one case of thirty, and joins several in the second way.
func (l ledger) applicant(i int, incomplete bool) tablefile.Cell {
	d := &l.Debts[i]
	if missing := l.applicants.At(i).Rand().IntN(30) == 0; incomplete && missing {
		return tablefile.Text("-")
	}
	names := []string{d.Creditor.Name}
	for _, p := range d.Others {
		names = append(names, p.Name)
	}
	return tablefile.Text(l.World.Tongue.Join(names, incomplete))
}

func (l ledger) day(d society.Day) tablefile.Cell { return date(l.Shard, d) }

func date(s *society.Shard, d society.Day) tablefile.Cell {
	return tablefile.Text(s.World.Tongue.Date(d.Date()))
}

// rounded converts cents to whole 元, rounding half up.
func rounded(cents int64) int64 { return (cents + 50) / 100 }

// plain formats cents in 元, with decimals only if necessary.
func plain(cents int64) string {
	text := strconv.FormatInt(cents/100, 10)
	if cents%100 != 0 {
		text += "." + fraction(cents)
	}
	return text
}

// decimal formats cents in 元 with at least one decimal, as the source's numbers have.
func decimal(cents int64) tablefile.Cell {
	return tablefile.Numeral(strconv.FormatInt(cents/100, 10) + "." + fraction(cents))
}

// fraction returns the decimals of an amount of cents, without trailing zeros except the first
// digit.
func fraction(cents int64) string {
	switch rest := cents % 100; {
	case rest%10 == 0:
		return strconv.FormatInt(rest/10, 10)
	case rest < 10:
		return "0" + strconv.FormatInt(rest, 10)
	default:
		return strconv.FormatInt(rest, 10)
	}
}

// chosen returns true with a probability of some in of.
func chosen(r *rand.Rand, some, of int) bool { return r.IntN(of) < some }
