package domain

import (
	"slices"
	"testing"
)

// A unit has one scale word at most: amounts in 万元 are asked for in 亿元.
func TestLargerUnits(t *testing.T) {
	for unit, want := range map[string][]string{"元": {"万元", "亿元"}, "万元": {"亿元"}, "亿元": nil, "USD": nil, "": nil} {
		c := &Column{Name: "a", Kind: KindMoney, Unit: unit}
		if got := new(Domain).LargerUnits(c); !slices.Equal(got, want) {
			t.Errorf("units larger than %q: %q, want %q", unit, got, want)
		}
	}
}
