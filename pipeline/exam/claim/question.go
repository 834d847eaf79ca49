package claim

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

var (
	// firstOption matches the beginning of the list of options in a question.
	firstOption = lazyregexp.New(`(?m)^[ \t]*[AＡ][)）]`)
	// heading matches a line that only says what follows.
	heading = lazyregexp.New(`[:：?？]\s*$`)
	// quotation matches a text in quotation marks.
	quotation = lazyregexp.New(`[“"「](.+)[”"」]`)
	// labelled matches what a line says of itself: "Afirmação: ".
	labelled = lazyregexp.New(`^\s*(?:Afirmação|Assertiva|Pergunta|Texto|说法|论断|陈述|题干|问题|表述|Statement|Claim|Question|Text)\s*[:：]\s*`)
)

// Gap matches the gap of a cloze.
var Gap = lazyregexp.New(`_{2,}|＿+|\[ *(?:\.{3}|…) *\]|[（(][ \t　]+[)）]`)

// Stem returns a question before its options, and without the last line, which asks for the form
// of the answer, if there are no options.
func Stem(question string) string {
	question = strings.TrimSpace(question)
	if at := firstOption.FindStringIndex(question); at != nil {
		return strings.TrimSpace(question[:at[0]])
	}
	if at := strings.LastIndexByte(question, '\n'); at >= 0 {
		return strings.TrimSpace(question[:at])
	}
	return question
}

// minLine is the number of words from which a line is known to be from a text that has it, too,
// and minCutLine that from which it is if something was cut out of it.
const (
	minLine    = 4
	minCutLine = 8
)

// MostWords is the share of runs of three words from which a text has what another says, but for
// passages that were cut out, such as citations.
const MostWords = 0.8

// Within returns the share of runs of three words of a folded text that another has, in [0, 1]; 0
// for a text of fewer words.
func Within(text, part string) float64 {
	words := strings.Fields(part)
	if len(words) < 3 {
		return 0
	}
	has := map[string]bool{}
	for of := strings.Fields(text); len(of) >= 3; of = of[1:] {
		has[of[0]+" "+of[1]+" "+of[2]] = true
	}
	n := 0
	for i := range len(words) - 2 {
		if has[words[i]+" "+words[i+1]+" "+words[i+2]] {
			n++
		}
	}
	return float64(n) / float64(len(words)-2)
}

// Asked returns the lines of a stem that are not in the given texts, which several questions share:
// a statement, suppositions. Lines are compared by their folds, and long ones may lack a passage. Labels in front of a line
// ("Afirmação:") are left out.
func Asked(stem string, shared ...string) []string {
	folded := Fold(strings.Join(shared, "\n"))
	var asked []string
	for line := range strings.Lines(stem) {
		line = strings.TrimSpace(labelled.ReplaceAllString(strings.TrimSpace(line), ""))
		f := Fold(line)
		words := strings.Count(f, " ") + 1
		if f == "" || words >= minLine && Holds(folded, f) || words >= minCutLine && Within(folded, f) >= MostWords {
			continue
		}
		asked = append(asked, line)
	}
	return asked
}

// maxIntroduction is the number of bytes that may stand before a claim in quotation marks.
const maxIntroduction = 48

// Claimed returns the claim that a question asks to judge: the last of its asked lines that does
// not end like a heading or a question, or what most of it quotes; "" if there is none.
func Claimed(asked []string) string {
	for _, line := range slices.Backward(asked) {
		if !heading.MatchString(line) {
			if m := quotation.FindStringSubmatchIndex(line); m != nil {
				quote := line[m[2]:m[3]]
				ends := strings.Trim(line[m[1]:], ".。 ") == "" && m[0] <= maxIntroduction
				if ends || 2*len(quote) >= len(line) {
					return quote
				}
			}
			return strings.Trim(line, `"“”‘’「」 `)
		}
	}
	return ""
}

// Filled returns the line with a gap, of several the first, with the gap filled; "" if none has
// one.
func Filled(asked []string, by string) string {
	for _, line := range asked {
		if at := Gap.FindStringIndex(line); at != nil {
			return line[:at[0]] + by + line[at[1]:]
		}
	}
	return ""
}

// Overlap returns ROUGE-L of two folded texts: the F1 of their longest common subsequence of words
// (Lin, ROUGE: A Package for Automatic Evaluation of Summaries, 2004), in [0, 1]; 0 if it is below
// least, which saves time.
func Overlap(a, b string, least float64) float64 {
	x, y := strings.Fields(a), strings.Fields(b)
	if len(x) == 0 || len(y) == 0 {
		return 0
	}
	f := func(common int) float64 { return 2 * float64(common) / float64(len(x)+len(y)) }
	counts := map[string]int{}
	for _, w := range x {
		counts[w]++
	}
	bag := 0
	for _, w := range y {
		if counts[w] > 0 {
			counts[w]--
			bag++
		}
	}
	if f(bag) < least {
		return 0
	}
	row := make([]int, len(y)+1)
	for _, w := range x {
		before := 0 // of the row above, one to the left
		for j, v := range y {
			above := row[j+1]
			if w == v {
				row[j+1] = before + 1
			} else {
				row[j+1] = max(above, row[j])
			}
			before = above
		}
	}
	if got := f(row[len(y)]); got >= least {
		return got
	}
	return 0
}

// minLeak is the number of tokens from which a right option that stands in the stem gives the
// key away, although others may stand there, too.
const minLeak = 3

// Leaked returns the first right option that the stem gives away: it stands there as a whole, and
// either no wrong option does, or it has three tokens at least; "" if there is none. A stem in which
// all options stand, such as a text to choose from, gives nothing away.
func Leaked(stem string, options []string, key []int, language string) string {
	text := Read(Gap.ReplaceAllString(stem, " | "), language)
	stands := make([]bool, len(options))
	wrong := 0
	for i, o := range options {
		said := Read(o, language)
		stands[i] = len(said.Tokens) > 0 && text.inRuns(said.Tokens, 1)
		if stands[i] && !slices.Contains(key, i) {
			wrong++
		}
	}
	if wrong == len(options)-len(key) && wrong > 0 {
		return ""
	}
	for _, i := range key {
		if i >= 0 && i < len(options) && stands[i] && (wrong == 0 || len(Read(options[i], language).Tokens) >= minLeak) {
			return options[i]
		}
	}
	return ""
}
