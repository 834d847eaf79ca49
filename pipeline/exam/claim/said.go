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
	half := 0
	for _, token := range tokens {
		if r, _ := utf8.DecodeLastRuneInString(token); unicode.Is(unicode.Han, r) {
			half++
		} else {
			half += 2
		}
	}
	return 1 + half/2/wordsOfRun
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

// inRuns reports whether tokens stand in the text in at most so many runs, in order. Each run is
// the longest that begins with the next token.
func (t Statement) inRuns(tokens []string, runs int) bool {
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
		if longest == 0 {
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
