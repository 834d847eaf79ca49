package profile

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// absent is shown for a missing figure.
const absent = "–"

// formatFigure formats a figure for the page.
func formatFigure(l *LineMeasures, m Measure, f *Figure) string {
	if f == nil {
		return absent
	}
	return formatValue(l, m, f.Value)
}

// formatValue formats a value of a measure.
func formatValue(l *LineMeasures, m Measure, v float64) string {
	switch m {
	case LengthP10, LengthP50, LengthP90, RowsMax:
		return formatInt(v)
	case PerCell, RowsMean:
		return strconv.FormatFloat(v, 'f', 2, 64)
	case ValueP10, ValueP50, ValueP90:
		if holdsDays(l) {
			return time.Unix(int64(v)*secondsPerDay, 0).UTC().Format(time.DateOnly)
		}
		return formatAmount(v)
	}
	return formatPercent(v)
}

// holdsDays reports whether a line is a date column.
func holdsDays(l *LineMeasures) bool { return l.Holds == string(domain.KindDate) }

// formatInt formats a whole number with commas between groups of three digits.
func formatInt(v float64) string {
	s := strconv.FormatFloat(v, 'f', 0, 64)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// formatPercent formats a rate with one decimal, or none for exactly 0% and 100%.
func formatPercent(v float64) string {
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

// formatAmount formats an amount with three significant digits and a scale letter.
func formatAmount(v float64) string {
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

// formatDifference formats the distance of the world's figure from the real one.
func formatDifference(l *LineMeasures, r *MeasureComparison) string {
	switch {
	case r.Ratio == nil:
		return "missing"
	case holdsDays(l) && (r.Measure == ValueP10 || r.Measure == ValueP50 || r.Measure == ValueP90):
		const year = 365.25
		if years := (r.World.Value - r.Real.Value) / year; years < 0 {
			return fmt.Sprintf("%.1f years earlier", -years)
		} else {
			return fmt.Sprintf("%.1f years later", years)
		}
	case *r.Ratio < 1:
		return "÷" + formatAmount(1 / *r.Ratio)
	}
	return "×" + formatAmount(*r.Ratio)
}

// formatRow formats a row in full: both figures with their intervals, and the verdict.
func formatRow(l *LineMeasures, r *MeasureComparison) bilingual {
	title, name := heading(r.Measure)
	english := strings.TrimSpace(title+" "+name) + ": world " + formatInterval(l, r.Measure, r.World, "of") + "; real " + formatInterval(l, r.Measure, r.Real, "of")
	chinese := strings.TrimSpace(inChinese(title)+" "+inChinese(name)) + "：生成 " + formatInterval(l, r.Measure, r.World, "样本量") + "；真实 " + formatInterval(l, r.Measure, r.Real, "样本量")
	if r.Ratio != nil {
		d := formatDifference(l, r)
		english += "; " + d
		chinese += "；" + differenceInChinese(d)
	}
	return bilingual{english + "; " + string(r.Verdict), chinese + "；" + inChinese(string(r.Verdict))}
}

// formatInterval formats a figure with its interval and, behind the word of, its sample size.
func formatInterval(l *LineMeasures, m Measure, f *Figure, of string) string {
	if f == nil {
		return absent
	}
	end := func(v *float64) string {
		if v == nil {
			return "?"
		}
		return formatValue(l, m, *v)
	}
	return fmt.Sprintf("%s [%s, %s] %s %s", formatValue(l, m, f.Value), end(f.Low), end(f.High), of, formatInt(float64(f.N)))
}
