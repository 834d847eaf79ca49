package cli

import "strings"

// Nearest returns the candidate that a misspelt word most likely stands for: one that the
// word begins or that begins the word, else the one with the fewest edits, at most two and
// at most one for each two letters. It returns "" if none is near. Among equals the first wins.
func Nearest(word string, candidates []string) string {
	best, least := "", min(2, len(word)/2)+1
	for _, c := range candidates {
		edits := editDistance(word, c)
		if strings.HasPrefix(c, word) && len(word) > 1 || strings.HasPrefix(word, c) && len(c) > 1 {
			edits = min(edits, 1)
		}
		if edits < least {
			best, least = c, edits
		}
	}
	return best
}

// editDistance counts the insertions, deletions and substitutions of bytes that turn a
// into b (Levenshtein, 1966).
func editDistance(a, b string) int {
	row := make([]int, len(b)+1) // distances of the bytes of a so far to each start of b
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
