package demand

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/taskgrove/taskgrove/pipeline/plan"
)

// Limits of an answer that is read: more than any question demands.
const (
	mostItems = 64 // in a list
	mostDepth = 6  // of parts in parts
)

// Parse reads a demand from the text of a model's reply: one JSON object with the fields of a
// [Meaning] and nothing around it. It refuses any other text or JSON, a code fence included,
// and unknown fields, values of the wrong type, and values outside the closed sets of
// expression kinds, operator kinds, layouts and comparisons. An expression with a column and
// without "what" asks for the column's value.
func Parse(text string) (Meaning, error) {
	var d Meaning
	if err := decodeStrictly([]byte(text), &d); err != nil {
		return Meaning{}, fmt.Errorf("demand: %w", err)
	}
	if err := d.check(); err != nil {
		return Meaning{}, fmt.Errorf("demand: %w", err)
	}
	return d, nil
}

// decodeStrictly decodes one JSON object into record. Unknown fields and data after the object
// are errors.
func decodeStrictly(data []byte, record any) error {
	if !bytes.HasPrefix(data, []byte("{")) {
		return fmt.Errorf("%q: want a JSON object", beginning(string(data)))
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(record); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the object: want nothing")
	}
	return nil
}

// The words of the closed sets.
var (
	expressionKinds = []ExpressionKind{Value, Count, Distinct, Sum, Average, Minimum, Maximum, Days, Add, Subtract, Multiply, Divide, Share, Exists, Which, Slot}
	operatorKinds   = []OperatorKind{Superlative, Only, Frequent, Compare, Union, Intersection, Difference, Having, ExistsCheck}
	layouts         = []AnswerLayout{"", LayoutFull, LayoutISO, LayoutMonth, LayoutYear, LayoutRecorded}
	comparisons     = []plan.Comparison{
		plan.Year, plan.Since, plan.Until, plan.During, plan.Above, plan.Below, plan.AtLeast, plan.AtMost, plan.Within,
		plan.Equals, plan.Contains, plan.Names, plan.Stated,
	}
)

// check returns an error for values outside the closed sets.
func (d *Meaning) check() error {
	if len(d.Requested) == 0 {
		return errors.New("asks: empty: want at least one")
	}
	for _, n := range []int{len(d.Names), len(d.Requested), len(d.Links), len(d.Conditions), len(d.Operators), len(d.Records), len(d.Hints)} {
		if n > mostItems {
			return fmt.Errorf("a list of %d: want at most %d", n, mostItems)
		}
	}
	for i := range d.Requested {
		a := &d.Requested[i]
		if err := a.check(1); err != nil {
			return fmt.Errorf("asks %d: %w", i+1, err)
		}
		if err := oneOf("layout", a.Layout, layouts); err != nil {
			return fmt.Errorf("asks %d: %w", i+1, err)
		}
	}
	for i, c := range d.Conditions {
		if err := oneOf("is", plan.Comparison(c.Comparison), comparisons); err != nil {
			return fmt.Errorf("conditions %d: %w", i+1, err)
		}
		if least, most := operandCount(plan.Comparison(c.Comparison)); len(c.Operands) < least || len(c.Operands) > most {
			return fmt.Errorf("conditions %d: %d operands of %s: want %d to %d", i+1, len(c.Operands), c.Comparison, least, most)
		}
	}
	for i := range d.Operators {
		if err := d.Operators[i].check(); err != nil {
			return fmt.Errorf("operators %d: %w", i+1, err)
		}
	}
	return nil
}

// operandCount returns the bounds of the number of a comparison's operands.
func operandCount(c plan.Comparison) (least, most int) {
	switch c {
	case plan.Stated:
		return 0, 0
	case plan.During, plan.Within:
		return 2, 2
	case plan.Names:
		return 0, 1
	}
	return 1, 1
}

func (o *RequiredOperator) check() error {
	if err := oneOf("do", o.Kind, operatorKinds); err != nil {
		return err
	}
	if o.Rank < 0 {
		return fmt.Errorf("rank %d: want 1 or more", o.Rank)
	}
	if err := oneOf("end", plan.Order(o.End), []plan.Order{"", plan.Max, plan.Min}); err != nil {
		return err
	}
	if len(o.By) > mostItems {
		return fmt.Errorf("by: a list of %d: want at most %d", len(o.By), mostItems)
	}
	return checkParts(o.Parts, 1)
}

func (q *Expression) check(depth int) error {
	if q.Kind == "" && q.ColumnName.Column != "" {
		q.Kind = Value
	}
	if err := oneOf("what", q.Kind, expressionKinds); err != nil {
		return err
	}
	if len(q.By) > mostItems {
		return fmt.Errorf("by: a list of %d: want at most %d", len(q.By), mostItems)
	}
	return checkParts(q.Parts, depth)
}

func checkParts(parts []Expression, depth int) error {
	if len(parts) > 2 || depth > mostDepth {
		return fmt.Errorf("%d parts at depth %d: want at most 2, %d deep", len(parts), depth, mostDepth)
	}
	for i := range parts {
		if err := parts[i].check(depth + 1); err != nil {
			return fmt.Errorf("parts %d: %w", i+1, err)
		}
	}
	return nil
}

// oneOf returns an error for a word outside a closed set.
func oneOf[T ~string](field string, word T, set []T) error {
	if slices.Contains(set, word) {
		return nil
	}
	return fmt.Errorf("%s %q: want one of %q", field, word, set)
}
