package score

import (
	"slices"
	"strings"

	"github.com/taskgrove/taskgrove/pipeline/internal/lazyregexp"
)

// Names in scripts that divide words are told by their words: by the forms
// companies end with, and by the words that are in no name.

// normaliseForms returns folded text with each legal form of companies behind one blank and without
// points, whatever its punctuation: "Co., Ltd.", "Co.,Ltd", ", Inc.".
func normaliseForms(s string) string {
	if strings.IndexFunc(s, func(c rune) bool { return isLatin(c) || c == '&' }) < 0 {
		return s
	}
	s = americanSpellings.Replace(s)
	var b strings.Builder
	done := 0
	for i := range len(s) {
		if s[i] != ' ' && s[i] != ',' {
			continue
		}
		to := i + 1
		for to < len(s) && isWordByte(s[to]) {
			to++
		}
		form := s[i+1 : to]
		if !slices.Contains(companyForms, form) {
			continue
		}
		b.WriteString(strings.TrimRight(s[done:i], " .,") + " " + form)
		done = len(s) - len(strings.TrimLeft(s[to:], "."))
	}
	if done == 0 {
		return s
	}
	return b.String() + s[done:]
}

// americanSpellings maps British spellings to American ones, and & to "and".
var americanSpellings = strings.NewReplacer(" & ", " and ", "labour", "labor", "favour", "favor", "honour", "honor", "colour", "color", "neighbour", "neighbor", "centre", "center",
	"licence", "license", "defence", "defense", "organis", "organiz", "judgement", "judgment", "cheque", "check")

// companyForms are the legal forms of companies.
var companyForms = []string{"co", "corp", "ltd", "inc", "llc", "plc", "lp", "llp"}

// functionWords are grammatical words, which end a search for names.
var functionWords = asSet(`a about also an and are as at be because been both but by for from had has have he her his however in
	into is it its listed no not of on or per she since so than that the their then there these they this to was were which while who whose with`)

// nameContinues is how a name goes on into a longer one; branch, how any name does.
var (
	// nameContinues matches the continuation of a name into a longer one, branchAfter the
	// branch of an entity.
	nameContinues = lazyregexp.New(`^ (?:co|company|corp|corporation|inc|ltd|llc|plc|limited|group|holdings|law firm|law office|court)\b`)
	branchAfter   = lazyregexp.New(`^[. ]+(?:\([a-z ]+\) )?(?:([a-z]+) )?(?:branch|subsidiary)\b`)
)

// latinNameContinues reports whether the text behind a name continues it.
func latinNameContinues(name, after string) bool {
	if m := branchAfter.FindStringSubmatch(after); m != nil && m[1] != "" && !functionWords[m[1]] {
		return true
	}
	last := name[strings.LastIndexByte(name, ' ')+1:]
	return !slices.Contains(companyForms, last) && nameContinues.MatchString(after)
}

// places are the words a leading place ends with.
var places = []string{"province", "region", "city", "prefecture", "county", "district", "municipality"}

// isLeadingPlace reports whether the text before a name is a place that leaves it the same
// name: 北京市, "kelmar province ".
func isLeadingPlace(before string) bool {
	if before != "" && strings.ContainsRune("省市区县州旗盟", lastRune(before)) {
		return true
	}
	words := strings.Fields(strings.TrimRight(before, ", "))
	return len(words) > 0 && slices.Contains(places, words[len(words)-1])
}
