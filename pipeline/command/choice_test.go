package command

import "testing"

// Only * has a meaning in patterns: names of columns have any other character.
func TestMatches(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"get_case", "get_case", true},
		{"get_case", "get_cases", false},
		{"get_*", "get_case", true},
		{"*case", "get_case", true},
		{"*a*a*", "banana", true},
		{"a*a", "a", false},
		{"*nab*", "banana", false},
		{"*", "", true},
		{"Loan.*", "Loan.rate/year", true},
		{"price [EUR]", "price [EUR]", true},
		{"price [E]*", "price E", false},
		{"why?", "why?", true},
		{"why?", "whys", false},
		{`a\b`, `a\b`, true},
	} {
		if got := matches(c.pattern, c.name); got != c.want {
			t.Errorf("matches(%q, %q) = %v, want %v", c.pattern, c.name, got, c.want)
		}
	}
}
