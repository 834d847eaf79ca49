package score

import (
	"regexp"
	"slices"
	"strings"
)

// Names in scripts that divide words are told by their words: by the forms
// companies end with, and by the words that are in no name.

// form is the legal form of a company behind its name, however it is punctuated:
// "Co., Ltd.", "Co.,Ltd", ", Inc.".
var form = regexp.MustCompile(`[ .,]*[ ,](co|corp|ltd|inc|llc|plc|lp|llp)\b\.*`)

// formed returns folded text with the forms of companies in one spelling.
func formed(s string) string {
	s = spellings.Replace(s)
	for _, f := range forms {
		if strings.Contains(s, f) {
			return form.ReplaceAllString(s, " $1")
		}
	}
	return s
}

// spellings are British words in American spelling, and "and" for its sign.
var spellings = strings.NewReplacer(" & ", " and ", "labour", "labor", "favour", "favor", "honour", "honor", "colour", "color", "neighbour", "neighbor", "centre", "center",
	"licence", "license", "defence", "defense", "organis", "organiz", "judgement", "judgment", "cheque", "check")

// forms are the words of form.
var forms = []string{"co", "corp", "ltd", "inc", "llc", "plc", "lp", "llp"}

// function are words that stand in sentences and in no list of names.
var function = asSet(`a about also an and are as at be because been both but by for from had has have he her his however in
	into is it its listed no not of on or per she since so than that the their then there these they this to was were which while who whose with`)

// onWords is how a name goes on into a longer one; branch, how any name does.
var (
	onWords  = regexp.MustCompile(`^ (?:co|company|corp|corporation|inc|ltd|llc|plc|limited|group|holdings|law firm|law office|court)\b`)
	atBranch = regexp.MustCompile(`^[. ]+(?:\([a-z ]+\) )?(?:([a-z]+) )?(?:branch|subsidiary)\b`)
)

// wordsGoOn reports whether a name goes on in what follows it.
func wordsGoOn(name, after string) bool {
	if m := atBranch.FindStringSubmatch(after); m != nil && m[1] != "" && !function[m[1]] {
		return true
	}
	last := name[strings.LastIndexByte(name, ' ')+1:]
	return !slices.Contains(forms, last) && onWords.MatchString(after)
}

// places are the words a leading place ends with.
var places = []string{"province", "region", "city", "prefecture", "county", "district", "municipality"}

// leads reports whether what stands before a name is a place that makes no other
// name of it: 北京市, "kelmar province ".
func leads(before string) bool {
	if before != "" && strings.ContainsRune("省市区县州旗盟", lastRune(before)) {
		return true
	}
	words := strings.Fields(strings.TrimRight(before, ", "))
	return len(words) > 0 && slices.Contains(places, words[len(words)-1])
}
