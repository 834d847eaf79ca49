package proof

import (
	"testing"

	"github.com/taskgrove/taskgrove/pipeline/plan"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// A number may be written in groups of three digits, and in no others.
func TestGroupedDigits(t *testing.T) {
	form := plan.Form{Style: plan.StyleNumber, Unit: "CNY", Places: 2}
	for text, want := range map[string]bool{
		"2462640000.00": true, "2,462,640,000.00": true, "2,462,640,000.00 CNY": true,
		"24,62,640,000.00": false, "2462,640,000.00": false, "2,462,640,00.00": false, "2,462,640,001.00": false, "2,462,640,000.00 people": false,
	} {
		a := value.Answer{Kind: value.Number, Text: text, Number: "2462640000.00", Unit: "CNY"}
		if got := writes(&a, "2462640000.00", form); got != want {
			t.Errorf("writes(%q) = %v, want %v", text, got, want)
		}
	}
}
