package enforcement

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/taskgrove/taskgrove/pipeline/internal/synth/society"
	"github.com/taskgrove/taskgrove/pipeline/internal/synth/tablefile"
)

// share is how many of how many.
type share struct{ some, of int }

// count is how many of cells are like that.
func count[T any](cells []T, like func(T) bool) share {
	s := share{of: len(cells)}
	for _, c := range cells {
		if like(c) {
			s.some++
		}
	}
	return s
}

// within fails unless a share can be a sample of what the real share, in a sample
// of its own, is one of: four standard errors of their difference apart at most.
func within(t *testing.T, what string, got, real share) {
	t.Helper()
	p := float64(got.some+real.some) / float64(got.of+real.of)
	a, b := float64(got.some)/float64(got.of), float64(real.some)/float64(real.of)
	if bound := 4 * math.Sqrt(p*(1-p)*(1/float64(got.of)+1/float64(real.of))); math.Abs(a-b) > bound {
		t.Errorf("%s: %d of %d, %d of %d of the real ones: want at most %.3f apart", what, got.some, got.of, real.some, real.of, bound)
	}
}

func is(text string) func(tablefile.Cell) bool {
	return func(c tablefile.Cell) bool { return c.Text == text }
}

// number reports whether a cell is a number, with a decimal point or without.
func number(point bool) func(tablefile.Cell) bool {
	return func(c tablefile.Cell) bool {
		return c.Form == tablefile.Number && strings.Contains(c.Text, ".") == point
	}
}

func contains(text string) func(tablefile.Cell) bool {
	return func(c tablefile.Cell) bool { return strings.Contains(c.Text, text) }
}

// The tables have the habits of the real ones, at their rates.
func TestRates(t *testing.T) {
	var worlds []*society.Shard
	for _, seed := range []uint64{1, 2, 3} { // as many as rates need to show
		worlds = append(worlds, shard(t, seed, "zh", 1, 0, 1))
	}
	all := tables(t, "zh", worlds...)

	r := all["RestrictionCase"]
	within(t, "restrictions without applicant", count(r.column(3), is("-")), share{2, 42})
	within(t, "restrictions with a masked applicant", count(r.column(3), contains("*")), share{10, 42})
	within(t, "whole amounts of restrictions", count(r.column(4), number(false)), share{30, 42})
	within(t, "fractional amounts of restrictions", count(r.column(4), number(true)), share{7, 42})
	within(t, "amounts of restrictions that are text", count(r.column(4), func(c tablefile.Cell) bool { return c.Form == tablefile.String }), share{5, 42})
	within(t, "resumed enforcements", count(r.column(1), contains("执恢")), share{2, 42})

	f := all["FinalizedCase"]
	within(t, "finalized cases without applicant", count(f.column(3), is("-")), share{2, 68})
	within(t, "finalized cases with a masked applicant", count(f.column(3), contains("*")), share{22, 68})
	within(t, "applicants with one asterisk", count(slices.DeleteFunc(f.column(3), func(c tablefile.Cell) bool { return !strings.Contains(c.Text, "*") }), func(c tablefile.Cell) bool { return !strings.Contains(c.Text, "**") }), share{9, 36})
	within(t, "finalized cases with no unfulfilled amount", count(f.column(4), is("-")), share{3, 71})
	within(t, "whole unfulfilled amounts", count(f.column(4), number(false)), share{33, 68})
	within(t, "whole targets", count(f.column(5), func(c tablefile.Cell) bool { return strings.HasSuffix(c.Text, ".0") }), share{63, 69})
	within(t, "debtors under a former name", count(f.rows, func(c []tablefile.Cell) bool { return c[0] != c[2] }), share{8, 69})
	within(t, "paid in part", count(f.rows, func(c []tablefile.Cell) bool { return c[4].Text != "-" && yuan(t, c[5])-yuan(t, c[4]) >= 1 }), share{4, 66})
	within(t, "unfulfilled to the cent", count(f.rows, func(c []tablefile.Cell) bool { return c[4].Text != "-" && yuan(t, c[5]) == yuan(t, c[4]) }), share{33, 66})

	d := all["DishonestyCase"]
	within(t, "several applicants", count(slices.Concat(f.column(3), d.column(3)), func(c tablefile.Cell) bool { return strings.ContainsAny(c.Text, "、,") }), share{2, 80})
	for _, row := range d.rows {
		if slices.ContainsFunc(row, is("-")) || row[0] != row[2] || !number(true)(row[4]) {
			t.Errorf("dishonest debtor %v: want no cell missing, the company itself, and an amount with a point", row)
		}
	}
	penaltyRates(t, all["AdministrativeCase"])
}

// yuan is an amount in 元.
func yuan(t *testing.T, c tablefile.Cell) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(c.Text, 64)
	if err != nil {
		t.Fatalf("amount %v: want a number", c)
	}
	return v
}

func penaltyRates(t *testing.T, p table) {
	t.Helper()
	within(t, "penalties without facts", count(p.column(2), is("-")), share{9, 69})
	within(t, "penalties without outcome", count(p.column(3), is("-")), share{2, 72})
	within(t, "penalties without amount", count(p.column(4), is("-")), share{18, 72})
	within(t, "fractional fines", count(p.column(4), number(true)), share{2, 72})
	within(t, "penalties without authority", count(p.column(5), is("-")), share{5, 72})
	within(t, "authorities in brackets", count(p.column(5), contains("【")), share{4, 67})
	within(t, "fines", count(p.column(3), contains("罚款")), share{55, 72})
	within(t, "warnings", count(p.column(3), contains("警告")), share{12, 72})

	facts := slices.DeleteFunc(p.column(2), is("-"))
	long := func(from, to int) func(tablefile.Cell) bool {
		return func(c tablefile.Cell) bool { n := utf8.RuneCountInString(c.Text); return from <= n && n <= to }
	}
	within(t, "facts in a phrase", count(facts, long(0, 30)), share{39, 60})
	within(t, "facts in a sentence", count(facts, long(31, 150)), share{15, 60})
	within(t, "facts in an account", count(facts, long(151, 1171)), share{6, 60})
	within(t, "facts without a last full stop", count(facts, func(c tablefile.Cell) bool { return !strings.HasSuffix(c.Text, "。") }), share{52, 60})
	quantiles(t, "characters of facts", facts, 8, 15, 148)
	quantiles(t, "characters of outcomes", slices.DeleteFunc(p.column(3), is("-")), 5, 12, 35)

	brackets := map[string]int{}
	for _, c := range p.column(1) {
		brackets[regexp.MustCompile(`[〔\[（﹝【]?20[12]\d`).FindString(c.Text)[:3]]++
	}
	if len(brackets) < 6 {
		t.Errorf("years stand in numbers of decisions in %d ways, want all six", len(brackets))
	}
	authorities := map[string]int{}
	for _, c := range p.column(5) {
		authorities[c.Text]++
	}
	if len(authorities) < len(p.rows)/4 {
		t.Errorf("%d penalties by %d authorities: want more of them", len(p.rows), len(authorities))
	}
}

// quantiles fails unless the 10th, 50th and 90th percentiles of lengths are within
// a factor of two of the real ones.
func quantiles(t *testing.T, what string, cells []tablefile.Cell, want ...int) {
	t.Helper()
	var lengths []int
	for _, c := range cells {
		lengths = append(lengths, utf8.RuneCountInString(c.Text))
	}
	slices.Sort(lengths)
	for i, q := range []int{10, 50, 90} {
		if got := lengths[len(lengths)*q/100]; got*2 < want[i] || got > want[i]*2 {
			t.Errorf("%s: %d at %d%%, %d of the real ones", what, got, q, want[i])
		}
	}
}
