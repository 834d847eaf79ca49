package proof

import "testing"

func TestStandsIn(t *testing.T) {
	for _, c := range []struct {
		text, name string
		want       bool
	}{
		{"the region of territory 55439", "3", false},
		{"the region of territory 55439 and of 3", "3", true},
		{"territory 3.", "3", true},
		{"whose birth date is in 1955", "55", false},
		{"the orders of anatr", "ana", false},
		{"公司3的订单", "3", true},
		{"东海船舶有限公司的子公司", "东海船舶有限公司", true},
		{"33 and 3", "3", true},
	} {
		if got := standsIn(c.text, c.name); got != c.want {
			t.Errorf("%q in %q: %v, want %v", c.name, c.text, got, c.want)
		}
	}
}
