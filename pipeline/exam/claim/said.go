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

// States reports whether a passage says a claim as its own, so that the claim is true if the passage
// is: [Statement.Says] holds, and besides the claim stands in one sentence, interrupted by asides and
// citations alone, and nothing before it in its sentence or directly behind it denies or excepts it.
// In doubt it is false.
func (t Statement) States(c Statement, stances []string, language string) bool {
	if !t.Says(c, stances) {
		return false
	}
	w := of(language)
	tries := maxTries
	for i := range t.Tokens {
		if t.Tokens[i] == c.Tokens[0] && !t.takenBack(i, &w) && t.goesOn(i, c.Tokens, runsOf(c.Tokens), len(c.Tokens), &w, &tries) {
			return true
		}
	}
	return false
}

// maxTries is the number of runs that are tried for a claim, which bounds the time for passages that
// repeat a word without end.
const maxTries = 2000

// takenBack reports whether what stands before a token in its sentence denies it, or in its clause
// excepts it.
func (t Statement) takenBack(at int, w *words) bool {
	for i, within := at, true; i > 0 && t.gaps[i] < turn; i-- {
		within = within && t.gaps[i] == noGap
		if denied(t.Tokens[i-1]) || within && w.excepts[t.Tokens[i-1]] {
			return true
		}
	}
	return false
}

// goesOn reports whether a claim's tokens stand from a place on in so many runs, of which each but
// the only one has a least length. A run is as long as it can be, or ends at a mark.
func (t Statement) goesOn(at int, tokens []string, runs, all int, w *words, tries *int) bool {
	n := t.run(at, tokens)
	if n == len(tokens) {
		end := at + n
		return (n == all || halves(tokens) >= minRun) && (end == len(t.Tokens) || t.gaps[end] != noGap || !denied(t.Tokens[end]))
	}
	for k := n; k > 0 && runs > 1; k-- {
		if k < n && t.gaps[at+k] == noGap || halves(tokens[:k]) < minRun {
			continue
		}
		next, longest := 0, 0
		for i := at + k; i < len(t.Tokens) && t.gaps[i] < sentence; i++ {
			if n := t.run(i, tokens[k:]); n > longest && i > at+k {
				next, longest = i, n
			}
		}
		if *tries--; *tries < 0 {
			return false
		}
		if longest > 0 && t.aside(at+k, next, tokens[k], w) && t.goesOn(next, tokens[k:], runs-1, all, w, tries) {
			return true
		}
	}
	return false
}

// run returns the number of tokens that stand from a place on.
func (t Statement) run(at int, tokens []string) (n int) {
	for n < len(tokens) && at+n < len(t.Tokens) && t.Tokens[at+n] == tokens[n] {
		n++
	}
	return n
}

// aside reports whether the tokens from first up to end may be left out of a claim that goes on with
// a token: they stand between marks, or reach to the next mark, or lead to a law. What is not between
// marks neither denies nor excepts, and a claim does not go on with a number after another one, which
// could be that of something else.
func (t Statement) aside(first, end int, next string, w *words) bool {
	cites := w.cites[t.Tokens[first]]
	between := t.gaps[first] != noGap && t.gaps[end] != noGap
	if !cites && !between {
		for i := first + 1; i <= end; i++ {
			if (t.gaps[i] != noGap) != (i == end) {
				return false
			}
		}
	}
	for _, token := range t.Tokens[first:end] {
		if !between && (denied(token) || w.excepts[token]) || !cites && isNumber(token) && isNumber(next) {
			return false
		}
	}
	return true
}

func denied(token string) bool { return strings.HasPrefix(token, "¬") }

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

// OtherNumbers returns the numbers of a passage that another does not have, in their order.
func (t Statement) OtherNumbers(o Statement) (others []string) {
	for _, token := range t.Tokens {
		if isNumber(token) && !slices.Contains(o.Tokens, token) {
			others = append(others, token)
		}
	}
	return others
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
	if len(c.Tokens) == 0 {
		return 0, nil
	}
	n := 0
	for i, has := range t.Shares(c) {
		if has {
			n++
		} else {
			others = append(others, c.Tokens[i])
		}
	}
	return float64(n) / float64(len(c.Tokens)), others
}

// Shares says for each token of a claim whether it is among the most that a passage has in the order of
// the claim.
func (t Statement) Shares(c Statement) []bool {
	n, m := len(c.Tokens), len(t.Tokens)
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
	has := make([]bool, n)
	for i, j := 0, 0; i < n; {
		switch {
		case j < m && c.Tokens[i] == t.Tokens[j]:
			has[i] = true
			i, j = i+1, j+1
		case j == m || longest[i+1][j] >= longest[i][j+1]:
			i++
		default:
			j++
		}
	}
	return has
}

// Sentences returns the sentences of a passage, without stances.
func (t Statement) Sentences() (all []Statement) {
	first := 0
	for i := 1; i <= len(t.Tokens); i++ {
		if i == len(t.Tokens) || t.gaps[i] == sentence {
			all = append(all, Statement{Tokens: t.Tokens[first:i], gaps: t.gaps[first:i]})
			first = i
		}
	}
	return all
}

// InRow reports whether a passage has some tokens in a row.
func (t Statement) InRow(tokens []string) bool {
	return len(tokens) > 0 && t.inRuns(tokens, 1)
}

// WordStem returns a token without its denial and its ending, by which words of one meaning are compared.
func WordStem(token string) string { return stem(strings.TrimPrefix(token, "¬")) }
