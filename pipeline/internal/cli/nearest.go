package cli

import (
	"strings"

	"github.com/adrg/strutil/metrics"
)

// Nearest returns the candidate that a misspelt word most likely stands for: one that the
// word begins or that begins the word, else the one with the fewest edits, at most two and
// at most one for each two letters. It returns "" if none is near. Among equals the first wins.
func Nearest(word string, candidates []string) string {
	distance := metrics.NewLevenshtein().Distance
	best, least := "", min(2, len(word)/2)+1
	for _, c := range candidates {
		edits := distance(word, c)
		if strings.HasPrefix(c, word) && len(word) > 1 || strings.HasPrefix(word, c) && len(c) > 1 {
			edits = min(edits, 1)
		}
		if edits < least {
			best, least = c, edits
		}
	}
	return best
}
