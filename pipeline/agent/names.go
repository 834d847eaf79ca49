package agent

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	quotedPattern = regexp.MustCompile(`[“「『《"]([^”」』》"]+)[”」』》"]`)
	codePattern   = regexp.MustCompile(`[A-Za-z0-9][A-Za-z0-9-]{2,}`)
	placePattern  = regexp.MustCompile(`[\p{Han}]{1,12}?[省市区县州盟旗]`)
)

// Lengths of pieces that are tried as names, in characters unless noted.
const (
	longestName  = 40
	shortestName = 3
	longestShort = 5  // of short names, which can end anywhere
	longestWords = 6  // of names in scripts with spaces, in words
	longestTitle = 12 // of those that begin with a capital, a digit or a bracket and may hold punctuation
	longestPlace = 3  // of the name of one place, in words
)

// nameEndings are the characters that Chinese names end with.
const nameEndings = "司院所局号会省市区县楼室厂行"

// CandidateNames returns the pieces of a question that have the shape of a name, each
// once, nil if there are none: first quoted text, then codes, runs of words, and longer
// runs with punctuation if they begin as names do. Of Chinese text it returns every piece
// that ends as names do and every short piece.
func CandidateNames(question string) (names []string) {
	seen := map[string]bool{}
	add := func(name string) {
		if name = strings.TrimSpace(name); name != "" && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	for _, m := range quotedPattern.FindAllStringSubmatch(question, -1) {
		add(m[1])
	}
	for _, c := range codePattern.FindAllString(question, -1) {
		add(c)
	}
	for _, part := range strings.FieldsFunc(question, endsPhrase) {
		words := strings.Fields(part)
		for i := range words {
			for j := i + 1; j <= min(len(words), i+longestWords); j++ {
				add(strings.Join(words[i:j], " "))
			}
		}
		for _, w := range words {
			hanSubstrings([]rune(w), add)
		}
	}
	capitalisedRuns(strings.Fields(question), add)
	return names
}

// capitalisedRuns calls add with the runs of words that begin as names do, with the
// punctuation at their end and without it.
func capitalisedRuns(words []string, add func(string)) {
	for i := range words {
		if !canBeginName(words[i]) {
			continue
		}
		for j := i + 1; j <= min(len(words), i+longestTitle); j++ {
			run := strings.Join(words[i:j], " ")
			stopped := strings.TrimSuffix(strings.TrimRight(run, `,;:?!"`), "'s")
			add(stopped)
			add(strings.TrimSuffix(stopped, "."))
		}
	}
}

// canBeginName reports whether a word is one that a name in a script with spaces may
// begin with.
func canBeginName(word string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, `("`))
	return unicode.IsUpper(first) || unicode.IsDigit(first)
}

// endsPhrase reports whether a character ends a piece of text.
func endsPhrase(c rune) bool {
	return unicode.IsPunct(c) && !strings.ContainsRune("（）()〔〕-·&", c)
}

// hanSubstrings calls add with the pieces of a run without spaces.
func hanSubstrings(run []rune, add func(string)) {
	if !slices.ContainsFunc(run, func(c rune) bool { return unicode.Is(unicode.Han, c) }) {
		return
	}
	for end := shortestName; end <= len(run); end++ {
		longest := longestShort
		if end == len(run) || strings.ContainsRune(nameEndings, run[end-1]) {
			longest = longestName
		}
		for start := max(0, end-longest); start+shortestName <= end; start++ {
			add(string(run[start:end]))
		}
	}
}

// CandidateRegions returns the runs of two or three adjacent place names in a question,
// one string per place, each run with every possible beginning of its first name; nil if
// there are none. A city with a district also appears with the city twice, as tables
// write cities that are provinces. In scripts with spaces, commas separate places, in
// either order.
func CandidateRegions(question string) (places [][]string) {
	parts := strings.Split(question, ", ")
	for i := range parts[1:] {
		run := parts[i:min(i+3, len(parts))]
		for n := 2; n <= len(run); n++ {
			places = append(places, commaSeparatedRuns(run[:n])...)
		}
	}
	for _, part := range strings.FieldsFunc(question, endsPhrase) {
		found := placePattern.FindAllStringIndex(part, -1)
		for i := range found {
			var run []string
			for j := i; j < len(found) && j < i+3; j++ {
				if j > i && found[j][0] != found[j-1][1] {
					break
				}
				run = append(run, part[found[j][0]:found[j][1]])
				if len(run) > 1 {
					places = append(places, withTrimmedStarts(run)...)
				}
			}
		}
	}
	return places
}

// commaSeparatedRuns returns the runs of places that begin at the end of the first part, go
// through the parts between and end at the beginning of the last one.
func commaSeparatedRuns(parts []string) (runs [][]string) {
	last := len(parts) - 1
	first, end := strings.Fields(parts[0]), strings.Fields(parts[last])
	for i := max(0, len(first)-longestPlace); i < len(first); i++ {
		for j := 1; j <= min(longestPlace, len(end)); j++ {
			if !canBeginName(first[i]) || !canBeginName(end[0]) {
				continue
			}
			run := append([]string{strings.Join(first[i:], " ")}, parts[1:last]...)
			run = append(run, strings.TrimRight(strings.Join(end[:j], " "), `.,;:?!"`))
			back := slices.Clone(run)
			slices.Reverse(back)
			for _, r := range [][]string{run, back} {
				if runs = append(runs, r); last == 1 {
					runs = append(runs, append([]string{r[0]}, r...))
				}
			}
		}
	}
	return runs
}

// withTrimmedStarts returns a run of places with every possible beginning of the first.
func withTrimmedStarts(run []string) (runs [][]string) {
	first := []rune(run[0])
	for start := 0; start+2 <= len(first); start++ {
		head := string(first[start:])
		runs = append(runs, append([]string{head}, run[1:]...))
		if len(run) == 2 {
			runs = append(runs, append([]string{head, head}, run[1:]...))
		}
	}
	return runs
}
