package agreement

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// byRater reads ratings from one line a rater, one word a unit; "." is none.
func byRater(lines ...string) []Rating {
	var ratings []Rating
	for i, line := range lines {
		for unit, label := range strings.Fields(line) {
			if label != "." {
				ratings = append(ratings, Rating{fmt.Sprint(unit), fmt.Sprint("rater ", i), label})
			}
		}
	}
	return ratings
}

// byCount makes ratings of one row a unit that counts them by label; who gave them is not told.
func byCount(rows ...[]int) []Rating {
	var ratings []Rating
	for unit, row := range rows {
		rater := 0
		for label, n := range row {
			for range n {
				ratings = append(ratings, Rating{fmt.Sprint(unit), fmt.Sprint("rater ", rater), fmt.Sprint(label)})
				rater++
			}
		}
	}
	return ratings
}

// crossed makes ratings of two raters of a table: a row a label of the first, a column a
// label of the second.
func crossed(rows ...[]int) []Rating {
	var ratings []Rating
	for a, row := range rows {
		for b, n := range row {
			for i := range n {
				unit := fmt.Sprint(a, b, i)
				ratings = append(ratings, Rating{unit, "A", fmt.Sprint(a)}, Rating{unit, "B", fmt.Sprint(b)})
			}
		}
	}
	return ratings
}

func TestFiguresEqualPublishedOnes(t *testing.T) {
	patients := byCount(
		[]int{0, 0, 0, 6, 0}, []int{0, 3, 0, 0, 3}, []int{0, 1, 4, 0, 1}, []int{0, 0, 0, 0, 6}, []int{0, 3, 0, 3, 0},
		[]int{2, 0, 4, 0, 0}, []int{0, 0, 4, 0, 2}, []int{2, 0, 3, 1, 0}, []int{2, 0, 0, 4, 0}, []int{0, 0, 0, 0, 6},
		[]int{1, 0, 0, 5, 0}, []int{1, 1, 0, 4, 0}, []int{0, 3, 3, 0, 0}, []int{1, 0, 0, 5, 0}, []int{0, 2, 0, 3, 1},
		[]int{0, 0, 5, 0, 1}, []int{3, 0, 0, 1, 2}, []int{5, 1, 0, 0, 0}, []int{0, 2, 0, 4, 0}, []int{1, 0, 2, 0, 3},
		[]int{0, 0, 0, 0, 6}, []int{0, 1, 0, 5, 0}, []int{0, 2, 0, 1, 3}, []int{2, 0, 0, 4, 0}, []int{1, 0, 0, 4, 1},
		[]int{0, 5, 0, 1, 0}, []int{4, 0, 0, 0, 2}, []int{0, 2, 0, 4, 0}, []int{1, 0, 5, 0, 0}, []int{0, 0, 0, 0, 6})
	fourteen := byCount(
		[]int{0, 0, 0, 0, 14}, []int{0, 2, 6, 4, 2}, []int{0, 0, 3, 5, 6}, []int{0, 3, 9, 2, 0}, []int{2, 2, 8, 1, 1},
		[]int{7, 7, 0, 0, 0}, []int{3, 2, 6, 3, 0}, []int{2, 5, 3, 2, 2}, []int{6, 5, 2, 1, 0}, []int{0, 2, 2, 3, 7})
	cohens := crossed([]int{88, 14, 18}, []int{10, 40, 10}, []int{2, 6, 12})
	binary := byRater("0 1 0 0 0 0 0 0 1 0", "1 1 1 0 0 1 0 0 0 0")
	nominal := byRater("a a b b d c c c e d d a", "b a b b b c c c e d d d")
	missing := byRater(
		"1 2 3 3 2 1 4 1 2 . . .",
		"1 2 3 3 2 2 4 1 2 5 . 3",
		". 3 3 3 2 3 4 2 2 5 1 .",
		"1 2 3 3 2 4 4 1 2 5 1 .")
	tests := []struct {
		source  string
		ratings []Rating
		figure  func(Summary) IntervalEstimate
		want    float64
		digits  int
	}{
		{"Cohen (1960), 200 patients by two judges: kappa", cohens, func(s Summary) IntervalEstimate { return s.Cohen }, .492, 3},
		{"Cohen (1960): observed agreement", cohens, func(s Summary) IntervalEstimate { return s.Raw }, .70, 2},
		{"Fleiss (1971), 30 patients by six psychiatrists: kappa", patients, func(s Summary) IntervalEstimate { return s.Fleiss }, .430, 3},
		{"Fleiss (1971): mean agreement of pairs", patients, func(s Summary) IntervalEstimate { return s.Raw }, .5556, 4},
		{"ten units by fourteen raters, as widely used: Fleiss' kappa", fourteen, func(s Summary) IntervalEstimate { return s.Fleiss }, .210, 3},
		{"ten units by fourteen raters: mean agreement of pairs", fourteen, func(s Summary) IntervalEstimate { return s.Raw }, .378, 3},
		{"Krippendorff (2011), A: two observers, binary", binary, func(s Summary) IntervalEstimate { return s.Alpha }, .095, 3},
		{"Krippendorff (2011), B: two observers, nominal", nominal, func(s Summary) IntervalEstimate { return s.Alpha }, .692, 3},
		{"Krippendorff (2011), C: four observers, values missing", missing, func(s Summary) IntervalEstimate { return s.Alpha }, .743, 3},
	}
	for _, test := range tests {
		got := test.figure(Summarise(test.ratings, "seed"))
		unit := math.Pow10(-test.digits)
		if !got.Defined || math.Abs(got.Value-test.want) > unit/2+1e-12 {
			t.Errorf("%s: %+v, want %v", test.source, got, test.want)
		}
		if got.Low > got.Value || got.High < got.Value || got.Low == got.High {
			t.Errorf("%s: interval of %+v does not hold it", test.source, got)
		}
	}
	if s := Summarise(missing, "seed"); s.Units != 11 || s.Ratings != 40 || s.Raters != 4 {
		t.Errorf("Krippendorff's C has %d units with %d ratings of %d raters, want 11, 40 and 4", s.Units, s.Ratings, s.Raters)
	}
}

// Cohen (1960) gives the standard error of his kappa of .492 from which large-sample limits
// are .492 -+ 1.96*.0549; a bootstrap of 200 units comes to about the same.
func TestIntervalIsNearTheLargeSampleOne(t *testing.T) {
	e := Summarise(crossed([]int{88, 14, 18}, []int{10, 40, 10}, []int{2, 6, 12}), "seed").Cohen
	if math.Abs(e.Low-.384) > .02 || math.Abs(e.High-.599) > .02 {
		t.Errorf("interval of %+v, want about [0.384, 0.599]", e)
	}
}
