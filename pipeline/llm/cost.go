package llm

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Cost is an amount of money in trillionths (10⁻¹²) of the currency of the prices. Sums
// are exact in any order. It prints and marshals as a decimal number of currency units.
// The largest amount is about nine million units; larger sums and products are capped.
type Cost int64

// plus returns the capped sum of two amounts, which must not be negative.
func (c Cost) plus(d Cost) Cost {
	if c > math.MaxInt64-d {
		return math.MaxInt64
	}
	return c + d
}

// times returns the capped product of c and n, which must not be negative.
func (c Cost) times(n int) Cost {
	if n > 0 && c > math.MaxInt64/Cost(n) {
		return math.MaxInt64
	}
	return c * Cost(n)
}

// costDigits is the number of decimal places.
const costDigits = 12

// String returns the amount as a decimal number without trailing zeros.
func (c Cost) String() string {
	sign, n := "", uint64(c)
	if c < 0 {
		sign, n = "-", -n
	}
	digits := fmt.Sprintf("%0*d", costDigits+1, n)
	whole, rest := digits[:len(digits)-costDigits], strings.TrimRight(digits[len(digits)-costDigits:], "0")
	if rest == "" {
		return sign + whole
	}
	return sign + whole + "." + rest
}

// MarshalJSON returns the amount as a number.
func (c Cost) MarshalJSON() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalJSON reads the number that MarshalJSON writes.
func (c *Cost) UnmarshalJSON(b []byte) error {
	text, negative := bytes.CutPrefix(b, []byte("-"))
	n, err := ParseCost(string(text))
	if negative {
		n = -n
	}
	*c = n
	return err
}

// ParseCost reads a decimal number without a sign and with at most 12 decimal places,
// such as 2.50.
func ParseCost(s string) (Cost, error) {
	n, err := fixed(s, costDigits)
	return Cost(n), err
}

// fixed reads a decimal number as a multiple of 10^-places.
func fixed(s string, places int) (int64, error) {
	whole, rest, _ := strings.Cut(s, ".")
	digits := whole + rest
	if whole == "" || strings.HasSuffix(s, ".") || strings.Trim(digits, "0123456789") != "" {
		return 0, fmt.Errorf("%q is not an amount: want a decimal number such as 2.50", s)
	}
	if len(rest) > places {
		return 0, fmt.Errorf("%q has %d decimal places: want at most %d", s, len(rest), places)
	}
	n, err := strconv.ParseInt(digits+strings.Repeat("0", places-len(rest)), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is too large: want at most %v", s, Cost(math.MaxInt64))
	}
	return n, nil
}
