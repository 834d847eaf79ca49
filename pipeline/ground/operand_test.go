package ground

import (
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

// The time that the part takes which two texts have in common grows with their length, not
// with its cube.
func TestCommonPart(t *testing.T) {
	long := strings.Repeat("公", 100_000)
	for _, tc := range []struct{ a, b, want string }{
		{"运输合同纠纷", "承揽合同纠纷", "合同纠纷"},
		{"甲公司诉乙公司", "丙公司", "公司"},
		{"carriage of goods by sea", "a sale of goods by auction", "of goods by"},
		{"第1条和第2条", "第1条和第2条", "条和第"},
		{"abc", "xyz", ""},
		{"Martin", "Austin", ""}, // no part of a word
		{"Austin", "Austin (Texas)", "Austin"},
		{"", "", ""},
		{long, long + "司", strings.Repeat("公", 6)},
		{long, "司公司", ""},
	} {
		if got := commonPart(tc.a, tc.b); got != tc.want {
			t.Errorf("commonPart(%.40q, %.40q) = %.40q, want %q", tc.a, tc.b, got, tc.want)
		}
	}
}

// A part that ends the name of every kind tells none apart.
func TestPartsSaySomething(t *testing.T) {
	for part, want := range map[string]bool{"dispute": false, "sales contract": true, "纠纷": false, "合同纠纷": true} {
		if got := saysSomething(part); got != want {
			t.Errorf("saysSomething(%q) = %v, want %v", part, got, want)
		}
	}
}

// Lines are drawn at numbers of one digit and zeros, or not at all.
func TestBoundsBetween(t *testing.T) {
	for _, tc := range []struct{ numbers, want string }{
		{"8500 17400 21000", "10000 20000"},
		{"9100 9300", ""},
		{"9100 9300 120000 130000", "100000"},
		{"0.5 2.5", "1"},
		{"12 19", ""},
		{"7", ""},
		{"", ""},
	} {
		var numbers []decimal.Decimal
		for _, n := range strings.Fields(tc.numbers) {
			numbers = append(numbers, decimal.RequireFromString(n))
		}
		if got := strings.Join(boundsBetween(numbers), " "); got != tc.want {
			t.Errorf("boundsBetween(%s) = %s, want %s", tc.numbers, got, tc.want)
		}
	}
}

// Nobody draws a line at a tenth of a bag.
func TestBoundsOfCounts(t *testing.T) {
	numbers := []decimal.Decimal{decimal.NewFromInt(0), decimal.NewFromInt(1), decimal.NewFromInt(2), decimal.NewFromInt(4)}
	for kind, want := range map[domain.ColumnKind]string{domain.KindCount: "3", domain.KindNumber: strings.Join(boundsBetween(numbers), " ")} {
		if got := strings.Join(boundsOf(&domain.Column{Kind: kind}, numbers), " "); got != want {
			t.Errorf("bounds of a %s: %s, want %s", kind, got, want)
		}
	}
}
