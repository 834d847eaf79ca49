// Package agreement measures how far people who judge the same things agree beyond what
// chance would give, with intervals.
//
// The coefficients are Cohen's kappa (A coefficient of agreement for nominal scales,
// Educational and Psychological Measurement 20, 1960), Fleiss' kappa (Measuring nominal
// scale agreement among many raters, Psychological Bulletin 76, 1971) and Krippendorff's
// alpha for nominal data (Computing Krippendorff's Alpha-Reliability, 2011; Content
// Analysis, 4th edition, 2018, chapter 12). Each is 1 - Do/De: disagreement observed over
// that expected by chance, and they differ in what chance would do: Cohen's lets each rater
// keep to his own shares of labels, Fleiss' draws all from the shares of all together, and
// Krippendorff's does so without putting a label back.
//
// Intervals of coefficients are percentiles of a bootstrap over units, all ratings of a
// unit staying together (Efron and Tibshirani, An Introduction to the Bootstrap, 1993,
// sections 6.2 and 13.3). Its randomness comes from a seed alone, and figures are rounded
// to nine decimals: equal ratings and seeds give equal figures on every machine, in
// whatever order the ratings are given.
package agreement

// Rating is what one rater called one unit.
type Rating struct {
	Unit  string // what was judged
	Rater string
	Label string // nominal: labels are equal or not
}

// IntervalEstimate is a coefficient with its 95 % interval. Where Defined is false there is no
// figure: too few ratings, or all of them alike where the coefficient divides by what
// differs. All numbers are 0 then.
//
// With one unit there is a figure but nothing that says how far off it may be: the interval
// is all that the coefficient can be, [0, 1] for a share and [-1, 1] for the others.
// Resamples whose ratings are all alike have no figure and are left out; those are fewer
// than 1 in e, which is how often draws of many units miss the only one that differs.
//
// Where every pair of ratings of a unit is alike, or every one differs, resamples cannot
// say that another unit might be otherwise. The bound on that side is then what the
// coefficient would be if as many units were as the exact interval of none in that many
// allows (Clopper and Pearson, 1934), with as much disagreement expected as was.
type IntervalEstimate struct {
	Defined bool    `json:"defined"`
	Value   float64 `json:"value"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
}

// Proportion is a count of a count with its exact 95 % interval (Clopper and Pearson,
// 1934). Of 0 is no figure, and its interval is [0, 1].
type Proportion struct {
	Count int     `json:"count"`
	Of    int     `json:"of"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// AgreementSummary is all coefficients of one set of ratings.
type AgreementSummary struct {
	// Units are those with at least two ratings, Ratings the ratings of these, Raters who
	// gave them.
	Units   int `json:"units"`
	Ratings int `json:"ratings"`
	Raters  int `json:"raters"`
	// Raw is the share of pairs of ratings of a unit that are alike, the mean over units.
	Raw IntervalEstimate `json:"raw"`
	// Cohen is Cohen's kappa; only where exactly two raters rated all units.
	Cohen IntervalEstimate `json:"cohen"`
	// Fleiss is Fleiss' kappa; only where all units have the same number of ratings.
	Fleiss IntervalEstimate `json:"fleiss"`
	// Alpha is Krippendorff's alpha for nominal data; any number of ratings a unit.
	Alpha IntervalEstimate `json:"alpha"`
}

// Summarise returns all coefficients of the ratings. Units with one rating are left out.
// Of several ratings of one unit by one rater the last one counts; otherwise order does not
// matter.
func Summarise(ratings []Rating, seed string) AgreementSummary {
	t := tabulate(ratings)
	s := AgreementSummary{Units: t.units, Ratings: t.ratings, Raters: len(t.raters)}
	e := t.estimates(seed, raw, cohen, fleiss, alpha)
	s.Raw, s.Cohen, s.Fleiss, s.Alpha = e[raw], e[cohen], e[fleiss], e[alpha]
	return s
}

// Cohen returns Cohen's kappa of raters a and b over the units that both rated, whoever
// else did; the same for b and a. Where either rated nothing that the other did, or both are
// the same, it is not defined.
func Cohen(ratings []Rating, a, b, seed string) IntervalEstimate {
	var both []Rating
	for _, r := range ratings {
		if r.Rater == a || r.Rater == b {
			both = append(both, r)
		}
	}
	return tabulate(both).estimates(seed, cohen)[cohen]
}
