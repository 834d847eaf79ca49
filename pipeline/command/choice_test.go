package command

import (
	"strings"
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/domain"
)

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

// Quotas that no sample can fill are refused.
func TestCheckShares(t *testing.T) {
	d, err := domain.Open("legal")
	if err != nil {
		t.Fatal(err)
	}
	for quotas, want := range map[string]string{
		"operator:sum=4,2/operator:columns=2": "",
		"2/operator:exists=3":                 "",
		"operator:citations=1":                "",
		"operator:branches=1":                 "demands branches",
		"operator:derive=1":                   "demands derive",
		"operator:cite=1":                     "demands cite",
		"operator:extract=1":                  "demands extract",
		"operator:retrieve=1":                 "demands retrieve",
		"operator:followup=1":                 "demands followup",
		"operator:sum=8":                      "8 of sum are more than the 7 paths of all depths",
		"2/operator:sum=4":                    "4 of sum are more than the 3 paths of 2 hops",
		"3/operator:sum=1":                    "1 of sum are more than the 0 paths of 3 hops",
	} {
		c := choice{Quotas: quotas}
		err := c.checkShares(d, 5, []int{4, 3})
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("-quotas %s: %v; want %q", quotas, err, want)
		}
	}
}
