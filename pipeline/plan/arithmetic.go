package plan

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/tool"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// quotientDigits is the number of decimal places to which a quotient is rounded.
// Arithmetic tools round to the same number.
const quotientDigits = 20

// compute applies op to the operands by calling the domain's arithmetic tool, as an agent
// would. If the domain declares no tool for op, or the execution records no arithmetic
// calls, it computes the number itself. If the tool cannot compute it, for example because
// an amount has too many digits, the reason is [Undefined].
func (x *execution) compute(op domain.ArithmeticOp, operands ...decimal.Decimal) (decimal.Decimal, Reason, error) {
	t := x.arithmetic(op)
	if t == nil || !x.calling {
		return fold(op, operands), "", nil
	}
	list := make([]any, len(operands))
	for i, n := range operands {
		list[i] = json.Number(n.String())
	}
	r, err := x.call(tool.Call{Tool: t.Name, Args: arguments(t, list)})
	if err != nil {
		return decimal.Decimal{}, "", err
	}
	if r.Fault == tool.FaultFailed {
		return decimal.Decimal{}, Undefined, nil
	}
	n, ok := r.Number()
	if !ok {
		return n, "", fmt.Errorf("tool %q: %s of %v: want a number", t.Name, op, operands)
	}
	return n, "", nil
}

// fold applies op to the operands from left to right. There must be at least one.
func fold(op domain.ArithmeticOp, operands []decimal.Decimal) decimal.Decimal {
	n := operands[0]
	for _, m := range operands[1:] {
		switch op {
		case domain.Sum:
			n = n.Add(m)
		case domain.Subtract:
			n = n.Sub(m)
		case domain.Multiply:
			n = n.Mul(m)
		case domain.Divide:
			n = n.DivRound(m, quotientDigits)
		}
	}
	return n
}

// rank has the domain's ranking tool sort the values, as an agent would, and returns an
// error unless the tool puts the chosen value at the given place, counted from 0. It does
// nothing if the domain declares no such tool or the execution records no arithmetic calls.
func (x *execution) rank(values []value.Value, descending bool, place int, chosen value.Value) error {
	t := x.arithmetic(domain.Rank)
	if t == nil || !x.calling {
		return nil
	}
	list := make([]any, len(values))
	for i, v := range values {
		list[i] = json.Number(v.Text)
		if v.Kind == value.Date {
			list[i] = v.Text
		}
	}
	args := arguments(t, list)
	i := slices.IndexFunc(t.Inputs, func(in domain.ToolInput) bool { return in.Type == domain.InputBoolean })
	switch {
	case i >= 0:
		args[t.Inputs[i].Name] = descending
	case descending: // a tool without an input for the order sorts the smallest first
		place = len(values) - 1 - place
	}
	r, err := x.call(tool.Call{Tool: t.Name, Args: args})
	if err != nil {
		return err
	}
	var sorted []json.Number
	if err := json.Unmarshal(r.Observation(), &sorted); err != nil || len(sorted) != len(values) {
		return fmt.Errorf("tool %q: %s: want %d numbers", t.Name, r.Text(), len(values))
	}
	want := chosen.Text
	if chosen.Kind == value.Date { // the tool ranks a day by its digits
		want = strings.ReplaceAll(want, "-", "")
	}
	if !number(sorted[place].String()).Equal(number(want)) {
		return fmt.Errorf("tool %q: %s in place %d: want %s", t.Name, sorted[place], place+1, want)
	}
	return nil
}

// arguments returns the arguments of a call of an arithmetic tool: an input of a list of
// numbers gets all operands, other required inputs get one operand each, in order.
func arguments(t *domain.Tool, operands []any) map[string]any {
	args := map[string]any{}
	for _, in := range t.Inputs {
		switch {
		case in.Optional:
		case in.Type == domain.InputNumbers:
			args[in.Name] = operands
		default:
			args[in.Name], operands = operands[0], operands[1:]
		}
	}
	return args
}

// number parses plain decimal digits. It panics if they are not a number.
func number(digits string) decimal.Decimal {
	n, err := decimal.NewFromString(digits)
	if err != nil {
		panic("plan: operand " + digits + ": " + err.Error())
	}
	return n
}
