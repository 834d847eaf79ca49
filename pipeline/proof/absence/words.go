package absence

import "fmt"

// plural counts things in English.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// percent writes a rate; nil is one that was not scored.
func percent(rate *float64) string {
	if rate == nil {
		return "nothing to look for"
	}
	return fmt.Sprintf("%.1f %%", 100**rate)
}
