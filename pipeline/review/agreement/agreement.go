// Package agreement computes measures of inter-rater agreement, with intervals.
//
// The coefficients are Cohen's kappa (A coefficient of agreement for nominal scales,
// Educational and Psychological Measurement 20, 1960), Fleiss' kappa (Measuring nominal
// scale agreement among many raters, Psychological Bulletin 76, 1971) and Krippendorff's
// alpha for nominal data (Computing Krippendorff's Alpha-Reliability, 2011; Content
// Analysis, 4th edition, 2018, chapter 12). Each is 1 - Do/De, where Do is the observed
// disagreement and De the disagreement expected by chance. They differ in the model of
// chance: Cohen's draws the labels of each rater from the rater's own distribution, Fleiss'
// draws all labels from the joint distribution of all raters, and Krippendorff's does the
// same without replacement.
//
// Intervals of coefficients are percentiles of a bootstrap over units, in which the ratings
// of a unit stay together (Efron and Tibshirani, An Introduction to the Bootstrap, 1993,
// sections 6.2 and 13.3). The randomness depends only on a seed, and figures are rounded to
// nine decimals: equal ratings and seeds give equal figures on every machine, whatever the
// order of the ratings.
package agreement

// Rating is the label that one rater gave one unit.
type Rating struct {
	Unit  string // the thing rated
	Rater string // the name of the rater
	Label string // nominal: labels are only compared for equality
}

// IntervalEstimate is a coefficient with its 95 % interval. If Defined is false, there is
// no value and all numbers are 0: there are too few ratings, or no disagreement is
// expected, so that the coefficient would divide by 0.
//
// With a single unit the interval is the full range of the coefficient: [0, 1] for a share
// and [-1, 1] for the others. Resamples for which the coefficient is not defined are left
// out. They are fewer than 1 in e, the probability that a resample of many units misses
// the only unit with another label.
//
// If all raters agree on every unit, or disagree on every unit, resamples cannot show that
// other units might differ. The bound on that side is then computed from the exact
// interval of a proportion (Clopper and Pearson, 1934): it is the coefficient with the
// greatest share of such other units that the interval allows, and with the same expected
// disagreement.
type IntervalEstimate struct {
	Defined bool    `json:"defined"` // whether there is a value
	Value   float64 `json:"value"`   // the coefficient
	Low     float64 `json:"low"`     // lower end of the interval
	High    float64 `json:"high"`    // upper end of the interval
}

// Proportion is the proportion Count/Of with its exact 95 % interval (Clopper and Pearson,
// 1934). If Of is 0, the proportion is undefined and the interval is [0, 1].
type Proportion struct {
	Count int     `json:"count"` // from 0 to Of
	Of    int     `json:"of"`    // the whole
	Low   float64 `json:"low"`   // lower end of the interval
	High  float64 `json:"high"`  // upper end of the interval
}

// MinUnits is the number of units below which reports show no intervals of coefficients: the
// resamples of fewer units are too much alike.
const MinUnits = 10

// Summary has all coefficients of one set of ratings.
type Summary struct {
	// Units is the number of units with at least two ratings, Ratings the number of their
	// ratings, and Raters the number of people who gave these ratings.
	Units   int `json:"units"`
	Ratings int `json:"ratings"`
	Raters  int `json:"raters"`
	// Raw is the share of equal pairs among the pairs of ratings of a unit, averaged over
	// units.
	Raw IntervalEstimate `json:"raw"`
	// Cohen is Cohen's kappa; defined only if the same two raters rated all units.
	Cohen IntervalEstimate `json:"cohen"`
	// Fleiss is Fleiss' kappa; defined only if all units have the same number of ratings.
	Fleiss IntervalEstimate `json:"fleiss"`
	// Alpha is Krippendorff's alpha for nominal data, for any number of ratings per unit.
	Alpha IntervalEstimate `json:"alpha"`
}

// Summarise returns all coefficients of the ratings. Units with one rating are left out.
// If a rater rated a unit several times, the last rating counts; otherwise the order of
// the ratings has no effect. Seed, any text, determines the resamples of the intervals.
func Summarise(ratings []Rating, seed string) Summary {
	t := tabulate(ratings)
	s := Summary{Units: t.units, Ratings: t.ratings, Raters: len(t.raters)}
	e := t.estimates(seed, raw, cohen, fleiss, alpha)
	s.Raw, s.Cohen, s.Fleiss, s.Alpha = e[raw], e[cohen], e[fleiss], e[alpha]
	return s
}

// UndefinedCoefficient is a coefficient without a value.
type UndefinedCoefficient struct {
	Coefficient string // "agreement", "Cohen's kappa", "Fleiss' kappa" or "alpha"
	Reason      string // why it has no value, for people
}

// Undefined returns the coefficients that have no value, in the order of the fields, with
// the reasons. If no unit has two ratings, it returns one item for all coefficients.
func (s *Summary) Undefined() []UndefinedCoefficient {
	if s.Units == 0 {
		return []UndefinedCoefficient{{"agreement", "no task was voted on by several reviewers"}}
	}
	const alike = "all votes are alike, so that none could differ by chance"
	reason := func(other bool, text string) string {
		if other {
			return text
		}
		return alike
	}
	var list []UndefinedCoefficient
	if !s.Cohen.Defined {
		list = append(list, UndefinedCoefficient{"Cohen's kappa", reason(s.Raters > 2, "it compares two reviewers, and there are more")})
	}
	if !s.Fleiss.Defined {
		list = append(list, UndefinedCoefficient{"Fleiss' kappa", reason(s.Alpha.Defined, "the tasks have different numbers of votes")})
	}
	if !s.Alpha.Defined {
		list = append(list, UndefinedCoefficient{"alpha", alike})
	}
	return list
}

// Cohen returns Cohen's unweighted kappa of raters a and b over the units that both rated.
// Exchanging a and b does not change it. Defined is false if no unit was rated by both, if
// both gave every such unit one and the same label, or if a equals b. Repeated ratings and
// seed are as for [Summarise].
func Cohen(ratings []Rating, a, b, seed string) IntervalEstimate {
	var both []Rating
	for _, r := range ratings {
		if r.Rater == a || r.Rater == b {
			both = append(both, r)
		}
	}
	return tabulate(both).estimates(seed, cohen)[cohen]
}
