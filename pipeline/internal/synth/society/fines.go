package society

import (
	"math/rand/v2"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/name"
)

// Gravity is how grave an offence is.
type Gravity string

// The gravities. Their names are those of the alternatives in the grammar of offences.
const (
	Minor    Gravity = "minor" // against order, with no danger to anybody
	Ordinary Gravity = ""
	Grave    Gravity = "grave" // people came to harm
)

// fineRange is what the law of a field lets an authority impose on a company, in 元. It is in
// measure of what such laws provide: the laws of a generated world name no sums themselves.
type fineRange struct{ least, most, minor, grave int64 }

// fineRanges are the ranges by authority: from least to most, up to minor for a minor offence, and up to
// grave for a grave one; those without it know none.
var fineRanges = map[name.AuthorityKind]fineRange{
	name.UrbanManagement: {100, 100_000, 5_000, 0}, name.Police: {100, 50_000, 2_000, 0}, name.Fire: {500, 50_000, 10_000, 0},
	name.Customs: {1_000, 600_000, 20_000, 0}, name.Securities: {50_000, 600_000, 50_000, 0}, name.Exchange: {0, 0, 0, 0},
	name.MarketRegulation: {300, 200_000, 10_000, 0}, name.Housing: {2_000, 300_000, 30_000, 0}, name.Environment: {1_000, 500_000, 20_000, 0},
	name.Emergency: {1_000, 100_000, 10_000, 500_000}, name.Taxation: {100, 500_000, 10_000, 0}, name.Transport: {200, 30_000, 2_000, 0},
	name.NaturalResources: {1_000, 200_000, 20_000, 0}, name.Water: {500, 100_000, 20_000, 0}, name.Health: {500, 30_000, 10_000, 0},
	name.Labour: {1_000, 50_000, 20_000, 0},
}

// leastGrave is the smallest fine, in 元, for an offence by which people came to harm.
const leastGrave = 200_000

// FineRange returns the smallest and the largest fine, in cents, that an authority of a kind can
// impose on a company for an offence. It imposes none where the largest is below the smallest.
func FineRange(by name.AuthorityKind, g Gravity) (least, most int64) {
	all := fineRanges[by]
	least, most = all.least, all.most
	switch g {
	case Minor:
		most = all.minor
	case Grave:
		least, most = leastGrave, all.grave
	}
	return least * 100, most * 100
}

// fines is the distribution of fines in 元, after the 54 real ones.
var fines = []chance.Quantile{
	{Share: 0, Value: 100}, {Share: 100, Value: 1000}, {Share: 250, Value: 5000}, {Share: 500, Value: 10_000},
	{Share: 750, Value: 26_000}, {Share: 900, Value: 115_000}, {Share: 1000, Value: 600_000},
}

// fine draws a fine in cents, from 100 元 to 600,000, mostly round, in the range of the authority.
// Fines of the police are small, those of the securities regulator large.
func fine(r *rand.Rand, by name.AuthorityKind) int64 {
	const draws = 40
	for range draws {
		if f := anyFine(r, by); Imposable(by, Ordinary, f) || Imposable(by, Grave, f) {
			return f
		}
	}
	least, _ := FineRange(by, Ordinary)
	return least
}

// Imposable reports whether an authority of a kind can impose a fine, in cents, for an offence.
func Imposable(by name.AuthorityKind, g Gravity, fine int64) bool {
	least, most := FineRange(by, g)
	return least <= fine && fine <= most
}

// anyFine draws a fine in cents, which may be out of range.
func anyFine(r *rand.Rand, by name.AuthorityKind) int64 {
	yuan := chance.FromQuantiles(r, fines...)
	switch by {
	case name.Police:
		yuan = min(yuan, chance.FromQuantiles(r, fines...))
	case name.Securities:
		yuan = max(yuan, chance.FromQuantiles(r, fines...), chance.FromQuantiles(r, fines...), chance.FromQuantiles(r, fines...))
	}
	if chance.Percent(r, 4) {
		return int64(yuan)*100 + int64(r.IntN(100))
	}
	step := 100
	for step*20 <= yuan {
		step *= 10
	}
	if chance.Percent(r, 60) && step*10 <= yuan {
		step *= 5
	}
	return int64(max(step, yuan/step*step)) * 100
}
