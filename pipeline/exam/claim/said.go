package claim

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// wordsOfRun is the number of words of a claim for which a passage may interrupt it once more: by a
// citation that the claim leaves out, or an aside. Two Chinese characters count as a word.
const wordsOfRun = 4

// runsOf returns the number of runs in which tokens may stand in a passage.
func runsOf(tokens []string) int {
	return 1 + halves(tokens)/2/wordsOfRun
}

// halves returns the number of words among tokens, times two.
func halves(tokens []string) (half int) {
	for _, token := range tokens {
		if r, _ := utf8.DecodeLastRuneInString(token); unicode.Is(unicode.Han, r) {
			half++
		} else {
			half += 2
		}
	}
	return half
}

// Says reports whether a passage says a claim: the claim's tokens stand in the passage in their
// order, in few runs, one and another for every four words. A stance of the claim has to be one
// of those given, which are those of the whole answer; an answer without a stance has none to
// contradict. A claim without tokens is said by nothing.
func (t Statement) Says(c Statement, stances []string) bool {
	if !agrees(c.Stances, stances) {
		return false
	}
	if len(c.Tokens) == 0 {
		return false
	}
	return t.inRuns(c.Tokens, runsOf(c.Tokens))
}

// agrees reports whether all stances of a claim are among those of an answer.
func agrees(claimed, given []string) bool {
	for _, s := range claimed {
		if !slices.Contains(given, s) {
			return false
		}
	}
	return true
}

// minRun is the number of halves of words that each of several runs has at least: two words, or
// three Chinese characters. A single word could be taken from anywhere.
const minRun = 3

// inRuns reports whether tokens stand in the text in at most so many runs, in order. Each run is
// the longest that begins with the next token.
func (t Statement) inRuns(tokens []string, runs int) bool {
	all := len(tokens)
	for at := 0; len(tokens) > 0; runs-- {
		if runs == 0 {
			return false
		}
		first, longest := 0, 0
		for i := at; i < len(t.Tokens); i++ {
			n := 0
			for n < len(tokens) && i+n < len(t.Tokens) && t.Tokens[i+n] == tokens[n] {
				n++
			}
			if n > longest {
				first, longest = i, n
			}
		}
		if longest == 0 || longest < all && halves(tokens[:longest]) < minRun {
			return false
		}
		at, tokens = first+longest, tokens[longest:]
	}
	return true
}

// Repeats reports whether a passage says a claim in another order or another inflexion: every
// token of the claim, of which there are at least three, has its like in the passage, however
// often.
func (t Statement) Repeats(c Statement, stances []string) bool {
	if len(c.Tokens) < 3 || !agrees(c.Stances, stances) {
		return false
	}
	stems := map[string]bool{}
	for _, token := range t.Tokens {
		stems[stem(token)] = true
	}
	for _, token := range c.Tokens {
		if !stems[stem(token)] {
			return false
		}
	}
	return true
}

// stem cuts the endings of number, gender and person that Portuguese and English have in common.
func stem(token string) string {
	if cut := strings.TrimRight(token, "aeiosl"); len(cut) >= 4 {
		return cut
	}
	return token
}

// Equal reports whether two passages say the same in the same order.
func (t Statement) Equal(o Statement) bool {
	return slices.Equal(t.Tokens, o.Tokens) && slices.Equal(t.Stances, o.Stances)
}

// Contains reports whether a passage says all that another says, in one run, and takes no other
// stance.
func (t Statement) Contains(o Statement) bool {
	return len(o.Tokens) > 0 && slices.Equal(t.Stances, o.Stances) && t.inRuns(o.Tokens, 1)
}

// Denies reports whether two passages say the same but for what they deny, or take other stances.
func (t Statement) Denies(o Statement) bool {
	if len(t.Tokens) != len(o.Tokens) || len(t.Tokens) == 0 {
		return false
	}
	differ := false
	for i, token := range t.Tokens {
		if token != o.Tokens[i] {
			if strings.TrimPrefix(token, "¬") != strings.TrimPrefix(o.Tokens[i], "¬") {
				return false
			}
			differ = true
		}
	}
	return differ || len(t.Stances) > 0 && len(o.Stances) > 0 && !slices.Equal(t.Stances, o.Stances)
}

// Common returns the share of a claim's tokens that a passage has in the same order, in [0, 1], and
// the tokens that it does not have so; 0 for a claim without tokens.
func (t Statement) Common(c Statement) (share float64, others []string) {
	n, m := len(c.Tokens), len(t.Tokens)
	if n == 0 {
		return 0, nil
	}
	longest := make([][]int, n+1) // longest[i][j]: common tokens from i of the claim and j of the passage
	for i := range longest {
		longest[i] = make([]int, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			if c.Tokens[i] == t.Tokens[j] {
				longest[i][j] = longest[i+1][j+1] + 1
			} else {
				longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < n; {
		switch {
		case j < m && c.Tokens[i] == t.Tokens[j]:
			i, j = i+1, j+1
		case j == m || longest[i+1][j] >= longest[i][j+1]:
			others = append(others, c.Tokens[i])
			i++
		default:
			j++
		}
	}
	return float64(longest[0][0]) / float64(n), others
}
