package tablefile

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// faultOf describes why cells are not a valid row of the columns; "" if they are.
func faultOf(cells []Cell, columns []string) string {
	if len(cells) != len(columns) {
		return fmt.Sprintf("%d cells: want %d, one a column", len(cells), len(columns))
	}
	for i, c := range cells {
		switch {
		case c.Form == String && !utf8.ValidString(c.Text):
			return fmt.Sprintf("column %s: bytes that are not UTF-8 in %q", columns[i], c.Text)
		case c.Form == Number && !numeral(c.Text):
			return fmt.Sprintf("column %s: %q: want a JSON number", columns[i], c.Text)
		case c.Form > Number:
			return fmt.Sprintf("column %s: a cell of form %d: want null, a string or a number", columns[i], c.Form)
		}
	}
	return ""
}

// numeral reports whether s is a number of JSON (RFC 8259, section 6).
func numeral(s string) bool {
	if s != "" && s[0] == '-' {
		s = s[1:]
	}
	n := digits(s)
	if n == 0 || n > 1 && s[0] == '0' {
		return false
	}
	if s = s[n:]; s != "" && s[0] == '.' {
		if n = digits(s[1:]); n == 0 {
			return false
		}
		s = s[1+n:]
	}
	if s != "" && (s[0] == 'e' || s[0] == 'E') {
		if s = s[1:]; s != "" && (s[0] == '+' || s[0] == '-') {
			s = s[1:]
		}
		if n = digits(s); n == 0 {
			return false
		}
		s = s[n:]
	}
	return s == ""
}

// digits returns the number of decimal digits at the beginning of s.
func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// Decimal writes n/10^places without trailing zeros, but with at least one decimal, as the source
// writes numbers: "14.32", "5.0".
func Decimal(n int64, places int) string {
	unit := int64(1)
	for range places {
		unit *= 10
	}
	fraction := strings.TrimRight(fmt.Sprintf("%0*d", places, n%unit), "0")
	if fraction == "" {
		fraction = "0"
	}
	return strconv.FormatInt(n/unit, 10) + "." + fraction
}
