package society

import (
	"slices"
	"testing"
)

// What suppliers and customers dispute is something that a dealing of dealings.yaml has: the supplier's
// line of business supplies it, the customer's uses it, and a debt for it is of its size.
func TestDealingsFitTheParties(t *testing.T) {
	for seed := range uint64(3) {
		s := make1(t, seed, "zh", 1, 0, 0.2)
		disputes := 0
		for i := range s.Cases {
			c := &s.Cases[i]
			cause := s.World.Causes[c.cause]
			if (c.Dealing >= 0) != (cause.market != nil) {
				t.Fatalf("seed %d: case %s (%s) is about dealing %d", seed, c.Number, cause.Name, c.Dealing)
			}
			if c.Dealing < 0 || c.Before >= 0 {
				continue
			}
			disputes++
			d := s.World.Dealings[c.Dealing]
			supplier, customer := s.line(c.Plaintiffs[0]), s.line(c.Defendants[0])
			if c.CustomerSues {
				supplier, customer = customer, supplier
			}
			if !d.suppliers[supplier] || !d.customers[customer] {
				t.Errorf("seed %d: case %s (%s): lines %d and %d do not deal in %q", seed, c.Number, cause.Name, supplier, customer, d.Item)
			}
			if c.Claim > 0 && (c.Claim < d.least || d.most > 0 && c.Claim > max(d.most, leastClaim+99)) {
				t.Errorf("seed %d: case %s (%s) is about %d cents of %s: want %d to %d", seed, c.Number, cause.Name, c.Claim, d.Item, d.least, d.most)
			}
		}
		if disputes*3 < len(s.Cases)/3 {
			t.Errorf("seed %d: %d of %d cases are between a supplier and a customer", seed, disputes, len(s.Cases))
		}
	}
}

// Every line of business can supply or buy something, each market has dealings, and what is named has a
// word in both languages.
func TestDealingsAreWhole(t *testing.T) {
	var kinds [2][]DealingKind
	for n, language := range []string{"zh", "en"} {
		w, err := Open(1, language, 1, func(int) Sizes { return Published().Scaled(0.01) })
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range w.Causes {
			if c.market != nil && len(c.market.dealings) == 0 {
				t.Errorf("%s: the market has no dealings", c.Name)
			}
		}
		for line, trade := range w.Names.Trades() {
			if !slices.ContainsFunc(w.Dealings, func(d Dealing) bool { return d.What == Goods && (d.suppliers[line] || d.customers[line]) }) &&
				!slices.ContainsFunc(w.Dealings, func(d Dealing) bool { return d.What == Services && (d.suppliers[line] || d.customers[line]) }) {
				t.Errorf("%s neither supplies nor buys anything", trade.ID)
			}
		}
		for _, d := range w.Dealings {
			if d.Item == "" && d.What != Unspecified || !slices.Contains(d.suppliers, true) || !slices.Contains(d.customers, true) || d.most > 0 && d.most < d.least {
				t.Errorf("%s %q: from %d to %d", d.What, d.Item, d.least, d.most)
			}
			kinds[n] = append(kinds[n], d.What)
		}
	}
	if !slices.Equal(kinds[0], kinds[1]) {
		t.Error("the languages have different dealings")
	}
}
