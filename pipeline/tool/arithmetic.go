package tool

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/taskgrove/taskgrove/pipeline/domain"
	"github.com/taskgrove/taskgrove/pipeline/value"
)

// quotientDigits is how many digits after the point a quotient is rounded to
// where it does not end before: more than the published server's binary floats
// hold.
const quotientDigits = 20

// mostDigits is how many digits a result may have before the point, and how many
// after it. No amount has as many, and without a bound the product of a long list
// takes minutes.
const mostDigits = 1000

// arithmetic computes with exact decimals. Its operands are the numbers of its
// inputs in declared order, lists taken apart.
type arithmetic struct {
	spec   *domain.Tool
	faults *faults
}

func (a *arithmetic) call(_ context.Context, args any) (Result, error) {
	return a.result(args), nil
}

func (a *arithmetic) result(args any) Result {
	m, ok := named(args, a.spec.Inputs)
	if !ok {
		return a.faults.arguments
	}
	var operands []any
	descending := false
	for _, in := range a.spec.Inputs {
		v, ok := given(m, in.Name)
		if !ok {
			if in.Optional {
				continue
			}
			return a.faults.arguments
		}
		switch in.Type {
		case domain.InputNumbers:
			list, ok := elements(v)
			if !ok {
				return a.faults.arguments
			}
			operands = append(operands, list...)
		case domain.InputBoolean:
			if descending, ok = truth(v); !ok {
				return a.faults.arguments
			}
		default:
			if !scalar(v) {
				return a.faults.arguments
			}
			operands = append(operands, v)
		}
	}
	return a.compute(operands, descending)
}

// elements returns a list's elements; ok is false for what is no list.
func elements(v any) (list []any, ok bool) {
	switch v := v.(type) {
	case []any:
		return v, true
	case []string:
		for _, s := range v {
			list = append(list, s)
		}
		return list, true
	case []decimal.Decimal:
		for _, d := range v {
			list = append(list, d)
		}
		return list, true
	}
	return nil, false
}

// scalar reports whether a value has the JSON type of a number or a string.
func scalar(v any) bool {
	switch v.(type) {
	case string, json.Number, float64, int, int64, decimal.Decimal:
		return true
	}
	return false
}

// compute fails for no operands, whatever the operation, as the published server does.
func (a *arithmetic) compute(operands []any, descending bool) Result {
	if len(operands) == 0 {
		return a.failed()
	}
	numbers := make([]decimal.Decimal, len(operands))
	for i, o := range operands {
		n, ok := number(o)
		if !ok && a.spec.Operation == domain.Rank {
			n, ok = day(o)
		}
		if !ok {
			return a.failed()
		}
		numbers[i] = n
	}
	if a.spec.Operation == domain.Rank {
		return ranked(numbers, descending)
	}
	n, ok := fold(a.spec.Operation, numbers)
	if !ok {
		return a.failed()
	}
	return Result{json: json.RawMessage(n.String())}
}

func (a *arithmetic) failed() Result { return a.faults.failed[a.spec.Operation] }

// fold combines the numbers, at least one, from the left; ok is false for a division
// by zero and for a result that is too long.
func fold(op domain.ArithmeticOp, numbers []decimal.Decimal) (n decimal.Decimal, ok bool) {
	n = numbers[0]
	for _, m := range numbers[1:] {
		switch op {
		case domain.Sum:
			n = n.Add(m)
		case domain.Subtract:
			n = n.Sub(m)
		case domain.Multiply:
			n = n.Mul(m)
		case domain.Divide:
			if m.IsZero() {
				return n, false
			}
			n = n.DivRound(m, quotientDigits)
		}
		if n.NumDigits()+int(n.Exponent()) > mostDigits || n.Exponent() < -mostDigits {
			return n, false
		}
	}
	return n, true
}

// ranked returns the numbers sorted, the smallest first unless descending.
func ranked(numbers []decimal.Decimal, descending bool) Result {
	slices.SortStableFunc(numbers, func(a, b decimal.Decimal) int {
		if descending {
			a, b = b, a
		}
		return a.Cmp(b)
	})
	b := []byte{'['}
	for i, n := range numbers {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, n.String()...)
	}
	return Result{json: append(b, ']')}
}

// day returns a day as the number its digits make: 2021年10月18日 is 20211018.
func day(v any) (n decimal.Decimal, ok bool) {
	s, ok := v.(string)
	if !ok {
		return n, false
	}
	d, ok := value.ParseDate(s)
	if !ok {
		if d, ok = value.ParseTimestamp(s); !ok {
			return n, false
		}
	}
	n, err := decimal.NewFromString(strings.ReplaceAll(d.Text, "-", ""))
	return n, err == nil
}
