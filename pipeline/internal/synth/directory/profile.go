package directory

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/chance"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
)

// profileYear is the year in which profiles were written.
const profileYear = 2021

// profileText returns a firm's profile. Of 132 real profiles 16 lack the last full stop.
func (b firmRows) profileText(r *rand.Rand, i int) string {
	text := b.profile.Expand(b.profiles.At(i).Rand(), "profile", b.profileFacts(i))
	if r.IntN(132) < 16 {
		text = strings.TrimSuffix(text, b.words.stop)
	}
	return text
}

// profileFacts returns the facts for a firm's profile. Years lie between its foundation and
// [profileYear], and its size suits its age. Facts that would not suit the firm are absent.
func (b firmRows) profileFacts(i int) map[string]string {
	f := &b.Firms[i]
	founded := f.Founded.Year()
	age := profileYear - founded
	draw := b.sizes.At(i).Rand()
	lawyers := size(f, age, draw)
	facts := map[string]string{
		"firm": f.Name, "head": f.Head, "city": b.City(f.County).Name, "address": f.Address, "bureau": b.bureau(i, false),
		"year": strconv.Itoa(founded), "lawyers": strconv.Itoa(lawyers), "staff": strconv.Itoa(lawyers + 2 + lawyers/4),
		"area": strconv.Itoa(60 + lawyers*(12+draw.IntN(9))),
	}
	some := func(fact string, eligible bool, number int) {
		if eligible {
			facts[fact] = strconv.Itoa(number)
		}
	}
	since := func(years int) int { return founded + years + draw.IntN(max(1, age-years)) }
	some("early", founded <= 1996, founded)
	some("small", lawyers < 10, lawyers)
	some("teams", lawyers >= 15, min(9, 5+lawyers/25))
	some("offices", lawyers >= 24, 2+lawyers/40)
	some("moved", age >= 5, since(3))
	some("merged", age >= 9, since(5))
	some("honoured", age >= 4, since(3))
	some("streak", age >= 9, 2+draw.IntN(4))
	some("decade", age >= 11 && age%5 > 0, age/5*5)
	return facts
}

// size draws the number of a firm's lawyers. It grows with the caseload and is bounded by the
// firm's age.
func size(f *society.Firm, age int, r *rand.Rand) int {
	lawyers := 3 + f.Caseload + chance.FromQuantiles(r, chance.Quantile{Share: 0, Value: 0}, chance.Quantile{Share: 700, Value: 9}, chance.Quantile{Share: 1000, Value: 30})
	return max(3, min(lawyers, 6+7*age))
}
