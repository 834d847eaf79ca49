package plan

import (
	"errors"
	"fmt"
	"slices"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// Tiered takes the rate of the first tier of which one of the numbers it reads reaches its
// threshold. The last tier has no thresholds and is for all other numbers. The result is a share.
type Tiered struct {
	// Tiers are in the order in which they are tried, at least two.
	Tiers []Tier `json:"tiers"`
}

// Tier is a rate and the numbers from which it applies.
type Tier struct {
	// AtLeast is a threshold for each number read, as decimal digits in the number's unit; nil in
	// the last tier.
	AtLeast []string `json:"at_least,omitempty"`
	// Rate is the share in percent, as decimal digits.
	Rate string `json:"rate"`
}

// Kind implements [Operation].
func (*Tiered) Kind() string { return "tiered" }

func (o *Tiered) check(_ *domain.Domain, in []Type) (Type, error) {
	if len(in) == 0 || slices.ContainsFunc(in, func(t Type) bool { return t.Shape != ShapeNumber }) {
		return Type{}, errors.New("want one or more inputs, each a computed number")
	}
	if len(o.Tiers) < 2 {
		return Type{}, fmt.Errorf("%d tiers: want at least two", len(o.Tiers))
	}
	for i, t := range o.Tiers {
		want := len(in)
		if i == len(o.Tiers)-1 {
			want = 0
		}
		if len(t.AtLeast) != want {
			return Type{}, fmt.Errorf("tier %d has %d thresholds: want one for each input, and none in the last tier", i+1, len(t.AtLeast))
		}
		for _, text := range append(slices.Clone(t.AtLeast), t.Rate) {
			if _, err := decimal.NewFromString(text); err != nil {
				return Type{}, fmt.Errorf("tier %d: %q: want a number", i+1, text)
			}
		}
	}
	return Type{Shape: ShapeNumber, Quantity: QuantityComputed, Unit: percent}, nil
}

func (o *Tiered) run(_ *execution, _ *Node, in []*NodeResult) (*NodeResult, Reason, error) {
	for _, t := range o.Tiers {
		reached := t.AtLeast == nil
		for i, least := range t.AtLeast {
			reached = reached || in[i].Values[0].Number.GreaterThanOrEqual(decimal.RequireFromString(least))
		}
		if reached {
			v, _ := value.ParseNumber(t.Rate, percent)
			return &NodeResult{Values: []value.Value{v}}, "", nil
		}
	}
	panic("plan: no tier without thresholds") // check wants one
}
