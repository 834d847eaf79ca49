package agreement

import (
	"sort"

	"gonum.org/v1/gonum/stat/distuv"
)

// UpperBound returns the share that that of all units exceeds with a probability of at most 5 %,
// where count of a random sample of so many units have the property: the exact one-sided bound
// (Clopper and Pearson, 1934). Of a sample without the property it is 1 - 0.05^(1/of). It is 1 for
// an empty sample. It panics unless 0 <= count <= of.
func UpperBound(count, of int) float64 {
	if count < 0 || count > of {
		panic("agreement: a proportion must have 0 <= count <= of")
	}
	if count == of {
		return 1
	}
	return round(distuv.Beta{Alpha: float64(count + 1), Beta: float64(of - count)}.Quantile(0.95))
}

// MissingForBound returns how many more units without the property the sample takes until
// [UpperBound] is at most a share in (0, 1); 0 if it is already. It panics where UpperBound does.
func MissingForBound(count, of int, share float64) int {
	enough := func(more int) bool { return UpperBound(count, of+more) <= share }
	most := 1
	for !enough(most) {
		most *= 2
	}
	return sort.Search(most, enough)
}
