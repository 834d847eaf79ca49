package profile

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// absent stands where there is nothing to measure.
const absent = "–"

// shown returns a figure as a page shows it.
func shown(l *Line, m Measure, f *Figure) string {
	if f == nil {
		return absent
	}
	return spelt(l, m, f.Value)
}

// spelt spells a value of a measure.
func spelt(l *Line, m Measure, v float64) string {
	switch m {
	case LengthP10, LengthP50, LengthP90, RowsMax:
		return whole(v)
	case PerCell, RowsMean:
		return strconv.FormatFloat(v, 'f', 2, 64)
	case ValueP10, ValueP50, ValueP90:
		if days(l) {
			return time.Unix(int64(v)*secondsPerDay, 0).UTC().Format(time.DateOnly)
		}
		return amount(v)
	}
	return percent(v)
}

// days reports whether the values of a line are days.
func days(l *Line) bool { return l.Holds == string(domain.KindDate) }

// whole spells a whole number, in groups of three digits.
func whole(v float64) string {
	s := strconv.FormatFloat(v, 'f', 0, 64)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// percent spells a rate with a digit behind the point, and none where it is exact.
func percent(v float64) string {
	switch {
	case v == 0 || v == 1:
		return strconv.FormatFloat(v*100, 'f', 0, 64) + "%"
	case v < 0.001:
		return "<0.1%"
	case v > 0.999:
		return ">99.9%"
	}
	return strconv.FormatFloat(v*100, 'f', 1, 64) + "%"
}

// amount spells an amount with three digits and a letter for its scale.
func amount(v float64) string {
	scale, letter := 1.0, ""
	for _, s := range []struct {
		of     float64
		letter string
	}{{1e3, "k"}, {1e6, "M"}, {1e9, "B"}, {1e12, "T"}} {
		if math.Abs(v) >= s.of {
			scale, letter = s.of, s.letter
		}
	}
	v /= scale
	digits := max(0, 2-int(math.Floor(math.Log10(max(1, math.Abs(v))))))
	s := strconv.FormatFloat(v, 'f', digits, 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s + letter
}

// difference spells how far the world lies from the real rows.
func difference(l *Line, r *Row) string {
	switch {
	case r.Ratio == nil:
		return "missing"
	case days(l) && (r.Measure == ValueP10 || r.Measure == ValueP50 || r.Measure == ValueP90):
		const year = 365.25
		if years := (r.World.Value - r.Real.Value) / year; years < 0 {
			return fmt.Sprintf("%.1f years earlier", -years)
		} else {
			return fmt.Sprintf("%.1f years later", years)
		}
	case *r.Ratio < 1:
		return "÷" + amount(1 / *r.Ratio)
	}
	return "×" + amount(*r.Ratio)
}

// detail spells a row out: both figures with their intervals, and the verdict.
func detail(l *Line, r *Row) string {
	s := fmt.Sprintf("%s: world %s; real %s", r.Measure, interval(l, r.Measure, r.World), interval(l, r.Measure, r.Real))
	if r.Ratio != nil {
		s += "; " + difference(l, r)
	}
	return s + "; " + string(r.Verdict)
}

// interval spells a figure with its interval and what it was measured on.
func interval(l *Line, m Measure, f *Figure) string {
	if f == nil {
		return absent
	}
	end := func(v *float64) string {
		if v == nil {
			return "?"
		}
		return spelt(l, m, *v)
	}
	return fmt.Sprintf("%s [%s, %s] of %s", spelt(l, m, f.Value), end(f.Low), end(f.High), whole(float64(f.N)))
}
