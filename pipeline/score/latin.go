package score

import (
	"regexp"
	"slices"
	"strings"
)

// Names in scripts that divide words are told by their words: by the forms
// companies end with, by the words that are in no name, and by lists, which have
// commas and "and" where Chinese has a mark of its own.

// form is the legal form of a company behind its name, however it is punctuated:
// "Co., Ltd.", "Co.,Ltd", ", Inc.".
var form = regexp.MustCompile(`[ .,]*[ ,](co|corp|ltd|inc|llc|plc)\b\.*`)

// formed returns folded text with the forms of companies in one spelling.
func formed(s string) string {
	for _, f := range forms {
		if strings.Contains(s, f) {
			return form.ReplaceAllString(s, " $1")
		}
	}
	return s
}

// forms are the words of form.
var forms = []string{"co", "corp", "ltd", "inc", "llc", "plc"}

// function are words that stand in sentences and in no list of names.
var function = func() set {
	s := set{}
	for _, w := range strings.Fields(`a about also an and are as at be because been both but by for from had has have he her his however in
		into is it its listed no not of on or per she since so than that the their then there these they this to was were which while who whose with`) {
		s[w] = true
	}
	return s
}()

// onWords is how a name goes on into a longer one; branch, how any name does.
var (
	onWords  = regexp.MustCompile(`^ (?:co|company|corp|corporation|inc|ltd|llc|plc|limited|group|holdings|law firm|law office|court)\b`)
	atBranch = regexp.MustCompile(`^ (?:([a-z]+) )?(?:branch|subsidiary)\b`)
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
var places = []string{"province", "region", "city", "prefecture", "county", "district"}

// leads reports whether what stands before a name is a place that makes no other
// name of it: 北京市, "kelmar province ".
func leads(before string) bool {
	if before != "" && strings.ContainsRune("省市区县州旗盟", lastRune(before)) {
		return true
	}
	words := strings.Fields(before)
	return len(words) > 0 && slices.Contains(places, words[len(words)-1])
}

// divider is what stands between the items of a list.
var divider = regexp.MustCompile(` ?(?:[,;/|]|\. |\.$| and | or ) ?(?:(?:and|or) )?`)

// beside calls add with the names that stand in one list with the expected text,
// which is marked in the text: the items next to it, as far as they read like
// names with one word more at most. Places that lie in each other are no list.
func beside(text, expected string, add func(string)) {
	words := strings.Fields(expected)
	kind := words[len(words)-1]
	for line := range strings.FieldsFuncSeq(text, func(c rune) bool { return strings.ContainsRune("。!?\n", c) }) {
		if !strings.Contains(line, own) {
			continue
		}
		items := divider.Split(line, -1)
		like := func(i int) bool { return i >= 0 && i < len(items) && nameLike(items[i], len(words)+1, kind) }
		for i := range items {
			if strings.Trim(items[i], ` "'`) != own {
				continue
			}
			for j := i - 1; like(j); j-- {
				add(items[j])
			}
			for j := i + 1; like(j); j++ {
				add(items[j])
			}
		}
	}
}

// nameLike reports whether an item of a list can be a name of so many words, and
// is no place of another kind than the expected one.
func nameLike(item string, words int, kind string) bool {
	fields := strings.Fields(item)
	if len(fields) == 0 || len(fields) > words || slices.ContainsFunc(fields, func(w string) bool { return function[w] }) {
		return false
	}
	last := fields[len(fields)-1]
	return last == kind || !slices.Contains(places, last) || !slices.Contains(places, kind)
}

// wordEndings returns the last words of the names in a text that end as the given
// one does, three each; none for a name that is shorter.
func wordEndings(in, name string) (ends []string) {
	last := func(words []string) string { return words[len(words)-1] }
	named := strings.Fields(name)
	if len(named) < 3 {
		return nil
	}
	company := slices.Contains(forms, last(named))
	for phrase := range strings.FieldsFuncSeq(in, func(c rune) bool { return strings.ContainsRune(",;:.!?()|\n", c) }) {
		words := strings.Fields(phrase)
		for i := 2; i < len(words); i++ {
			same := words[i] == last(named)
			if company {
				same = slices.Contains(forms, words[i]) && !slices.Contains(forms, words[i-1])
			}
			if same && !function[words[i-1]] && !function[words[i-2]] {
				ends = append(ends, strings.Join(words[i-2:i+1], " "))
			}
		}
	}
	return ends
}
