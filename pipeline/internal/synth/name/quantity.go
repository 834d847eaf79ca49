package name

import (
	"strconv"
	"strings"
)

// Date writes a day as the source does: 2019年12月01日, "2019-12-01".
func (t *Tongue) Date(year, month, day int) string { return t.speech.date(year, month, day) }

// Amount writes an amount of money with a scale and two decimals: 103.29亿, 2408.82万,
// "10.33 billion", "24.09 million". It rounds half away from zero. Below 1万 or 1
// million it is written like [Tongue.Plain].
func (t *Tongue) Amount(cents int64) string { return t.speech.amount(cents) }

// Capital writes an amount as registers do, exactly: in 万 whatever its size, in
// English in millions, or like [Tongue.Plain] below one: 305883.4215万, 9000万, "90
// million", "300000".
func (t *Tongue) Capital(cents int64) string { return t.speech.capital(cents) }

// Plain writes an amount in its unit, with decimals only if there are any: "740564",
// "26277.01".
func (t *Tongue) Plain(cents int64) string { return exactly(cents, 2) }

// exactly writes n/10^places without trailing zeros.
func exactly(n int64, places int) string {
	s := fixed(n, places)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// fixed writes n/10^places with that many decimals, at least one.
func fixed(n int64, places int) string {
	sign := ""
	u := uint64(n)
	if n < 0 {
		sign, u = "-", -u
	}
	s := strconv.FormatUint(u, 10)
	if pad := places + 1 - len(s); pad > 0 {
		s = strings.Repeat("0", pad) + s
	}
	return sign + s[:len(s)-places] + "." + s[len(s)-places:]
}

// scaled writes an amount in units of 10^power with two decimals, rounded half
// away from zero.
func scaled(cents int64, power int) string {
	unit := int64(1)
	for range power {
		unit *= 10
	}
	n, rest := cents/unit, cents%unit
	switch {
	case rest >= unit-rest:
		n++
	case -rest >= unit+rest:
		n--
	}
	return fixed(n, 2)
}
