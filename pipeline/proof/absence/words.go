package absence

import "fmt"

// plural returns a count with its English noun.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// percent formats a rate; nil is a rate that was not scored.
func percent(rate *float64) string {
	if rate == nil {
		return "nothing to look for"
	}
	return fmt.Sprintf("%.1f %%", 100**rate)
}
