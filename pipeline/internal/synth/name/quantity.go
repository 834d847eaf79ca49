package name

import (
	"strconv"
	"strings"
)

// Date formats a day as the source does: 2019年12月01日, "2019-12-01".
func (t *Namer) Date(year, month, day int) string { return t.script.date(year, month, day) }

// Amount formats an amount of money with a scale and two decimals, rounded half away from zero:
// 103.29亿, 2408.82万, "10.33 billion", "24.09 million". Below 1万 or 1 million it equals
// [Namer.Plain].
func (t *Namer) Amount(cents int64) string { return t.script.amount(cents) }

// Capital formats an amount exactly, as registers do: in Chinese always in 万, in English in
// millions, or below one million like [Namer.Plain]: 305883.4215万, 9000万, "90 million",
// "300000".
func (t *Namer) Capital(cents int64) string { return t.script.capital(cents) }

// Plain formats an amount without a scale, with decimals only if necessary: "740564",
// "26277.01".
func (t *Namer) Plain(cents int64) string { return exactly(cents, 2) }

// exactly formats n/10^places without trailing zeros.
func exactly(n int64, places int) string {
	s := fixed(n, places)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// fixed formats n/10^places with all decimals, at least one.
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

// scaled formats an amount in units of 10^power with two decimals, rounded half away from zero.
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
